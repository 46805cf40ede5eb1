"""A secret is found in every disguise at any place, a path is replaced whole, and nothing else is touched."""

import base64
import string
from collections.abc import Callable
from itertools import pairwise

from hypothesis import assume, given
from hypothesis import strategies as st

from app.assistant.gates.leaks import NO_COINCIDENCE, NO_SECRETS, Leaks, Secrets, redact_leaked_output
from app.assistant.gates.paths import REMOVED, absolute_paths, without_paths
from app.assistant.reply import AssistantReply, FactClaim, Prose

SECRET = st.text(string.ascii_letters + string.digits + "-_<>", min_size=16, max_size=40).filter(
    lambda secret: sum(map(str.isalnum, secret)) >= NO_COINCIDENCE
)
INVISIBLE = [
    " ",
    "\n",
    "\u00a0",
    "\u200b",
    "\u200c",
    "\u200d",
    "\u2060",
    "\ufeff",
    "\u00ad",
    "\u202e",
    "\u2066",
    "\ufe0f",
    "\U000e0101",
    "\u034f",
    "\u0301",
]
ALIGNED = st.tuples(st.binary(max_size=7), st.binary(max_size=7))


def spread(text: str, between: list[str]) -> str:
    """The characters with others between them."""
    return "".join(each + (between[place % len(between)] if between else "") for place, each in enumerate(text))


def wide(text: str) -> str:
    return "".join(chr(ord(each) + 0xFEE0) if "!" <= each <= "~" else each for each in text)


def encoded(secret: str, around: tuple[bytes, bytes], url_safe: bool, width: int) -> str:
    """Base64 of the secret in the midst of other bytes, in lines of this width."""
    encode: Callable[[bytes], bytes] = base64.urlsafe_b64encode if url_safe else base64.b64encode
    code = encode(around[0] + secret.encode() + around[1]).decode()
    return "\n".join(code[at : at + width] for at in range(0, len(code), width))


CASED = st.sampled_from([str, str.lower, str.upper, str.swapcase])
TURNED = st.sampled_from([str, str.lower, str.upper, lambda secret: secret[::-1]])
ENCODED = st.builds(
    encoded,
    st.builds(lambda turn, secret: turn(secret), TURNED, st.shared(SECRET, key="secret")),
    ALIGNED,
    st.booleans(),
    st.integers(1, 80),
)
PLAIN = st.builds(lambda case, secret: case(secret), CASED, st.shared(SECRET, key="secret"))
HEX = st.shared(SECRET, key="secret").map(lambda secret: secret.encode().hex())
DISGUISED = st.builds(
    lambda text, between, backwards, width: width(spread(text[::-1] if backwards else text, between)),
    PLAIN | ENCODED | HEX,
    st.lists(st.sampled_from(INVISIBLE), max_size=4),
    st.booleans(),
    st.sampled_from([str, wide]),
)
AROUND = st.text(max_size=20)


def prose(text: str) -> Prose:
    return Prose(kind="prose", text=text or "-", photo_id="P-7K2Q", origin="library")


def reply(*texts: str, value: str = "400") -> AssistantReply:
    claim = FactClaim(kind="fact", photo_id="P-7K2Q", field="caption", value=value)
    return AssistantReply(answer=tuple(map(prose, texts)), cited_photo_ids=("P-7K2Q",), claims=(claim,))


@given(st.shared(SECRET, key="secret"), DISGUISED, AROUND, AROUND)
def test_a_disguised_secret_is_found(secret: str, hidden: str, before: str, behind: str) -> None:
    text = before + hidden + behind
    for secrets in (Secrets(secret), Secrets(delimiters=(secret,)), Secrets(keys=("other", secret))):
        for leaking in (reply("A boat.", text[:2000]), reply("A boat.", value=text[:2000])):
            result = redact_leaked_output(leaking, secrets)
            assert result.reply is None
            assert {each.code for each in result.rejections} == {"leak"}


@given(st.shared(SECRET, key="secret"), DISGUISED, AROUND, AROUND, st.lists(st.integers(0, 2000), max_size=5))
def test_a_secret_is_found_however_it_is_split(secret: str, hidden: str, before: str, behind: str, cuts: list[int]) -> None:
    places = sorted({0, len(hidden), *(cut % (len(hidden) + 1) for cut in cuts)})
    parts = [hidden[start:stop] for start, stop in pairwise(places)]
    parts = [before + parts[0], *parts[1:-1], parts[-1] + behind] if len(parts) > 1 else [before + parts[0] + behind]
    assert redact_leaked_output(reply("A boat.", *parts), Secrets(secret)).reply is None


@given(st.lists(st.text(max_size=60), min_size=1, max_size=4))
def test_nothing_changes_without_a_leak_or_a_path(texts: list[str]) -> None:
    secret, given = "kestrel-7F3K9Q2M-heron", reply(*texts)
    assume(not any(absolute_paths(text) for text in texts))
    assume(not any(part in "".join(texts).casefold() for part in ("ant", "tna")))  # A key's, which Hypothesis may have seen in the source.
    assert redact_leaked_output(given, NO_SECRETS) == Leaks(given)
    assert redact_leaked_output(given, Secrets(secret, (secret,), (secret,))) == Leaks(given)


WORDS = st.sampled_from(
    [
        "a",
        "boat",
        "and/or",
        "24/7",
        "f/2.8",
        "1/250",
        "s,",
        "14/06/2019",
        "he/she/they",
        "km/h",
        "(n/a)",
        "3/4",
        "https://a.org/b/c",
        "5/5!",
        "/",
        "~",
        ":",
    ]
)


@given(st.lists(WORDS, max_size=20).map(" ".join))
def test_ordinary_slashes_are_no_paths(text: str) -> None:
    assert without_paths(text) == text


@given(st.text(st.characters(exclude_characters="/／∕⁄\\＼~"), max_size=80))
def test_without_separators_there_are_no_paths(text: str) -> None:
    assert without_paths(text) == text


NAME = st.text(string.ascii_letters + "é日", min_size=1, max_size=8)
START = st.sampled_from(["/home/", "/mnt/", "/Users/", "/a/", "C:\\", "d:/", "\\\\nas\\", "file:///x/", "~/"])


@given(
    START, st.lists(NAME, min_size=1, max_size=5), st.sampled_from(["", ".jpg", ".jpeg", ".CR2"]), st.lists(WORDS, max_size=5).map(" ".join)
)
def test_a_path_is_replaced_whole(start: str, names: list[str], extension: str, before: str) -> None:
    path = start + ("\\" if "\\" in start else "/").join(names) + extension
    assert without_paths(f"{before} {path}") == f"{before} {REMOVED}"
    assert without_paths(f"{before} ({path}), too.") == f"{before} ({REMOVED}), too."


@given(st.text("/\\~:.ab C1\"“”'`(,", max_size=40))
def test_what_is_around_paths_stays(text: str) -> None:
    left, rest = "", text
    for path in absolute_paths(text):
        before, path, rest = rest.partition(path)
        assert path
        left += before + REMOVED
    assert without_paths(text) == left + rest
