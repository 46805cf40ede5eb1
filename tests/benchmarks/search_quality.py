"""How well searching finds a caption by other people's captions of the same picture, against words alone, meaning alone and their fusion.

`python -m tests.benchmarks.search_quality FILE.tsv` takes any file with the columns caption1 (the document) to caption5 (the queries).
Everything goes through the real rooms, in a library of its own that is thrown away.
"""

import argparse
import json
import re
import sqlite3
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from app.config.paths import shipped
from app.domain.content_words import STOP_WORDS
from app.domain.ids import ContentHash, ModelId
from app.domain.photo import Fact, FileStamp, PhotoFacts, ReadPhoto
from app.domain.ports import TextEmbedder, Vectors
from app.embedding.sentence import SentenceModel
from app.library.catalogue import Catalogue
from app.library.hnsw import HnswIndex
from app.search.parse import parse
from app.search.search import PhotoSearch

TODAY = date(2026, 1, 1)
RECIPROCAL_RANK = 60
BATCH = 64
COMMON = 60
SPOKEN = (
    "show me pictures of {}", "which photos have a {} in them?", "do I have photos of {}?", "find the {}", "{} pictures",
    "what photos are there of {}?", "where is the photo with the {}?", "can you show me all images with {} please",
)  # fmt: skip
ASKING = frozenset({"show", "find", "photo", "photos", "picture", "pictures", "please", "someone", "anyone"})
Ranks = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Captions:
    """Documents, and queries each with the number of the document that it describes."""

    documents: list[str]
    queries: list[str]
    relevant: NDArray[np.int64]


def read_captions(path: Path) -> Captions:
    """Raises ValueError where the columns are not there."""
    head, *lines = path.read_text(encoding="utf-8").splitlines()
    names = head.split("\t")
    columns = [names.index(f"caption{number}") for number in range(1, 6)]
    rows = [line.split("\t") for line in lines if line.strip()]
    pairs = [
        (row[column], number) for number, row in enumerate(rows) for column in columns[1:] if column < len(row) and row[column].strip()
    ]
    return Captions([row[columns[0]] for row in rows], [text for text, _ in pairs], np.array([number for _, number in pairs]))


class Recalled:
    """The sentence model with the vectors of texts that it has embedded in batches before."""

    def __init__(self, model: TextEmbedder, texts: Sequence[str]) -> None:
        self._model = model
        each = sorted(dict.fromkeys(texts), key=len)
        batches = [model.embed(each[start : start + BATCH]) for start in range(0, len(each), BATCH)]
        self._vectors = dict(zip(each, np.concatenate(batches), strict=True))

    @property
    def model_id(self) -> ModelId:
        return self._model.model_id

    @property
    def dimension(self) -> int:
        return self._model.dimension

    def embed(self, texts: Sequence[str]) -> Vectors:
        return np.stack([self._vectors[text] if text in self._vectors else self._model.embed([text])[0] for text in texts])


@dataclass(frozen=True, slots=True)
class Bench:
    """A library of captions: `photo_ids[i]` is the photo of document i."""

    search: PhotoSearch
    embedder: TextEmbedder
    photo_ids: NDArray[np.int64]
    document_vectors: Vectors


@contextmanager
def bench(documents: Sequence[str], queries: Sequence[str]) -> Iterator[Bench]:
    """A temporary library that holds these captions, and the model with the queries' meanings."""
    model = SentenceModel(shipped("models"))
    embedder = Recalled(model, [*documents, *(each for query in queries for each in (parse(query, TODAY).meaning, bare(query)))])
    with tempfile.TemporaryDirectory() as folder, Catalogue(Path(folder) / "library.sqlite") as catalogue:
        photo_ids = captioned(catalogue, documents)
        index = _embed(catalogue, embedder)
        search = PhotoSearch(
            words=catalogue, passages=catalogue, vectors=index, embedder=embedder, vectors_of=partial(catalogue.vectors_of, model.model_id)
        )
        yield Bench(search, embedder, photo_ids, embedder.embed(documents))


