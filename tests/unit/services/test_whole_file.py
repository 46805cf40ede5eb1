"""Files written whole or not at all: over others, through links, into pipes, and where that is not possible."""

import errno
import os
import sys
from functools import partial
from pathlib import Path
from threading import Thread

import pytest

from app.services.whole_file import check_place, write_whole

POSIX = pytest.mark.skipif(sys.platform == "win32", reason="Windows has other permissions, links and pipes")


@pytest.mark.parametrize("name", ["plot.png", "x" * 255, "bad\udcff.png"])
def test_a_file_is_new_or_takes_the_place_of_another(tmp_path: Path, name: str) -> None:
    path = os.path.join(tmp_path, name)
    for content in (b"first and longer", b"second"):
        check_place(path)
        write_whole(path, content)
        assert Path(path).read_bytes() == content
        assert os.listdir(tmp_path) == [name]


def test_looking_changes_nothing(tmp_path: Path) -> None:
    (tmp_path / "there").write_bytes(b"kept")
    for name in ("there", "new"):
        check_place(str(tmp_path / name))
    assert [each.name for each in tmp_path.iterdir()] == ["there"]
    assert (tmp_path / "there").read_bytes() == b"kept"


@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_a_full_disk_leaves_what_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(f"app.services.whole_file.os.{step}", full)
    (tmp_path / "there").write_bytes(b"kept")
    for name in ("there", "new"):
        with pytest.raises(OSError, match="No space"):
            write_whole(str(tmp_path / name), b"lost")
    assert [each.name for each in tmp_path.iterdir()] == ["there"]
    assert (tmp_path / "there").read_bytes() == b"kept"


@POSIX
def test_a_write_that_is_cut_leaves_what_was_there(tmp_path: Path) -> None:
    """A limit on the size of files stops the write in its middle, as a disk does that becomes full."""
    import resource
    import signal

    target = tmp_path / "there"
    target.write_bytes(b"kept")
    before, handler = resource.getrlimit(resource.RLIMIT_FSIZE), signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, before[1]))
    try:
        with pytest.raises(OSError, match="File too large"):
            write_whole(str(target), bytes(5000))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, handler)
    assert [each.name for each in tmp_path.iterdir()] == ["there"]
    assert target.read_bytes() == b"kept"


@pytest.mark.parametrize("name", ["missing/plot.png", ".", "folder/", "", "null\0.png", "x" * 256])
def test_a_place_that_cannot_be_is_found_out_before(tmp_path: Path, name: str) -> None:
    path = f"{tmp_path}/{name}" if name else ""
    for step in (partial(check_place, path), partial(write_whole, path, b"lost")):
        with pytest.raises((OSError, ValueError)):
            step()
    assert list(tmp_path.iterdir()) == []


@POSIX
@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="everything may be written by the superuser")
def test_what_is_read_only_stays(tmp_path: Path) -> None:
    (tmp_path / "there").write_bytes(b"kept")
    (tmp_path / "there").chmod(0o444)
    there = str(tmp_path / "there")
    for step in (partial(check_place, there), partial(write_whole, there, b"lost")):
        with pytest.raises(PermissionError):
            step()
    assert (tmp_path / "there").read_bytes() == b"kept"


@POSIX
def test_links_and_permissions_stay(tmp_path: Path) -> None:
    target, link = tmp_path / "target", tmp_path / "link"
    target.write_bytes(b"before")
    target.chmod(0o640)
    link.symlink_to(target)
    write_whole(str(link), b"after")
    assert link.is_symlink()
    assert target.read_bytes() == b"after"
    assert target.stat().st_mode & 0o777 == 0o640


@POSIX
def test_a_pipe_is_written_as_it_is(tmp_path: Path) -> None:
    pipe, read = tmp_path / "pipe", []
    os.mkfifo(pipe)
    reader = Thread(target=lambda: read.append(pipe.read_bytes()))
    reader.start()
    check_place(str(pipe))
    write_whole(str(pipe), b"through")
    reader.join(10)
    assert read == [b"through"]
    assert pipe.is_fifo()
