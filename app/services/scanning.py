"""One folder, walked and compared with what the library knows of it: what to read, what is unchanged, what is missing."""

import os
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field

from app.domain.errors import FolderUnavailable
from app.domain.ids import FolderId, PhotoId
from app.domain.photo import Folder, FoundFile, PhotoState, Skipped
from app.domain.ports import CancelToken
from app.library.catalogue import Catalogue
from app.library.records import KnownFiles, KnownPhoto, KnownRow
from app.library.storing import innermost
from app.photos.walk import Listed

FEWER_SHARE, FEWER_LEAST = 0.5, 20
"""A folder that shows less than this share of at least so many known photos has probably lost its disk, not its photos."""
HELD_LEAST = FEWER_LEAST // 2
"""So many photos that were unavailable already stay so until they are back, or the person says that they are gone."""
STEP = 500
"""Files between two reports of progress."""

Compare = Callable[[str, Mapping[str, AbstractSet[int]]], Iterator[Listed | FoundFile | Skipped]]
"""As `app.photos.walk.compare`."""


@dataclass(slots=True)
class Scan:
    """What one walk found. `changed` are to be read because they are not as known, `new` because nothing that is there is known of them.

    `missing` are known photos that were not seen. Of those, `held` are marked as unavailable already, and `doubtful` may be out of reach
    and nothing more; all the others are gone.
    `changed_ids` are the photos that were last known at the paths of `changed`. `lost_videos` are the paths of videos that were not seen.
    """

    folder: Folder
    changed: list[FoundFile] = field(default_factory=list)
    new: list[FoundFile] = field(default_factory=list)
    skipped: list[Skipped] = field(default_factory=list)
    unchanged: int = 0
    back: list[PhotoId] = field(default_factory=list)
    changed_ids: set[PhotoId] = field(default_factory=set)
    missing: set[PhotoId] = field(default_factory=set)
    held: set[PhotoId] = field(default_factory=set)
    doubtful: set[PhotoId] = field(default_factory=set)
    lost_videos: list[str] = field(default_factory=list)
    known_skips: Mapping[str, Skipped] = field(default_factory=dict)
    stale_skips: list[str] = field(default_factory=list)
    reachable: bool = True

    @property
    def to_read(self) -> int:
        """Files that are to be read."""
        return len(self.changed) + len(self.new)

    @property
    def found(self) -> int:
        """Files that may be photos."""
        return self.to_read + len(self.skipped) + self.unchanged


def scan_folder(
    catalogue: Catalogue, compare: Compare, scan: Scan, claimed: set[str], token: CancelToken, *, accept_missing: bool = False
) -> Iterator[int]:
    """Fill `scan`, yielding the number of files found now and then. Folders in `claimed` belong to another scan of the same run.

    With `accept_missing` the person has said that what is not there is gone.
    """
    look = _Look(scan, catalogue.known_files(scan.folder.id), frozenset(claimed))
    told = 0
    try:
        for each in compare(scan.folder.path, look.known.marks):
            if token.cancelled:
                return
            look.take(each)
            if scan.found - told >= STEP:
                told = scan.found
                yield told
    except FolderUnavailable:
        scan.reachable = False
    claimed |= look.mine
    look.judge(accept_missing=accept_missing)
    yield scan.found


def retry_scans(catalogue: Catalogue, compare: Compare, paths: Iterable[str], token: CancelToken) -> list[Scan]:
    """What is at these paths, as if nothing were known of it, by the innermost added folders around them."""
    folders = {each.id: each for each in catalogue.folders()}
    roots = {each.id: each.path for each in folders.values()}
    scans: dict[FolderId, Scan] = {}
    for path in dict.fromkeys(paths):
        around = innermost(roots, path)
        if around is not None and not token.cancelled:
            if around not in scans:
                known = catalogue.known_files(around).skipped
                scans[around] = Scan(folders[around], known_skips=known, reachable=folders[around].available)
            _look_again(scans[around], compare, path)
    return list(scans.values())


def left_behind(known: Iterable[Skipped], fresh: Iterable[Skipped]) -> list[str]:
    """The paths of known skipped files that are not there any more, and lie elsewhere now: a `fresh` one has the same name and stamp."""
    came = {_likeness(each) for each in fresh}
    return [each.path for each in known if _likeness(each) in came and not os.path.lexists(each.path)]


def _likeness(each: Skipped) -> tuple[str, int | None, int | None]:
    name, stamp = os.path.basename(each.path), each.stamp
    return (name, stamp.size, stamp.modified_ns) if stamp else (name, None, None)


def _look_again(scan: Scan, compare: Compare, path: str) -> None:
    try:
        found = [each for each in compare(path, {}) if not isinstance(each, Listed)]
    except FolderUnavailable:
        found = [scan.known_skips[path]] if path in scan.known_skips and os.path.lexists(path) else []
    if not any(each.path == path for each in found):
        # It is gone, or it is a folder that can be listed now.
        scan.stale_skips.append(path)
    scan.new += [each for each in found if isinstance(each, FoundFile)]
    scan.skipped += [each for each in found if isinstance(each, Skipped)]


