"""What the catalogue answers with, beside the domain's own types."""

import os
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from app.domain.closeness import Measurement
from app.domain.ids import ContentHash, ModelId, PassageId, PhotoId
from app.domain.photo import FileStamp, PhotoState, Skipped


class StoredKind(StrEnum):
    """What storing a file meant: `added` is new or has come back, `moved` keeps its id under another path."""

    ADDED = "added"
    CHANGED = "changed"
    MOVED = "moved"
    SAME = "same"


@dataclass(frozen=True, slots=True)
class StoredPhoto:
    """One file as it was stored."""

    photo_id: PhotoId
    path: str
    kind: StoredKind


@dataclass(frozen=True, slots=True)
class Stored:
    """The outcome of one transaction: photos in the order given, passages that need a vector, and passages no photo holds any more.

    `unused_hashes` are contents that no photo has any more that can be found: nothing shows their thumbnails.
    `exchanged` are pairs: a photo that moved to the path of another one, and that other one, which stands at the path that it left.
    """

    photos: tuple[StoredPhoto, ...] = ()
    new_passages: tuple[PassageId, ...] = ()
    removed_passages: tuple[PassageId, ...] = ()
    unused_hashes: tuple[ContentHash, ...] = ()
    exchanged: tuple[tuple[PhotoId, PhotoId], ...] = ()


@dataclass(frozen=True, slots=True)
class ForgottenFolder:
    """What forgetting a folder erased: photos, contents that no photo has that can be found, passages that no photo holds any more.

    `new_passages` need a vector: a photo that went over to another added folder has other folder names.
    """

    photos: int
    content_hashes: tuple[ContentHash, ...]
    removed_passages: tuple[PassageId, ...]
    new_passages: tuple[PassageId, ...] = ()


@dataclass(frozen=True, slots=True)
class KnownPhoto:
    """What a scan needs to know of a photo."""

    id: PhotoId
    stamp: FileStamp
    state: PhotoState


KnownRow = tuple[int, int, str, int | None, bytes, int]
"""Of a file as it is stored: size, time of change in nanoseconds, digest of sidecars, id of its photo (None of a video), path, state."""


@dataclass(frozen=True)
class KnownFiles:
    """All files below a folder that the library has met, whichever added folder they belong to.

    `rows` are of the photos that were there when they were last looked for, and of the videos; `marks` theirs by folder
    (`file_marks.mark_of`). `elsewhere` are the photos that were not there, and `skipped` what could not be read, by path.
    """

    marks: Mapping[str, AbstractSet[int]]
    rows: Sequence[KnownRow]
    elsewhere: Mapping[str, KnownPhoto]
    skipped: Mapping[str, Skipped]

    @cached_property
    def here(self) -> dict[str, KnownRow]:
        """The rows by path."""
        return {os.fsdecode(row[4]): row for row in self.rows}

    @property
    def photos(self) -> dict[str, KnownPhoto]:
        """Every photo by path."""
        here = {
            path: KnownPhoto(PhotoId(row[3]), FileStamp(*row[:3]), PhotoState.PRESENT)
            for path, row in self.here.items()
            if row[3] is not None
        }
        return {**here, **self.elsewhere}


@dataclass(frozen=True, slots=True)
class LibraryCounts:
    """Sizes of the library; `photos` can be found, `unavailable` is how many of them cannot be reached now."""

    photos: int
    passages: int
    vectors: int
    folders: int
    skipped: int
    unavailable: int
    videos: int


@dataclass(frozen=True, slots=True)
class StoredMeasurement:
    """A measurement of closeness and its place in the history; `applied` is true of the one whose thresholds count."""

    id: int
    measurement: Measurement
    applied: bool


@dataclass(frozen=True, slots=True)
class PendingLook:
    """A photo that `missing` models have not looked at with the content that it has now. `orientation` is EXIF's, where it is known."""

    photo_id: PhotoId
    path: str
    stamp: FileStamp
    content_hash: ContentHash
    missing: tuple[ModelId, ...]
    orientation: int | None = None
