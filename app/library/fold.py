"""How text is compared: folded for equality, and cut into tokens for the word index.

All cutting happens here with Python's Unicode tables, so that SQLite's tokenizer only sees words and single spaces.
"""

import re
import unicodedata
from functools import lru_cache

# Combining marks that are accents. Vowel signs of Indic scripts and Japanese voicing marks change the letter and stay.
_ACCENTS = re.compile("[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f]+")
# Letters that decompose into nothing, and the shapes that apostrophes and hyphens come in.
_LETTERS = str.maketrans("đðħıłŋøŧ’‘ʼ‐‒–—―−", "ddhilnot'''------", "") | {ord("æ"): "ae", ord("œ"): "oe", ord("þ"): "th"}
# Bytes of file names that are no text; the store takes none, and where they are shown they become the same sign.
_SURROGATES = re.compile("[\ud800-\udfff]")
_CONTROLS = dict.fromkeys((*range(0x20), 0x7F), " ")
_POSSESSIVE = re.compile(r"(?<=[^\W_])'s(?![^\W_])")
_ASCII_TOKEN = re.compile(r"[a-z0-9]+")
# Scripts written without spaces between words: one token a character, looked up as a phrase.
_UNSPACED = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3041-\u30ff\u3105-\u312f\u31f0-\u31ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff]"
)


def fold(text: str) -> str:
    """Text without differences of case, accents, ligatures, widths and spacing; folding twice changes nothing."""
    plain = text.lower() if text.isascii() else _fold_wide(text)
    return " ".join(plain.translate(_CONTROLS).split())


def tokens(text: str) -> list[str]:
    """The words of a text, folded: runs of letters and digits, without the English possessive.

    A character of a script without spaces, and a pictograph, is a token of its own.
    """
    folded = _POSSESSIVE.sub("", fold(text))
    if folded.isascii():
        return _ASCII_TOKEN.findall(folded)
    return "".join(map(_spaced, folded)).split()


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
