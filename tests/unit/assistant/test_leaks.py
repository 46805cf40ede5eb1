"""Secrets in every disguise, at every place of a reply; and paths."""

import base64
from collections.abc import Callable, Sequence

import pytest

from app.assistant.gates.leaks import LONGEST_KEPT, NO_SECRETS, WITHHELD, Leaks, Secrets, redact_leaked_output, without_secrets
from app.assistant.gates.verdict import Redaction
from app.assistant.reply import AssistantReply
from tests.unit.assistant.made import BOAT, PIER, counted, found, general, places, ref, related, reply, stated, told

CANARY = "kestrel-7F3K9Q2M-øre"
DELIMITER = "<<<pack 5d1e8c07>>>"
KEY = "Zk3-vQ9_pL7sT2wX"
SECRETS = Secrets(CANARY, ("", DELIMITER), (" ", KEY))
BYTES = CANARY.encode()


def leaks(given: AssistantReply, secrets: Secrets = SECRETS) -> list[str]:
    """What was leaked, by name."""
    result = redact_leaked_output(given, secrets)
    assert (result.reply is None) == bool(result.rejections)
    assert not (result.rejections and result.redactions)
    assert all((each.gate, each.code) == ("leaks", "leak") for each in result.rejections)
    return [where for where, _ in places(result.rejections)]


DISGUISES: dict[str, Callable[[str], str]] = {
    "verbatim": str,
    "in a sentence": lambda secret: f"They say “{secret}”, I hear.",
    "glued to words": lambda secret: f"abc{secret}xyz",
    "spaced": " ".join,
    "spaced by dots": ".".join,
    "spaced by dashes and blanks": " - ".join,
    "a line each": "\n".join,
    "lower": str.lower,
    "upper": str.upper,
    "swapped": str.swapcase,
    "zero-width space": "\u200b".join,
    "zero-width joiner": "\u200d".join,
    "word joiner": "\u2060".join,
    "soft hyphen": "\u00ad".join,
    "bidi override": lambda secret: f"\u202e{secret}\u202c",
    "bidi isolates": "\u2066\u2069".join,
    "variation selectors": "\ufe0f".join,
    "more variation selectors": "\U000e0101".join,
    "combining grapheme joiner": "\u034f".join,
    "struck through": "\u0336".join,
    "dotted": "\u0307".join,
    "Hangul filler": "\u3164".join,
    "full-width": lambda secret: "".join(chr(ord(each) + 0xFEE0) if "!" <= each <= "~" else each for each in secret),
    "bold": lambda secret: "".join(chr(0x1D41A + ord(each) - ord("a")) if "a" <= each <= "z" else each for each in secret),
    "Cyrillic": lambda secret: secret.translate(str.maketrans("eKMps", "еКМрѕ")),
    "tags": lambda secret: "".join(chr(0xE0000 + ord(each)) if each.isascii() else each for each in secret),
    "reversed": lambda secret: secret[::-1],
    "reversed and spaced": lambda secret: " ".join(secret[::-1]),
    "hex": lambda secret: secret.encode().hex(),
    "upper hex": lambda secret: secret.encode().hex(" ").upper(),
    "hex escapes": lambda secret: "".join(f"%{byte:02X}" for byte in secret.encode()),
    "base64": lambda secret: base64.b64encode(secret.encode()).decode(),
    "base64 one byte on": lambda secret: base64.b64encode(b"x" + secret.encode() + b"tail").decode(),
    "base64 two bytes on": lambda secret: base64.b64encode(b"xy" + secret.encode() + b"end").decode(),
    "base64 three bytes on": lambda secret: base64.b64encode(b"\xff\xfe\xfd" + secret.encode() + b"\xff").decode(),
    "base64 one byte on, URL-safe": lambda secret: base64.urlsafe_b64encode(b"\xff" + secret.encode() + b"\xff").decode(),
    "base64 in lines": lambda secret: "\n".join(base64.encodebytes(secret.encode() * 3).decode()[at : at + 5] for at in range(0, 90, 5)),
    "base64 quoted in lines": lambda secret: "\n> ".join(base64.b64encode(secret.encode()).decode()[at : at + 4] for at in range(0, 60, 4)),
    "base64 without padding": lambda secret: base64.b64encode(secret.encode()).decode().rstrip("="),
    "base64 reversed": lambda secret: base64.b64encode(secret.encode()).decode()[::-1],
    "base64 of lower": lambda secret: base64.b64encode(secret.lower().encode()).decode(),
    "base64 of reversed": lambda secret: base64.b64encode(secret[::-1].encode()).decode(),
    "base64 of upper": lambda secret: base64.b64encode(secret.upper().encode()).decode(),
    "base64 full-width": lambda secret: "".join(chr(ord(each) + 0xFEE0) for each in base64.b64encode(secret.encode()).decode()),
}


