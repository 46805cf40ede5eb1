"""Moving photos to the system's trash: first what that would mean, then doing it, and taking it back. Nothing else writes originals."""

import os
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, groupby

import numpy as np

from app.domain.errors import LibraryUnavailable, NotInTrash, TrashRefused
from app.domain.ids import ContentHash, PhotoId
from app.domain.photo import Photo, PhotoState
from app.domain.ports import CancelToken, Ids, Trash
from app.domain.written import safe_line
from app.library.catalogue import Catalogue
from app.library.library_vectors import LibraryVectors
from app.library.records import Stored
from app.library.videos import Videos
from app.photos.trash import KEEPS_FILES
from app.services.belongings import Surroundings, films_of, not_as_known
from app.services.remaining import all_left, what_is_left
from app.services.stacks import StackPhotos
from app.services.throwing import Going, Throwing, Thrown, refusals
from app.services.understanding import Understanding


@dataclass(frozen=True, slots=True)
class Picked:
    """What a person has chosen of some photos: `going` of those in `contents`, by the content that they had when they were looked at.

    As one picture each photo goes `with_versions`, and as a Live Photo `with_films`; of identical files each goes alone.
    """

    contents: Mapping[PhotoId, ContentHash]
    going: tuple[PhotoId, ...]
    with_versions: bool = True
    with_films: bool = True


@dataclass(frozen=True, slots=True)
class Chosen:
    """Photos that a person has chosen of a list, by themselves: of those that they have seen, the contents that these had then.

    `listed` are the ids of all that the list shows, (n,) int64, and `found` these and the versions for which they stand there.
    `as_one`: a photo stands for its versions, save those that are listed.
    """

    photo_ids: tuple[PhotoId, ...]
    seen: Mapping[PhotoId, ContentHash]
    listed: Ids
    found: Ids
    as_one: bool


@dataclass(frozen=True, slots=True)
class TrashPlan:
    """What would go, why others cannot, and the names of what would be left in no copy at all, versions that go along among it.

    `refused` is one sentence for each photo that stays. `roots` are the folders that were added. `undoable` is whether a program can
    put back what it moves on this system. `unlisted` are the names of versions that go along and are not in the list that was chosen from.
    """

    going: tuple[Going, ...] = ()
    refused: tuple[str, ...] = ()
    last: tuple[str, ...] = ()
    roots: tuple[str, ...] = ()
    undoable: bool = KEEPS_FILES
    unlisted: tuple[str, ...] = ()

    @property
    def size(self) -> int:
        """Bytes of all files."""
        return sum(each.size for each in self.going)


@dataclass(frozen=True, slots=True)
class TrashProgress:
    """Photos moved so far."""

    done: int
    all: int


@dataclass(frozen=True, slots=True)
class Trashed:
    """What was moved; `refused` are sentences about what was not, and `left` is what can still be put back of what was to be."""

    thrown: tuple[Thrown, ...]
    refused: tuple[str, ...] = ()
    left: tuple[Thrown, ...] = ()

    @property
    def undoable(self) -> bool:
        """Whether all of it can be put back by `undo`."""
        return bool(self.thrown) and all(None not in each.lies.values() for each in self.thrown)


