"""A library of an earlier version, with real rows, becomes one of this version and loses nothing; a copy is kept of what it was."""

import os
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from dataclasses import replace
from itertools import chain
from pathlib import Path

import pytest
from PIL import Image

from app.bootstrap import build
from app.config.paths import LibraryPaths
from app.domain.errors import LibraryUnavailable
from app.domain.photo import Fact, Photo, PhotoState, Position
from app.domain.query import Around, Condition, Filter, FilterField, Term
from app.embedding.sentence import SentenceModel
from app.library import migrations
from app.library.catalogue import Catalogue
from app.library.migrations import APPLICATION_ID, MIGRATIONS, copy_kept
from app.photos.workers import WorkerReader
from app.services.cancel import CancelSwitch
from app.services.events import IndexSummary
from tests.unit.library.made import read_photo
from tests.unit.photos.making import PHOTO, ascii_text, jpeg

CHECKOUT = Path(__file__).parents[3]
SERIAL = 0xA431
COPIED = ("meta", "folder", "photo", "photo_facts", "skipped", "value", "passage", "photo_passage", "model", "vector")


def first_version(path: Path, source: Path) -> None:
    """What a release of version 1 would have left."""
    earlier_version(path, source, 1)


def earlier_version(path: Path, source: Path, number: int) -> None:
    """Make a library by the first steps alone, with the rows of another."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.create_function("direction", 3, migrations._direction)
        for statement in chain(*MIGRATIONS[:number]):
            connection.execute(statement)
        connection.execute("ATTACH ? AS source", (str(source),))
        connection.execute("DELETE FROM meta")
        for table in COPIED:
            columns = ", ".join(name for _, name, *_ in connection.execute(f"PRAGMA main.table_info({table})"))
            connection.execute(f"INSERT INTO {table}({columns}) SELECT {columns} FROM source.{table}")
        if number < 5:
            connection.execute("DELETE FROM meta WHERE name = 'looks_generation'")
        for words in ("stems", "plain"):
            connection.execute(f"INSERT INTO {words}({words}) VALUES ('rebuild')")
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {number}")


def version(path: Path) -> int:
    with closing(sqlite3.connect(path)) as connection:
        (number,) = connection.execute("PRAGMA user_version").fetchone()
    return int(number)


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """Made-up photos of every state, one with a time that needs more than 64 bits."""
    with Catalogue(tmp_path / "new" / "catalogue.sqlite3") as catalogue:
        folder = catalogue.add_folder("/pictures")
        photos = [read_photo(f"/pictures/{n}.jpg", caption=f"a boat {n}", modified_ns=(7, 2**70, -3)[n % 3]) for n in range(9)]
        stored = [each.photo_id for each in catalogue.store(folder.id, photos).photos]
        catalogue.mark_gone(stored[:2])
        catalogue.mark_unavailable(stored[2:4])
        catalogue.checkpoint()
    first_version(tmp_path / "old" / "catalogue.sqlite3", tmp_path / "new" / "catalogue.sqlite3")
    return tmp_path / "old" / "catalogue.sqlite3"


def test_nothing_is_lost(old: Path, tmp_path: Path) -> None:
    with Catalogue(tmp_path / "new" / "catalogue.sqlite3") as new, Catalogue(old) as catalogue:
        assert catalogue.library_id == new.library_id
        assert catalogue.folders() == new.folders()
        assert catalogue.counts() == new.counts()
        assert catalogue.holding(Term("boat")).photo_ids.tolist() == new.holding(Term("boat")).photo_ids.tolist() != []
        ids = [each.id for each in new.known_files(new.folders()[0].id).photos.values()]
        for photo_id, photo in new.photos(ids).items():
            kept = catalogue.photo(photo_id)
            assert kept is not None
            assert (kept.path, kept.content_hash, kept.facts, kept.state) == (photo.path, photo.content_hash, photo.facts, photo.state)
            assert (kept.stamp.size, kept.perceptual_hash) == (photo.stamp.size, None)
        catalogue.check()
    assert version(old) == len(MIGRATIONS)


@pytest.mark.parametrize("number", range(1, len(MIGRATIONS)))
def test_every_earlier_version_keeps_its_rows_and_a_copy_of_itself(old: Path, tmp_path: Path, number: int) -> None:
    source, earlier = tmp_path / "new" / "catalogue.sqlite3", tmp_path / "earlier" / "catalogue.sqlite3"
    earlier_version(earlier, source, number)
    rows = dump(earlier)
    with Catalogue(source) as new, Catalogue(earlier) as catalogue:
        assert version(earlier) == len(MIGRATIONS)
        assert catalogue.counts() == replace(new.counts(), skipped=0)
        assert set(catalogue.browse().tolist()) == set(new.browse().tolist()) != set()
        assert catalogue.holding(Term("boat")).photo_ids.tolist() == new.holding(Term("boat")).photo_ids.tolist()
        catalogue.check()
        assert version(copy_kept(earlier)) == number
        assert dump(copy_kept(earlier)) == rows
        catalogue.add_folder("/more")
        catalogue.forget_folder(catalogue.folders()[-1].id)
        assert not copy_kept(earlier).exists()
    assert sorted(each.name for each in earlier.parent.iterdir()) == ["catalogue.sqlite3", "own.jsonl"]


def dump(path: Path) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(path)) as connection:
        return [row for table in COPIED for row in connection.execute(f"SELECT * FROM {table} ORDER BY 1")]


MIGRATE = """
import sys
from pathlib import Path
from app.library.catalogue import Catalogue
print("begun", flush=True)
Catalogue(Path(sys.argv[1])).close()
"""


@pytest.mark.skipif(os.name != "posix", reason="needs SIGKILL")
@pytest.mark.parametrize("attempt", range(4))
def test_a_kill_in_the_middle_leaves_one_version_or_the_other(tmp_path: Path, attempt: int) -> None:
    with Catalogue(tmp_path / "new.sqlite3") as catalogue:
        folder = catalogue.add_folder("/p")
        catalogue.store(folder.id, [read_photo(f"/p/{n}.jpg", caption=f"a boat {n}") for n in range(2_000)])
        catalogue.checkpoint()
    path = tmp_path / "catalogue.sqlite3"
    earlier_version(path, tmp_path / "new.sqlite3", 1)
    process = subprocess.Popen([sys.executable, "-c", MIGRATE, str(path)], cwd=CHECKOUT, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    process.stdout.readline()
    time.sleep(attempt * 0.03)
    process.kill()
    process.communicate()
    assert version(path) in (1, len(MIGRATIONS))
    with Catalogue(path) as catalogue:
        assert len(catalogue.holding(Term("boat")).photo_ids) == 2_000
        catalogue.check()
    assert version(copy_kept(path)) == 1


def test_a_new_library_has_no_copy(tmp_path: Path) -> None:
    Catalogue(tmp_path / "catalogue.sqlite3").close()
    Catalogue(tmp_path / "catalogue.sqlite3").close()
    assert not list(tmp_path.glob("*before*"))


def test_no_file_has_the_stamp_of_a_photo_that_was_not_read_anew(old: Path, tmp_path: Path) -> None:
    with Catalogue(tmp_path / "new" / "catalogue.sqlite3") as new, Catalogue(old) as catalogue:
        before, after = (each.known_files(each.folders()[0].id).photos for each in (new, catalogue))
    assert before.keys() == after.keys()
    for path, known in before.items():
        assert after[path].stamp != known.stamp
        assert after[path].stamp.modified_ns > 2**63 * 10**9  # The seconds of a file's time have 64 bits.
    assert {known.state for known in after.values()} == set(PhotoState)


def test_positions_are_filled_from_the_facts(tmp_path: Path) -> None:
    """Those that cannot be read have none, and the rest is kept."""
    auckland = Position(-36.85, 174.76)
    with Catalogue(tmp_path / "new.sqlite3") as catalogue:
        folder = catalogue.add_folder("/pictures")
        photos = [read_photo(f"/pictures/{n}.jpg") for n in range(4)]
        photos[:3] = [replace(each, facts=replace(each.facts, gps=Fact(auckland, "EXIF"))) for each in photos[:3]]
        ids = [each.photo_id for each in catalogue.store(folder.id, photos).photos]
        catalogue.checkpoint()
    first_version(tmp_path / "old.sqlite3", tmp_path / "new.sqlite3")
    change(tmp_path / "old.sqlite3", f"UPDATE photo_facts SET facts = '{{' WHERE photo_id = {ids[1]}")
    change(tmp_path / "old.sqlite3", f"""UPDATE photo_facts SET facts = '{{"gps":[["x",[]],1]}}' WHERE photo_id = {ids[2]}""")
    with Catalogue(tmp_path / "old.sqlite3") as catalogue:
        around = Filter(FilterField.PLACE, Around("Auckland", (auckland,), 1))
        assert catalogue.satisfying([Condition((around,))]).tolist() == ids[:1]
        assert catalogue.photo_count() == 4


def test_it_migrates_once(old: Path) -> None:
    with Catalogue(old) as catalogue:
        folder = catalogue.folders()[0]
        catalogue.store(folder.id, [read_photo("/pictures/5.jpg", caption="a boat 5", perceptual_hash="0f" * 32)])
        stamp = catalogue.known_files(folder.id).photos["/pictures/5.jpg"].stamp
    with Catalogue(old) as again:
        assert again.known_files(folder.id).photos["/pictures/5.jpg"].stamp == stamp
        photo = again.by_path("/pictures/5.jpg")
        assert photo is not None
        assert photo.perceptual_hash == "0f" * 32


def test_a_step_that_fails_leaves_the_library_as_it_was(old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = old.read_bytes()
    broken = (MIGRATIONS[0], (*MIGRATIONS[1], "INSERT INTO folder(path) SELECT path FROM folder"))
    with monkeypatch.context() as patched:
        patched.setattr(migrations, "MIGRATIONS", broken)
        with pytest.raises(LibraryUnavailable):
            Catalogue(old)
    assert version(old) == 1
    with closing(sqlite3.connect(old)) as connection:
        assert len(connection.execute("PRAGMA table_info(photo)").fetchall()) == 12
        assert connection.execute("SELECT count(*) FROM photo WHERE modified_ns = 7").fetchone() == (3,)
    assert len(before) == old.stat().st_size
    Catalogue(old).close()
    assert version(old) == len(MIGRATIONS)


def test_the_next_scan_reads_every_photo_anew_and_keeps_its_id(tmp_path: Path, embedder: SentenceModel, reader: WorkerReader) -> None:
    folder = tmp_path / "photos"
    folder.mkdir()
    for n in range(3):
        noise = Image.effect_noise((64, 48), 90 + n).convert("RGB")
        (folder / f"{n}.jpg").write_bytes(jpeg({PHOTO: {SERIAL: ascii_text(b"70310%d" % n)}}, image=noise))
    source, old = LibraryPaths(tmp_path / "source"), LibraryPaths(tmp_path / "library")
    with build(source, embedder, reader) as built:
        assert indexed(built.use_cases.index.run([str(folder)], CancelSwitch())) == 3
        ids = {photo.path: photo.id for photo in known(built.catalogue)}
        built.catalogue.checkpoint()
    first_version(old.catalogue, source.catalogue)
    change(old.catalogue, """UPDATE photo_facts SET facts = json_remove(facts, '$.serial')""")
    with build(old, embedder, reader) as built:
        assert {(photo.facts.serial, photo.perceptual_hash) for photo in known(built.catalogue)} == {(None, None)}
        assert indexed(built.use_cases.index.run([str(folder)], CancelSwitch())) == 3
        photos = known(built.catalogue)
        assert {photo.path: photo.id for photo in photos} == ids
        assert sorted(photo.facts.serial.value for photo in photos if photo.facts.serial) == ["703100", "703101", "703102"]
        assert len({photo.perceptual_hash for photo in photos} - {None}) == 3
        assert all(photo.stamp.modified_ns == os.stat(photo.path).st_mtime_ns for photo in photos)
        assert indexed(built.use_cases.index.run([str(folder)], CancelSwitch())) == 0


def indexed(events: object) -> int:
    (summary,) = [event for event in events if isinstance(event, IndexSummary)]  # type: ignore[attr-defined]
    return int(summary.indexed)


def known(catalogue: Catalogue) -> list[Photo]:
    files = catalogue.known_files(catalogue.folders()[0].id).photos
    return list(catalogue.photos([each.id for each in files.values()]).values())


def change(path: Path, sql: str) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(sql)
