"""What the library says of itself and of what it did."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from app.domain.ids import ContentHash, PassageId, PhotoId
from app.domain.photo import FileStamp, PhotoState, Skipped


@dataclass(frozen=True, slots=True)
class ForgottenFolder:
    """What forgetting a folder erased: rows of `photos`, and what nobody else uses any more."""

    photos: int
    content_hashes: tuple[ContentHash, ...]
    passage_ids: tuple[PassageId, ...]


@dataclass(frozen=True, slots=True)
class LibraryCounts:
    """Numbers for `status`."""

    photos: int
    passages: int
    vectors: int
    folders: int
    skipped: int
    unavailable: int


class StoredKind(StrEnum):
    """What storing a read file did."""

    ADDED = "added"
    CHANGED = "changed"
    MOVED = "moved"
    SAME = "same"


@dataclass(frozen=True, slots=True)
class StoredPhoto:
    """A photo that was written, and how."""

    photo_id: PhotoId
    path: str
    kind: StoredKind


@dataclass(frozen=True, slots=True)
class Stored:
    """The outcome of one batch: its photos, and the passages that no photo uses any more."""

    photos: tuple[StoredPhoto, ...]
    orphans: tuple[PassageId, ...]


@dataclass(frozen=True, slots=True)
class KnownPhoto:
    """What a rescan needs to know of a photo."""

    id: PhotoId
    stamp: FileStamp
    state: PhotoState


@dataclass(frozen=True, slots=True)
class KnownFiles:
    """Photos and skipped files of the library by path."""

    photos: Mapping[str, KnownPhoto]
    skipped: Mapping[str, Skipped]
