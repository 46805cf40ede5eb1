"""The sentence of every claim, and the opening lines."""

from collections.abc import Sequence

import pytest

from app.assistant.gates.claims import CLAIMABLE
from app.assistant.openings import OPEN, UNMEASURED, more_by_look, not_in_words, nothing_found, opening
from app.assistant.reply import Claim
from app.assistant.sentences import Matching, Measures, Sentences
from app.domain.evidence import AnswerMode, EvidencePack, LibraryFact, Relation
from tests.unit.assistant.made import BOAT, GULL, PIER, RESULT, Table, counted, found, pack, related, stated

TWO, THREE = (BOAT, PIER), (BOAT, PIER, GULL)
GRAPH = Table(
    {
        (Relation.SAME_CAMERA, TWO): frozenset({"NIKON D70"}),
        (Relation.SAME_CAMERA, THREE): frozenset({"NIKON D70"}),
        (Relation.SAME_LENS, TWO): frozenset({"50mm f/1.8"}),
        (Relation.SAME_DAY, TWO): frozenset({"2019-06-14"}),
        (Relation.SAME_EVENT, TWO): frozenset(),
        (Relation.BURST, TWO): frozenset(),
        (Relation.SAME_PLACE, TWO): frozenset({"within 200 m"}),
        (Relation.SAME_PLACE, THREE): frozenset({"within 200 m", "Lisbon"}),
        (Relation.SAME_PLACE, (PIER, GULL)): frozenset({"Lisbon"}),
        (Relation.SAME_FOLDER, TWO): frozenset({"holidays/2019"}),
        (Relation.SHARES_TAG, TWO): frozenset({"sea", "harbour"}),
        (Relation.SHARES_TAG, THREE): frozenset({"Sea", "sea", "SEA"}),
        (Relation.SAME_PERSON, TWO): frozenset({"Anna"}),
        (Relation.SAME_PERSON, THREE): frozenset({"Anna", "Ben", "anna"}),
        (Relation.NEAR_DUPLICATE, TWO): frozenset(),
        (Relation.IDENTICAL_FILE, TWO): frozenset(),
        (Relation.VARIANT_OF, TWO): frozenset(),
    }
)
NAMES: dict[str, str] = {BOAT: "boat.jpg", PIER: "pier “old”\u202e.jpg", GULL: "gull.jpg"}
MEASURES = Measures("within 200 m", event_hours=6, burst_seconds=3)
BOTH = "“boat.jpg” and “pier ‘old’\ufffd.jpg”"
ALL = "“boat.jpg”, “pier ‘old’\ufffd.jpg” and “gull.jpg”"


def sentence(claim: Claim, *, library: dict[str, LibraryFact] | None = None, measures: Measures = MEASURES) -> str:
    given = pack() if library is None else EvidencePack(AnswerMode.SOURCED, pack().photos, library, RESULT)
    return Sentences(given, GRAPH, NAMES, measures).of(claim)