NAMES = {CANARY: "the prompt's canary", DELIMITER: "a delimiter of the pack", KEY: "a key"}


@pytest.mark.parametrize("disguise", DISGUISES)
@pytest.mark.parametrize("secret", NAMES)
def test_a_secret_in_prose(secret: str, disguise: str) -> None:
    hidden = DISGUISES[disguise](secret)
    assert leaks(reply(told(), told(f"Well: {hidden}."), ref(0))) == [NAMES[secret]]
    assert leaks(reply(general(hidden))) == [NAMES[secret]]


@pytest.mark.parametrize("disguise", sorted(DISGUISES.keys() - {"spaced by dots", "spaced by dashes and blanks"}))
def test_any_key_in_prose(disguise: str) -> None:
    """By its shape, which has too few letters to be told by them alone."""
    assert leaks(reply(general(f"Well: {DISGUISES[disguise]('sk-ant-api03-x')}.")), NO_SECRETS) == ["a key"]


PLACES: dict[str, Callable[[str], AssistantReply]] = {
    "a photo's id": lambda text: reply(told(photo_id=text)),
    "a citation": lambda text: reply(told(), cited=[BOAT, text]),
    "a relation": lambda text: reply(claims=[related(text, BOAT, PIER)]),
    "a related photo": lambda text: reply(claims=[related("same_day", BOAT, text)]),
    "a common value": lambda text: reply(claims=[related("same_day", BOAT, PIER, value=text)]),
    "the photo of a fact": lambda text: reply(claims=[stated(text, "iso", 400)]),
    "a field": lambda text: reply(claims=[stated(BOAT, text, 400)]),
    "a value": lambda text: reply(claims=[stated(BOAT, "caption", text)]),
    "one of several values": lambda text: reply(claims=[stated(BOAT, "tags", ("harbour", text, "sea"))]),
    "a library fact": lambda text: reply(claims=[counted(text, 24)]),
    "its value": lambda text: reply(claims=[counted("matching", text)]),
    "a photo that was found": lambda text: reply(claims=[found(BOAT, text)]),
    "a result": lambda text: reply(claims=[found(set_id=text)]),
}


@pytest.mark.parametrize("place", PLACES)
def test_a_secret_in_any_string(place: str) -> None:
    assert leaks(PLACES[place](CANARY)) == ["the prompt's canary"]
    assert leaks(PLACES[place](base64.b64encode(BYTES).decode())) == ["the prompt's canary"]


HALVES = (CANARY[:9], CANARY[9:])


@pytest.mark.parametrize(
    "split",
    [
        reply(told(f"Note: {HALVES[0]}"), told(HALVES[1])),
        reply(told(HALVES[0]), ref(0), told(HALVES[1], PIER)),
        reply(told(photo_id=HALVES[0]), told(photo_id=HALVES[1])),
        reply(general(HALVES[0]), cited=[HALVES[1]]),
        reply(cited=HALVES),
        reply(cited=[HALVES[0]], claims=[related(HALVES[1], BOAT, PIER)]),
        reply(claims=[related("same_day", *HALVES)]),
        reply(claims=[stated(BOAT, "tags", HALVES)]),
        reply(claims=[stated(BOAT, "caption", HALVES[0]), stated(PIER, "caption", HALVES[1])]),
        reply(claims=[stated(BOAT, HALVES[0], HALVES[1])]),
        reply(claims=[counted(*HALVES)]),
        reply(claims=[related(HALVES[0], BOAT, PIER), related(HALVES[1], BOAT, PIER)]),
        reply(*(told(each) for each in CANARY)),
        reply(*(told(each) for each in base64.b64encode(BYTES).decode())),
        reply(told(HALVES[1][::-1]), told(HALVES[0][::-1])),
        reply(told(BYTES.hex()[:11]), told(BYTES.hex()[11:])),
    ],
)
def test_a_secret_in_parts(split: AssistantReply) -> None:
    assert leaks(split) == ["the prompt's canary"]


def test_each_kind_of_secret_is_told_once() -> None:
    everything = reply(told(CANARY + DELIMITER), told(CANARY + KEY), told("sk-ant-api03-abc"))
    assert leaks(everything) == ["the prompt's canary", "a delimiter of the pack", "a key"]


def test_no_reason_repeats_a_secret() -> None:
    result = redact_leaked_output(reply(told(KEY)), SECRETS)
    assert [each.detail for each in result.rejections] == ["a key: it holds something that must not leave the prompt"]


