"""The last gate: secrets of the prompt discard the reply, however they are disguised; absolute paths in prose are replaced visibly."""

import re
from base64 import b64encode
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from app.assistant.gates.paths import absolute_paths, without_paths
from app.assistant.gates.verdict import Redaction, Rejection, rejection
from app.assistant.gates.visible import visible
from app.assistant.reply import AssistantReply, Prose

KEY_SHAPE = "sk-ant-"
"""How every key of Anthropic begins."""

KEY_KINDS = ("api", "admin", "oat", "ort", "sid")
"""What follows, with a version of two digits and `-`."""

KEY_TAIL = 16
"""Of another kind so many letters, digits, `-` and `_` must follow, a digit among them: it may be a desk, an ant and a leaf."""

NO_COINCIDENCE = 12
"""So many letters and digits in a row are looked for without regard to what stands between them; fewer could be a word or two."""

SHORTEST_CODE = 8
"""Letters and digits of an encoded secret; of fewer, numbers and words may be made."""

LONGEST_KEPT = 19_000
"""Characters of a text for the log that are read and kept."""

READ_AHEAD = 1_000
"""Characters behind these that are searched as well, for secrets of which the end is cut off."""

WITHHELD = "This reply is not kept, because it held something that must not leave the prompt."
"""In place of a reply in the log."""

_TAGS = {0xE0000 + code: code for code in range(0x20, 0x7F)}
"""Unicode's tags: a second, invisible ASCII."""

_A_KEY = "a key"
_APART = "\u4e00"
"""Stands for a fact where no key is looked for: a letter, so that nothing is read across it, and none of a key's."""

_CLAIMED = ("fact", "value")
"""Fields of claims that hold facts."""

_KEY_KIND = re.compile(rf"{KEY_SHAPE}(?:{'|'.join(KEY_KINDS)})\d\d-")
_TAGGED = re.compile("[\U000e0020-\U000e007e]")

Strings = Sequence[tuple[str, str]]
"""Every string that the replier chose, behind the field that it stands in."""


@dataclass(frozen=True, slots=True)
class Secrets:
    """What a reply must not hold: the prompt's canary, the pack's delimiters and the keys in use.

    Each should have a random part: what people write by chance would be found wherever they write it. Blank ones are not looked for.
    """

    canary: str = ""
    delimiters: tuple[str, ...] = ()
    keys: tuple[str, ...] = ()

    def named(self) -> Iterator[tuple[str, str]]:
        """Each secret, and what it is."""
        yield "the prompt's canary", self.canary
        yield from (("a delimiter of the pack", each) for each in self.delimiters)
        yield from ((_A_KEY, each) for each in self.keys)


NO_SECRETS = Secrets()
"""Nothing to look for but what has the shape of a key, which is looked for always."""


@dataclass(frozen=True, slots=True)
class Leaks:
    """`reply` with its paths replaced, each of them in `redactions`; None if it leaks, for the reasons in `rejections`."""

    reply: AssistantReply | None
    rejections: tuple[Rejection, ...] = ()
    redactions: tuple[Redaction, ...] = ()


def redact_leaked_output(reply: AssistantReply, secrets: Secrets, facts: Callable[[], Collection[str]] = tuple) -> Leaks:
    """Looks for secrets in every string of the reply and in what they make together, then for paths in its prose.

    What has only the shape of a key is no leak where it stands word for word among the `facts`, asked for when it is met.
    """
    strings = tuple(_strings(reply.model_dump()))
    views = _views(strings)
    found = dict.fromkeys(name for name, secret in secrets.named() if _leaks(secret, views))
    if any(map(_holds_key, views)) and any(map(_holds_key, _views(_without(facts(), strings)))):
        found[_A_KEY] = None
    if found:
        return Leaks(None, tuple(rejection("leaks", "leak", name) for name in found))
    return _redacted(reply)


def without_secrets(text: str, secrets: Secrets) -> str:
    """A text for the person's own log, its paths taken out; nothing of one that holds a secret or what has the shape of a key.

    Of a long one the beginning is kept, and its length told; nothing if a secret may be cut off at its end.
    """
    kept, left = text[:LONGEST_KEPT], len(text) - LONGEST_KEPT
    views = _views([("", text[: LONGEST_KEPT + READ_AHEAD])])
    if any(_leaks(secret, views) for _, secret in secrets.named()) or any(map(_holds_key, views)):
        return WITHHELD
    if left <= 0:
        return without_paths(kept)
    ends = _views([("", kept)])
    if any(_is_cut_off(form, view) for _, secret in secrets.named() for form in _forms(secret) for view in ends):
        return WITHHELD
    return f"{without_paths(kept)}\n[cut here: {left:,} characters more]"


def _is_cut_off(form: str, view: str) -> bool:
    """Whether a view ends with the beginning of a secret, or, read backwards, begins with its end."""
    lengths = range(SHORTEST_CODE, len(form))
    return any(view.endswith(form[:length]) or view.startswith(form[-length:]) for length in lengths)


def _leaks(secret: str, views: Collection[str]) -> bool:
    return any(form in view for form in _forms(secret) for view in views)


