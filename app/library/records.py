"""What the catalogue answers with, beside the domain's own types."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from app.domain.closeness import Measurement
from app.domain.ids import ContentHash, PassageId, PhotoId
from app.domain.photo import FileStamp, PhotoState


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
    """

    photos: tuple[StoredPhoto, ...] = ()
    new_passages: tuple[PassageId, ...] = ()
    removed_passages: tuple[PassageId, ...] = ()
    unused_hashes: tuple[ContentHash, ...] = ()


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


@dataclass(frozen=True, slots=True)
class KnownFiles:
    """All files below a folder that the library has met, whichever added folder they belong to, by path."""

    photos: Mapping[str, KnownPhoto]
    skipped: Mapping[str, FileStamp | None]


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
