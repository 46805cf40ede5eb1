"""What a typed query is understood as."""

from datetime import date

import pytest

from app.domain.query import (
    Comparison,
    Condition,
    DateRange,
    Filter,
    FilterField,
    Known,
    NumberRange,
    ParsedQuery,
    RatingRange,
    Shape,
    Term,
)
from app.search.parse import parse

TODAY = date(2026, 7, 10)
JUNE_2019 = DateRange("2019-06-01", "2019-07-01")


def read(text: str) -> ParsedQuery:
    return parse(text, TODAY)


def words(text: str) -> list[str]:
    return ["|".join(term.text for term in group) for group in read(text).groups]


def chips(text: str) -> list[tuple[str, str]]:
    return [(chip.label, text[chip.start : chip.end]) for chip in read(text).chips]


def only(field: FilterField, text: str, *, phrase: bool = False, prefix: bool = False, negated: bool = False) -> Condition:
    return Condition((Filter(field, Term(text, phrase, prefix)),), negated)


def test_words_phrases_and_exclusions() -> None:
    query = read('fishing boats "at dawn" -dog -"red car" -tag:old')
    assert query.groups == ((Term("fishing"),), (Term("boats"),), (Term("at dawn", phrase=True),))
    assert query.excluded == (Term("dog"), Term("red car", phrase=True))
    assert query.conditions == (only(FilterField.TAG, "old", negated=True),)
    assert query.meaning == query.whole == "fishing boats at dawn"


@pytest.mark.parametrize("text", ["“High Trestle”", "„High Trestle“", "«High Trestle»", '"High Trestle"', "”High Trestle”"])
def test_any_kind_of_quotes_makes_a_phrase(text: str) -> None:
    assert read(text).groups == ((Term("High Trestle", phrase=True),),)


@pytest.mark.parametrize(
    ("text", "condition", "label"),
    [
        ("iso:>=1600", Condition((Filter(FilterField.ISO, NumberRange(1600)),)), "iso: at least 1600"),
        ("aperture:<=2", Condition((Filter(FilterField.APERTURE, NumberRange(None, 2)),)), "aperture: f/2 or wider"),
        ("aperture:f/2.8", Condition((Filter(FilterField.APERTURE, NumberRange(2.8, 2.8)),)), "aperture: f/2.8"),
        ("shutter:<=1/500", Condition((Filter(FilterField.SHUTTER, NumberRange(None, 1 / 500)),)), "shutter: 1/500 s or shorter"),
        ("focal:50", Condition((Filter(FilterField.FOCAL, NumberRange(50, 50)),)), "focal: 50 mm"),
        ("focal:24-70mm", Condition((Filter(FilterField.FOCAL, NumberRange(24, 70)),)), "focal: 24 mm to 70 mm"),
        ("has:gps", Condition((Filter(FilterField.HAS, Known.GPS),)), "with a GPS position"),
        ("-has:date", Condition((Filter(FilterField.HAS, Known.DATE),), negated=True), "without a capture date"),
        ("is:favourite", Condition((Filter(FilterField.HAS, Known.FAVOURITE),)), "favourites"),
        ("-is:fav", Condition((Filter(FilterField.HAS, Known.FAVOURITE),), negated=True), "not favourites"),
        ("is:rejected", Condition((Filter(FilterField.HAS, Known.REJECTED),)), "rejected"),
        ("-is:rejected", Condition((Filter(FilterField.HAS, Known.REJECTED),), negated=True), "not rejected"),
        ("rating:rejected", Condition((Filter(FilterField.RATING, RatingRange(Comparison.EQUAL, -1)),)), "rating: rejected"),
        ("rating:-1", Condition((Filter(FilterField.RATING, RatingRange(Comparison.EQUAL, -1)),)), "rating: rejected"),
        ("has:Favorites", Condition((Filter(FilterField.HAS, Known.FAVOURITE),)), "favourites"),
        ("has:Keywords", Condition((Filter(FilterField.HAS, Known.TAGS),)), "with tags"),
        ("shape:portrait", Condition((Filter(FilterField.SHAPE, Shape.PORTRAIT),)), "shape: portrait"),
        ("title:Wheat", only(FilterField.TITLE, "Wheat"), "title: Wheat"),
        ("text:Stop", only(FilterField.TEXT, "Stop"), "text: Stop (a guess)"),
        ("has:text", Condition((Filter(FilterField.HAS, Known.TEXT),)), "with text in the picture (a guess)"),
        ('caption:"red boat"', only(FilterField.CAPTION, "red boat", phrase=True), "caption: red boat"),
    ],
)
def test_filters_on_facts(text: str, condition: Condition, label: str) -> None:
    query = read(f"boats {text} dawn")
    assert query.conditions == (condition,)
    assert (label, text) in chips(f"boats {text} dawn")
    assert words(f"boats {text} dawn") == ["boats", "dawn"]