def _holds_key(view: str) -> bool:
    """Whether a view holds what has the shape of a key, as it is or encoded."""
    if not any(begin in view for begin in _beginnings()):
        return False
    if _KEY_KIND.search(view) or _encoded_key().search(view):
        return True
    # Of each run the first beginning, which has the longest tail.
    tails = (run.partition(KEY_SHAPE)[2] for run in re.findall(r"[a-z0-9_-]+", view))
    return any(len(tail) >= KEY_TAIL and any(map(str.isdigit, tail)) for tail in tails)


@cache
def _beginnings() -> tuple[str, ...]:
    """What a key begins with, as it is and in every code."""
    return KEY_SHAPE, *(code for written in _turned(KEY_SHAPE) for code in _codes(written))


@cache
def _encoded_key() -> re.Pattern[str]:
    """The beginning of a key in every code, with its kind or with a tail, which stands before it if the key was turned round first."""
    kinds = [code for kind in KEY_KINDS for written in _turned(KEY_SHAPE + kind) for code in _codes(written)]
    tail = f"[a-z0-9]{{{KEY_TAIL}}}"
    ahead = [code + tail for written in (KEY_SHAPE, KEY_SHAPE.upper()) for code in _codes(written)]
    return re.compile("|".join((*kinds, *ahead, *(tail + code for code in _codes(KEY_SHAPE[::-1])))))


def _without(facts: Collection[str], strings: Strings) -> Strings:
    """The strings without facts: values of claims, and word for word anywhere what could be taken for the beginning of a key."""
    alike = sorted(filter(_could_be_key, facts), key=len, reverse=True)
    return [(field, _APART if field in _CLAIMED and text in facts else _cut(text, alike)) for field, text in strings]


def _cut(text: str, alike: Sequence[str]) -> str:
    for fact in alike:
        if fact in text:
            text = re.sub(rf"(?<![\w-]){re.escape(fact)}(?![\w-])", _APART, text)
    return text


def _could_be_key(fact: str) -> bool:
    return any(begin in view for view in _views([("", fact)]) for begin in _beginnings())


def _views(strings: Strings) -> Collection[str]:
    """The strings together, and those of each field together, over which a secret may be split.

    Of each the letters alone, and all signs, forwards and backwards; also where it is written in tags.
    """
    views: dict[str, None] = {}
    for tags in ({}, _TAGS) if any(_TAGGED.search(text) for _, text in strings) else ({},):
        signs = [(field, _signs(text.translate(tags))) for field, text in strings]
        letters = [(field, "".join(filter(str.isalnum, text))) for field, text in signs]
        views |= dict.fromkeys(view for read in (signs, letters) for text in _joined(read) for view in (text, text[::-1]))
    return views


def _joined(strings: Strings) -> Iterator[str]:
    yield "".join(text for _, text in strings)
    for field in dict(strings):
        yield "".join(text for name, text in strings if name == field)


def _signs(text: str) -> str:
    """The text without spaces, marks and case."""
    return "".join(visible(text).casefold().split())


def _letters(text: str) -> str:
    """The same without punctuation."""
    return "".join(filter(str.isalnum, _signs(text)))


def _forms(secret: str) -> Iterator[str]:
    """A secret as it is, and encoded as it is, in other case, and backwards; nothing of a blank one."""
    if _signs(secret):
        yield _letters(secret) if len(_letters(secret)) >= NO_COINCIDENCE else _signs(secret)
        yield from (code for written in _turned(secret) for code in _codes(written))


def _turned(secret: str) -> tuple[str, ...]:
    return secret, secret.lower(), secret.upper(), secret[::-1]


def _codes(written: str) -> Iterator[str]:
    """The letters of a text in every code; too few are left out."""
    return (code for code in map(_letters, _encoded(written.encode())) if len(code) >= SHORTEST_CODE)


def _encoded(content: bytes) -> Iterator[str]:
    """In hexadecimal, and in base64 (RFC 4648) at each of three places in the text around it.

    Three bytes make four characters; those that hold bits of what stands before or behind are left out.
    """
    yield content.hex()
    for before, first in ((0, 0), (1, 2), (2, 3)):
        yield b64encode(bytes(before) + content).decode()[first : (before + len(content)) * 8 // 6]


def _strings(part: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    """Every string that the replier chose, and the field that it stands in."""
    for name, value in part.items():
        for each in value if isinstance(value, tuple) else (value,):
            if isinstance(each, Mapping):
                yield from _strings(each)
            elif isinstance(each, str) and name not in ("kind", "origin"):
                yield name, each


def _redacted(reply: AssistantReply) -> Leaks:
    prose = [(number, each) for number, each in enumerate(reply.answer) if isinstance(each, Prose)]
    redactions = tuple(Redaction(number, path) for number, each in prose for path in absolute_paths(each.text))
    answer = list(reply.answer)
    for number, each in prose:
        answer[number] = each.model_copy(update={"text": without_paths(each.text)})
    return Leaks(reply.model_copy(update={"answer": tuple(answer)}), (), redactions)
