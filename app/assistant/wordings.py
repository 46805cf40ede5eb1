"""What the sentences of checked claims say of each relation, fact and number."""

from collections.abc import Callable, Mapping

from app.domain.evidence import Relation
from app.domain.written import exposure, f_number, millimetres, moment, month, number, quoted, stars, year, zone

TAKEN = ("was taken", "were taken")

SHARED: Mapping[Relation, tuple[str, str]] = {
    Relation.SAME_CAMERA: ("were taken", "with the same camera model, {names}"),
    Relation.SAME_LENS: ("were taken", "with the same lens model, {names}"),
    Relation.SAME_DAY: ("were taken", "on the same day, {days}"),
    Relation.SAME_EVENT: ("were taken", "within {hours} of each other, as their clocks and time zones tell"),
    Relation.BURST: ("were taken", "with the same camera model within {seconds} of each other"),
    Relation.SAME_PLACE: ("were taken", "{place}"),
    Relation.SAME_FOLDER: ("are", "in the same folder, {names}"),
    Relation.SHARES_TAG: ("share", "the {tags} {names}"),
    Relation.SAME_PERSON: ("are", "marked as showing the same {people}, {names}"),
    Relation.NEAR_DUPLICATE: ("look", "nearly the same"),
    Relation.IDENTICAL_FILE: ("are", "identical, byte for byte"),
    Relation.VARIANT_OF: ("are", "versions of one picture, by their names and times"),
}
"""The verb of a relation, and what is said of it.

Two photos of one model may be of two cameras, and of one tagged person nobody but the file says that it is that person.
"""

FACTS: Mapping[str, tuple[str, str, Callable[[str], str], Callable[[float], str]]] = {
    "taken": ("was taken", "on {}", moment, number),
    "offset": ("was taken", "with the clock at {}", zone, number),
    "make": ("was taken", "with a camera made by {}", quoted, number),
    "model": ("was taken", "with the camera model {}", quoted, number),
    "lens": ("was taken", "with the lens {}", quoted, number),
    "iso": ("was taken", "at ISO {}", quoted, number),
    "aperture": ("was taken", "at {}", quoted, f_number),
    "shutter": ("was taken", "with an exposure of {}", quoted, exposure),
    "focal_length": ("was taken", "at a focal length of {}", quoted, millimetres),
    "place": ("has", "the place {}", quoted, number),
    "title": ("has", "the title {}", quoted, number),
    "caption": ("has", "the caption {}", quoted, number),
    "tags": ("is", "tagged {}", quoted, number),
    "people": ("is", "marked as showing {}", quoted, number),
    "rating": ("is", "{}", quoted, stars),
    "orientation": ("is", "stored with EXIF orientation {}", quoted, number),
    "folder": ("is", "in the folder {}", quoted, number),
}
"""The verb of a fact, what is said of it, and how its text or its number is written."""

COUNTED: Mapping[str, tuple[str, str, str, Callable[[str], str]]] = {
    "per_year": ("was taken in", "were taken in", "in", year),
    "per_month": ("was taken in", "were taken in", "in", month),
    "per_day": ("was taken on", "were taken on", "on", moment),
    "per_camera": ("was taken with", "were taken with", "with", quoted),
    "per_lens": ("was taken with the lens", "were taken with the lens", "with", quoted),
    "per_place": ("has the place", "have the place", "", quoted),
    "per_country": ("has a place in", "have a place in", "in", quoted),
    "per_format": ("has the format", "have the format", "", quoted),
    "per_person": ("is marked as showing", "are marked as showing", "", quoted),
    "per_tag": ("is tagged", "are tagged", "", quoted),
    "per_folder": ("is in the folder", "are in the folder", "in", quoted),
    "undated": ("has no known capture time", "have no known capture time", "", str),
}

DIFFERENT: Mapping[str, tuple[str, str, str]] = {
    "years": ("were taken in", "year", "years"),
    "months": ("were taken in", "month", "months"),
    "days": ("were taken on", "day", "days"),
    "cameras": ("were taken with", "camera", "cameras"),
    "lenses": ("were taken with", "lens", "lenses"),
    "places": ("have", "place", "places"),
    "countries": ("have places in", "country", "countries"),
    "formats": ("have", "format", "formats"),
    "people": ("are marked as showing", "person", "people"),
    "tags": ("have", "tag", "tags"),
    "folders": ("are in", "folder", "folders"),
}
"""What is said of a number of different values, of one and of several."""
