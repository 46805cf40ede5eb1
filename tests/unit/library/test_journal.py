"""The journal: what is noted is read again, whatever happened to the file, and nothing that was forgotten stays in it."""

import os
import sqlite3
import stat
from contextlib import closing, nullcontext
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.config.paths import LibraryPaths
from app.domain.errors import LibraryUnavailable
from app.domain.ids import ContentHash
from app.domain.own_words import NOTHING_SAID, OwnWords
from app.domain.photo import Tag
from app.library import journal as journal_module
from app.library.catalogue import Catalogue
from app.library.journal import Journal, JournalWords
from app.library.journal_lines import Entry, Noted, decode_entry, encode_entry, last_number, live_lines, read_lines
from app.library.kept_words import KeptWords
from app.library.rescue import open_catalogue
from tests.unit.library.made import read_photo

FOLDER = b"\xff/\xe5\x86\x99\xe7\x9c\x9f \n".decode("utf-8", "surrogateescape")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "own.jsonl"


@pytest.fixture
def journal(path: Path) -> Journal:
    return Journal(path)


def words(content: str, path: str, rating: int | None) -> JournalWords:
    return JournalWords(ContentHash(content), path, OwnWords(rating=rating))


def test_what_was_noted_is_read_again(path: Path, journal: Journal) -> None:
    everything = OwnWords(-1, True, "título", "a\nb", (Tag("Italy", ("Places",)),), ("old",), ("Ann",), ("Ben",), ("canoe",))
    journal.folder_added(f"/{FOLDER}")
    journal.words_changed((words("a", "/1", 3), JournalWords(ContentHash("b"), f"/{FOLDER}/2", everything)))
    journal.words_changed((words("a", "/1", 5),))
    noted = Journal(path).read()
    assert noted.folders == (f"/{FOLDER}",)
    assert noted.words == (JournalWords(ContentHash("b"), f"/{FOLDER}/2", everything), words("a", "/1", 5))
    assert (noted.last, noted.whole, Journal(path).last) == (3, True, 3)


def test_no_file_says_nothing(journal: Journal) -> None:
    assert journal.read() == Noted()
    journal.erase_forgotten(nullcontext)
    journal.words_changed(())
    assert not journal._path.exists()


@pytest.mark.skipif(os.name != "posix", reason="needs POSIX permissions")
def test_nobody_else_may_read_it(path: Path, journal: Journal) -> None:
    journal.folder_added("/p")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    journal.compact()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


@pytest.mark.skipif(os.name != "posix", reason="needs links")
def test_a_link_in_its_place_is_not_followed(path: Path, journal: Journal, tmp_path: Path) -> None:
    (tmp_path / "victim").write_text("as it was")
    path.symlink_to(tmp_path / "victim")
    with pytest.raises(LibraryUnavailable, match="cannot be noted"):
        journal.folder_added("/p")
    assert (tmp_path / "victim").read_text() == "as it was"


@pytest.mark.parametrize("cut", range(1, 30))
def test_a_last_line_that_was_not_finished_does_not_count(path: Path, journal: Journal, cut: int) -> None:
    journal.folder_added("/kept")
    before = path.stat().st_size
    journal.folder_added("/torn")
    os.truncate(path, max(path.stat().st_size - cut, before + 1))
    again = Journal(path)
    assert (again.read().folders, again.read().whole, again.last) == (("/kept",), True, 1)
    again.folder_added("/next")
    assert Journal(path).read().folders == ("/kept", "/next")
    assert Journal(path).last == 2


HOSTILE = [
    b"",
    b"{}",
    b"[]",
    b"null",
    b"\xff\xfe",
    b"{" * 100_000,
    b"[" * 100_000,
    b'{"n":true,"folder":"/x"}',
    b'{"n":-1,"folder":"/x"}',
    b'{"n":9223372036854775808,"folder":"/x"}',
    b'{"n":1e400,"folder":"/x"}',
    b'{"n":9,"folder":"x"}',
    b'{"n":9,"folder":"/x\\u0000"}',
    b'{"n":9,"folder":"/\\ud800"}',
    b'{"n":9,"folder":7}',
    b'{"n":9,"command":"rm"}',
    b'{"n":9,"photos":{}}',
    b'{"n":9,"photos":[["a","/x"]]}',
    b'{"n":9,"photos":[["a","/x",{"rating":99}]]}',
    b'{"n":9,"photos":[["a","/x",{"anything":1}]]}',
    b'{"n":9,"photos":[["","/x",{"rating":1}]]}',
    b'{"n":9,"photos":[["\\ud800","/x",{"rating":1}]]}',
    b'{"n":9,"forgotten":"/x","contents":[1]}',
    b'{"n":9,"folder":"/' + b"x" * 40_000 + b'"}',
]


