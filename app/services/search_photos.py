"""Search and browse: a query or a date order in, a listing out, and its cards page by page."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date

import numpy as np

from app.domain.evidence import LibraryFact
from app.domain.ids import FolderId, PassageId, PhotoId
from app.domain.match import Evidence, MatchedPhoto
from app.domain.photo import Photo
from app.domain.ports import Ids
from app.domain.query import ParsedQuery
from app.domain.question import Question
from app.domain.words import FieldValue, words_of
from app.library.catalogue import Catalogue
from app.library.marks import WordMarks
from app.search.parse import parse
from app.search.reasons import reasons
from app.search.search import PhotoSearch
from app.services.listing import Card, Listing
from app.services.name_piece import by_name, piece_of_name, says_so
from app.services.stacks import StackPhotos
from app.services.whole_result import whole_result


class SearchPhotos:
    """Finds photos and says why each is there."""

    def __init__(self, catalogue: Catalogue, search: PhotoSearch) -> None:
        self._catalogue = catalogue
        self._search = search
        self._stacks = StackPhotos(catalogue)

    def browse(self, *, newest_first: bool = True) -> Listing:
        """Every photo by date."""
        return Listing(listed=self._catalogue.browse(ascending=not newest_first))

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
            return self._matched_cards(listing.matches[start:stop], as_one=listing.as_one)
        return self._plain_cards([PhotoId(each) for each in listing.listed[start:stop].tolist()], Evidence.FILTER, as_one=listing.as_one)

    def nearest_cards(self, listing: Listing) -> tuple[Card, ...]:
        """The cards of what is nearest by meaning where nothing matches."""
        return self._plain_cards(listing.nearest, Evidence.MEANING, as_one=listing.as_one)

    def _plain_cards(self, ids: Sequence[PhotoId], evidence: Evidence, *, as_one: bool) -> tuple[Card, ...]:
        with self._catalogue.one_view():
            photos = self._catalogue.photos(ids)
            versions = self._stacks.versions(photos.values())
        return tuple(Card(photo, None, evidence, (), versions.get(photo.id, ()), as_one) for photo in photos.values())

    def _matched_cards(self, matches: Sequence[MatchedPhoto], *, as_one: bool) -> tuple[Card, ...]:
        nearest = [match.ranked.meaning.passage_id for match in matches if match.ranked.meaning]
        passages = {each: FieldValue(*value) for each, value in self._catalogue.passage_texts(nearest).items()}
        with self._catalogue.one_view():
            roots = self._catalogue.folder_paths()
            photos = self._catalogue.photos([match.photo_id for match in matches])
            versions = self._stacks.versions(photos.values())
        with WordMarks() as marks:
            return tuple(
                replace(
                    _card(photos[match.photo_id], match, roots, passages, marks), versions=versions.get(match.photo_id, ()), as_one=as_one
                )
                for match in matches
                if match.photo_id in photos
            )


def _card(
    photo: Photo,
    match: MatchedPhoto,
    roots: Mapping[FolderId, str],
    passages: Mapping[PassageId, FieldValue],
    marks: WordMarks,
) -> Card:
    values = tuple(words_of(photo.path, roots[photo.folder_id], photo.facts))
    return Card(photo, match.match_percentage, match.ranked.evidence, reasons(match.ranked, values, passages, marks))


def _nothing(query: ParsedQuery, meaning_missing: str | None) -> str:
    sentence = query.refusal or f"No photo matches “{query.text.strip()}”."
    return f"{sentence} {meaning_missing}" if meaning_missing else sentence
