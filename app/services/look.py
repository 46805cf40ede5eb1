"""Looking at photos: thumbnails and large pictures, always decoded in a worker process."""

from typing import Protocol

from app.domain.ids import PhotoId
from app.domain.photo import FoundFile, Photo, Picture, ReadPhoto, Skipped
from app.domain.ports import PhotoReader, PictureReader, ThumbnailStore
from app.services.cancel import CancelSwitch


class Readers(PhotoReader, PictureReader, Protocol):
    """Reads facts and thumbnails, and decodes pictures."""


class PhotoShelf(Protocol):
    """What looking asks of the catalogue."""

    def photo(self, photo_id: PhotoId) -> Photo | None:
        """The full record, or None if it is no more."""


class LookAtPhotos:
    """Hands out what a window draws."""

    def __init__(self, shelf: PhotoShelf, thumbnails: ThumbnailStore, readers: Readers) -> None:
        self._shelf = shelf
        self._thumbnails = thumbnails
        self._readers = readers

    def photo(self, photo_id: PhotoId) -> Photo | None:
        """The full record with every fact and its source."""
        return self._shelf.photo(photo_id)

    def thumbnail(self, photo: Photo) -> bytes | None:
        """An encoded JPEG, made again if the cache lost it; None where the file cannot be read now."""
        kept = self._thumbnails.get(photo.content_hash)
        if kept is not None:
            return kept
        for outcome in self._readers.read([FoundFile(photo.path, photo.stamp)], CancelSwitch()):
            if isinstance(outcome, ReadPhoto):
                self._thumbnails.put(outcome.content_hash, outcome.thumbnail)
                return outcome.thumbnail
        return None

    def picture(self, photo: Photo, longest_side: int) -> Picture | Skipped:
        """The upright picture, at most `longest_side` pixels long, or why it cannot be shown."""
        return self._readers.picture(FoundFile(photo.path, photo.stamp), longest_side)