@pytest.mark.parametrize("text", ["iso:high", "aperture:wide", "shutter:1/0", "has:fun", "is:dog", "is:rating", "shape:round"])
def test_a_fact_that_cannot_be_is_not_understood(text: str) -> None:
    query = read(f"boats {text}")
    assert not query.conditions
    assert (f"not understood: {text}", text) in chips(f"boats {text}")


def test_a_quote_that_is_not_closed_is_nothing() -> None:
    assert words('"High Trestle') == ["High", "Trestle"]


@pytest.mark.parametrize("text", ["well-known", "Mono-tó", "Boo-Boo", "f/2.8", "IMG_1234.jpg", "12:30", "http://x", "foo:bar", "c40z,"])
def test_marks_within_a_word_do_not_make_it_anything_else(text: str) -> None:
    query = read(text)
    assert query.groups == ((Term(text.rstrip(",")),),)
    assert not query.excluded
    assert not query.conditions


def test_a_minus_alone_is_nothing() -> None:
    assert words("dogs - cats --") == ["dogs", "cats"]
    assert not read("dogs - cats --").excluded
    assert not read("-").has_positive_text


def test_a_star_is_a_prefix() -> None:
    assert read("IMG_12* tag:har*").groups == ((Term("IMG_12", prefix=True),),)
    assert read("tag:har*").conditions == (only(FilterField.TAG, "har", prefix=True),)
    assert not read("*").groups


def test_or_makes_one_group_of_its_neighbours() -> None:
    assert words("cat OR dog beach") == ["cat|dog", "beach"]
    assert words('cat|dog|"big bird" beach') == ["cat|dog|big bird", "beach"]
    assert words("cats or dogs") == ["cats", "dogs"]
    assert words("OR cat OR") == ["cat"]
    assert read("cat OR dog").meaning == "cat or dog"


def test_or_beside_an_exclusion_means_nothing() -> None:
    query = read("cat OR -dog")
    assert (query.groups, query.excluded) == (((Term("cat"),),), (Term("dog"),))


def test_or_of_a_filter_and_a_word_is_a_condition() -> None:
    query = read("tag:cat OR dog")
    assert query.conditions == (Condition((Filter(FilterField.TAG, Term("cat")), Filter(FilterField.WORDS, Term("dog")))),)
    assert not query.has_positive_text


@pytest.mark.parametrize("field", ["tag", "place", "camera", "lens", "person", "folder", "name"])
def test_filters_of_words(field: str) -> None:
    expected = (only(FilterField(field), "New York", phrase=True),)
    assert read(f'{field}:"New York"').conditions == expected
    assert read(f'{field.upper()}: "New York"').conditions == expected
    assert read(f"-{field}:york").conditions == (only(FilterField(field), "york", negated=True),)


def test_a_field_without_a_value_is_a_word() -> None:
    assert words("tag:") == ["tag"]


