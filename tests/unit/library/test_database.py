"""Opening, migrating, waiting, and failing in clear sentences."""

import os
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from app.domain.errors import Cancelled, LibraryTooNew, LibraryUnavailable
from app.domain.query import Term
from app.library.catalogue import Catalogue
from app.library.database import Database
from app.library.failures import LibraryDamaged, damage_mark
from app.library.migrations import APPLICATION_ID, MIGRATIONS
from tests.unit.library.made import read_photo

CHECKOUT = Path(__file__).parents[3]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "写真 and spaces" / "catalogue.sqlite3"


@contextmanager
def plain(path: Path) -> Iterator[sqlite3.Connection]:
    connection = sqlite3.connect(path, isolation_level=None)
    try:
        yield connection
    finally:
        connection.close()


def python(code: str, *arguments: object) -> subprocess.Popen[str]:
    """Another Python process over the same checkout, which speaks through its standard streams."""
    return subprocess.Popen(
        [sys.executable, "-c", code, *map(str, arguments)], cwd=CHECKOUT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )


def test_a_new_library_says_what_it_is(path: Path) -> None:
    with Catalogue(path) as catalogue:
        name = catalogue.library_id
    with plain(path) as connection:
        assert connection.execute("PRAGMA application_id").fetchone() == (APPLICATION_ID,)
        assert connection.execute("PRAGMA user_version").fetchone() == (len(MIGRATIONS),)
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    with Catalogue(path) as again:
        assert again.library_id == name
        assert len(name) == 32


def test_a_later_version_is_refused_and_left_alone(path: Path) -> None:
    Catalogue(path).close()
    with plain(path) as connection:
        connection.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    with pytest.raises(LibraryTooNew, match="later version of Candid"):
        Catalogue(path)
    with plain(path) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (len(MIGRATIONS) + 1,)


def test_a_database_of_another_program_is_refused(path: Path) -> None:
    path.parent.mkdir()
    with plain(path) as connection:
        connection.execute("CREATE TABLE songs(title)")
    with pytest.raises(LibraryUnavailable, match="not a library of Candid"):
        Catalogue(path)


def test_a_file_that_is_no_database_is_damaged(path: Path) -> None:
    path.parent.mkdir()
    path.write_bytes(b"not a database, but long enough to look at" * 100)
    with pytest.raises(LibraryDamaged, match="is damaged: start Candid again"):
        Catalogue(path)
    assert damage_mark(path).exists()


def test_a_damaged_library_says_so(path: Path) -> None:
    with Catalogue(path) as catalogue:
        catalogue.store(catalogue.add_folder("/p").id, [read_photo(f"/p/{n}.jpg", caption=f"boat {n}") for n in range(200)])
    content = bytearray(path.read_bytes())
    content[4096:] = b"\x5a" * (len(content) - 4096)
    path.write_bytes(content)
    with pytest.raises(LibraryUnavailable, match="damaged"), Catalogue(path) as catalogue:
        catalogue.holding(Term("boat"))


def test_a_folder_that_is_a_file_says_so(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(LibraryUnavailable, match="cannot be used"):
        Catalogue(tmp_path / "file" / "catalogue.sqlite3")


OPEN_AS_NOBODY = """
import os, sys
from pathlib import Path
from app.domain.errors import LibraryUnavailable
from app.library.catalogue import Catalogue
if os.getuid() == 0:
    os.setuid(65534)  # no permission stops root
try:
    Catalogue(Path(sys.argv[1])).add_folder("/x")
except LibraryUnavailable as error:
    print(error)
"""


@pytest.fixture
def locked_folder(tmp_path: Path) -> Iterator[Path]:
    """A folder that everybody can read and nobody write; its parents can be entered."""
    folder = tmp_path / "library"
    folder.mkdir()
    parents = {each: each.stat().st_mode for each in (tmp_path, *tmp_path.parents[:2])}
    yield folder
    folder.chmod(0o755)
    for each, mode in parents.items():
        each.chmod(mode)


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="needs POSIX permissions")
@pytest.mark.parametrize("existing", [False, True])
def test_a_folder_without_write_permission_says_so(locked_folder: Path, existing: bool) -> None:
    path = locked_folder / "catalogue.sqlite3"
    if existing:
        Catalogue(path).close()
    locked_folder.chmod(0o555)
    for each in path.parents[1:4]:
        each.chmod(each.stat().st_mode | 0o055)
    output, _ = python(OPEN_AS_NOBODY, path).communicate(timeout=60)
    assert "catalogue.sqlite3 cannot be" in output
    assert "check" in output


def test_a_full_disk_says_so(path: Path) -> None:
    database = Database(path)
    with database.reading() as connection:
        connection.execute("PRAGMA max_page_count = 1")
    with pytest.raises(LibraryUnavailable, match="full"), database.writing() as connection:
        connection.execute("CREATE TABLE more(x)")
    with database.writing() as connection:
        connection.execute("PRAGMA max_page_count = 1000000")
        connection.execute("INSERT INTO folder(path) VALUES (x'2f')")
    database.close()


