"""Whole searches over a small library in memory."""

from datetime import date

import pytest

from app.domain.match import Evidence
from app.search import meaning
from app.search.meaning import NEAREST
from app.search.parse import parse
from app.search.search import SearchKind, SearchOutcome
from tests.unit.search.memory import MemoryLibrary, MissingModel, photo


def run(library: MemoryLibrary, text: str) -> SearchOutcome:
    return library.search().run(parse(text, date(2026, 7, 10)))


def ids(outcome: SearchOutcome) -> list[int]:
    return [match.photo_id for match in outcome.matches]


@pytest.fixture
def library() -> MemoryLibrary:
    return MemoryLibrary(
        [
            photo("2019-06-14", 5, tag=["harbour", "boat"], caption="fishing boats at dawn", place="Whitby", camera="Canon EOS 20D"),
            photo("2018-05-01", 3, tag="dog", caption="a puppy in the snow", name="IMG_1234.jpg"),
            photo("2020-01-05", None, tag="mountain", caption="a red cabin", folder="Winter 2020"),
            photo(None, None, caption="a labrador swims in the sea", title="Labrador"),
            photo("2017-03-03", 1, tag="harbour town", caption="ships at the quay"),
        ]
    )


def test_tags_come_before_captions_and_percentages_are_relative_to_the_best(library: MemoryLibrary) -> None:
    outcome = run(library, "harbour")
    assert outcome.kind is SearchKind.RANKED
    assert ids(outcome)[:2] == [1, 5]
    assert outcome.matches[0].match_percentage == 100
    assert outcome.matches[0].ranked.evidence is Evidence.EXACT
    assert outcome.matches[1].ranked.evidence is Evidence.WORDS


def test_meaning_finds_what_no_word_says(library: MemoryLibrary) -> None:
    outcome = run(library, "hound")
    assert set(ids(outcome)) == {2, 4}
    assert all(match.ranked.evidence is Evidence.MEANING for match in outcome.matches)
    assert all(match.ranked.lexical == 0 < match.ranked.semantic <= 2 for match in outcome.matches)


def test_words_and_meaning_add_up(library: MemoryLibrary) -> None:
    best = run(library, "dog").matches[0].ranked
    assert best.photo_id == 2
    assert best.final_score == best.lexical + best.semantic
    assert best.meaning is not None
    assert library.passage(best.meaning.passage_id).text == "dog"


def test_filters_hold_before_anything_is_ranked(library: MemoryLibrary) -> None:
    assert ids(run(library, "harbour rating:>=3")) == [1]
    assert ids(run(library, "dog -snow")) == [4]
    assert ids(run(library, "boat date:2017")) == [5]
    assert run(library, "dog date:1999").kind is SearchKind.NOTHING
    assert run(library, "dog date:1999").nearest == ()


def test_filters_alone_list_by_capture_time_without_ranking(library: MemoryLibrary) -> None:
    outcome = run(library, "rating:>=1")
    assert outcome.kind is SearchKind.LISTED
    assert outcome.listed.tolist() == [5, 2, 1]
    assert outcome.matches == ()
    assert run(library, "photos from 2018").listed.tolist() == [2]


def test_exclusions_alone_list_all_others(library: MemoryLibrary) -> None:
    assert run(library, "-harbour").listed.tolist() == [2, 3, 4]
    assert library.embedder.asked == []


def test_photos_that_carry_the_tag_come_before_those_that_only_contain_it(library: MemoryLibrary) -> None:
    assert run(library, "tag:harbour").listed.tolist() == [1, 5]


def test_negated_text_is_never_embedded(library: MemoryLibrary) -> None:
    run(library, 'boat -harbour -"red cabin" -tag:dog')
    assert library.embedder.asked == ["boat"]


def test_nothing_matches_and_the_nearest_are_set_apart() -> None:
    library = MemoryLibrary([photo(caption="red boat dawn snow peak"), photo(caption="blue sky over some hills")])
    outcome = run(library, "tax")
    assert (outcome.kind, outcome.matches, outcome.listed.tolist()) == (SearchKind.NOTHING, (), [])
    assert set(outcome.nearest) <= {1, 2}


def test_nearest_are_at_most_twelve_best_first() -> None:
    captions = ["red boat dawn snow peak fishing cat"] * 5 + [f"red boat dawn snow fishing {'dog ' * 2}{number}" for number in range(20)]
    library = MemoryLibrary([photo(caption=f"{caption} sea harbour blue") for caption in captions])
    outcome = run(library, "puppy tax")
    assert outcome.kind is SearchKind.NOTHING
    assert len(outcome.nearest) == 12
    assert set(outcome.nearest) <= set(range(6, 26))


def test_one_common_word_of_a_sentence_is_no_reason_to_list_a_photo() -> None:
    captions = [f"a man with a thing {number}" for number in range(40)]
    library = MemoryLibrary([photo(caption=caption) for caption in captions] + [photo(caption="a man fishing at dawn from a red ship")])
    assert ids(run(library, "man fishing boat dawn"))[0] == 41
    assert not set(ids(run(library, "man fishing boat dawn"))) & set(range(1, 41))


def test_every_photo_that_holds_all_the_words_is_there() -> None:
    library = MemoryLibrary([photo(str(1900 + number), tag="boat", caption=f"boat {number}") for number in range(300)])
    assert len(run(library, "boat").matches) == 300
    assert ids(run(library, "boat"))[:3] == [1, 2, 3]