@pytest.mark.parametrize(
    ("text", "ratings"),
    [
        ("4", [(Comparison.EQUAL, 4)]),
        (">=3", [(Comparison.AT_LEAST, 3)]),
        ("3+", [(Comparison.AT_LEAST, 3)]),
        (">3", [(Comparison.AT_LEAST, 4)]),
        ("<=2", [(Comparison.AT_MOST, 2)]),
        ("<2", [(Comparison.AT_MOST, 1)]),
        ("none", [(Comparison.EQUAL, None)]),
        ("3..5", [(Comparison.EQUAL, 3), (Comparison.EQUAL, 4), (Comparison.EQUAL, 5)]),
    ],
)
def test_ratings(text: str, ratings: list[tuple[Comparison, int | None]]) -> None:
    assert read(f"rating:{text}").conditions == (Condition(tuple(Filter(FilterField.RATING, RatingRange(*each)) for each in ratings)),)


def test_types() -> None:
    assert read("type:heic").conditions == (only(FilterField.TYPE, "HEIC"),)
    assert Filter(FilterField.TYPE, Term("NEF")) in read("type:raw").conditions[0].any_of


@pytest.mark.parametrize("text", ["date:2019-06", "date:June 2019", 'date:"June 2019"', "date:2019-06-01..2019-06"])
def test_the_date_filter_takes_as_many_words_as_make_a_date(text: str) -> None:
    query = read(f"boats {text} dawn")
    assert query.conditions == (Condition((Filter(FilterField.DATE, JUNE_2019),)),)
    assert words(f"boats {text} dawn") == ["boats", "dawn"]


@pytest.mark.parametrize(
    "text",
    [
        "rating:many", "rating:x", "-rating:x", "date:soon", "date:2019-13", "date:2019-02-30", "date:29 February 2019", "-date:soon",
        'tag:""', 'rating:" "', "tag:*", "name:*", "tag:cat OR rating:x", "rating:x OR dog", "29 February 2019", "June 31st 2019",
    ],
)  # fmt: skip
def test_what_is_not_understood_says_so_and_is_nothing_else(text: str) -> None:
    query = read(text)
    assert not any((query.groups, query.excluded, query.conditions, query.meaning, query.whole))
    assert query.refusal == f"Candid does not understand “{text}”."
    assert chips(text) == [(f"not understood: {text}", text)]
    beside = read(f"boats {text} -sea")
    assert (beside.groups, beside.excluded, beside.conditions) == (((Term("boats"),),), (Term("sea"),), ())
    assert beside.refusal == ""
    assert chips(f"boats {text} -sea") == [("boats", "boats"), (f"not understood: {text}", text), ("not: sea", "-sea")]


def test_asking_beside_what_is_not_understood_asks_for_nothing() -> None:
    assert read("show me photos rating:x").refusal == "Candid does not understand “rating:x”."
    assert read("rating:x date:soon").refusal == "Candid does not understand “rating:x date:soon”."
    assert read("boats").refusal == read("").refusal == read("tag:cat rating:x").refusal == ""


@pytest.mark.parametrize(
    ("text", "name", "prefix"),
    [
        ("name:%", "%", False), ('name:"%"', "%", False), ("name:[a].jpg", "[a].jpg", False), ("name:IMG(1)", "IMG(1)", False),
        ("name:IMG_12*", "IMG_12", True), ("name:*.jpg", ".jpg", False), ("NAME: a,b!", "a,b!", False),
    ],
)  # fmt: skip
def test_every_sign_of_a_name_counts(text: str, name: str, prefix: bool) -> None:
    assert read(text).conditions == (only(FilterField.NAME, name, prefix=prefix),)
    assert read(f"-{text}").conditions == (only(FilterField.NAME, name, prefix=prefix, negated=True),)


@pytest.mark.parametrize(
    ("text", "tag", "phrase"), [("tag:%", "%", False), ("tag:(cat)", "cat", False), ('dog tag:"at night', "at night", True)]
)
def test_a_filter_is_read_as_far_as_it_can_be(text: str, tag: str, phrase: bool) -> None:
    assert read(text).conditions == (only(FilterField.TAG, tag, phrase=phrase),)


