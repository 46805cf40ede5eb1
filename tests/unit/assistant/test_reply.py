"""The form of a reply, and that nothing said about a bad one repeats its words."""

import json
from collections.abc import Mapping

import pytest

from app.assistant.reply import LONGEST_REPLY, AssistantReply, NotAReply, read_reply

EMPTY: Mapping[str, object] = {"answer": [], "cited_photo_ids": [], "claims": []}


def text(**fields: object) -> str:
    return json.dumps({**EMPTY, **fields})


def failure(text: str) -> tuple[str, str]:
    with pytest.raises(NotAReply) as caught:
        read_reply(text)
    return caught.value.code, str(caught.value)


def test_every_part_is_read() -> None:
    reply = read_reply(
        text(
            answer=[{"kind": "prose", "text": "A boat.", "photo_id": "a", "origin": "library"}, {"kind": "claim", "ref": 3}],
            cited_photo_ids=["a"],
            claims=[
                {"kind": "relationship", "relation": "same_day", "photo_ids": ["a", "b"], "value": "2019-06-14"},
                {"kind": "fact", "photo_id": "a", "field": "tags", "value": ["x", "y"]},
                {"kind": "count", "fact": "matching", "value": 24},
                {"kind": "found", "set_id": "r"},
            ],
        )
    )
    assert AssistantReply.model_validate_json(reply.model_dump_json()) == reply
    assert [claim.kind for claim in reply.claims] == ["relationship", "fact", "count", "found"]


@pytest.mark.parametrize(
    "bad",
    [
        "",
        "I cannot answer that.",
        text()[:-1],
        f"```json\n{text()}\n```",
        "\ufeff\ufeff" + text(),
        text() + "\ufeff",
        text() + text(),
        "[" * 20_000,
        '{"answer": [], "answer": [], "cited_photo_ids": [], "claims": []}',
        text(claims=[1]).replace("1", "1" * 5000),
    ],
)
def test_text_that_is_no_json(bad: str) -> None:
    assert failure(bad)[0] == "not_json"


@pytest.mark.parametrize(
    ("bad", "detail"),
    [
        ("", "line 1, column 1"),
        ("\ufeff{", "line 1, column 2"),
        ('{\n "answer": nothing}', "line 2, column 12"),
        ('"\x00"', "line 1, column 2"),
        ("[" * 20_000, "it is nested too deeply"),
        ("1" * 5000, "a number has too many digits"),
        ('{"a": 1, "a": 2}', "a field stands twice"),
    ],
)
def test_what_is_told_of_no_json(bad: str, detail: str) -> None:
    assert failure(bad) == ("not_json", detail)


def test_a_byte_order_mark_is_no_part_of_a_reply() -> None:
    assert read_reply("\ufeff" + text()) == read_reply(text())


@pytest.mark.parametrize(
    ("bad", "detail"),
    [
        ("null", "reply: model type"),
        ("[]", "reply: model type"),
        ("{}", "answer: missing"),
        (text(extra=1), "reply: extra forbidden"),
        (text(answer="A boat."), "answer: tuple type"),
        (text(answer=[{"kind": "prose", "text": "A boat."}]), "answer.0.prose.origin: missing"),
        (text(answer=[{"kind": "prose", "text": "", "origin": "general"}]), "answer.0.prose.text: string too short"),
        (text(answer=[{"kind": "prose", "text": "a" * 2001, "origin": "general"}]), "answer.0.prose.text: string too long"),
        (text(answer=[{"kind": "prose", "text": "a", "origin": "web"}]), "answer.0.prose.origin: literal error"),
        (text(answer=[{"kind": "prose", "text": "a", "photo_ids": ["a", "b"], "origin": "library"}]), "answer.0.prose: extra forbidden"),
        (text(answer=[{"kind": "claim", "ref": 1.0}]), "answer.0.claim.ref: int type"),
        (text(answer=[{"kind": "claim", "ref": True}]), "answer.0.claim.ref: int type"),
        (text(answer=[{"kind": "claim", "ref": "1"}]), "answer.0.claim.ref: int type"),
        (text(answer=[{"kind": "claim", "ref": 0}] * 61), "answer: too long"),
        (text(cited_photo_ids=["a"] * 51), "cited_photo_ids: too long"),
        (text(claims=[{"kind": "count", "fact": "a", "value": 1}] * 101), "claims: too long"),
        (text(claims=[{"kind": "count", "fact": "a", "value": True}]), "claims.0.count.value.int: int type"),
        (text(claims=[{"kind": "fact", "photo_id": "a", "field": "iso", "value": False}]), "claims.0.fact.value.str: string type"),
        (text(claims=[{"kind": "fact", "photo_id": "a", "field": "iso", "value": float("nan")}]), "claims.0.fact.value.str: string type"),
        (text(claims=[{"kind": "found", "photo_ids": ["\ud800"]}]), "reply: json invalid"),
    ],
)
def test_json_that_is_no_reply(bad: str, detail: str) -> None:
    assert failure(bad) == ("schema", detail)


def test_a_reply_may_not_be_longer_than_the_longest() -> None:
    padding = " " * (LONGEST_REPLY - len(text()))
    assert read_reply(text() + padding) == AssistantReply(answer=(), cited_photo_ids=(), claims=())
    assert failure(text() + padding + " ") == ("too_long", "more than 30,000 characters")


@pytest.mark.parametrize(
    "bad",
    [
        text(SECRET=1),
        text(answer=[{"kind": "SECRET"}]),
        text(answer=[{"kind": "prose", "text": "a", "origin": "SECRET"}]),
        text(answer=[{"kind": "prose", "text": "a", "origin": "general", "SECRET": 1}]),
        text(answer=[{"kind": "claim", "ref": "SECRET"}]),
        text(answer={"SECRET": 1}),
        '{"SECRET": 1, "SECRET": 2}',
        '"SECRET',
        "SECRET",
    ],
)
def test_no_message_repeats_the_reply(bad: str) -> None:
    assert "SECRET" not in " ".join(failure(bad))


def test_a_field_that_stands_twice_counts_for_nothing() -> None:
    assert failure(text(answer=[{"kind": "claim", "ref": 0}]).replace('"ref"', '"ref": 7, "ref"'))[1] == "a field stands twice"
