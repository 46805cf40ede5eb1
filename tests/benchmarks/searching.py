"""How long a whole search takes over the captions of a file, as a ratio to one query embedding plus one exact scan.

python -m tests.benchmarks.searching [FILE.tsv] [--photos N] [--json]: every caption of the file is a photo of its own. With --photos there
are so many photos in all, those beyond the captions without a word; then all are looked at, and what that adds to a search is told.
"""

import argparse
import csv
import hashlib
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path

import numpy as np

from app.bootstrap import Built, build
from app.config.paths import LibraryPaths, shipped
from app.domain.ids import ContentHash, PhotoId
from app.domain.look import Guess, Look
from app.domain.photo import Fact, FileStamp, PhotoFacts, ReadPhoto
from app.domain.ports import Vectors
from app.embedding.content import ContentModel
from app.library.looks import Looks
from app.services.cancel import CancelSwitch
from app.services.search_photos import SearchPhotos
from tests.benchmarks.measuring import percentile, show, timed

QUERIES = 200
DEFAULT = Path(__file__).resolve().parents[3] / "shared" / "text" / "captions_dev.tsv"


def captions(path: Path) -> list[str]:
    """Every caption of a file of captions, in reading order."""
    with path.open(encoding="utf-8", newline="") as file:
        rows = csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        next(rows)
        return [caption for row in rows for caption in row[1:] if caption]


def captioned_photo(number: int, caption: str) -> ReadPhoto:
    """A photo that never was, with one caption."""
    name = f"/captions/{number:06}.jpg"
    digest = ContentHash(hashlib.blake2b(name.encode(), digest_size=32).hexdigest())
    return ReadPhoto(name, FileStamp(1, number), digest, "JPEG", 640, 480, PhotoFacts(caption=Fact(caption, "caption file")), b"")


def fill(built: Built, texts: Sequence[str]) -> None:
    """Put captions into a library, with their vectors."""
    folder = built.catalogue.add_folder("/captions")
    photos = [captioned_photo(number, text) for number, text in enumerate(texts)]
    for first in range(0, len(photos), 1000):
        built.catalogue.store(folder.id, photos[first : first + 1000], ())
    while pending := built.catalogue.passages_without_vector(built.embedder.model_id, 1000):
        ids = [passage_id for passage_id, _ in pending]
        vectors = built.embedder.embed([text for _, text in pending])
        built.catalogue.store_vectors(built.embedder.model_id, ids, vectors)
        built.vectors.add(ids, vectors)


def add_wordless(built: Built, number: int) -> None:
    """So many photos of which nothing is said."""
    (folder,) = built.catalogue.folders()
    for first in range(0, number, 1000):
        photos = [replace(captioned_photo(10**6 + first + each, ""), facts=PhotoFacts()) for each in range(min(1000, number - first))]
        built.catalogue.store(folder.id, photos, ())


def look_at(built: Built, photo_ids: Sequence[int], spread: Vectors) -> None:
    """Looks that never were: means of three of the vectors (n, dimension), as those of the content model are means of many."""
    chance, looks, model_id = np.random.default_rng(6), Looks(built.catalogue), ContentModel(shipped("models")).model_id
    for first in range(0, len(photo_ids), 1000):
        photos = built.catalogue.photos(map(PhotoId, photo_ids[first : first + 1000]))
        means = spread[chance.integers(0, len(spread), (len(photos), 3))].mean(axis=1)
        units = means / np.linalg.norm(means, axis=1, keepdims=True)
        guesses = (Guess("dog", 0.6), Guess("beach", 0.5))
        looks.store(
            model_id,
            [(photo.id, photo.content_hash, Look(vector, guesses)) for photo, vector in zip(photos.values(), units, strict=True)],
        )


