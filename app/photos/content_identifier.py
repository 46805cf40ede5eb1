"""What Apple writes into both parts of a Live Photo, so that they find each other again: in a still, deep in its maker's note.

libexiv2 does not read Apple's notes. Everything that is read here is bounded by the bytes that there are.
"""

import re
import struct
from collections.abc import Iterator

_EXIF, _MAKER_NOTE, _CONTENT_IDENTIFIER = 0x8769, 0x927C, 0x0011
_BYTE, _ASCII, _LONG, _UNDEFINED = 1, 2, 4, 7
_SIGNATURE = b"Apple iOS\x00"
_FIRST_IN_NOTE = 14
"""Where the entries begin: behind the signature, a version and the order of bytes."""
_MOST_ENTRIES = 1_000
_IDENTIFIER = re.compile(r"[0-9A-Z][0-9A-Z._:-]{7,99}", re.ASCII)


def of_exif(exif: bytes) -> str | None:
    """The content identifier in a block of EXIF, with or without what stands before its TIFF header; None where there is none."""
    note = _maker_note(_without_prefix(exif))
    if not note.startswith(_SIGNATURE):
        return None
    order = ">" if note[12:14] == b"MM" else "<"
    written = _found(note, _FIRST_IN_NOTE, order, _CONTENT_IDENTIFIER, _ASCII)
    return as_identifier(written.decode("ascii", "replace"))


def as_identifier(written: str) -> str | None:
    """A content identifier as it is stored, so that both parts have the same; None for what is none."""
    plain = written.strip("\x00 ").upper()
    return plain if _IDENTIFIER.fullmatch(plain) else None


def _without_prefix(exif: bytes) -> bytes:
    start = exif.find(b"Exif\x00\x00", 0, 16)
    return exif if start < 0 else exif[start + 6 :]


def _maker_note(tiff: bytes) -> bytes:
    order = {b"II": "<", b"MM": ">"}.get(tiff[:2])
    if order is None or len(tiff) < 8:
        return b""
    (first,) = struct.unpack_from(f"{order}I", tiff, 4)
    pointer = _found(tiff, first, order, _EXIF, _LONG)
    return _found(tiff, struct.unpack(f"{order}I", pointer)[0], order, _MAKER_NOTE, _BYTE, _UNDEFINED) if len(pointer) == 4 else b""


def _found(block: bytes, at: int, order: str, tag: int, *kinds: int) -> bytes:
    """The bytes of an entry of a directory; empty where there is none of these types, or not all of it."""
    for number, kind, count, where in _entries(block, at, order):
        if number == tag and kind in kinds:
            length = count * (4 if kind == _LONG else 1)
            start = where if length <= 4 else struct.unpack_from(f"{order}I", block, where)[0]
            value = block[start : start + length]
            return value if len(value) == length else b""
    return b""


def _entries(block: bytes, at: int, order: str) -> Iterator[tuple[int, int, int, int]]:
    """Tag, type, count and the place of the value (TIFF 6.0, section 2)."""
    if at + 2 > len(block):
        return
    (count,) = struct.unpack_from(f"{order}H", block, at)
    for start in range(at + 2, at + 2 + 12 * min(count, _MOST_ENTRIES), 12):
        if start + 12 > len(block):
            return
        yield *struct.unpack_from(f"{order}HHI", block, start), start + 8
