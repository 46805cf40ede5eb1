"""All gates together: accepted whole, or discarded whole with every reason."""

import json

import pytest

from app.assistant.gates.check import check_reply, check_text
from app.assistant.gates.leaks import Secrets
from app.assistant.gates.verdict import CODES, Redaction, Rejection, Verdict
from app.assistant.reply import Claim
from app.domain.evidence import AnswerMode, EvidencePack, PackPhoto, Relation
from app.domain.ids import PackId
from app.domain.photo import Fact, PhotoFacts
from tests.unit.assistant.made import (
    BOAT,
    NOTHING,
    PIER,
    RESULT,
    Table,
    codes,
    counted,
    found,
    general,
    pack,
    ref,
    related,
    reply,
    stated,
    told,
)

GRAPH = Table({(Relation.SAME_DAY, (BOAT, PIER)): frozenset({"2019-06-14"})})
SECRETS = Secrets("kestrel-7F3K9Q2M")


def test_an_honest_reply_passes_as_it_is() -> None:
    claims: list[Claim] = [related("same_day", BOAT, PIER), stated(BOAT, "iso", 400), counted("matching", 24), found(set_id=RESULT)]
    honest = reply(told(), ref(0), ref(1), ref(2), ref(3), cited=[BOAT, PIER], claims=claims)
    verdict = check_reply(honest, pack(), GRAPH, SECRETS)
    assert verdict == Verdict(honest)
    assert verdict.accepted
    assert check_text(honest.model_dump_json(), pack(), GRAPH, SECRETS) == verdict


def test_true_duplicates_pass_and_are_dropped() -> None:
    claim = related("same_day", BOAT, PIER)
    verdict = check_reply(reply(ref(1), ref(0), claims=[claim, claim]), pack(), GRAPH)
    assert verdict == Verdict(reply(ref(0), ref(0), claims=[claim]))


def test_a_reference_into_dropped_duplicates_stays_out_of_range() -> None:
    claim = related("same_day", BOAT, PIER)
    assert codes(check_reply(reply(ref(2), claims=[claim, claim]), pack(), GRAPH).reasons) == ["reference_out_of_range"]


def test_paths_are_redacted_in_what_is_accepted() -> None:
    verdict = check_reply(reply(told("In /home/anna/x.jpg.")), pack(), NOTHING)
    assert verdict == Verdict(reply(told("In [path removed].")), (), (Redaction(0, "/home/anna/x.jpg"),))


def test_one_fault_discards_everything_and_every_gate_gives_its_reasons() -> None:
    wrong = reply(
        told("In /home/anna/x.jpg."),
        told("kestrel-7f3k9q2m"),
        ref(9),
        cited=["P-0000"],
        claims=[counted("matching", 1), counted("matching", 1), related("before", BOAT, PIER)],
    )
    verdict = check_reply(wrong, pack(), GRAPH, SECRETS)
    assert not verdict.accepted
    assert verdict == Verdict(
        None,
        (
            Rejection("claims", "wrong_count", "claim 0: a number over your photos is another"),
            Rejection("claims", "order_not_held", "claim 1: the photos were not certainly taken in this order"),
            Rejection("citations", "unknown_photo", "citation 0: the evidence holds no photo of exactly this id"),
            Rejection("citations", "reference_out_of_range", "statement 2: it refers to a claim that is not there"),
            Rejection("leaks", "leak", "the prompt's canary: it holds something that must not leave the prompt"),
        ),
    )


@pytest.mark.parametrize("gate", ["claims", "citations", "leaks"])
def test_each_gate_alone_discards(gate: str) -> None:
    wrong = {
        "claims": reply(told(), claims=[counted("matching", 1)]),
        "citations": reply(told(), general()),
        "leaks": reply(told("sk-ant-api03-x")),
    }[gate]
    for verdict in (check_reply(wrong, pack(), GRAPH), check_text(wrong.model_dump_json(), pack(), GRAPH)):
        assert (verdict.reply, verdict.redactions) == (None, ())
        assert {each.gate for each in verdict.reasons} == {gate}


