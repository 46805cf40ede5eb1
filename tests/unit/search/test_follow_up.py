"""Follow-ups over a small library: what "these", "it" and "the first two" are, and that whole questions lean on nothing."""

from datetime import date

import pytest

from app.domain.evidence import Relation
from app.domain.ids import PhotoId
from app.domain.ports import Ids
from app.domain.question import Aggregate, Context, Dimension, Question, Scope, Turn
from app.search.cannot import COUNTS_THE_MOST, FINDS_NO_PAIRS, MEASURES_SLOWNESS
from app.search.question import understand
from tests.unit.search.questioned import NAMES, library
from tests.unit.search.test_world_knowledge import LINES

TODAY = date(2024, 6, 1)
LIBRARY = library()
WORLD = [text for about, text in (line.split("\t") for line in LINES) if about == "1"][::7]
ID = {name: PhotoId(number) for number, name in NAMES.items()}


def asked(text: str, before: Turn | None = None, scope: Scope | None = None) -> Question:
    return understand(text, TODAY, LIBRARY, Context(scope, before))


def photos(question: Question) -> set[str]:
    """The names of all photos that a question is about."""
    found: Ids = LIBRARY.satisfying(question.query.conditions)
    ids = set(question.about) or set(found.tolist())
    return {NAMES[each] for each in ids if question.within is None or each in question.within}


def turn(*texts: str) -> Turn:
    """What was asked last of several questions in a row, each of which showed all that it found."""
    last: Turn | None = None
    for text in texts:
        question = asked(text, last)
        found = [PhotoId(each) for each in LIBRARY.chronological(LIBRARY.satisfying(question.query.conditions)).tolist()]
        kept = [each for each in found if question.within is None or each in question.within]
        kept = list(question.about) or {Aggregate.OLDEST: kept[:1], Aggregate.NEWEST: kept[-1:]}.get(question.aggregate, kept)
        last = Turn(question, tuple(kept))
    assert last is not None
    return last