@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        (related("same_camera", *TWO), f"{BOTH} were taken with the same camera model, “NIKON D70”."),
        (related("same_camera", *THREE), f"{ALL} were taken with the same camera model, “NIKON D70”."),
        (related("same_lens", *TWO), f"{BOTH} were taken with the same lens model, “50mm f/1.8”."),
        (related("same_day", *TWO), f"{BOTH} were taken on the same day, 14 June 2019."),
        (related("same_event", *TWO), f"{BOTH} were taken within 6 hours of each other, as their clocks and time zones tell."),
        (related("burst", *TWO), f"{BOTH} were taken with the same camera model within 3 seconds of each other."),
        (related("same_place", *TWO), f"{BOTH} were taken within 200 m of each other."),
        (related("same_place", *THREE), f"{ALL} were taken at the same place, “Lisbon”, within 200 m of each other."),
        (related("same_place", *THREE, value="within 200 m"), f"{ALL} were taken within 200 m of each other."),
        (related("same_place", *THREE, value="Lisbon"), f"{ALL} were taken at the same place, “Lisbon”."),
        (related("same_place", PIER, GULL), "“pier ‘old’\ufffd.jpg” and “gull.jpg” were taken at the same place, “Lisbon”."),
        (related("same_folder", *TWO), f"{BOTH} are in the same folder, “holidays/2019”."),
        (related("shares_tag", *TWO), f"{BOTH} share the tags “harbour” and “sea”."),
        (related("shares_tag", *TWO, value="sea"), f"{BOTH} share the tag “sea”."),
        (related("shares_tag", *THREE), f"{ALL} share the tag “SEA”."),
        (related("shares_tag", *THREE, value="sea"), f"{ALL} share the tag “sea”."),
        (related("same_person", *TWO), f"{BOTH} are marked as showing the same person, “Anna”."),
        (related("same_person", *THREE), f"{ALL} are marked as showing the same people, “Anna” and “Ben”."),
        (related("near_duplicate", *TWO), f"{BOTH} look nearly the same."),
        (related("identical_file", *TWO), f"{BOTH} are identical, byte for byte."),
        (related("variant_of", *TWO), f"{BOTH} are versions of one picture, by their names and times."),
        (related("before", *TWO), "“boat.jpg” was taken before “pier ‘old’\ufffd.jpg”."),
        (related("after", PIER, BOAT), "“pier ‘old’\ufffd.jpg” was taken after “boat.jpg”."),
        (related("before", *THREE), f"{ALL} were taken in this order, the earliest first."),
        (related("after", *THREE), f"{ALL} were taken in this order, the latest first."),
    ],
)
def test_relationships(claim: Claim, expected: str) -> None:
    assert sentence(claim) == expected


def test_every_relation_has_a_sentence() -> None:
    told = [sentence(related(relation, *TWO)) for relation in Relation]
    assert len(set(told)) == len(Relation)
    assert not any("duplicate" in each for each in told)


def test_the_measures_are_those_of_the_evidence() -> None:
    others = Measures("within 1 km", event_hours=1, burst_seconds=1)
    assert (
        sentence(related("same_event", *TWO), measures=others)
        == f"{BOTH} were taken within 1 hour of each other, as their clocks and time zones tell."
    )
    assert (
        sentence(related("burst", *TWO), measures=others) == f"{BOTH} were taken with the same camera model within 1 second of each other."
    )
    assert sentence(related("same_place", *TWO), measures=others) == f"{BOTH} were taken at the same place, “within 200 m”."


def test_a_photo_without_a_name_is_called_by_its_id() -> None:
    assert Sentences(pack(), GRAPH, {}, MEASURES).of(found(BOAT)) == "“P-7K2Q” was found for this question."


