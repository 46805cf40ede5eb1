"""Makes the files of these tests byte by byte, so that a test says exactly what stands in a file: JPEG, EXIF, IPTC, XMP."""

import io
import struct
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
from PIL import Image

from app.domain.photo import FileStamp, FoundFile, PhotoFacts, ReadPhoto, Skipped, Video
from app.photos.metadata import facts_of
from app.photos.raw import RawMetadata, read_raw, silence_exiv2
from app.photos.reading import read_photo

silence_exiv2()

Entry = tuple[int, int, bytes]
"""EXIF type, count, value."""
Directory = Mapping[int, Entry]

IMAGE, PHOTO, GPS = "Image", "Photo", "GPS"
_POINTERS = {PHOTO: 0x8769, GPS: 0x8825}

NAMESPACES = {
    "acdsee": "http://ns.acdsee.com/iptc/1.0/",
    "aux": "http://ns.adobe.com/exif/1.0/aux/",
    "dc": "http://purl.org/dc/elements/1.1/",
    "digiKam": "http://www.digikam.org/ns/1.0/",
    "exif": "http://ns.adobe.com/exif/1.0/",
    "exifEX": "http://cipa.jp/exif/1.0/",
    "Iptc4xmpCore": "http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/",
    "Iptc4xmpExt": "http://iptc.org/std/Iptc4xmpExt/2008-02-29/",
    "lr": "http://ns.adobe.com/lightroom/1.0/",
    "MicrosoftPhoto": "http://ns.microsoft.com/photo/1.0/",
    "MP": "http://ns.microsoft.com/photo/1.2/",
    "MPRI": "http://ns.microsoft.com/photo/1.2/t/RegionInfo#",
    "MPReg": "http://ns.microsoft.com/photo/1.2/t/Region#",
    "mediapro": "http://ns.iview-multimedia.com/mediapro/1.0/",
    "mwg-rs": "http://www.metadataworkinggroup.com/schemas/regions/",
    "photoshop": "http://ns.adobe.com/photoshop/1.0/",
    "tiff": "http://ns.adobe.com/tiff/1.0/",
    "xmp": "http://ns.adobe.com/xap/1.0/",
    "xmpNote": "http://ns.adobe.com/xmp/note/",
}


def ascii_text(text: bytes) -> Entry:
    """A NUL-terminated text."""
    return 2, len(text) + 1, text + b"\0"


def raw_bytes(content: bytes) -> Entry:
    """An array of bytes (type BYTE)."""
    return 1, len(content), content


def undefined(content: bytes) -> Entry:
    """Bytes of type UNDEFINED."""
    return 7, len(content), content


def short(number: int) -> Entry:
    """A 16-bit number."""
    return 3, 1, struct.pack("<H", number)


def long(number: int) -> Entry:
    """A 32-bit number."""
    return 4, 1, struct.pack("<I", number)


def rational(*parts: tuple[int, int]) -> Entry:
    """Fractions of 32-bit numbers."""
    return 5, len(parts), b"".join(struct.pack("<II", *part) for part in parts)


def exif_block(directories: Mapping[str, Directory]) -> bytes:
    """A little-endian TIFF structure with the directories Image, Photo and GPS."""
    image = dict(directories.get(IMAGE, {}))
    others = [name for name in (PHOTO, GPS) if name in directories]
    for name in others:
        image[_POINTERS[name]] = (4, 1, b"\0\0\0\0")
    offset = 8 + _size(image)
    for name in others:
        image[_POINTERS[name]] = (4, 1, struct.pack("<I", offset))
        offset += _size(directories[name])
    block, start = b"II*\0" + struct.pack("<I", 8), 8
    for directory in (image, *(directories[name] for name in others)):
        block += _directory(directory, start)
        start += _size(directory)
    return block


def iptc_block(records: Sequence[tuple[int, int, bytes]]) -> bytes:
    """A Photoshop resource with IPTC data sets (record, number, value)."""
    data = b"".join(struct.pack(">BBBH", 0x1C, record, number, len(value)) + value for record, number, value in records)
    return b"Photoshop 3.0\0" + b"8BIM\x04\x04\0\0" + struct.pack(">I", len(data)) + data + b"\0" * (len(data) % 2)


