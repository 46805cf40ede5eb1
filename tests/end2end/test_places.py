"""Questions about countries over the real photos beside the checkout, most of which have only a position."""

import csv
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from app.bootstrap import Built, build
from app.domain.evidence import AnswerMode
from app.domain.ids import PhotoId
from app.domain.photo import NAMED_POSITION
from app.embedding.sentence import SentenceModel
from app.photos.workers import WorkerReader
from app.search.question import understand
from tests.indexed import CopyOf

pytestmark = pytest.mark.shared

DAY = date(2024, 6, 1)


@pytest.fixture(scope="module")
def built(shared: Path, copy_of: CopyOf, embedder: SentenceModel, reader: WorkerReader) -> Iterator[Built]:
    with build(copy_of(shared / "photos" / "library")[0], embedder, reader) as library:
        yield library


@pytest.mark.parametrize(
    ("question", "photos"),
    [
        ("photos from Italy", 10),
        ("which photos were taken in Denmark?", 9),
        ("photos taken near Arezzo", 9),
        ("photos from Italy in 2008", 9),
    ],
)
def test_questions_about_places_are_sourced(built: Built, question: str, photos: int) -> None:
    assert built.use_cases.ask.ask(question, DAY).mode is AnswerMode.SOURCED
    assert len(_answered(built, question)) == photos


def test_every_photo_named_by_its_position_is_found_by_its_country_and_by_no_other(built: Built, shared: Path) -> None:
    """Where a place was written, its own words count, and may be misspelt, of another language, or about less than the country."""
    everything = built.catalogue.photos([PhotoId(number) for number in built.catalogue.browse().tolist()]).values()
    named = {photo.path for photo in everything if photo.facts.place and photo.facts.place.source == NAMED_POSITION}
    asked = 0
    for row in _questions(shared):
        expected = {str(shared / "photos" / path) for path in row["paths"].split("|")} & named
        if expected:
            asked += 1
            assert _answered(built, row["question"]) & named == expected, row["question"]
    assert asked > 8


def _questions(shared: Path) -> list[dict[str, str]]:
    with open(shared / "photos" / "truth" / "metadata_questions.tsv", encoding="utf-8", newline="") as file:
        rows = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        return [row for row in rows if row["kind"] in {"country", "country_year"}]


def _answered(built: Built, question: str) -> set[str]:
    understood = understand(question, DAY, built.catalogue)
    assert understood.covered, question
    ids = built.catalogue.satisfying(understood.query.conditions).tolist()
    return {photo.path for photo in built.catalogue.photos([PhotoId(number) for number in ids]).values()}
