"""What the rooms ask of each other, as protocols. Arrays are numpy's, so that a posting list of 100,000 photos costs no Python objects."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from app.domain.ids import ContentHash, ModelId, PassageId, PhotoId
from app.domain.look import FaceBox
from app.domain.photo import FileStamp, FoundFile, Picture, Position, ReadPhoto, Skipped, Video
from app.domain.query import Around, Condition, Term

Ids = NDArray[np.int64]
Vectors = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Postings:
    """Where something stands: `photo_ids[i]` holds it in `fields[i]` (`words.Field`). Sorted by photo, pairs unique."""

    photo_ids: Ids
    fields: NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Neighbours:
    """Passages by falling cosine: `ids` int64 (n,), `cosines` float32 (n,)."""

    ids: Ids
    cosines: Vectors


@dataclass(frozen=True, slots=True)
class PassageRows:
    """The vectors of one model of all passages of words, at one moment, never to be written to.

    `ids` int64 (n,) and `matrix` float32 (n, dimension), contiguous, of unit rows. The first `sentences` rows are of captions, titles and
    texts in pictures that tell something, the last `read` of them of texts in pictures; the others of tags, places, folders and of what
    only names something; each group by id. `passages` is how many passages of words there are: where it is not 0 and n is, no vector can
    be read, or none was made yet.
    """

    ids: Ids
    matrix: Vectors
    sentences: int
    passages: int
    read: int = 0

    @property
    def said(self) -> int:
        """How many of the first rows are of captions and titles that tell something: what somebody has said."""
        return self.sentences - self.read


@dataclass(frozen=True, slots=True)
class Refused:
    """What the person has refused of pictures: a question as near to one of these names as `limits` says finds that picture no more.

    `photos` int64 (k,) are positions among the photos, `names` unit vectors float32 (k, dimension), `limits` cosines float32 (k,).
    """

    photos: Ids
    names: Vectors
    limits: Vectors


@dataclass(frozen=True, slots=True)
class LookRows:
    """The looks of all photos that can be found, by one model, at one moment, never to be written to.

    `photo_ids` int64 (n,), sorted; `people` uint8 (n,) are places in `look.PEOPLE_PHRASES`. Unit vectors, float32 (m, dimension), are
    `stored` in whatever order and among others: `places` int64 (n,) tell the row of each photo; None where the rows are those of the
    photos in their order.
    """

    photo_ids: Ids
    stored: Vectors
    people: NDArray[np.uint8]
    places: Ids | None = None
    refused: Refused | None = None

    def cosines(self, question: Vectors) -> Vectors:
        """Of a unit question (dimension,) to the look of each photo, float32 (n,); 0 where it asks for what was refused of it."""
        cosines = self.stored @ question
        if self.places is not None:
            cosines = cosines[self.places]
        if self.refused is not None:
            asked = self.refused.photos[self.refused.names @ question >= self.refused.limits]
            cosines[asked] = np.minimum(cosines[asked], 0)
        return cosines

    def vectors(self, photos: Ids) -> Vectors:
        """The looks of the photos at these positions of `photo_ids`, float32 (k, dimension)."""
        return self.stored[photos if self.places is None else self.places[photos]]


class CancelToken(Protocol):
    """Asked between steps of long work."""

    @property
    def cancelled(self) -> bool:
        """Whether the person has asked to stop."""

    def check(self) -> None:
        """Raise `Cancelled` if so."""


class TextEmbedder(Protocol):
    """Text in, unit vectors out."""

    @property
    def model_id(self) -> ModelId:
        """Identifies weights and form; vectors of different ids are never compared."""

    @property
    def dimension(self) -> int:
        """Length of a vector."""

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Unit vectors, float32 (n, dimension), in the order of the texts. Raises `ModelUnavailable`."""


class PhotoReader(Protocol):
    """Reads files in worker processes; one bad file costs itself alone."""

    def read(self, files: Iterable[FoundFile], token: CancelToken) -> Iterator[ReadPhoto | Video | Skipped]:
        """Each file's outcome, in the order in which they finish. Raises `Cancelled`."""


class PictureReader(Protocol):
    """Decodes one photo for looking at it large, in a worker process."""

    def picture(self, file: FoundFile, longest_side: int) -> Picture | Skipped:
        """Upright pixels, scaled down (never up) so that the longest side is at most `longest_side` pixels."""


class PlaceNamer(Protocol):
    """Names positions without a network."""

    def name(self, position: Position) -> str | None:
        """City, region and country in English as `Arezzo, Tuscany, Italy`, as far as they can be told; None far from every place."""


class PlaceFinder(Protocol):
    """Finds places by name without a network."""

    def positions(self, name: str) -> tuple[Position, ...]:
        """Where the towns of this name are, case and accents folded.

        Not those called as a country or a region of their own country, unless they lie in it: Singapore, Tokyo.
        """


