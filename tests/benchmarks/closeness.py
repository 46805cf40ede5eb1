"""How long the closeness of a question takes beside the bare product of all vectors with it, and what the matrix of all passages costs.

python -m tests.benchmarks.closeness [--passages N] [--json]: random unit vectors of the sentence model's dimension in a real library.
"""

import argparse
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median

import numpy as np

from app.domain.ids import ContentHash, ModelId, PassageId, PhotoId
from app.domain.photo import Fact, FileStamp, PhotoFacts, ReadPhoto, Tag
from app.domain.ports import Vectors
from app.evidence.closeness import top_similarity
from app.library.catalogue import Catalogue
from app.library.passage_matrix import PassageMatrix
from tests.benchmarks.measuring import peak_memory, percentile, show, timed

MODEL = ModelId("random")
DIMENSION = 384
PASSAGES_OF_A_PHOTO = 5
ROUNDS = 300
READINGS = 7
AT_ONCE = 5000


def photo(number: int) -> ReadPhoto:
    """A photo that never was: a caption, a title and three tags that no other photo has."""
    word = "".join("abcdefghij"[int(digit)] for digit in f"{number:06}")
    facts = PhotoFacts(
        title=Fact(f"title {word}", "made"),
        caption=Fact(f"caption {word} of a photo", "made"),
        tags=Fact(tuple(Tag(f"{kind} {word}") for kind in ("first", "second", "third")), "made"),
    )
    return ReadPhoto(f"/photos/{number}.jpg", FileStamp(1, 1), ContentHash(f"{number:064x}"), "JPEG", 640, 480, facts, b"")


def units(rng: np.random.Generator, count: int) -> Vectors:
    """Random unit vectors, float32 (count, DIMENSION)."""
    rows = rng.normal(size=(count, DIMENSION))
    return np.asarray(rows / np.linalg.norm(rows, axis=1, keepdims=True), dtype=np.float32)


def fill(catalogue: Catalogue, passages: int) -> list[PhotoId]:
    """Put so many passages into a library, with a vector each; the ids of their photos."""
    folder, ids, rng = catalogue.add_folder("/photos"), [], np.random.default_rng(1)
    for some in _batches(passages // PASSAGES_OF_A_PHOTO, 1000):
        ids += [each.photo_id for each in catalogue.store(folder.id, list(map(photo, some))).photos]
    while pending := catalogue.passages_without_vector(MODEL, AT_ONCE):
        catalogue.store_vectors(MODEL, [PassageId(each) for each, _ in pending], units(rng, len(pending)))
    catalogue.checkpoint()
    return ids


def _batches(count: int, size: int) -> Iterator[Sequence[int]]:
    return (range(first, min(first + size, count)) for first in range(0, count, size))


def measure(passages: int) -> dict[str, object]:
    """Read the matrix anew some times, then time whole questions and bare products by turns."""
    with tempfile.TemporaryDirectory() as place:
        path = Path(place) / "catalogue.sqlite3"
        with Catalogue(path) as catalogue:
            photos = fill(catalogue, passages)
        with Catalogue(path) as catalogue:
            return _reading(catalogue) | _asking(catalogue) | _forgetting(catalogue, photos)


def _reading(catalogue: Catalogue) -> dict[str, object]:
    def read() -> object:
        return PassageMatrix(catalogue, MODEL, DIMENSION).rows()

    # Watching the memory slows down what is watched: timed apart.
    seconds = [timed(read) for _ in range(READINGS)]
    with peak_memory(0.01) as before:
        count = catalogue.counts().passages
    with peak_memory(0.01) as peak:
        read()
    return {
        "passages": count,
        "matrix read, first ms": seconds[0] * 1000,
        "matrix read, median ms": median(seconds) * 1000,
        "all vectors as blobs, median ms": median(timed(lambda: catalogue.vectors(MODEL)) for _ in range(READINGS)) * 1000,
        "memory while reading MiB": peak.mebibytes - before.mebibytes,
    }


def _asking(catalogue: Catalogue) -> dict[str, object]:
    matrix = PassageMatrix(catalogue, MODEL, DIMENSION)
    rows = matrix.rows()
    bare, whole, unchanged = [], [], []
    for question in units(np.random.default_rng(2), ROUNDS):
        bare.append(timed(lambda question=question: rows.matrix @ question))  # type: ignore[misc]
        whole.append(timed(lambda question=question: top_similarity(question, matrix.rows())))  # type: ignore[misc]
        unchanged.append(timed(matrix.rows))
    return {
        "matrix MiB": rows.matrix.nbytes / 2**20,
        "sentences": rows.sentences,
        "product p50 ms": percentile(bare, 50),
        "top_similarity p50 ms": percentile(whole, 50),
        "of which asking for the matrix ms": percentile(unchanged, 50),
        "ratio p50": percentile(whole, 50) / percentile(bare, 50),
        "ratio p95": percentile(whole, 95) / percentile(bare, 95),
    }


def _forgetting(catalogue: Catalogue, photos: Sequence[PhotoId]) -> dict[str, object]:
    matrix = PassageMatrix(catalogue, MODEL, DIMENSION)
    matrix.rows()
    catalogue.mark_unavailable(photos[:1])
    nothing = timed(matrix.rows)
    catalogue.mark_gone(photos[:1])
    return {"after a change of photos ms": nothing * 1000, "after a photo was forgotten ms": timed(matrix.rows) * 1000}


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--passages", type=int, default=100_000)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    show(measure(arguments.passages), arguments.json)


if __name__ == "__main__":
    main()
