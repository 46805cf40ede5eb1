"""Which folders are to be scanned again, and what is said where the system does not tell."""

import errno
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.ports import CancelToken
from app.services.cancel import CancelSwitch
from app.services.watch_folders import LONGEST_SECONDS, QUIET_SECONDS, RESCAN_SECONDS, Gathering, Looked, WatchFolders

TOKEN = CancelSwitch()


@dataclass
class Watches:
    """Watches that a test moves by hand; `error` is what the system says to a new one."""

    error: OSError | None = None
    now: float = 0.0
    open: dict[str, Callable[[bool], None]] = field(default_factory=dict)

    def __call__(self, root: str, _own: frozenset[str], changed: Callable[[bool], None], _token: CancelToken) -> "Closing":
        if self.error is not None:
            raise self.error
        self.open[root] = changed
        return Closing(self, root)


@dataclass
class Closing:
    """One of them."""

    watches: Watches
    root: str

    def close(self) -> None:
        del self.watches.open[self.root]


@pytest.fixture
def watches() -> Watches:
    """What the system gives."""
    return Watches()


@pytest.fixture
def watch(watches: Watches) -> WatchFolders:
    """The use case over it."""
    return WatchFolders(frozenset(), watches, lambda: watches.now)


def heard(_path: str, _anew: bool) -> None:
    pass


def follow(watch: WatchFolders, *paths: Path) -> Looked:
    return watch.follow(map(str, paths), heard, TOKEN)


def test_new_folders_are_scanned_and_forgotten_ones_let_go(watch: WatchFolders, watches: Watches, tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    for each in (first, second):
        each.mkdir()
    assert follow(watch, first) == Looked((str(first),))
    assert follow(watch, first, second) == Looked((str(second),))
    assert follow(watch, second) == Looked()
    assert list(watches.open) == [str(second)]
    watch.close()
    assert watches.open == {}


def test_a_folder_that_vanishes_and_comes_back_is_scanned_each_time(watch: WatchFolders, watches: Watches, tmp_path: Path) -> None:
    folder = tmp_path / "photos"
    folder.mkdir()
    follow(watch, folder)
    assert watch.look(heard, TOKEN) == Looked()
    folder.rename(tmp_path / "aside")
    assert watch.look(heard, TOKEN).paths == (str(folder),)
    assert watches.open == {}
    assert watch.look(heard, TOKEN) == Looked()
    (tmp_path / "aside").rename(folder)
    assert watch.look(heard, TOKEN).paths == (str(folder),)
    assert list(watches.open) == [str(folder)]


def test_a_folder_that_went_and_came_back_between_two_looks_is_scanned_and_watched(
    watch: WatchFolders, watches: Watches, tmp_path: Path
) -> None:
    folder = tmp_path / "photos"
    folder.mkdir()
    follow(watch, folder)
    folder.rename(tmp_path / "away")
    watch.watch_anew([str(folder)], heard, TOKEN)
    assert watches.open == {}
    (tmp_path / "away").rename(folder)
    assert watch.look(heard, TOKEN) == Looked((str(folder),))
    assert list(watches.open) == [str(folder)]
    assert watch.look(heard, TOKEN) == Looked()


def test_another_folder_in_its_place_is_watched_and_scanned(watch: WatchFolders, watches: Watches, tmp_path: Path) -> None:
    folder = tmp_path / "mount"
    folder.mkdir()
    follow(watch, folder)
    before = watches.open[str(folder)]
    folder.rename(tmp_path / "aside")
    folder.mkdir()
    assert watch.look(heard, TOKEN).paths == (str(folder),)
    assert watches.open[str(folder)] is not before


def test_a_single_file_is_looked_at(watch: WatchFolders, watches: Watches, tmp_path: Path) -> None:
    file = tmp_path / "a.jpg"
    file.write_bytes(b"a")
    follow(watch, file)
    assert watches.open == {}
    assert watch.look(heard, TOKEN) == Looked()
    file.write_bytes(b"longer")
    assert watch.look(heard, TOKEN).paths == (str(file),)


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (OSError(errno.ENOSPC, "inotify watch limit reached"), "Raise fs.inotify.max_user_watches"),
        (OSError(errno.EMFILE, "inotify instance limit reached"), "Raise fs.inotify.max_user_instances"),
        (PermissionError(errno.EACCES, "Permission denied"), "(permission denied); it looks again every 10 minutes."),
    ],
)
def test_what_cannot_be_watched_is_said_once_and_scanned_now_and_then(
    watch: WatchFolders, watches: Watches, tmp_path: Path, error: OSError, words: str
) -> None:
    watches.error = error
    (sentence,) = follow(watch, tmp_path).sentences
    assert sentence.startswith(f"Candid cannot watch {tmp_path}")
    assert words in sentence
    watches.now = RESCAN_SECONDS - 1
    assert watch.look(heard, TOKEN) == Looked()
    for _ in range(3):
        watches.now += RESCAN_SECONDS
        assert watch.look(heard, TOKEN) == Looked((str(tmp_path),))
        assert watch.look(heard, TOKEN) == Looked()


def test_watches_that_run_out_later_are_said_too(watch: WatchFolders, watches: Watches, tmp_path: Path) -> None:
    assert follow(watch, tmp_path).sentences == ()
    watches.error = OSError(errno.ENOSPC, "inotify watch limit reached")
    assert len(watch.watch_anew([str(tmp_path)], heard, TOKEN).sentences) == 1
    assert watches.open == {}
    watches.now = RESCAN_SECONDS
    assert watch.look(heard, TOKEN).paths == (str(tmp_path),)


def test_a_file_system_that_others_change_is_scanned_now_and_then(
    watch: WatchFolders, watches: Watches, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.services.watch_folders.is_remote", lambda _path: True)
    assert follow(watch, tmp_path).sentences == ()
    assert list(watches.open) == [str(tmp_path)]
    watches.now = RESCAN_SECONDS
    assert watch.look(heard, TOKEN).paths == (str(tmp_path),)


def test_changes_are_waited_with_until_it_is_quiet() -> None:
    gathering = Gathering()
    gathering.note("/a", 0)
    gathering.note("/b", 1)
    gathering.note("/a", 1.5)
    assert gathering.due(QUIET_SECONDS + 0.5) == ()
    assert gathering.due(QUIET_SECONDS + 1) == ("/b",)
    assert gathering.due(QUIET_SECONDS + 1.5) == ("/a",)
    assert not gathering


@given(gaps=st.lists(st.floats(0, QUIET_SECONDS, exclude_max=True), min_size=1, max_size=60))
def test_nobody_waits_longer_than_the_longest(gaps: list[float]) -> None:
    gathering, now, since = Gathering(), 0.0, None
    for gap in gaps:
        now += gap
        if gathering.due(now):
            since = None
        gathering.note("/a", now)
        since = now if since is None else since
        assert now - since < LONGEST_SECONDS
    assert gathering.due(now + QUIET_SECONDS) == ("/a",)