@pytest.mark.parametrize(
    ("field", "value", "expected"),
    [
        ("taken", "2019-06-14T10:20:30", "was taken on 14 June 2019, 10:20"),
        ("taken", "2019-06-14", "was taken on 14 June 2019"),
        ("offset", "+02:00", "was taken with the clock at UTC+02:00"),
        ("make", "Canon", "was taken with a camera made by “Canon”"),
        ("model", "EOS 20D", "was taken with the camera model “EOS 20D”"),
        ("lens", "50mm", "was taken with the lens “50mm”"),
        ("iso", 400, "was taken at ISO 400"),
        ("iso", 400.0, "was taken at ISO 400"),
        ("aperture", 2.8, "was taken at f/2.8"),
        ("aperture", 1.25, "was taken at f/1.25"),
        ("aperture", 1.4142, "was taken at f/1.41"),
        ("shutter", 0.004, "was taken with an exposure of 1/250 s"),
        ("shutter", 2, "was taken with an exposure of 2 s"),
        ("focal_length", 50.0, "was taken at a focal length of 50 mm"),
        ("focal_length", 4.25, "was taken at a focal length of 4.2 mm"),
        ("place", "Lisbon", "has the place “Lisbon”"),
        ("title", "Boats. “b.jpg” is older", "has the title “Boats. ‘b.jpg’ is older”"),
        ("caption", "Two boats", "has the caption “Two boats”"),
        ("tags", "harbour", "is tagged “harbour”"),
        ("tags", ("harbour", "sea", "harbour"), "is tagged “harbour” and “sea”"),
        ("people", "Anna", "is marked as showing “Anna”"),
        ("people", ("Anna", "Ben", "Cleo"), "is marked as showing “Anna”, “Ben” and “Cleo”"),
        ("rating", 4, "is rated 4 stars"),
        ("rating", 1, "is rated 1 star"),
        ("rating", 0, "is without stars"),
        ("rating", -1, "is rejected"),
        ("orientation", 6, "is stored with EXIF orientation 6"),
        ("folder", "holidays/2019", "is in the folder “holidays/2019”"),
        ("iso", "high", "was taken at ISO “high”"),
        ("caption", 2019, "has the caption 2019"),
    ],
)
def test_facts(field: str, value: object, expected: str) -> None:
    assert sentence(stated(BOAT, field, value)) == f"“boat.jpg” {expected}."


def test_every_claimable_fact_has_a_sentence() -> None:
    told = [sentence(stated(BOAT, field, "x")) for field in sorted(CLAIMABLE)]
    assert len(set(told)) == len(CLAIMABLE)


@pytest.mark.parametrize(
    ("fact", "value", "expected"),
    [
        ("matching", 0, "No photo matches the question’s words and filters."),
        ("matching", 1, "1 photo matches the question’s words and filters."),
        ("matching", 2, "2 photos match the question’s words and filters."),
        ("matching", 1234, "1,234 photos match the question’s words and filters."),
        ("first", "2015-02-03T04:05:06", "The earliest of the photos that match was taken on 3 February 2015, 04:05."),
        ("last", "2019-06-14", "The latest of the photos that match was taken on 14 June 2019."),
        ("per_year.2015", 24, "24 of the photos that match were taken in 2015."),
        ("per_year.2015", 1, "1 of the photos that match was taken in 2015."),
        ("per_year.2015", 0, "None of the photos that match was taken in 2015."),
        ("per_year.2015", 1234, "1,234 of the photos that match were taken in 2015."),
        ("per_month.2015-07", 2, "2 of the photos that match were taken in July 2015."),
        ("per_month.2015-07", 1, "1 of the photos that match was taken in July 2015."),
        ("per_camera.Nikon D70", 2, "2 of the photos that match were taken with “Nikon D70”."),
        ("per_camera.Nikon D70", 1, "1 of the photos that match was taken with “Nikon D70”."),
        ("per_place.Lisbon", 2, "2 of the photos that match have the place “Lisbon”."),
        ("per_place.Lisbon", 1, "1 of the photos that match has the place “Lisbon”."),
        ("per_place.St. Ives", 2, "2 of the photos that match have the place “St. Ives”."),
        ("per_person.Anna", 2, "2 of the photos that match are marked as showing “Anna”."),
        ("per_person.Anna", 1, "1 of the photos that match is marked as showing “Anna”."),
        ("per_tag.sea", 2, "2 of the photos that match are tagged “sea”."),
        ("per_tag.sea", 1, "1 of the photos that match is tagged “sea”."),
        ("undated", 3, "3 of the photos that match have no known capture time."),
        ("undated", 1, "1 of the photos that match has no known capture time."),
        ("undated.more", 1, "The library fact “undated.more” is 1."),
        ("per_tag.", 1, "The library fact “per_tag.” is 1."),
        ("per_tag", 1, "The library fact “per_tag” is 1."),
        ("per_shape.a", 2, "The library fact “per_shape.a” is 2."),
        ("per_folder.a", 2, "2 of the photos that match are in the folder “a”."),
        ("per_day.2008-10-22", 9, "9 of the photos that match were taken on 22 October 2008."),
        ("per_day.2008-10-22", 1, "1 of the photos that match was taken on 22 October 2008."),
        ("per_day.2008-13-22", 1, "1 of the photos that match was taken on “2008-13-22”."),
        ("per_lens.50mm f/1.8", 2, "2 of the photos that match were taken with the lens “50mm f/1.8”."),
        ("per_lens.50mm", 1, "1 of the photos that match was taken with the lens “50mm”."),
        ("cameras", 63, "The photos that match were taken with 63 different cameras."),
        ("cameras", 1, "The photos that match were taken with 1 camera."),
        ("cameras", 0, "None of the photos that match has a known camera."),
        ("lenses", 2, "The photos that match were taken with 2 different lenses."),
        ("lenses", 1, "The photos that match were taken with 1 lens."),
        ("places", 1234, "The photos that match have 1,234 different places."),
        ("places", 1, "The photos that match have 1 place."),
        ("people", 2, "The photos that match are marked as showing 2 different people."),
        ("people", 1, "The photos that match are marked as showing 1 person."),
        ("people", 0, "No names of people are recorded for any of the photos that match."),
        ("tags", 2, "The photos that match have 2 different tags."),
        ("tags", 0, "None of the photos that match has a known tag."),
        ("days", 12, "The photos that match were taken on 12 different days."),
        ("days", 1, "The photos that match were taken on 1 day."),
        ("days", 0, "None of the photos that match has a known day."),
        ("months", 2, "The photos that match were taken in 2 different months."),
        ("years", 2, "The photos that match were taken in 2 different years."),
        ("years", 1, "The photos that match were taken in 1 year."),
        ("days.more", 2, "The library fact “days.more” is 2."),
        ("days", "many", "The library fact “days” is “many”."),
        ("matching", "all", "The library fact “matching” is “all”."),
        ("per_year.2015", "many", "The library fact “per_year.2015” is “many”."),
        ("first", 2015, "The library fact “first” is 2015."),
        ("last", 2015, "The library fact “last” is 2015."),
    ],
)
def test_counts(fact: str, value: int | str, expected: str) -> None:
    assert sentence(counted(fact, value), library={"undated": 1}) == expected


