"""How long the window keeps a person waiting while it indexes: a heartbeat on the GUI thread, 500 photos, everything real.

`python -m tests.benchmarks.heartbeat FOLDER [--json] [--photos N]` copies photos of FOLDER until there are N, drops them on an open
window (offscreen unless QT_QPA_PLATFORM says otherwise) and prints the wait between one beat of a 5 ms timer and the next, over what
was due: p50, p99 and the longest. While it runs, it scrolls and searches as a person would. On Linux it also prints p99 and
the longest without the time in which the window was ready and others had the cores: on a busy machine that is what Candid causes.
"""

import argparse
import json
import os
import shutil
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from itertools import cycle, islice
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.gui.window import MainWindow

BEAT_MS = 5
QUERIES = ("boat", "red flower", "people at the sea", "tag:nature", "nothing of this kind zxqv")
SUFFIXES = (".jpg", ".jpeg", ".png", ".webp", ".tif", ".tiff", ".gif")


def photos_of(folder: Path) -> list[Path]:
    """Photo files below a folder, sorted."""
    return sorted(path for path in folder.rglob("*") if path.suffix.lower() in SUFFIXES and path.is_file())


def copied(folder: Path, number: int, to: Path) -> None:
    """`number` files in `to`, each of its own content: what trails the end of a picture is ignored by every reader."""
    for position, source in enumerate(islice(cycle(photos_of(folder)), number)):
        copy = to / f"{position:04} {source.name}"
        shutil.copyfile(source, copy)
        with copy.open("ab") as file:
            file.write(f"copy {position}".encode())


def quantile(sorted_values: Sequence[float], share: float) -> float:
    """The value below which `share` of the values are."""
    return sorted_values[min(len(sorted_values) - 1, int(share * len(sorted_values)))]


def measured(folder: Path, number: int) -> dict[str, float]:
    """Index `number` photos into an open window; milliseconds of waiting beyond what was due, and how the run went."""
    from app.bootstrap import build
    from app.config.paths import LibraryPaths, shipped
    from app.gui.application import build_window
    from app.gui.memory import settle_memory

    with tempfile.TemporaryDirectory() as place:
        photos, library = Path(place) / "photos", Path(place) / "library"
        photos.mkdir()
        copied(folder, number, photos)
        with build(LibraryPaths(library)) as built:
            resources = shipped("resources")
            window = build_window(built.use_cases, resources, resources / "sample", settings_file=library / "window.ini")
            window.resize(1280, 800)
            window.show()
            window.runner.wait_idle()
            settle_memory()
            beats, seconds = _beats(window, photos)
            window.top.box.ask_for("")
            window.runner.wait_idle()
            shown = len(window.pages.model)
            window.shut_down()
            window.close()
    waits = sorted(wait for wait, _ in beats)
    own = sorted(max(0.0, wait - queued) for wait, queued in beats)
    return {
        "photos": number,
        "shown": shown,
        "seconds": round(seconds, 2),
        "beats": len(waits),
        "p50_ms": round(quantile(waits, 0.5), 2),
        "p99_ms": round(quantile(waits, 0.99), 2),
        "longest_ms": round(waits[-1], 2),
        "p99_own_ms": round(quantile(own, 0.99), 2),
        "longest_own_ms": round(own[-1], 2),
    }


def queued_ms() -> float:
    """Milliseconds that this thread has been ready to run without a core; 0 where the system does not tell."""
    try:
        with open(f"/proc/self/task/{threading.get_native_id()}/schedstat", encoding="ascii") as file:
            return int(file.read().split()[1]) / 1e6
    except OSError:
        return 0.0


def _beats(window: "MainWindow", photos: Path) -> tuple[list[tuple[float, float]], float]:
    from PySide6.QtCore import QEventLoop, Qt, QTimer

    loop, beat, person = QEventLoop(), QTimer(), QTimer()
    beats: list[tuple[float, float]] = []
    last, queued = time.perf_counter(), queued_ms()

    def tick() -> None:
        nonlocal last, queued
        now, without_core = time.perf_counter(), queued_ms()
        beats.append((max(0.0, (now - last) * 1000 - BEAT_MS), without_core - queued))
        last, queued = now, without_core

    acts = _acts(window)
    beat.setTimerType(Qt.TimerType.PreciseTimer)
    beat.timeout.connect(tick)
    person.timeout.connect(lambda: next(acts))
    window.indexing.finished.connect(lambda _: QTimer.singleShot(1500, loop.quit))
    started = last = time.perf_counter()
    beat.start(BEAT_MS)
    person.start(700)
    window.add_paths([str(photos)])
    loop.exec()
    beat.stop()
    person.stop()
    return beats, time.perf_counter() - started - 1.5


def _acts(window: "MainWindow") -> Iterator[None]:
    """Scroll, search, go back to browsing, and again."""
    for query in cycle(QUERIES):
        bar = window.pages.grid.verticalScrollBar()
        for share in (0.3, 0.9, 0.0):
            bar.setValue(int(bar.maximum() * share))
            yield
        window.top.box.setText(query)
        yield
        window.top.box.setText("")
        yield


def main() -> int:
    """Run and print."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.heartbeat", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--photos", type=int, default=500)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    if not photos_of(arguments.folder):
        print(f"There are no photos in {arguments.folder}.", file=sys.stderr)
        return 1
    figures = measured(arguments.folder, arguments.photos)
    if arguments.json:
        print(json.dumps(figures))
    else:
        print(f"{figures['photos']} photos indexed in {figures['seconds']} s, {figures['shown']} shown, {figures['beats']} beats")
        print(f"wait on the GUI thread: p50 {figures['p50_ms']} ms, p99 {figures['p99_ms']} ms, longest {figures['longest_ms']} ms")
        print(f"without the time in which others had the cores: p99 {figures['p99_own_ms']} ms, longest {figures['longest_own_ms']} ms")
    return 0


if __name__ == "__main__":
    sys.exit(main())
