"""What happens to libraries in the world: damage, locks, lost caches, disks that cannot be written. Each costs what it must and says so."""

import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing
from datetime import date
from pathlib import Path
from threading import Thread

import pytest

from app.bootstrap import Built, build
from app.config.paths import LibraryPaths, shipped
from app.domain.errors import LibraryUnavailable
from app.domain.own_words import Change
from app.embedding.sentence import SentenceModel
from app.photos.workers import WorkerReader
from app.services.cancel import CancelSwitch
from app.services.events import IndexSummary
from app.services.notices import WAITING, Notices

CHECKOUT = Path(__file__).parents[2]
SAMPLE = shipped("resources") / "sample"
TODAY = date(2026, 11, 30)

Parts = tuple[SentenceModel, WorkerReader]


@pytest.fixture
def parts(embedder: SentenceModel, reader: WorkerReader) -> Parts:
    return embedder, reader


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory, embedder: SentenceModel, reader: WorkerReader) -> LibraryPaths:
    """The sample library with two photos rated, one of them tagged."""
    paths = LibraryPaths(tmp_path_factory.mktemp("sample") / "library")
    with build(paths, embedder, reader) as built:
        index(built)
        first, second = built.catalogue.browse().tolist()[:2]
        built.use_cases.describe.change([first, second], Change(rating=5, favourite=True))
        built.use_cases.describe.change([first], Change(add_tags=("Zanzibar",)))
    return paths


@pytest.fixture
def paths(sample: LibraryPaths, tmp_path: Path) -> LibraryPaths:
    return LibraryPaths(Path(shutil.copytree(sample.root, tmp_path / "日本 and spaces")))


def index(built: Built, folder: Path = SAMPLE) -> IndexSummary:
    (summary,) = [each for each in built.use_cases.index.run([str(folder)], CancelSwitch()) if isinstance(each, IndexSummary)]
    return summary


def found(built: Built, query: str) -> list[str]:
    listing = built.use_cases.search.search(query, TODAY)
    return [card.photo.path for card in built.use_cases.search.cards(listing, 0, 100)]


def candid(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "app", *map(str, arguments)], cwd=CHECKOUT, capture_output=True, text=True, timeout=300, check=False
    )


def test_the_terminal_says_what_was_rescued_and_what_to_do(paths: LibraryPaths) -> None:
    os.truncate(paths.catalogue, 20_000)
    searched = candid("search", "zanzibar", "--library", paths.root, "--json")
    (kept,) = paths.root.glob("catalogue.damaged-*.sqlite3")
    assert searched.returncode == 0
    assert json.loads(searched.stdout)["results"] == []
    assert searched.stderr == (
        "candid: The library was damaged and has been made anew with 1 folder and what you have said of 2 photos; "
        f"the damaged one is kept as {kept.name}. To read the photos again, run: candid index {SAMPLE} --library '{paths.root}'\n"
    )
    assert candid("index", SAMPLE, "--library", paths.root, "--no-look").returncode == 0
    again = candid("search", "zanzibar", "--library", paths.root, "--json")
    assert (len(json.loads(again.stdout)["results"]), again.stderr) == (1, "")
    assert kept.stat().st_size == 20_000


def test_a_rescued_library_is_as_it_was(paths: LibraryPaths, sample: LibraryPaths, parts: Parts, tmp_path: Path) -> None:
    paths.catalogue.write_bytes(b"\0" * 100 + paths.catalogue.read_bytes()[100:])
    twin = LibraryPaths(Path(shutil.copytree(sample.root, tmp_path / "twin")))
    with build(paths, *parts) as built, build(twin, *parts) as other:
        assert built.use_cases.rescued is not None
        index(built)
        for query in ("zanzibar", "rating:5", "boats in a harbour", "snow"):
            assert sorted(found(built, query)) == sorted(found(other, query))
        assert built.catalogue.counts() == other.catalogue.counts()
        built.catalogue.check()


def test_damage_that_a_command_meets_is_one_line_and_the_next_one_repairs_it(paths: LibraryPaths) -> None:
    with closing(sqlite3.connect(paths.catalogue)) as connection:
        (page,) = connection.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'photo_facts'").fetchone()
    content = bytearray(paths.catalogue.read_bytes())
    content[(page - 1) * 4096 : page * 4096] = b"\x5a" * 4096
    paths.catalogue.write_bytes(content)
    met = candid("search", "boat", "--library", paths.root)
    assert met.returncode == 1
    assert met.stderr == (
        f"candid: The library {paths.catalogue} is damaged: start Candid again, and it is made anew from your photos. "
        "They are untouched, and what you have said of them is kept.\n"
    )
    repaired = candid("status", "--library", paths.root)
    assert repaired.returncode == 0
    assert "has been made anew with 1 folder and what you have said of 2 photos" in repaired.stderr


