"""Which mode questions get that should get another: a library of captions and one of real photos, through the whole program.

`python -m tests.benchmarks.answer_modes SHARED [--json]`: SHARED holds the texts and photos; the libraries are thrown away.
"""

import argparse
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import date
from pathlib import Path

from app.bootstrap import Built, build
from app.config.paths import LibraryPaths
from app.domain.closeness import Measurement
from app.domain.evidence import AnswerMode
from app.evidence.measuring import band, crossing
from app.evidence.questions import own_questions
from app.services.cancel import CancelSwitch
from app.services.measure import Measured
from tests.benchmarks.measuring import show
from tests.benchmarks.search_quality import captioned, read_captions

TODAY = date(2026, 1, 1)
ON_CAPTIONS = {"questions_on.txt": AnswerMode.SOURCED, "questions_adjacent.txt": AnswerMode.ADJACENT, "questions_off.txt": AnswerMode.OPEN}
ON_PHOTOS = {
    "questions_on_photos.txt": AnswerMode.SOURCED,
    "questions_world.txt": AnswerMode.ADJACENT,
    "questions_off.txt": AnswerMode.OPEN,
}


@contextmanager
def caption_library(shared: Path) -> Iterator[Built]:
    """The first caption of every picture, as a photo of its own."""
    with tempfile.TemporaryDirectory() as place, build(LibraryPaths(Path(place))) as made:
        captions = read_captions(shared / "text" / "captions_dev.tsv")
        captioned(made.catalogue, captions.documents)
        while pending := made.catalogue.passages_without_vector(made.embedder.model_id, 64):
            vectors = made.embedder.embed([text for _, text in pending])
            made.catalogue.store_vectors(made.embedder.model_id, [each for each, _ in pending], vectors)
        yield made


@contextmanager
def photo_library(shared: Path) -> Iterator[Built]:
    """All the real photos, looked at."""
    with tempfile.TemporaryDirectory() as place, build(LibraryPaths(Path(place))) as made:
        for _ in made.use_cases.index.run([str(shared / "photos")], CancelSwitch()):
            pass
        for _ in made.use_cases.see.run(CancelSwitch()):
            pass
        yield made


def modes_of(made: Built, questions: Sequence[str]) -> dict[str, AnswerMode]:
    """The mode of each question."""
    return {each: made.use_cases.ask.gather(each, TODAY).pack.mode for each in questions}


def measured(made: Built) -> Measurement:
    """The library's own measurement."""
    events = made.use_cases.measure.run(CancelSwitch())
    return next(event.stored.measurement for event in events if isinstance(event, Measured))


def figures(made: Built, texts: Path, expected: Mapping[str, AnswerMode]) -> dict[str, object]:
    """The confusion matrix under the shipped thresholds and under the library's own, with the questions that got another mode."""
    measurement = measured(made)
    found: dict[str, object] = _bands(measurement)
    found |= {f"shipped {name}": value for name, value in _confusion(made, texts, expected).items()}
    if measurement.thresholds:
        made.use_cases.measure.apply(made.use_cases.measure.history()[0].id)
        found |= {f"own {name}": value for name, value in _confusion(made, texts, expected).items()}
    return found


def _bands(measurement: Measurement) -> dict[str, object]:
    off, on = band(measurement.questions, on_topic=False), band(measurement.questions, on_topic=True)
    sides = Counter(each.on_topic for each in measurement.questions)
    return {
        "questions": f"{sides[True]} on, {sides[False]} off",
        "off band": f"{off.low:.3f} to {off.high:.3f}" if off else "too few",
        "on band": f"{on.low:.3f} to {on.high:.3f}" if on else "too few",
        "thresholds": str(measurement.thresholds),
        "crossing": len(crossing(measurement.questions)),
    }


def _confusion(made: Built, texts: Path, expected: Mapping[str, AnswerMode]) -> dict[str, object]:
    rows: dict[str, object] = {}
    for name, mode in expected.items():
        given = modes_of(made, own_questions((texts / name).read_text("utf-8")))
        counted = Counter(given.values())
        rows[name] = f"{counted[mode] / len(given):.1%} {mode} of {len(given)}; " + ", ".join(
            f"{counted[each]} {each}" for each in AnswerMode
        )
        rows[f"{name} otherwise"] = [f"{each}: {text}" for text, each in given.items() if each is not mode]
    return rows


def main() -> None:
    """Print everything."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("shared", type=Path)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    texts = options.shared / "text"
    with caption_library(options.shared) as captions, photo_library(options.shared) as photos:
        found = {"captions": figures(captions, texts, ON_CAPTIONS), "photos": figures(photos, texts, ON_PHOTOS)}
    show({f"{library}: {name}": value for library, each in found.items() for name, value in each.items()}, options.json)


if __name__ == "__main__":
    main()
