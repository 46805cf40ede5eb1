"""A list of photos to show: all of them by date, or the result of a search, page by page however long it is."""

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field, replace
from typing import TypeVar

import numpy as np

from app.domain.ids import PhotoId
from app.domain.match import Evidence, MatchedPhoto, Reason
from app.domain.photo import Fact, Photo, PhotoFacts
from app.domain.ports import Ids
from app.domain.query import Chip
from app.domain.versions import Part

T = TypeVar("T")

NONE: Ids = np.empty(0, dtype=np.int64)
NO_PAIRS: Ids = np.empty((0, 2), dtype=np.int64)


@dataclass(frozen=True, slots=True)
class Listing:
    """What to show for a query (or for browsing, where `query` is empty), before any limit.

    Either `matches` (with bars, best first) or `listed` (no bars: browsing, filters, negations) holds the photos.
    Where nothing matches both are empty and `nearest` may hold photos that are near by meaning: never bars, never matches.
    `heading` says what is listed where no query found it: `Photos of the answer`.
    `notice` is one sentence that the person should see, if any. `more` says that photos which only meaning speaks for were left out.
    Where versions are shown as one, `behind` (m, 2) are photos that are not shown, each with the one that is shown in its place.
    `as_one` says that a card stands for all versions of its photo, whether they are listed or not.
    `like` is the photo to which those of `matches` are compared, where they answer no query.
    `guesses` counts those of `matches` that are there for their look alone, once they are `counted`, and `hidden` those that were left out.
    """

    query: str = ""
    understood: tuple[Chip, ...] = ()
    matches: tuple[MatchedPhoto, ...] = ()
    listed: Ids = field(default_factory=lambda: NONE)
    nearest: tuple[PhotoId, ...] = ()
    notice: str | None = None
    more: bool = False
    heading: str = ""
    behind: Ids = field(default_factory=lambda: NO_PAIRS)
    as_one: bool = False
    like: PhotoId | None = None
    hidden: int = 0
    guesses: int = 0

    def __len__(self) -> int:
        return len(self.matches) or len(self.listed)

    def photo_id(self, position: int) -> PhotoId:
        """The photo at a position of the list."""
        return self.matches[position].photo_id if self.matches else PhotoId(int(self.listed[position]))

    @property
    def ids(self) -> Ids:
        """The photos that are shown, in their order, (n,) int64."""
        if not self.matches:
            return self.listed
        return np.fromiter((match.photo_id for match in self.matches), np.int64, len(self.matches))

    @property
    def all_ids(self) -> Ids:
        """The same, and the versions for which they stand, (n + m,) int64."""
        return np.concatenate([self.ids, self.behind[:, 0]])

    def counted(self) -> "Listing":
        """The same with its guesses counted, which goes over all matches. What is like a photo is no guess at a query."""
        guesses = 0 if self.like is not None else sum(match.ranked.evidence is Evidence.CONTENT for match in self.matches)
        return replace(self, guesses=guesses)

    def without_guesses(self) -> "Listing":
        """The same without those; the others keep their percentages of the best of all."""
        guesses = self.counted().guesses
        if not guesses:
            return self
        kept = tuple(match for match in self.matches if match.ranked.evidence is not Evidence.CONTENT)
        shown = np.fromiter((match.photo_id for match in kept), np.int64, len(kept))
        behind = self.behind[np.isin(self.behind[:, 1], shown)]
        return replace(self, matches=kept, behind=behind, hidden=self.hidden + guesses, guesses=0)

    def stands_for(self, photo_id: PhotoId) -> PhotoId | None:
        """The photo that is shown in the place of this one, which is not."""
        found = self.behind[self.behind[:, 0] == photo_id]
        return PhotoId(int(found[0, 1])) if len(found) else None


@dataclass(frozen=True, slots=True)
class Version:
    """One file of those that are one picture. `photo` is None for the film of a Live Photo, and `part` as well."""

    path: str
    format: str
    part: Part | None = None
    photo: Photo | None = None

    @property
    def photo_id(self) -> PhotoId | None:
        """The id of the photo; None for a film."""
        return self.photo.id if self.photo else None

    @property
    def word(self) -> str:
        """What it is: `RAW`, `edited`, `from the camera`, `video`."""
        return self.part.value if self.part else "video"


@dataclass(frozen=True, slots=True)
class Card:
    """One photo of a listing, ready to be drawn. `match_percentage` is None where there is nothing to be relative to.

    `versions` are all files that are one picture with it, itself among them; empty for a photo by itself. `as_one`: it stands for them.
    """

    photo: Photo
    match_percentage: int | None
    evidence: Evidence
    reasons: tuple[Reason, ...]
    versions: tuple[Version, ...] = ()
    as_one: bool = False

    @property
    def marked(self) -> Photo:
        """The photo; where it stands for its versions, with the stars and the heart of one of them if it has none of its own."""
        others = [each for each in self.stills if each.photo is not None and each.photo.id != self.photo.id] if self.as_one else []
        facts = self.photo.facts
        rating = facts.rating if facts.rating and facts.rating.value else _first(others, lambda theirs: theirs.rating) or facts.rating
        heart = facts.favourite if facts.favourite and facts.favourite.value else _first(others, lambda theirs: theirs.favourite)
        if rating is facts.rating and (heart is None or heart is facts.favourite):
            return self.photo
        return replace(self.photo, facts=replace(facts, rating=rating, favourite=heart or facts.favourite))

    @property
    def stills(self) -> tuple[Version, ...]:
        """The versions that are photos."""
        return tuple(each for each in self.versions if each.photo is not None)

    def amended(self, photo_ids: Collection[PhotoId], how: Callable[[Photo], Photo]) -> "Card":
        """The card with these photos otherwise, its own or those of its versions; if it stands for them, one is meant with the others."""
        all_ids = {each.photo.id for each in self.stills if each.photo is not None}
        if self.as_one and not all_ids.isdisjoint(photo_ids):
            photo_ids = all_ids
        versions = (replace(each, photo=how(each.photo)) if each.photo and each.photo.id in photo_ids else each for each in self.versions)
        return replace(self, photo=how(self.photo) if self.photo.id in photo_ids else self.photo, versions=tuple(versions))

    @property
    def live(self) -> bool:
        """Whether it is a Live Photo: a film belongs to it."""
        return len(self.stills) < len(self.versions)


def _first(versions: Iterable[Version], mark: Callable[[PhotoFacts], Fact[T] | None]) -> Fact[T] | None:
    """The mark of the first version that has it, with the format of the file that says so."""
    for each in versions:
        fact = mark(each.photo.facts) if each.photo else None
        if fact is not None and fact.value:
            return Fact(fact.value, f"{fact.source} ({each.format})")
    return None