@pytest.mark.parametrize("line", HOSTILE)
def test_a_line_that_is_not_ours_counts_for_nothing(path: Path, journal: Journal, line: bytes) -> None:
    journal.folder_added("/before")
    with path.open("ab") as file:
        file.write(line + b"\n")
    journal.folder_added("/after")
    noted = Journal(path).read()
    assert noted.folders == ("/before", "/after")
    assert noted.whole == (line == b"")
    assert noted.last == Journal(path).last == 2


@given(st.binary(max_size=300), st.binary(max_size=300))
def test_any_bytes_are_read_without_a_failure(before: bytes, after: bytes) -> None:
    own = encode_entry(Entry(7, added="/p"))
    noted = read_lines(before + b"\n" + own + after)
    assert "/p" in noted.folders
    assert noted.last >= 7
    assert read_lines(live_lines(noted)) == noted
    assert last_number(before + b"\n" + own) == 7


texts = st.text(max_size=20)
paths = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=30).map(lambda text: f"/{text}")
said = st.builds(OwnWords, st.one_of(st.none(), st.integers(-1, 5)), st.one_of(st.none(), st.booleans()), st.one_of(st.none(), texts))
photos = st.builds(JournalWords, st.sampled_from("abc").map(ContentHash), paths, said)
entries = st.builds(
    Entry,
    st.integers(1, 2**62 - 1),
    st.one_of(st.none(), paths),
    st.one_of(st.none(), paths),
    st.just(()),
    st.lists(photos, max_size=3).map(tuple),
)


@given(entries)
def test_an_entry_comes_back_as_it_was(entry: Entry) -> None:
    line = encode_entry(entry)
    assert line.count(b"\n") == 1
    assert decode_entry(line[:-1]) == entry


@given(st.lists(entries, max_size=12))
def test_writing_it_anew_changes_nothing_that_counts(listed: list[Entry]) -> None:
    noted = read_lines(b"".join(map(encode_entry, listed)))
    again = read_lines(live_lines(noted))
    assert (again.folders, again.last, again.whole) == (noted.folders, noted.last, True)
    assert [each for each in again.words if each.words != NOTHING_SAID] == [each for each in noted.words if each.words != NOTHING_SAID]


def test_what_was_forgotten_leaves_no_trace(path: Path, journal: Journal) -> None:
    journal.folder_added("/secret")
    journal.folder_added("/other")
    journal.words_changed((JournalWords(ContentHash("a"), "/secret/1", OwnWords(caption="a secret")), words("b", "/other/1", 2)))
    journal.folder_forgotten("/secret", (ContentHash("a"),))
    assert Journal(path).read().folders == ("/other",)
    journal.erase_forgotten(nullcontext)
    assert b"secret" not in path.read_bytes()
    assert Journal(path).read().words == (words("b", "/other/1", 2),)
    assert Journal(path).last == 4
    journal.folder_added("/secret")
    assert (Journal(path).last, Journal(path).read().folders) == (5, ("/other", "/secret"))


def test_it_does_not_grow_without_end(path: Path, journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journal_module, "SMALL", 1_000)
    for n in range(400):
        journal.words_changed((words("a", "/1", n % 6),))
    assert path.stat().st_size < 2_500
    assert Journal(path).read().words == (words("a", "/1", 399 % 6),)
    assert Journal(path).last == 400
    assert sorted(each.name for each in path.parent.iterdir()) == ["own.jsonl"]


def test_two_programs_may_take_turns(path: Path) -> None:
    one, other = Journal(path), Journal(path)
    for n in range(5):
        one.folder_added(f"/one/{n}")
        other.folder_added(f"/other/{n}")
    other.compact()
    one.folder_added("/last")
    noted = Journal(path).read()
    assert (len(noted.folders), noted.last, noted.whole) == (11, 11, True)


def test_a_change_that_fails_is_taken_back(path: Path, journal: Journal) -> None:
    journal.folder_added("/kept")

    def fail() -> None:
        with journal.only_if_done():
            journal.folder_added("/a")
            journal.words_changed((words("a", "/1", 1),))
            raise KeyError

    with pytest.raises(KeyError):
        fail()
    assert Journal(path).read() == Noted(("/kept",), (), 1)
    journal.folder_added("/next")
    assert Journal(path).last == 2