@pytest.mark.parametrize(
    ("claim", "library", "expected"),
    [
        (found(BOAT), {}, "“boat.jpg” was found for this question."),
        (found(*TWO), {}, f"{BOTH} were found for this question."),
        (found(*THREE), {}, f"{ALL} were found for this question."),
        (found(set_id=RESULT), {"matching": 24}, "24 photos were found for this question."),
        (found(set_id=RESULT), {"matching": 1}, "1 photo was found for this question."),
        (found(set_id=RESULT), {"matching": 0}, "No photo was found for this question."),
        (found(set_id=RESULT), {}, "All photos of the result were found for this question."),
        (found(set_id=RESULT), {"matching": "many"}, "All photos of the result were found for this question."),
    ],
)
def test_what_was_found(claim: Claim, library: dict[str, LibraryFact], expected: str) -> None:
    assert sentence(claim, library=library) == expected


@pytest.mark.parametrize(
    ("mode", "closest", "by_look", "expected"),
    [
        (AnswerMode.SOURCED, [], False, ""),
        (AnswerMode.SOURCED, ["a.jpg"], True, ""),
        (AnswerMode.OPEN, [], False, OPEN),
        (AnswerMode.OPEN, ["a.jpg"], True, OPEN),
        (AnswerMode.ADJACENT, ["a.jpg"], False, "Nothing here covers this directly; the closest is “a.jpg”."),
        (AnswerMode.ADJACENT, ["a", "b", "c\n"], False, "Nothing here covers this directly; the closest are “a”, “b” and “c⏎”."),
        (AnswerMode.ADJACENT, [], False, "Nothing here covers this directly; the closest follow."),
        (AnswerMode.ADJACENT, ["a.jpg"], True, "No photo says so in words; by their look the closest is “a.jpg”."),
        (AnswerMode.ADJACENT, ["a", "b"], True, "No photo says so in words; by their look the closest are “a” and “b”."),
    ],
)
def test_opening_lines(mode: AnswerMode, closest: Sequence[str], by_look: bool, expected: str) -> None:
    assert opening(mode, closest, by_look=by_look) == expected


