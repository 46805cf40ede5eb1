"""The prompt: all evidence that may be told, nothing else, and a block that its own text cannot close."""

import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.assistant.claude.prompt import FENCE, Prompt, make_prompt
from app.assistant.gates.claims import CLAIMABLE
from app.config.paths import shipped
from app.domain.evidence import AnswerMode, EvidencePack, PackPhoto
from app.domain.ids import ContentHash, PackId
from app.domain.photo import PhotoFacts, Tag
from app.domain.words import shown
from app.evidence.graph import relate
from tests.unit.assistant.claude import question, reduced_pack
from tests.unit.assistant.made import BOAT, BOAT_FACTS, GULL, PIER, RESULT, fact, pack

INJECTED = [json.loads(line) for line in (Path(__file__).parents[2] / "redteam" / "injected.txt").read_text("ascii").splitlines()]

RULES = (shipped("resources") / "prompts" / "answer.md").read_text("utf-8")


def prompt_of(evidence: EvidencePack, asked: str = "How many?", earlier: tuple[str, ...] = (), **more: Any) -> Prompt:
    return make_prompt(question(asked), evidence, relate(evidence), earlier, {}, "", **more)


def block(prompt: Prompt) -> tuple[str, str, str]:
    """The lines of the fenced block: the opening one, the evidence and the closing one."""
    first, told, last = str(prompt.content[0]["text"]).split("\n")
    return first, told, last


def told(evidence: EvidencePack, **more: Any) -> dict[str, Any]:
    return dict(json.loads(block(prompt_of(evidence, **more))[1]))


def test_all_that_may_be_told_is_told() -> None:
    evidence = told(reduced_pack(file_names=True), asked="Which boats?", earlier=("And then?",))
    assert evidence["mode"] == "sourced"
    assert evidence["question"] == "Which boats?"
    assert evidence["earlier_questions"] == ["And then?"]
    assert evidence["set_id"] == RESULT
    assert evidence["library"] == {"matching": 24, "per_year.2015": 24, "first": "2015-02-03T04:05:06", "undated": 1}
    boat, pier, gull = evidence["photos"]
    assert (boat["id"], boat["file_name"], pier["id"]) == (BOAT, "boat.jpg", PIER)
    assert set(boat["facts"]) == CLAIMABLE
    assert boat["facts"]["tags"] == ["harbour", "Italy"]
    assert boat["facts"]["shutter"] == 0.004
    assert pier["facts"] == {"taken": "2019-06-14", "iso": 1}
    assert gull == {"id": GULL, "file_name": "gull.jpg", "facts": {}}


def test_positions_serial_numbers_hashes_and_paths_are_never_told() -> None:
    evidence = reduced_pack()
    photos = tuple(replace(each, content_hash=ContentHash("c0ffee"), perceptual_hash="ffff0000") for each in evidence.photos)
    evidence = replace(evidence, photos=photos)
    text = block(prompt_of(evidence))[1]
    assert BOAT_FACTS.serial
    assert BOAT_FACTS.serial.value not in text
    assert not any(each in text for each in ("38.7", "-9.1", "c0ffee", "ffff0000", "boat.jpg", "gps", "serial", "EXIF"))


def test_a_pack_that_was_not_reduced_is_refused() -> None:
    with pytest.raises(ValueError, match="paths"):
        prompt_of(pack())
    for part in ({"library": {"per_folder.2019/Harbour": 1}}, {"photos": (replace(pack().photos[0], path="", folder=fact("a/b")),)}):
        with pytest.raises(ValueError, match="paths"):
            prompt_of(replace(reduced_pack(), **part))


def test_an_open_question_has_no_evidence() -> None:
    evidence = told(EvidencePack(AnswerMode.OPEN))
    assert (evidence["photos"], evidence["library"], evidence["relationships"], evidence["set_id"]) == ([], {}, [], None)


def test_every_question_has_its_own_secrets() -> None:
    one, other = prompt_of(reduced_pack()), prompt_of(reduced_pack())
    assert not {one.secrets.canary, *one.secrets.delimiters} & {other.secrets.canary, *other.secrets.delimiters}
    assert one.secrets.canary in one.system
    assert one.secrets.delimiters[0] not in one.system
    assert block(one)[1] == block(other)[1]


def test_the_same_draws_make_the_same_prompt() -> None:
    def drawn() -> Iterator[str]:
        yield from (f"{each:032x}" for each in count())

    assert prompt_of(reduced_pack(), draw=drawn().__next__) == prompt_of(reduced_pack(), draw=drawn().__next__)


