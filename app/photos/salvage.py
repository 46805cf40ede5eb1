"""The metadata segments of a JPEG one by one, for files of which a single broken segment would hide all others or itself."""

import struct
from collections.abc import Iterator

_START = b"\xff\xd8"
_END = b"\xff\xd9"
_METADATA = (0xE1, 0xED)  # APP1 holds EXIF or XMP, APP13 holds IPTC.
_LAST_BEFORE_PIXELS = 0xDA
_HEADERS = (b"http://ns.adobe.com/xap/1.0/\0", b"http://ns.adobe.com/xmp/extension/\0", b"Exif\0")
_PACKET = b"<x:xmpmeta"


def segments(content: bytes) -> Iterator[memoryview]:
    """The metadata segments of a JPEG (ITU-T T.81, annex B), each with its marker and length. Nothing for other files."""
    if not content.startswith(_START):
        return
    offset = 2
    while offset + 4 <= len(content) and content[offset] == 0xFF:
        marker, length = struct.unpack_from(">xBH", content, offset)
        if marker == _LAST_BEFORE_PIXELS:
            return
        if marker in _METADATA:
            yield memoryview(content)[offset : offset + 2 + length]
        offset += 2 + length


def single_segments(content: bytes) -> Iterator[bytes]:
    """For each metadata segment of a JPEG a JPEG without pixels that holds it alone."""
    for segment in segments(content):
        yield _START + segment + _END


def stray_packets(content: bytes) -> Iterator[bytes]:
    """XMP packets of a JPEG behind a header that is not theirs; some websites overwrite its beginning."""
    for segment in segments(content):
        body = bytes(segment[4:])
        if not body.startswith(_HEADERS) and _PACKET in body:
            yield body[body.index(_PACKET) :]
