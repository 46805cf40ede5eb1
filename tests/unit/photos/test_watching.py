"""What is told of a watched folder: photos and folders that come, change and go, and nothing that no scan would look at."""

import os
import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from app.domain.errors import Cancelled
from app.photos.watches import NativeWatch, is_told, watch_folder
from app.photos.watching import is_remote
from app.services.cancel import CancelSwitch

PATIENCE = 60


@dataclass
class Ear:
    """Hears what watches tell."""

    told: list[bool] = field(default_factory=list)
    heard: threading.Event = field(default_factory=threading.Event)

    def __call__(self, anew: bool) -> None:
        self.told.append(anew)
        self.heard.set()

    def wait(self) -> None:
        assert self.heard.wait(PATIENCE), "nothing was told"
        self.heard.clear()


@pytest.fixture
def ear(tmp_path: Path) -> Iterator[Ear]:
    """Hears of a folder that has a subfolder and holds a library of Candid's."""
    for name in ("inner/deeper", "library", ".hidden"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "inner" / "a.jpg").write_bytes(b"a")
    listening = Ear()
    with ExitStack() as stack:
        watch = watch_folder(str(tmp_path), frozenset({str(tmp_path / "library")}), listening, CancelSwitch())
        stack.callback(watch.close)
        yield listening


HAPPENS: dict[str, Callable[[Path], object]] = {
    "new": lambda root: (root / "inner" / "deeper" / "b.jpg").write_bytes(b"b"),
    "changed": lambda root: (root / "inner" / "a.jpg").write_bytes(b"c"),
    "touched": lambda root: os.utime(root / "inner" / "a.jpg", (1, 1)),
    "deleted": lambda root: (root / "inner" / "a.jpg").unlink(),
    "renamed": lambda root: (root / "inner" / "a.jpg").rename(root / "b.jpg"),
    "finished": lambda root: ((root / "c.jpg.part").write_bytes(b"c"), (root / "c.jpg.part").rename(root / "c.jpg")),
    "sidecar": lambda root: (root / "inner" / "a.jpg.xmp").write_bytes(b"<x/>"),
    "bytes": lambda root: open(os.path.join(os.fsencode(root), b"\xff\xfe.jpg"), "wb").close(),
}


@pytest.mark.parametrize("happens", HAPPENS)
def test_what_happens_to_photos_is_told(ear: Ear, tmp_path: Path, happens: str) -> None:
    HAPPENS[happens](tmp_path)
    ear.wait()
    assert ear.told[0] is False


FOLDERS: dict[str, Callable[[Path], object]] = {
    "made": lambda root: (root / "made").mkdir(),
    "moved": lambda root: (root / "inner" / "deeper").rename(root / "deeper"),
    "deleted": lambda root: shutil.rmtree(root / "inner"),
    "moved in": lambda root: (root / ".hidden").rename(root / "inner" / "seen"),
}


@pytest.mark.parametrize("happens", FOLDERS)
def test_where_folders_come_and_go_it_must_be_watched_anew(ear: Ear, tmp_path: Path, happens: str) -> None:
    FOLDERS[happens](tmp_path)
    while True not in ear.told:
        ear.wait()


NOTHING: dict[str, Callable[[Path], object]] = {
    "temporary": lambda root: (root / "a.jpg.part").write_bytes(b"a"),
    "hidden file": lambda root: (root / "._a.jpg").write_bytes(b"a"),
    "hidden folder": lambda root: (root / ".hidden" / "a.jpg").write_bytes(b"a"),
    "library": lambda root: (root / "library" / "a.jpg").write_bytes(b"a"),
    "thumbnails": lambda root: (root / "@eaDir").mkdir(),
    "text": lambda root: (root / "notes.txt").write_text("a"),
    "read": lambda root: ((root / "inner" / "a.jpg").read_bytes(), list(os.scandir(root))),
}


@pytest.mark.parametrize("happens", NOTHING)
def test_what_no_scan_would_look_at_is_not_told(ear: Ear, tmp_path: Path, happens: str) -> None:
    NOTHING[happens](tmp_path)
    (tmp_path / "last").mkdir()
    ear.wait()
    assert ear.told == [True], "only the last folder counts"


def test_nothing_is_left_of_a_watch_that_was_closed(tmp_path: Path) -> None:
    before, threads = os.listdir("/proc/self/fd"), threading.active_count()
    watch_folder(str(tmp_path), frozenset(), Ear(), CancelSwitch()).close()
    assert len(os.listdir("/proc/self/fd")) == len(before)
    assert threading.active_count() == threads


def test_what_is_not_there_takes_nothing(tmp_path: Path) -> None:
    before = os.listdir("/proc/self/fd")
    with pytest.raises(FileNotFoundError):
        watch_folder(str(tmp_path / "not there"), frozenset(), Ear(), CancelSwitch())
    assert len(os.listdir("/proc/self/fd")) == len(before)


def test_watching_a_large_folder_can_be_stopped(tmp_path: Path) -> None:
    (tmp_path / "inner").mkdir()
    switch = CancelSwitch()
    switch.cancel()
    threads = threading.active_count()
    with pytest.raises(Cancelled):
        watch_folder(str(tmp_path), frozenset(), Ear(), switch)
    assert threading.active_count() == threads


def test_other_systems_tell_it_too(tmp_path: Path) -> None:
    listening = Ear()
    watch = NativeWatch(str(tmp_path), listening)
    (tmp_path / "notes.txt").write_text("a")
    (tmp_path / "a.jpg").write_bytes(b"a")
    listening.wait()
    watch.close()
    assert set(listening.told) == {False}


@pytest.mark.parametrize(
    ("path", "folder", "told"),
    [
        ("/photos", True, True),
        ("/photos/a.jpg", False, True),
        ("/photos/a.JPG", False, True),
        ("/photos/a.json", False, True),
        ("/photos/.trash/a.jpg", False, False),
        ("/photos/a/@eaDir/a.jpg", False, False),
        ("/photos/a.crdownload", False, False),
        ("/photos/a.jpg.tmp", False, False),
        ("/photos/inner.tmp", True, True),
    ],
)
def test_which_paths_are_of_interest(path: str, folder: bool, told: bool) -> None:
    assert is_told("/photos", path, folder=folder) is told


def test_a_disk_of_this_computer_is_not_remote(tmp_path: Path) -> None:
    assert not is_remote(str(tmp_path))
    assert not is_remote(str(tmp_path / "not there"))
