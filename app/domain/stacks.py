"""Which photos of one folder are versions of one picture, and which of them stands for the others."""

import os
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from app.domain.file_names import stem_and_extension
from app.domain.ids import PhotoId
from app.domain.moments import Moment, one_instant
from app.domain.versions import Kinship, NamedAs, Part, is_edit, kinship, part_of, shot_of

_PARTS = tuple(Part)
MOST_VERSIONS = 100
"""Files of one name that are compared; a camera and its editors make a handful, more are something else."""


@dataclass(frozen=True, slots=True)
class Member:
    """A photo as far as it matters here; `taken` and `camera` are None where they are not known."""

    id: PhotoId
    path: str
    taken: Moment | None = None
    camera: str | None = None


@dataclass(frozen=True, slots=True)
class _Named:
    """A member and what its name says, taken apart once."""

    member: Member
    name: NamedAs
    edit: bool

    @property
    def precedence(self) -> tuple[int, str]:
        return _PARTS.index(part_of(self.name)), self.member.path


def likely_versions(names: Iterable[str]) -> Iterator[list[str]]:
    """Paths of one folder grouped by the shot that their names tell of; only groups that can hold versions."""
    by_shot: defaultdict[str, list[str]] = defaultdict(list)
    for path in names:
        by_shot[shot_of(os.path.splitext(os.path.basename(path))[0])].append(path)
    return (sorted(paths) for paths in by_shot.values() if 1 < len(paths) <= MOST_VERSIONS)


def stacks(members: Iterable[Member]) -> dict[PhotoId, PhotoId]:
    """For each photo that has versions among these of one folder, the photo that stands for all of them: the edited one
    before the camera's own picture before the RAW file."""
    by_path = {each.path: each for each in members}
    found: dict[PhotoId, PhotoId] = {}
    for paths in likely_versions(by_path):
        for group in _groups([_named(by_path[path]) for path in paths]):
            cover = min(group, key=lambda each: each.precedence).member.id
            found.update((each.member.id, cover) for each in group)
    return found


def _named(member: Member) -> _Named:
    name = stem_and_extension(member.path)
    return _Named(member, name, is_edit(name[0]))


def _groups(together: Sequence[_Named]) -> list[list[_Named]]:
    """Photos of one name: first those of the camera, each of which must be a version of all others, then what was made of them."""
    groups: list[list[_Named]] = []
    for each in sorted(together, key=lambda one: (one.edit, one.member.path)):
        home = next((group for group in groups if _belongs(each, group)), None)
        if home is None:
            groups.append([each])
        else:
            home.append(each)
    return [group for group in groups if len(group) > 1]


def _belongs(new: _Named, group: Sequence[_Named]) -> bool:
    if any(_contradict(new.member, each.member) for each in group):
        return False
    related = [_are_versions(new, each) for each in group]
    return any(related) if new.edit else all(related)


def _are_versions(first: _Named, second: _Named) -> bool:
    match kinship(first.name, second.name):
        case Kinship.PLAIN:
            return True
        case Kinship.TIMED:
            one, other = first.member, second.member
            return one.camera is not None and one.camera == other.camera and one.taken is not None and other.taken is not None
    return False


def _contradict(first: Member, second: Member) -> bool:
    """Whether both have a capture time and it is not the same."""
    return first.taken is not None and second.taken is not None and not one_instant(first.taken, second.taken)
