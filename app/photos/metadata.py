"""The facts of one file, merged from its metadata blocks by the order in `precedence`."""

from app.domain.photo import PhotoFacts
from app.photos import exposure, position, words
from app.photos.capture_time import capture_time
from app.photos.precedence import CAPTION, MAKE, MODEL, TAGS_FLAT, TAGS_HIERARCHICAL, TITLE
from app.photos.raw import RawMetadata
from app.photos.text import LONGEST_TEXT
from app.photos.values import texts


def facts_of(raw: RawMetadata) -> PhotoFacts:
    """Every fact that the metadata states and that can be true, each with its source."""
    taken, offset = capture_time(raw)
    return PhotoFacts(
        taken=taken,
        offset=offset,
        make=exposure.camera_word(raw, MAKE),
        model=exposure.camera_word(raw, MODEL),
        lens=exposure.lens(raw),
        iso=exposure.iso(raw),
        aperture=exposure.aperture(raw),
        shutter=exposure.shutter(raw),
        focal_length=exposure.focal_length(raw),
        gps=position.position(raw),
        place=position.place(raw),
        title=words.written_text(raw, TITLE),
        caption=words.written_text(raw, CAPTION),
        tags=words.tags(raw),
        people=words.people(raw),
        rating=exposure.rating(raw),
        orientation=exposure.orientation(raw),
        serial=exposure.serial(raw),
    )


def notes_of(raw: RawMetadata) -> tuple[str, ...]:
    """What could not be read or was cut to its bounds."""
    return (*raw.notes, *_cut_texts(raw), *_cut_tags(raw))


def _cut_texts(raw: RawMetadata) -> tuple[str, ...]:
    is_long = any(len(text) > LONGEST_TEXT for key in (*TITLE, *CAPTION) for text in texts(raw, key)[:1])
    return (f"A text was cut to its first {LONGEST_TEXT:,} characters.",) if is_long else ()


def _cut_tags(raw: RawMetadata) -> tuple[str, ...]:
    most = max(len(texts(raw, key)) for key in (*TAGS_HIERARCHICAL, *TAGS_FLAT))
    return (f"Only the first {words.MOST_TAGS:,} of {most:,} keywords are kept.",) if most > words.MOST_TAGS else ()
