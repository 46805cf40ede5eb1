"""What goes with photos that go: the films of Live Photos, and the files beside them that tell of nothing which stays."""

import os
import stat
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from app.domain.photo import FileStamp, Photo, Video
from app.domain.written import safe_line
from app.library.videos import Videos
from app.photos.beside import NOTHING, Beside, all_beside
from app.photos.sidecars import tells_of_another
from app.photos.walk import is_passed_over


@dataclass(frozen=True, slots=True)
class Belonging:
    """A file beside a photo, as it was when it was looked at. It goes when everything that it is `of` (paths) has gone.

    `film` is what the library knows of the film of a Live Photo.
    """

    path: str
    stamp: FileStamp
    of: frozenset[str]
    film: Video | None = None


@dataclass(frozen=True, slots=True)
class Film:
    """The film of a Live Photo, and the paths of the stills that it belongs to."""

    video: Video
    of: frozenset[str]


class Surroundings:
    """What lies around photos: their folders as they are now, and their films."""

    def __init__(self, photos: Iterable[Photo], films: Sequence[Film]) -> None:
        self._films = [each for each in films if os.path.lexists(each.video.path)]
        self._beside: dict[str, Beside] = {}
        for folder in dict.fromkeys(os.path.dirname(photo.path) for photo in photos):
            self._beside.update((os.path.join(folder, name), beside) for name, beside in _beside(folder).items())
        self._changed = {path: reason for each in self._films if (reason := self._reason(each.video)) for path in each.of}

    def why_it_stays(self, photo: Photo) -> str | None:
        """Why a photo's file, its film or what tells of it is not what the library knows; None where all of it is."""
        return self._reason(photo) or self._changed.get(photo.path)

    def belongings(self, going: Sequence[str]) -> Mapping[str, tuple[Belonging, ...]]:
        """What goes with photos at these paths, which go in this order: each file with the last of those that it is of."""
        place = {path: number for number, path in enumerate(going)}
        last = {path: path for path in going}
        found: defaultdict[str, list[Belonging]] = defaultdict(list)
        for film in self._films:
            video = film.video
            if film.of <= place.keys():
                last[video.path] = max(film.of, key=place.__getitem__)
                found[last[video.path]].append(Belonging(video.path, video.stamp, film.of, video))
        for path, of in self._told_of().items():
            if of <= last.keys() and (stamp := _stamp(path)) and not all(tells_of_another(each, path) for each in of):
                found[max((last[each] for each in of), key=place.__getitem__)].append(Belonging(path, stamp, of))
        return {path: tuple(files) for path, files in found.items()}

    def _reason(self, file: Photo | Video) -> str | None:
        if reason := not_as_known(file.path, file.stamp):
            return reason
        if self._beside.get(file.path, NOTHING).digest != file.stamp.sidecars:
            return f"A file that tells of {safe_line(file.path)} was changed, added or removed: look for changes (F5) before you decide."
        return None

    def _told_of(self) -> Mapping[str, frozenset[str]]:
        """By the path of each file that tells of others, these."""
        told: defaultdict[str, set[str]] = defaultdict(set)
        for path, beside in self._beside.items():
            for teller in beside.paths:
                told[teller].add(path)
        return {path: frozenset(told[path]) for path in sorted(told)}


def films_of(videos: Videos, photos: Iterable[Photo]) -> list[Film]:
    """The films in the folders of these Live Photos, each of all stills there that it may be the film of, whether they go or stay.

    A still has the film of its own name; without one it has all that share its identifier, as have its copies.
    """
    places = {(each.content_identifier, os.path.dirname(each.path)) for each in photos if each.content_identifier}
    marks = {mark for mark, _ in places}
    films, stills = (videos.films_of(marks), videos.stills_of(marks)) if marks else ({}, {})
    found: list[Film] = []
    for mark, folder in sorted(places):
        beside = [each for each in films.get(mark, ()) if os.path.dirname(each.path) == folder]
        found += _shared(beside, [each for each in stills.get(mark, ()) if os.path.dirname(each) == folder])
    return found


def _shared(films: Sequence[Video], stills: Sequence[str]) -> Iterator[Film]:
    own = {still: _own_films(films, still) for still in stills}
    for film in films:
        of = frozenset(still for still, theirs in own.items() if film in theirs)
        if of:
            yield Film(film, of)


def _own_films(films: Sequence[Video], still: str) -> Sequence[Video]:
    named = [film for film in films if os.path.splitext(film.path)[0] == os.path.splitext(still)[0]]
    return named or films


def not_as_known(path: str, stamp: FileStamp) -> str | None:
    """Why a file is not the one of this size and time; None where it is."""
    try:
        found = os.stat(path)
    except OSError:
        return f"{safe_line(path)} is not there any more: look for changes (F5)."
    if (found.st_size, found.st_mtime_ns) != (stamp.size, stamp.modified_ns):
        return f"{safe_line(path)} was changed since Candid read it: look for changes (F5) before you decide."
    return None


def _beside(folder: str) -> Mapping[str, Beside]:
    try:
        with os.scandir(folder) as entries:
            return all_beside((), [entry for entry in entries if not is_passed_over(entry.name)])
    except OSError:
        return {}


def _stamp(path: str) -> FileStamp | None:
    """None for what is no file: a folder may be named as if it told of a photo."""
    try:
        found = os.stat(path)
    except OSError:
        return None
    return FileStamp(found.st_size, found.st_mtime_ns) if stat.S_ISREG(found.st_mode) else None