@pytest.mark.parametrize(
    ("before", "text", "expected", "aggregate", "of"),
    [
        # Another date, place or camera in place of the one before, asked as that was.
        ("how many photos are from 2008?", "and in 2015?", {"night", "bear"}, Aggregate.COUNT, None),
        ("photos from Tuscany", "what about Denmark?", {"skagen"}, Aggregate.NONE, None),
        ("when was I in Tuscany?", "and in Denmark?", {"skagen"}, Aggregate.VALUES, Dimension.DAY),
        ("photos taken with a Nikon", "same but with Canon", {"skagen", "night", "bear"}, Aggregate.NONE, None),
        ("oldest photo from Tuscany", "what about Denmark?", {"skagen"}, Aggregate.OLDEST, None),
        ("photos from 3 July 2005", "and in 2008?", {"arezzo", "siena"}, Aggregate.NONE, None),
        ("photos from 2015", "go back to 2008", {"arezzo", "siena"}, Aggregate.NONE, None),
        # Fewer of them.
        ("photos from Tuscany", "only the ones in Siena", {"siena"}, Aggregate.NONE, None),
        ("photos tagged harbour", "not the ones from Denmark", {"arezzo"}, Aggregate.NONE, None),
        ("photos tagged harbour", "without the Skagen one", {"arezzo"}, Aggregate.NONE, None),
        ("photos from 2015", "which of those have 4 stars?", {"bear"}, Aggregate.NONE, None),
        ("photos from 2015", "which have 4 stars or more", {"bear"}, Aggregate.NONE, None),
        ("photos from 2015", "how many of them have gps?", {"night"}, Aggregate.COUNT, None),
        ("photos from 2015", "is Hugin in any of them?", {"bear"}, Aggregate.NONE, None),
        ("photos from 2015", "any of them in portrait format?", {"bear"}, Aggregate.NONE, None),
        # What was not.
        ("how many photos have gps?", "and without?", {"skagen", "bear", "curie", "scan"}, Aggregate.COUNT, None),
        ("photos before 2006", "and after?", {"arezzo", "siena", "night", "bear", "phone"}, Aggregate.NONE, None),
        # Something else about the same ones.
        ("photos from Tuscany", "when were they taken?", {"arezzo", "siena"}, Aggregate.VALUES, Dimension.DAY),
        ("photos from Tuscany", "where?", {"arezzo", "siena"}, Aggregate.VALUES, Dimension.PLACE),
        ("photos from Tuscany", "which camera was that", {"arezzo", "siena"}, Aggregate.VALUES, Dimension.CAMERA),
        ("photos from Tuscany", "who is in them", {"arezzo", "siena"}, Aggregate.VALUES, Dimension.PERSON),
        ("photos from Tuscany", "how many is that?", {"arezzo", "siena"}, Aggregate.COUNT, None),
        ("photos from Tuscany", "how many days was it", {"arezzo", "siena"}, Aggregate.COUNT, Dimension.DAY),
        ("photos from Tuscany", "and the oldest of them?", {"arezzo", "siena"}, Aggregate.OLDEST, None),
        ("photos from Tuscany", "when was the last one", {"arezzo", "siena"}, Aggregate.NEWEST, Dimension.DAY),
        ("photos from Tuscany", "sort them by time", {"arezzo", "siena"}, Aggregate.NONE, Dimension.DAY),
        ("which cameras did I use?", "which one the most?", set(NAMES.values()), Aggregate.MOST, Dimension.CAMERA),
        ("when did I take the most photos?", "which month?", set(NAMES.values()), Aggregate.MOST, Dimension.MONTH),
        ("photos from 2015", "which has the highest rating?", {"bear"}, Aggregate.NONE, None),
        ("photos from 2015 or 2008", "which has the highest iso?", {"night"}, Aggregate.NONE, None),
        ("photos with gps", "which of them has the shortest exposure", {"siena"}, Aggregate.NONE, None),
        ("photos with iso over 100", "which has the lowest", {"siena"}, Aggregate.NONE, None),
        # Photos that were shown.
        ("photos from Tuscany", "show me the second one", {"siena"}, Aggregate.NONE, None),
        ("photos from 2015", "compare the first two", {"night", "bear"}, Aggregate.COMPARE, None),
        # Time moved.
        ("photos from 22 October 2008", "and the day after?", {"siena"}, Aggregate.NONE, None),
        ("photos from 2008", "and seven years later", {"night", "bear"}, Aggregate.NONE, None),
    ],
)  # fmt: skip
def test_a_follow_up_stands_for_a_whole_question(
    before: str, text: str, expected: set[str], aggregate: Aggregate, of: Dimension | None
) -> None:
    question = asked(text, turn(before))
    assert question.covered
    assert (photos(question), question.aggregate, question.of) == (expected, aggregate, of)
    assert question.text == text


def test_it_is_the_photo_that_the_answer_was_about() -> None:
    before = turn("what is the oldest photo?")
    for text, of in [("where was that?", Dimension.PLACE), ("which camera took it", Dimension.CAMERA), ("who is in it?", Dimension.PERSON)]:
        question = asked(text, before)
        assert (question.about, question.of) == ((ID["scan"],), of)


def test_after_a_question_about_one_photo_these_are_all_of_them_again() -> None:
    before = turn("photos tagged harbour", "and the oldest of them?", "who is in it?")
    assert before.question.about == (ID["skagen"],)
    assert photos(asked("only the ones from Tuscany", before)) == {"arezzo"}


def test_the_rest_are_the_photos_that_were_not_compared() -> None:
    before = turn("photos from 2015", "photos tagged harbour", "compare these two")
    assert photos(asked("show me the rest", turn("photos taken with a Canon", "compare the first two"))) == {"bear"}
    assert before.question.aggregate is Aggregate.COMPARE


def test_what_was_not_understood_is_what_was_shown() -> None:
    question = asked("a wonderful evening somewhere")
    assert not question.covered
    assert photos(asked("which of those are from 2015?", Turn(question, (ID["night"], ID["scan"])))) == {"night"}
    assert asked("when were they taken?", Turn(question, ())) == asked("when were they taken?")


