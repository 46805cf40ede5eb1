"""Makes the pictures of a mixed library: photos of which something is said, and others of which nobody has said a word, found together.

python -m docs.pictures.mixed FOLDER [--out FOLDER]

Run it with QT_QPA_PLATFORM=offscreen. CREDITS.md says whose photos the pictures in this folder show.
"""

import argparse
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

from app.bootstrap import open_library
from app.config.paths import LibraryPaths, shipped
from app.gui.application import build_window
from app.gui.window import MainWindow
from docs.pictures.make import HEIGHT, HERE, MODES, WIDTH, pause, reduce_colours, shelf

QUERIES = {"computer": "computer", "kitchen": "kitchen", "dog-beach": "dog on the beach"}
"""Scenes, and what is searched: by tag and look, by caption and look, and by look alone."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Read the folder, look at every photo, and make a picture of each search in each theme."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("photos", type=Path)
    parser.add_argument("--out", type=Path, default=HERE)
    options = parser.parse_args(arguments)
    with (
        shelf(options.photos) as folder,
        tempfile.TemporaryDirectory() as scratch,
        open_library(LibraryPaths(Path(scratch) / "library")) as use_cases,
    ):
        window = build_window(use_cases, shipped("resources"), None, settings_file=Path(scratch) / "window.ini")
        window.resize(WIDTH, HEIGHT)
        window.show()
        _fill(window, folder)
        for mode in MODES:
            window.top.theme_chosen.emit(mode)
            for scene, query in QUERIES.items():
                _take(window, query, options.out / f"mixed-{scene}-{mode}-1x.png")
        window.close()
        window.shut_down()
    return 0


def _fill(window: MainWindow, folder: Path) -> None:
    window.add_paths([str(folder)])
    _wait(lambda: window.indexing.running)
    window.looking.begin()
    _wait(lambda: window.seeing.running)
    window.strip.hide()
    window.looking.strip.hide()


def _wait(running: Callable[[], bool]) -> None:
    pause(1_000)
    while running():
        pause(500)


def _take(window: MainWindow, query: str, path: Path) -> None:
    window.top.box.ask_for(query)
    for _ in range(4):
        window.runner.wait_idle()
        pause(400)
    window.pages.grid.go_to(0)
    pause(400)
    window.grab().save(str(path))
    reduce_colours(path, 1)


if __name__ == "__main__":
    sys.exit(main())
