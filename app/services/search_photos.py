"""Search and browse: a query or a date order in, a listing out, and its cards page by page."""

import os
from collections.abc import Iterator, Mapping, Sequence
from datetime import date

import numpy as np

from app.domain.evidence import LibraryFact
from app.domain.ids import FolderId, PhotoId
from app.domain.look import PEOPLE_PHRASES
from app.domain.match import Evidence, LookPart, MatchedPhoto, RankedPhoto, Reason
from app.domain.photo import Photo
from app.domain.ports import CancelToken, Ids
from app.domain.query import ParsedQuery
from app.domain.question import Question
from app.domain.words import Field, FieldValue, words_of
from app.library.catalogue import Catalogue
from app.library.marks import WordMarks
from app.library.picture_words import words_in_pictures
from app.search.alike import reasons_alike
from app.search.parse import parse
from app.search.reasons import named, reasons, with_refused
from app.search.search import PhotoSearch
from app.services.like_photos import LikePhotos, NotInLibrary, are_copies
from app.services.listing import Card, Listing
from app.services.name_piece import by_name, piece_of_name, says_so
from app.services.seen import LooksOf, Seen, seen_photos
from app.services.stacks import StackPhotos
from app.services.whole_result import whole_result


class SearchPhotos:
    """Finds photos and says why each is there."""

    def __init__(self, catalogue: Catalogue, search: PhotoSearch, like: LikePhotos, looks_of: LooksOf = lambda _: {}) -> None:
        self._catalogue = catalogue
        self._search = search
        self._like = like
        self._looks_of = looks_of
        self._stacks = StackPhotos(catalogue)

    def browse(self, *, newest_first: bool = True) -> Listing:
        """Every photo by date."""
        return Listing(listed=self._catalogue.browse(ascending=not newest_first))

    def prepare(self, token: CancelToken) -> Iterator[None]:
        """Make ready for the first search, which then need not wait. Raises `LibraryUnavailable` and `Cancelled`."""
        self._search.prepare(token)
        yield

    def search(self, text: str, today: date) -> Listing:
        """The whole result for a query; an empty query browses. Raises `LibraryUnavailable`."""
        if not text.strip():
            return self.browse()
        query = parse(text, today)
        outcome = self._search.run(query)
        found = bool(outcome.matches) or len(outcome.listed) > 0
        named = None if found else self._by_piece_of_name(query)
        if named is not None:
            return named
        notice = outcome.meaning_missing if found else _nothing(query, outcome.meaning_missing)
        return Listing(text, query.chips, outcome.matches, outcome.listed, outcome.nearest, notice, outcome.more)

    def _by_piece_of_name(self, query: ParsedQuery) -> Listing | None:
        piece = piece_of_name(query)
        if piece is None:
            return None
        listed = self._search.run(by_name(query, piece)).listed
        return Listing(query.text, query.chips, listed=listed, notice=says_so(piece)) if len(listed) else None

    def given(self, photo_ids: Sequence[PhotoId], heading: str) -> Listing:
        """Those of these photos that can still be found, in the order in which they are given."""
        asked: Ids = np.array(photo_ids, np.int64)
        return Listing(listed=asked[np.isin(asked, self._catalogue.browse())], heading=heading)

    def answering(self, question: Question, heading: str) -> Listing:
        """All photos that the answer to a question is about, in its order; see `whole_number`. Raises `LibraryUnavailable`."""
        return Listing(listed=whole_result(question, self._catalogue, self._search), heading=heading)

    def like(self, photo_id: PhotoId, by_look: float = 0.5) -> Listing:
        """Photos that are like one, by words alone (0) to looks alone (1), itself first. Raises `LibraryUnavailable`."""
        return self._like.like(photo_id, by_look)

    def like_file(self, path: str, by_look: float = 0.5) -> Listing:
        """The same of the photo at a path. Raises `NotInLibrary` where the library has none there, or `LibraryUnavailable`."""
        photo = self._catalogue.by_path(path)
        if photo is None:
            raise self._not_in_library(path)
        return self.like(photo.id, by_look)

    def _not_in_library(self, path: str) -> NotInLibrary:
        skipped = next((each.reason for each in self._catalogue.skipped() if each.path == path), None)
        folder = next((each.path for each in self._catalogue.folders() if path.startswith(os.path.join(each.path, ""))), None)
        return NotInLibrary(path, skipped, folder)

    def in_folder(self, folder_id: FolderId, heading: str = "", *, newest_first: bool = True) -> Listing:
        """Every photo of a folder that was added, by date."""
        known = [each.id for each in self._catalogue.known_files(folder_id).photos.values()]
        everything = self._catalogue.browse(ascending=not newest_first)
        return Listing(listed=everything[np.isin(everything, known)], heading=heading)

    def facts(self) -> Mapping[str, LibraryFact]:
        """Numbers and times over the whole library, by name; see `library_facts`."""
        return self._catalogue.library_facts(self._catalogue.browse())

    def folded(self, listing: Listing) -> Listing:
        """The same with versions of one picture shown as one."""
        return self._stacks.fold(listing)

    def cards(self, listing: Listing, start: int, stop: int) -> tuple[Card, ...]:
        """The cards of a stretch of the listing; photos forgotten meanwhile are left out."""
        if listing.matches:
            return self._matched_cards(listing, listing.matches[start:stop])
        return self._plain_cards([PhotoId(each) for each in listing.listed[start:stop].tolist()], Evidence.FILTER, as_one=listing.as_one)

    def nearest_cards(self, listing: Listing) -> tuple[Card, ...]:
        """The cards of what is nearest by meaning where nothing matches."""
        return self._plain_cards(listing.nearest, Evidence.MEANING, as_one=listing.as_one)

    def _plain_cards(self, ids: Sequence[PhotoId], evidence: Evidence, *, as_one: bool) -> tuple[Card, ...]:
        with self._catalogue.one_view():
            photos = self._catalogue.photos(ids)
            versions = self._stacks.versions(photos.values())
        return tuple(Card(photo, None, evidence, (), versions.get(photo.id, ()), as_one) for photo in photos.values())

    def _matched_cards(self, listing: Listing, matches: Sequence[MatchedPhoto]) -> tuple[Card, ...]:
        nearest = [match.ranked.meaning.passage_id for match in matches if match.ranked.meaning]
        passages = {each: FieldValue(*value) for each, value in self._catalogue.passage_texts(nearest).items()}
        with self._catalogue.one_view() as connection:
            roots = self._catalogue.folder_paths()
            photos = self._catalogue.photos([match.photo_id for match in matches])
            read = words_in_pictures(connection, [each.photo_id for each in matches if _is_read(each.ranked)])
            versions = self._stacks.versions(photos.values())
            seen = self._seen(listing.query, matches)
            like = self._catalogue.photo(listing.like) if listing.like is not None else None
        with WordMarks() as marks:

            def why(ranked: RankedPhoto, photo: Photo) -> tuple[Reason, ...]:
                names = seen.get(photo.id, ())
                if like is not None:
                    return reasons_alike(ranked, passages, names, copy=are_copies(like, photo))
                return reasons(ranked, (*_words(photo, roots), *read.get(photo.id, ())), passages, marks, names)

            found = ((match, photos[match.photo_id]) for match in matches if match.photo_id in photos)
            return tuple(
                Card(
                    photo,
                    match.match_percentage,
                    match.ranked.evidence,
                    why(match.ranked, photo),
                    versions.get(photo.id, ()),
                    listing.as_one,
                )
                for match, photo in found
            )

    def _seen(self, query: str, matches: Sequence[MatchedPhoto]) -> dict[PhotoId, tuple[str, ...]]:
        """What the pictures whose look counts may show, what the query names first; nothing that the person has refused."""
        looked = {match.photo_id: match.ranked.look for match in matches if match.ranked.look}
        seen = seen_photos(self._catalogue, self._looks_of, tuple(looked)) if looked else {}
        return {photo_id: _names(query, looked[photo_id], each) for photo_id, each in seen.items()}


def _names(query: str, look: LookPart, seen: Seen) -> tuple[str, ...]:
    if look.by_people:
        return with_refused(query, (seen.people,) if seen.people else (), [each for each in seen.refused if each in PEOPLE_PHRASES])
    return with_refused(query, named(query, seen.guesses), [each for each in seen.refused if each not in PEOPLE_PHRASES])


def _is_read(ranked: RankedPhoto) -> bool:
    return any(part.field is Field.TEXT for part in ranked.words)


def _words(photo: Photo, roots: Mapping[FolderId, str]) -> tuple[FieldValue, ...]:
    return tuple(words_of(photo.path, roots[photo.folder_id], photo.facts))


def _nothing(query: ParsedQuery, meaning_missing: str | None) -> str:
    sentence = query.refusal or f"No photo matches “{query.text.strip()}”."
    return f"{sentence} {meaning_missing}" if meaning_missing else sentence