def captioned(catalogue: Catalogue, documents: Sequence[str]) -> NDArray[np.int64]:
    """Store each text as the caption of a photo of its own; their ids in order."""
    folder = catalogue.add_folder("/captions")
    photos = [_photo(number, text) for number, text in enumerate(documents)]
    stored = [each for start in range(0, len(photos), BATCH) for each in catalogue.store(folder.id, photos[start : start + BATCH]).photos]
    by_path = {each.path: each.photo_id for each in stored}
    return np.array([by_path[photo.path] for photo in photos], dtype=np.int64)


def _photo(number: int, caption: str) -> ReadPhoto:
    facts = PhotoFacts(caption=Fact(caption, "benchmark"))
    return ReadPhoto(f"/captions/{number:06d}.jpg", FileStamp(1, number), ContentHash(f"{number:064x}"), "JPEG", 1, 1, facts, b"")


def _embed(catalogue: Catalogue, embedder: TextEmbedder) -> HnswIndex:
    index = HnswIndex(embedder.dimension)
    while batch := catalogue.passages_without_vector(embedder.model_id, BATCH):
        ids, texts = [each for each, _ in batch], [text for _, text in batch]
        vectors = embedder.embed(texts)
        catalogue.store_vectors(embedder.model_id, ids, vectors)
        index.add(ids, vectors)
    return index


def candid_ranks(made: Bench, queries: Sequence[str], relevant: NDArray[np.int64]) -> Ranks:
    """The rank of each query's document in Candid's ranking, infinite where it is not in it."""
    return np.array([_rank(made, query, made.photo_ids[each]) for query, each in zip(queries, relevant, strict=True)])


def _rank(made: Bench, query: str, photo_id: int) -> float:
    ranked = made.search.ranking(parse(query, TODAY))
    return next((place for place, photo in enumerate(ranked, start=1) if photo.photo_id == photo_id), np.inf)


def word_scores(documents: Sequence[str]) -> Callable[[str], Ranks]:
    """BM25 of SQLite's FTS5 with stemming, any word of the query counting, stop words left out; 0 where no word is found."""
    connection = sqlite3.connect(":memory:")
    connection.execute("CREATE VIRTUAL TABLE caption USING fts5(text, tokenize='porter unicode61 remove_diacritics 2')")
    connection.executemany("INSERT INTO caption(rowid, text) VALUES (?, ?)", enumerate(documents))

    def scores(query: str) -> Ranks:
        found = np.zeros(len(documents))
        words = dict.fromkeys(re.findall(r"\w+", query.casefold()))
        wanted = " OR ".join(f'"{word}"' for word in words if word not in STOP_WORDS)
        for row, score in (
            connection.execute("SELECT rowid, -bm25(caption) FROM caption WHERE caption MATCH ?", (wanted,)) if wanted else ()
        ):
            found[row] = score
        return found

    return scores


def rank_of(scores: Ranks, place: int) -> float:
    """The rank of one place by falling score, equal ones in order; infinite for a score of 0."""
    if scores[place] <= 0:
        return np.inf
    return 1.0 + float((scores > scores[place]).sum() + (scores[:place] == scores[place]).sum())


def fused(words: Ranks, meaning: Ranks) -> Ranks:
    """Reciprocal rank fusion of two score lists, k = 60; a score of 0 is no rank."""
    total = np.zeros(len(words))
    for scores in (words, meaning):
        order = np.argsort(-scores, kind="stable")
        ranks = np.empty(len(scores))
        ranks[order] = np.arange(1, len(scores) + 1)
        total += np.where(scores > 0, 1 / (RECIPROCAL_RANK + ranks), 0.0)
    return total


def bare(query: str) -> str:
    """A query without the punctuation at its end, which makes no difference to its rank and spares a second embedding."""
    return query.strip().rstrip("?!.,;:")


def baseline_ranks(made: Bench, documents: Sequence[str], queries: Sequence[str], relevant: NDArray[np.int64]) -> dict[str, Ranks]:
    """Ranks by words alone, by meaning alone (every typed word embedded, exact scan), and by their fusion."""
    scores = word_scores(documents)
    found: dict[str, list[float]] = {"words only": [], "meaning only": [], "reciprocal rank fusion": []}
    for query, place in zip(queries, relevant, strict=True):
        words, meaning = scores(query), (made.document_vectors @ made.embedder.embed([bare(query)])[0]).astype(np.float64)
        for name, each in zip(found, (words, meaning, fused(words, meaning)), strict=True):
            found[name].append(rank_of(each, int(place)))
    return {name: np.array(ranks) for name, ranks in found.items()}


