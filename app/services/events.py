"""What happens while folders are indexed, as values for whoever watches."""

from dataclasses import dataclass
from enum import StrEnum

from app.domain.ids import PhotoId
from app.domain.photo import Skipped
from app.services.looked_parts import LookedPart, counted_text, least_far


class Phase(StrEnum):
    """Where the work is."""

    WAITING = "waiting"
    """Another program brings the library in step; this one begins when it is done."""
    SCANNING = "scanning"
    READING = "reading"
    UNDERSTANDING = "understanding"
    DONE = "done"


OTHER_INDEXES = "Another Candid is bringing this library in step; this one begins when it is done."
"""What a person reads in the phase of waiting."""


@dataclass(frozen=True, slots=True)
class IndexProgress:
    """Counts of files: `found` so far, of them `done` (indexed, unchanged or skipped); seconds left where that can be told."""

    phase: Phase
    found: int
    done: int
    skipped: int
    seconds_left: float | None = None


@dataclass(frozen=True, slots=True)
class PhotosStored:
    """Photos that can be seen and found from now on."""

    photo_ids: tuple[PhotoId, ...]


@dataclass(frozen=True, slots=True)
class IndexSummary:
    """The last event. `found` is the sum of `indexed`, `unchanged` and the number of `skipped`; `seconds` is wall time.

    `videos` are all of the folders, `new_videos` those among the indexed. `changed` is false where nothing in the library is different.
    """

    found: int
    indexed: int
    unchanged: int
    skipped: tuple[Skipped, ...]
    seconds: float
    moved: int = 0
    gone: int = 0
    unavailable: int = 0
    cancelled: bool = False
    meaning_missing: str | None = None
    videos: int = 0
    new_videos: int = 0
    changed: bool = True


IndexEvent = IndexProgress | PhotosStored | IndexSummary


@dataclass(frozen=True, slots=True)
class SeeProgress:
    """Counts of photos that this pass looks at: `found` so far, of them `done`; seconds left where that can be told.

    `parts` are how many of all `photos` were looked at for each purpose, in this pass or before: what a person is told.
    """

    done: int
    found: int
    seconds_left: float | None = None
    parts: tuple[LookedPart, ...] = ()
    photos: int = 0

    @property
    def counts(self) -> str:
        """How far it is, in words: `54 of 248`, or each purpose with its own count."""
        return counted_text(self.parts, self.photos) if self.parts else f"{self.done:,} of {self.found:,}"

    @property
    def least(self) -> tuple[int, int]:
        """Of how many photos how many were looked at for the purpose that is least far: what a bar shows."""
        return (least_far(self.parts), self.photos) if self.parts else (self.done, self.found)


@dataclass(frozen=True, slots=True)
class LooksStored:
    """Photos whose pictures were looked at; what they seem to show can be seen and found from now on."""

    photo_ids: tuple[PhotoId, ...]


@dataclass(frozen=True, slots=True)
class SeeSummary:
    """The last event of looking. `troubled` pictures could not be looked at, `looked` is how many could; `seconds` is wall time.

    `missing` says, in a sentence, what kept a model from looking; the others have looked all the same. `later`: another program looks,
    so that nothing was done; it ends by itself.
    """

    looked: int
    troubled: int
    seconds: float
    cancelled: bool = False
    missing: str | None = None
    later: bool = False


SeeEvent = SeeProgress | LooksStored | SeeSummary
