"""The form of a pack file: what may stand in it and what each fact must be. Checked strictly, never repaired."""

import re
from dataclasses import fields
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field
from pydantic_core import PydanticCustomError

from app.domain.evidence import AnswerMode, EvidencePack, LibraryFact, PackPhoto
from app.domain.ids import ContentHash, PackId
from app.domain.moments import read_moment, read_offset
from app.domain.photo import Fact, PhotoFacts, Position, Tag

MOST_PHOTOS_IN_FILE = 1000
"""More than any answer uses; a file may be written by hand to try the gates on."""

UNNAMED_SOURCE = "pack file"
"""The source of a fact for which the file names none."""

_HEX = re.compile(r"[0-9A-Fa-f]{1,256}")


def wrong(what: str) -> PydanticCustomError:
    """The error whose text is `what`, for use in a validator."""
    return PydanticCustomError("pack_file", "{what}", {"what": what})


def _text(value: str) -> str:
    if not value.isascii() and value != value.encode("utf-8", "replace").decode():
        raise wrong("it should be text, without halves of surrogate pairs")
    return value


def _local_time(value: str) -> str:
    if read_moment(value) is None:
        raise wrong("it should be a local time: 2019-06-14, 2019-06-14T10:20:30 or 2019-06-14T10:20:30.05")
    return value


def _offset(value: str) -> str:
    if read_offset(value) is None:
        raise wrong("it should be an offset from UTC such as +02:00, of 14 hours at most")
    return value


def _hex(value: str) -> str:
    if not _HEX.fullmatch(value):
        raise wrong("it should be hexadecimal digits, at most 256")
    return value


def _id(value: str) -> str:
    if not value.strip():
        raise wrong("it should not be blank")
    return value


def _mode(value: object) -> AnswerMode:
    mode = next((each for each in AnswerMode if each == value), None)
    if mode is None:
        raise wrong("it should be sourced, adjacent or open")
    return mode


def _library_fact(value: object) -> LibraryFact:
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, bool) or not isinstance(value, int):
        raise wrong("it should be a whole number or a text")
    return value


Text = Annotated[str, AfterValidator(_text)]
Id = Annotated[Text, AfterValidator(_id)]


class _Part(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, allow_inf_nan=False)


class PositionForm(_Part):
    """Degrees, and metres above the sea."""

    lat: Annotated[float, Field(ge=-90, le=90)]
    lon: Annotated[float, Field(ge=-180, le=180)]
    alt: float | None = None


class FactsForm(_Part):
    """The facts of one photo, by the names of `candid info` and those of a pack. Absent and null mean unknown."""

    taken: Annotated[str, AfterValidator(_local_time)] | None = None
    offset: Annotated[str, AfterValidator(_offset)] | None = None
    make: Text | None = None
    model: Text | None = None
    lens: Text | None = None
    iso: int | None = None
    aperture: float | None = None
    shutter: float | None = None
    focal_length: float | None = None
    gps: PositionForm | None = None
    place: Text | None = None
    title: Text | None = None
    caption: Text | None = None
    tags: list[Text] | None = None
    people: list[Text] | None = None
    rating: Annotated[int, Field(ge=-1, le=5)] | None = None
    favourite: bool | None = None
    orientation: Annotated[int, Field(ge=1, le=8)] | None = None
    serial: Text | None = None
    folder: Text | None = None
    content_hash: Text | None = None
    perceptual_hash: Annotated[str, AfterValidator(_hex)] | None = None

    def plain(self, name: str) -> Any:
        """The value of a fact as the domain has it; None if it is not known."""
        value = getattr(self, name)
        if isinstance(value, PositionForm):
            return Position(value.lat, value.lon, value.alt)
        if isinstance(value, list):
            return tuple(map(Tag, value)) if name == "tags" else tuple(value)
        return value


def _sources(value: dict[str, str]) -> dict[str, str]:
    for name in value:
        if name not in FactsForm.model_fields:
            raise wrong(f"no fact has the name {name[:40]!r}")
    return value


class PhotoForm(_Part):
    """One photo. The path may hold bytes that are no text, as U+DC80 to U+DCFF."""

    id: Id
    path: str
    facts: FactsForm
    sources: Annotated[dict[str, Text], AfterValidator(_sources)] = {}

    def photo(self) -> PackPhoto:
        """The photo as the domain has it."""
        known = {each.name: self._fact(each.name) for each in fields(PhotoFacts)}
        content_hash = self.facts.content_hash
        return PackPhoto(
            id=PackId(self.id),
            path=self.path,
            facts=PhotoFacts(**known),
            folder=self._fact("folder"),
            content_hash=None if content_hash is None else ContentHash(content_hash),
            perceptual_hash=self.facts.perceptual_hash,
        )

    def _fact(self, name: str) -> Fact[Any] | None:
        value = self.facts.plain(name)
        return None if value is None else Fact(value, self.sources.get(name, UNNAMED_SOURCE))


def _each_id_once(photos: list[PhotoForm]) -> list[PhotoForm]:
    met: set[str] = set()
    for photo in photos:
        if photo.id in met:
            raise wrong(f"the id {photo.id[:40]!r} stands twice")
        met.add(photo.id)
    return photos


class PackForm(_Part):
    """A whole pack file."""

    mode: Annotated[AnswerMode, BeforeValidator(_mode)]
    photos: Annotated[list[PhotoForm], Field(max_length=MOST_PHOTOS_IN_FILE), AfterValidator(_each_id_once)]
    library: dict[Text, Annotated[LibraryFact, BeforeValidator(_library_fact)]] = {}
    set_id: Id | None = None

    def pack(self) -> EvidencePack:
        """The pack as the domain has it."""
        set_id = None if self.set_id is None else PackId(self.set_id)
        return EvidencePack(self.mode, tuple(photo.photo() for photo in self.photos), dict(self.library), set_id)
