"""Photos and vectors for the tests of the library, made in one line."""

import numpy as np

from app.domain.ids import ContentHash, LocalTime
from app.domain.photo import Fact, FileStamp, PhotoFacts, ReadPhoto, Tag
from app.domain.ports import Vectors

SOURCE = "test"


def read_photo(
    path: str,
    *,
    content: str | None = None,
    caption: str | None = None,
    title: str | None = None,
    tags: tuple[str | Tag, ...] = (),
    people: tuple[str, ...] = (),
    place: str | None = None,
    camera: str | None = None,
    lens: str | None = None,
    taken: str | None = None,
    rating: int | None = None,
    form: str = "JPEG",
    modified_ns: int = 1,
    serial: str | None = None,
    perceptual_hash: str | None = None,
) -> ReadPhoto:
    """A photo as the reader gives it; its content is its path unless it is said otherwise."""
    each = tuple(tag if isinstance(tag, Tag) else Tag(tag) for tag in tags)
    facts = PhotoFacts(
        taken=Fact(LocalTime(taken), SOURCE) if taken else None,
        model=_fact(camera),
        lens=_fact(lens),
        place=_fact(place),
        title=_fact(title),
        caption=_fact(caption),
        tags=Fact(each, SOURCE) if each else None,
        people=Fact(people, SOURCE) if people else None,
        rating=None if rating is None else Fact(rating, SOURCE),
        serial=_fact(serial),
    )
    content_hash = ContentHash(content or path.encode("utf-8", "replace").decode())
    return ReadPhoto(path, FileStamp(10, modified_ns), content_hash, form, 4, 3, facts, b"jpeg", perceptual_hash=perceptual_hash)


def units(count: int, dimension: int = 8, seed: int = 0) -> Vectors:
    """Random unit vectors, float32 (count, dimension)."""
    return unit_rows(np.random.default_rng(seed).normal(size=(count, dimension)))


def unit_rows(rows: np.ndarray[tuple[int, int], np.dtype[np.float64]]) -> Vectors:
    """The same rows with length 1, as float32."""
    return np.asarray(rows / np.linalg.norm(rows, axis=1, keepdims=True), dtype=np.float32)


def _fact(value: str | None) -> Fact[str] | None:
    return Fact(value, SOURCE) if value else None
