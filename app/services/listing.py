"""A list of photos to show: all of them by date, or the result of a search, page by page however long it is."""

from dataclasses import dataclass, field

import numpy as np

from app.domain.ids import PhotoId
from app.domain.match import Evidence, MatchedPhoto, Reason
from app.domain.photo import Photo
from app.domain.ports import Ids
from app.domain.query import Chip


@dataclass(frozen=True, slots=True)
class Listing:
    """What to show for a query (or for browsing, where `query` is empty), before any limit.

    Either `matches` (with bars, best first) or `listed` (no bars: browsing, filters, negations) holds the photos.
    Where nothing matches both are empty and `nearest` may hold photos that are near by meaning: never bars, never matches.
    `heading` says what is listed where no query found it: `Photos of the answer`.
    `notice` is one sentence that the person should see, if any. `more` says that photos which only meaning speaks for were left out.
    """

    query: str = ""
    understood: tuple[Chip, ...] = ()
    matches: tuple[MatchedPhoto, ...] = ()
    listed: Ids = field(default_factory=lambda: np.empty(0, dtype=np.int64))
    nearest: tuple[PhotoId, ...] = ()
    notice: str | None = None
    more: bool = False
    heading: str = ""

    def __len__(self) -> int:
        return len(self.matches) or len(self.listed)

    def photo_id(self, position: int) -> PhotoId:
        """The photo at a position of the list."""
        return self.matches[position].photo_id if self.matches else PhotoId(int(self.listed[position]))


@dataclass(frozen=True, slots=True)
class Card:
    """One photo of a listing, ready to be drawn. `match_percentage` is None where there is nothing to be relative to."""

    photo: Photo
    match_percentage: int | None
    evidence: Evidence
    reasons: tuple[Reason, ...]
