"""One file read once: hashes, format, size, facts and thumbnail. This is the function that runs in a worker; it raises nothing."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import BinaryIO, TypeVar

from PIL import Image

from app.domain.errors import PhotoUnreadable
from app.domain.photo import FileStamp, FoundFile, PhotoFacts, Picture, ReadPhoto, Skipped, Video
from app.photos import content_identifier, formats, pixels
from app.photos.face_regions import regions_of
from app.photos.fingerprint import perceptual_hash
from app.photos.identity import hash_of_bytes
from app.photos.metadata import facts_of, notes_of
from app.photos.opened_picture import open_picture
from app.photos.pixels import THUMBNAIL_SIDE
from app.photos.raw import read_raw
from app.photos.regular_files import is_regular, without_waiting
from app.photos.sidecars import read_sidecars
from app.photos.video import read_video

T = TypeVar("T")

LARGEST_FILE = 512_000_000
"""Bytes of a file that are read into memory. Photos are a hundred times smaller."""

_HEAD = 4_096
"""Bytes that tell a video from a picture, so that a film of gigabytes is not read as a whole."""


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


def read_pixels(found: FoundFile, orientation: int | None, longest_side: int) -> Image.Image | Skipped:
    """A picture as `read_picture` gives it, of a file of which it is known how it is to be turned: nothing else of it is read."""

    def pixels_of() -> Image.Image:
        content, _ = _content(found)
        return open_picture(content, found.path).decode(orientation, longest_side).image

    return _outcome(found, pixels_of)


def _video(found: FoundFile) -> Video | None:
    """The file as a video, if it is one."""
    with _opened(found.path) as file:
        return read_video(found, file) if formats.is_video(found.path, file.read(_HEAD) or b"") else None


def _photo(found: FoundFile) -> ReadPhoto:
    content, stamp = _content(found)
    picture = open_picture(content, found.path)
    raw, sidecars = picture.metadata(), read_sidecars(found.path, found.sidecars)
    facts = facts_of(raw, sidecars)
    orientation = _orientation(facts)
    width, height = picture.upright_size(orientation)
    decoded = picture.decode(orientation, THUMBNAIL_SIDE)
    return ReadPhoto(
        path=found.path,
        stamp=stamp,
        content_hash=hash_of_bytes(content),
        format=picture.format,
        width=width,
        height=height,
        facts=facts,
        thumbnail=pixels.thumbnail(decoded.image),
        notes=(*notes_of(raw, sidecars), *decoded.notes),
        perceptual_hash=perceptual_hash(decoded.image),
        content_identifier=content_identifier.of_exif(picture.exif),
        regions=regions_of(raw, sidecars, orientation, (width, height)),
    )


def _picture(found: FoundFile, longest_side: int) -> Picture:
    content, _ = _content(found)
    picture = open_picture(content, found.path)
    orientation = _orientation(facts_of(picture.metadata(), read_sidecars(found.path, found.sidecars)))
    full_width, full_height = picture.upright_size(orientation)
    small = picture.decode(orientation, longest_side).image
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
        # What the kernel shows as a file gives None where it has nothing to say now.
        return file.read() or b"", FileStamp(status.st_size, status.st_mtime_ns, found.stamp.sidecars)


@contextmanager
def _opened(path: str) -> Iterator[BinaryIO]:
    with open(path, "rb", opener=without_waiting) as file:
        if not is_regular(file):
            raise PhotoUnreadable("This is not a regular file.")
        yield file


def _orientation(facts: PhotoFacts) -> int | None:
    return facts.orientation.value if facts.orientation else None


def _unopened(error: OSError) -> str:
    problem = (error.strerror or "unknown error").lower()
    return f"The file cannot be opened ({problem}); check that it is there and may be read."