def test_without_the_model_words_alone_are_searched_and_the_outcome_says_so(library: MemoryLibrary) -> None:
    library.embedder = MissingModel()
    outcome = run(library, "harbour")
    assert ids(outcome) == [1, 5]
    assert outcome.meaning_missing == "The sentence model is missing; search goes on with words alone."
    assert run(library, "hound").kind is SearchKind.NOTHING
    assert run(library, "hound").meaning_missing is not None


def test_an_empty_library_answers() -> None:
    library = MemoryLibrary([])
    assert [run(library, text).kind for text in ("boat", "tag:boat", "-boat", "", '"a b" OR c')] == [SearchKind.NOTHING] * 5


def test_a_date_finds_the_tag_and_the_folder_that_are_called_so() -> None:
    library = MemoryLibrary(
        [photo("2016-01-01", tag="2015"), photo("2015-07-01", tag="sea"), photo(None, folder="2015"), photo("2014", tag="sea")]
    )
    assert run(library, "2015").listed.tolist() == [1, 2, 3]
    assert ids(run(library, "sea 2015")) == [2]


def test_asking_makes_no_difference(library: MemoryLibrary) -> None:
    spoken, bare = run(library, "show me all photos of dogs in the snow please"), run(library, "dogs in the snow")
    assert [(each.photo_id, each.match_percentage) for each in spoken.matches] == [
        (each.photo_id, each.match_percentage) for each in bare.matches
    ]


def test_stop_words_cost_no_lookup(library: MemoryLibrary) -> None:
    run(library, "the dog in the snow")
    assert library.lookups == ["dog", "snow"]


def test_the_whole_text_as_typed_may_equal_a_tag() -> None:
    library = MemoryLibrary([photo("2020", tag="what a day"), photo("2019", tag="day")])
    outcome = run(library, "what a day")
    assert ids(outcome) == [1, 2]
    assert outcome.matches[0].ranked.evidence is Evidence.EXACT


def test_the_ranking_before_the_floor_holds_more_than_the_result(library: MemoryLibrary) -> None:
    query = parse("hound at the quay", date(2026, 7, 10))
    assert len(library.search().ranking(query)) >= len(library.search().run(query).matches)


def test_meaning_is_measured_for_every_photo_that_words_list_however_many_passages_are_nearer() -> None:
    nearer = [photo(caption=f"{'dog ' * (2 + n % 3)}{n}") for n in range(2 * NEAREST)]
    farther = [photo(caption=f"a dog at the pier {n}", tag=f"pier {n}") for n in range(5)]
    outcome = run(MemoryLibrary([*nearer, *farther]), "dog")
    assert len(outcome.matches) == len(nearer) + len(farther)
    assert all(match.ranked.meaning is not None for match in outcome.matches)


def test_where_filters_leave_few_photos_each_is_measured() -> None:
    nearer = [photo("2019-01-01", caption=f"{'dog ' * (2 + n % 3)}{n}") for n in range(2 * NEAREST)]
    outcome = run(MemoryLibrary([*nearer, photo("2020-01-01", caption="a puppy at the pier")]), "dog date:2020")
    assert ids(outcome) == [len(nearer) + 1]


@pytest.mark.parametrize("text", ["boat unheard", "boat at night", "boat"])
def test_equal_photos_are_in_a_result_together_whatever_their_order(text: str) -> None:
    library = MemoryLibrary([photo(str(1000 + number), tag="boat") for number in range(421)])
    outcome = run(library, text)
    assert len(outcome.matches) == 421
    assert {match.match_percentage for match in outcome.matches} == {100}
    assert not outcome.more


def test_every_photo_that_words_alone_would_list_is_there_however_many_are_better() -> None:
    better = [photo(tag=["boat", f"heron {number}"]) for number in range(150)]
    outcome = run(MemoryLibrary([*better, *(photo(place=f"boat {number}", rating=number % 5) for number in range(150))]), "boat heron")
    assert len(outcome.matches) == 300


def test_photos_with_equal_words_are_measured_together_or_not_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(meaning, "MOST", 10)
    monkeypatch.setattr(meaning, "NEAREST", 5)
    photos = [photo(person="boat", caption=f"ship {'sea ' * (1 + n % 7)}{n}") for n in range(30)]
    forth, back = (MemoryLibrary(each) for each in (photos, photos[::-1]))
    scores = [
        {library.photos[match.photo_id - 1].values: match.match_percentage for match in run(library, "boat").matches}
        for library in (forth, back)
    ]
    assert len(scores[0]) == 30
    assert scores[0] == scores[1]


def test_an_outcome_says_that_more_is_near_than_is_listed() -> None:
    captions = [photo(caption=f"{'dog ' * (2 + n % 3)}{n}") for n in range(NEAREST + 50)]
    outcome = run(MemoryLibrary(captions), "hound")
    assert (len(outcome.matches), outcome.more) == (NEAREST, True)
    assert not run(MemoryLibrary(captions[:NEAREST]), "hound").more
    assert not run(
        MemoryLibrary([*captions[:50], *[photo(caption="tax")] * 2, *[photo(caption=f"red snow {n}") for n in range(300)]]), "hound"
    ).more


@pytest.mark.parametrize("text", ["rating:x", "photos rating:x", "boat " * 500])
def test_what_is_refused_finds_nothing_and_embeds_nothing(library: MemoryLibrary, text: str) -> None:
    assert run(library, text).kind is SearchKind.NOTHING
    assert (library.lookups, library.embedder.asked) == ([], [])


def test_every_exclusion_holds() -> None:
    library = MemoryLibrary([photo(tag=["many", f"w{number}"]) for number in range(60)] + [photo(tag="many")])
    assert ids(run(library, "many " + " ".join(f"-w{number}" for number in range(60)))) == [61]
