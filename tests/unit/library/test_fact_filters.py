"""Filters on exposure, shape and what is known, and on whole values, over a real library."""

from dataclasses import replace

import pytest

from app.domain.ids import PhotoId
from app.domain.photo import Fact, Folder, PhotoFacts, Position, ReadPhoto
from app.domain.query import Comparison, Condition, Filter, FilterField, Known, Named, NumberRange, RatingRange, Shape, Value, Weekday
from app.library.catalogue import Catalogue
from app.library.fact_filters import NOMINAL
from tests.unit.library.made import read_photo

ISO, APERTURE, SHUTTER, FOCAL, HAS = (
    FilterField.ISO, FilterField.APERTURE, FilterField.SHUTTER, FilterField.FOCAL, FilterField.HAS,
)  # fmt: skip


def exposed(
    photo: ReadPhoto,
    size: tuple[int, int],
    *,
    iso: int | None = None,
    aperture: float | None = None,
    shutter: float | None = None,
    focal: float | None = None,
) -> ReadPhoto:
    facts = replace(
        photo.facts,
        iso=None if iso is None else Fact(iso, "EXIF"),
        aperture=None if aperture is None else Fact(aperture, "EXIF"),
        shutter=None if shutter is None else Fact(shutter, "EXIF"),
        focal_length=None if focal is None else Fact(focal, "EXIF"),
    )
    return replace(photo, facts=facts, width=size[0], height=size[1])


def located(photo: ReadPhoto) -> ReadPhoto:
    return replace(photo, facts=replace(photo.facts, gps=Fact(Position(55.7, 10.6), "EXIF")))


TRAP = '"iso":[3200,"EXIF"],"gps":[1,2]'
"""A caption that looks like the facts it is stored among."""

WIDE = read_photo("/pictures/wide.jpg", camera="Canon EOS 5D Mark III", place="Little Italy, New York", tags=("Big Ben",))
TALL = read_photo("/pictures/tall.jpg", camera="Canon EOS 5D", place="Arezzo, Tuscany, Italy", taken="2008-10-22", people=("Wayne Smith",))
PHOTOS = {
    "wide": exposed(WIDE, (30, 20), iso=1600, aperture=2.8284271247461903, shutter=1 / 64, focal=50.2),
    "tall": located(exposed(TALL, (20, 30), iso=1601, aperture=2.0, shutter=1e-05, focal=200.0)),
    "square": exposed(read_photo("/pictures/square.jpg", caption=TRAP, title="Big Ben at night", rating=0), (20, 20), shutter=2.0),
    "rejected": exposed(read_photo("/pictures/rejected.jpg", rating=-1, lens="50mm"), (3, 2), iso=100),
}


@pytest.fixture
def named(catalogue: Catalogue, folder: Folder) -> dict[PhotoId, str]:
    stored = catalogue.store(folder.id, list(PHOTOS.values()))
    return {each.photo_id: name for each, name in zip(stored.photos, PHOTOS, strict=True)}


