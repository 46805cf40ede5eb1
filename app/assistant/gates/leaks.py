"""The last gate: secrets of the prompt discard the reply, however they are disguised; absolute paths in prose are replaced visibly."""

import re
from base64 import b64encode
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from app.assistant.gates.verdict import Redaction, Rejection, rejection
from app.assistant.gates.visible import visible
from app.assistant.reply import AssistantReply, Prose

REMOVED = "[path removed]"
"""What stands in place of a path."""

KEY_SHAPE = "sk-ant-"
"""How every key of Anthropic begins."""

NO_COINCIDENCE = 12
"""So many letters and digits in a row are looked for without regard to what stands between them; fewer could be a word or two."""

_PATH = re.compile(
    r"""(?ix)
    (?P<link> https?://[^\s/] [^\s<>"]* )
  | (?: file: [\\/]+
      | (?<![^\W_]) [a-z]: [\\/]
      | (?<![^\W_]) \\\\ [\w?.$-]+ [\\/]
      | (?<![^\W_]) ~ [\\/]
      | (?<![^\W_]) /+ (?=[\w.@$-]) (?! [\d/]+ (?![^\s/]) ) (?: [^\s/<>"`|*]+ (?: [ ] [^\s/<>"`|*]+ ){0,3} / )
    )
    (?: [^\s<>"`|*]+ (?: [ ] (?= (?: [^\s<>"`|*/\\]+ [ ] ){0,3} [^\s<>"`|*/\\]* (?: [\\/] | \.[a-z]\w{1,3}\b ) ) [^\s<>"`|*]+ )* )?
    (?<! [.,;:!?)\]}'’”»] )
    """
)


@dataclass(frozen=True, slots=True)
class Secrets:
    """What a reply must not hold: the prompt's canary, the pack's delimiters and the keys in use.

    Each should have a random part: what people write by chance would be found wherever they write it. Empty ones are not looked for.
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
    views = tuple(map(_View.of, _joined(reply)))
    found = dict.fromkeys(name for name, secret in secrets.named() if any(view.holds(form) for form in _forms(secret) for view in views))
    if found:
        return Leaks(None, tuple(rejection("leaks", "leak", name) for name in found))
    return _redacted(reply)


@dataclass(frozen=True, slots=True)
class _View:
    """A text without spaces, marks and case: `signs` with its punctuation, `letters` without."""

    signs: str
    letters: str

    @classmethod
    def of(cls, text: str) -> "_View":
        signs = "".join(visible(text).casefold().split())
        return cls(signs, "".join(filter(str.isalnum, signs)))

    def holds(self, form: "_View") -> bool:
        """Whether the form stands in this text, forwards or backwards."""
        if len(form.letters) >= NO_COINCIDENCE:
            return form.letters in self.letters or form.letters in self.letters[::-1]
        return form.signs != "" and (form.signs in self.signs or form.signs in self.signs[::-1])


def _forms(secret: str) -> Iterator[_View]:
    """A secret as it is, in hexadecimal, and in base64 (RFC 4648) wherever in a longer text it was encoded."""
    yield _View.of(secret)
    for cased in dict.fromkeys((secret, secret.lower(), secret.upper())):
        content = cased.encode()
        yield _View.of(content.hex())
        for shift in range(3):
            # Three bytes make four characters; those that hold bits of what stands before or behind are not compared.
            encoded = b64encode(bytes(shift) + content).decode()
            yield _View.of(encoded[-(-shift * 8 // 6) : (shift + len(content)) * 8 // 6])


def _joined(reply: AssistantReply) -> Iterator[str]:
    """All strings of the reply as one, and those of each field as one: a secret may be split over them."""
    fields: defaultdict[str, str] = defaultdict(str)
    for name, text in _strings(reply.model_dump(), ""):
        fields[name] += text
        fields[""] += text
    yield from fields.values()


def _strings(part: object, name: str) -> Iterator[tuple[str, str]]:
    if isinstance(part, str):
        yield name, part
    elif isinstance(part, Mapping):
        for key, each in part.items():
            if key not in ("kind", "origin"):
                yield from _strings(each, key)
    elif isinstance(part, tuple):
        for each in part:
            yield from _strings(each, name)


def _redacted(reply: AssistantReply) -> Leaks:
    redactions = tuple(
        Redaction(number, path)
        for number, statement in enumerate(reply.answer)
        if isinstance(statement, Prose)
        for path in _paths(statement.text)
    )
    numbers = {each.statement for each in redactions}
    answer = tuple(
        each.model_copy(update={"text": _PATH.sub(_replaced, each.text)}) if number in numbers and isinstance(each, Prose) else each
        for number, each in enumerate(reply.answer)
    )
    return Leaks(reply.model_copy(update={"answer": answer}), (), redactions)


def _paths(text: str) -> Iterator[str]:
    yield from (match[0] for match in _PATH.finditer(text) if match["link"] is None)


def _replaced(match: re.Match[str]) -> str:
    return REMOVED if match["link"] is None else match[0]
