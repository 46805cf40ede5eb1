"""One file read once: hashes, format, size, facts and thumbnail. This is the function that runs in a worker; it raises nothing."""

import os
import stat
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import BinaryIO, TypeVar

from PIL import Image

from app.domain.errors import PhotoUnreadable
from app.domain.photo import FileStamp, FoundFile, PhotoFacts, Picture, ReadPhoto, Skipped, Video
from app.photos import content_identifier, formats, pixels
from app.photos.fingerprint import perceptual_hash
from app.photos.identity import hash_of_bytes
from app.photos.metadata import facts_of, notes_of
from app.photos.pixels import THUMBNAIL_SIDE
from app.photos.raw import RawMetadata, read_raw
from app.photos.video import read_video

T = TypeVar("T")

LARGEST_FILE = 512_000_000
"""Bytes of a file that are read into memory. Photos are a hundred times smaller."""

_HEAD = 4_096
"""Bytes that tell a video from a picture, so that a film of gigabytes is not read as a whole."""
_GIF_XMP = b"\x21\xff\x0bXMP DataXMP"
_PNG_TEXTS = ("Title", "Description", "Creation Time")


def warm_up() -> None:
    """Load what decoders load at their first picture, so that no file pays for it with its own time."""
    picture = Image.new("RGB", (8, 8))
    perceptual_hash(picture)
    encoded = pixels.thumbnail(picture)
    read_raw(encoded)
    pixels.decode(pixels.opened(encoded), encoded, 1, THUMBNAIL_SIDE)


def read_photo(found: FoundFile) -> ReadPhoto | Video | Skipped:
    """Everything about one file, or why it is neither photo nor video."""
    return _outcome(found, lambda: _video(found) or _photo(found))


def read_picture(found: FoundFile, longest_side: int) -> Picture | Skipped:
    """A picture for a large view: upright, 8-bit sRGB, no side longer than `longest_side`, never enlarged."""
    return _outcome(found, lambda: _picture(found, longest_side))


def _video(found: FoundFile) -> Video | None:
    """The file as a video, if it is one."""
    with _opened(found.path) as file:
        return read_video(found, file) if formats.is_video(found.path, file.read(_HEAD)) else None


def _photo(found: FoundFile) -> ReadPhoto:
    content, stamp = _content(found)
    image = pixels.opened(content)
    raw = _metadata(content, image)
    facts = facts_of(raw)
    orientation = _orientation(facts)
    width, height = pixels.upright_size(image, orientation)
    decoded = pixels.decode(image, content, orientation, THUMBNAIL_SIDE)
    return ReadPhoto(
        path=found.path,
        stamp=stamp,
        content_hash=hash_of_bytes(content),
        format=image.format or "",
        width=width,
        height=height,
        facts=facts,
        thumbnail=pixels.thumbnail(decoded.image),
        notes=(*notes_of(raw), *decoded.notes),
        perceptual_hash=perceptual_hash(decoded.image),
        content_identifier=content_identifier.of_photo(image),
    )


def _picture(found: FoundFile, longest_side: int) -> Picture:
    content, _ = _content(found)
    image = pixels.opened(content)
    orientation = _orientation(facts_of(_metadata(content, image)))
    full_width, full_height = pixels.upright_size(image, orientation)
    small = pixels.decode(image, content, orientation, longest_side).image
    return Picture(*small.size, small.tobytes(), full_width, full_height)


def _outcome(found: FoundFile, read: Callable[[], T]) -> T | Skipped:
    try:
        return read()
    except PhotoUnreadable as error:
        return Skipped(found.path, str(error), found.stamp)
    except OSError as error:
        return Skipped(found.path, _unopened(error))  # The disk or the permissions may be better at the next scan.


def _content(found: FoundFile) -> tuple[bytes, FileStamp]:
    """A file's bytes and the stamp of exactly these bytes. Raises OSError and `PhotoUnreadable`."""
    with _opened(found.path) as file:
        status = os.fstat(file.fileno())
        if status.st_size > LARGEST_FILE:
            raise PhotoUnreadable(f"The file has {status.st_size / 1e6:,.0f} MB; the limit is {LARGEST_FILE / 1e6:,.0f} MB.")
        return file.read(), FileStamp(status.st_size, status.st_mtime_ns, found.stamp.sidecars)


@contextmanager
def _opened(path: str) -> Iterator[BinaryIO]:
    with open(path, "rb", opener=_without_waiting) as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise PhotoUnreadable("This is not a regular file.")
        yield file


def _without_waiting(path: str, flags: int) -> int:
    """Opening a named pipe would wait for somebody to write into it."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def _metadata(content: bytes, image: Image.Image) -> RawMetadata:
    return read_raw(content, _packet(content, image), _comments(image))


def _packet(content: bytes, image: Image.Image) -> bytes:
    """The XMP that Pillow finds, or that of a GIF, where nobody looks for it: up to its magic trailer (XMP part 3, 1.1.2)."""
    if image.format == "GIF":
        return content.partition(_GIF_XMP)[2].partition(b"\x01\xff\xfe\xfd")[0]
    packet = image.info.get("xmp", b"")
    return packet if isinstance(packet, bytes) else b""


def _comments(image: Image.Image) -> Mapping[str, bytes]:
    return {f"PNG {name}": str(image.info[name]).encode() for name in _PNG_TEXTS if image.format == "PNG" and name in image.info}


def _orientation(facts: PhotoFacts) -> int:
    return facts.orientation.value if facts.orientation else 1


def _unopened(error: OSError) -> str:
    problem = (error.strerror or "unknown error").lower()
    return f"The file cannot be opened ({problem}); check that it is there and may be read."