def test_a_library_that_was_deleted_while_it_is_open_is_not_made_again_empty(path: Path) -> None:
    said: list[str] = []
    with Catalogue(path) as catalogue:
        path.unlink()

        def read() -> None:
            with pytest.raises(LibraryUnavailable, match="cannot be opened: check that its folder exists") as refused:
                catalogue.folders()
            said.append(str(refused.value))

        thread = threading.Thread(target=read)
        thread.start()
        thread.join()
        assert len(said) == 1
        assert not path.exists()


def test_errors_of_the_program_are_not_hidden(path: Path) -> None:
    database = Database(path)
    with pytest.raises(sqlite3.OperationalError, match="no such table"), database.reading() as connection:
        connection.execute("SELECT * FROM songs")
    database.close()


def test_a_change_that_fails_leaves_nothing(path: Path) -> None:
    database = Database(path)

    def fail() -> None:
        with database.writing() as connection:
            connection.execute("INSERT INTO folder(path) VALUES (x'2f')")
            raise KeyError

    with pytest.raises(KeyError):
        fail()
    with database.reading() as connection:
        assert connection.execute("SELECT count(*) FROM folder").fetchone() == (0,)
    database.close()


HOLD = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("BEGIN IMMEDIATE")
connection.execute("INSERT INTO folder(path) VALUES (x'2f61')")
print("held", flush=True)
sys.stdin.readline()
connection.execute("COMMIT")
"""


def test_a_change_waits_for_another_program_and_says_so(path: Path) -> None:
    waited: list[float] = []
    with Catalogue(path, on_wait=waited.append) as catalogue:
        holder = python(HOLD, path)
        assert holder.stdin is not None
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        assert catalogue.folders() == ()  # reading does not wait
        threading.Timer(3, lambda: holder.communicate("\n")).start()
        catalogue.add_folder("/b")
        assert [each.path for each in catalogue.folders()] == ["/a", "/b"]
        assert waited
        holder.wait(timeout=60)


def test_patience_ends(path: Path) -> None:
    with Catalogue(path, patience=0.5) as catalogue:
        holder = python(HOLD, path)
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        with pytest.raises(LibraryUnavailable, match="locked"):
            catalogue.add_folder("/b")
        holder.communicate("\n", timeout=60)
        catalogue.add_folder("/b")


def test_programs_that_make_a_library_at_once_make_one(path: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from app.library.catalogue import Catalogue; print(Catalogue(Path(sys.argv[1])).library_id)"
    )
    makers = [python(code, path) for _ in range(4)]
    names = {maker.communicate(timeout=120)[0] for maker in makers}
    assert len(names) == 1
    assert len(names.pop().strip()) == 32


def test_threads_read_while_one_writes(path: Path) -> None:
    seen: set[int] = set()
    finished: list[int] = []
    with Catalogue(path) as catalogue:
        folder = catalogue.add_folder("/p")
        done = threading.Event()

        def read() -> None:
            while not done.is_set():
                seen.add(len(catalogue.holding(Term("boat")).photo_ids) % 10)
                seen.add(len(catalogue.browse()) % 10)
            finished.append(1)

        readers = [threading.Thread(target=read) for _ in range(3)]
        for reader in readers:
            reader.start()
        for batch in range(20):
            catalogue.store(folder.id, [read_photo(f"/p/{batch}-{n}.jpg", caption="a boat") for n in range(10)])
        done.set()
        for reader in readers:
            reader.join()
        assert len(catalogue.holding(Term("boat")).photo_ids) == 200
    assert (seen, len(finished)) == ({0}, 3)


def test_a_thread_that_ends_closes_its_connection(path: Path) -> None:
    database = Database(path)

    def read() -> None:
        with database.reading() as connection:
            connection.execute("SELECT 1")

    for _ in range(20):
        thread = threading.Thread(target=read)
        thread.start()
        thread.join()
    assert len(database._handles) == 1
    database.close()
    with pytest.raises(Cancelled):
        read()


def test_the_write_ahead_log_is_emptied(path: Path) -> None:
    with Catalogue(path) as catalogue:
        catalogue.add_folder("/p")
        log = path.with_name(path.name + "-wal")
        assert log.stat().st_size > 0
        catalogue.checkpoint()
        assert log.stat().st_size == 0
    assert not log.exists()


_LONG = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 20000) SELECT sum(i) FROM n"


def test_closing_waits_for_a_thread_that_reads_and_refuses_what_comes_after(tmp_path: Path) -> None:
    database = Database(tmp_path / "catalogue.sqlite3")
    begun, ended = threading.Event(), list[object]()

    def read_on() -> None:
        try:
            while True:
                with database.reading() as connection:
                    connection.execute(_LONG).fetchone()
                    begun.set()
        except Cancelled as error:
            ended.append(error)

    threads = [threading.Thread(target=read_on) for _ in range(4)]
    for thread in threads:
        thread.start()
    assert begun.wait(60)
    database.close()
    for thread in threads:
        thread.join(60)
    assert len(ended) == len(threads)
    with pytest.raises(Cancelled), database.writing():
        pass
