"""Which photos are pictures of one burst, in the order in which they were taken: by time, camera and likeness; nothing is guessed."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from app.domain.ids import PhotoId
from app.domain.likeness import BURST_GAP_SECONDS, BURST_LIKENESS_BITS
from app.domain.moments import SECOND, Moment, Span
from app.domain.versions import shot_of

_NEAR = 20
"""As many pictures of one second as a camera takes."""
_DIGITS = re.compile(r"(\d+)", re.ASCII)


@dataclass(frozen=True, slots=True)
class Shot:
    """A photo as far as it matters here: `stem` is its file name without extension, `camera` make, model and number of the body,
    `look` the bits of its perceptual hash. What is not known is None."""

    id: PhotoId
    stem: str
    taken: Moment | None
    camera: tuple[str, str] | None
    look: int | None


def bursts(shots: Iterable[Shot]) -> list[list[PhotoId]]:
    """Bursts of two or more, each in true order: by time to the last digit of its fraction, within one instant by name.

    From one picture to the next it is `BURST_GAP_SECONDS` at most, by one camera, and they look alike. What lacks a time to the second, a
    camera or a hash is in none. Times with a known UTC offset are compared in UTC, so that a change of clocks breaks no burst.
    """
    timed = sorted((each for each in map(_timed, shots) if each is not None), key=lambda each: each.key)
    found = []
    for _, of_one in groupby(timed, key=lambda each: each.key[:2]):
        found += [[each.shot.id for each in run] for run in _runs(list(of_one)) if len(run) > 1]
    return found


@dataclass(frozen=True, slots=True)
class _Timed:
    """A shot whose time, camera and look are known."""

    shot: Shot
    span: Span
    look: int
    key: tuple[tuple[str, str], bool, int, tuple[tuple[int, str], ...]]


def _timed(shot: Shot) -> _Timed | None:
    if shot.taken is None or shot.camera is None or shot.look is None:
        return None
    span = shot.taken.utc or shot.taken.local
    if not span.to_the_second:
        return None
    return _Timed(shot, span, shot.look, (shot.camera, shot.taken.utc is None, span.start, natural(shot.stem)))


def natural(name: str) -> tuple[tuple[int, str], ...]:
    """A key by which numbers in names are in the order of their values: IMG_9 before IMG_10."""
    pieces = _DIGITS.split(name.casefold())
    return tuple((int(each), "") if at % 2 else (-1, each) for at, each in enumerate(pieces))


def _runs(shots: Sequence[_Timed]) -> Iterator[list[_Timed]]:
    run = list(shots[:1])
    for each in shots[1:]:
        if any(_one_picture(each, other) for other in run[-_NEAR:]):
            continue
        if _follows(run[-1], each):
            run.append(each)
        else:
            yield run
            run = [each]
    yield run


def _follows(earlier: _Timed, later: _Timed) -> bool:
    gap = later.span.start - earlier.span.start
    return gap <= BURST_GAP_SECONDS * SECOND and (earlier.look ^ later.look).bit_count() <= BURST_LIKENESS_BITS


def _one_picture(one: _Timed, other: _Timed) -> bool:
    """Whether the two are one picture, copied or edited, in place of two pictures of one instant."""
    one_name = shot_of(one.shot.stem) == shot_of(other.shot.stem)
    return one.span.may_be(other.span) and (one_name or one.look == other.look)
