"""The port `WordIndex` over a real library."""

import numpy as np
import pytest

from app.domain.ids import PhotoId
from app.domain.photo import Folder, Tag
from app.domain.ports import PassageMap, Postings, WordIndex
from app.domain.query import Comparison, Condition, DateRange, Filter, FilterField, Named, RatingRange, Term
from app.domain.words import Field
from app.library.catalogue import Catalogue
from tests.unit.library.made import read_photo

PHOTOS = {
    "harbour": read_photo(
        "/pictures/2019/Süd Tirol/IMG_0142.JPG",
        caption="Fishing boats near the dog's harbour",
        tags=("Café", Tag("Italy", ("Places",))),
        people=("Marie O'Brien",),
        place="Porto, Portugal",
        camera="NIKON D70",
        lens="18-70mm f/3.5",
        taken="2019-06-14T10:20:30",
        rating=4,
    ),
    "cat": read_photo(
        "/pictures/2019/cat.png",
        caption="写真の猫",
        title="My cat",
        tags=("New York", "c++", "harbour side"),
        taken="2019-06-15",
        form="PNG",
        rating=2,
    ),
    "family": read_photo(
        "/pictures/family/new\nline.webp", caption="universities and families", taken="2018-12-31T23:59:59.5", form="WEBP"
    ),
    "plain": read_photo("/pictures/plain.gif", title="dog", form="GIF", rating=-1),
}

TERM_FIELDS = set(FilterField) - {
    FilterField.DATE, FilterField.RATING, FilterField.ISO, FilterField.APERTURE, FilterField.SHUTTER, FilterField.FOCAL, FilterField.HAS,
    FilterField.SHAPE, FilterField.TIME, FilterField.PEOPLE, FilterField.WEEKDAY, FilterField.IS, FilterField.FACES,
}  # fmt: skip


@pytest.fixture
def named(catalogue: Catalogue, folder: Folder) -> dict[PhotoId, str]:
    stored = catalogue.store(folder.id, list(PHOTOS.values()))
    return {each.photo_id: name for each, name in zip(stored.photos, PHOTOS, strict=True)}


def found(named: dict[PhotoId, str], postings: Postings) -> set[tuple[str, Field]]:
    return {
        (named[PhotoId(photo)], Field(field)) for photo, field in zip(postings.photo_ids.tolist(), postings.fields.tolist(), strict=True)
    }


@pytest.mark.parametrize(
    ("term", "expected"),
    [
        (Term("boat"), {("harbour", Field.CAPTION)}),
        (Term("BOATS"), {("harbour", Field.CAPTION)}),
        (Term("harbour"), {("harbour", Field.CAPTION), ("cat", Field.TAG)}),
        (Term("dogs"), {("harbour", Field.CAPTION), ("plain", Field.TITLE)}),
        (Term("dog's"), {("harbour", Field.CAPTION), ("plain", Field.TITLE)}),
        (Term("cafe"), {("harbour", Field.TAG)}),
        (Term("places"), {("harbour", Field.TAG)}),
        (Term("fishing boats", phrase=True), {("harbour", Field.CAPTION)}),
        (Term("boats fishing", phrase=True), set()),
        (Term("york c", phrase=True), set()),  # two tags beside each other are no phrase
        (Term("猫"), {("cat", Field.CAPTION)}),
        (Term("写真"), {("cat", Field.CAPTION)}),
        (Term("真写"), set()),
        (Term("sud"), {("harbour", Field.FOLDER)}),
        (Term("pictures"), {(name, Field.FOLDER) for name in PHOTOS}),
        (Term("0142"), {("harbour", Field.NAME)}),
        (Term("o'brien"), {("harbour", Field.PERSON)}),
        (Term("nikon"), {("harbour", Field.CAMERA)}),
        (Term("universi", prefix=True), {("family", Field.CAPTION)}),
        (Term("fam", prefix=True), {("family", Field.CAPTION), ("family", Field.FOLDER)}),
        (Term("fishing bo", phrase=True, prefix=True), {("harbour", Field.CAPTION)}),
        (Term("nothing"), set()),
    ],
)
def test_a_term_is_found_in_every_field_that_holds_it(
    catalogue: Catalogue, named: dict[PhotoId, str], term: Term, expected: set[tuple[str, Field]]
) -> None:
    assert found(named, catalogue.holding(term)) == expected


