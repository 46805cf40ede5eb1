"""Makes the pictures of the guide: drives the real window over the sample library, at 1x and 2x, light and dark.

python -m docs.pictures.make [--photos FOLDER] [--out FOLDER] [--only SCENE …]
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from PIL import Image
from PySide6.QtCore import QEventLoop, QItemSelectionModel, QTimer
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QPushButton

from app.bootstrap import open_library
from app.config.paths import LibraryPaths, shipped
from app.gui.application import build_window
from app.gui.remembered import Remembered
from app.gui.window import MainWindow
from app.services.events import Phase
from docs.pictures.alike import shoot_alike
from docs.pictures.looks import shoot_looks
from docs.pictures.own_words import shoot_own_words
from docs.pictures.questions import shoot_questions
from docs.pictures.staged import staged

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
MODES, SCALES = ("light", "dark"), (1, 2)
WIDTH, HEIGHT = 1280, 800
COLORS = {1: 256, 2: 160}
SEEN_WHILE_INDEXING = 10
"""Photos that have to be there when indexing is shown."""
SHELF = Path(tempfile.gettempdir()) / "Candid pictures"
"""Where the photos lie while they are shown: the pictures tell no more of the machine than this."""


@dataclass(frozen=True, slots=True)
class Words:
    """What is typed: a search with results, one that nothing matches, one whose results are worth comparing, one with an edited copy."""

    results: str = "harbour boats"
    nothing: str = "quarterly tax statement"
    compare: str = "harbour"
    versions: str = "mountain lake"


def main(arguments: Sequence[str] | None = None) -> int:
    """Make every picture, each theme and scale in a program of its own."""
    options = _options(arguments)
    if options.shoot:
        mode, scale = options.shoot.split("@")
        _shoot(Path(options.photos), Path(options.out), mode, int(scale), options.only)
        return 0
    for mode in MODES:
        for scale in SCALES:
            _start(options, mode, scale)
    made = sorted(Path(options.out).glob("*.png"))
    print(f"{len(made)} pictures, {sum(each.stat().st_size for each in made) / 1e6:.1f} MB")
    return 0


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--photos", default=str(ROOT / "resources" / "sample"))
    parser.add_argument("--out", default=str(HERE))
    parser.add_argument("--only", nargs="*", default=[])
    parser.add_argument("--shoot", help=argparse.SUPPRESS)
    return parser.parse_args(arguments)


def _start(options: argparse.Namespace, mode: str, scale: int) -> None:
    command = [sys.executable, "-m", "docs.pictures.make", "--photos", options.photos, "--out", options.out, "--shoot", f"{mode}@{scale}"]
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "QT_SCALE_FACTOR": str(scale)}
    subprocess.run([*command, "--only", *options.only], env=environment, cwd=ROOT, check=True)


def _shoot(photos: Path, out: Path, mode: str, scale: int, only: Sequence[str]) -> None:
    out.mkdir(parents=True, exist_ok=True)
    with (
        shelf(photos) as folder,
        tempfile.TemporaryDirectory() as scratch,
        open_library(paths := LibraryPaths(Path(scratch) / "library")) as use_cases,
    ):
        window = build_window(staged(use_cases, paths), shipped("resources"), folder, settings_file=Path(scratch) / "window.ini")
        window.top.theme_chosen.emit(mode)
        session = _Session(window, folder, out, (mode, scale), tuple(only))
        session.run()
        window.close()
        window.shut_down()


@contextmanager
def shelf(photos: Path) -> Iterator[Path]:
    """The photos under a path that says nothing about this machine."""
    shutil.rmtree(SHELF, ignore_errors=True)
    try:
        yield Path(shutil.copytree(photos, SHELF / photos.name.capitalize()))
    finally:
        shutil.rmtree(SHELF, ignore_errors=True)


class _Session:
    """One window, taken through every scene."""

    def __init__(self, window: MainWindow, folder: Path, out: Path, look: tuple[str, int], only: tuple[str, ...]) -> None:
        self.window, self.folder, self.out, self.only = window, folder, out, only
        self.mode, self.scale = look
        self.words = Words()
        self.details = Remembered().details

    def run(self) -> None:
        """All scenes in order; each begins where the last one ended."""
        self.window.resize(WIDTH, HEIGHT)
        self.window.show()
        self.settle()
        self.take("welcome")
        self._indexing()
        self._browsing()
        self._results()
        self._details()
        self._large()
        self._versions()
        shoot_own_words(self)
        self._compare()
        self._nothing()
        self._measure()
        shoot_questions(self)
        shoot_looks(self)
        shoot_alike(self)

    def settle(self, milliseconds: int = 350) -> None:
        """Until nothing is under way and late timers have fired."""
        for _ in range(3):
            self.window.runner.wait_idle()
            pause(milliseconds)

    def take(self, scene: str) -> None:
        """Save what the window shows."""
        self.save(scene, self.window.grab())

    def save(self, scene: str, sight: QPixmap) -> None:
        """Save a sight, if it is wanted."""
        if self.only and scene not in self.only:
            return
        path = self.out / f"{scene}-{self.mode}-{self.scale}x.png"
        sight.save(str(path))
        reduce_colours(path, self.scale)
        print(path.name, f"{path.stat().st_size / 1000:.0f} kB", file=sys.stderr)

    def _indexing(self) -> None:
        """The last sight of the window while files were read (or, on a fast machine, understood): by then most thumbnails are there."""
        self._show_details(False)
        indexing, halfway = self.window.indexing, [False]
        indexing.progressed.connect(lambda progress: halfway.append(progress.phase is Phase.READING and progress.done < progress.found))
        self.window.add_paths([str(self.folder)])
        sights: dict[bool, QPixmap] = {}
        while indexing.running:
            pause(40)
            if indexing.running and len(self.window.pages.model) >= SEEN_WHILE_INDEXING:
                sights[halfway[-1]] = self.window.grab()
        sight = sights.get(True) or sights.get(False)
        if sight is None:
            raise SystemExit("Indexing was over before it could be shown: give a larger folder with --photos.")
        self.save("indexing", sight)
        self.settle()

    def _browsing(self) -> None:
        self.window.strip.hide()
        self.window.pages.grid.go_to(0)
        self.window.pages.grid.clearSelection()
        self.settle()
        self.take("browsing")

    def _search(self, words: str) -> None:
        self.window.top.box.ask_for(words)
        self.settle()

    def _results(self) -> None:
        self._search(self.words.results)
        self.window.pages.grid.go_to(0)
        self.settle()
        self.take("results")

    def _details(self) -> None:
        self._show_details(True)
        self.take("details")
        self._show_details(False)

    def _large(self) -> None:
        self.window.pages.open_large(0)
        self.settle()
        self.take("large")
        self.window.pages.back()

    def _show_details(self, wanted: bool) -> None:
        if self.details is not wanted:
            self.details = wanted
            self.window.top.details_toggled.emit()
        self.settle()

    def _versions(self) -> None:
        """The other version of a picture, large, with all of them in the details."""
        self._search(self.words.versions)
        pages = self.window.pages
        row = next((row for row in range(len(pages.model)) if (card := pages.model.card(row)) and card.stills), None)
        if row is None:
            raise SystemExit("The photos hold no versions of one picture that this search finds.")
        pages.grid.go_to(row)
        pages.open_large(row)
        pages.large.step_version(1)
        self.settle()
        self._show_details(True)
        self.take("versions")
        self._show_details(False)
        pages.back()

    def _compare(self) -> None:
        self._search(self.words.compare)
        self._select(3)
        self.window.top.compare_asked.emit()
        self.settle()
        self.take("compare")
        self.window.pages.back()

    def _select(self, count: int) -> None:
        grid = self.window.pages.grid
        grid.clearSelection()
        for row in range(count):
            grid.selectionModel().select(grid.model().index(row, 0), QItemSelectionModel.SelectionFlag.Select)
        self.settle()

    def _nothing(self) -> None:
        self._search(self.words.nothing)
        self.take("nothing")

    def _measure(self) -> None:
        """The page that measures, after it has."""
        self.window.top.box.clear()
        self.window.pages.open_measure()
        self.settle()
        button = self.window.pages.findChild(QPushButton, "measureStart")
        if not isinstance(button, QPushButton):
            raise SystemExit("The page that measures has no button to start.")
        button.click()
        self.settle(700)
        self.take("measure")


def pause(milliseconds: int) -> None:
    """Let the window go on for so long."""
    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()


def reduce_colours(path: Path, scale: int) -> None:
    """The same picture with few colours, a quarter of the size. At 1x they are dithered: there the steps in a sky would be seen."""
    with Image.open(path) as image:
        full = image.convert("RGB")
    palette = full.resize((full.width // scale, full.height // scale)).quantize(COLORS[scale], method=Image.Quantize.MEDIANCUT, kmeans=1)
    dither = Image.Dither.FLOYDSTEINBERG if scale == 1 else Image.Dither.NONE
    full.quantize(palette=palette, dither=dither).save(path, optimize=True)


if __name__ == "__main__":
    sys.exit(main())