def test_words_that_nothing_records_are_looked_for_among_these() -> None:
    question = asked("which of those show a boat?", turn("photos from Tuscany"))
    assert not question.covered
    assert question.query.groups
    assert photos(question) <= {"arezzo", "siena"}


def test_a_follow_up_to_nothing_is_an_ordinary_question() -> None:
    for text in ("and in 2015?", "where was that?", "which of those have gps?"):
        assert asked(text).about == ()
    assert photos(asked("in 2015")) == {"night", "bear"}


def test_photos_that_were_handed_over_are_these() -> None:
    scope = Scope("2 selected photos", (ID["arezzo"], ID["night"]))
    assert photos(asked("when were these taken?", scope=scope)) == {"arezzo", "night"}
    assert photos(asked("what are these?", scope=scope)) == {"arezzo", "night"}
    assert photos(asked("photos from 2015", scope=scope)) == {"night"}
    assert asked("photos from 2015", scope=scope).understood[-1].label == "of 2 selected photos"
    assert photos(asked("how many of them are from 2008?", scope=scope)) == {"arezzo"}
    before = Turn(asked("photos from 2015", scope=scope), (ID["night"],))
    assert photos(asked("and in 2008?", before, scope)) == {"arezzo"}


BEFORE = (
    turn("photos from Tuscany"),
    turn("what is the oldest photo?"),
    turn("how many photos have gps?"),
    turn("photos tagged harbour", "compare these two"),
)


@pytest.mark.parametrize(
    "text",
    [
        "Which photos were taken in 2015?", "how many photos do I have?", "what is the newest photo", "photos without a date",
        "who is in my pictures?", "which cameras did I use?", "when was I in Siena?", "photos rated 4 or more", "show me photos of Wayne",
        "In 2008, how many photos came from the Coolpix P6000?", "which ones did I take in 2015", "Where was scan.tif taken?",
    ],
)  # fmt: skip
def test_a_question_that_stands_by_itself_leans_on_nothing(text: str) -> None:
    alone = asked(text)
    assert [asked(text, before) for before in BEFORE] == [alone] * len(BEFORE)


@pytest.mark.parametrize("text", WORLD)
def test_world_knowledge_never_leans_on_photos(text: str) -> None:
    alone = asked(text)
    assert [asked(text, before) for before in BEFORE] == [alone] * len(BEFORE)


@pytest.mark.parametrize(
    ("text", "relation", "about"),
    [
        ("compare DSCN0010.jpg and DSCN0042.jpg", None, ("arezzo", "siena")),
        ("what do DSCN0010.jpg and IMG_5910.jpg have in common?", None, ("arezzo", "night")),
        ("are DSCN0010.jpg and DSCN0042.jpg a burst?", Relation.BURST, ("arezzo", "siena")),
        ("Was DSCN0010.jpg taken at the same place as DSCN0042.jpg?", Relation.SAME_PLACE, ("arezzo", "siena")),
        ("what is the difference between scan.tif and skagen.jpg", None, ("scan", "skagen")),
        ("compare my first and last photo of 2008", None, ("arezzo", "siena")),
    ],
)
def test_photos_are_compared_by_their_names(text: str, relation: Relation | None, about: tuple[str, ...]) -> None:
    question = asked(text)
    assert (question.aggregate, question.relation) == (Aggregate.COMPARE, relation)
    assert {NAMES[each] for each in question.about} == set(about)


@pytest.mark.parametrize(
    ("text", "relation"),
    [
        ("which one is older", Relation.BEFORE),
        ("are they a burst?", Relation.BURST),
        ("same camera?", Relation.SAME_CAMERA),
        ("all on one day?", Relation.SAME_DAY),
        ("are they identical", Relation.IDENTICAL_FILE),
        ("how far apart are they", Relation.SAME_PLACE),
        ("how are they different", None),
        ("which tags do they share?", Relation.SHARES_TAG),
    ],
)
def test_the_photos_before_are_compared(text: str, relation: Relation | None) -> None:
    question = asked(text, turn("photos from Tuscany"))
    assert (question.aggregate, question.relation) == (Aggregate.COMPARE, relation)
    assert question.about == (ID["arezzo"], ID["siena"])


