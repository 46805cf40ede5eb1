"""How well photos are found by their pixels alone: a look against the query's sentence vector, no word of any file read.

`python -m tests.benchmarks.content_quality FOLDER QUERIES.tsv [--json]` takes any file with the columns kind, query and relevant_paths
(separated by |, relative to FOLDER). A query is asked over all photos that the file names; where a file KIND_universe.tsv with a column
path lies beside it, the queries of that kind are asked over its photos alone, because they are complete over those only.
Last come precision and recall of "has a person" by faces (`face_quality`), with their intervals.
"""

import argparse
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from app.config.paths import shipped
from app.domain.ports import Vectors
from app.embedding.content import ContentModel
from app.embedding.sentence import SentenceModel
from tests.benchmarks import face_quality
from tests.benchmarks.judged import pixels_of, rows
from tests.benchmarks.measuring import percentile, show

T = TypeVar("T")
Bools = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Query:
    """What is asked and which photos, as paths below the folder, are right."""

    kind: str
    text: str
    relevant: frozenset[str]


@dataclass(frozen=True, slots=True)
class Timings:
    """Seconds of processor time that each photo took to be decoded and to be looked at: what runs beside it does not count."""

    decode: list[float]
    look: list[float]


def read_queries(path: Path) -> list[Query]:
    """Raises KeyError where a column is not there."""
    return [Query(row["kind"], row["query"], frozenset(row["relevant_paths"].split("|"))) for row in rows(path)]


def read_universes(queries: Path, kinds: Sequence[str]) -> dict[str, frozenset[str]]:
    """The photos over which a kind of query is complete, where a file beside the queries says so."""
    files = {kind: queries.with_name(f"{kind}_universe.tsv") for kind in kinds}
    return {kind: frozenset(row["path"] for row in rows(file)) for kind, file in files.items() if file.is_file()}


def looks(folder: Path, paths: Sequence[str], timings: Timings) -> Vectors:
    """The vector of each photo, float32 (n, dimension), through the program's own pixels and model. Raises ValueError for no photo."""
    model = ContentModel(shipped("models"))
    model.load()
    return np.stack([_look(model, str(folder / path), timings) for path in paths])


def _look(model: ContentModel, path: str, timings: Timings) -> Vectors:
    pixels, decode = _timed(lambda: pixels_of(path))
    (vector, _), look = _timed(lambda: model.look(pixels))
    timings.decode.append(decode)
    timings.look.append(look)
    return vector


def _timed(work: Callable[[], T]) -> tuple[T, float]:
    start = time.thread_time()
    return work(), time.thread_time() - start


def measures(cosines: Vectors, relevant: Bools) -> dict[str, float]:
    """Recall of the first relevant photo at 1, 5 and 10, and mean average precision; both arrays (queries, photos)."""
    order = np.argsort(-cosines, axis=1, kind="stable")
    hits = np.take_along_axis(relevant, order, axis=1)
    first = hits.argmax(axis=1)
    precision = np.cumsum(hits, axis=1) / np.arange(1, hits.shape[1] + 1)
    found = {f"R@{count}": float((first < count).mean()) for count in (1, 5, 10)}
    return {**found, "mAP": float(((precision * hits).sum(axis=1) / hits.sum(axis=1)).mean())}


def measure_kinds(
    queries: Sequence[Query], paths: Sequence[str], vectors: Vectors, universes: Mapping[str, frozenset[str]]
) -> dict[str, dict[str, float]]:
    """The measures of each kind of query, with how many queries and photos they are over."""
    model = SentenceModel(shipped("models"))
    result = {}
    for kind in dict.fromkeys(query.kind for query in queries):
        asked = [query for query in queries if query.kind == kind]
        places = [place for place, path in enumerate(paths) if path in universes.get(kind, paths)]
        relevant = np.array([[paths[place] in query.relevant for place in places] for query in asked])
        cosines = model.embed([query.text for query in asked]) @ vectors[places].T
        result[kind] = {**measures(cosines, relevant), "queries": float(len(asked)), "photos": float(len(places))}
    return result


def measure(folder: Path, file: Path) -> dict[str, object]:
    """Everything that this benchmark tells of a folder and a file of queries."""
    queries = read_queries(file)
    paths = sorted(frozenset[str]().union(*(query.relevant for query in queries)))
    timings = Timings([], [])
    vectors = looks(folder, paths, timings)
    kinds = measure_kinds(queries, paths, vectors, read_universes(file, [query.kind for query in queries]))
    return {
        **kinds,
        "photos": len(paths),
        "decode ms": percentile(timings.decode, 50),
        "look ms": percentile(timings.look, 50),
        **face_quality.figures(face_quality.has_a_person(folder, file)),
    }


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the tables, or one JSON object."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.content_quality", description=__doc__)
    parser.add_argument("folder", type=Path, help="the photos")
    parser.add_argument("queries", type=Path, help="tab-separated, with columns kind, query, relevant_paths")
    parser.add_argument("--json", action="store_true")
    chosen = parser.parse_args(arguments)
    result = measure(chosen.folder, chosen.queries)
    show(result if chosen.json else {name: _line(value) for name, value in result.items()}, chosen.json)


def _line(value: object) -> object:
    if not isinstance(value, dict):
        return value
    return "   ".join(f"{name} {figure:.0f}" if name in ("queries", "photos") else f"{name} {figure:.3f}" for name, figure in value.items())


if __name__ == "__main__":
    main()