@pytest.mark.parametrize(
    "text",
    ["dog's", "foo-bar", "c++", '"', "\0", "*", "AND", "NEAR(", "", "a:b", "^x", "-", "\ud800", '") OR ("', "x" * 100_000, "a " * 9000],
)
def test_no_text_breaks_a_lookup(catalogue: Catalogue, named: dict[PhotoId, str], text: str) -> None:
    for prefix in (False, True):
        for phrase in (False, True):
            catalogue.holding(Term(text, phrase, prefix))
            for field in TERM_FIELDS:
                catalogue.satisfying([Condition((Filter(field, Term(text, phrase, prefix)),))])
    for field in TERM_FIELDS - {FilterField.TYPE, FilterField.WORDS}:
        for leading in (False, True):
            catalogue.satisfying([Condition((Filter(field, Named(text, leading)),))])
    catalogue.equal_to(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("new york", {("cat", Field.TAG)}),
        ("york", set()),
        ("C++", {("cat", Field.TAG)}),
        ("c", set()),
        ("IMG_0142.jpg", {("harbour", Field.NAME)}),
        ("img_0142", {("harbour", Field.NAME)}),
        ("img_014", set()),
        ("dog", {("plain", Field.TITLE)}),
        ("marie o’brien", {("harbour", Field.PERSON)}),
        ("fishing boats near the dog's harbour", {("harbour", Field.CAPTION)}),
        ("%", set()),
    ],
)
def test_the_whole_text_equals_a_value(
    catalogue: Catalogue, named: dict[PhotoId, str], text: str, expected: set[tuple[str, Field]]
) -> None:
    assert found(named, catalogue.equal_to(text)) == expected


def by(field: FilterField, value: Term | DateRange | RatingRange | str) -> Filter:
    return Filter(field, Term(value) if isinstance(value, str) else value)


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        (by(FilterField.TAG, "cafe"), {"harbour"}),
        (by(FilterField.TAG, "harbour"), {"cat"}),  # no tag is called so; one has the word
        (by(FilterField.TAG, "york new"), {"cat"}),
        (by(FilterField.TAG, "places"), {"harbour"}),
        (by(FilterField.TAG, "Places/Italy"), {"harbour"}),
        (by(FilterField.TAG, "Places/Spain"), set()),
        (by(FilterField.TAG, Term("ne", prefix=True)), {"cat"}),
        (by(FilterField.TAG, Term("york", prefix=True)), set()),
        (by(FilterField.PLACE, "portugal"), {"harbour"}),
        (by(FilterField.CAMERA, "d70"), {"harbour"}),
        (by(FilterField.LENS, "18-70mm"), {"harbour"}),
        (by(FilterField.PERSON, "marie"), {"harbour"}),
        (by(FilterField.FOLDER, "Süd tirol"), {"harbour"}),
        (by(FilterField.FOLDER, "2019/sud"), {"harbour"}),
        (by(FilterField.FOLDER, "2019"), {"harbour", "cat"}),
        (by(FilterField.NAME, "img_01"), {"harbour"}),
        (by(FilterField.NAME, "0142"), {"harbour"}),
        (by(FilterField.NAME, Term("0142", prefix=True)), set()),
        (by(FilterField.NAME, Term("IMG", prefix=True)), {"harbour"}),
        (by(FilterField.NAME, "line"), {"family"}),
        (by(FilterField.TYPE, "jpg"), {"harbour"}),
        (by(FilterField.TYPE, ".JPEG"), {"harbour"}),
        (by(FilterField.TYPE, "png"), {"cat"}),
        (by(FilterField.TYPE, "tiff"), set()),
        (by(FilterField.RATING, RatingRange(Comparison.EQUAL, 4)), {"harbour"}),
        (by(FilterField.RATING, RatingRange(Comparison.AT_LEAST, 2)), {"harbour", "cat"}),
        (by(FilterField.RATING, RatingRange(Comparison.AT_MOST, 3)), {"cat", "plain"}),
        (by(FilterField.RATING, RatingRange(Comparison.EQUAL, None)), {"family"}),
        (by(FilterField.DATE, DateRange("2019-06-14", "2019-06-15")), {"harbour"}),
        (by(FilterField.DATE, DateRange("2019-06-15", "2019-06-16")), {"cat"}),
        (by(FilterField.DATE, DateRange(None, "2019-01-01")), {"family"}),
        (by(FilterField.DATE, DateRange("2019-01-01", None)), {"harbour", "cat"}),
        (by(FilterField.DATE, DateRange(unknown=True)), {"plain"}),
        (by(FilterField.DATE, DateRange()), {"harbour", "cat", "family"}),
        (by(FilterField.WORDS, "dog"), {"harbour", "plain"}),
    ],
)
def test_a_filter_keeps_the_photos_that_pass(
    catalogue: Catalogue, named: dict[PhotoId, str], condition: Filter, expected: set[str]
) -> None:
    kept = catalogue.satisfying([Condition((condition,))])
    assert {named[PhotoId(each)] for each in kept.tolist()} == expected
    others = catalogue.satisfying([Condition((condition,), negated=True)])
    assert {named[PhotoId(each)] for each in others.tolist()} == PHOTOS.keys() - expected
    assert sorted(kept) == kept.tolist()
    assert sorted(others) == others.tolist()


