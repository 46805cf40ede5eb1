"""Two programs on one library, folders that change while they are watched, and watches that run out."""

import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image

from app.bootstrap import build
from app.cli import views
from app.config.paths import LibraryPaths
from app.embedding.sentence import SentenceModel
from app.library.index_lock import IndexLock
from app.photos.workers import WorkerReader
from app.services.cancel import CancelSwitch

NUMBER = 24


@pytest.fixture
def photos(tmp_path: Path) -> Path:
    """A folder of small photos, all different."""
    folder = tmp_path / "photos"
    folder.mkdir()
    for number in range(NUMBER):
        Image.new("RGB", (16, 12), (number * 9, 255 - number * 9, 40)).save(folder / f"{number}.jpg")
    return folder


def index(photos: Path, library: Path) -> "subprocess.Popen[str]":
    """Another program that indexes a folder."""
    command = [sys.executable, "-m", "app", "index", str(photos), "--library", str(library), "--json"]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={**os.environ, "CANDID_LIBRARY": ""})


def test_of_two_scans_at_once_one_wins_and_no_row_is_there_twice(photos: Path, tmp_path: Path) -> None:
    library = tmp_path / "library"
    ended = [process.communicate() for process in [index(photos, library) for _ in range(2)]]
    told = [json.loads(out) for out, _ in ended]
    assert sorted(each["indexed"] for each in told) == [0, NUMBER]
    assert sorted(each["unchanged"] for each in told) == [0, NUMBER]
    status = subprocess.run(
        [sys.executable, "-m", "app", "status", "--library", str(library), "--json"], capture_output=True, text=True, check=True
    )
    assert json.loads(status.stdout)["photos"] == NUMBER


def test_a_program_that_waits_says_so_and_ends_by_ctrl_c(photos: Path, tmp_path: Path) -> None:
    paths = LibraryPaths(tmp_path / "library")
    paths.root.mkdir()
    lock = IndexLock(paths.index_lock)
    assert lock.take()
    waiting = index(photos, paths.root)
    assert waiting.stderr is not None
    assert waiting.stderr.readline() == "Another Candid is bringing this library in step; this one begins when it is done.\n"
    waiting.send_signal(signal.SIGINT)
    out, _ = waiting.communicate()
    assert json.loads(out)["cancelled"]
    assert waiting.returncode == 1
    lock.release()


USED_UP = """
import os, sys
from pathlib import Path
from app.services.cancel import CancelSwitch
from app.services.watch_folders import WatchFolders
Path("/proc/sys/user/max_inotify_watches").write_text("5")
before = len(os.listdir("/proc/self/fd"))
watch = WatchFolders(frozenset())
print(*watch.follow(sys.argv[1:], print, CancelSwitch()).sentences)
print(len(os.listdir("/proc/self/fd")) - before)
"""


def test_where_watches_are_used_up_it_is_said_and_none_is_kept(tmp_path: Path) -> None:
    """In a user namespace of its own (user_namespaces(7)), which has watches of its own and may have few."""
    if shutil.which("unshare") is None or subprocess.run(["unshare", "-r", "true"], capture_output=True, check=False).returncode:
        pytest.skip("needs user namespaces")
    for number in range(9):
        (tmp_path / "many" / str(number)).mkdir(parents=True)
    (tmp_path / "few").mkdir()
    told = subprocess.run(
        ["unshare", "-r", sys.executable, "-c", USED_UP, str(tmp_path / "many"), str(tmp_path / "few")],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert told.stderr == ""
    sentence, kept = told.stdout.splitlines()
    assert sentence == (
        f"Candid cannot watch {tmp_path}/many: the system has no watches left; it looks again every 10 minutes. "
        "Raise fs.inotify.max_user_watches to be told at once."
    )
    assert int(kept) == 3, "only the other folder's watch is kept: what it reads from, and a pipe to end it"


def test_what_cannot_be_looked_at_is_in_the_status_too(photos: Path, tmp_path: Path, embedder: SentenceModel, reader: WorkerReader) -> None:
    """Not only files whose content was judged: also links that lead nowhere, and folders that cannot be listed."""
    (photos / "gone.jpg").symlink_to(tmp_path / "nowhere.jpg")
    with build(LibraryPaths(tmp_path / "library"), embedder, reader) as built:
        list(built.use_cases.index.run([str(photos)], CancelSwitch()))
        folders = built.use_cases.folders
        told = views.status_object(folders.counts(), folders.folders(), folders.skipped())
    assert [each["path"] for each in told["skipped"]] == [str(photos / "gone.jpg")]  # type: ignore[attr-defined]
    assert [each["skipped"] for each in told["folders"]] == [1]  # type: ignore[attr-defined]
