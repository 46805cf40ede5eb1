"""Whatever Candid does, the originals stay as they are: every byte, name, mode and time of every file and folder."""

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from app.bootstrap import build
from app.config.paths import LibraryPaths, shipped
from app.domain.own_words import Change
from app.embedding.sentence import SentenceModel
from app.photos.workers import WorkerReader
from app.services.cancel import CancelSwitch
from tests.conftest import SHARED
from tests.originals import seen
from tests.soak.making import made_seeds

pytestmark = pytest.mark.soak

CHECKOUT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def originals(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Every kind of photo that there is here, sidecars and broken ones included, and some that cannot be written."""
    folder = tmp_path_factory.mktemp("originals") / "写真 and spaces"
    shutil.copytree(shipped("resources") / "sample", folder / "sample")
    (folder / "made").mkdir()
    for number, (suffix, content) in enumerate(made_seeds()):
        (folder / "made" / f"{number}{suffix}").write_bytes(content)
        (folder / "made" / f"{number}{suffix}.xmp").write_text("<x:xmpmeta xmlns:x='adobe:ns:meta/'/>")
    if SHARED.is_dir():
        shutil.copytree(SHARED / "photos", folder / "shared", symlinks=True)
    first = next((folder / "made").glob("*.jpg"))
    (folder / "link.jpg").symlink_to(first)
    os.link(first, folder / "same.jpg")
    first.chmod(0o444)
    (folder / "made").chmod(0o555)
    os.utime(first, (86_400, 86_400))
    return folder


def candid(*arguments: str | Path) -> None:
    done = subprocess.run([sys.executable, "-m", "app", *map(str, arguments)], cwd=CHECKOUT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_no_original_is_ever_changed(originals: Path, tmp_path: Path, embedder: SentenceModel, reader: WorkerReader) -> None:
    before, paths = seen(originals), LibraryPaths(tmp_path / "library")
    running = subprocess.Popen(
        [sys.executable, "-m", "app", "index", str(originals), "--library", str(paths.root)],
        cwd=CHECKOUT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
    )  # fmt: skip
    time.sleep(4)
    os.killpg(running.pid, signal.SIGKILL)
    running.wait()
    assert seen(originals) == before
    candid("index", originals, "--library", paths.root)
    candid("search", "boats in a harbour", "--library", paths.root)
    candid("ask", "which photos show boats?", "--library", paths.root)
    candid("measure", "--library", paths.root)
    candid("status", "--library", paths.root)
    assert seen(originals) == before
    describe_and_forget(originals, paths, embedder, reader)
    assert seen(originals) == before
    print(f"{len(before):,} files and folders are as they were", flush=True)


def describe_and_forget(originals: Path, paths: LibraryPaths, embedder: SentenceModel, reader: WorkerReader) -> None:
    """Own words on every photo, each looked at in both sizes, undone, and the folder forgotten; then a damaged library."""
    with build(paths, embedder, reader) as built:
        cases, ids = built.use_cases, built.catalogue.browse().tolist()
        assert len(ids) > 30
        everything = Change(rating=5, favourite=True, title="Own", caption="words", add_tags=("Keep/Me",), add_people=("Ann",))
        cases.describe.change(ids, everything)
        for photo in built.catalogue.photos(ids).values():
            cases.look.thumbnail(photo)
            cases.look.picture(photo, 800)
        cases.describe.undo()
        list(cases.index.run([str(originals)], CancelSwitch()))
        for folder in cases.folders.folders():
            cases.folders.forget(folder.id)
        list(cases.index.run([str(originals)], CancelSwitch()))
    paths.catalogue.write_bytes(b"damaged" * 1_000)
    with build(paths, embedder, reader) as built:
        assert built.use_cases.rescued is not None
        list(built.use_cases.index.run(built.use_cases.rescued.folders, CancelSwitch()))
        assert built.catalogue.photo_count() == len(ids)
