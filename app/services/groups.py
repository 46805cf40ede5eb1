"""Photos of the whole library that are alike: identical files, near copies of one picture, and bursts; with what to keep of each group."""

from collections import defaultdict
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from app.domain.best import Alike, Candidate, Suggestion, suggestion
from app.domain.bursts import bursts
from app.domain.ids import ContentHash, PhotoId
from app.domain.likeness import ROWS_TOLD, as_rows, near_copies
from app.domain.match import Evidence
from app.domain.photo import PhotoState
from app.domain.ports import CancelToken, ThumbnailStore
from app.library.alike_rows import AlikeRow, alike_rows
from app.library.looks import Looks
from app.services.cuts import Cuts
from app.services.listing import Card
from app.services.pace import Pace
from app.services.stacks import StackPhotos

Members = tuple[PhotoId, ...]


@dataclass(frozen=True, slots=True)
class Looking:
    """What is being looked for now, and for how many of how many photos that is done; 0 of 0 where it takes no time."""

    kind: Alike
    done: int = 0
    total: int = 0
    seconds_left: float | None = None


@dataclass(frozen=True, slots=True)
class FoundGroups:
    """All groups of each kind, those with the latest photo first; a burst is in true order. `roots` are the folders that were added.

    `contents` are those by which the photos of the groups were found to be alike.
    """

    groups: Mapping[Alike, tuple[Members, ...]]
    contents: Mapping[PhotoId, ContentHash]
    roots: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class AlikeGroup:
    """One group with all that is shown of it. `cards` stand for their versions, save among identical files, which are single files."""

    kind: Alike
    cards: tuple[Card, ...]
    suggested: Suggestion

    @property
    def ids(self) -> Members:
        """Its photos in their order."""
        return tuple(each.photo.id for each in self.cards)


class FindGroups:
    """Finds groups of photos that are alike. Raises `LibraryUnavailable`."""

    def __init__(self, looks: Looks, thumbnails: ThumbnailStore) -> None:
        self._catalogue = looks.catalogue
        self._cuts = Cuts(thumbnails)
        self._looks = looks
        self._stacks = StackPhotos(looks.catalogue)

    def run(self, token: CancelToken) -> Iterator[Looking | FoundGroups]:
        """Look through the whole library, ending with one `FoundGroups`. Raises `Cancelled`."""
        with self._catalogue.one_view() as connection:
            rows = alike_rows(connection)
        order = {row.id: place for place, row in enumerate(rows)}
        yield Looking(Alike.IDENTICAL)
        found = {Alike.IDENTICAL: _identical(rows)}
        token.check()
        yield Looking(Alike.BURST)
        singles = _one_each(rows)
        found[Alike.BURST] = [tuple(each) for each in bursts(row.shot for row in singles)]
        token.check()
        found[Alike.COPIES] = yield from self._copies(singles, found[Alike.BURST], token)
        roots = tuple(each.path for each in self._catalogue.folders())
        alike = {photo_id for groups in found.values() for group in groups for photo_id in group}
        contents = {row.id: row.content for row in rows if row.id in alike}
        yield FoundGroups({kind: _latest_first(found[kind], order) for kind in Alike}, contents, roots)

    def _copies(
        self, rows: Sequence[AlikeRow], known_bursts: Iterable[Members], token: CancelToken
    ) -> Generator[Looking, None, list[Members]]:
        """Groups of near copies, without those in which all are pictures of one burst: these are different pictures."""
        hashed = [row for row in rows if row.likeness is not None]
        burst_of = {photo_id: number for number, burst in enumerate(known_bursts) for photo_id in burst}
        found, pace = [], Pace()
        hashes = as_rows([row.likeness or "" for row in hashed])
        for done, group in near_copies(hashes, lambda one, other: self._cuts.are_one(hashed[one], hashed[other])):
            token.check()
            if not group:
                pace.came()
                yield Looking(Alike.COPIES, done, len(hashed), pace.seconds_left((len(hashed) - done) // ROWS_TOLD))
            ids = tuple(hashed[each].id for each in group)
            if len({burst_of.get(each, -each) for each in ids}) > 1:
                found.append(ids)
        return found

    def shown(self, kind: Alike, groups: Iterable[Members], contents: Mapping[PhotoId, ContentHash]) -> tuple[AlikeGroup, ...]:
        """These groups with their photos as they are now, and only those that have the contents by which they were found.

        Groups that have fewer than two left are left out.
        """
        wanted = list(groups)
        with self._catalogue.one_view():
            photos = self._catalogue.photos([each for group in wanted for each in group])
            present = {
                photo_id: photo
                for photo_id, photo in photos.items()
                if photo.state is PhotoState.PRESENT and photo.content_hash == contents.get(photo_id)
            }
            versions = self._stacks.versions(present.values())
        looks = self._looks.of(list(present))
        shown = []
        for group in wanted:
            cards = tuple(
                Card(present[each], None, Evidence.FILTER, (), versions.get(each, ()), kind is not Alike.IDENTICAL)
                for each in group
                if each in present
            )
            if len(cards) > 1:
                qualities = (looks[card.photo.id].quality if card.photo.id in looks else None for card in cards)
                candidates = [
                    Candidate(card.photo, quality, max(len(card.versions), 1)) for card, quality in zip(cards, qualities, strict=True)
                ]
                shown.append(AlikeGroup(kind, cards, suggestion(candidates, kind)))
        return tuple(shown)


def _identical(rows: Iterable[AlikeRow]) -> list[Members]:
    by_content: defaultdict[ContentHash, list[PhotoId]] = defaultdict(list)
    for row in rows:
        by_content[row.content].append(row.id)
    return [tuple(group) for group in by_content.values() if len(group) > 1]


def _one_each(rows: Iterable[AlikeRow]) -> list[AlikeRow]:
    """Versions of one picture once, by the photo that stands for them, and identical files once."""
    return list({row.content: row for row in reversed([row for row in rows if row.shown])}.values())[::-1]


def _latest_first(groups: Iterable[Members], order: Mapping[PhotoId, int]) -> tuple[Members, ...]:
    return tuple(sorted(groups, key=lambda group: -max(order[each] for each in group)))
