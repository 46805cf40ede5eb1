"""A typed query as tokens with their spans: words, phrases, filters, negations and OR. What they mean is decided in `parse`."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from app.domain.query import FilterField

MAX_CHARACTERS = 2_000
"""A longer text is refused: no question is longer, and a pasted book must not freeze the box."""

_WHOLE_VALUES = frozenset({"rating", "date", "type", "iso", "aperture", "shutter", "focal", "people", "faces"})
"""Filters in whose values every sign counts."""
FIELD_NAMES = "|".join(each.value for each in FilterField if each is not FilterField.WORDS)
_QUOTES = '"“”„‟«»＂'
_SPLITTING = ",;!?…()[]{}|、。，！？"
_DASHES = r"\-‐‑‒–—−﹣－"
"""What a keyboard or its autocorrection may make of a minus."""
_TOKEN = re.compile(
    rf"""
    (?P<gap>\s+)
  | (?P<or>\||OR(?=[\s(|]|$))
  | (?P<dash>[{_DASHES}](?=\s|$))
  | (?P<minus>(?:NOT\s+)+[{_DASHES}]?(?=[^\s{_DASHES}]) | [{_DASHES}](?=[^\s{_DASHES}]))?
    (?: (?P<name>name):\s?(?P<signs>[^\s|{_QUOTES}]+)
      | (?:(?P<field>{FIELD_NAMES}):\s?(?=[^\s]))?
        (?: [{_QUOTES}](?P<phrase>[^{_QUOTES}]*)(?:[{_QUOTES}]|(?(field)\Z|(?!)))
          | (?(field)[{re.escape(_SPLITTING)}]*)(?P<word>[^\s{_QUOTES}{re.escape(_SPLITTING)}]+) ) )
  | (?P<other>.)
    """,
    re.VERBOSE | re.DOTALL,
)
_FIELD = re.compile(rf"(?:NOT\s+)*[{_DASHES}]?((?i:{FIELD_NAMES}):)", re.ASCII)


class Kind(Enum):
    """What a token is."""

    WORD = "word"
    PHRASE = "phrase"
    OR = "or"
    DASH = "dash"
    """A dash that stands alone: nothing, unless it stands between two dates."""
    UNREAD = "unread"
    """A filter without anything to look for."""


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of the typed text, `start` to `end`. `text` is bare: without quotes, minus, field name, star or punctuation around it."""

    kind: Kind
    text: str
    start: int
    end: int
    field: FilterField | None = None
    negated: bool = False
    prefix: bool = False

    @property
    def plain(self) -> bool:
        """A positive word without a field: it can be part of a date or of an asking phrase."""
        return self.kind is Kind.WORD and self.field is None and not self.negated and not self.prefix


def clean(text: str) -> str:
    """The text that is read, of the same length as the typed text up to the limit: no control characters, no lone surrogates."""
    return "".join(
        " " if unicodedata.category(each) in ("Cc", "Cs", "Zl", "Zp") or each in "\u200e\u200f\ufeff" else each
        for each in text[:MAX_CHARACTERS]
    )


def tokens(text: str) -> Iterator[Token]:
    """The tokens of a cleaned text in typed order."""
    position = 0
    while position < len(text):
        position, token = _next(text, position)
        if token is not None:
            yield token


def _next(text: str, position: int) -> tuple[int, Token | None]:
    match = _matching(text, position)
    if match["or"]:
        return match.end(), Token(Kind.OR, "OR", match.start(), match.end())
    if match["dash"]:
        return match.end(), Token(Kind.DASH, "-", match.start(), match.end())
    if match["phrase"] is not None:
        return match.end(), _phrase(match)
    if match["name"]:
        return match.end(), _name(match)
    return match.end(), _word(match) if match["word"] else None


def _matching(text: str, position: int) -> re.Match[str]:
    at_start = position == 0 or text[position - 1].isspace() or text[position - 1] in _SPLITTING
    field = _FIELD.match(text, position) if at_start else None
    if field:
        text = text[: field.start(1)] + field[1].lower() + text[field.end(1) :]
    return next(_TOKEN.finditer(text, position))


def _phrase(match: re.Match[str]) -> Token | None:
    text = " ".join(match["phrase"].split())
    if match["field"]:
        return _token(match, Kind.PHRASE if text else Kind.UNREAD, text)
    return _token(match, Kind.PHRASE, text) if any(each.isalnum() for each in text) else None


def _name(match: re.Match[str]) -> Token:
    """A part of a file name, in which every sign counts."""
    signs = match["signs"]
    text = signs.strip("*")
    return _token(match, Kind.WORD if text else Kind.UNREAD, text, prefix=signs.endswith("*") and not signs.startswith("*"))


def _word(match: re.Match[str]) -> Token | None:
    word = match["word"]
    if match["field"] in _WHOLE_VALUES:
        return _token(match, Kind.WORD, word)
    text = word.strip(f"'‘’`´.:/\\{_DASHES}_*<>=&~^+@#%$")
    if not text and match["field"]:
        text = word.strip("*")
        return _token(match, Kind.WORD if text else Kind.UNREAD, text)
    return _token(match, Kind.WORD, text, prefix=word.endswith("*") and len(text) > 1) if text else None


def _token(match: re.Match[str], kind: Kind, text: str, *, prefix: bool = False) -> Token:
    name = match["name"] or match["field"]
    field = FilterField(name) if name else None
    return Token(kind, text, match.start(), match.end(), field, match["minus"] is not None, prefix)
