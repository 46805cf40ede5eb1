"""Prose that names a relationship is marked; prose about one picture is not, and claims are never looked at."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.assistant.flags import Flag, flags, relating_words
from app.assistant.reply import AssistantReply, ClaimReference, FactClaim, Prose, RelationshipClaim, Statement


def prose(text: str, photo_id: str | None = "P-7K2Q") -> Prose:
    return Prose(kind="prose", text=text, photo_id=photo_id, origin="library" if photo_id else "general")


def reply(*statements: Statement) -> AssistantReply:
    claims = (
        RelationshipClaim(
            kind="relationship", relation="same_camera", photo_ids=("P-7K2Q", "P-3M8X"), value="same camera as the other photo"
        ),
        FactClaim(kind="fact", photo_id="P-7K2Q", field="caption", value="the same day as the previous photo"),
    )
    return AssistantReply(answer=statements, cited_photo_ids=("P-7K2Q",), claims=claims)


def test_a_flag_names_the_statement_and_its_words() -> None:
    told = reply(prose("Two boats."), ClaimReference(kind="claim", ref=0), prose("It was taken two minutes later."))
    assert flags(told) == (Flag(2, "taken two minutes later"),)


def test_every_place_in_a_statement_is_marked_from_left_to_right() -> None:
    told = reply(prose("Sharper than the previous photo, and a near-duplicate."))
    assert flags(told) == (Flag(0, "than the previous photo"), Flag(0, "near-duplicate"))


def test_claims_and_references_are_not_looked_at() -> None:
    assert flags(reply(ClaimReference(kind="claim", ref=0), ClaimReference(kind="claim", ref=1))) == ()


def test_general_prose_is_looked_at_too() -> None:
    assert flags(reply(prose("Both photos show Lisbon.", None))) == (Flag(0, "Both photos"),)


@pytest.mark.parametrize(
    "text",
    [
        "It was made with the same camera as the portrait.",
        "This is the same lens.",
        "Taken on the same day as the picnic.",
        "From the same trip, I think.",
        "Frame 3 of 7, shot in burst mode.",
        "Same place as in the picture of the mill.",
        "It lies in the same folder.",
        "Both share the tag, so they have a keyword in common.",
        "That is the same boy who is in your other photos.",
        "A near duplicate exists.",
        "It is an exact copy.",
        "This is the cropped version.",
        "Taken shortly before the photo of the bride.",
        "It was shot an hour later.",
        "The brightest of all these pictures.",
        "It looks like IMG_0042, but warmer than DSC01234.JPG.",
        "See also no. 12.",
    ],
)
def test_a_relationship_is_marked(text: str) -> None:
    assert relating_words(text)


@pytest.mark.parametrize(
    "text",
    [
        "Two men wear the same hat.",
        "A woman stands before the church, another sits beside it.",
        "A burst of water from the burst pipe.",
        "The photograph shows a boat; the picture was taken in Lisbon at 50 mm.",
        "Two photos hang on the wall, the first photo on the wall is framed.",
        "The man on the left is taller than the other.",
        "Raw fish on a plate, and a copy of the menu.",
        "She is looking at the next house.",
        "Taken after sunset, an hour before the fireworks.",
        "The picture frame is on the table.",
        "To the left of the picture stands a chair.",
        "In the background of the whole image there is a mountain.",
        "House no. 7, on the second day of the fair.",
        "A basketball player takes another shot from the line.",
    ],
)
def test_what_lies_within_one_picture_is_not_marked(text: str) -> None:
    assert relating_words(text) == ()


def test_case_and_letters_that_only_look_different_do_not_hide_it() -> None:
    plain = ("previous photo",)
    assert relating_words("previous\n  photo") == plain
    assert relating_words("ｐｒｅｖｉｏｕｓ photo") == plain
    assert relating_words("pre\u200bvious ph\u00adoto") == plain
    assert relating_words("рrеviоus phоtо") == plain  # Cyrillic р, е, о
    assert relating_words("PREVIOUS PHOTO") == ("PREVIOUS PHOTO",)


def test_raw_is_a_file_only_in_capitals() -> None:
    assert relating_words("Here is its RAW.") == ("its RAW",)
    assert relating_words("Here are its raw edges.") == ()


@given(st.text(max_size=2_000))
def test_any_text_can_be_read(text: str) -> None:
    assert all(relating_words(text))


KNOWN = (
    "the",
    "a",
    "same",
    "of",
    "as",
    "in",
    "like",
    "that",
    "photo",
    "photos",
    "taken",
    "two",
    "to",
    "camera",
    "tag",
    "1",
    "no.",
    "x",
    "also",
)


@given(st.lists(st.sampled_from(KNOWN), max_size=400))
def test_words_of_the_vocabulary_in_any_order_end(words: list[str]) -> None:
    text = " ".join(words)
    at = 0
    for each in relating_words(text):
        at = text.index(each, at) + len(each)


@given(st.text(alphabet=st.characters(codec="ascii"), max_size=200), st.text(alphabet=st.characters(codec="ascii"), max_size=200))
def test_a_sentence_is_marked_wherever_it_stands(before: str, after: str) -> None:
    assert any("previous photo" in each for each in relating_words(f"{before}. Unlike its previous photo. {after}"))
