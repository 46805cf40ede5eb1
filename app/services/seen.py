"""What pictures seem to show, as a person gets to see it: guesses, without those that the person has refused."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass

from app.domain.ids import PhotoId
from app.domain.look import FaceBox, Guess, Look, is_refused, shown_guesses, shown_people
from app.library.catalogue import Catalogue
from app.library.own_words import refused_guesses

LooksOf = Callable[[Iterable[PhotoId]], Mapping[PhotoId, Look]]
"""The looks of those of these photos that were looked at."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What one picture seems to show: `guesses` that are sure, or all there are where none is.

    `people` is what its faces say, one of `look.PEOPLE_PHRASES`; `trouble` why nothing could be told.
    `refused` are names of guesses that are left out because the person has refused them.
    """

    guesses: tuple[Guess, ...] = ()
    people: str = ""
    faces: tuple[FaceBox, ...] = ()
    text: tuple[str, ...] = ()
    trouble: str = ""
    refused: tuple[str, ...] = ()


def seen_photos(catalogue: Catalogue, looks_of: LooksOf, photo_ids: Collection[PhotoId]) -> dict[PhotoId, Seen]:
    """What these photos seem to show, without those that were not looked at yet. Raises `LibraryUnavailable`."""
    with catalogue.one_view() as connection:
        refused = refused_guesses(connection, photo_ids)
        looks = looks_of(photo_ids)
    return {photo_id: _seen(look, refused.get(photo_id, ())) for photo_id, look in looks.items()}


def _seen(look: Look, refused: tuple[str, ...]) -> Seen:
    names = (shown_people((), look), *(each.name for each in look.guesses))
    left_out = tuple(each for each in names if each and is_refused(refused, each))
    return Seen(shown_guesses(refused, look), shown_people(refused, look), look.faces, look.text, look.trouble, left_out)
