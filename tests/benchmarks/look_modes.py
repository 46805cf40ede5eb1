"""Which mode questions about what is seen get, over photos that hardly say a word, and where the bands of looks lie.

`python -m tests.benchmarks.look_modes SHARED [--json]`: the library of SHARED/photos/content is looked at, and thrown away.
"""

import argparse
import csv
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import date
from pathlib import Path

from app.assistant.answer import Answer
from app.bootstrap import Built, build
from app.config.paths import LibraryPaths
from app.domain.evidence import AnswerMode
from app.evidence.measuring import band
from app.evidence.questions import own_questions
from app.services.cancel import CancelSwitch
from app.services.measure import Measured
from tests.benchmarks.measuring import show

TODAY = date(2026, 1, 1)
KINDS = ("coco_object", "caltech_class")
ASKED = (
    "which photos show {}?",
    "do I have pictures of {}?",
    "is there a picture of {}?",
    "show me photos of {}",
    "are there any photos with {} in them?",
)
"""Everyday wordings, taken in turn."""
NOT_SEEN = (
    "which photos are the sharpest?", "which photos did my sister send me?", "do I have pictures that I never printed?",
    "show me the photos I like most", "which pictures should I keep?", "are there photos from our trip with Anna?",
    "which photos were edited?", "do I have photos about freedom?", "which of my photos would win a prize?",
    "photos that make me happy", "is there a picture of my grandmother's wedding?", "which photos show democracy?",
    "which photos did I take by mistake?", "do I have photos that are out of focus?", "which pictures are my favourites?",
    "are there any photos worth printing?", "which photos bring back good memories?", "show me pictures with nice light",
    "which of my photos are the most artistic?", "do I have photos of happiness?", "which pictures did I take in a hurry?",
    "are there photos that my boss must not see?", "which photos would look good on a wall?", "which photos tell a story?",
)  # fmt: skip
"""About photos, and about nothing that can be seen."""
NOT_THERE = (
    "zebra", "castle", "volcano", "giraffe", "penguin", "lighthouse", "violin", "snowman", "submarine", "whale", "shark", "tent",
    "fireplace", "tractor", "windmill", "swan", "peacock", "squirrel", "cow", "pig", "goat", "parrot", "snail", "mushroom", "pumpkin",
    "bathtub", "washing machine", "trumpet", "canoe", "fire truck", "hot air balloon", "waterfall", "rainbow", "hammock",
)  # fmt: skip
"""Things that can be seen, and that no photo shows."""


@contextmanager
def looked_at(shared: Path) -> Iterator[Built]:
    """The library of the content photos, each looked at."""
    with tempfile.TemporaryDirectory() as place, build(LibraryPaths(Path(place))) as made:
        for _ in made.use_cases.index.run([str(shared / "photos" / "content")], CancelSwitch()):
            pass
        for _ in made.use_cases.see.run(CancelSwitch()):
            pass
        yield made


def seen_questions(shared: Path) -> dict[str, frozenset[str]]:
    """Questions about objects and classes, each with the photos that show it, from their folder down."""
    with (shared / "photos" / "truth" / "content_queries.tsv").open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE) if row["kind"] in KINDS]
    return {
        ASKED[number % len(ASKED)].format(_with_article(row["query"])): frozenset(row["relevant_paths"].split("|"))
        for number, row in enumerate(rows)
    }


def _with_article(name: str) -> str:
    return f"{'an' if name[0].lower() in 'aeiou' else 'a'} {name}"


def answers(made: Built, questions: Sequence[str]) -> dict[str, Answer]:
    """The answer to each."""
    return {each: made.use_cases.ask.ask(each, TODAY) for each in questions}


def modes(given: Mapping[str, Answer]) -> str:
    """How many got which mode, and how many of them by look alone."""
    counted = Counter(each.mode for each in given.values())
    by_look = sum(each.by_look for each in given.values())
    return f"{', '.join(f'{counted[mode]} {mode}' for mode in AnswerMode)} ({by_look} by look) of {len(given)}"


def figures(made: Built, shared: Path) -> dict[str, object]:
    """Modes under the shipped threshold and under the library's own, with the bands between which that lies."""
    seen, texts = seen_questions(shared), shared / "text"
    off, world = (own_questions((texts / name).read_text("utf-8")) for name in ("questions_off.txt", "questions_world.txt"))
    found = {f"shipped {name}": value for name, value in _rows(made, seen, off, world).items()}
    found |= _measured(made, tuple(seen), off)
    if made.use_cases.measure.history()[0].measurement.looks:
        made.use_cases.measure.apply(made.use_cases.measure.history()[0].id)
        found |= {f"own {name}": value for name, value in _rows(made, seen, off, world).items()}
    return found


def _rows(made: Built, seen: Mapping[str, frozenset[str]], off: Sequence[str], world: Sequence[str]) -> dict[str, object]:
    about = answers(made, list(seen))
    right = [_shows(about[each], seen[each]) for each in seen if about[each].by_look]
    others = answers(made, off)
    return {
        "threshold": round(made.use_cases.measure.look_match(), 4),
        "about what is seen": modes(about),
        "of those by look that show a right photo": f"{sum(right)} of {len(right)}",
        "about other things": modes(others),
        "about other things, not open": [each for each, answer in others.items() if answer.mode is not AnswerMode.OPEN],
        "about the world": modes(answers(made, world)),
        "about photos and nothing seen": modes(answers(made, NOT_SEEN)),
        "about what no photo shows": modes(answers(made, [ASKED[0].format(_with_article(each)) for each in NOT_THERE])),
    }


def _shows(answer: Answer, right: frozenset[str]) -> bool:
    return any(each.path.endswith(tuple(f"/{path}" for path in right)) for each in answer.cited)


def _measured(made: Built, on: tuple[str, ...], off: tuple[str, ...]) -> dict[str, object]:
    measured = next(each for each in made.use_cases.measure.run(CancelSwitch(), on, off) if isinstance(each, Measured))
    looks = measured.stored.measurement.looks
    questions = looks.questions if looks else ()
    bands = {name: band(questions, on_topic=side) for name, side in (("off", False), ("on", True))}
    told = {f"{name} band": f"{each.low:.3f} to {each.high:.3f}" if each else "too few" for name, each in bands.items()}
    return {**told, "threshold of the gap": looks.threshold if looks else None}


def main() -> None:
    """Print everything."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("shared", type=Path)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    with looked_at(options.shared) as made:
        show(figures(made, options.shared), options.json)


if __name__ == "__main__":
    main()
