"""A damaged library is kept aside and made anew: folders and own words are there again, whatever was damaged."""

import os
import random
import re
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from app.config.paths import LibraryPaths
from app.domain.errors import LibraryTooNew, LibraryUnavailable
from app.domain.ids import PhotoId
from app.domain.own_words import NOTHING_SAID, OwnWords
from app.domain.query import Term
from app.library import rescue
from app.library.catalogue import Catalogue
from app.library.failures import damage_mark
from app.library.journal import Noted
from app.library.kept_aside import kept_files
from app.library.kept_words import KeptWords
from app.library.own_things import readable_things
from app.library.rescue import Opened, Rescued, open_catalogue
from tests.unit.library.made import read_photo

CHECKOUT = Path(__file__).parents[3]
FOLDERS = ("/new\nline", "/p", "/写真 and spaces")
RATED = 40


@pytest.fixture
def paths(tmp_path: Path) -> LibraryPaths:
    """A library of three folders and 400 photos, forty of them rated."""
    made = LibraryPaths(tmp_path / "日本 and spaces")
    with opened(made) as catalogue:
        for folder in FOLDERS:
            catalogue.add_folder(folder)
        fill(catalogue)
        rate(catalogue)
    return made


def opened(paths: LibraryPaths) -> Catalogue:
    found = open_catalogue(paths)
    assert found.rescued is None
    return found.catalogue


def fill(catalogue: Catalogue) -> None:
    folder = next(each for each in catalogue.folders() if each.path == "/p")
    catalogue.store(folder.id, [read_photo(f"/p/{n}.jpg", content=f"{n:064x}", caption=f"a boat {n}") for n in range(400)])


def rate(catalogue: Catalogue) -> None:
    for first in range(0, RATED, 10):
        ids = [photo.id for n in range(first, first + 10) if (photo := catalogue.by_path(f"/p/{n}.jpg"))]
        KeptWords(catalogue, catalogue.journal).change(ids, lambda photo_id, *_: OwnWords(rating=photo_id % 5 + 1, favourite=True))


def ratings(catalogue: Catalogue) -> list[int | None]:
    photos = [catalogue.by_path(f"/p/{n}.jpg") for n in range(RATED + 1)]
    return [photo.facts.rating.value if photo.facts.rating else None for photo in photos if photo]


def expected() -> list[int | None]:
    return [*((n + 1) % 5 + 1 for n in range(RATED)), None]


def flip(path: Path, begin: int, end: int, seed: int = 1) -> None:
    content = bytearray(path.read_bytes())
    content[begin:end] = random.Random(seed).randbytes(len(content[begin:end]))
    path.write_bytes(content)


def flip_root(path: Path, table: str) -> None:
    with closing(sqlite3.connect(path)) as connection:
        (page,) = connection.execute("SELECT rootpage FROM sqlite_schema WHERE name = ?", (table,)).fetchone()
    flip(path, (page - 1) * 4096, page * 4096)


def _garbage(path: Path) -> None:
    path.write_bytes(b"this is no library at all " * 5_000)


