"""Forms of questions over the sample library, each with examples: what is asked, and of exactly which photos by the plan of the sample."""

import csv
import json
import operator
import re
from collections import defaultdict
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from app.bootstrap import Built, build
from app.domain.ids import PhotoId
from app.domain.question import Aggregate, Dimension
from app.embedding.sentence import SentenceModel
from app.photos.workers import WorkerReader
from app.search.question import understand
from tests.indexed import CopyOf

DAY = date(2024, 6, 1)
HERE = Path(__file__).parent
SAMPLE = HERE.parents[1] / "resources" / "sample"
TRUTH = HERE.parent / "unit" / "resources" / "sample_truth.json"
TERM = re.compile(r"(!?)(\w+)(?:(>=|<=|=|<|>|\^|~)(.+))?", re.DOTALL)
COMPARED = {">=": operator.ge, "<=": operator.le, "<": operator.lt, ">": operator.gt}

Facts = dict[str, Any]


def table() -> list[dict[str, str]]:
    with (HERE / "question_patterns.tsv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


@pytest.fixture(scope="module")
def built(copy_of: CopyOf, embedder: SentenceModel, reader: WorkerReader) -> Iterator[Built]:
    with build(copy_of(SAMPLE)[0], embedder, reader) as library:
        yield library


@pytest.fixture(scope="module")
def planned() -> dict[str, Facts]:
    """The facts of each file by its path, and what a person can reckon from them."""
    photos = json.loads(TRUTH.read_text(encoding="utf-8"))["photos"]
    return {path: {**each["facts"], **_reckoned(path, each)} for path, each in photos.items()}


def _reckoned(path: str, photo: Facts) -> Facts:
    facts, width, height = photo["facts"], photo["width"], photo["height"]
    *folders, name = path.split("/")
    make, model = facts.get("make", ""), facts.get("model", "")
    taken = facts.get("taken", "")
    return {
        "path": path, "name": name, "folder": folders, "format": photo["format"], "rated": facts.get("rating", 0) != 0,
        "camera": [make, model, f"{make} {model}"], "tags": [part for tag in facts.get("tags", []) for part in tag.split("/")],
        "place": facts["place"].split(", ") if "place" in facts else [], "month": taken[5:7],
        "weekday": f"{date.fromisoformat(taken[:10]):%A}" if taken else "", "named": len(facts.get("people", [])), "hour": taken[11:13],
        "portrait": height > width, "landscape": width > height, "square": width == height,
    }  # fmt: skip


def holds(facts: Facts, condition: str) -> bool:
    """Whether a condition of the table holds: terms joined by `&`, in groups joined by ` | `."""
    if " | " in condition:
        return any(holds(facts, each) for each in condition.split(" | "))
    return condition == "all" or all(_holds(facts, each) for each in condition.split(" & "))


def _holds(facts: Facts, term: str) -> bool:
    match = TERM.fullmatch(term)
    assert match, term
    negated, name, sign, value = match.groups()
    return _is_so(facts.get(name), sign, value or "") is not bool(negated)


def _is_so(fact: Any, sign: str | None, value: str) -> bool:
    if sign is None or not fact:
        return bool(fact)
    if sign in COMPARED:
        return bool(COMPARED[sign](fact, value if isinstance(fact, str) else float(value)))
    if sign in ("^", "~"):
        return str(fact).startswith(value) if sign == "^" else value.casefold() in str(fact).casefold()
    if re.fullmatch(r"\d+-\d+", value):
        first, last = map(int, value.split("-"))
        return first <= int(fact) <= last
    if isinstance(fact, int | float):
        return float(fact) in map(float, value.split("|"))
    return not set(fact if isinstance(fact, list) else [fact]).isdisjoint(value.split("|"))


def test_there_are_many_forms_and_no_question_stands_twice() -> None:
    forms = defaultdict(list)
    for row in table():
        forms[row["form"]].append(row["question"])
    questions = [each for examples in forms.values() for each in examples]
    assert len(forms) >= 120
    assert max(map(len, forms.values())) <= 3
    assert len(questions) == len(set(questions))


def test_every_form_is_understood(built: Built, planned: dict[str, Facts]) -> None:
    wrong = {}
    for row in table():
        question = understand(row["question"], DAY, built.catalogue)
        expected = {path for path, facts in planned.items() if holds(facts, row["photos"])}
        asked = (question.aggregate, question.of)
        if not question.covered:
            wrong[row["question"]] = f"not understood: {question.unknown}"
        elif asked != (Aggregate(row["asks"]), Dimension(row["of"]) if row["of"] else None):
            wrong[row["question"]] = f"asks {asked}"
        elif (came := _photos(built, question.query.conditions)) != expected:
            wrong[row["question"]] = f"lacks {expected - came}, has {came - expected}"
    assert wrong == {}


def _photos(built: Built, conditions: Any) -> set[str]:
    ids = [PhotoId(number) for number in built.catalogue.satisfying(conditions).tolist()]
    return {Path(photo.path).relative_to(SAMPLE).as_posix() for photo in built.catalogue.photos(ids).values()}