def test_the_mode_is_the_packs() -> None:
    assert check_reply(reply(general()), pack(AnswerMode.OPEN), NOTHING).accepted
    assert check_reply(reply(told(), general()), pack(AnswerMode.ADJACENT), NOTHING).accepted
    assert not check_reply(reply(told(), general()), pack(AnswerMode.SOURCED), NOTHING).accepted


@pytest.mark.parametrize(
    ("text", "code", "detail"),
    [
        ("I am sorry", "not_json", "line 1, column 1: it is no JSON, or a field stands in it twice"),
        (" " * 30_001, "too_long", "more than 30,000 characters: it is longer than a reply may be"),
        ("\ufdfa" * 6_000, "too_long", "more than 90,000 characters as they are seen: it is longer than a reply may be"),
        ("\ud55c" * 20_000, "not_json", "line 1, column 1: it is no JSON, or a field stands in it twice"),
        ("{}", "schema", "answer: missing: it has not the form of a reply"),
    ],
)
def test_what_is_no_reply_is_discarded(text: str, code: str, detail: str) -> None:
    assert check_text(text, pack(), GRAPH) == Verdict(None, (Rejection("schema", code, detail),))


def test_the_secrets_are_looked_for_in_text_too() -> None:
    assert codes(check_text(reply(told("kestrel-7F3K9Q2M")).model_dump_json(), pack(), GRAPH, SECRETS).reasons) == ["leak"]


def test_no_reason_repeats_the_reply() -> None:
    hostile = "HOSTILE\u202e"
    wrong = reply(
        told(photo_id=hostile),
        told(hostile),
        cited=[hostile],
        claims=[
            related(hostile, hostile, hostile, value=hostile),
            stated(hostile, hostile, hostile),
            stated(BOAT, "iso", hostile),
            counted(hostile, hostile),
            counted("matching", hostile),
            found(hostile, set_id=hostile),
        ],
    )
    reasons = check_reply(wrong, pack(), GRAPH).reasons
    assert len(reasons) > 12
    assert "HOSTILE" not in json.dumps([each.detail for each in reasons])


def test_codes_are_stable_names() -> None:
    assert all(code.isidentifier() and code == code.lower() and words for code, words in CODES.items())


@pytest.mark.parametrize("unit", ["\u0315\u0300", "\ufdfa", "a\u0315\u0300\u0316", "the pier ", "P-", "sk-ant-", "\U000e0073"])
def test_the_longest_reply_over_many_photos(unit: str) -> None:
    """Would take minutes if marks were put in order over all statements, or every id looked for in every statement."""
    photos = tuple(PackPhoto(PackId(f"P-{number:05}"), "/a", PhotoFacts()) for number in range(20_000))
    evidence = EvidencePack(AnswerMode.SOURCED, (*photos, *pack().photos))
    given = reply(*(told((unit * 2000)[:1990]) for _ in range(59)), told("P-00007"))
    reasons = check_reply(given, evidence, NOTHING).reasons
    assert [each.detail for each in reasons if each.code == "second_photo_in_prose"] == [f"statement 59: {CODES['second_photo_in_prose']}"]


def test_what_the_pack_holds_is_no_key() -> None:
    caption, tag = "Macro on a desk - ant - leaf 2019 in the garden", "sk-ant-garden-2019-summer"
    photos = (
        PackPhoto(PackId(BOAT), "/p/boat.jpg", PhotoFacts(caption=Fact(caption, "XMP"))),
        PackPhoto(PackId(PIER), "/p/pier.jpg", PhotoFacts()),
    )
    held = EvidencePack(AnswerMode.SOURCED, photos)
    graph = Table({(Relation.SHARES_TAG, (BOAT, PIER)): frozenset({tag})})
    claims: list[Claim] = [stated(BOAT, "caption", caption), related("shares_tag", BOAT, PIER, value=tag)]
    assert check_reply(reply(ref(0), ref(1), claims=claims), held, graph).accepted
    assert codes(check_reply(reply(told(f"{tag} and more"), claims=claims[:1]), held, NOTHING).reasons) == ["leak"]