@pytest.mark.parametrize("minus", ["-", "−", "–", "—", "‐", "‑", "－", "NOT ", "NOT  NOT ", "NOT -"])
def test_exclusions_as_people_type_them(minus: str) -> None:
    query = read(f'dog {minus}cat {minus}"red car" {minus}Tag:old')
    assert (words(f"dog {minus}cat"), query.excluded) == (["dog"], (Term("cat"), Term("red car", phrase=True)))
    assert query.conditions == (only(FilterField.TAG, "old", negated=True),)
    assert query.meaning == "dog"
    assert chips(f"dog {minus}cat") == [("dog", "dog"), ("not: cat", f"{minus}cat")]


@pytest.mark.parametrize("text", ["dog not cat", "well–known", "KNOT cat", "NOT", "dog NOT", "2018 – 2020", "NOTE cat"])
def test_what_looks_like_an_exclusion_and_is_none(text: str) -> None:
    assert not read(text).excluded
    assert not any(condition.negated for condition in read(text).conditions)


def test_no_exclusion_and_no_condition_is_cut_off() -> None:
    text = "many " + " ".join(f"-w{number} tag:t{number}" for number in range(100))
    query = read(text)
    assert query.excluded == tuple(Term(f"w{number}") for number in range(100))
    assert len(query.conditions) == 100
    assert len(query.chips) == 201


def test_a_text_that_is_too_long_is_refused() -> None:
    query = read(f"dog {'x' * 1995} -cat")
    assert query.refusal == "The query is longer than 2,000 characters: shorten it."
    assert query.chips == ()
    assert read("dog" + " " * 5_000).refusal == ""


def test_a_chip_holds_the_brackets_of_its_words() -> None:
    assert chips("50% #1 [a] -b") == [("50% #1 [a]", "50% #1 [a]"), ("not: b", "-b")]
    assert chips("(dogs) [cats]") == [("(dogs) [cats]", "(dogs) [cats]")]
    assert read("photos of IMG (1)").whole == "IMG (1)"


def test_a_date_among_words_may_be_the_name_of_a_tag_or_folder() -> None:
    (condition,) = read("June 2019").conditions
    named = Term("june 2019", phrase=True)
    assert condition.any_of == (Filter(FilterField.DATE, JUNE_2019), Filter(FilterField.TAG, named), Filter(FilterField.FOLDER, named))


def test_a_date_beside_words_may_be_a_word_of_a_caption() -> None:
    query = read("1950 Chevrolet")
    assert words("1950 Chevrolet") == ["Chevrolet"]
    assert query.conditions[0].any_of == (
        Filter(FilterField.DATE, DateRange("1950-01-01", "1951-01-01")),
        Filter(FilterField.WORDS, Term("1950")),
    )


def test_two_dates_mean_either_and_open_ones_narrow() -> None:
    (either,) = read("dogs in 2018 and 2020").conditions
    assert {each.value.first for each in either.any_of if isinstance(each.value, DateRange)} == {"2018-01-01", "2020-01-01"}
    assert words("dogs in 2018 and 2020") == ["dogs"]
    assert read("dogs in 2018 and 2020").meaning == "dogs"
    assert len(read("since 2015 before 2018").conditions) == 2


def test_a_date_can_be_excluded() -> None:
    (condition,) = read("-2015").conditions
    assert condition.negated
    assert condition.any_of[0] == Filter(FilterField.DATE, DateRange("2015-01-01", "2016-01-01"))


@pytest.mark.parametrize(
    ("asked", "bare"),
    [
        ("show me pictures of giraffes", "giraffes"),
        ("Which photos have a dog in them?", "dog"),
        ("do I have pictures of pizza?", "pizza"),
        ("where is the photo with the clock tower?", "clock tower"),
        ("find the cat on the couch", "cat on the couch"),
        ("what photos are there of kitchens?", "kitchens"),
        ("who is holding an umbrella in the rain?", "holding an umbrella in the rain"),
        ("did anyone fly a kite?", "fly a kite"),
        ("birthday cake photos", "birthday cake"),
        ("can you find me the beach pics please", "beach"),
        ("photos taken in Singapore", "Singapore"),
        ("is there a dog?", "dog"),
    ],
)
def test_words_that_only_ask_are_dropped(asked: str, bare: str) -> None:
    query = read(asked)
    assert (query.groups, query.whole) == (read(bare).groups, bare)
    assert query.meaning == read(bare).meaning


