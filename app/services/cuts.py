"""Whether one photo is another with a little cut off, or turned a little: told from their times and thumbnails."""

from functools import lru_cache

from app.domain.ids import ContentHash
from app.domain.moments import Moment, on_one_clock
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
        if _of_two_times(one.shot.taken, other.shot.taken):
            return False
        pair = frozenset((one.content, other.content))
        if pair not in self._told:
            greys = self._grey(one.content), self._grey(other.content)
            self._told[pair] = greys[0] is not None and greys[1] is not None and overlays(greys[0], greys[1])
        return self._told[pair]

    def _read(self, content: ContentHash) -> Grey | None:
        thumbnail = self._thumbnails.get(content)
        return None if thumbnail is None else grey(thumbnail)


def _of_two_times(one: Moment | None, other: Moment | None) -> bool:
    if one is None or other is None:
        return False
    first, second = on_one_clock(one, other)
    return not first.may_be(second)
