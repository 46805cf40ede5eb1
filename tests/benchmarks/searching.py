"""How long a whole search takes over the captions of a file, as a ratio to one query embedding plus one exact scan.

python -m tests.benchmarks.searching [FILE.tsv] [--json]: every caption of the file is a photo of its own.
"""

import argparse
import csv
import hashlib
import tempfile
from collections.abc import Sequence
from datetime import date
from pathlib import Path

import numpy as np

from app.bootstrap import Built, build
from app.config.paths import LibraryPaths
from app.domain.ids import ContentHash
from app.domain.photo import Fact, FileStamp, PhotoFacts, ReadPhoto
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


def measure(path: Path) -> dict[str, object]:
    """Time whole searches (listing and the first fifty cards) and the floor, query by query."""
    texts = captions(path)
    with tempfile.TemporaryDirectory() as place, build(LibraryPaths(Path(place))) as built:
        fill(built, texts)
        matrix = built.catalogue.vectors(built.embedder.model_id)[1]
        queries = [texts[place] for place in np.linspace(0, len(texts) - 1, QUERIES).astype(int)]
        search = built.use_cases.search
        today = date(2024, 1, 1)
        for query in queries[:10]:
            search.search(query, today)
        floor, whole, shown = [], [], []
        for query in queries:
            floor.append(timed(lambda query=query: matrix @ built.embedder.embed([query])[0]))  # type: ignore[misc]
            whole.append(timed(lambda query=query: search.search(query, today)))  # type: ignore[misc]
            shown.append(timed(lambda query=query: search.cards(search.search(query, today), 0, 50)))  # type: ignore[misc]
    return {
        "captions": len(texts),
        "floor p50 ms": percentile(floor, 50),
        "floor p95 ms": percentile(floor, 95),
        "search p50 ms": percentile(whole, 50),
        "search p95 ms": percentile(whole, 95),
        "search with cards p50 ms": percentile(shown, 50),
        "ratio p50": percentile(whole, 50) / percentile(floor, 50),
        "ratio p95": percentile(whole, 95) / percentile(floor, 95),
    }


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", nargs="?", type=Path, default=DEFAULT)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    show(measure(arguments.file), arguments.json)


if __name__ == "__main__":
    main()
