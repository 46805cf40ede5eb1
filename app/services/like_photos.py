"""More like one photo: what the library holds to compare by, and the listing that comes of it."""

import os

import numpy as np

from app.domain.errors import AppError
from app.domain.ids import PhotoId
from app.domain.likeness import most_differing
from app.domain.photo import Photo
from app.domain.ports import Ids, PassageVectors
from app.domain.words import Field, FieldValue, shown
from app.library.catalogue import Catalogue
from app.library.perceptual_hashes import within_bits
from app.search.alike import (
    Alike,
    Said,
    alike_in_look,
    alike_in_words,
    as_copies,
    nearly_said,
    nothing_alike,
    rank_alike,
    said_of_all,
    telling,
)
from app.search.looks import ChosenSpace
from app.search.percentage import compute_match_percentages
from app.services.listing import Listing

GONE = "This photo is no longer in the library."


class NotInLibrary(AppError):
    """There is no photo at a path. `skipped` is why the file there was skipped, if it was, and `folder` the added one in which it lies."""

    def __init__(self, path: str, skipped: str | None = None, folder: str | None = None) -> None:
        super().__init__(f"{shown(path)} is no photo of this library.")
        self.path = path
        self.skipped = skipped
        self.folder = folder


class LikePhotos:
    """Finds photos that are like one. In `space` their looks are compared, if any are."""

    def __init__(self, catalogue: Catalogue, passages: PassageVectors, space: ChosenSpace = lambda: None) -> None:
        self._catalogue = catalogue
        self._passages = passages
        self._space = space

    def like(self, photo_id: PhotoId, by_look: float) -> Listing:
        """The photo itself and those that are like it, by words alone (0) to looks alone (1). Raises `LibraryUnavailable`."""
        photo = self._catalogue.photo(photo_id)
        if photo is None:
            return Listing(notice=GONE)
        with self._catalogue.one_view():
            said = telling(self._said(photo))
            words = alike_in_words(said, self._catalogue.photo_count()) if said else nothing_alike()
            copies = self._copies(photo)
            looks = as_copies(self._alike_in_look(photo_id), copies)
            ranked = rank_alike(photo_id, said, words, looks, copies, min(max(by_look, 0.0), 1.0), self._catalogue.chronological)
        name = shown(os.path.basename(photo.path))
        notice = _notice(name, words, looks, by_look, found=len(ranked) > 1)
        return Listing(matches=compute_match_percentages(ranked), heading=f"More like {name}", notice=notice, like=photo_id)

    def _said(self, photo: Photo) -> list[Said]:
        photos = self._catalogue.photo_count()
        passage_ids, _ = self._catalogue.passages_of(np.array([photo.id], np.int64))
        own = {each: FieldValue(*value) for each, value in self._catalogue.passage_texts(passage_ids.tolist()).items()}
        return [*nearly_said(own, self._passages.rows(), self._catalogue, photos), *(self._person(each, photos) for each in _people(photo))]

    def _person(self, name: str, photos: int) -> Said:
        found = self._catalogue.equal_to(name)
        return said_of_all(FieldValue(Field.PERSON, name), np.unique(found.photo_ids[found.fields == Field.PERSON]), photos)

    def _alike_in_look(self, photo_id: PhotoId) -> Alike:
        space = self._space()
        return alike_in_look(photo_id, space.vectors.rows(), space.far) if space else nothing_alike()

    def _copies(self, photo: Photo) -> Ids:
        if not photo.perceptual_hash:
            return np.empty(0, np.int64)
        with self._catalogue.one_view() as connection:
            found = within_bits(connection, photo.perceptual_hash, most_differing(4 * len(photo.perceptual_hash)))
        others: Ids = found[found != photo.id]
        return others


def are_copies(one: Photo, other: Photo) -> bool:
    """Whether two photos are nearly one picture."""
    if not one.perceptual_hash or not other.perceptual_hash or len(one.perceptual_hash) != len(other.perceptual_hash):
        return False
    differing = (int(one.perceptual_hash, 16) ^ int(other.perceptual_hash, 16)).bit_count()
    return differing <= most_differing(4 * len(one.perceptual_hash))


def _people(photo: Photo) -> tuple[str, ...]:
    return photo.facts.people.value if photo.facts.people else ()


def _notice(name: str, words: Alike, looks: Alike, by_look: float, *, found: bool) -> str | None:
    """What the person should know of the comparison, in one sentence."""
    if not len(words.photo_ids) and not len(looks.photo_ids):
        return f"{name} has no words and was not looked at yet, so there is nothing to compare by."
    if not found:
        return f"No other photo is near enough to {name}."
    if not len(looks.photo_ids) and by_look > 0:
        return f"{name} was not looked at yet: only words are compared."
    return f"{name} has no words: only looks are compared." if not len(words.photo_ids) and by_look < 1 else None