def measures(ranks: Ranks) -> dict[str, float]:
    """Recall at 1 and 10, and mean reciprocal rank."""
    return {"R@1": float((ranks <= 1).mean()), "R@10": float((ranks <= 10).mean()), "MRR": float((1 / ranks).mean())}


def measure(captions: Captions) -> dict[str, dict[str, float]]:
    """The measures of the three baselines and of Candid."""
    with bench(captions.documents, captions.queries) as made:
        ranks = baseline_ranks(made, captions.documents, captions.queries, captions.relevant)
        ranks["Candid"] = candid_ranks(made, captions.queries, captions.relevant)
    return {name: measures(each) for name, each in ranks.items()}


def measure_spoken(captions: Captions, questions: Sequence[str]) -> dict[str, dict[str, float]]:
    """Mean average precision of the commonest nouns, bare and spoken, and of questions against their content words.

    A document answers a query if at least two of the other captions of its picture hold every content word of it.
    """
    pairs = [(noun, noun, [template.format(noun) for template in SPOKEN]) for noun in _common_words(captions)]
    pairs += [(" ".join(_content(question)), "questions", [question]) for question in questions]
    precisions: dict[str, list[float]] = {}
    with bench(captions.documents, []) as made:
        for bare_query, kind, spoken in pairs:
            answers = _answers(captions, _content(bare_query))
            if answers.any():
                name = "nouns" if kind != "questions" else kind
                precisions.setdefault(f"{name}, bare", []).append(_average_precision(made, bare_query, answers))
                precisions.setdefault(f"{name}, spoken", []).append(
                    float(np.mean([_average_precision(made, each, answers) for each in spoken]))
                )
    return {name: {"MAP": float(np.mean(each)), "queries": float(len(each))} for name, each in precisions.items()}


def _words(text: str) -> set[str]:
    return {word.removesuffix("s") for word in re.findall(r"[^\W\d_]+", text.casefold())}


def _content(text: str) -> list[str]:
    """The content words of a question, taken without the parser that is being measured."""
    return [word for word in re.findall(r"[^\W\d_]+", text.casefold()) if word not in STOP_WORDS | ASKING]


def _answers(captions: Captions, words: Sequence[str]) -> NDArray[np.bool_]:
    wanted = {word.removesuffix("s") for word in words}
    counts = np.zeros(len(captions.documents))
    np.add.at(counts, captions.relevant, [wanted <= _words(query) for query in captions.queries])
    return counts >= 2


def _common_words(captions: Captions) -> list[str]:
    counts = Counter(word for query in captions.queries for word in set(_content(query)) if len(word) > 3)
    return [word for word, _ in counts.most_common(COMMON)]


def _average_precision(made: Bench, query: str, answers: NDArray[np.bool_]) -> float:
    """Over the shortlist; answers that are not in it count as never found."""
    place_of = {int(photo_id): place for place, photo_id in enumerate(made.photo_ids)}
    hits = np.array([answers[place_of[photo.photo_id]] for photo in made.search.ranking(parse(query, TODAY))], dtype=np.float64)
    return float((np.cumsum(hits) / np.arange(1, len(hits) + 1) * hits).sum() / answers.sum())


def _questions(path: str) -> list[str]:
    return [line for line in Path(path).read_text(encoding="utf-8").splitlines() if line.strip()] if path else []


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the table, or one JSON object."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.search_quality", description=__doc__)
    parser.add_argument("file", type=Path, help="tab-separated, with columns caption1 to caption5")
    parser.add_argument("--json", action="store_true")
    parser.add_argument(
        "--spoken",
        nargs="?",
        const="",
        metavar="QUESTIONS",
        help="compare spoken queries with bare ones, also those of a file of questions",
    )
    chosen = parser.parse_args(arguments)
    captions = read_captions(chosen.file)
    result = measure(captions) if chosen.spoken is None else measure_spoken(captions, _questions(chosen.spoken))
    if chosen.json:
        print(json.dumps(result))
        return
    for name, row in result.items():
        print(f"{name:24}" + "".join(f"{key} {value:.4f}   " for key, value in row.items()))


if __name__ == "__main__":
    main()