def xmp_packet(body: str) -> bytes:
    """An XMP packet with this content of one rdf:Description."""
    declared = " ".join(f'xmlns:{prefix}="{uri}"' for prefix, uri in NAMESPACES.items())
    return (
        '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'
        f'<rdf:Description rdf:about="" {declared}>{body}</rdf:Description></rdf:RDF></x:xmpmeta>'
    ).encode()


def bag(name: str, *items: str, kind: str = "Bag") -> str:
    """A list property."""
    return f"<{name}><rdf:{kind}>{''.join(f'<rdf:li>{item}</rdf:li>' for item in items)}</rdf:{kind}></{name}>"


def alternatives(name: str, **texts: str) -> str:
    """A property in several languages; `default` is x-default."""
    items = "".join(f'<rdf:li xml:lang="{"x-default" if lang == "default" else lang}">{text}</rdf:li>' for lang, text in texts.items())
    return f"<{name}><rdf:Alt>{items}</rdf:Alt></{name}>"


def jpeg(
    exif: Mapping[str, Directory] | None = None,
    iptc: Sequence[tuple[int, int, bytes]] = (),
    xmp: bytes | str = b"",
    image: Image.Image | None = None,
) -> bytes:
    """A JPEG with these blocks."""
    encoded = io.BytesIO()
    (image or Image.new("RGB", (16, 12), "teal")).save(encoded, "JPEG")
    packet = xmp_packet(xmp) if isinstance(xmp, str) else xmp
    blocks = b""
    if exif:
        blocks += _segment(0xE1, b"Exif\0\0" + exif_block(exif))
    if packet:
        blocks += _segment(0xE1, b"http://ns.adobe.com/xap/1.0/\0" + packet)
    if iptc:
        blocks += _segment(0xED, iptc_block(iptc))
    return b"\xff\xd8" + blocks + encoded.getvalue()[2:]


def extension_part(guid: str, full_length: int, offset: int, content: bytes) -> bytes:
    """A segment of extended XMP."""
    return _segment(0xE1, b"http://ns.adobe.com/xmp/extension/\0" + guid.encode() + struct.pack(">II", full_length, offset) + content)


def raw_of(content: bytes) -> RawMetadata:
    """The metadata blocks of a file in memory."""
    return read_raw(content)


def facts(exif: Mapping[str, Directory] | None = None, iptc: Sequence[tuple[int, int, bytes]] = (), xmp: bytes | str = b"") -> PhotoFacts:
    """The facts of a JPEG with these blocks."""
    return facts_of(raw_of(jpeg(exif, iptc, xmp)))


def found(path: Path) -> FoundFile:
    """A file as the walk finds it."""
    status = path.stat()
    return FoundFile(str(path), FileStamp(status.st_size, status.st_mtime_ns))


def written(folder: Path, content: bytes, name: str = "a.jpg") -> Path:
    """A file with this content."""
    path = folder / name
    path.write_bytes(content)
    return path


def read(folder: Path, content: bytes, name: str = "a.jpg") -> ReadPhoto | Video | Skipped:
    """What the worker's function makes of this content."""
    return read_photo(found(written(folder, content, name)))


def read_as_photo(folder: Path, content: bytes, name: str = "a.jpg") -> ReadPhoto:
    """The same where it must be a photo."""
    outcome = read(folder, content, name)
    assert isinstance(outcome, ReadPhoto), outcome
    return outcome


def read_as_skipped(folder: Path, content: bytes, name: str = "a.jpg") -> Skipped:
    """The same where it must be skipped."""
    outcome = read(folder, content, name)
    assert isinstance(outcome, Skipped), outcome
    return outcome


def encoded(image: Image.Image, file_format: str, **options: object) -> bytes:
    """An image as a file of a format."""
    stream = io.BytesIO()
    image.save(stream, file_format, **options)
    return stream.getvalue()


