"""What a video file says that Candid wants to know: when it was taken, and whether it belongs to a Live Photo.

Only QuickTime and MP4 are looked into, box by box (ISO/IEC 14496-12, QuickTime File Format), never the whole file; what is cut
short or makes no sense says nothing.
"""

import io
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import BinaryIO

from app.domain.ids import LocalTime
from app.domain.photo import FoundFile, Video
from app.photos.capture_time import parse_moment
from app.photos.content_identifier import as_identifier

MOST_BOXES = 4_000
"""Boxes of one level that are passed: a film cut into fragments has thousands beside each other."""
LONGEST_METADATA = 1_000_000
"""Bytes of the box of metadata, which may hold a picture of the cover."""
MOST_METADATA = 4
"""Boxes of metadata in one place that are read."""
_LONGEST_VALUE = 1_000

_IDENTIFIER = b"com.apple.quicktime.content.identifier"
_CREATED = b"com.apple.quicktime.creationdate"
_EPOCH = datetime(1904, 1, 1, tzinfo=UTC)
_OLDEST = datetime(1970, 1, 2, tzinfo=UTC)
"""Cameras without a clock leave the number at the epoch of 1904 or of 1970."""


@dataclass(frozen=True, slots=True)
class _Box:
    """A box of a file: its type, and where its content begins and ends."""

    kind: bytes
    start: int
    end: int


def read_video(found: FoundFile, file: BinaryIO) -> Video:
    """What an open video file says of itself. Raises OSError."""
    status = os.fstat(file.fileno())
    stamp = replace(found.stamp, size=status.st_size, modified_ns=status.st_mtime_ns)
    said, made = _movie(file, status.st_size)
    created = parse_moment(said.get(_CREATED, ""))
    return Video(found.path, stamp, as_identifier(said.get(_IDENTIFIER, "")), created.local if created else made)


def _movie(file: BinaryIO, size: int) -> tuple[dict[bytes, str], LocalTime | None]:
    """The texts of the film's metadata by key, and the time in its header."""
    movie = _of_kind(b"moov", _boxes(file, 0, size))[:1]
    parts = [part for each in movie for part in _boxes(file, each.start, each.end)]
    said: dict[bytes, str] = {}
    for box in _metadata(file, parts):
        said = _texts(_content(file, box, LONGEST_METADATA)) | said
    headers = _of_kind(b"mvhd", parts)
    return said, _made(_content(file, headers[0], 32)) if headers else None


def _metadata(file: BinaryIO, parts: list[_Box]) -> list[_Box]:
    """The boxes of metadata: Apple's own stand in the movie, what other programs have written again in its user data."""
    user_data = (box for each in _of_kind(b"udta", parts)[:1] for box in _boxes(file, each.start, each.end))
    return [*_of_kind(b"meta", parts)[:MOST_METADATA], *_of_kind(b"meta", user_data)[:MOST_METADATA]]


def _of_kind(kind: bytes, boxes: Iterable[_Box]) -> list[_Box]:
    return [each for each in boxes if each.kind == kind]


def _boxes(file: BinaryIO, start: int, end: int) -> Iterator[_Box]:
    """The boxes beside each other in a stretch of a file; the last may be cut short."""
    for _ in range(MOST_BOXES):
        if start + 8 > end:
            return
        file.seek(start)
        head = file.read(16)
        if len(head) < 8:
            return
        length, kind, begin = int.from_bytes(head[:4], "big"), head[4:8], start + 8
        if length == 1:
            length, begin = int.from_bytes(head[8:16], "big"), start + 16
        stop = end if length == 0 else start + length
        if stop < begin:
            return
        yield _Box(kind, begin, min(stop, end))
        start = stop


def _content(file: BinaryIO, box: _Box, most: int) -> bytes:
    file.seek(box.start)
    return file.read(min(box.end - box.start, most))


def _made(header: bytes) -> LocalTime | None:
    """When the film was made by its header, in UTC: seconds since 1904."""
    seconds = int.from_bytes(header[4:12] if header[:1] == b"\x01" else header[4:8], "big")
    if len(header) < 12 or seconds > 1 << 34:
        return None
    made = _EPOCH + timedelta(seconds=seconds)
    return LocalTime(made.strftime("%Y-%m-%dT%H:%M:%S")) if made > _OLDEST else None


def _texts(metadata: bytes) -> dict[bytes, str]:
    """The texts of Apple's list of keys and values. QuickTime's box begins with its handler, MP4's with four bytes before it."""
    start = 0 if metadata[4:8] == b"hdlr" else 4
    inside = io.BytesIO(metadata)
    parts = {box.kind: metadata[box.start : box.end] for box in _boxes(inside, start, len(metadata))}
    keys, found = list(_keys(parts.get(b"keys", b""))), {}
    for number, value in _values(parts.get(b"ilst", b"")):
        if 0 < number <= len(keys):
            found[keys[number - 1]] = value
    return found


def _keys(table: bytes) -> Iterator[bytes]:
    """Names in the order of their numbers: each a length, a namespace and the name."""
    at = 8
    while at + 8 <= len(table):
        length = int.from_bytes(table[at : at + 4], "big")
        if length < 8:
            return
        yield table[at + 8 : at + length]
        at += length


def _values(listed: bytes) -> Iterator[tuple[int, str]]:
    """The number of a key and its text: a box called like the number around a box `data` of a type, a locale and the value."""
    inside = io.BytesIO(listed)
    for item in _boxes(inside, 0, len(listed)):
        for value in _boxes(inside, item.start, item.end):
            if value.kind == b"data":
                text = listed[value.start + 8 : min(value.end, value.start + 8 + _LONGEST_VALUE)]
                yield int.from_bytes(item.kind, "big"), text.decode("utf-8", "replace")
