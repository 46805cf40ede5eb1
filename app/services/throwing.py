"""Moving pictures to the trash, each with all its versions or not at all, and with what belongs to them."""

import os
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from app.domain.errors import TrashRefused
from app.domain.ids import ContentHash, PhotoId
from app.domain.photo import FileStamp, Photo, Video
from app.domain.ports import Trash
from app.domain.written import safe_line
from app.photos.identity import hash_of_file
from app.services.belongings import Belonging, Surroundings, not_as_known


@dataclass(frozen=True, slots=True)
class Going:
    """A photo that can go, what goes with it, and the bytes of all. Those of one `picture` go together, or none does.

    `kept` are what stays of its group, or has its content elsewhere: one of them must still be there when it goes, if any was.
    """

    photo: Photo
    picture: PhotoId
    beside: tuple[Belonging, ...] = ()
    kept: tuple[Photo, ...] = ()

    @property
    def size(self) -> int:
        """Bytes of all files."""
        return self.photo.stamp.size + sum(each.stamp.size for each in self.beside)


@dataclass(frozen=True, slots=True)
class Thrown:
    """A photo that was moved to the trash, and where each of its files lies, where the system tells that; the `films` among them.

    `stamps` are the sizes and times that they had.
    """

    photo_id: PhotoId
    lies: Mapping[str, str | None]
    stamps: Mapping[str, FileStamp]
    films: tuple[Video, ...] = ()


class Throwing:
    """What was moved so far, and sentences about what was not."""

    def __init__(self, trash: Trash, refused: list[str], look_around: Callable[[Sequence[Going]], Surroundings]) -> None:
        """`look_around` tells what lies around a picture when it is to go."""
        self.thrown: list[Thrown] = []
        self.refused = refused
        self._trash = trash
        self._look_around = look_around
        self._gone: set[str] = set()
        self._sound: set[str] = set()

    def throw(self, picture: Sequence[Going]) -> None:
        """Move all versions of a picture, or none, and then what belongs to them."""
        around = self._look_around(picture)
        still = around.belongings([*self._gone, *(each.photo.path for each in picture)])
        belonging = {one.path for beside in still.values() for one in beside}
        self.refused += (refused := refusals([(each.photo, self._trouble(each, around)) for each in picture]))
        moved = [] if refused else self._throw_all(picture)
        self._gone.update(path for each in moved for path in each.lies)
        beside = {each.photo.id: each.beside for each in picture}
        self.thrown += [self._with_belongings(each, beside[each.photo_id], belonging) for each in moved]

    def _throw_all(self, picture: Sequence[Going]) -> list[Thrown]:
        moved: list[Thrown] = []
        for each in picture:
            try:
                path = each.photo.path
                moved.append(Thrown(each.photo.id, {path: self._trash.throw(path)}, {path: each.photo.stamp}))
                # A disk that is connected in two ways shows one file as two.
                if reason := self._not_kept(each):
                    raise TrashRefused(reason)
            except TrashRefused as error:
                moved = [one for one in moved if not self._took_back(one)]
                gone = {one.photo_id for one in moved} - {each.photo.id}
                self.refused += refusals([(one.photo, str(error) if one is each else None) for one in picture if one.photo.id not in gone])
                break
        return moved

    def _took_back(self, thrown: Thrown) -> bool:
        for path, lies in thrown.lies.items():
            try:
                if lies is None:
                    return False
                self._trash.take_back(lies, path)
            except TrashRefused:
                return False
        return True

    def _trouble(self, each: Going, around: Surroundings) -> str | None:
        """Why a photo stays after all: it, or what belongs to it, is not what it was when it was asked about, or nothing else is left."""
        return around.why_it_stays(each.photo) or _not_as_read(each.photo.path, each.photo.content_hash) or self._not_kept(each)

    def _not_kept(self, each: Going) -> str | None:
        """Why a photo would be lost by now that would not have been when it was asked about."""
        if not each.kept or any(self._is_sound(photo, each.photo) for photo in each.kept):
            return None
        return f"What was to be kept in place of {safe_line(each.photo.path)} is not there any more, or was changed, so it stays."

    def _is_sound(self, kept: Photo, going: Photo) -> bool:
        """Whether the file of a photo that is kept is another one than that which goes, and holds what was read; it is read once."""
        if not_as_known(kept.path, kept.stamp) or one_file(kept.path) == one_file(going.path):
            return False
        if kept.path not in self._sound and _not_as_read(kept.path, kept.content_hash) is None:
            self._sound.add(kept.path)
        return kept.path in self._sound

    def _with_belongings(self, thrown: Thrown, beside: Iterable[Belonging], belonging: Collection[str]) -> Thrown:
        """`belonging` are the paths of what belonged to nothing else just before."""
        lies, stamps, films = dict(thrown.lies), dict(thrown.stamps), list[Video]()
        for each in beside:
            try:
                if each.of <= self._gone and each.path not in belonging:
                    self.refused.append(f"{safe_line(each.path)} stays: by now it belongs to another photo as well.")
                elif each.of <= self._gone:
                    lies[each.path], stamps[each.path] = self._trash.throw(each.path), each.stamp
                    self._gone.add(each.path)
                    films += [each.film] if each.film else []
            except TrashRefused as error:
                # That is no reason to bring the photo back.
                self.refused.append(str(error))
        return replace(thrown, lies=lies, stamps=stamps, films=tuple(films))


def refusals(photos: Sequence[tuple[Photo, str | None]]) -> list[str]:
    """Why each photo of a picture stays, if one of them has a reason to."""
    first = next((photo for photo, reason in photos if reason), None)
    if first is None:
        return []
    name = safe_line(os.path.basename(first.path))
    return [reason or f"{safe_line(photo.path)} stays with {name}: they are versions of one picture." for photo, reason in photos]


def one_file(path: str) -> object:
    """Equal for paths that lead to one file, as through a link to its folder; of a file with several names each is one."""
    try:
        found = os.stat(path)
    except OSError:
        return path
    return (found.st_dev, found.st_ino) if found.st_nlink == 1 and found.st_ino else os.path.realpath(path)


def _not_as_read(path: str, content_hash: ContentHash) -> str | None:
    try:
        with open(path, "rb") as file:
            same = hash_of_file(file) == content_hash
    except OSError as error:
        return f"{safe_line(path)} cannot be read ({error.strerror}), so it stays."
    return None if same else f"{safe_line(path)} holds another picture than the one that Candid read: look for changes (F5)."