def test_what_is_said_near_is_not_denied_beside_looks() -> None:
    assert opening(AnswerMode.ADJACENT, ["a.jpg"], by_look=True, said=True) == (
        "Nothing here covers this directly; by their look the closest is “a.jpg”."
    )


def test_words_are_looked_for_before_looks() -> None:
    assert opening(AnswerMode.ADJACENT) == "Nothing here covers this directly; the closest follow."


def test_without_a_photo_nothing_follows() -> None:
    assert opening(AnswerMode.ADJACENT, any_photo=False) == "Nothing here covers this directly."
    assert opening(AnswerMode.SOURCED, any_photo=False) == ""
    assert opening(AnswerMode.OPEN, any_photo=False) == OPEN


def test_what_could_not_be_measured_is_said() -> None:
    assert opening(AnswerMode.SOURCED, measured=False) == UNMEASURED


@pytest.mark.parametrize(
    ("value", "matching", "whole", "expected"),
    [
        (9, Matching.IN_PART, "9 photos match the question’s words and filters.", "2 of the 9 photos that match are tagged “sea”."),
        (9, Matching.IN_FULL, "9 photos match.", "2 of the 9 photos that match are tagged “sea”."),
        (9, Matching.EVERY_PHOTO, "There are 9 photos in your library.", "2 of the 9 photos in your library are tagged “sea”."),
        (2, Matching.IN_FULL, "2 photos match.", "Both photos that match are tagged “sea”."),
    ],
)
def test_a_question_that_was_understood_is_answered_without_ifs(value: int, matching: Matching, whole: str, expected: str) -> None:
    says = Sentences(EvidencePack(AnswerMode.SOURCED, (), {"matching": value}, RESULT), GRAPH, NAMES, MEASURES, matching)
    assert says.of(counted("matching", value)) == whole
    assert says.of(counted("per_tag.sea", 2)) == expected


@pytest.mark.parametrize(
    ("matching", "people", "expected"),
    [
        (2, {"Nina": 2, "Tomás": 2}, "Both photos that match are marked as showing “Nina” and “Tomás”."),
        (9, {"Nina": 9, "Ida": 9, "Tomás": 9}, "All 9 photos that match are marked as showing “Nina”, “Ida” and “Tomás”."),
        (9, {"Nina": 9, "Ida": 9, "Tomás": 2}, "All 9 photos that match are marked as showing “Nina” and “Ida”, 2 of them “Tomás”."),
        (2, {"Nina": 2, "Ida": 1}, "Both photos that match are marked as showing “Nina”, 1 of them “Ida”."),
        (1, {"Nina": 1, "Ida": 1}, "The photo that matches is marked as showing “Nina” and “Ida”."),
        (9, {"Nina": 3, "Ida": 2}, "3 of the 9 photos that match are marked as showing “Nina” and 2 “Ida”."),
    ],
)
def test_what_all_photos_have_is_told_without_their_number_again(matching: int, people: dict[str, int], expected: str) -> None:
    says = Sentences(EvidencePack(AnswerMode.SOURCED, (), {"matching": matching}, RESULT), GRAPH, NAMES, MEASURES, Matching.IN_FULL)
    assert says.of_several([counted(f"per_person.{name}", number) for name, number in people.items()]) == expected


def test_that_nothing_matches_is_said() -> None:
    says = Sentences(EvidencePack(AnswerMode.SOURCED, (), {"matching": 0}, RESULT), GRAPH, NAMES, MEASURES, Matching.IN_FULL)
    assert says.of(counted("matching", 0)) == "No photo matches."