@pytest.mark.parametrize(
    "text",
    [
        "sk-ant-api03-", "SK-ANT-SID01-x", "s k - a n t - o a t 0 1 - x", "sk\u2011ant\u2011admin01\u2011x", "-30ipa-tna-ks",
        "c2stYW50LWFwa", "736b2d616e742d617069", "sk-ant-abcdefghijklmno1", "sk-ant-a_b-c_d-e_f-g_h1", "1onmlkjihgfedcba-tna-ks",
        "S K - A N T - abcde fghij klmno 1", "sk-ant-sk-ant-abcdefgh1", "x sk-ant-, sk-ant-abcdefghijklmno1",
        "c2stYW50LXZhdWx0LVFtOXZaM0poY0do",
    ],
)  # fmt: skip
def test_the_shape_of_a_key_is_always_a_leak(text: str) -> None:
    assert leaks(reply(general(text)), NO_SECRETS) == ["a key"]


@pytest.mark.parametrize(
    "text",
    [
        "sk-ant-", "sk-ant-x", "Macro on a desk - ant - leaf", "sk-ant-abcdefghijklmn1", "sk-ant-abcdefghijklmnop",
        "sk-ant-leaf, 20151231235959",
        "SK-ANT-API03", "-tna-ks", "c2stYW50L", "736b2d616e742d", "desk-ant-api3-x", "On a desk - ant - number 2, 3, 4, 5, 6, 7, 8 and 9.",
    ],
)  # fmt: skip
def test_what_a_key_begins_with_is_none_without_its_tail(text: str) -> None:
    given = reply(general(text))
    assert redact_leaked_output(given, NO_SECRETS) == Leaks(given)


FULL = "sk-ant-api03-Qm9vZ3JhcGhlcnM"


@pytest.mark.parametrize(
    "fact", ["Macro on a desk - ant - leaf of the year 2015", FULL, FULL[::-1], base64.b64encode(FULL.encode()).decode()]
)
def test_a_fact_with_the_shape_of_a_key_is_no_leak_where_it_stands_word_for_word(fact: str) -> None:
    for given in (reply(claims=[stated(BOAT, "tags", (fact,))]), reply(told(fact)), reply(told(f"It says “{fact}”, and no more."))):
        assert redact_leaked_output(given, SECRETS, lambda: (fact,)) == Leaks(given)
        assert redact_leaked_output(given, SECRETS, lambda: (fact[1:],)).reply is None
        assert redact_leaked_output(given, Secrets(keys=(fact,)), lambda: (fact,)).reply is None


def test_a_fact_is_no_hole_for_the_key_around_it() -> None:
    for text in (FULL, f"x{FULL}", " ".join(FULL)):
        for fact in ("sk-ant-", "sk", "a", FULL[:-1], FULL[7:]):
            assert redact_leaked_output(reply(told(text)), NO_SECRETS, lambda fact=fact: (fact,)).reply is None  # type: ignore[misc]
    parts = ("sk-ant-", "vault-Qm9vZ3", "JhcGhlcnM")
    assert redact_leaked_output(sequence(parts), NO_SECRETS, lambda: ("vault-Qm9vZ3",)).reply is None


def test_facts_are_not_put_together_to_a_key() -> None:
    parts = ("On a desk", "- ant - and the 29 leaves that it carried")
    given = reply(claims=[stated(BOAT, "title", parts[0]), stated(BOAT, "caption", parts[1])])
    assert redact_leaked_output(given, NO_SECRETS).reply is None
    assert redact_leaked_output(given, NO_SECRETS, lambda: parts) == Leaks(given)


@pytest.mark.parametrize(
    "text",
    [
        "A desk, antique; ask Anthony, task-anthology, sk-an, sk ant.",
        "A kestrel of 7 F, 3 K, 9 Q and 2 M over the øresund.",
        "The pack 5d1e8c0 and <<<pack>>>.",
        "24 photos, 20 of them in 2020; AA, 2d, IA== and no more.",
        CANARY[:-1],
        BYTES.hex()[:-2],
        base64.b64encode(BYTES).decode()[:-4],
        base64.b64encode(BYTES).decode()[1:],
        base64.b64encode(b"x" + BYTES).decode()[3:],
        base64.b64encode(b"xy" + BYTES).decode()[4:],
    ],
)
def test_ordinary_text_is_no_leak(text: str) -> None:
    given = reply(told(text), cited=[BOAT])
    assert redact_leaked_output(given, SECRETS) == Leaks(given)