def test_a_library_of_a_later_version_is_one_line(paths: LibraryPaths) -> None:
    with closing(sqlite3.connect(paths.catalogue)) as connection:
        connection.execute("PRAGMA user_version = 99")
    refused = candid("status", "--library", paths.root)
    assert (refused.returncode, refused.stdout) == (1, "")
    assert refused.stderr.count("\n") == 1
    assert "was written by a later version of Candid" in refused.stderr


def test_a_lock_of_another_program_is_waited_for_and_said(paths: LibraryPaths, parts: Parts) -> None:
    holder = sqlite3.connect(paths.catalogue, isolation_level=None, check_same_thread=False)
    heard: list[str] = []

    def hear(sentence: str) -> None:
        heard.append(sentence)
        holder.execute("COMMIT")

    with closing(holder), build(paths, *parts, Notices(hear)) as built:
        holder.execute("BEGIN IMMEDIATE")
        assert len(found(built, "zanzibar")) == 1  # reading does not wait
        built.catalogue.add_folder("/late")
        assert heard == [WAITING]
        assert "/late" in {each.path for each in built.catalogue.folders()}


def _thumbnails(built: Built) -> list[bytes | None]:
    photos = built.catalogue.photos(built.catalogue.browse().tolist()[:5]).values()
    return [built.use_cases.look.thumbnail(each) for each in photos]


def test_caches_that_are_deleted_while_candid_runs_are_made_again(paths: LibraryPaths, parts: Parts) -> None:
    with build(paths, *parts) as built:
        before = found(built, "boats in a harbour"), _thumbnails(built)
        shutil.rmtree(paths.thumbnails)
        shutil.rmtree(paths.vectors)
        assert (found(built, "boats in a harbour"), _thumbnails(built)) == before
        built.use_cases.describe.change(built.catalogue.browse().tolist()[2:3], Change(caption="a new caption"))
        built.vectors.save()
    assert len(list(paths.thumbnails.rglob("*.jpg"))) == 5
    assert len(list(paths.vectors.glob("*.map"))) == 1


def test_caches_that_are_deleted_between_two_starts_are_made_again(paths: LibraryPaths, parts: Parts) -> None:
    with build(paths, *parts) as built:
        before = found(built, "boats in a harbour"), _thumbnails(built)
    shutil.rmtree(paths.thumbnails)
    shutil.rmtree(paths.vectors)
    with build(paths, *parts) as built:
        assert (found(built, "boats in a harbour"), _thumbnails(built)) == before


def test_caches_that_cannot_be_written_cost_time_alone(parts: Parts, tmp_path: Path) -> None:
    paths = LibraryPaths(tmp_path)
    for each in (paths.thumbnails, paths.vectors):
        each.write_text("a file where a folder should be: no permission stops root")
    for run in range(2):
        with build(paths, *parts) as built:
            assert (index(built).indexed > 0) == (run == 0)
            assert found(built, "boats in a harbour")
            assert all(_thumbnails(built))


@pytest.fixture
def unwritable(sample: LibraryPaths) -> Iterator[LibraryPaths]:
    """A library that everybody can read and nobody but root write, in a place that everybody can enter."""
    with tempfile.TemporaryDirectory(prefix="candid-") as place:
        os.chmod(place, 0o755)
        paths = LibraryPaths(Path(shutil.copytree(sample.root, Path(place) / "library")))
        for each in (*paths.root.rglob("*"), paths.root):
            each.chmod(0o555 if each.is_dir() else 0o444)
        yield paths
        for each in (paths.root, *paths.root.rglob("*")):
            each.chmod(0o755)


WITHOUT_RIGHTS = ["setpriv", "--bounding-set=-dac_override,-dac_read_search"]
"""Begins a command in which permissions hold for root as for anybody (util-linux; capabilities(7))."""


@pytest.fixture(scope="module")
def bound() -> list[str]:
    """What a command must begin with so that permissions stop it."""
    if os.name != "posix":
        pytest.skip("needs POSIX permissions")
    if os.geteuid() != 0:
        return []
    if not shutil.which(WITHOUT_RIGHTS[0]) or subprocess.run([*WITHOUT_RIGHTS, "true"], capture_output=True, check=False).returncode:
        pytest.skip("no permission stops root here")
    return WITHOUT_RIGHTS