def dng(sensor: Image.Image, preview: Image.Image | None = None, orientation: int = 1, exif: Directory | None = None) -> bytes:
    """A DNG whose sensor saw this picture, each pixel through one of four filters, with a JPEG of the preview before it.

    `exif` are more entries of its first directory.
    """
    encoded_preview = encoded(preview, "JPEG") if preview else b""
    values = _sensor_values(sensor)
    first: dict[int, Entry] = {**_of_camera(orientation), **(exif or {})}
    second = _of_sensor(sensor.size)
    if preview:
        first |= {254: long(1), 256: long(preview.width), 257: long(preview.height), 258: (3, 3, struct.pack("<3H", 8, 8, 8))}
        first |= {
            259: short(7),
            262: short(6),
            273: long(0),
            277: short(3),
            278: long(preview.height),
            279: long(len(encoded_preview)),
            330: long(0),
        }
    else:
        first |= second
    at_second = 8 + _size(first)
    at_preview = at_second + (_size(second) if preview else 0)
    at_values = at_preview + len(encoded_preview)
    if preview:
        first |= {273: long(at_preview), 330: long(at_second)}
        second |= {273: long(at_values)}
        return b"II*\0\x08\0\0\0" + _directory(first, 8) + _directory(second, at_second) + encoded_preview + values
    return b"II*\0\x08\0\0\0" + _directory(first | {273: long(at_values)}, 8) + values


def _of_camera(orientation: int) -> dict[int, Entry]:
    from_xyz = (
        32_405,
        -15_371,
        -4_985,
        -9_693,
        18_760,
        416,
        556,
        -2_040,
        10_572,
    )  # sRGB's own matrix: its colours come out as they went in.
    return {
        271: ascii_text(b"Candid"),
        272: ascii_text(b"Tests"),
        274: short(orientation),
        50_706: raw_bytes(bytes((1, 4, 0, 0))),
        50_708: ascii_text(b"Candid Tests"),
        50_721: (10, 9, b"".join(struct.pack("<ii", value, 10_000) for value in from_xyz)),
        50_728: rational((1, 1), (1, 1), (1, 1)),
        50_778: short(21),
    }


def _of_sensor(size: tuple[int, int]) -> dict[int, Entry]:
    width, height = size
    return {
        254: long(0), 256: long(width), 257: long(height), 258: short(16), 259: short(1), 262: short(32_803), 273: long(0), 277: short(1),
        278: long(height), 279: long(2 * width * height), 33_421: (3, 2, struct.pack("<2H", 2, 2)), 33_422: raw_bytes(bytes((0, 1, 1, 2))),
    }  # fmt: skip


def _sensor_values(image: Image.Image) -> bytes:
    """Light by colour filters red, green, green, blue."""
    light = (np.asarray(image.convert("RGB")) / 255) ** 2.2 * 65_535
    seen = light[:, :, 1].copy()
    seen[::2, ::2], seen[1::2, 1::2] = light[::2, ::2, 0], light[1::2, 1::2, 2]
    return bytes(seen.astype("<u2").tobytes())


def _size(directory: Directory) -> int:
    return 2 + 12 * len(directory) + 4 + sum(len(value) + len(value) % 2 for _, _, value in directory.values() if len(value) > 4)


def _directory(directory: Directory, start: int) -> bytes:
    entries, values = b"", b""
    values_start = start + 2 + 12 * len(directory) + 4
    for tag, (kind, count, value) in sorted(directory.items()):
        inline = value.ljust(4, b"\0")
        if len(value) > 4:
            inline = struct.pack("<I", values_start + len(values))
            values += value + b"\0" * (len(value) % 2)
        entries += struct.pack("<HHI", tag, kind, count) + inline
    return struct.pack("<H", len(directory)) + entries + b"\0\0\0\0" + values


def _segment(marker: int, content: bytes) -> bytes:
    return struct.pack(">BBH", 0xFF, marker, len(content) + 2) + content
