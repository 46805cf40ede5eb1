"""What indexing adds to a photo that was read: the name of the place where it was taken, if only the position is known."""

from dataclasses import replace

from app.domain.photo import NAMED_POSITION, Fact, ReadPhoto
from app.domain.ports import PlaceNamer


def with_place(photo: ReadPhoto, places: PlaceNamer) -> ReadPhoto:
    """The photo with its position named. A place that somebody wrote stays as it is."""
    facts = photo.facts
    if facts.place or not facts.gps:
        return photo
    name = places.name(facts.gps.value)
    return replace(photo, facts=replace(facts, place=Fact(name, NAMED_POSITION))) if name else photo