class TrashPhotos:
    """Moves photos to the trash and back. Raises `LibraryUnavailable` before anything is moved where the library cannot be written."""

    def __init__(self, catalogue: Catalogue, trash: Trash, vectors: LibraryVectors, understanding: Understanding) -> None:
        self._catalogue = catalogue
        self._trash = trash
        self._vectors = vectors
        self._understanding = understanding
        self._stacks = StackPhotos(catalogue)
        self._videos = Videos(catalogue)

    def plan_chosen(self, chosen: Chosen) -> TrashPlan:
        """What throwing these would mean: none is kept for another, save its identical files, and its versions that are listed."""
        photos = self._catalogue.photos(dict.fromkeys(chosen.photo_ids))
        contents = {each: chosen.seen.get(each, photo.content_hash) for each, photo in photos.items()}
        beside = self._listed_versions(chosen) if chosen.as_one else {}
        plan = self.plan([Picked({each: contents[each], **beside.get(each, {})}, (each,), chosen.as_one) for each in contents])
        known = {*chosen.found.tolist(), *chosen.photo_ids}
        return replace(plan, unlisted=tuple(os.path.basename(each.photo.path) for each in plan.going if each.photo.id not in known))

    def _listed_versions(self, chosen: Chosen) -> Mapping[PhotoId, Mapping[PhotoId, ContentHash]]:
        """By chosen photos their versions that the list shows and that were not chosen, with their contents."""
        covers = self._stacks.together(chosen.photo_ids)
        others = np.setdiff1d(np.intersect1d(np.array(list(covers), np.int64), chosen.listed), chosen.photo_ids)
        photos = self._catalogue.photos(map(PhotoId, others.tolist()))
        by_cover: defaultdict[PhotoId, dict[PhotoId, ContentHash]] = defaultdict(dict)
        for photo in photos.values():
            by_cover[covers[photo.id]][photo.id] = photo.content_hash
        return {each: by_cover[covers[each]] for each in chosen.photo_ids if covers[each] in by_cover}

    def plan(self, picked: Sequence[Picked]) -> TrashPlan:
        """What throwing these would mean; the files are looked at as they are now."""
        pictures = self._pictures(picked)
        photos = [photo for picture in pictures.values() for photo in picture]
        alone = {each for group in picked if not group.with_films for each in group.going}
        around = Surroundings(photos, films_of(self._videos, [photo for photo in photos if photo.id not in alone]))
        others = _not_as_seen(photos, picked)
        stays = {each.id: others.get(each.id) or around.why_it_stays(each) for each in photos}
        refused = {key: refusals([(each, stays[each.id]) for each in picture]) for key, picture in pictures.items()}
        sound = {photo.id: key for key, picture in pictures.items() if not refused[key] for photo in picture}
        leaving = [photo for photo in photos if photo.id in sound]
        beside = around.belongings([photo.path for photo in leaving])
        looked_at = set(chain.from_iterable(group.contents.values() for group in picked))
        along = {each.content_hash: os.path.basename(each.path) for each in leaving if each.content_hash not in looked_at}
        left = what_is_left(self._catalogue, looked_at | along.keys(), leaving)
        rest = [all_left(group.contents.values(), left) for group in picked]
        of_picture = {sound[each]: kept for group, kept in zip(picked, rest, strict=True) for each in group.going if kept and each in sound}
        own = {content: tuple(left[content]) for content in along.keys() & left.keys()}
        return TrashPlan(
            tuple(
                Going(each, sound[each.id], beside.get(each.path, ()), own.get(each.content_hash) or of_picture.get(sound[each.id], ()))
                for each in leaving
            ),
            (*self._out_of_reach(picked), *chain.from_iterable(refused.values())),
            (
                *_last_names(leaving, (group for group, kept in zip(picked, rest, strict=True) if not kept)),
                *(name for content, name in along.items() if content not in left),
            ),
            tuple(each.path for each in self._catalogue.folders()),
        )

    def run(self, plan: TrashPlan, token: CancelToken) -> Iterator[TrashProgress | Trashed]:
        """Move them, ending with one `Trashed`, also when cancelled. A file that is not what it was when it was read stays."""
        self._check_writable()
        throwing = Throwing(self._trash, list(plan.refused), self._around)
        done = 0
        try:
            for _, picture in groupby(plan.going, key=lambda each: each.picture):
                if token.cancelled:
                    break
                yield TrashProgress(done, len(plan.going))
                together = tuple(picture)
                throwing.throw(together)
                done += len(together)
        finally:
            trouble = self._note_gone(throwing.thrown)
        yield Trashed(tuple(throwing.thrown), (*throwing.refused, *trouble))

    def undo(self, trashed: Trashed) -> Trashed:
        """Put back what was moved; what came back, and sentences about what did not. Raises `LibraryUnavailable` before anything is."""
        self._check_writable()
        back, left, refused = list[Thrown](), list[Thrown](), list[str]()
        for each in trashed.thrown:
            photo, *beside = each.lies
            if (trouble := self._take_back(each, photo)) is None:
                back.append(each)
                # Beside another photo that stands there now they would tell of that one.
                refused += [str(error) for other in beside if (error := self._take_back(each, other))]
            else:
                refused.append(str(trouble))
                left += [] if isinstance(trouble, NotInTrash) else [each]
        try:
            self._put_in(back, refused)
        except LibraryUnavailable as error:
            refused.append(f"That is not noted in the library yet, so look for changes (F5) later. {error}")
        return Trashed(tuple(back), tuple(refused), tuple(left))

    def _check_writable(self) -> None:
        """What could not be noted afterwards is not begun."""
        with self._catalogue.changing():
            pass

    def _around(self, picture: Sequence[Going]) -> Surroundings:
        """What lies around a picture that is to go, as it is now."""
        with_film = [each.photo for each in picture if any(one.film for one in each.beside)]
        return Surroundings([each.photo for each in picture], films_of(self._videos, with_film))

    def _put_in(self, back: Sequence[Thrown], refused: list[str]) -> None:
        """What is there as the library knows it; of others a scan tells what they are."""
        photos = self._catalogue.photos([each.photo_id for each in back])
        known = [each for each in back if each.photo_id in photos and _is_known(each, photos[each.photo_id])]
        refused += [f"{safe_line(path)} is back, and new to Candid: look for changes (F5)." for path in _photo_paths(back, known)]
        stored = self._catalogue.mark_present([each.photo_id for each in known]) if known else Stored()
        self._know_films(known)
        self._stacks.settle()
        self._understanding.understand(stored.new_passages)

    def _know_films(self, back: Sequence[Thrown]) -> None:
        photos = self._catalogue.photos([each.photo_id for each in back if each.films])
        for each in back:
            films = [film for film in each.films if not_as_known(film.path, film.stamp) is None]
            if films and each.photo_id in photos:
                self._videos.store(photos[each.photo_id].folder_id, films)

    def _take_back(self, thrown: Thrown, path: str) -> TrashRefused | None:
        """Put one file back, or why that cannot be."""
        if (lies := thrown.lies[path]) is None:
            return NotInTrash(f"Candid cannot put {safe_line(path)} back on this system: open the trash and restore it there.")
        try:
            self._trash.take_back(lies, path, thrown.stamps.get(path))
        except TrashRefused as error:
            return error
        return None

    def _pictures(self, picked: Sequence[Picked]) -> Mapping[PhotoId, Sequence[Photo]]:
        """The photos that would go, those of one picture together. None takes along a version that was shown and not chosen."""
        whole = [each for group in picked if group.with_versions for each in group.going]
        going = dict.fromkeys(each for group in picked for each in group.going)
        covers = self._stacks.together(whole)
        torn = {covers.get(each) for group in picked for each in group.contents if each not in going}
        pictures: defaultdict[PhotoId, list[Photo]] = defaultdict(list)
        for photo in self._catalogue.photos(dict.fromkeys((*going, *covers))).values():
            if photo.state is PhotoState.PRESENT and (photo.id in going or covers[photo.id] not in torn):
                pictures[covers.get(photo.id, photo.id)].append(photo)
        return pictures

    def _out_of_reach(self, picked: Sequence[Picked]) -> Iterator[str]:
        """Of chosen photos whose files are not there why they stay."""
        for photo in self._catalogue.photos(dict.fromkeys(each for group in picked for each in group.going)).values():
            if photo.state is not PhotoState.PRESENT:
                yield f"{safe_line(photo.path)} is out of reach, so it stays: look for changes (F5)."

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
        # Thumbnails stay for those that come back; a scan sweeps what is left over.
        self._videos.remove([path for each in thrown for path in each.lies])
        self._stacks.settle(lost=True)


