"""Which photo of a group to keep, and why: suggested, never done. What a person has said of a photo comes before everything else."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from app.domain.file_names import RAW_EXTENSIONS, stem_and_extension
from app.domain.ids import PhotoId
from app.domain.look import Quality
from app.domain.moments import Moment, of_two_times, read_moment
from app.domain.photo import Fact, Photo


class Alike(StrEnum):
    """How the photos of a group are alike."""

    IDENTICAL = "identical files"
    COPIES = "near copies"
    BURST = "bursts"


class Why(StrEnum):
    """Why one photo of a group is suggested to be kept, as it is shown."""

    NOT_REJECTED = "not rejected"
    SAID = "starred, tagged"
    LARGER = "larger"
    SHARPER = "sharper"
    LESS_CLIPPED = "less clipped"
    ORIGINAL = "the original format"
    LESS_COMPRESSED = "less compressed"
    MORE_FACTS = "more facts"
    VERSIONS = "has versions"
    KNOWN_FIRST = "known first"
    FIRST = "the first"


@dataclass(frozen=True, slots=True)
class Candidate:
    """A photo of a group; `quality` is None where nobody has looked at it yet, `versions` are the files that are one picture with it."""

    photo: Photo
    quality: Quality | None = None
    versions: int = 1


@dataclass(frozen=True, slots=True)
class Suggestion:
    """The photo to keep, why, and those of the others of which nothing that was said would be lost.

    Near copies that were taken at another known time are `apart`: they may be other pictures, however alike, and are not spare.
    """

    keep: PhotoId
    why: Why
    spare: frozenset[PhotoId]
    apart: frozenset[PhotoId] = frozenset()


Rule = tuple[Why, Callable[[Sequence[Candidate]], list[Candidate]]]

FAR_SMALLER = 0.5
"""A picture of less than this part of another's pixels is a small copy, however sharp somebody has made it."""
SHARPER = 1.4
"""One of two pictures of a scene is sharper from this ratio on. Of 80 photos, 95 % change by less where they are recompressed or have a
little noise, and nearly all lose more by a blur of half a pixel."""
LESS_CLIPPED = 0.02
"""Share of pixels without detail by which one is better exposed than another."""
LARGER, HEAVIER = 1.05, 1.05
_LOOKED_AT = 1024
"""Sharpness is measured at this size; pictures that are smaller have another measure."""


def suggestion(candidates: Sequence[Candidate], kind: Alike) -> Suggestion:
    """Which of these to keep. Of identical files, which differ in what lies around them alone, no picture is better."""
    left = list(candidates)
    reasons: list[Why] = []
    for reason, rule in _IDENTICAL if kind is Alike.IDENTICAL else _RULES:
        kept = rule(left)
        if len(kept) < len(left):
            reasons.append(reason)
        left = kept
    keep = left[0]
    others = [each.photo for each in candidates if each is not keep]
    apart = frozenset(each.id for each in others if kind is Alike.COPIES and of_two_times(_taken(each), _taken(keep.photo)))
    spare = frozenset(each.id for each in others if _says_no_more(each, keep.photo)) - apart
    return Suggestion(keep.photo.id, reasons[0] if reasons else Why.FIRST, spare, apart)


def _taken(photo: Photo) -> Moment | None:
    facts = photo.facts
    return read_moment(facts.taken.value, facts.offset.value if facts.offset else None) if facts.taken else None


def _says_no_more(photo: Photo, kept: Photo) -> bool:
    """Whether all that is said of one photo is said of the other as well."""
    return all(said <= known for said, known in zip(_said(photo), _said(kept), strict=True)) and _rating(photo) <= _rating(kept)


class _Said(NamedTuple):
    """What a person has said of a photo besides stars, each as what can be missing elsewhere."""

    tags: frozenset[str]
    people: frozenset[str]
    hearted: frozenset[str]
    title: frozenset[str]
    caption: frozenset[str]


def _said(photo: Photo) -> _Said:
    facts = photo.facts
    tags = frozenset(each.path.casefold() for each in facts.tags.value) if facts.tags else frozenset[str]()
    people = frozenset(each.casefold() for each in facts.people.value) if facts.people else frozenset[str]()
    hearted = frozenset({"heart"}) if facts.favourite and facts.favourite.value else frozenset[str]()
    return _Said(tags, people, hearted, _texts(facts.title), _texts(facts.caption))


