"""One file, read as indexing would read it, without a library."""

import os

from app.domain.errors import PhotoUnreadable
from app.domain.photo import FileStamp, FoundFile, ReadPhoto, Skipped, Video
from app.domain.ports import PhotoReader, PlaceNamer
from app.domain.words import shown
from app.photos.beside import beside_file
from app.services.cancel import CancelSwitch
from app.services.naming import with_place


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
