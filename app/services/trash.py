"""Moving photos to the system's trash: first what that would mean, then doing it, and taking it back. Nothing else writes originals."""

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace

from app.domain.best import Alike
from app.domain.errors import LibraryUnavailable, TrashRefused
from app.domain.ids import ContentHash, PhotoId
from app.domain.photo import FileStamp, Photo, PhotoState
from app.domain.ports import CancelToken, ThumbnailStore, Trash
from app.domain.written import safe_line
from app.library.catalogue import Catalogue
from app.library.library_vectors import LibraryVectors
from app.library.records import Stored
from app.library.videos import Videos
from app.photos.companions import companions
from app.photos.identity import hash_of_file
from app.services.stacks import StackPhotos
from app.services.understanding import Understanding


@dataclass(frozen=True, slots=True)
class Picked:
    """What a person has chosen of one group: `going` of its photos. As one picture each photo goes with its versions, but of identical
    files each goes alone."""

    kind: Alike
    photo_ids: tuple[PhotoId, ...]
    going: tuple[PhotoId, ...]


@dataclass(frozen=True, slots=True)
class Going:
    """A photo that can go: the files that go with it because they tell of nothing else, and the bytes of all.

    `kept` are what stays of its group, or has its content elsewhere: one of them must still be there when it goes, if any was.
    """

    photo: Photo
    beside: tuple[str, ...]
    size: int
    kept: tuple[Photo, ...] = ()

    @property
    def files(self) -> tuple[str, ...]:
        """Its file and those beside it."""
        return (self.photo.path, *self.beside)


@dataclass(frozen=True, slots=True)
class TrashPlan:
    """What would go, why others cannot, and the names of what would be left in no copy at all."""

    going: tuple[Going, ...] = ()
    refused: tuple[str, ...] = ()
    last: tuple[str, ...] = ()

    @property
    def size(self) -> int:
        """Bytes of all files."""
        return sum(each.size for each in self.going)


@dataclass(frozen=True, slots=True)
class Thrown:
    """A photo that was moved to the trash, and where each of its files lies, where the system tells that."""

    photo_id: PhotoId
    lies: Mapping[str, str | None]


@dataclass(frozen=True, slots=True)
class TrashProgress:
    """Photos moved so far."""

    done: int
    all: int


@dataclass(frozen=True, slots=True)
class Trashed:
    """What was moved; `refused` are sentences about what was not."""

    thrown: tuple[Thrown, ...]
    refused: tuple[str, ...] = ()

    @property
    def undoable(self) -> bool:
        """Whether all of it can be put back by `undo`."""
        return bool(self.thrown) and all(None not in each.lies.values() for each in self.thrown)


