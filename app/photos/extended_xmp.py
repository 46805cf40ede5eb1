"""Extended XMP of a JPEG: what of a packet did not fit into one segment of 64 kB, joined (XMP specification part 3, 1.1.3.1)."""

import struct
from collections.abc import Iterator
from dataclasses import dataclass

from app.photos.salvage import segments

LONGEST = 16_000_000
"""Bytes of a joined packet. Longer ones hold pictures, not words."""

_MARK = b"http://ns.adobe.com/xmp/extension/\0"
_HEAD = struct.Struct(">32sII")  # The packet's GUID, its full length, where this part belongs.
_PART_START = 4 + len(_MARK)


@dataclass(frozen=True, slots=True)
class _Part:
    guid: bytes
    full_length: int
    offset: int
    content: memoryview


def extended_packet(content: bytes, guid: str) -> tuple[bytes, str]:
    """The joined packet of the `guid` that the standard packet names, or nothing; and a sentence about what is wrong, if anything."""
    parts = list(_parts(content))
    own = sorted((part for part in parts if part.guid.decode("latin-1") == guid), key=lambda part: part.offset)
    if own:
        return _joined(own)
    if parts:
        return b"", "Extended XMP that belongs to no other XMP of the file was left out."
    return b"", "The XMP names an extension that is not in the file." if guid and content.startswith(b"\xff\xd8") else ""


def _parts(content: bytes) -> Iterator[_Part]:
    for segment in segments(content):
        if segment[4:_PART_START] == _MARK and len(segment) >= _PART_START + _HEAD.size:
            guid, full_length, offset = _HEAD.unpack_from(segment, _PART_START)
            yield _Part(guid, full_length, offset, segment[_PART_START + _HEAD.size :])


def _joined(parts: list[_Part]) -> tuple[bytes, str]:
    """Parts in order of their offsets; there must be neither gaps nor overlaps."""
    full_length = parts[0].full_length
    if full_length > LONGEST:
        return b"", f"The extended XMP has {full_length / 1e6:,.0f} MB; the limit is {LONGEST / 1e6:,.0f} MB; it was left out."
    end = 0
    for part in parts:
        if part.offset != end or part.full_length != full_length:
            return b"", "The extended XMP has gaps or overlaps; it was left out."
        end += len(part.content)
    if end != full_length:
        return b"", f"The extended XMP has {end:,} bytes instead of {full_length:,}; it was left out."
    return b"".join(part.content for part in parts), ""