def test_a_library_says_how_far_it_has_come(tmp_path: Path) -> None:
    with Catalogue(tmp_path / "catalogue.sqlite3") as catalogue:
        folder = catalogue.add_folder("/p/")
        (stored,) = catalogue.store(folder.id, [read_photo("/p/1.jpg", content="a")]).photos
        KeptWords(catalogue, catalogue.journal).change([stored.photo_id], lambda *_: OwnWords(rating=4))
        assert catalogue.journal_number == catalogue.journal.last == 2
        catalogue.add_folder("/p")
        assert catalogue.journal_number == catalogue.journal.last == 2
        noted = catalogue.journal.read()
        assert (noted.folders, noted.words) == (("/p",), (words("a", "/p/1.jpg", 4),))
        catalogue.forget_folder(folder.id)
        assert (catalogue.journal.read().folders, catalogue.journal.read().words) == ((), ())
        assert catalogue.journal_number == catalogue.journal.last == 3
        assert b"/p" not in (tmp_path / "own.jsonl").read_bytes()


def test_forgetting_one_of_two_equal_files_keeps_the_words_of_the_other(tmp_path: Path) -> None:
    with Catalogue(tmp_path / "catalogue.sqlite3") as catalogue:
        one, other = catalogue.add_folder("/one"), catalogue.add_folder("/other")
        ids = [catalogue.store(each.id, [read_photo(f"{each.path}/x.jpg", content="a")]).photos[0].photo_id for each in (one, other)]
        KeptWords(catalogue, catalogue.journal).change(ids, lambda photo_id, *_: OwnWords(rating=1 + ids.index(photo_id)))
        catalogue.forget_folder(one.id)
        assert catalogue.journal.read().words == (words("a", "/other/x.jpg", 2),)
        catalogue.forget_folder(other.id, keep_words=True)
        assert catalogue.journal.read().words == (words("a", "/other/x.jpg", 2),)
        assert catalogue.journal.read().folders == ()


def test_a_full_disk_changes_nothing_and_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Catalogue(tmp_path / "catalogue.sqlite3") as catalogue:
        catalogue.add_folder("/a")
        before = (tmp_path / "own.jsonl").read_bytes()

        def half(descriptor: int, content: bytes) -> None:
            os.write(descriptor, content[:5])
            raise OSError(28, "No space left on device")

        with monkeypatch.context() as full:
            full.setattr(journal_module, "_write_all", half)
            with pytest.raises(LibraryUnavailable, match=r"The disk that holds .*own\.jsonl is full: free some space"):
                catalogue.add_folder("/b")
        assert [each.path for each in catalogue.folders()] == ["/a"]
        assert (tmp_path / "own.jsonl").read_bytes() == before
        catalogue.add_folder("/b")
        assert catalogue.journal.read().folders == ("/a", "/b")


def test_a_change_inside_another_is_taken_back_with_it(tmp_path: Path) -> None:
    with Catalogue(tmp_path / "catalogue.sqlite3") as catalogue:

        def fail() -> None:
            with catalogue.changing():
                catalogue.add_folder("/inner")
                raise KeyError

        with pytest.raises(KeyError):
            fail()
        assert catalogue.folders() == ()
        assert (catalogue.journal_number, catalogue.journal.last) == (0, 0)
        with catalogue.changing():
            catalogue.add_folder("/inner")
        assert (catalogue.journal_number, catalogue.journal.last) == (1, 1)


@pytest.mark.parametrize("at_start", [False, True])
def test_nobody_can_add_to_it_while_what_was_forgotten_is_erased(at_start: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    paths, asked = LibraryPaths(tmp_path / "library"), []

    def compact(journal: Journal) -> None:
        with closing(sqlite3.connect(paths.catalogue, timeout=0)) as other, pytest.raises(sqlite3.OperationalError, match="locked"):
            other.execute("BEGIN IMMEDIATE")
        asked.append(journal)

    monkeypatch.setattr(Journal, "compact", compact)
    with open_catalogue(paths).catalogue as catalogue:
        catalogue.forget_folder(catalogue.add_folder("/p").id)
    assert asked
    if at_start:
        asked.clear()
        open_catalogue(paths).catalogue.close()
        assert asked