def _is_known(back: Thrown, photo: Photo) -> bool:
    """Whether a photo that was put back is the one that the library knows: a scan may have met another one at its place meanwhile."""
    return photo.path in back.lies and not_as_known(photo.path, photo.stamp) is None


def _photo_paths(back: Iterable[Thrown], known: Sequence[Thrown]) -> Iterator[str]:
    """Of those that are not known where they lay."""
    return (next(iter(each.lies)) for each in back if each not in known)


def _last_names(leaving: Iterable[Photo], lost: Iterable[Picked]) -> Iterator[str]:
    """Of groups of which nothing would be left, the name of a photo that goes."""
    names = {photo.id: os.path.basename(photo.path) for photo in leaving}
    return (name for group in lost if (name := next((names[each] for each in group.going if each in names), None)) is not None)


def _not_as_seen(photos: Iterable[Photo], picked: Iterable[Picked]) -> Mapping[PhotoId, str]:
    """Which of these photos are not what a person decided about, and why: since then the file was changed, and read again."""
    known = {photo.id: photo for photo in photos}
    seen = ((photo_id, content) for group in picked for photo_id, content in group.contents.items() if photo_id in known)
    return {
        photo_id: f"{safe_line(known[photo_id].path)} is not the picture any more that was compared or shown: look at it again before "
        "you decide."
        for photo_id, content in seen
        if known[photo_id].content_hash != content
    }