class ThumbnailStore(Protocol):
    """Encoded thumbnails (JPEG, longest side 512) by content hash."""

    def put(self, content_hash: ContentHash, encoded: bytes) -> None:
        """Keep one; a full disk or a read-only cache is not an error."""

    def get(self, content_hash: ContentHash) -> bytes | None:
        """The encoded thumbnail, or None if it was never made or was deleted."""

    def remove(self, content_hashes: Iterable[ContentHash]) -> None:
        """Erase these."""

    def sweep(self, known: Collection[ContentHash]) -> None:
        """Erase, in bounded time, what none of these contents needs."""


class WordIndex(Protocol):
    """Looks words up; matching folds case and accents and stems English."""

    def photo_count(self) -> int:
        """How many photos can be found."""

    def holding(self, term: Term) -> Postings:
        """Every photo and field that holds the term."""

    def equal_to(self, text: str) -> Postings:
        """Every photo and field with a value that equals the whole text, folded but not stemmed."""

    def around(self, name: str) -> Around | None:
        """The towns of this name with a photo near (`CITY_KILOMETRES`); None if there are none."""

    def satisfying(self, conditions: Sequence[Condition]) -> Ids:
        """Sorted ids of the photos for which all conditions hold."""

    def chronological(self, photo_ids: Ids) -> Ids:
        """The same ids by capture time (unknown last), then path."""


class VectorIndex(Protocol):
    """Nearest passages of one model. Implementations agree on everything but speed and recall."""

    @property
    def dimension(self) -> int:
        """Length of a vector."""

    def __len__(self) -> int:
        """How many vectors can be found."""

    def add(self, ids: Sequence[PassageId], vectors: Vectors) -> None:
        """Add or replace. Raises ValueError on a wrong shape, a non-finite value or a vector that is not of unit length."""

    def remove(self, ids: Iterable[PassageId]) -> None:
        """Forget these; unknown ids are ignored."""

    def nearest(self, query: Vectors, k: int) -> Neighbours:
        """Up to k nearest of a unit query (dimension,). Raises ValueError on a wrong shape or k < 1."""


class PassageMap(Protocol):
    """Which photos share a passage."""

    def photos_of(self, passage_ids: Ids) -> tuple[Ids, NDArray[np.int64]]:
        """Pairs as two arrays: photo ids, and for each the index into `passage_ids`."""

    def passages_of(self, photo_ids: Ids) -> tuple[Ids, Ids]:
        """Pairs as two arrays: passage ids, and for each one of these photos that holds it."""

    def fields_of(self, passage_ids: Ids) -> NDArray[np.uint8]:
        """The field of each passage (`words.Field`)."""


class PassageVectors(Protocol):
    """Every passage of words as one matrix, for the exact scan. Threads may share it."""

    def rows(self) -> PassageRows:
        """What the library holds now: nothing that was forgotten, no damaged vector. Raises `LibraryUnavailable`."""


class LookVectors(Protocol):
    """The look of every photo as one matrix, for the exact scan. Threads may share it."""

    def rows(self) -> LookRows:
        """What the library holds now. Raises `LibraryUnavailable`."""

    def prepare(self, token: CancelToken) -> None:
        """Read now what `rows` would read. Raises `LibraryUnavailable`, and `Cancelled` soon after the person has asked to stop."""


class LookQuery(Protocol):
    """Brings a question into the space of the looks: the sentence model's own for guesses of content, another for a model of its kind."""

    @property
    def model_id(self) -> ModelId:
        """The model that made the looks which these questions can be compared with."""

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Unit vectors, float32 (n, dimension). Raises `ModelUnavailable`."""


class Trash(Protocol):
    """The trash of the system."""

    def throw(self, path: str) -> str | None:
        """Move a file into it; where it lies now, or None on a system that does not tell. Raises `TrashRefused`."""

    def take_back(self, lies: str, path: str, stamp: FileStamp | None = None) -> None:
        """Move a file back to where it was, if it is of this size and time still. Raises `TrashRefused`."""


class FaceNamer(Protocol):
    """Says whose faces those in a picture are. Nothing implements it: Candid finds that there are faces and recognises nobody.

    One that does would compare each face with faces to which the person has given a name, on this machine, and its names would be guesses.
    """

    def name(self, rgb: NDArray[np.uint8], faces: Sequence[FaceBox]) -> tuple[str | None, ...]:
        """For each face of an upright picture, uint8 (height, width, 3), the likeliest name that the person has given, or None."""


__all__ = [
    "CancelToken", "FaceNamer", "Ids", "LookQuery", "LookRows", "LookVectors", "Neighbours", "PassageMap", "PassageRows", "PassageVectors",
    "PhotoId", "PhotoReader", "PictureReader",
    "PlaceFinder", "PlaceNamer", "Postings", "TextEmbedder", "ThumbnailStore", "Trash", "VectorIndex", "Vectors", "WordIndex",
]  # fmt: skip
