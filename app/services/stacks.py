"""Versions of one picture, shown as one: settled after indexing, folded in lists, and told one by one."""

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

import numpy as np

from app.domain.file_names import stem_and_extension
from app.domain.ids import PhotoId
from app.domain.match import Evidence, MatchedPhoto
from app.domain.photo import Photo, Video
from app.domain.ports import Ids
from app.domain.versions import Part, part_of
from app.library.catalogue import Catalogue
from app.library.stacks import Stacks
from app.library.videos import Videos
from app.services.listing import NONE, Listing, Version


class StackPhotos:
    """Knows which photos stand for which."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._stacks = Stacks(catalogue)
        self._videos = Videos(catalogue)

    def settle(self, *, lost: bool = True) -> None:
        """Find the versions of photos that were added or changed; `lost` says whether others went or moved. Raises `LibraryUnavailable`."""
        self._stacks.settle(lost=lost)

    def fold(self, listing: Listing) -> Listing:
        """The listing with each stack once, where its first member is: by the photo that stands for it if no other is a better match."""
        members, covers = self._stacks.covers()
        if not len(members):
            return listing
        nearest = _Fold(np.array(listing.nearest, np.int64), members, covers)
        folded = replace(listing, nearest=tuple(PhotoId(each) for each in nearest.shown.tolist()))
        fold = _Fold(listing.ids, members, covers, _matching(listing.matches))
        if not len(fold.behind):
            return folded
        if listing.matches:
            return replace(folded, matches=tuple(listing.matches[each] for each in fold.at.tolist()), behind=fold.behind)
        return replace(folded, listed=fold.shown, behind=fold.behind)

    def together(self, photo_ids: Iterable[PhotoId]) -> Mapping[PhotoId, PhotoId]:
        """These photos and all versions of them, each with the photo that stands for it (itself, where it is by itself)."""
        members, covers = self._stacks.covers()
        asked = np.fromiter(dict.fromkeys(photo_ids), np.int64)
        theirs = np.isin(covers, covers[np.isin(members, asked)])
        of_stacks = zip(members[theirs].tolist(), covers[theirs].tolist(), strict=True)
        return {PhotoId(each): PhotoId(each) for each in asked.tolist()} | {PhotoId(each): PhotoId(cover) for each, cover in of_stacks}

    def versions(self, photos: Iterable[Photo]) -> Mapping[PhotoId, tuple[Version, ...]]:
        """Of each of these photos that has others, itself and all of them: edited, from the camera, RAW, and the films of Live Photos."""
        alone = tuple(photos)
        stacks = self._stacks.members({each.stack for each in alone if each.stack is not None})
        together = {each.id: stacks.get(each.stack, (each,)) if each.stack else (each,) for each in alone}
        marks = {each.content_identifier for group in together.values() for each in group if each.content_identifier}
        films = self._videos.films_of(marks) if marks else {}
        told = {photo_id: _told(group, films) for photo_id, group in together.items()}
        return {photo_id: versions for photo_id, versions in told.items() if len(versions) > 1}


class _Fold:
    """What is shown of a list of photos: `shown` in the order of each stack's first member, at the positions `at`, (n,) int64 each;
    `behind` (m, 2) are the others, each with the photo that is shown in its place. Photos match alike where `matching` (k,) is the same;
    empty: all do."""

    def __init__(self, ids: Ids, members: Ids, covers: Ids, matching: Ids = NONE) -> None:
        known = np.minimum(np.searchsorted(members, ids), len(members) - 1)
        stack_of = np.where(members[known] == ids, covers[known], ids)
        _, first, inverse = np.unique(stack_of, return_index=True, return_inverse=True)
        at = first.copy()
        cover = np.flatnonzero(stack_of == ids)
        if len(matching):
            cover = cover[matching[cover] == matching[first[inverse[cover]]]]
        at[inverse[cover]] = cover
        order, instead = np.argsort(first), ids[at][inverse]
        self.at: Ids = at[order]
        self.shown: Ids = ids[self.at]
        self.behind: Ids = np.stack([ids, instead], axis=1)[ids != instead]


def _matching(matches: Sequence[MatchedPhoto]) -> Ids:
    """The same number for photos that match as well, and by the same kind of evidence, (n,) int64."""
    kinds = list(Evidence)
    return np.fromiter((each.match_percentage * len(kinds) + kinds.index(each.ranked.evidence) for each in matches), np.int64, len(matches))


def _told(photos: Sequence[Photo], films: Mapping[str, Sequence[Video]]) -> tuple[Version, ...]:
    ordered = sorted((list(Part).index(_part(each.path)), each.path, each) for each in photos)
    stills = tuple(Version(each.path, each.format, _part(each.path), each) for *_, each in ordered)
    marks = dict.fromkeys(each.content_identifier for each in photos if each.content_identifier)
    of_them = [each.path for mark in marks for each in films.get(mark, ())]
    # Copies of a Live Photo share its identifier: each still has the film beside it.
    places = {os.path.dirname(each.path) for each in photos}
    beside = [path for path in of_them if os.path.dirname(path) in places]
    return stills + tuple(map(_film, beside or of_them))


def _film(path: str) -> Version:
    return Version(path, os.path.splitext(path)[1][1:].upper())


def _part(path: str) -> Part:
    return part_of(stem_and_extension(path))