@pytest.mark.parametrize(
    ("field", "value", "expected"),
    [
        (ISO, NumberRange(1600, 1600), {"wide"}),
        (ISO, NumberRange(1600), {"wide", "tall"}),
        (ISO, NumberRange(1600, strict=True), {"tall"}),
        (ISO, NumberRange(None, 1600, strict=True), {"rejected"}),
        (ISO, NumberRange(100, 1600), {"wide", "rejected"}),
        (ISO, NumberRange(), {"wide", "tall", "rejected"}),
        (APERTURE, NumberRange(2.8, 2.8), {"wide"}),
        (APERTURE, NumberRange(None, 2.0), {"tall"}),
        (APERTURE, NumberRange(None, 2.0, strict=True), set()),
        (APERTURE, NumberRange(None, 2.8, strict=True), {"tall"}),
        (SHUTTER, NumberRange(1 / 64, 1 / 64), {"wide"}),
        (SHUTTER, NumberRange(None, 1e-5), {"tall"}),
        (SHUTTER, NumberRange(1, strict=True), {"square"}),
        (SHUTTER, NumberRange(2, strict=True), set()),
        (FOCAL, NumberRange(50, 50), {"wide"}),
        (FOCAL, NumberRange(100), {"tall"}),
        (HAS, Known.GPS, {"tall"}),
        (HAS, Known.DATE, {"tall"}),
        (HAS, Known.PLACE, {"wide", "tall"}),
        (HAS, Known.TITLE, {"square"}),
        (HAS, Known.CAPTION, {"square"}),
        (HAS, Known.TAGS, {"wide"}),
        (HAS, Known.PEOPLE, {"tall"}),
        (HAS, Known.RATING, {"rejected"}),
        (HAS, Known.REJECTED, {"rejected"}),
        (FilterField.RATING, RatingRange(Comparison.EQUAL, -1), {"rejected"}),
        (HAS, Known.CAMERA, {"wide", "tall"}),
        (HAS, Known.LENS, {"rejected"}),
        (FilterField.SHAPE, Shape.LANDSCAPE, {"wide", "rejected"}),
        (FilterField.SHAPE, Shape.PORTRAIT, {"tall"}),
        (FilterField.SHAPE, Shape.SQUARE, {"square"}),
        (FilterField.PLACE, Named("italy"), {"tall"}),  # Little Italy is another place
        (FilterField.PLACE, Named("Arezzo,Tuscany"), {"tall"}),
        (FilterField.PLACE, Named("Arezzo, Italy"), set()),
        (FilterField.PLACE, Named("Little Italy, New York"), {"wide"}),
        (FilterField.CAMERA, Named("Canon EOS 5D"), {"tall"}),
        (FilterField.CAMERA, Named("canon", leading=True), {"wide", "tall"}),
        (FilterField.CAMERA, Named("canon eos 5"), set()),
        (FilterField.CAMERA, Named("canon eos 5", leading=True), set()),
        (FilterField.CAMERA, Named("EOS 5D", leading=True), set()),
        (FilterField.TAG, Named("big ben"), {"wide"}),
        (FilterField.TAG, Named("ben"), set()),
        (FilterField.TITLE, Named("big ben"), set()),
        (FilterField.TITLE, Named("Big Ben", leading=True), {"square"}),
        (FilterField.NAME, Named("wide"), {"wide"}),
        (FilterField.NAME, Named("wide.jpg"), {"wide"}),
        (FilterField.CAPTION, Named(TRAP), {"square"}),
        (FilterField.PERSON, Named("wayne"), set()),
        (FilterField.FOLDER, Named("Pictures"), set(PHOTOS)),
    ],
)
def test_a_filter_keeps_the_photos_that_pass(
    catalogue: Catalogue, named: dict[PhotoId, str], field: FilterField, value: Value, expected: set[str]
) -> None:
    for negated in (False, True):
        kept = catalogue.satisfying([Condition((Filter(field, value),), negated)]).tolist()
        assert kept == sorted(kept)
        assert {named[PhotoId(each)] for each in kept} == (set(PHOTOS) - expected if negated else expected)


def test_photos_that_are_gone_pass_no_filter(catalogue: Catalogue, named: dict[PhotoId, str]) -> None:
    catalogue.mark_gone([photo_id for photo_id, name in named.items() if name == "tall"])
    for each in (
        Filter(ISO, NumberRange(1601)),
        Filter(HAS, Known.GPS),
        Filter(FilterField.SHAPE, Shape.PORTRAIT),
        Filter(HAS, Known.DATE),
    ):
        assert not len(catalogue.satisfying([Condition((each,))]))


def test_nominal_numbers_stay_apart() -> None:
    """Neighbouring thirds of a stop are 12 % apart in f-numbers, more in times: no marked value is taken for another."""
    assert (1 + NOMINAL) / (1 - NOMINAL) < 2 ** (1 / 6)


def test_facts_of_every_kind_are_told_apart(catalogue: Catalogue, folder: Folder) -> None:
    (stored,) = catalogue.store(folder.id, [replace(read_photo("/pictures/bare.jpg"), facts=PhotoFacts())]).photos
    for known in Known:
        assert catalogue.satisfying([Condition((Filter(HAS, known),), negated=True)]).tolist() == [stored.photo_id]


@pytest.mark.parametrize(
    ("day", "expected"), [(Weekday.WEDNESDAY, {"tall"}), (Weekday.TUESDAY, set()), (Weekday.SUNDAY, set()), (Weekday.THURSDAY, set())]
)
def test_the_day_of_the_week(catalogue: Catalogue, named: dict[PhotoId, str], day: Weekday, expected: set[str]) -> None:
    ids = catalogue.satisfying([Condition((Filter(FilterField.WEEKDAY, day),))]).tolist()
    assert {named[PhotoId(each)] for each in ids} == expected


def test_each_day_is_one_of_the_seven(catalogue: Catalogue, folder: Folder) -> None:
    week = [read_photo(f"/pictures/{n}.jpg", taken=f"2024-01-0{n}T23:59:59") for n in range(1, 8)]
    stored = [each.photo_id for each in catalogue.store(folder.id, week).photos]
    found = [catalogue.satisfying([Condition((Filter(FilterField.WEEKDAY, day),))]).tolist() for day in Weekday]
    assert found == [[each] for each in stored]