def test_facts_of_one_photo_are_one_sentence() -> None:
    said = Sentences(pack(), GRAPH, NAMES, MEASURES).of_several(
        [stated(BOAT, "taken", "2019-06-14"), stated(BOAT, "iso", 400), stated(BOAT, "place", "Lisbon"), stated(BOAT, "tags", ("a", "b"))]
    )
    assert said == "“boat.jpg” was taken on 14 June 2019, at ISO 400, has the place “Lisbon”, and is tagged “a” and “b”."


def test_relations_of_the_same_photos_are_one_sentence() -> None:
    said = Sentences(pack(), GRAPH, NAMES, MEASURES).of_several([related(each, *TWO) for each in ("same_day", "same_lens", "same_folder")])
    assert said == (
        f"{BOTH} were taken on the same day, 14 June 2019; with the same lens model, “50mm f/1.8”; "
        "and are in the same folder, “holidays/2019”."
    )


def test_numbers_of_one_kind_are_one_sentence() -> None:
    says = Sentences(EvidencePack(AnswerMode.SOURCED, (), {"matching": 9}, RESULT), GRAPH, NAMES, MEASURES)
    several = [counted("per_camera.D70", 4), counted("per_camera.X1, Z", 1)]
    assert says.of_several(several) == "4 of the 9 photos that match were taken with “D70” and 1 with “X1, Z”."
    assert says.of_several([counted("per_place.Rome", 1), counted("per_place.Bari", 1), counted("per_place.Pisa", 1)]) == (
        "1 of the 9 photos that match has the place “Rome”, 1 “Bari” and 1 “Pisa”."
    )


def test_the_first_and_the_last_time_are_one_sentence() -> None:
    says = Sentences(pack(), GRAPH, NAMES, MEASURES)
    assert says.of_several([counted("first", "2015-02-03"), counted("last", "2019-06-14")]) == (
        "The earliest of the photos that match was taken on 3 February 2015 and the latest on 14 June 2019."
    )


def test_photos_that_have_the_words_come_before_looks_in_the_opening() -> None:
    assert opening(AnswerMode.ADJACENT, ["b"], holding=["a"], by_look=True) == (
        "“a” has the question’s words; by their look also “b” comes near."
    )
    assert opening(AnswerMode.ADJACENT, ["c", "d"], holding=["a", "b"], by_look=True) == (
        "“a” and “b” have the question’s words; by their look also “c” and “d” come near."
    )
    assert opening(AnswerMode.ADJACENT, holding=["a"]) == "“a” has the question’s words, which may not answer it."
    assert opening(AnswerMode.SOURCED, holding=["a"]) == ""


def test_that_not_all_are_shown_is_said_only_where_it_is_so() -> None:
    assert more_by_look(12, 40) == "12 of 40 photos that come near by their look are shown; whether they show it is a guess."
    assert more_by_look(12, 40, counted=False) == "Only 12 of them are shown; a search lists them all."
    assert more_by_look(12, 12) == more_by_look(12, 0) == more_by_look(0, 0, counted=False) == ""


def test_words_with_which_no_photo_is_described_are_told_beside_others() -> None:
    assert not_in_words(["train"]) == "No photo is named or described with “train”."
    assert not_in_words(["train", "yeti"]) == "No photo is named or described with “train” or “yeti”."
    assert not_in_words([]) == ""


def test_what_was_not_found_and_what_would_be_is_said_once() -> None:
    assert nothing_found(["yeti"], ["snow", "old “snow”"]) == (
        "Candid found nothing in your photos that comes near to this question: none of them is named or described with “yeti”. "
        "Ask in other words, or search for “snow” or “old ‘snow’”."
    )
    assert nothing_found([], []) == (
        "Candid did not understand this as a question about your photos. Ask in other words, or search for what the photos show."
    )
