"""Ids, references, origins and modes."""

from collections.abc import Sequence

import pytest

from app.assistant.gates.citations import MOST_LINES, validate_citations
from app.assistant.reply import AssistantReply, Claim, Statement
from app.domain.evidence import AnswerMode, EvidencePack, PackPhoto
from app.domain.ids import PackId
from app.domain.photo import PhotoFacts
from tests.unit.assistant.made import BOAT, GULL, PIER, RESULT, counted, found, general, pack, places, ref, related, reply, stated, told

SOURCED, ADJACENT, OPEN = AnswerMode.SOURCED, AnswerMode.ADJACENT, AnswerMode.OPEN
CLAIM = counted("matching", 24)
LINE_ENDS = ("\n", "\r\n", "\r", "\v", "\f", "\u0085", "\u2028", "\u2029")


def faults(given: AssistantReply, mode: AnswerMode = SOURCED) -> list[tuple[str, str]]:
    rejections = validate_citations(given, pack(mode))
    assert all(each.gate == "citations" for each in rejections)
    return places(rejections)


@pytest.mark.parametrize(
    "wrong",
    [
        "P-0000",
        "p-7k2q",
        "P-7k2Q",
        " P-7K2Q",
        "P-7K2Q ",
        "P -7K2Q",
        "Ｐ-7K2Q",
        "P\u20117K2Q",
        "P-7K2Q\u200b",
        "Р-7K2Q",
        "P-7K2",
        "",
        RESULT,
    ],
)
def test_every_id_must_be_exactly_one_of_the_packs(wrong: str) -> None:
    assert faults(reply(told(), cited=[BOAT, wrong])) == [("citation 1", "unknown_photo")]
    assert faults(reply(told(), told(photo_id=wrong))) == [("statement 1", "unknown_photo")]
    for claim in (related("same_day", BOAT, wrong), stated(wrong, "iso", 400), found(BOAT, wrong)):
        assert faults(reply(told(), claims=[CLAIM, claim])) == [("claim 1", "unknown_photo")]


def test_every_wrong_id_is_told() -> None:
    wrong = reply(told(photo_id="P-0000"), cited=["P-0001", "P-0002"], claims=[related("same_day", "P-0003", "P-0004", BOAT)])
    assert faults(wrong) == [
        ("citation 0", "unknown_photo"),
        ("citation 1", "unknown_photo"),
        ("statement 0", "unknown_photo"),
        ("claim 0", "unknown_photo"),
        ("claim 0", "unknown_photo"),
    ]


@pytest.mark.parametrize("wrong", ["R-0000", "r-m41x", "R-M41X ", "", BOAT])
def test_a_result_must_be_the_packs(wrong: str) -> None:
    assert faults(reply(told(), claims=[CLAIM, found(set_id=wrong)])) == [("claim 1", "unknown_set")]


def test_without_a_result_no_id_is_one() -> None:
    bare = EvidencePack(SOURCED, pack().photos)
    assert places(validate_citations(reply(told(), claims=[found(set_id="None")]), bare)) == [("claim 0", "unknown_set")]


@pytest.mark.parametrize(
    "right",
    [
        reply(told(), cited=[BOAT, PIER, GULL]),
        reply(ref(0), claims=[CLAIM]),
        reply(ref(0), ref(1), ref(0), claims=[found(set_id=RESULT), found(BOAT, GULL)]),
        reply(told(), claims=[related("same_day", BOAT, PIER), stated(GULL, "iso", 1)]),
    ],
)
def test_ids_and_references_of_the_pack(right: AssistantReply) -> None:
    assert faults(right) == []


@pytest.mark.parametrize("number", [-1, -2, 2, 3, 10**30])
def test_a_reference_must_lead_to_a_claim(number: int) -> None:
    assert faults(reply(ref(0), ref(number), ref(1), claims=[CLAIM, CLAIM])) == [("statement 1", "reference_out_of_range")]


def test_without_claims_there_is_nothing_to_refer_to() -> None:
    assert faults(reply(told(), ref(0))) == [("statement 1", "reference_out_of_range")]