def test_all_conditions_hold_and_any_of_their_filters(catalogue: Catalogue, named: dict[PhotoId, str]) -> None:
    either = Condition((by(FilterField.TYPE, "png"), by(FilterField.TYPE, "jpg")))
    without_dog = Condition((by(FilterField.WORDS, "dog"), by(FilterField.WORDS, "family")), negated=True)
    assert {named[PhotoId(each)] for each in catalogue.satisfying([either]).tolist()} == {"harbour", "cat"}
    assert {named[PhotoId(each)] for each in catalogue.satisfying([either, without_dog]).tolist()} == {"cat"}
    assert len(catalogue.satisfying([])) == len(PHOTOS)


def test_a_rating_of_zero_is_no_rating(catalogue: Catalogue, folder: Folder) -> None:
    (stored,) = catalogue.store(folder.id, [read_photo("/pictures/zero.jpg", rating=0)]).photos
    unrated = Condition((by(FilterField.RATING, RatingRange(Comparison.EQUAL, None)),))
    assert catalogue.satisfying([unrated]).tolist() == [stored.photo_id]


def test_photos_are_in_order_of_time_then_path(catalogue: Catalogue, folder: Folder) -> None:
    taken = {
        "d": "2019-06-14T10:20:30.5",
        "c": "2019-06-14T10:20:30.05",
        "b": "2019-06-14T10:20:30",
        "z": "2019-06-14",
        "a": None,
        "e": "2019-06-14T10:20:30",
    }
    stored = catalogue.store(folder.id, [read_photo(f"/pictures/{name}.jpg", taken=time) for name, time in taken.items()])
    names = dict(zip([each.photo_id for each in stored.photos], taken, strict=True))
    assert "".join(names[PhotoId(each)] for each in catalogue.browse(ascending=True).tolist()) == "zbecda"
    assert "".join(names[PhotoId(each)] for each in catalogue.browse().tolist()) == "dcebza"
    some = catalogue.browse()[1:5]
    assert "".join(names[PhotoId(each)] for each in catalogue.chronological(some).tolist()) == "zbec"


def test_ids_that_cannot_be_found_come_last(catalogue: Catalogue, named: dict[PhotoId, str]) -> None:
    ids = catalogue.browse()
    mixed = ids[::-1].copy()
    mixed[0] = 10_000
    assert catalogue.chronological(mixed)[-1] == 10_000


def test_an_empty_library_answers(catalogue: Catalogue) -> None:
    assert catalogue.photo_count() == 0
    assert len(catalogue.browse()) == len(catalogue.satisfying([])) == len(catalogue.holding(Term("x")).photo_ids) == 0
    assert catalogue.chronological(catalogue.browse()).tolist() == []


def test_it_is_the_ports_that_search_knows(catalogue: Catalogue) -> None:
    words: WordIndex = catalogue
    passages: PassageMap = catalogue
    assert words.photo_count() == len(passages.fields_of(np.empty(0, np.int64)))


def test_twenty_thousand_keywords_and_a_caption_of_megabytes(catalogue: Catalogue, folder: Folder) -> None:
    caption = "needle " + "straw " * 200_000
    (stored,) = catalogue.store(
        folder.id, [read_photo("/pictures/x.jpg", caption=caption, tags=tuple(f"word{n}" for n in range(20_000)))]
    ).photos
    assert catalogue.holding(Term("needle")).photo_ids.tolist() == [stored.photo_id]
    assert catalogue.equal_to("word19999").photo_ids.tolist() == [stored.photo_id]