@pytest.mark.parametrize(
    "text", ["show jumping", "dog show", "can of beans", "people taking pictures", "a dog with a ball on it", "looking up at a plane"]
)
def test_the_same_words_stay_where_they_do_not_ask(text: str) -> None:
    assert read(text).meaning == text


@pytest.mark.parametrize("text", ["show", "photos", "at night", "who is it", "the", "show me"])
def test_words_are_kept_where_nothing_else_is_left(text: str) -> None:
    assert read(text).has_positive_text
    assert read(text).whole


def test_asking_alone_beside_a_filter_asks_for_all_that_passes() -> None:
    assert not read("show me photos from June 2019").has_positive_text
    assert not read("photos tag:harbour").has_positive_text
    assert not read("photos -dog").has_positive_text


def test_stop_words_are_not_looked_up_but_belong_to_the_meaning() -> None:
    query = read("a dog on the beach")
    assert words("a dog on the beach") == ["dog", "beach"]
    assert query.meaning == "a dog on the beach"
    assert query.whole == "dog on the beach"


@pytest.mark.parametrize("mark", ["?", "!", ".", "?!", " ?", ","])
def test_punctuation_at_the_end_makes_no_difference(mark: str) -> None:
    assert (read(f"clock tower{mark}").groups, read(f"clock tower{mark}").meaning) == (read("clock tower").groups, "clock tower")


@pytest.mark.parametrize(
    "tag",
    [
        "at night", "LED", "LEDs", "Boo-Boo Bear", "carol m. highsmith", "Mono-tó", "æÆøØåÅéÉüÜäÄöÖïÏñÑ", "dark blue sky", "Place",
        "Events", "Landscape", "USA", "USA Road trip", "High Trestle Trail Bridge", "Alvin the Squirrel", "Hugin the raven", "winter",
    ],
)  # fmt: skip
def test_a_tag_typed_as_it_is_stays_whole(tag: str) -> None:
    query = read(tag)
    assert query.whole == query.meaning == tag
    assert not query.conditions
    assert not query.excluded


def test_negated_text_is_never_part_of_the_meaning() -> None:
    query = read('boats -harbour -"red car" sea')
    assert query.meaning == "boats sea"
    assert "harbour" not in query.whole


def test_chips_say_what_was_understood_and_where_it_was_typed() -> None:
    assert chips('photos of fishing boats -dog "at dawn" tag:harbour rating:3+ from June 2019') == [
        ("fishing boats", "fishing boats"), ("not: dog", "-dog"), ("“at dawn”", '"at dawn"'), ("tag: harbour", "tag:harbour"),
        ("rating: at least 3", "rating:3+"), ("date: June 2019", "from June 2019"),
    ]  # fmt: skip
    assert chips('cat OR "big dog" -tag:old') == [("cat or “big dog”", 'cat OR "big dog"'), ("not: tag: old", "-tag:old")]
    assert chips("rating:none date:none rating:2..4") == [
        ("rating: none", "rating:none"), ("date: unknown", "date:none"), ("rating: 2 to 4", "rating:2..4"),
    ]  # fmt: skip


def test_cutting_a_chip_leaves_the_rest() -> None:
    text = "boats tag:harbour rating:3+"
    chip = next(chip for chip in read(text).chips if chip.label == "tag: harbour")
    left = read(text[: chip.start] + text[chip.end :])
    assert left.groups == ((Term("boats"),),)
    assert [condition.any_of[0].field for condition in left.conditions] == [FilterField.RATING]


@pytest.mark.parametrize("text", ["", "   ", "\0", "\ud800", "-", '""', "()", "OR", "| |", "…", "*", ":", "tag:\0"])
def test_text_without_words_asks_for_nothing_or_for_words(text: str) -> None:
    assert read(text).text == text
    assert not read(text).excluded


def test_a_very_long_text_is_bounded() -> None:
    query = read("word " * 20_000 + "tag:end")
    assert query.groups == ((Term("word"),),)
    assert len(read(" ".join(f"w{number}" for number in range(5_000))).groups) <= 48
