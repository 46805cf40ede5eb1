"""Replies and packs for the tests of the gates, and a graph that is a table."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from app.assistant.gates.verdict import CODES, Rejection
from app.assistant.reply import (
    AssistantReply,
    Claim,
    ClaimReference,
    CountClaim,
    FactClaim,
    FoundClaim,
    Prose,
    RelationshipClaim,
    Statement,
)
from app.domain.evidence import AnswerMode, EvidencePack, PackPhoto, Relation
from app.domain.ids import LocalTime, PackId
from app.domain.photo import Fact, PhotoFacts, Position, Tag

T = TypeVar("T")

BOAT, PIER, GULL = (PackId(each) for each in ("P-7K2Q", "P-3M8X", "P-9D4T"))
RESULT = PackId("R-M41X")


def fact(value: T) -> Fact[T]:
    return Fact(value, "EXIF")


BOAT_FACTS = PhotoFacts(
    taken=fact(LocalTime("2019-06-14T10:20:30")),
    offset=fact("+02:00"),
    make=fact("NIKON CORPORATION"),
    model=fact("NIKON D70"),
    lens=fact("18-70mm f/3.5-4.5"),
    iso=fact(400),
    aperture=fact(2.8),
    shutter=fact(0.004),
    focal_length=fact(50.0),
    gps=fact(Position(38.7, -9.1)),
    place=fact("Lisbon"),
    title=fact("Two boats"),
    caption=fact("Two boats in the harbour"),
    tags=fact((Tag("harbour"), Tag("Italy", ("Places",)))),
    people=fact(("Anna", "Ben")),
    rating=fact(4),
    orientation=fact(1),
    serial=fact("8042"),
)


def pack(mode: AnswerMode = AnswerMode.SOURCED) -> EvidencePack:
    """Three photos, of which the gull has no facts; nothing at all where the mode is open."""
    if mode is AnswerMode.OPEN:
        return EvidencePack(mode)
    photos = (
        PackPhoto(BOAT, "/a/boat.jpg", BOAT_FACTS, folder=fact("holidays/2019"), perceptual_hash="ff"),
        PackPhoto(PIER, "/a/pier.jpg", PhotoFacts(taken=fact(LocalTime("2019-06-14")), iso=fact(1))),
        PackPhoto(GULL, "/a/gull.jpg", PhotoFacts()),
    )
    return EvidencePack(mode, photos, {"matching": 24, "per_year.2015": 24, "first": "2015-02-03T04:05:06", "undated": 1}, RESULT)


@dataclass(frozen=True)
class Table:
    """A graph that holds what is written in it, in the written order of ids."""

    held: Mapping[tuple[Relation, tuple[str, ...]], frozenset[str]]

    def common_values(self, relation: Relation, photo_ids: Sequence[str]) -> frozenset[str] | None:
        return self.held.get((relation, tuple(photo_ids)))


NOTHING = Table({})


def reply(*answer: Statement, cited: Sequence[str] = (), claims: Sequence[Claim] = ()) -> AssistantReply:
    return AssistantReply(answer=answer, cited_photo_ids=tuple(cited), claims=tuple(claims))


def told(text: str = "A boat.", photo_id: str | None = BOAT) -> Prose:
    """Prose from the library."""
    return Prose(kind="prose", text=text, photo_id=photo_id, origin="library")


def general(text: str = "Boats float.", photo_id: str | None = None) -> Prose:
    return Prose(kind="prose", text=text, photo_id=photo_id, origin="general")


def ref(number: int) -> ClaimReference:
    return ClaimReference(kind="claim", ref=number)


def related(relation: str, *photo_ids: str, value: str | None = None) -> RelationshipClaim:
    return RelationshipClaim(kind="relationship", relation=relation, photo_ids=photo_ids, value=value)


def stated(photo_id: str, field: str, value: Any) -> FactClaim:
    return FactClaim(kind="fact", photo_id=photo_id, field=field, value=value)


def counted(name: str, value: int | str) -> CountClaim:
    return CountClaim(kind="count", fact=name, value=value)


def found(*photo_ids: str, set_id: str | None = None) -> FoundClaim:
    return FoundClaim(kind="found", photo_ids=photo_ids or None, set_id=set_id)


def codes(rejections: Sequence[Rejection]) -> list[str]:
    """The codes of reasons, each of which must be a listed one and told in its words."""
    assert all(each.detail.endswith(f": {CODES[each.code]}") for each in rejections)
    return [each.code for each in rejections]


def places(rejections: Sequence[Rejection]) -> list[tuple[str, str]]:
    """Where each reason lies, and its code."""
    return [(each.detail.partition(":")[0], each.code) for each in rejections]