class TrashPhotos:
    """Moves photos to the trash and back. Raises `LibraryUnavailable` before anything is moved where the library cannot be written."""

    def __init__(
        self, catalogue: Catalogue, trash: Trash, thumbnails: ThumbnailStore, vectors: LibraryVectors, understanding: Understanding
    ) -> None:
        self._catalogue = catalogue
        self._trash = trash
        self._thumbnails = thumbnails
        self._vectors = vectors
        self._understanding = understanding
        self._stacks = StackPhotos(catalogue)
        self._videos = Videos(catalogue)

    def plan(self, picked: Sequence[Picked]) -> TrashPlan:
        """What moving these would mean; the files are looked at as they are now."""
        wanted = {each: group.kind for group in picked for each in group.going}
        photos, films = self._with_versions(wanted)
        refused = [reason for photo in photos.values() if (reason := _not_as_known(photo))]
        sound = [photo for photo in photos.values() if not _not_as_known(photo)]
        leaving = {photo.path for photo in sound} | films
        beside = _sidecars(sound, leaving)
        going = [_going(photo, beside.get(photo.path, ())) for photo in sound]
        kept = self._kept(picked, {photo.id for photo in sound})
        going = [
            replace(_with_films(each, films, sound), kept=kept.get(each.photo.id) or kept.get(each.photo.stack or each.photo.id, ()))
            for each in going
        ]
        last = [
            each for group in picked for each in group.going[:1] if not kept[each] and any(one.photo.id in group.going for one in going)
        ]
        return TrashPlan(tuple(going), tuple(refused), tuple(os.path.basename(photos[each].path) for each in last if each in photos))

    def run(self, plan: TrashPlan, token: CancelToken) -> Iterator[TrashProgress | Trashed]:
        """Move them, ending with one `Trashed`, also when cancelled. A file that is not what it was when it was read stays."""
        # What could not be noted afterwards is not begun: this raises where the library cannot be written.
        with self._catalogue.changing():
            pass
        thrown: list[Thrown] = []
        refused = list(plan.refused)
        try:
            for number, each in enumerate(plan.going):
                if token.cancelled:
                    break
                yield TrashProgress(number, len(plan.going))
                try:
                    thrown.append(self._throw(each))
                except TrashRefused as error:
                    refused.append(str(error))
        finally:
            trouble = self._note_gone(thrown)
        yield Trashed(tuple(thrown), (*refused, *trouble))

    def undo(self, trashed: Trashed) -> Trashed:
        """Put back what was moved; what came back, and sentences about what did not. Raises `LibraryUnavailable`."""
        back, refused = [], list[str]()
        for each in trashed.thrown:
            (path, lies), *beside = each.lies.items()
            if self._came_back(path, lies, refused):
                back.append(each)
                for other in beside:  # Beside another photo that stands there now they would tell of that one.
                    self._came_back(*other, refused)
        stored = self._catalogue.mark_present([each.photo_id for each in back]) if back else Stored()
        self._stacks.settle()
        self._understanding.understand(stored.new_passages)
        return Trashed(tuple(back), tuple(refused))

    def _came_back(self, path: str, lies: str | None, refused: list[str]) -> bool:
        if lies is None:
            refused.append(f"Candid cannot put {safe_line(path)} back on this system: open the trash and restore it there.")
            return False
        try:
            self._trash.take_back(lies, path)
        except TrashRefused as error:
            refused.append(str(error))
            return False
        return True

    def _with_versions(self, wanted: Mapping[PhotoId, Alike]) -> tuple[dict[PhotoId, Photo], set[str]]:
        """The photos that would go, and the films of Live Photos among them."""
        whole = [each for each, kind in wanted.items() if kind is not Alike.IDENTICAL]
        photos = self._catalogue.photos(dict.fromkeys((*wanted, *self._stacks.together(whole))))
        versions = self._stacks.versions(photos[each] for each in whole if each in photos)
        films = {each.path for group in versions.values() for each in group if each.photo is None and os.path.lexists(each.path)}
        return {photo_id: photo for photo_id, photo in photos.items() if photo.state is PhotoState.PRESENT}, films

    def _kept(self, picked: Iterable[Picked], going: AbstractSet[PhotoId]) -> dict[PhotoId, tuple[Photo, ...]]:
        """For each photo that was chosen what would be left: of its group, and identical files elsewhere."""
        kept: dict[PhotoId, tuple[Photo, ...]] = {}
        gone = {_one_file(each.path) for each in self._catalogue.photos(going).values()}
        for group in picked:
            photos = self._catalogue.photos(group.photo_ids)
            twins = self._catalogue.paths_of_content([each.content_hash for each in photos.values()])
            others = [each for each in self._catalogue.photos({*photos, *twins}).values() if each.id not in going]
            left = tuple(each for each in others if _not_as_known(each) is None and _one_file(each.path) not in gone)
            kept.update((each, left) for each in group.going)
        return kept

    def _throw(self, each: Going) -> Thrown:
        """The photo first: where it cannot go, nothing does."""
        reason = _not_as_known(each.photo) or _not_as_read(each.photo.path, each.photo.content_hash) or _not_kept(each)
        if reason:
            raise TrashRefused(reason)
        lies = {each.photo.path: self._trash.throw(each.photo.path)}
        for path in each.beside:
            try:
                lies[path] = self._trash.throw(path)
            except TrashRefused:
                # A sidecar that stays tells of nothing; that is no reason to keep the photo, or to stop.
                continue
        return Thrown(each.photo.id, lies)

    def _note_gone(self, thrown: Sequence[Thrown]) -> tuple[str, ...]:
        """As a scan would that misses them: own words wait for their photos. Says why that cannot be noted."""
        if not thrown:
            return ()
        try:
            self._take_out(thrown)
        except LibraryUnavailable as error:
            return (str(error),)
        return ()

    def _take_out(self, thrown: Sequence[Thrown]) -> None:
        stored = self._catalogue.mark_gone([each.photo_id for each in thrown])
        self._vectors.remove(stored.removed_passages)
        self._thumbnails.remove(stored.unused_hashes)
        self._videos.remove([path for each in thrown for path in each.lies])
        self._stacks.settle(lost=True)


def _not_as_known(photo: Photo) -> str | None:
    """Why a photo's file is not the one that the library knows; None where it is."""
    try:
        found = os.stat(photo.path)
    except OSError:
        return f"{safe_line(photo.path)} is not there any more: look for changes (F5)."
    known = FileStamp(found.st_size, found.st_mtime_ns)
    if known != replace(photo.stamp, sidecars=""):
        return f"{safe_line(photo.path)} was changed since Candid read it: look for changes (F5) before you decide."
    return None


def _not_kept(each: Going) -> str | None:
    """Why a photo would be lost by now that would not have been when it was asked about."""
    if not each.kept or any(_not_as_known(photo) is None for photo in each.kept):
        return None
    return f"What was to be kept in place of {safe_line(each.photo.path)} is not there any more, or was changed, so it stays."


def _one_file(path: str) -> object:
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


def _sidecars(photos: Iterable[Photo], leaving: AbstractSet[str]) -> dict[str, tuple[str, ...]]:
    """By photo the files that tell of it, and of nothing that stays."""
    found: dict[str, tuple[str, ...]] = {}
    for folder in {os.path.dirname(photo.path) for photo in photos}:
        try:
            telling = companions(os.listdir(folder))
        except OSError:
            continue
        stays = {each for name, owned in telling.items() if os.path.join(folder, name) not in leaving for each in owned}
        taken: set[str] = set()
        for name, owned in telling.items():
            mine = [each for each in owned if each not in stays and each not in taken]
            taken.update(mine)
            found[os.path.join(folder, name)] = tuple(os.path.join(folder, each) for each in mine)
    return found


def _going(photo: Photo, sidecars: Sequence[str]) -> Going:
    return Going(photo, tuple(sidecars), sum(map(_size, (photo.path, *sidecars))))


def _with_films(each: Going, films: AbstractSet[str], photos: Iterable[Photo]) -> Going:
    """The film of a Live Photo goes with the still beside it."""
    mine = [film for film in sorted(films) if _goes_with(film, photos) == each.photo.path]
    return replace(each, beside=(*each.beside, *mine), size=each.size + sum(map(_size, mine)))


def _goes_with(film: str, photos: Iterable[Photo]) -> str | None:
    beside = [photo.path for photo in photos if os.path.dirname(photo.path) == os.path.dirname(film) and photo.content_identifier]
    named = [path for path in beside if os.path.splitext(path)[0] == os.path.splitext(film)[0]]
    return min(named or beside, default=None)


def _size(path: str) -> int:
    try:
        return os.stat(path).st_size
    except OSError:
        return 0
