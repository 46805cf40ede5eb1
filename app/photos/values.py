"""Values of raw metadata as text and numbers, whatever standard they stand in; the first of several sources that says something."""

import math
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from app.domain.photo import Fact
from app.photos.precedence import IPTC_CHARSET, label
from app.photos.raw import Blob, RawMetadata
from app.photos.text import cleaned, decoded, decoded_ascii, decoded_comment, decoded_windows, iptc_charset

T = TypeVar("T")


def texts(raw: RawMetadata, key: str) -> tuple[str, ...]:
    """Every text under a key, cleaned, without empty ones. Numbers give no text."""
    return tuple(filter(None, map(cleaned, _decoded(raw, key)))) if key in raw else ()


def text(raw: RawMetadata, key: str) -> str:
    """The first text under a key, or an empty one."""
    found = texts(raw, key)
    return found[0] if found else ""


def numbers(raw: RawMetadata, key: str) -> tuple[float, ...]:
    """Every number under a key; a fraction with denominator 0 is NaN. XMP's texts are read as numbers or `n/d`."""
    stored = raw.exif.get(key)
    if isinstance(stored, tuple):
        return tuple(quotient(numerator, denominator) for numerator, denominator in stored)
    return tuple(map(number, texts(raw, key)))


def quotient(numerator: float, denominator: float) -> float:
    """A division in which n/0 is NaN."""
    return numerator / denominator if denominator else math.nan


def number(text: str) -> float:
    """`28/10`, `2.8` or `+3` as a number; NaN if it is none."""
    numerator, slash, denominator = text.partition("/")
    try:
        return quotient(float(numerator), float(denominator)) if slash else float(text)
    except (ValueError, OverflowError):
        return math.nan


def first_fact(keys: Iterable[str], read: Callable[[str], T | None]) -> Fact[T] | None:
    """The fact of the first key under which `read` finds something, with its label."""
    found = ((key, read(key)) for key in keys)
    return next((Fact(value, label(key)) for key, value in found if value is not None), None)


def _decoded(raw: RawMetadata, key: str) -> Iterator[str]:
    if key.startswith("Exif."):
        yield from _decoded_exif(raw, key)
    elif key.startswith("Iptc."):
        charset = iptc_charset(b"".join(raw.iptc.get(IPTC_CHARSET, ())))
        yield from (decoded(value, charset) for value in raw.iptc.get(key, ()))
    elif key.startswith("Xmp."):
        yield from raw.xmp.get(key, ())
    elif key in raw.comments:
        yield decoded(raw.comments[key])


def _decoded_exif(raw: RawMetadata, key: str) -> Iterator[str]:
    stored = raw.exif.get(key)
    if not isinstance(stored, Blob):
        return
    name = key.rpartition(".")[2]
    if name.startswith("XP"):
        yield decoded_windows(stored.content, stored.is_ascii)
    elif name == "UserComment":
        yield decoded_comment(stored.content, raw.little_endian)
    else:
        yield decoded_ascii(stored.content) if stored.is_ascii else decoded(stored.content)
