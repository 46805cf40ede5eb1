"""What an answer may rest on: the evidence pack, the relationships among its photos, and how close the question is to the library."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol

from app.domain.ids import ContentHash, PackId
from app.domain.photo import Fact, PhotoFacts

LibraryFact = int | str
"""A number of photos, or a capture time."""


class AnswerMode(StrEnum):
    """What an answer may claim to be."""

    SOURCED = "sourced"
    ADJACENT = "adjacent"
    OPEN = "open"


class Relation(StrEnum):
    """What can hold between two photos. All are symmetric but `before` and `after`, which are each other's inverse."""

    SAME_CAMERA = "same_camera"
    SAME_LENS = "same_lens"
    SAME_DAY = "same_day"
    SAME_EVENT = "same_event"
    BURST = "burst"
    SAME_PLACE = "same_place"
    SAME_FOLDER = "same_folder"
    SHARES_TAG = "shares_tag"
    SAME_PERSON = "same_person"
    NEAR_DUPLICATE = "near_duplicate"
    IDENTICAL_FILE = "identical_file"
    VARIANT_OF = "variant_of"
    BEFORE = "before"
    AFTER = "after"


@dataclass(frozen=True, slots=True)
class PackPhoto:
    """A photo of a pack. `path` is for showing and opening, never a fact.

    `folder` is the folder's name from the added folder down, as `holidays/2019`;
    `perceptual_hash` is hex, four bits a digit.
    """

    id: PackId
    path: str
    facts: PhotoFacts
    folder: Fact[str] | None = None
    content_hash: ContentHash | None = None
    perceptual_hash: str | None = None


@dataclass(frozen=True, slots=True)
class EvidencePack:
    """The photos and facts that one answer may use; empty where the mode is open.

    `library` are named facts over the complete result of the question (`matching`, `first`, `per_year.2015` …), and `set_id` stands for
    that whole result; None if there is none.
    """

    mode: AnswerMode
    photos: tuple[PackPhoto, ...] = ()
    library: Mapping[str, LibraryFact] = field(default_factory=dict)
    set_id: PackId | None = None

    def photo(self, photo_id: str) -> PackPhoto | None:
        """The photo of exactly this id."""
        return next((each for each in self.photos if each.id == photo_id), None)


class Relationships(Protocol):
    """The relationship graph of one pack."""

    def common_values(self, relation: Relation, photo_ids: Sequence[str]) -> frozenset[str] | None:
        """What all these photos share by the relation, for example `Nikon D70`; None unless it holds between every two of them.

        Empty for a relation without values that holds. For `before` and `after` the order of the ids counts.
        """


@dataclass(frozen=True, slots=True)
class Closeness:
    """Cosines of a question to the nearest passage of the whole library, -1 to 1; 0.0 where there is no passage of the kind.

    `sentences` looks at captions and titles; `names` at tags, places and folders, of which world knowledge is full; `read` at texts that
    a machine has read in pictures.
    """

    sentences: float
    names: float
    read: float = 0.0

    @property
    def value(self) -> float:
        """The nearest of all."""
        return max(self.sentences, self.names, self.read)
