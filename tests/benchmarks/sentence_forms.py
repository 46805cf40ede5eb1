"""Compares stored forms of the sentence model: `python -m tests.benchmarks.sentence_forms FILE.tsv FORM.onnx ... [--json]`.

The first form is the reference for cosines and speeds. The file has a heading, then an id and two or more captions a line:
the first is the document, the others are queries for it. `models/export/sentence.py --all` makes the forms.
"""

import argparse
import json
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from app.domain.ports import Vectors
from app.embedding.encoder import Encoder, load_encoder
from app.embedding.manifest import read_manifest

MODELS = Path(__file__).parents[2] / "models"
THREADS = 2
ROUNDS = 7
ALONE = 40
TOGETHER = 64


@dataclass(frozen=True, slots=True)
class Captions:
    """Documents, queries, and for each query the index of its document."""

    documents: list[str]
    queries: list[str]
    answers: list[int]


@dataclass(frozen=True, slots=True)
class Speed:
    """Medians over the rounds: seconds to load, texts a second, and their ratios to the reference form of the same run."""

    load_seconds: float
    alone: float
    together: float
    alone_ratio: float
    together_ratio: float


@dataclass(frozen=True, slots=True)
class Quality:
    """Cosines to the reference form over documents and queries, recall, and the largest difference that company makes to a component."""

    cosine_mean: float
    cosine_min: float
    recall_at_10: float
    batch_difference: float


@dataclass(frozen=True, slots=True)
class FormResult:
    """One line of the table."""

    form: str
    megabytes: float
    speed: Speed
    quality: Quality


def read_captions(path: Path) -> Captions:
    """Captions of a tab-separated file with a heading."""
    captions = Captions([], [], [])
    for line in path.read_text("utf-8").splitlines()[1:]:
        _, document, *queries = line.split("\t")
        captions.queries.extend(queries)
        captions.answers.extend([len(captions.documents)] * len(queries))
        captions.documents.append(document)
    return captions


def load(form: Path) -> Encoder:
    """The form as Candid would run it."""
    entry = read_manifest(MODELS).sentence
    return load_encoder(
        form.read_bytes(), entry.tokenizer.read(), dimension=entry.dimension, maximum_tokens=entry.maximum_tokens, threads=THREADS
    )


def seconds(work: Callable[[], object]) -> float:
    """How long it takes once."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def one_round(form: Path, encoder: Encoder, texts: Sequence[str]) -> tuple[float, float, float]:
    """Seconds to load, for a text alone, and for a text of 64."""
    single, batch = texts[:ALONE], texts[:TOGETHER]
    encoder.encode(batch)
    alone = seconds(lambda: [encoder.encode([text]) for text in single]) / len(single)
    return seconds(lambda: load(form)), alone, seconds(lambda: encoder.encode(batch)) / len(batch)


def speeds(forms: Sequence[Path], texts: Sequence[str]) -> list[Speed]:
    """Every form in every round, so that what else the machine does hits all alike."""
    encoders = [load(form) for form in forms]
    rounds = [[one_round(form, encoder, texts) for form, encoder in zip(forms, encoders, strict=True)] for _ in range(ROUNDS)]
    return [speed([(row[0], row[number]) for row in rounds]) for number in range(len(forms))]


def speed(pairs: Sequence[tuple[tuple[float, float, float], tuple[float, float, float]]]) -> Speed:
    """Medians of (reference, form) pairs of one round each."""
    loads, alone, together = ([form[part] for _, form in pairs] for part in range(3))
    ratios = [statistics.median(reference[part] / form[part] for reference, form in pairs) for part in (1, 2)]
    return Speed(statistics.median(loads), 1 / statistics.median(alone), 1 / statistics.median(together), ratios[0], ratios[1])


def quality(encoder: Encoder, captions: Captions, reference: Vectors | None) -> tuple[Quality, Vectors]:
    """Quality against the reference's vectors (its own if there are none yet), and the vectors."""
    vectors = encoder.encode(captions.documents + captions.queries)
    against = vectors if reference is None else reference
    cosines = np.einsum("ij,ij->i", vectors, against)
    documents, queries = np.split(vectors, [len(captions.documents)])
    some = captions.documents[::50]
    alone = np.concatenate([encoder.encode([text]) for text in some])
    difference = float(np.abs(alone - documents[::50]).max())
    return Quality(float(cosines.mean()), float(cosines.min()), recall(documents, queries, captions.answers), difference), vectors


def recall(documents: Vectors, queries: Vectors, answers: Sequence[int]) -> float:
    """The share of queries whose document is among the ten nearest."""
    found = 0
    for start in range(0, len(queries), 1000):
        cosines = queries[start : start + 1000] @ documents.T
        own = cosines[np.arange(len(cosines)), answers[start : start + 1000]]
        found += int(((cosines > own[:, None]).sum(axis=1) < 10).sum())
    return found / len(queries)


def compare(forms: Sequence[Path], captions: Captions) -> list[FormResult]:
    """Every form's line."""
    reference: Vectors | None = None
    results = []
    for form, fast in zip(forms, speeds(forms, captions.documents), strict=True):
        good, vectors = quality(load(form), captions, reference)
        reference = vectors if reference is None else reference
        results.append(FormResult(form.stem, form.stat().st_size / 1e6, fast, good))
    return results


def table(results: Sequence[FormResult]) -> str:
    """The results as a Markdown table."""
    lines = [
        "| form | MB | load ms | texts/s alone | texts/s of 64 | cosine mean | cosine min | R@10 | batch difference |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    for result in results:
        fast, good = result.speed, result.quality
        lines.append(
            f"| {result.form} | {result.megabytes:.1f} | {fast.load_seconds * 1e3:.0f} "
            f"| {fast.alone:.0f} ({fast.alone_ratio:.2f}) | {fast.together:.0f} ({fast.together_ratio:.2f}) "
            f"| {good.cosine_mean:.5f} | {good.cosine_min:.5f} | {good.recall_at_10:.4f} | {good.batch_difference:.0e} |"
        )
    return "\n".join(lines)


def main() -> None:
    """Compare the forms named on the command line."""
    parser = argparse.ArgumentParser(description="Compare stored forms of the sentence model.")
    parser.add_argument("captions", type=Path)
    parser.add_argument("forms", type=Path, nargs="+")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    results = compare(arguments.forms, read_captions(arguments.captions))
    print(json.dumps([asdict(result) for result in results], indent=1) if arguments.json else table(results))


if __name__ == "__main__":
    main()