DAMAGE: dict[str, Callable[[Path], None]] = {
    "zeroed header": lambda path: flip_to_zero(path, 0, 100),
    "zeroed first page": lambda path: flip_to_zero(path, 0, 4096),
    "random bytes in the schema": lambda path: flip(path, 100, 4096),
    "cut in half": lambda path: os.truncate(path, path.stat().st_size // 2),
    "cut in the header": lambda path: os.truncate(path, 50),
    "cut behind the header": lambda path: os.truncate(path, 4096),
    "garbage": _garbage,
    "another application id": lambda path: flip(path, 68, 72),
}


def flip_to_zero(path: Path, begin: int, end: int) -> None:
    content = bytearray(path.read_bytes())
    content[begin:end] = bytes(end - begin)
    path.write_bytes(content)


@pytest.mark.parametrize("damage", DAMAGE)
def test_what_cannot_be_opened_is_made_anew(paths: LibraryPaths, damage: str) -> None:
    DAMAGE[damage](paths.catalogue)
    before = paths.catalogue.read_bytes()
    assert_rescued(open_catalogue(paths), paths, before)


def assert_rescued(found: Opened, paths: LibraryPaths, damaged: bytes, journal: bytes = b"") -> None:
    with found.catalogue as catalogue:
        assert found.rescued is not None
        assert found.rescued.folders == tuple(each.path for each in catalogue.folders()) == FOLDERS
        (kept,) = paths.root.glob("catalogue.damaged-*.sqlite3")
        assert re.fullmatch(r"catalogue\.damaged-\d{4}-\d\d-\d\dT\d{4}\.sqlite3", kept.name)
        assert found.rescued.sentence == (
            "The library was damaged and has been made anew with 3 folders and what you have said of 40 photos; "
            f"the damaged one is kept as {kept.name}.{_of_kept_journal(paths, journal)}"
        )
        assert kept.read_bytes() == damaged
        assert not damage_mark(paths.catalogue).exists()
        fill(catalogue)
        assert ratings(catalogue) == expected()
        catalogue.check()
    with opened(paths) as again:
        assert ratings(again) == expected()
        assert again.folders()[1].photos == 400
        assert again.journal.read().whole


def _of_kept_journal(paths: LibraryPaths, damaged: bytes) -> str:
    """What is said of a damaged journal, which is kept as it was."""
    kept = list(paths.root.glob("own.damaged-*.jsonl"))
    assert [each.read_bytes() for each in kept] == ([damaged] if damaged else [])
    return "".join(
        f" The record of what you add, own.jsonl, was damaged and is kept as {each.name}: what stood nowhere but in its "
        "unreadable lines is missing, so look through your folders and your own words."
        for each in kept
    )


def test_damage_that_is_met_later_is_repaired_by_the_next_start(paths: LibraryPaths) -> None:
    flip_root(paths.catalogue, "photo")
    before = paths.catalogue.read_bytes()
    with open_catalogue(paths).catalogue as catalogue, pytest.raises(LibraryUnavailable, match="start Candid again, and it is made anew"):
        catalogue.by_path("/p/7.jpg")
    assert_rescued(open_catalogue(paths), paths, before)


def test_a_value_that_candid_cannot_have_written_is_repaired_once(paths: LibraryPaths) -> None:
    for attempt in range(2):
        with closing(sqlite3.connect(paths.catalogue, isolation_level=None)) as connection:
            connection.execute("UPDATE photo_facts SET facts = '{' WHERE photo_id = 7")
        with open_catalogue(paths).catalogue as catalogue, pytest.raises(LibraryUnavailable, match="damaged"):
            catalogue.photo(PhotoId(7))
        found = open_catalogue(paths)
        with found.catalogue as catalogue:
            assert (found.rescued is not None) == (attempt == 0)
            fill(catalogue)
    assert len(list(paths.root.glob("catalogue.damaged-*.sqlite3"))) == 1


def test_a_library_that_is_sound_after_all_stays(paths: LibraryPaths) -> None:
    damage_mark(paths.catalogue).write_text("structure")
    with opened(paths) as catalogue:
        assert ratings(catalogue) == expected()
    assert not damage_mark(paths.catalogue).exists()


def test_an_ordinary_start_looks_nothing_through(paths: LibraryPaths, monkeypatch: pytest.MonkeyPatch) -> None:
    def never(_: Path) -> bool:
        raise AssertionError

    monkeypatch.setattr(rescue, "_is_sound", never)
    opened(paths).close()


@pytest.mark.parametrize("left", [b"", None])
def test_a_catalogue_that_is_empty_or_gone_gets_back_what_the_journal_knows(paths: LibraryPaths, left: bytes | None) -> None:
    paths.catalogue.unlink()
    if left is not None:
        paths.catalogue.write_bytes(left)
    found = open_catalogue(paths)
    with found.catalogue as catalogue:
        assert found.rescued == Rescued(
            "The library lacked its last changes, which are put back: 3 folders and what you have said of 40 photos.", FOLDERS
        )
        fill(catalogue)
        assert ratings(catalogue) == expected()
    opened(paths).close()


def test_a_missing_log_loses_no_word_of_the_person(paths: LibraryPaths) -> None:
    with opened(paths) as catalogue:
        catalogue.checkpoint()
        shutil.copy(paths.catalogue, paths.root / "copy")
        catalogue.add_folder("/late")
        first, second = (catalogue.by_path(f"/p/{n}.jpg") for n in (0, 1))
        assert first is not None
        assert second is not None
        kept = KeptWords(catalogue, catalogue.journal)
        kept.change([first.id], lambda *_: OwnWords(title="the first boat"))
        kept.change([second.id], lambda *_: NOTHING_SAID)
        catalogue.mark_gone([first.id])
    os.replace(paths.root / "copy", paths.catalogue)  # what a start without the log would find
    found = open_catalogue(paths)
    with found.catalogue as catalogue:
        assert found.rescued is not None
        assert found.rescued.sentence == (
            "The library lacked its last changes, which are put back: 1 folder and what you have said of 2 photos."
        )
        assert catalogue.holding(Term("first")).photo_ids.tolist() == [1]
        assert ratings(catalogue) == [None, None, *expected()[2:]]
        assert "/late" in found.rescued.folders
    opened(paths).close()


@pytest.mark.parametrize("damage", ["gone", "empty", "garbage", "gap"])
def test_without_the_journal_what_is_readable_of_the_damaged_file_is_kept(paths: LibraryPaths, damage: str) -> None:
    flip_root(paths.catalogue, "photo_time")
    damage_mark(paths.catalogue).write_text("structure")
    if damage == "gone":
        paths.journal.unlink()
    elif damage == "empty":
        paths.journal.write_bytes(b"")
    elif damage == "garbage":
        flip(paths.journal, 0, paths.journal.stat().st_size)
    else:
        lines = paths.journal.read_bytes().splitlines(keepends=True)
        paths.journal.write_bytes(b"".join([*lines[:2], b"?\n", *lines[4:]]))
    before, journal = paths.catalogue.read_bytes(), paths.journal.read_bytes() if paths.journal.exists() else b""
    assert_rescued(open_catalogue(paths), paths, before, journal)


@pytest.mark.parametrize("seed", range(8))
def test_of_a_journal_with_random_bytes_and_a_library_with_damaged_pages_nothing_readable_is_lost(paths: LibraryPaths, seed: int) -> None:
    flip_root(paths.catalogue, "folder")
    damage_mark(paths.catalogue).write_text("structure")
    at = random.Random(seed).randrange(paths.journal.stat().st_size - 30)
    flip(paths.journal, at, at + 30, seed)
    before, journal = paths.catalogue.read_bytes(), paths.journal.read_bytes()
    assert_rescued(open_catalogue(paths), paths, before, journal)


def test_the_files_that_are_kept_aside_can_be_listed(paths: LibraryPaths) -> None:
    assert kept_files(paths.root) == ()
    _garbage(paths.catalogue)
    flip(paths.journal, 0, 20)
    open_catalogue(paths).catalogue.close()
    library, journal = kept_files(paths.root)
    assert library.name.startswith("catalogue.damaged-")
    assert journal.name.startswith("own.damaged-")
    assert os.name != "posix" or journal.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("begin", [0, 16, 40])
def test_a_library_whose_header_is_gone_still_tells_what_the_journal_cannot(paths: LibraryPaths, begin: int) -> None:
    flip_to_zero(paths.catalogue, begin, 100)
    flip(paths.journal, 0, paths.journal.stat().st_size)
    before, journal = paths.catalogue.read_bytes(), paths.journal.read_bytes()
    assert_rescued(open_catalogue(paths), paths, before, journal)
    assert not list(paths.root.glob("*.mended*"))


def test_what_neither_journal_nor_library_can_tell_is_said_to_be_missing(paths: LibraryPaths) -> None:
    _garbage(paths.catalogue)
    lines = paths.journal.read_bytes().splitlines(keepends=True)
    paths.journal.write_bytes(b"".join([b"\xff" * 9 + lines[0][9:], *lines[1:]]))
    journal = paths.journal.read_bytes()
    found = open_catalogue(paths)
    with found.catalogue:
        assert found.rescued is not None
        assert len(found.rescued.folders) == len(FOLDERS) - 1
        assert "with 2 folders and what you have said of 40 photos;" in found.rescued.sentence
        assert found.rescued.sentence.endswith(_of_kept_journal(paths, journal))
        assert _of_kept_journal(paths, journal)
    opened(paths).close()


def test_a_damaged_journal_that_is_ahead_of_the_library_is_kept_as_well(paths: LibraryPaths) -> None:
    paths.catalogue.unlink()
    lines = paths.journal.read_bytes().splitlines(keepends=True)
    paths.journal.write_bytes(b"".join([b"\xff" * 9 + lines[0][9:], *lines[1:]]))
    journal = paths.journal.read_bytes()
    found = open_catalogue(paths)
    with found.catalogue:
        assert found.rescued is not None
        said = "The library lacked its last changes, which are put back: 2 folders and what you have said of 40 photos."
        assert found.rescued.sentence == said + _of_kept_journal(paths, journal)
    opened(paths).close()


def test_words_between_two_damaged_pages_are_read(paths: LibraryPaths) -> None:
    with opened(paths) as catalogue:
        ids = [photo.id for n in range(RATED, 400) if (photo := catalogue.by_path(f"/p/{n}.jpg"))]
        KeptWords(catalogue, catalogue.journal).change(ids, lambda *_: OwnWords(caption="c" * 200))
        catalogue.checkpoint()
    content = paths.catalogue.read_bytes()
    leaf, words = b"\x0d", b'{"caption":"ccc'  # the first byte of a leaf of a table (sqlite.org/fileformat2.html#b_tree_pages)
    pages = [at for at in range(0, len(content), 4096) if content[at : at + 1] == leaf and words in content[at : at + 4096]]
    for page in (pages[len(pages) // 3], pages[-3]):
        flip(paths.catalogue, page, page + 4096)
    things = readable_things(Noted(), paths.catalogue)
    assert len(pages) > 20
    assert len(things.words) > 340


def test_what_was_taken_back_or_forgotten_does_not_return(paths: LibraryPaths) -> None:
    with opened(paths) as catalogue:
        catalogue.checkpoint()
        content = paths.catalogue.read_bytes()
        photo = catalogue.by_path("/p/3.jpg")
        assert photo is not None
        KeptWords(catalogue, catalogue.journal).change([photo.id], lambda *_: NOTHING_SAID)
        catalogue.forget_folder(catalogue.folders()[0].id)
    paths.catalogue.write_bytes(content)  # an older state, and damaged
    damage_mark(paths.catalogue).write_text("value")
    found = open_catalogue(paths)
    with found.catalogue as catalogue:
        assert found.rescued is not None
        assert found.rescued.folders == FOLDERS[1:]
        fill(catalogue)
        assert ratings(catalogue)[3] is None
        assert ratings(catalogue)[4] == 1


def test_words_follow_a_file_that_was_moved_and_not_the_place_where_it_was(tmp_path: Path) -> None:
    paths, photos = LibraryPaths(tmp_path / "library"), tmp_path / "photos"
    photos.mkdir()
    old, new = str(photos / "old.jpg"), photos / "new.jpg"
    with opened(paths) as catalogue:
        folder = catalogue.add_folder(str(photos))
        ((stored,)) = catalogue.store(folder.id, [read_photo(old, content="a")]).photos
        kept = KeptWords(catalogue, catalogue.journal)
        kept.change([stored.photo_id], lambda *_: OwnWords(rating=5))
        catalogue.store(folder.id, [read_photo(str(new), content="a")], {stored.photo_id})
        kept.change([stored.photo_id], lambda *_: NOTHING_SAID)
        new.write_bytes(b"")
    _garbage(paths.catalogue)
    with open_catalogue(paths).catalogue as catalogue:
        catalogue.store(catalogue.folders()[0].id, [read_photo(str(new), content="a")])
        photo = catalogue.by_path(str(new))
        assert photo is not None
        assert photo.facts.rating is None


def test_a_journal_that_is_gone_is_written_again(paths: LibraryPaths) -> None:
    with opened(paths) as catalogue:
        before = catalogue.journal.read()
    paths.journal.unlink()
    with opened(paths) as catalogue:
        again = catalogue.journal.read()
        assert (set(again.folders), set(again.words)) == (set(before.folders), set(before.words))
        assert catalogue.journal_number == again.last > before.last


def test_a_second_damage_in_one_minute_is_kept_as_well(paths: LibraryPaths) -> None:
    for number in range(3):
        _garbage(paths.catalogue)
        open_catalogue(paths).catalogue.close()
        assert len(list(paths.root.glob("catalogue.damaged-*.sqlite3"))) == number + 1
    assert not list(paths.root.glob("*-shm"))
    assert not list(paths.root.glob("catalogue.new*"))


HOLD = """
import sys
from pathlib import Path
from app.library.catalogue import Catalogue
with Catalogue(Path(sys.argv[1])) as catalogue:
    print(len(catalogue.folders()), flush=True)
    sys.stdin.readline()
"""


@pytest.mark.skipif(os.name != "posix", reason="elsewhere a file that is open cannot be replaced")
def test_a_library_that_another_program_has_open_is_left_alone(paths: LibraryPaths) -> None:
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(paths.catalogue)], cwd=CHECKOUT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert holder.stdout is not None
    assert holder.stdout.readline() == "3\n"
    damage_mark(paths.catalogue).write_text("value")
    with pytest.raises(LibraryUnavailable, match="another Candid has it open: close that one"):
        open_catalogue(paths)
    holder.communicate("\n", timeout=60)
    found = open_catalogue(paths)
    found.catalogue.close()
    assert found.rescued is not None


def test_a_damaged_library_that_cannot_be_written_says_so(paths: LibraryPaths, monkeypatch: pytest.MonkeyPatch) -> None:
    _garbage(paths.catalogue)
    monkeypatch.setattr("os.access", lambda *_: False)
    with pytest.raises(LibraryUnavailable, match="is damaged and cannot be made anew, for its folder cannot be written"):
        open_catalogue(paths)
    assert not list(paths.root.glob("catalogue.damaged-*"))


def test_a_library_of_a_later_version_is_no_damage(paths: LibraryPaths) -> None:
    with closing(sqlite3.connect(paths.catalogue)) as connection:
        connection.execute("PRAGMA user_version = 99")
    before = paths.catalogue.read_bytes()
    with pytest.raises(LibraryTooNew, match="later version"):
        open_catalogue(paths)
    assert paths.catalogue.read_bytes() == before
    assert not list(paths.root.glob("catalogue.damaged-*"))


def test_a_database_of_another_program_is_refused_and_left_alone(tmp_path: Path) -> None:
    paths = LibraryPaths(tmp_path)
    with closing(sqlite3.connect(paths.catalogue)) as connection:
        connection.execute("CREATE TABLE songs(title)")
    before = paths.catalogue.read_bytes()
    with pytest.raises(LibraryUnavailable, match="not a library of Candid"):
        open_catalogue(paths)
    assert paths.catalogue.read_bytes() == before


STEPS = ("keep_aside", "_made_anew", "readable_things", "os.replace")


class Killed(BaseException):
    """The program ends here."""


@pytest.mark.parametrize("step", STEPS)
def test_a_rescue_that_is_killed_begins_again(paths: LibraryPaths, monkeypatch: pytest.MonkeyPatch, step: str) -> None:
    def die(*_: object) -> None:
        raise Killed

    _garbage(paths.catalogue)
    before = paths.catalogue.read_bytes()
    with monkeypatch.context() as patched:
        patched.setattr(f"app.library.rescue.{step}", die)
        with pytest.raises(Killed):
            open_catalogue(paths)
    found = open_catalogue(paths)
    with found.catalogue as catalogue:
        assert found.rescued is not None
        assert found.rescued.folders == FOLDERS
        assert all(each.read_bytes() == before for each in paths.root.glob("catalogue.damaged-*.sqlite3"))
        fill(catalogue)
        assert ratings(catalogue) == expected()
