"""One file, read as indexing would read it, with what a library says of it beside what it says itself."""

import os
from dataclasses import dataclass, replace

from app.domain.errors import PhotoUnreadable
from app.domain.photo import FileStamp, FoundFile, ReadPhoto, Skipped, Video
from app.domain.ports import PhotoReader, PlaceNamer
from app.domain.words import shown
from app.photos.beside import beside_file
from app.services.cancel import CancelSwitch
from app.services.look import LookAtPhotos
from app.services.naming import with_place
from app.services.seen import Seen


@dataclass(frozen=True, slots=True)
class InspectedFile:
    """A file as it is now. `in_library`: a library has it so, whose facts these are, with one's own words; `seen` is what it guesses."""

    photo: ReadPhoto
    in_library: bool = False
    seen: Seen | None = None


def inspect_file(path: str, reader: PhotoReader, places: PlaceNamer) -> ReadPhoto:
    """Every fact about a file. Raises `PhotoUnreadable` with the reason that indexing would give."""
    try:
        status = os.stat(path)
    except OSError as error:
        raise PhotoUnreadable(f"Cannot read {shown(path)}: {error.strerror}.") from error
    whole = os.path.abspath(path)
    beside = beside_file(whole)
    found = FoundFile(whole, FileStamp(status.st_size, status.st_mtime_ns, beside.digest), beside.paths)
    for outcome in reader.read([found], CancelSwitch()):
        if isinstance(outcome, Skipped):
            raise PhotoUnreadable(f"Cannot read {shown(path)}: {outcome.reason}")
        if isinstance(outcome, Video):
            raise PhotoUnreadable(f"{shown(path)} is a video; Candid shows the facts of photos.")
        return with_place(outcome, places)
    raise PhotoUnreadable(f"Cannot read {shown(path)}: no answer.")


def with_library(photo: ReadPhoto, look: LookAtPhotos) -> InspectedFile:
    """The same with what a library says of it, where it has the file as it is now. Raises `LibraryUnavailable`."""
    known = look.at(photo.path)
    if known is None or known.content_hash != photo.content_hash:
        return InspectedFile(photo)
    return InspectedFile(replace(photo, facts=known.facts), in_library=True, seen=look.seen([known.id]).get(known.id))