def _texts(fact: Fact[str] | None) -> frozenset[str]:
    return frozenset({fact.value}) if fact and fact.value.strip() else frozenset()


def _rating(photo: Photo) -> int:
    """Stars; that a photo was rejected is none."""
    return max(photo.facts.rating.value, 0) if photo.facts.rating else 0


def _most_said(left: Sequence[Candidate]) -> list[Candidate]:
    return _best(left, lambda each: _how_much(each.photo))


def _how_much(photo: Photo) -> tuple[int, int, int]:
    """A heart before stars before the number of words."""
    said = _said(photo)
    return len(said.hearted), _rating(photo), sum(map(len, said))


def _not_rejected(left: Sequence[Candidate]) -> list[Candidate]:
    return _best(left, lambda each: not (each.photo.facts.rating and each.photo.facts.rating.value < 0))


def _not_small(left: Sequence[Candidate]) -> list[Candidate]:
    most = max(map(_pixels, left))
    return [each for each in left if _pixels(each) >= FAR_SMALLER * most]


def _sharpest(left: Sequence[Candidate]) -> list[Candidate]:
    sharpness = [each.quality.sharpness for each in left if each.quality]
    sizes = {min(max(each.photo.width, each.photo.height), _LOOKED_AT) for each in left}
    if len(sharpness) < len(left) or len(sizes) > 1:
        return list(left)
    return [each for each in left if each.quality and each.quality.sharpness * SHARPER > max(sharpness)]


def _least_clipped(left: Sequence[Candidate]) -> list[Candidate]:
    clipped = [each.quality.dark + each.quality.bright for each in left if each.quality]
    if len(clipped) < len(left):
        return list(left)
    return [each for each, share in zip(left, clipped, strict=True) if share < min(clipped) + LESS_CLIPPED]


def _largest(left: Sequence[Candidate]) -> list[Candidate]:
    return [each for each in left if _pixels(each) * LARGER > max(map(_pixels, left))]


def _original(left: Sequence[Candidate]) -> list[Candidate]:
    """RAW before all else, and with its RAW file before without."""
    return _best(left, lambda each: (stem_and_extension(each.photo.path)[1] in RAW_EXTENSIONS, each.versions))


def _heaviest(left: Sequence[Candidate]) -> list[Candidate]:
    return [each for each in left if each.photo.stamp.size * HEAVIER > max(one.photo.stamp.size for one in left)]


def _most_facts(left: Sequence[Candidate]) -> list[Candidate]:
    return _best(left, lambda each: sum(1 for _ in each.photo.facts.known()))


def _with_versions(left: Sequence[Candidate]) -> list[Candidate]:
    return _best(left, lambda each: each.versions)


def _first_known(left: Sequence[Candidate]) -> list[Candidate]:
    return _best(left, lambda each: -each.photo.id)


def _best(left: Iterable[Candidate], key: Callable[[Candidate], object]) -> list[Candidate]:
    marked = [(key(each), each) for each in left]
    best = max(mark for mark, _ in marked)  # type: ignore[type-var] # Marks of one rule can be compared.
    return [each for mark, each in marked if mark == best]


def _pixels(each: Candidate) -> int:
    return each.photo.width * each.photo.height


_SAID: tuple[Rule, ...] = ((Why.NOT_REJECTED, _not_rejected), (Why.SAID, _most_said))
_RULES: tuple[Rule, ...] = (
    *_SAID,
    (Why.LARGER, _not_small),
    (Why.SHARPER, _sharpest),
    (Why.LESS_CLIPPED, _least_clipped),
    (Why.LARGER, _largest),
    (Why.ORIGINAL, _original),
    (Why.MORE_FACTS, _most_facts),
    (Why.LESS_COMPRESSED, _heaviest),
)
_IDENTICAL: tuple[Rule, ...] = (*_SAID, (Why.VERSIONS, _with_versions), (Why.KNOWN_FIRST, _first_known))
