"""What it costs to find that nothing has changed: a whole run of indexing, against a bare walk over the same files, in the same run.

python -m tests.benchmarks.rescanning [N] [--rounds R] [--json]
"""

import argparse
import os
import statistics
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

import numpy as np

from app.config.paths import LibraryPaths
from app.domain.ids import ContentHash, ModelId
from app.domain.photo import Fact, FoundFile, PhotoFacts, Position, ReadPhoto, Tag
from app.domain.ports import CancelToken, Vectors
from app.library.catalogue import Catalogue
from app.library.library_vectors import LibraryVectors
from app.photos.thumbnails import ThumbnailFiles
from app.photos.walk import compare
from app.services.cancel import CancelSwitch
from app.services.events import IndexSummary
from app.services.index_folders import IndexFolders
from app.services.understanding import Understanding
from tests.benchmarks.measuring import show

CAPTIONS = 20_000
"""How many different captions the photos have; each has a vector."""
IN_A_FOLDER = 100


class MadeUp:
    """Reader, model, place names and thumbnails that take no time, so that a large library is made in minutes."""

    model_id = ModelId("made up")
    dimension = 384

    def read(self, files: Iterable[FoundFile], token: CancelToken) -> Iterator[ReadPhoto]:
        """A photo with a caption and tags for each file."""
        for number, file in enumerate(files):
            token.check()
            caption = f"A boat called {number % CAPTIONS} lies in the harbour"
            facts = PhotoFacts(caption=Fact(caption, "made up"), tags=Fact((Tag("harbour"), Tag(f"boat {number % 500}")), "made up"))
            yield ReadPhoto(file.path, file.stamp, ContentHash(f"{hash(file.path) & (1 << 63) - 1:064x}"), "JPEG", 4000, 3000, facts, b"")

    def embed(self, texts: Sequence[str]) -> Vectors:
        """A direction for each text."""
        rows = np.stack([np.random.default_rng(abs(hash(text))).normal(size=self.dimension) for text in texts])
        return np.asarray(rows / np.linalg.norm(rows, axis=1, keepdims=True), np.float32)

    def name(self, position: Position) -> None:
        """Nothing lies anywhere."""
        del position


def bare_walk(root: str) -> int:
    """List every folder and look at every file once: the least that any scan does."""
    waiting, files = [root], 0
    while waiting:
        with os.scandir(waiting.pop()) as entries:
            for entry in entries:
                if entry.is_dir(follow_symlinks=False):
                    waiting.append(entry.path)
                else:
                    entry.stat()
                    files += 1
    return files


@contextmanager
def opened(library: Path) -> Iterator[IndexFolders]:
    """A library with everything over it, nothing of it loaded yet."""
    paths, made_up = LibraryPaths(library), MadeUp()
    with closing(Catalogue(paths.catalogue)) as catalogue:
        vectors = LibraryVectors(paths, catalogue, made_up.model_id, made_up.dimension)
        understanding = Understanding(catalogue, made_up, vectors)
        yield IndexFolders(catalogue, compare, made_up, made_up, ThumbnailFiles(paths.thumbnails), understanding, vectors)


def indexed(library: Path, root: Path) -> IndexSummary:
    """One whole run."""
    with opened(library) as index:
        *_, last = index.run([str(root)], CancelSwitch())
    assert isinstance(last, IndexSummary)
    return last


def make_files(root: Path, count: int, in_a_folder: int) -> None:
    """Small files, in folders of so many."""
    for first in range(0, count, in_a_folder):
        folder = root / f"{first:07}" if in_a_folder < count else root
        folder.mkdir(parents=True, exist_ok=True)
        for number in range(first, min(count, first + in_a_folder)):
            (folder / f"IMG_{number:07}.jpg").write_bytes(b"%d" % number)


def measure(count: int, in_a_folder: int, rounds: int) -> dict[str, object]:
    """Make a library of so many photos, then walk and rescan by turns."""
    with tempfile.TemporaryDirectory() as place:
        root, library = Path(place) / "photos", Path(place) / "library"
        make_files(root, count, in_a_folder)
        assert indexed(library, root).indexed == count
        bare, runs = [], []
        for _ in range(rounds):
            bare.append(timed(lambda: bare_walk(str(root))))
            with opened(library) as index:
                runs.append(timed(lambda: unchanged(index, root, count)))
    ratios = [[run / walk for run, walk in zip(each, least, strict=True)] for each, least in zip(runs, bare, strict=True)]
    return {
        "files": count,
        "in a folder": in_a_folder,
        "bare seconds, and of CPU": rounded(bare),
        "rescan seconds, and of CPU": rounded(runs),
        "ratios, and of CPU": rounded(ratios),
        "median ratio": statistics.median(ratio for ratio, _ in ratios),
        "median ratio of CPU": statistics.median(ratio for _, ratio in ratios),
    }


def timed(work: Callable[[], object]) -> tuple[float, float]:
    """Seconds of wall time and of this process's CPU: on a machine that is busy with other things only the second can be compared."""
    started, used = time.perf_counter(), time.process_time()
    work()
    return time.perf_counter() - started, time.process_time() - used


def unchanged(index: IndexFolders, root: Path, count: int) -> None:
    """A run that must find nothing new."""
    *_, last = index.run([str(root)], CancelSwitch())
    assert isinstance(last, IndexSummary)
    assert (last.unchanged, last.indexed) == (count, 0)


def rounded(pairs: Iterable[Iterable[float]]) -> list[list[float]]:
    """For reading."""
    return [[round(each, 3) for each in pair] for pair in pairs]


def main() -> None:
    """Print the figures of one folder of all files, and of folders of 100."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="?", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    for in_a_folder in (arguments.files, IN_A_FOLDER):
        show(measure(arguments.files, in_a_folder, arguments.rounds), arguments.json)


if __name__ == "__main__":
    main()
