"""How a photo looks from the moment of a change until the library has answered: painted ahead, and replaced by what the library says."""

from dataclasses import replace

from app.domain.own_words import NOTHING_SAID, Change, applied, laid_over
from app.domain.photo import Photo


def provisional(photo: Photo, change: Change) -> Photo:
    """The photo as a cleaned change will make it. Raises `WordsRefused` for more tags or people than are kept."""
    facts = laid_over(photo.facts, applied(NOTHING_SAID, change, photo.facts))
    return replace(photo, facts=facts, said=photo.said or photo.facts)