@pytest.mark.parametrize(
    ("text", "aggregate", "of"),
    [
        ("which one is older", Aggregate.VALUES, Dimension.DAY),
        ("same camera?", Aggregate.VALUES, Dimension.CAMERA),
        ("are they a burst?", Aggregate.TOGETHER, None),
    ],
)
def test_of_too_many_to_compare_values_or_groups_are_asked(text: str, aggregate: Aggregate, of: Dimension | None) -> None:
    question = asked(text, turn("how many photos do I have?"))
    assert (question.aggregate, question.of, photos(question)) == (aggregate, of, set(NAMES.values()))


@pytest.mark.parametrize(
    ("text", "relation"),
    [
        ("do I have any duplicates?", Relation.IDENTICAL_FILE),
        ("any near duplicates", Relation.NEAR_DUPLICATE),
        ("Any bursts in my library?", Relation.BURST),
        ("are there edited versions of any photo?", Relation.VARIANT_OF),
        ("which photos belong together?", None),
        ("which photos were taken on the same day?", Relation.SAME_DAY),
        ("group my photos by event", Relation.SAME_EVENT),
    ],
)
def test_what_belongs_together(text: str, relation: Relation | None) -> None:
    question = asked(text)
    assert (question.aggregate, question.relation, question.covered) == (Aggregate.TOGETHER, relation, True)
    assert photos(question) == set(NAMES.values())


def test_of_some_photos_it_is_asked_which_belong_together() -> None:
    assert photos(asked("any bursts from 2015?")) == {"night", "bear"}
    before = turn("photos from 2015")
    for text in ("which of these belong together", "group them by day", "which ones were taken on the same day?"):
        question = asked(text, before)
        assert (question.aggregate, photos(question)) == (Aggregate.TOGETHER, {"night", "bear"})


@pytest.mark.parametrize(
    ("text", "relation", "of"),
    [
        ("what was taken the same day as IMG_5910.jpg", Relation.SAME_DAY, None),
        ("what else was taken at the same place as IMG_5910.jpg?", Relation.SAME_PLACE, None),
        ("photos like IMG_5910.jpg by place", Relation.SAME_PLACE, None),
        ("What belongs together with IMG_5910.jpg?", None, None),
        ("what was taken in the same month as IMG_5910.jpg", None, Dimension.MONTH),
    ],
)
def test_photos_are_related_to_one_that_is_named(text: str, relation: Relation | None, of: Dimension | None) -> None:
    question = asked(text)
    assert (question.aggregate, question.relation, question.of, question.about) == (Aggregate.RELATED, relation, of, (ID["night"],))


@pytest.mark.parametrize(
    ("text", "relation"),
    [
        ("what else was taken that day?", Relation.SAME_DAY),
        ("what else is from there?", Relation.SAME_PLACE),
        ("any others from there", Relation.SAME_PLACE),
        ("other photos with that camera?", Relation.SAME_CAMERA),
        ("what else is in the same folder", Relation.SAME_FOLDER),
        ("show similar ones", Relation.NEAR_DUPLICATE),
    ],
)
def test_photos_are_related_to_the_one_before(text: str, relation: Relation) -> None:
    question = asked(text, turn("where was IMG_5910.jpg taken?"))
    assert (question.aggregate, question.relation, question.about) == (Aggregate.RELATED, relation, (ID["night"],))
    assert asked(text).aggregate is not Aggregate.RELATED


def test_what_is_known_of_a_named_photo_can_be_asked() -> None:
    question = asked("tell me about IMG_5910.jpg")
    assert (question.about, question.covered, question.aggregate) == ((ID["night"],), True, Aggregate.DESCRIBED)
    assert asked("tell me about Nessie.jpg").about == ()


@pytest.mark.parametrize(
    "text",
    [
        "delete them", "please rotate it", "email these to mum", "put them in an album for me", "suggest tags for them",
        "which of these is the prettiest?", "which is the best photo", "who took it", "can you show me which are blurry?",
        "what's the weather like in Utah", "how many years between them", "thanks!", "which is the largest file?",
    ],
)  # fmt: skip
def test_what_cannot_be_is_said(text: str) -> None:
    for before in (None, BEFORE[0]):
        question = asked(text, before)
        assert question.cannot.endswith(".")
        assert not question.covered


