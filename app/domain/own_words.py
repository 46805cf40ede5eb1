"""What a person says of a photo in Candid, apart from what its file says: it lies over the file's facts and never changes the file."""

from dataclasses import dataclass

from app.domain.photo import Tag


@dataclass(frozen=True, slots=True)
class OwnWords:
    """None and empty say nothing, so that the file's own word holds.

    `rating` is -1 (rejected) or 0 to 5, 0 taking away the file's. An empty `title` or `caption` hides the file's.
    `without_tags` (paths, `Places/Italy`) and `without_people` are those of the file that are not to count.
    """

    rating: int | None = None
    favourite: bool | None = None
    title: str | None = None
    caption: str | None = None
    tags: tuple[Tag, ...] = ()
    without_tags: tuple[str, ...] = ()
    people: tuple[str, ...] = ()
    without_people: tuple[str, ...] = ()


NOTHING_SAID = OwnWords()


@dataclass(frozen=True, slots=True)
class Change:
    """One thing a person does to the words of one photo or of many; what is None or empty stays as it is.

    An empty `title` or `caption` clears it. Tags are given as paths, `Places/Italy` or `Italy`.
    """

    rating: int | None = None
    favourite: bool | None = None
    title: str | None = None
    caption: str | None = None
    add_tags: tuple[str, ...] = ()
    remove_tags: tuple[str, ...] = ()
    add_people: tuple[str, ...] = ()
    remove_people: tuple[str, ...] = ()