def test_a_short_secret_is_looked_for_with_its_signs() -> None:
    """Twelve letters or digits are enough to do without; a code of fewer than eight is not looked for."""
    for letters, spread in (("abcdefghijkl", True), ("abcdefghijk", False)):
        secrets = Secrets(f"[{letters}]")
        assert leaks(reply(told(f"[ {letters} ]")), secrets) == ["the prompt's canary"]
        assert leaks(reply(told(letters)), secrets) == (["the prompt's canary"] if spread else [])
    assert leaks(reply(told("5b5d".upper())), Secrets("[]")) == []
    assert leaks(reply(told("[\u200b]")), Secrets("[]")) == ["the prompt's canary"]
    assert leaks(reply(told("][")), Secrets("[]")) == ["the prompt's canary"]
    assert leaks(reply(told("61626364")), Secrets("abcd")) == ["the prompt's canary"]
    assert leaks(reply(told("616263")), Secrets("abc")) == []


@pytest.mark.parametrize("blank", ["", " ", "\n\t", "\u200b\ufe0f", "\u3164"])
def test_a_blank_secret_is_not_looked_for(blank: str) -> None:
    given = reply(told("20 boats, 200b, IA, 0a09"))
    assert redact_leaked_output(given, Secrets(blank, (blank,), (blank,))) == Leaks(given)


def test_paths_in_prose_are_replaced_and_listed() -> None:
    given = reply(told("In /home/anna/x.jpg and ~/y."), ref(0), general("No path."), general(r"C:\x"), cited=[BOAT], claims=[found(BOAT)])
    assert redact_leaked_output(given, SECRETS) == Leaks(
        reply(
            told("In [path removed] and [path removed]."),
            ref(0),
            general("No path."),
            general("[path removed]"),
            cited=[BOAT],
            claims=[found(BOAT)],
        ),
        (),
        (Redaction(0, "/home/anna/x.jpg"), Redaction(0, "~/y"), Redaction(3, "C:\\x")),
    )


def test_checked_values_are_not_rewritten() -> None:
    given = reply(told(), claims=[stated(BOAT, "caption", "/home/anna/x.jpg"), related("same_folder", BOAT, PIER, value="/home/anna")])
    assert redact_leaked_output(given, SECRETS) == Leaks(given)


def test_a_leak_is_a_leak_beside_a_path() -> None:
    assert leaks(reply(told(f"/home/anna/{CANARY}"))) == ["the prompt's canary"]


def sequence(values: Sequence[str]) -> AssistantReply:
    return reply(*map(told, values))


@pytest.mark.parametrize("between", ["and", "x", "0"])
def test_parts_with_words_between_are_not_put_together(between: str) -> None:
    assert leaks(sequence([HALVES[0], between, HALVES[1]])) == []


def test_of_facts_within_facts_the_longer_is_taken_first() -> None:
    inner, outer = "sk-ant-abcdefgh1", "a sk-ant-abcdefgh1 then sk-ant-zzzzzzzzzzzzzzzzz9 end"
    assert redact_leaked_output(reply(told(outer)), NO_SECRETS, lambda: {inner, outer}).reply is not None
    assert redact_leaked_output(reply(told(outer)), NO_SECRETS, lambda: {inner}).reply is None


def test_a_secret_with_tags_between_its_letters_is_found_as_well() -> None:
    assert redact_leaked_output(reply(told("kestrel-7F3\U000e0061\U000e0062K9Q2M")), Secrets("kestrel-7F3K9Q2M")).reply is None


SPREAD = "\u200b" * 1_200
"""So much nothing between two letters that no search reads ahead over it."""


@pytest.mark.parametrize("spread", ["", " ", SPREAD])
@pytest.mark.parametrize("written", [KEY, KEY[::-1], base64.b64encode(KEY.encode()).decode()])
@pytest.mark.parametrize("kept", [0, 10, 11, 12, 13, 14, 15, 16])
def test_nothing_of_a_secret_is_kept_where_a_text_is_cut(written: str, kept: int, spread: str) -> None:
    """Of fewer than eight letters nobody can tell."""
    before = spread.join(written[:kept])
    text = "x " * LONGEST_KEPT + before
    text = text[len(text) - LONGEST_KEPT :] + spread.join(["", *written[kept:]]) + " and so on" * 500
    assert text[LONGEST_KEPT - len(before) : LONGEST_KEPT] == before
    assert without_secrets(text, SECRETS) == (WITHHELD if kept or spread != SPREAD else without_secrets(text, NO_SECRETS))


def test_of_a_long_text_the_beginning_is_kept_and_its_length_told() -> None:
    text = "a word at /home/anna/x.jpg " * 260_000
    kept = without_secrets(text, SECRETS)
    assert kept.endswith(f"\n[cut here: {len(text) - LONGEST_KEPT:,} characters more]")
    assert "anna" not in kept
    assert without_secrets("x" * LONGEST_KEPT, SECRETS) == "x" * LONGEST_KEPT
    assert without_secrets("x" * 3 * LONGEST_KEPT + KEY, SECRETS).startswith("x" * LONGEST_KEPT + "\n[cut")