def added_by_looks(built: Built, queries: Sequence[str], spread: Vectors) -> dict[str, object]:
    """What looks add to the searches, all photos having one."""
    search, today = built.use_cases.search, date(2024, 1, 1)
    without, _ = _searched(search, queries)
    idle = [worked(lambda query=query: search.search(query, today)) for query in queries]  # type: ignore[misc]
    photo_ids = built.catalogue.browse().tolist()
    look_at(built, photo_ids, spread)
    ahead = worked(lambda: list(search.prepare(CancelSwitch())))
    first = worked(lambda: search.search(queries[0], today))
    within, shown = _searched(search, queries)
    busy = [worked(lambda query=query: search.search(query, today)) for query in queries]  # type: ignore[misc]
    meanwhile = [_after_looks(built, photo_ids[100 * turn : 100 * (turn + 1)], spread, query) for turn, query in enumerate(queries[:20])]
    like = [timed(lambda each=each: search.like(PhotoId(each))) for each in built.catalogue.browse()[:20].tolist()]  # type: ignore[misc]
    return {
        "photos looked at": len(built.catalogue.browse()),
        "search without looks p50 ms": percentile(without, 50),
        "search with looks p50 ms": percentile(within, 50),
        "search with looks p95 ms": percentile(within, 95),
        "looks add p50 ms": percentile(within, 50) - percentile(without, 50),
        "looks add p50 ms of a processor": percentile(busy, 50) - percentile(idle, 50),
        "with looks and cards p50 ms": percentile(shown, 50),
        "reading the looks ahead ms of a processor": percentile([ahead], 50),
        "first search after that ms of a processor": percentile([first], 50),
        "search after 100 new looks p50 ms of a processor": percentile(meanwhile, 50),
        "more like this p50 ms": percentile(like, 50),
        "looks in memory MB": round(len(built.catalogue.browse()) * spread.shape[1] * 4 / 1e6, 1),
    }


def _after_looks(built: Built, photo_ids: Sequence[int], spread: Vectors, query: str) -> float:
    """Seconds of a processor for a search while photos are looked at."""
    look_at(built, photo_ids, spread)
    return worked(lambda: built.use_cases.search.search(query, date(2024, 1, 1)))


def worked(work: Callable[[], object]) -> float:
    """Seconds that this thread works for one call: on a machine that is busy with other things wall time says little."""
    start = time.thread_time()
    work()
    return time.thread_time() - start


def _searched(search: SearchPhotos, queries: Sequence[str]) -> tuple[list[float], list[float]]:
    """Seconds of each search, and of each with the first fifty cards. No query is asked twice in a row: its vector would be known."""
    today = date(2024, 1, 1)
    whole = [timed(lambda query=query: search.search(query, today)) for query in queries]  # type: ignore[misc]
    shown = [timed(lambda query=query: search.cards(search.search(query, today), 0, 50)) for query in queries]  # type: ignore[misc]
    return whole, shown


def measure(path: Path, photos: int = 0) -> dict[str, object]:
    """Time whole searches (listing and the first fifty cards) and the floor, query by query."""
    texts = captions(path)
    with tempfile.TemporaryDirectory() as place, build(LibraryPaths(Path(place))) as built:
        fill(built, texts)
        matrix = built.catalogue.vectors(built.embedder.model_id)[1]
        queries = [texts[place] for place in np.linspace(0, len(texts) - 1, QUERIES).astype(int)]
        for query in queries[:10]:
            built.use_cases.search.search(query, date(2024, 1, 1))
        floor = [timed(lambda query=query: matrix @ built.embedder.embed([query])[0]) for query in queries]  # type: ignore[misc]
        whole, shown = _searched(built.use_cases.search, queries)
        if photos:
            add_wordless(built, photos - len(texts))
        looked = added_by_looks(built, queries, matrix) if photos else {}
    return {
        "captions": len(texts),
        "floor p50 ms": percentile(floor, 50),
        "floor p95 ms": percentile(floor, 95),
        "search p50 ms": percentile(whole, 50),
        "search p95 ms": percentile(whole, 95),
        "search with cards p50 ms": percentile(shown, 50),
        "ratio p50": percentile(whole, 50) / percentile(floor, 50),
        "ratio p95": percentile(whole, 95) / percentile(floor, 95),
        **looked,
    }


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", nargs="?", type=Path, default=DEFAULT)
    parser.add_argument("--photos", type=int, default=0)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    show(measure(arguments.file, arguments.photos), arguments.json)


if __name__ == "__main__":
    main()