@pytest.mark.parametrize(
    ("mode", "statements", "expected"),
    [
        (SOURCED, [told()], []),
        (SOURCED, [ref(0)], []),
        (SOURCED, [told(), general()], [("statement 1", "general_prose_in_sourced")]),
        (SOURCED, [general()], [("statement 0", "general_prose_in_sourced"), ("answer", "nothing_from_library")]),
        (SOURCED, [told(photo_id=None)], [("statement 0", "library_prose_without_photo"), ("answer", "nothing_from_library")]),
        (SOURCED, [general(photo_id=BOAT)], [("statement 0", "general_prose_with_photo"), ("statement 0", "general_prose_in_sourced")]),
        (SOURCED, [], [("answer", "no_statement"), ("answer", "nothing_from_library")]),
        (ADJACENT, [told(), general()], []),
        (ADJACENT, [ref(0), general()], []),
        (ADJACENT, [told()], []),
        (ADJACENT, [general()], [("answer", "nothing_from_library")]),
        (ADJACENT, [told(), general(photo_id=BOAT)], [("statement 1", "general_prose_with_photo")]),
        (ADJACENT, [told(), told(photo_id=None)], [("statement 1", "library_prose_without_photo")]),
        (ADJACENT, [], [("answer", "no_statement"), ("answer", "nothing_from_library")]),
        (SOURCED, [told(" ")], [("statement 0", "blank_prose")]),
        (SOURCED, [told("\u200b\u202e\ufe0f\u3164\n")], [("statement 0", "blank_prose")]),
        (SOURCED, [told("\n".join(["a"] * MOST_LINES)), ref(0)], []),
        *((SOURCED, [told(end.join(["a"] * (MOST_LINES + 1)))], [("statement 0", "many_lines")]) for end in LINE_ENDS),
    ],
)
def test_origins(mode: AnswerMode, statements: Sequence[Statement], expected: Sequence[tuple[str, str]]) -> None:
    assert faults(reply(*statements, claims=[CLAIM]), mode) == expected


def test_a_citation_alone_is_nothing_from_the_library() -> None:
    invented = [general(f"Invention {number}.") for number in range(9)]
    assert faults(reply(*invented, cited=[BOAT]), ADJACENT) == [("answer", "nothing_from_library")]


@pytest.mark.parametrize(
    ("statements", "cited", "claims", "expected"),
    [
        ([general()], [], [], []),
        ([general(), general("They do.")], [], [], []),
        ([], [], [], [("answer", "no_statement")]),
        ([told(photo_id=None)], [], [], [("statement 0", "library_prose_without_photo"), ("statement 0", "library_prose_in_open")]),
        ([told()], [], [], [("statement 0", "unknown_photo"), ("statement 0", "library_prose_in_open")]),
        ([general()], [BOAT], [], [("citation 0", "unknown_photo"), ("citations", "citation_in_open")]),
        ([general()], [], [CLAIM], [("claims", "claim_in_open")]),
        ([general(), ref(0)], [], [], [("statement 1", "reference_out_of_range")]),
        ([general(), ref(0)], [], [CLAIM], [("claims", "claim_in_open")]),
        ([general("As P-7K2Q shows.")], [], [], [("statement 0", "unknown_id_in_prose")]),
        ([general("As p-7k2q shows.")], [], [], [("statement 0", "unknown_id_in_prose")]),
        ([general("A Nikon P-1000, a BMW R-1150 and the P-TOWN.")], [], [], []),
    ],
)
def test_an_open_answer_is_general_prose_alone(
    statements: Sequence[Statement], cited: Sequence[str], claims: Sequence[Claim], expected: Sequence[tuple[str, str]]
) -> None:
    assert faults(reply(*statements, cited=cited, claims=claims), OPEN) == expected


def test_an_open_answer_cites_nothing_even_of_a_pack_that_holds_it() -> None:
    full = EvidencePack(OPEN, pack().photos, pack().library, RESULT)
    wrong = reply(told(), ref(0), cited=[BOAT], claims=[CLAIM])
    expected = [("statement 0", "library_prose_in_open"), ("claims", "claim_in_open"), ("citations", "citation_in_open")]
    assert places(validate_citations(wrong, full)) == expected


UNKNOWN = [
    "P-0A00", "P-0000", "P-AAAA", "R-0000", "R-3M8X", "P-M41X",
    "r-7k2q", "p-0a00", "P-0a00", "r-0A0a", "Ｐ－０Ａ００", "P\u200b-0\u200dA00", "P - 0A00", "P\u20140A00",
    "P\u00a0\u2013\n0A00", "P--0A00", "(P-0A00)", "P-0A00's", "_P-0A00_", "Р-0А00", "P\ufe0f-0\u034fA00", "\u202eP-0A00", "P-0A00-x",
]  # fmt: skip
"""Ids that the pack does not hold, as they may be written in a text."""


@pytest.mark.parametrize("written", UNKNOWN)
def test_an_unknown_id_in_prose(written: str) -> None:
    for text in (written, f"See {written}.", f"See {written} and P-7K2Q"):
        assert faults(reply(told(), told(text))) == [("statement 1", "unknown_id_in_prose")]
    assert faults(reply(told(), general(f"See {written}.")), ADJACENT) == [("statement 1", "unknown_id_in_prose")]


