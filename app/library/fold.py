"""How text is compared: folded for equality, and cut into tokens for the word index.

All cutting happens here with Python's Unicode tables, so that SQLite's tokenizer only sees words and single spaces.
"""

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

# Combining marks that are accents. Vowel signs of Indic scripts and Japanese voicing marks change the letter and stay.
_ACCENTS = re.compile("[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f]+")
# Letters that decompose into nothing, and the shapes that apostrophes and hyphens come in.
_LETTERS = str.maketrans("đðħıłŋøŧ’‘ʼ‐‒–—―−", "ddhilnot'''------", "") | {ord("æ"): "ae", ord("œ"): "oe", ord("þ"): "th"}
# Bytes of file names that are no text; the store takes none, and where they are shown they become the same sign.
_SURROGATES = re.compile("[\ud800-\udfff]")
# Control characters, and the sign that line breaks of file names are shown and stored as.
_CONTROLS = dict.fromkeys((*range(0x20), 0x7F, 0x23CE), " ")
_POSSESSIVE = re.compile(r"(?<=[^\W_])'s(?![^\W_])")
_ASCII_TOKEN = re.compile(r"[a-z0-9]+")
# Scripts written without spaces between words: one token a character, looked up as a phrase.
_UNSPACED = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3041-\u30ff\u3105-\u312f\u31f0-\u31ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff]"
)

_WORD = re.compile(r"\S+")


_SINGULAR = {
    "women": "woman", "men": "man", "children": "child", "people": "person", "feet": "foot", "teeth": "tooth", "geese": "goose",
    "mice": "mouse", "wives": "wife", "wolves": "wolf", "leaves": "leaf", "knives": "knife", "loaves": "loaf", "calves": "calf",
    "shelves": "shelf", "oxen": "ox",
}  # fmt: skip
"""Plurals that no stemmer undoes."""


def fold(text: str) -> str:
    """Text without differences of case, accents, ligatures, widths and spacing; folding twice changes nothing."""
    plain = text.lower() if text.isascii() else _fold_wide(text)
    return " ".join(plain.translate(_CONTROLS).split())


def tokens(text: str) -> list[str]:
    """The words of a text, folded: runs of letters and digits, without the English possessive.

    A character of a script without spaces, and a pictograph, is a token of its own.
    """
    folded = _POSSESSIVE.sub("", fold(text))
    words = _ASCII_TOKEN.findall(folded) if folded.isascii() else "".join(map(_spaced, folded)).split()
    return [_SINGULAR.get(word, word) for word in words]


def placed_tokens(text: str) -> list[tuple[str, int, int]]:
    """The words of a text as `tokens` cuts them, each with the span of the text that it came from; none where a span cannot be told."""
    if text.isascii():
        found = _ASCII_TOKEN.finditer(_POSSESSIVE.sub("  ", text.lower()))
        return [(_SINGULAR.get(word.group(), word.group()), *word.span()) for word in found]
    clusters = [(fold(text[start:stop]) or " ", start, stop) for start, stop in _clusters(text)]
    cut = _POSSESSIVE.sub("  ", "".join(folded for folded, _, _ in clusters))
    spans = [(start, stop) for folded, start, stop in clusters for _ in folded]
    spaced = [(each, span) for char, span in zip(cut, spans, strict=True) for each in _spaced(char)]
    words = _WORD.finditer("".join(each for each, _ in spaced))
    placed = [(_SINGULAR.get(word.group(), word.group()), spaced[word.start()][1][0], spaced[word.end() - 1][1][1]) for word in words]
    return placed if [word for word, _, _ in placed] == tokens(text) else []


def _clusters(text: str) -> Iterable[tuple[int, int]]:
    """Spans of characters with the marks and vowels that fold only together with them."""
    starts = [place for place, char in enumerate(text) if place == 0 or not _joins(char)]
    return zip(starts, [*starts[1:], len(text)], strict=True)


def _joins(char: str) -> bool:
    """Combining marks, the later letters of decomposed Hangul syllables, and the voicing marks of narrow katakana."""
    return "\u1160" <= char <= "\u11ff" or char in "\uff9e\uff9f" or unicodedata.category(char)[0] == "M"


def _fold_wide(text: str) -> str:
    bare = _without_accents(_without_accents(text).casefold()).translate(_LETTERS)
    return _SURROGATES.sub("\ufffd", unicodedata.normalize("NFC", bare))


def _without_accents(text: str) -> str:
    return _ACCENTS.sub("", unicodedata.normalize("NFKD", text))


@lru_cache(maxsize=8192)
def _spaced(char: str) -> str:
    category = unicodedata.category(char)
    if (category == "So" and char != "\ufffd") or (_UNSPACED.match(char) and category[0] in "LMN"):
        return f" {char} "
    return char if category[0] in "LMN" or category == "Co" else " "
