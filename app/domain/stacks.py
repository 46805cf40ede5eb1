"""Which photos of one folder are versions of one picture, and which of them stands for the others."""

import os
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from app.domain.file_names import stem_and_extension
from app.domain.ids import PhotoId
from app.domain.moments import Moment, one_instant
from app.domain.versions import Kinship, NamedAs, Part, is_edit, kinship, part_of, shot_of

MOST_VERSIONS = 100
"""Files of one name that are compared; a camera and its editors make a handful, more are something else."""


@dataclass(frozen=True, slots=True)
class Member:
    """A photo as far as it matters here; `taken` and `camera` are None where they are not known."""

    id: PhotoId
    path: str
    taken: Moment | None = None
    camera: str | None = None

    @property
    def name(self) -> NamedAs:
        """Stem and extension."""
        return stem_and_extension(self.path)


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
        for group in _groups([by_path[path] for path in paths]):
            cover = min(group, key=_precedence)
            found.update((each.id, cover.id) for each in group)
    return found


def _groups(together: Sequence[Member]) -> list[list[Member]]:
    """Photos of one name: first those of the camera, each of which must be a version of all others, then what was made of them."""
    groups: list[list[Member]] = []
    for each in sorted(together, key=lambda one: (is_edit(one.name[0]), one.path)):
        home = next((group for group in groups if _belongs(each, group)), None)
        if home is None:
            groups.append([each])
        else:
            home.append(each)
    return [group for group in groups if len(group) > 1]


def _belongs(new: Member, group: Sequence[Member]) -> bool:
    if any(_contradict(new, each) for each in group):
        return False
    related = [_are_versions(new, each) for each in group]
    return any(related) if is_edit(new.name[0]) else all(related)


def _are_versions(first: Member, second: Member) -> bool:
    match kinship(first.name, second.name):
        case Kinship.PLAIN:
            return True
        case Kinship.TIMED:
            one_camera = first.camera is not None and first.camera == second.camera
            return one_camera and first.taken is not None and second.taken is not None
    return False


def _contradict(first: Member, second: Member) -> bool:
    """Whether both have a capture time and it is not the same."""
    return first.taken is not None and second.taken is not None and not one_instant(first.taken, second.taken)


def _precedence(member: Member) -> tuple[int, str]:
    return list(Part).index(part_of(member.name)), member.path