class _Look:
    """The comparison of one scan."""

    def __init__(self, scan: Scan, known: KnownFiles, claimed: frozenset[str]) -> None:
        self.scan = scan
        self.known = known
        self.mine: set[str] = set()
        self._claimed = claimed
        self._met_anything = False
        self._whole: set[str] = set()
        self._seen: dict[str, set[str]] = {}
        self._bare: list[str] = []
        scan.known_skips = known.skipped

    def take(self, each: Listed | FoundFile | Skipped) -> None:
        """Sort in what the walk has found."""
        if isinstance(each, Listed):
            self._take_folder(each)
            return
        folder, name = os.path.split(each.path)
        self._seen.setdefault(folder, set()).add(name)
        self._met_anything = True
        if folder not in self._claimed and each.path not in self._claimed:
            self.mine.add(each.path)
            self._sort_in(each, self.known.here.get(each.path))

    def _take_folder(self, folder: Listed) -> None:
        if len(folder.same) == len(self.known.marks.get(folder.path, ())):
            self._whole.add(folder.path)
        else:
            self._seen.setdefault(folder.path, set()).update(folder.same)
        if folder.bare:
            self._bare.append(folder.path)
        self._met_anything |= bool(folder.same)
        if folder.path not in self._claimed:
            self.mine.add(folder.path)
            self.scan.unchanged += len(folder.same)

    def _sort_in(self, each: FoundFile | Skipped, row: KnownRow | None) -> None:
        photo, skipped = self.known.elsewhere.get(each.path), self.known.skipped.get(each.path)
        if isinstance(each, Skipped):
            self.scan.skipped.append(each)
        elif row is not None:
            self._sort_in_known(each, row)
        elif photo is not None and photo.state is PhotoState.UNAVAILABLE and photo.stamp == each.stamp:
            self.scan.unchanged += 1
            self.scan.back.append(photo.id)
            self.scan.stale_skips += [each.path] if skipped else []
        elif skipped is not None and skipped.stamp == each.stamp:
            self.scan.skipped.append(skipped)
        elif photo is not None:
            self.scan.changed.append(each)
        else:
            self.scan.new.append(each)

    def _sort_in_known(self, each: FoundFile, row: KnownRow) -> None:
        if row[:3] == (each.stamp.size, each.stamp.modified_ns, each.stamp.sidecars):
            self.scan.unchanged += 1
        else:
            self.scan.changed.append(each)
            if row[3] is not None:
                self.scan.changed_ids.add(PhotoId(row[3]))

    def judge(self, *, accept_missing: bool) -> None:
        """Decide what the absence of known files means: deleted, or out of reach for now."""
        scan, lost = self.scan, dict(self._unseen())
        held = {path: photo.id for path, photo in self.known.elsewhere.items() if self._is_held(path, photo)}
        missing = {path: PhotoId(row[3]) for path, row in lost.items() if row[3] is not None} | held
        scan.missing, scan.held = set(missing.values()), set(held.values())
        members = len(self.known.rows) + len(held) + len(scan.back)
        scan.reachable &= self._met_anything or accept_missing or not members
        doubt = self._doubt(missing, members, accept_missing=accept_missing)
        scan.doubtful = {photo_id for path, photo_id in missing.items() if doubt(path)}
        if not accept_missing and len(scan.held) >= HELD_LEAST:
            scan.doubtful |= scan.held
        scan.lost_videos = [path for path, row in lost.items() if row[3] is None and not doubt(path)]
        if scan.reachable:
            scan.stale_skips += [path for path in self.known.skipped if not self._was_seen(path) and not doubt(path)]

    def _unseen(self) -> Iterator[tuple[str, KnownRow]]:
        incomplete = self.known.marks.keys() - self._whole
        if not incomplete:
            return
        for path, row in self.known.here.items():
            folder, name = os.path.split(path)
            if folder in incomplete and name not in self._seen.get(folder, ()):
                yield path, row

    def _was_seen(self, path: str) -> bool:
        folder, name = os.path.split(path)
        return name in self._seen.get(folder, ())

    def _is_held(self, path: str, photo: KnownPhoto) -> bool:
        return photo.state is PhotoState.UNAVAILABLE and not self._was_seen(path)

    def _doubt(self, missing: Collection[str], members: int, *, accept_missing: bool) -> Callable[[str], bool]:
        """Whether a path that was not seen may be out of reach rather than gone."""
        many_lost = members >= FEWER_LEAST and len(missing) > members * (1 - FEWER_SHARE)
        is_closed = not self.scan.reachable and (not accept_missing or os.path.lexists(self.scan.folder.path))
        if is_closed or (many_lost and not accept_missing):
            return lambda _: True
        # Only what is no file has no stamp.
        closed = [os.path.join(each.path, "") for each in self.scan.skipped if each.stamp is None]
        if not accept_missing:
            bare = [os.path.join(path, "") for path in self._bare]
            closed += [folder for folder in bare if sum(path.startswith(folder) for path in missing) >= FEWER_LEAST]
        prefixes = tuple(closed)
        return lambda path: path.startswith(prefixes)
