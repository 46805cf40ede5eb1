"""The facts of one photo, merged from its own metadata blocks and from the files beside it by the order in `precedence`."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from app.domain.photo import Fact, PhotoFacts
from app.photos import exposure, position, words
from app.photos.capture_time import Reading, capture_time, readings
from app.photos.precedence import (
    CAPTION,
    MAKE,
    MODEL,
    ORIGINS,
    ORIGINS_OF_RAW,
    TAGS_FLAT,
    TAGS_HIERARCHICAL,
    TITLE,
    Origin,
)
from app.photos.raw import RawMetadata
from app.photos.sidecars import NO_SIDECARS, Sidecars
from app.photos.text import LONGEST_TEXT
from app.photos.values import texts

_UTC = "+00:00"


def facts_of(raw: RawMetadata, sidecars: Sidecars = NO_SIDECARS) -> PhotoFacts:
    """Every fact that the photo and what lies beside it state and that can be true, each with its source."""
    told = {
        Origin.SIDECAR: tuple(map(_facts, sidecars.xmp)),
        Origin.TAKEOUT: tuple(each.facts for each in sidecars.takeout),
        Origin.EMBEDDED: (_facts(raw),),
    }
    origins = ORIGINS_OF_RAW if sidecars.of_raw else ORIGINS
    merged: dict[str, Any] = {name: _first(name, order, told) for name, order in origins.items()}
    taken, offset = capture_time(_readings(raw, sidecars))
    people = words.joined_people(merged.pop("people"), *(each.people for each in told[Origin.TAKEOUT]))
    return PhotoFacts(taken=taken, offset=offset, people=people, **merged)


def notes_of(raw: RawMetadata, sidecars: Sidecars = NO_SIDECARS) -> tuple[str, ...]:
    """What could not be read or was cut to its bounds."""
    told = (raw, *sidecars.xmp)
    return tuple(dict.fromkeys((*raw.notes, *sidecars.notes, *_cut_texts(told), *_cut_tags(told))))


def _first(name: str, order: Sequence[Origin], told: Mapping[Origin, Sequence[PhotoFacts]]) -> Fact[Any] | None:
    """The fact of the first file that tells it."""
    found = (getattr(facts, name) for origin in order for facts in told[origin])
    return next((fact for fact in found if fact is not None), None)


def _readings(raw: RawMetadata, sidecars: Sidecars) -> Iterator[Reading]:
    found = tuple(readings({Origin.SIDECAR: sidecars.xmp, Origin.EMBEDDED: (raw,)}))
    yield from found
    for each in sidecars.takeout if not found else ():
        if each.taken:
            yield Reading(each.taken, Fact(_UTC, each.taken.source), Origin.TAKEOUT)


def _facts(raw: RawMetadata) -> PhotoFacts:
    """What one file says, but for the time."""
    facts = PhotoFacts(
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
    return _told_in(facts, raw.told_in) if raw.told_in else facts


def _told_in(facts: PhotoFacts, file: str) -> PhotoFacts:
    changes: dict[str, Any] = {name: replace(fact, source=file + fact.source) for name, fact in facts.known()}
    return replace(facts, **changes)


def _cut_texts(told: Iterable[RawMetadata]) -> tuple[str, ...]:
    is_long = any(len(text) > LONGEST_TEXT for raw in told for key in (*TITLE, *CAPTION) for text in texts(raw, key)[:1])
    return (f"A text was cut to its first {LONGEST_TEXT:,} characters.",) if is_long else ()


def _cut_tags(told: Iterable[RawMetadata]) -> tuple[str, ...]:
    most = max(len(texts(raw, key)) for raw in told for key in (*TAGS_HIERARCHICAL, *TAGS_FLAT))
    return (f"Only the first {words.MOST_TAGS:,} of {most:,} keywords are kept.",) if most > words.MOST_TAGS else ()
