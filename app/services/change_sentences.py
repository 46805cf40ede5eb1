"""What a change of own words is called: in a sentence when it is done, and by a name when it can be undone or done again."""

from collections.abc import Iterator

from app.domain.own_words import Change
from app.domain.written import listed, quoted

_NAMED = 3
"""Tags, people or guesses that are told by name; more are a number."""
_PLURALS = {"tag": "tags", "person": "people", "guess": "guesses"}


def done(change: Change, photos: int) -> str:
    """What was done to so many photos: `Rated 3 photos 4 stars.`"""
    if not photos:
        return "Nothing to change: it is so already."
    parts = tuple(_sentences(change, photo_count(photos)))
    return f"{parts[0]}." if len(parts) == 1 else f"Changed the {_called(change)} of {photo_count(photos)}."


def named(change: Change, photos: int) -> str:
    """What can be undone: `rating of 3 photos`."""
    return f"{_called(change)} of {photo_count(photos)}"


def absent(missing: int, photos: int) -> str:
    """What is said besides where some of the photos are not in the library any more; nothing if all of them are there."""
    if missing == photos:
        return " But none of these photos is in the library any more."
    return f" {missing:,} of them {'is' if missing == 1 else 'are'} no longer in the library." if missing else ""


def photo_count(photos: int) -> str:
    """`1 photo`, `1,200 photos`."""
    return f"{photos:,} photo{'' if photos == 1 else 's'}"


def _sentences(change: Change, photos: str) -> Iterator[str]:
    if change.rating is not None:
        yield _rated(change.rating, photos)
    if change.favourite is not None:
        yield f"{'Marked' if change.favourite else 'Unmarked'} {photos} as favourite{'' if photos == '1 photo' else 's'}"
    for name, text in (("title", change.title), ("caption", change.caption)):
        if text is not None:
            yield f"{'Set' if text else 'Cleared'} the {name} of {photos}"
    for kind, added, removed in _names(change):
        if added:
            yield f"Added {_listing(kind, added)} to {photos}"
        if removed:
            yield f"Removed {_listing(kind, removed)} from {photos}"
    if change.refuse:
        yield f"Refused {_listing('guess', change.refuse)} of {photos}"
    if change.unrefuse:
        yield f"Allowed {_listing('guess', change.unrefuse)} of {photos} again"


def _rated(rating: int, photos: str) -> str:
    if rating == 0:
        return f"Took the stars from {photos}"
    return f"Rejected {photos}" if rating < 0 else f"Rated {photos} {rating} star{'' if rating == 1 else 's'}"


def _called(change: Change) -> str:
    """The parts of a change: `rating`, `tag “harbour”`, `title and caption`."""
    said = (("rating", change.rating), ("favourite", change.favourite), ("title", change.title), ("caption", change.caption))
    kinds = (*_names(change), ("guess", change.refuse, change.unrefuse))
    names = (_listing(kind, (*added, *removed), article="") for kind, added, removed in kinds if added or removed)
    return listed((*(name for name, value in said if value is not None), *names))


def _names(change: Change) -> Iterator[tuple[str, tuple[str, ...], tuple[str, ...]]]:
    yield "tag", change.add_tags, change.remove_tags
    yield "person", change.add_people, change.remove_people


def _listing(kind: str, names: tuple[str, ...], article: str = "the ") -> str:
    plural = _PLURALS[kind]
    if len(names) > _NAMED:
        return f"{len(names)} {plural}"
    return f"{article}{kind if len(names) == 1 else plural} {listed([quoted(each) for each in names])}"
