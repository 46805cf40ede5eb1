"""Films and Apple's notes, byte by byte."""

import struct
from pathlib import Path

from PIL import Image

IDENTIFIER = "1B2C3D4E-5F60-7182-93A4-B5C6D7E8F901"


def box(kind: bytes, *content: bytes) -> bytes:
    """A box of ISO base media."""
    inside = b"".join(content)
    return struct.pack(">I", 8 + len(inside)) + kind + inside


def metadata(texts: dict[str, str], *, full: bool = False) -> bytes:
    """Apple's box of keys and values; `full` as MP4 has it."""
    keys = b"".join(struct.pack(">I4s", 8 + len(key), b"mdta") + key.encode() for key in texts)
    values = [
        box(struct.pack(">I", number), box(b"data", struct.pack(">II", 1, 0), text.encode()))
        for number, text in enumerate(texts.values(), 1)
    ]
    table = box(b"keys", struct.pack(">II", 0, len(texts)), keys)
    return box(b"meta", bytes(4) if full else b"", box(b"hdlr", bytes(8), b"mdta", bytes(13)), table, box(b"ilst", *values))


def film(
    identifier: str | None = IDENTIFIER,
    created: str | None = "2018-09-03T10:20:30+0200",
    made: int = 3_600_000_000,
    *,
    full: bool = False,
    user_data: bool = False,
) -> bytes:
    """A film without pictures, its index behind them as cameras write it; `user_data` is where ffmpeg writes what it is told."""
    texts = {
        "com.apple.quicktime.make": "Apple",
        "com.apple.quicktime.content.identifier": identifier,
        "com.apple.quicktime.creationdate": created,
    }
    header = box(b"mvhd", struct.pack(">IIIII", 0, made, made, 600, 600), bytes(80))
    said = metadata({key: text for key, text in texts.items() if text}, full=full)
    if user_data:
        said = box(b"udta", box(b"\xa9swr", b"\0\4\x55\xc4Lavf"), said, bytes(4))
    return box(b"ftyp", b"qt  ", bytes(4), b"qt  ") + box(b"wide") + box(b"mdat", bytes(5_000)) + box(b"moov", header, box(b"trak"), said)


def apple_note(identifier: str = IDENTIFIER, *, order: str = ">") -> bytes:
    """A maker's note as iPhones write it, with an entry before the identifier."""
    text = identifier.encode() + b"\x00"
    entries = struct.pack(f"{order}HHII", 0x0001, 9, 1, 14) + struct.pack(f"{order}HHII", 0x0011, 2, len(text), 14 + 2 + 24 + 4)
    mark = b"MM" if order == ">" else b"II"
    return b"Apple iOS\x00\x00\x01" + mark + struct.pack(f"{order}H", 2) + entries + bytes(4) + text


def exif_with(note: bytes, taken: str = "") -> bytes:
    """A block of EXIF with a maker's note."""
    exif = Image.Exif()
    inner = exif.get_ifd(0x8769)
    inner[0x927C] = note
    if taken:
        inner[0x9003] = taken
    return exif.tobytes()


def live_still(path: Path, identifier: str = IDENTIFIER, taken: str = "2018:08:02 09:00:00", color: str = "teal") -> Path:
    """A JPEG that says it is the still of a Live Photo."""
    Image.new("RGB", (64, 48), color).save(path, exif=exif_with(apple_note(identifier), taken))
    return path
