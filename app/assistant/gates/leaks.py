"""The last gate: secrets of the prompt discard the reply, however they are disguised; absolute paths in prose are replaced visibly."""

from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from app.assistant.gates.paths import absolute_paths, without_paths
from app.assistant.gates.verdict import Redaction, Rejection, rejection
from app.assistant.gates.visible import visible
from app.assistant.reply import AssistantReply, Prose

KEY_SHAPE = "sk-ant-"
"""How every key of Anthropic begins."""

NO_COINCIDENCE = 12
"""So many letters and digits in a row are looked for without regard to what stands between them; fewer could be a word or two."""

SHORTEST_CODE = 8
"""Letters and digits of an encoded secret; of fewer, numbers and words may be made."""

_TAGS = {0xE0000 + code: code for code in range(0x20, 0x7F)}
"""Unicode's tags: a second, invisible ASCII."""


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
        yield from (("a key", each) for each in (*self.keys, KEY_SHAPE))


NO_SECRETS = Secrets()
"""Nothing to look for but the shape of a key."""


@dataclass(frozen=True, slots=True)
class Leaks:
    """`reply` with its paths replaced, each of them in `redactions`; None if it leaks, for the reasons in `rejections`."""

    reply: AssistantReply | None
    rejections: tuple[Rejection, ...] = ()
    redactions: tuple[Redaction, ...] = ()


def redact_leaked_output(reply: AssistantReply, secrets: Secrets) -> Leaks:
    """Looks for secrets in every string of the reply and in what they make together, then for paths in its prose."""
    texts = tuple(view for joined in _joined(reply) for view in _views(joined))
    found = dict.fromkeys(name for name, secret in secrets.named() if _leaks(secret, texts))
    if found:
        return Leaks(None, tuple(rejection("leaks", "leak", name) for name in found))
    return _redacted(reply)


def _leaks(secret: str, texts: Sequence[str]) -> bool:
    return any(form in text for form in _forms(secret) for text in texts)


def _views(text: str) -> Iterator[str]:
    """Its letters alone, and all its signs, forwards and backwards; also where it is written in tags."""
    for plain in dict.fromkeys((text, text.translate(_TAGS))):
        for view in (_letters(plain), _signs(plain)):
            yield view
            yield view[::-1]


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
        for written in (secret, secret.lower(), secret.upper(), secret[::-1]):
            yield from (code for code in map(_letters, _encoded(written.encode())) if len(code) >= SHORTEST_CODE)


def _encoded(content: bytes) -> Iterator[str]:
    """In hexadecimal, and in base64 (RFC 4648) at each of three places in the text around it.

    Three bytes make four characters; those that hold bits of what stands before or behind are left out.
    """
    yield content.hex()
    for before, first in ((0, 0), (1, 2), (2, 3)):
        yield b64encode(bytes(before) + content).decode()[first : (before + len(content)) * 8 // 6]


def _joined(reply: AssistantReply) -> Iterator[str]:
    """All strings of the reply as one, and those of each field as one: a secret may be split over them."""
    strings = tuple(_strings(reply.model_dump()))
    yield "".join(text for _, text in strings)
    for field in dict(strings):
        yield "".join(text for name, text in strings if name == field)


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