SECOND = [
    "R-M41X", "p-3m8x", "P-3m8x", "Ｐ-3M8X", "P-3\u200bM8X", "P \u2013 3M8X", "P3M8X", "p3m8x", "P_3M8X", "P 3M8X", "P.3M8X", "Р-3М8Х",
    "P-3M8X", "[P-3M8X]", "P-9D4T",
]  # fmt: skip
"""Ids of the pack that the boat does not have."""


@pytest.mark.parametrize("written", SECOND)
def test_a_second_photo_in_prose(written: str) -> None:
    for text in (written, f"Like {written}, it floats."):
        assert faults(reply(told(), told(text))) == [("statement 1", "second_photo_in_prose")]
    assert faults(reply(told(), general(f"Like {written}.")), ADJACENT) == [("statement 1", "second_photo_in_prose")]


def test_general_prose_may_not_name_any_photo() -> None:
    assert faults(reply(told(), general("P-7K2Q")), ADJACENT) == [("statement 1", "second_photo_in_prose")]


@pytest.mark.parametrize("written", ["P-7K2Q", "p-7k2q", "P \u2013 7K2Q", "P-7\u200bK2Q", "P7K2Q"])
def test_prose_may_name_the_photo_that_it_is_about(written: str) -> None:
    assert faults(reply(told(f"{written} shows a boat."))) == []


@pytest.mark.parametrize(
    "text",
    [
        "A P-town, R-rated, p-1234 and r-2019.",
        "Taken with a P900 or an R-12 at f/2.8, 1/250 s.",
        "XP-0A00 and P-0A00B, P-0A0, SP-0000, P-00000 are none.",
        "P -",
        "R - and P–",
        "Roll p–that one",
        "AP-3M8X, P-3M8XX and 7P-3M8X are other names.",
    ],
)
def test_ordinary_words_are_no_ids(text: str) -> None:
    assert faults(reply(told(text))) == []


def with_ids(*ids: str) -> EvidencePack:
    return EvidencePack(SOURCED, tuple(PackPhoto(PackId(each), "/a", PhotoFacts()) for each in ids), {}, PackId("all"))


@pytest.mark.parametrize(
    ("ids", "text", "expected"),
    [
        (("P1", "P2"), "P1 is here.", []),
        (("P1", "P2"), "P2 is here.", ["second_photo_in_prose"]),
        (("P1", "P2"), "p2 is here.", ["second_photo_in_prose"]),
        (("P1", "P2"), "(P2)", ["second_photo_in_prose"]),
        (("P1", "P2"), "P22, AP2, 1P2 and P2a.", []),
        (("P1", "photo-2"), "See photo 2.", ["second_photo_in_prose"]),
        (("P1", "photo-2"), "See Photo-2.", ["second_photo_in_prose"]),
        (("P1", "photo-2"), "See photo 22 and telephoto 2.", []),
        (("P1", "img_2.a"), "IMG_2.A", ["second_photo_in_prose"]),
        (("P1", "img_2.a"), "img_2 of a", []),
        (("a", "b"), "a boat and b", []),
        (("1", "2"), "2 boats in 2019", []),
        (("boat", "pier"), "a pier", []),
        (("boat", "all"), "all boats", []),
        (("P1", "\u31642"), "2 boats", []),
        (("P-ABCD", "P-WXYZ"), "P-WXYZ", ["second_photo_in_prose"]),
        (("P-ABCD", "P-WXYZ"), "P-ABCD", []),
        (("P-ABCD", "P-WXYZ"), "P WXYZ", ["second_photo_in_prose"]),
        (("P-ABCD", "P-WXYZ"), "p wxyz and p-wxyz", []),
        (("P-1234", "P-5678"), "p-5678", ["second_photo_in_prose"]),
        (("P-1234", "P-5678-2"), "P-5678", ["unknown_id_in_prose"]),
        (("P-1234", "[5]"), "5 and [5]", []),
        (("P-1234", "a.+1"), "a1, A 1", ["second_photo_in_prose"]),
        (("P-1234", "a.+1"), "aa1", []),
    ],
)
def test_ids_of_any_form(ids: Sequence[str], text: str, expected: Sequence[str]) -> None:
    rejections = validate_citations(reply(told(text, ids[0])), with_ids(*ids))
    assert places(rejections) == [("statement 0", code) for code in expected]


@pytest.mark.parametrize("almost", ["P ", "P-", "P -", "P" + " " * 60, "P-3M8 ", "P 3M8 "])
def test_long_text_of_what_is_almost_an_id(almost: str) -> None:
    """Would not end in our time if it were searched by trying every way to read it."""
    assert faults(reply(*[told(almost * (2000 // len(almost)))] * 60)) == []
