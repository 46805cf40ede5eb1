"""docs/metadata.md says in its tables what `precedence` decides, and nothing else."""

from collections.abc import Iterable, Iterator
from dataclasses import fields
from pathlib import Path

from app.domain.photo import PhotoFacts
from app.photos import precedence
from app.photos.precedence import DIGITISED, ORIGINAL, ORIGINS, ORIGINS_OF_RAW, TIMES, Origin, TimeKeys, label

DOCUMENT = Path(__file__).parents[3] / "docs" / "metadata.md"
PLACES: dict[str, Iterable[str]] = {
    "title": precedence.TITLE,
    "caption": precedence.CAPTION,
    "tags": (*precedence.TAGS_HIERARCHICAL, *precedence.TAGS_FLAT),
    "people": (*precedence.PEOPLE, precedence.FACES, precedence.FACES_MICROSOFT),
    "rating": (*precedence.RATING, *precedence.RATING_PERCENT, *precedence.REJECTED),
    "favourite": (),
    "place": tuple(key for keys in precedence.PLACE for key in keys),
    "gps": (precedence.GPS_EXIF["Latitude"], precedence.GPS_XMP["Latitude"]),
    "make": precedence.MAKE,
    "model": precedence.MODEL,
    "lens": precedence.LENS,
    "iso": precedence.ISO,
    "aperture": (*precedence.APERTURE, *precedence.APERTURE_APEX),
    "shutter": (*precedence.SHUTTER, *precedence.SHUTTER_APEX),
    "focal_length": precedence.FOCAL_LENGTH,
    "serial": precedence.SERIAL,
    "orientation": precedence.ORIENTATION,
}


def labels(keys: Iterable[str]) -> str:
    """The places as people call them, each once; what makers of cameras note is one place."""
    named = ("the maker note" if label(key).startswith("maker note") else label(key) for key in keys)
    return ", ".join(dict.fromkeys(named))


def rows() -> Iterator[str]:
    for fact, origins in ORIGINS.items():
        yield f"| {fact} | {', then '.join(origins)} | {labels(PLACES[fact])} |"
    yield f"| orientation of camera RAW | {', then '.join(ORIGINS_OF_RAW['orientation'])} | {labels(PLACES['orientation'])} |"


def time_rows() -> Iterator[str]:
    for number, (origin, keys) in enumerate(TIMES, 1):
        kind = {ORIGINAL: "when it was taken", DIGITISED: "when it was digitised"}[keys]
        said = dict.fromkeys(time_label(each) for each in keys if origin is Origin.EMBEDDED or each.moment.startswith("Xmp."))
        yield f"| {number} | {origin} | {kind}: {', '.join(said)} |"
    yield f"| {len(TIMES) + 1} | {Origin.TAKEOUT} | photoTakenTime, an instant in UTC |"


def time_label(keys: TimeKeys) -> str:
    return label(keys.moment) + (f" with {label(keys.time_of_day).removeprefix('IPTC ')}" if keys.time_of_day else "")


def test_the_document_has_exactly_the_rows_of_the_order() -> None:
    lines = DOCUMENT.read_text(encoding="utf-8").splitlines()
    expected = [*rows(), *time_rows()]
    written = [line for line in lines if line.startswith(tuple(f"{row.split(' | ')[0]} | " for row in expected))]
    assert written == expected, "\n".join(expected)


def test_every_fact_has_an_order() -> None:
    assert {each.name for each in fields(PhotoFacts)} == {*ORIGINS, "taken", "offset"}
    assert set(PLACES) == set(ORIGINS)


def test_every_place_that_is_ranked_is_read() -> None:
    ranked = {key for keys in PLACES.values() for key in keys} - {precedence.FACES, precedence.FACES_MICROSOFT}
    assert ranked <= precedence.WANTED