def test_a_delimiter_that_stands_in_the_evidence_is_drawn_again() -> None:
    draws = iter(["canary", "taken", "taken", "free"])
    first, _, last = block(prompt_of(reduced_pack(), f"What is {FENCE}taken?", draw=draws.__next__))
    assert first == last == f"{FENCE}free"


def test_long_texts_are_cut_and_marked() -> None:
    facts = PhotoFacts(
        caption=fact("x" * 5_000),
        title=fact("y" * 600),
        tags=fact(tuple(Tag(f"tag {each}") for each in range(60))),
        people=fact(("Anna", "z" * 300)),
    )
    photo = PackPhoto(BOAT, "", facts)
    evidence = told(EvidencePack(AnswerMode.SOURCED, (photo,)), asked="q" * 9_000, earlier=tuple("e" * 9_000 for _ in range(20)))
    held = evidence["photos"][0]["facts"]
    assert held["caption"] == {"beginning": "x" * 600 + "…"}
    assert held["title"] == "y" * 600
    assert (len(held["tags"]["some"]), held["tags"]["of"]) == (50, 60)
    assert held["people"] == {"some": ["Anna"], "of": 2}
    assert len(evidence["question"]) == 2_000
    assert [len(each) for each in evidence["earlier_questions"]] == [2_000] * 6


def test_numbers_that_json_has_not_are_left_out() -> None:
    photo = PackPhoto(BOAT, "", PhotoFacts(aperture=fact(float("nan")), shutter=fact(float("inf")), iso=fact(100)))
    assert told(EvidencePack(AnswerMode.SOURCED, (photo,)))["photos"][0]["facts"] == {"iso": 100}


def test_a_large_pack_stays_small() -> None:
    tags = tuple(Tag("t" * 150 + str(number)) for number in range(500))
    facts = replace(BOAT_FACTS, caption=fact("c" * 5_000), tags=fact(tags))
    photos = tuple(PackPhoto(PackId(f"P-{each:03}X"), "", facts) for each in range(12))
    library = {f"per_tag.{each}": each for each in range(5_000)}
    assert len(block(prompt_of(EvidencePack(AnswerMode.SOURCED, photos, library)))[1]) < 200_000


def _photo(text: str) -> PackPhoto:
    """The text wherever text of a file can stand."""
    facts = PhotoFacts(
        make=fact(text),
        model=fact(text),
        lens=fact(text),
        place=fact(text),
        title=fact(text),
        caption=fact(text),
        tags=fact((Tag(text), Tag("pier"))),
        people=fact((text,)),
    )
    name = text.replace("/", "_")
    return PackPhoto(BOAT, name, facts, folder=fact(name))


def _stands_as_data(text: str) -> None:
    other = replace(_photo(text), id=PIER, path="")
    evidence = EvidencePack(AnswerMode.SOURCED, (_photo(text), other), {"matching": 2, f"per_tag.{text}"[:200]: 2})
    prompt = make_prompt(question(text), evidence, relate(evidence), (text,), {}, "")
    first, line, last = block(prompt)
    assert first == last == prompt.secrets.delimiters[0]
    assert line.isascii()
    assert line.isprintable()
    whole = json.dumps([prompt.system, *prompt.content])
    assert whole.count(first) == 2
    assert whole.count(prompt.secrets.canary) == 1
    assert prompt.system == RULES.replace("{canary}", prompt.secrets.canary)
    held = json.loads(line)
    assert held["question"] == held["earlier_questions"][0] == text[:2_000]
    assert held["mode"] == "sourced"
    assert set(held) == {"mode", "earlier_questions", "question", "photos", "relationships", "library", "set_id"}
    photo = held["photos"][0]
    if len(text) <= 200:
        expected: Any = dict.fromkeys(("make", "model", "lens", "place", "title", "caption"), text)
        assert photo["facts"] == {**expected, "tags": [text, "pier"], "people": [text], "folder": text.replace("/", "_")}
    assert photo["file_name"] == shown(text.replace("/", "_"))[:200]


def test_there_are_enough_orders() -> None:
    assert len(set(INJECTED)) == 300


@pytest.mark.parametrize("text", INJECTED, ids=range(len(INJECTED)))
def test_an_order_in_a_file_stands_only_inside_the_block_as_data(text: str) -> None:
    _stands_as_data(text)


@given(st.text(min_size=1, max_size=300))
def test_whatever_a_file_says_stands_only_inside_the_block_as_data(text: str) -> None:
    _stands_as_data(text)
