"""Makes the files of these tests byte by byte, so that a test says exactly what stands in a file: JPEG, EXIF, IPTC, XMP."""

import io
import struct
from collections.abc import Mapping, Sequence
from pathlib import Path

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
