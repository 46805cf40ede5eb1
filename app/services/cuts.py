"""Whether one photo is another with a little cut off, or turned a little: told from their times and thumbnails."""

from functools import lru_cache

from app.domain.ids import ContentHash
from app.domain.moments import of_two_times
from app.domain.ports import ThumbnailStore
from app.library.alike_rows import AlikeRow
from app.photos.registration import Grey, grey, overlays

_READ = 256
"""Thumbnails that are kept as they were read: the same few are compared in a row."""


class Cuts:
    """Compares two photos, and remembers of each two contents what came of it."""

    def __init__(self, thumbnails: ThumbnailStore) -> None:
        self._thumbnails = thumbnails
        self._grey = lru_cache(_READ)(self._read)
        self._told: dict[frozenset[ContentHash], bool] = {}

    def are_one(self, one: AlikeRow, other: AlikeRow) -> bool:
        """Whether they are one picture. An editor keeps the time or drops it: photos of two times are two pictures, however alike."""
        if of_two_times(one.shot.taken, other.shot.taken):
            return False
        pair = frozenset((one.content, other.content))
        if pair not in self._told:
            try:
                self._told[pair] = overlays(self._grey(one.content), self._grey(other.content))
            except LookupError:
                return False
        return self._told[pair]

    def _read(self, content: ContentHash) -> Grey:
        """Raises LookupError for one without a thumbnail that can be read; it may be there the next time."""
        thumbnail = self._thumbnails.get(content)
        made = None if thumbnail is None else grey(thumbnail)
        if made is None:
            raise LookupError(content)
        return made
