"""One holder at a time, in this program and among programs; a killed holder holds nothing."""

import errno
import subprocess
import sys
from pathlib import Path

import pytest

from app.library.index_lock import IndexLock

HOLD = """
import sys, time
from pathlib import Path
from app.library.index_lock import IndexLock
lock = IndexLock(Path(sys.argv[1]))
print(lock.take(), flush=True)
time.sleep(600)
"""


def test_only_one_holds_it(tmp_path: Path) -> None:
    first, second = IndexLock(tmp_path / "index.lock"), IndexLock(tmp_path / "index.lock")
    assert first.take()
    assert not second.take()
    first.release()
    assert second.take()
    second.release()
    second.release()


def test_a_killed_program_holds_nothing(tmp_path: Path) -> None:
    lock = IndexLock(tmp_path / "index.lock")
    with subprocess.Popen([sys.executable, "-c", HOLD, str(tmp_path / "index.lock")], stdout=subprocess.PIPE, text=True) as holder:
        try:
            assert holder.stdout is not None
            assert holder.stdout.readline() == "True\n"
            assert not lock.take()
        finally:
            holder.kill()
    assert lock.take()
    lock.release()


@pytest.mark.parametrize("number", [errno.ENOLCK, errno.EOPNOTSUPP, errno.EROFS])
def test_where_locks_are_impossible_it_goes_on_without(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    def fail(*_: object) -> None:
        raise OSError(number, "no locks here")

    monkeypatch.setattr("fcntl.flock", fail)
    lock = IndexLock(tmp_path / "index.lock")
    assert lock.take()
    lock.release()


def test_where_nothing_can_be_written_it_goes_on_without(tmp_path: Path) -> None:
    lock = IndexLock(tmp_path / "not there" / "index.lock")
    assert lock.take()
    lock.release()
