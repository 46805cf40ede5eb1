"""Looking at photos: thumbnails and large pictures, always decoded in a worker process."""

from collections.abc import Collection, Iterable

from app.domain.ids import PhotoId
from app.domain.photo import FoundFile, Photo, Picture, ReadPhoto, Skipped
from app.domain.ports import PhotoReader, PictureReader, ThumbnailStore
from app.library.catalogue import Catalogue
from app.photos.beside import beside_file
from app.services.cancel import CancelSwitch
from app.services.seen import LooksOf, Seen, seen_photos


class LookAtPhotos:
    """Hands out what a window draws."""

    def __init__(
        self,
        catalogue: Catalogue,
        thumbnails: ThumbnailStore,
        reader: PhotoReader,
        pictures: PictureReader,
        looks_of: LooksOf = lambda _: {},
    ) -> None:
        self._catalogue = catalogue
        self._thumbnails = thumbnails
        self._reader = reader
        self._pictures = pictures
        self._looks_of = looks_of

    def photo(self, photo_id: PhotoId) -> Photo | None:
        """The full record with every fact and its source."""
        return self._catalogue.photo(photo_id)

    def at(self, path: str) -> Photo | None:
        """The full record of the photo at a path. Raises `LibraryUnavailable`."""
        return self._catalogue.by_path(path)

    def photos(self, photo_ids: Iterable[PhotoId]) -> dict[PhotoId, Photo]:
        """The full records in the order asked, without ids that do not exist. Raises `LibraryUnavailable`."""
        return self._catalogue.photos(photo_ids)

    def seen(self, photo_ids: Collection[PhotoId]) -> dict[PhotoId, Seen]:
        """What these pictures seem to show, without those that were not looked at yet. Raises `LibraryUnavailable`."""
        return seen_photos(self._catalogue, self._looks_of, photo_ids)

    def thumbnail(self, photo: Photo) -> bytes | None:
        """An encoded JPEG, made again if the cache lost it; None where the file cannot be read now."""
        kept = self._thumbnails.get(photo.content_hash)
        if kept is not None:
            return kept
        for outcome in self._reader.read([_found(photo)], CancelSwitch()):
            if isinstance(outcome, ReadPhoto):
                self._thumbnails.put(outcome.content_hash, outcome.thumbnail)
                return outcome.thumbnail
        return None

    def picture(self, photo: Photo, longest_side: int) -> Picture | Skipped:
        """The upright picture, at most `longest_side` pixels long, or why it cannot be shown."""
        return self._pictures.picture(_found(photo), longest_side)


def _found(photo: Photo) -> FoundFile:
    """The photo's file with what tells of it, which may turn it. Most photos had nothing beside them when they were read."""
    return FoundFile(photo.path, photo.stamp, beside_file(photo.path).paths if photo.stamp.sidecars else ())
