"""What a person says of a photo lies over what its file says, and says nothing that the file says already."""

import pytest

from app.domain.errors import WordsRefused
from app.domain.own_words import (
    LONGEST_CAPTION,
    LONGEST_NAME,
    MOST_NAMES,
    NOTHING_SAID,
    YOU,
    Change,
    OwnWords,
    applied,
    cleaned,
    laid_over,
)
from app.domain.photo import Fact, PhotoFacts, Tag

ITALY = Tag("Italy", ("Places",))
FACTS = PhotoFacts(
    title=Fact("Harbour", "XMP dc:title"),
    caption=Fact("Boats at dusk", "IPTC Caption"),
    tags=Fact((Tag("boat"), ITALY), "XMP dc:subject"),
    people=Fact(("Nina", "Paul"), "XMP mwg-rs"),
    rating=Fact(3, "XMP xmp:Rating"),
)


def after(change: Change, own: OwnWords = NOTHING_SAID, facts: PhotoFacts = FACTS) -> tuple[OwnWords, PhotoFacts]:
    words = applied(own, cleaned(change), facts)
    return words, laid_over(facts, words)


def test_nothing_said_leaves_the_file_as_it_is() -> None:
    assert laid_over(FACTS, NOTHING_SAID) is FACTS
    assert after(Change()) == (NOTHING_SAID, FACTS)


def test_own_values_count_with_the_person_as_their_source() -> None:
    _, facts = after(Change(rating=5, favourite=True, title="Porto", caption="At dusk"))
    assert (facts.rating, facts.favourite) == (Fact(5, YOU), Fact(True, YOU))
    assert (facts.title, facts.caption) == (Fact("Porto", YOU), Fact("At dusk", YOU))


def test_empty_text_no_stars_and_no_heart_take_away_what_the_file_says() -> None:
    words, facts = after(Change(rating=0, favourite=False, title="", caption=""), facts=PhotoFacts(favourite=Fact(True, "Takeout")))
    assert words == OwnWords(favourite=False)
    assert facts == PhotoFacts()
    assert after(Change(rating=0, title="", caption=" \n "))[1] == PhotoFacts(tags=FACTS.tags, people=FACTS.people)


def test_own_tags_join_those_of_the_file_and_so_do_their_sources() -> None:
    words, facts = after(Change(add_tags=("Seasons/Autumn", "boat")))
    assert words == OwnWords(tags=(Tag("Autumn", ("Seasons",)),))
    assert facts.tags == Fact((Tag("boat"), ITALY, Tag("Autumn", ("Seasons",))), "XMP dc:subject + you, in Candid")
    assert after(Change(add_tags=("dog",)), facts=PhotoFacts())[1].tags == Fact((Tag("dog"),), YOU)


def test_a_tag_of_the_file_is_hidden_and_an_own_one_dropped() -> None:
    words, facts = after(Change(remove_tags=("BOAT", "Autumn")), OwnWords(tags=(Tag("Autumn"),)))
    assert words == OwnWords(without_tags=("boat",))
    assert facts.tags == Fact((ITALY,), "XMP dc:subject")
    assert after(Change(remove_tags=("Places/Italy",)), words)[1].tags is None


def test_a_hidden_tag_comes_back_as_the_files_own() -> None:
    assert after(Change(add_tags=("Boat",)), OwnWords(without_tags=("boat",))) == (NOTHING_SAID, FACTS)


def test_a_refused_guess_is_remembered_and_changes_no_fact() -> None:
    words, facts = after(Change(refuse=("canoe", " lake\nshore ", "Canoe")))
    assert words == OwnWords(refused=("canoe", "lake shore"))
    assert facts == FACTS
    assert after(Change(unrefuse=("CANOE",)), words)[0] == OwnWords(refused=("lake shore",))
    assert after(Change(refuse=("canoe",)), words)[0] == words


def test_people_are_added_and_removed_like_tags() -> None:
    words, facts = after(Change(add_people=("Ada", "nina"), remove_people=("Paul",)))
    assert words == OwnWords(people=("Ada",), without_people=("Paul",))
    assert facts.people == Fact(("Nina", "Ada"), "XMP mwg-rs + you, in Candid")


@pytest.mark.parametrize(
    "change",
    [
        Change(rating=3),
        Change(favourite=False),
        Change(title="Harbour"),
        Change(caption="Boats at dusk"),
        Change(add_tags=("boat", "places/ITALY")),
        Change(remove_tags=("cat",)),
        Change(add_people=("Paul",)),
    ],
)
def test_what_the_file_says_already_is_not_said_again(change: Change) -> None:
    own = OwnWords(rating=1, favourite=True, title="", caption="mine", without_tags=("boat",))
    assert after(change)[0] == NOTHING_SAID
    assert after(change, own)[0] == applied(own, change, FACTS) != NOTHING_SAID


def test_a_tag_that_the_file_now_says_too_stands_once() -> None:
    assert laid_over(FACTS, OwnWords(tags=(Tag("Boat"),))).tags == FACTS.tags


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  Cafe\u0301 \x00 bar\t", "Café bar"),
        ("two\nlines\u2028", "two lines"),
        ("half\ud800 a pair", "half a pair"),
        ("\u200b \x07", ""),
    ],
)
def test_a_title_is_one_line_of_composed_text(typed: str, kept: str) -> None:
    assert cleaned(Change(title=typed)).title == kept


def test_a_caption_keeps_its_lines() -> None:
    assert cleaned(Change(caption=" one \r\ntwo\x1b[0m\r\n\r\nthree\t\n")).caption == "one\ntwo[0m\n\nthree"


def test_a_tag_is_a_path_without_empty_names() -> None:
    assert cleaned(Change(add_tags=(" Places / /Italy/ ",))).add_tags == ("Places/Italy",)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (Change(rating=6), "A rating is 0 to 5 stars"),
        (Change(rating=-2), "A rating is 0 to 5 stars"),
        (Change(add_tags=(" / ",)), "A tag needs a name"),
        (Change(add_people=("\u200b",)), "A person needs a name"),
        (Change(add_tags=("x" * (LONGEST_NAME + 1),)), "501"),
        (Change(title="x" * (LONGEST_NAME + 1)), "shorten it"),
        (Change(caption="x" * (LONGEST_CAPTION + 1)), "20,000 characters at most"),
    ],
)
def test_what_cannot_be_kept_is_refused_in_a_sentence(change: Change, said: str) -> None:
    with pytest.raises(WordsRefused) as refused:
        cleaned(change)
    assert said in str(refused.value)
    assert str(refused.value).endswith(".")


def test_more_tags_than_are_kept_are_refused() -> None:
    full = OwnWords(tags=tuple(Tag(str(number)) for number in range(MOST_NAMES)))
    assert applied(full, Change(add_tags=("7",)), FACTS) == full
    with pytest.raises(WordsRefused, match="500 tags"):
        applied(full, Change(add_tags=("one more",)), FACTS)
