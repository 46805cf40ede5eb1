"""Photos for the tests of the library, made in one line."""

from app.domain.ids import ContentHash, LocalTime
from app.domain.photo import Fact, FileStamp, PhotoFacts, ReadPhoto, Tag

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
    )
    return ReadPhoto(path, FileStamp(10, modified_ns), ContentHash(content or path), form, 4, 3, facts, b"jpeg")


def _fact(value: str | None) -> Fact[str] | None:
    return Fact(value, SOURCE) if value else None