@pytest.mark.parametrize(
    "text",
    ["photos of a blurry street", "which has the best rating", "photos tagged weather", "remove the ones from 2015", "edited photos"],
)
def test_what_can_be_is_not_refused(text: str) -> None:
    assert asked(text, BEFORE[0]).cannot == ""


def test_hello_and_please_change_nothing() -> None:
    plain = asked("how many photos are from 2015?")
    polite = asked("hi, how many photos are from 2015 please?")
    assert polite.query.conditions == plain.query.conditions
    assert all(0 <= each.start < each.end <= len(polite.text) for each in polite.understood)
    assert "2015" in next(polite.text[each.start : each.end] for each in polite.query.chips)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("tell me about my trip to Denmark", {"skagen"}),
        ("describe my dog photos", {"skagen"}),
        ("what happened in June 2015?", {"night"}),
        ("summarise 2008", {"arezzo", "siena"}),
        ("please summarize my photos of Tuscany", {"arezzo", "siena"}),
        ("what do I have from Tuscany", {"arezzo", "siena"}),
        ("can you give me a short overview of 2015", {"bear", "night"}),
    ],
)
def test_photos_can_be_asked_for_all_there_is_to_tell(text: str, expected: set[str]) -> None:
    question = asked(text)
    assert (question.covered, question.aggregate) == (True, Aggregate.SUMMARY)
    assert photos(question) == expected


@pytest.mark.parametrize(
    "text",
    [
        "tell me about Denmark", "describe Tuscany", "summarise Italy", "what happened in 2015", "what happened in June 1944",
        "what happened in Italy", "tell me about my trip to Narnia", "summarise the rules of baseball", "describe a dog",
    ],
)  # fmt: skip
def test_what_the_world_tells_is_no_summary_of_photos(text: str) -> None:
    assert asked(text).aggregate is not Aggregate.SUMMARY


def test_the_photos_before_can_be_summed_up() -> None:
    before = turn("photos from 2008")
    question = asked("tell me about them", before)
    assert (question.aggregate, photos(question)) == (Aggregate.SUMMARY, photos(before.question))
    again = asked("and in 2015?", turn("summarise 2008"))
    assert (again.aggregate, again.covered) == (Aggregate.SUMMARY, True)


@pytest.mark.parametrize(("text", "of"), [("busiest month", Dimension.MONTH), ("what was my busiest day in 2008?", Dimension.DAY)])
def test_the_busiest_time_has_the_most_photos(text: str, of: Dimension) -> None:
    question = asked(text)
    assert (question.covered, question.aggregate, question.of) == (True, Aggregate.MOST, of)


def test_photos_that_were_handed_over_can_be_summed_up() -> None:
    question = asked("summarise these", scope=Scope("2 selected photos", (ID["arezzo"], ID["night"])))
    assert (question.aggregate, photos(question)) == (Aggregate.SUMMARY, {"arezzo", "night"})
    assert asked("summarise these").aggregate is not Aggregate.SUMMARY


def test_photos_of_a_trip_are_those_of_its_place_or_time() -> None:
    assert photos(asked("photos from my trip to Denmark")) == {"skagen"}
    assert photos(asked("show me the pictures of our holiday in 2008")) == {"arezzo", "siena"}
    assert not asked("photos from my trip to Narnia").covered


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("which two are closest in time?", FINDS_NO_PAIRS),
        ("and the second most", COUNTS_THE_MOST),
        ("in which year did I take the fewest photos", COUNTS_THE_MOST),
        ("ok, which ones have a slow shutter speed then", MEASURES_SLOWNESS),
        ("which country has the fewest people", ""),
        ("what is a slow shutter speed", ""),
        ("which photos are closest to it", ""),
    ],
)
def test_what_is_not_measured_is_said(text: str, says: str) -> None:
    assert asked(text).cannot == says