def test_a_library_that_cannot_be_written_is_searched_and_says_so(unwritable: LibraryPaths, bound: list[str]) -> None:
    def anybody(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
        command = [*bound, sys.executable, "-m", "app", *map(str, arguments), "--library", str(unwritable.root)]
        return subprocess.run(command, cwd=CHECKOUT, capture_output=True, text=True, timeout=300, check=False)

    read_only = "candid: The library can be searched and looked at, but not changed: its file or its folder cannot be written.\n"
    before = sorted((each.name, each.stat().st_mtime_ns) for each in unwritable.root.rglob("*"))
    searched = anybody("search", "zanzibar", "--json")
    assert searched.stderr == read_only
    assert len(json.loads(searched.stdout)["results"]) == 1
    assert anybody("ask", "which photos show boats?").returncode == 0
    refused = anybody("index", SAMPLE.parent)
    assert refused.returncode == 1
    assert refused.stderr.startswith(read_only)
    assert "cannot be written: check the permissions" in refused.stderr
    assert "Traceback" not in refused.stderr
    assert sorted((each.name, each.stat().st_mtime_ns) for each in unwritable.root.rglob("*")) == before


RATE = """
import sys
from pathlib import Path
from app.config.paths import LibraryPaths
from app.domain.own_words import OwnWords
from app.library.kept_words import KeptWords
from app.library.rescue import open_catalogue
catalogue = open_catalogue(LibraryPaths(Path(sys.argv[1]))).catalogue
kept, ids = KeptWords(catalogue, catalogue.journal), catalogue.browse().tolist()
for n in range(10**6):
    kept.change([ids[n % len(ids)]], lambda *_: OwnWords(title=f"title {n}"))
    print(n, flush=True)
"""


@pytest.mark.skipif(os.name != "posix", reason="needs SIGKILL")
@pytest.mark.parametrize("log_is_lost", [False, True])
def test_what_was_said_before_a_kill_is_kept_even_without_the_log(paths: LibraryPaths, parts: Parts, log_is_lost: bool) -> None:
    process = subprocess.Popen([sys.executable, "-c", RATE, str(paths.root)], cwd=CHECKOUT, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    done = [int(process.stdout.readline()) for _ in range(40)]
    process.send_signal(signal.SIGKILL)
    done += map(int, process.communicate()[0].split())
    if log_is_lost:
        for ending in ("-wal", "-shm"):
            paths.catalogue.with_name(paths.catalogue.name + ending).unlink()
    with build(paths, *parts) as built:
        photos = built.catalogue.photos(built.catalogue.browse().tolist()).values()
        titles = {int(each.facts.title.value.split()[1]) for each in photos if each.facts.title and each.facts.title.value[:6] == "title "}
        count = len(photos)
        # The last one may have been done and not told.
        assert titles in (set(done[-count:]), {*done[1 - count :], done[-1] + 1})
        assert built.use_cases.rescued is None or "lacked its last changes" in built.use_cases.rescued.sentence
        assert (built.use_cases.rescued is not None) or not log_is_lost
        built.catalogue.check()


def test_a_reader_goes_on_while_another_thread_changes_own_words(paths: LibraryPaths, parts: Parts) -> None:
    with build(paths, *parts) as built:
        ids = built.catalogue.browse().tolist()

        def change() -> None:
            for n in range(30):
                built.use_cases.describe.change(ids[:3], Change(rating=1 + n % 5))

        thread = Thread(target=change)
        thread.start()
        while thread.is_alive():
            ratings = {each.facts.rating.value for each in built.catalogue.photos(ids[:3]).values() if each.facts.rating}
            assert len(ratings) <= 2  # the first two were rated before, the third was not
        thread.join()
        assert built.catalogue.journal_number == built.catalogue.journal.last


def test_a_refused_change_of_own_words_leaves_journal_and_library_agreed(
    paths: LibraryPaths, parts: Parts, monkeypatch: pytest.MonkeyPatch
) -> None:
    with build(paths, *parts) as built:
        ids, before = built.catalogue.browse().tolist(), built.catalogue.journal.read()

        def fail(*_: object) -> None:
            raise LibraryUnavailable("The disk is full.")

        with monkeypatch.context() as patched:
            patched.setattr(built.catalogue.journal, "number_into", fail)
            with pytest.raises(LibraryUnavailable):
                built.use_cases.describe.change(ids[:3], Change(rating=1))
        assert built.catalogue.journal.read() == before
        assert built.catalogue.journal_number == before.last
    with build(paths, *parts) as built:
        assert built.use_cases.rescued is None
