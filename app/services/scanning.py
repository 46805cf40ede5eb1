"""One folder, walked and compared with what the library knows of it: what to read, what is unchanged, what is missing."""

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from app.domain.errors import FolderUnavailable
from app.domain.ids import PhotoId
from app.domain.photo import Folder, FoundFile, PhotoState, Skipped
from app.domain.ports import CancelToken
from app.library.catalogue import Catalogue
from app.library.records import KnownFiles, KnownPhoto

FEWER_SHARE, FEWER_LEAST = 0.5, 20
"""A folder that shows less than this share of at least so many known photos has probably lost its disk, not its photos."""
STEP = 500
"""Files between two reports of progress."""

Walk = Callable[[str], Iterator[FoundFile | Skipped]]


@dataclass(slots=True)
class Scan:
    """What one walk found. `missing` are known photos that were not seen; only a trustworthy scan says that they are gone.

    `hidden` are those of them that lie below a folder that could not be listed.
    """

    folder: Folder
    to_read: list[FoundFile] = field(default_factory=list)
    skipped: list[Skipped] = field(default_factory=list)
    unchanged: int = 0
    back: list[PhotoId] = field(default_factory=list)
    missing: set[PhotoId] = field(default_factory=set)
    hidden: set[PhotoId] = field(default_factory=set)
    stale_skips: list[str] = field(default_factory=list)
    reachable: bool = True
    trustworthy: bool = True

    @property
    def found(self) -> int:
        """Files that may be photos."""
        return len(self.to_read) + len(self.skipped) + self.unchanged


def scan_folder(catalogue: Catalogue, walk: Walk, scan: Scan, claimed: set[str], token: CancelToken) -> Iterator[int]:
    """Fill `scan`, yielding the number of files found now and then. Paths in `claimed` belong to another scan of the same run."""
    known = catalogue.known_files(scan.folder.id)
    skipped_before = {each.path: each for each in catalogue.skipped(scan.folder.id)}
    seen: set[str] = set()
    try:
        for each in walk(scan.folder.path):
            if token.cancelled:
                return
            if each.path not in claimed:
                seen.add(each.path)
                _sort_in(scan, each, known, skipped_before)
                if len(seen) % STEP == 0:
                    yield scan.found
    except FolderUnavailable:
        scan.reachable = False
    claimed |= seen
    scan.stale_skips = [path for path in skipped_before if path not in seen]
    _judge(scan, {path: photo for path, photo in known.photos.items() if photo.state is not PhotoState.GONE}, claimed)
    yield scan.found


def _sort_in(scan: Scan, each: FoundFile | Skipped, known: KnownFiles, skipped_before: dict[str, Skipped]) -> None:
    photo, skipped = known.photos.get(each.path), skipped_before.get(each.path)
    if isinstance(each, Skipped):
        scan.skipped.append(each)
    elif photo is not None and photo.state is not PhotoState.GONE and photo.stamp == each.stamp:
        scan.unchanged += 1
        if photo.state is PhotoState.UNAVAILABLE:
            scan.back.append(photo.id)
    elif skipped is not None and skipped.stamp == each.stamp:
        scan.skipped.append(skipped)
    else:
        scan.to_read.append(each)


def _judge(scan: Scan, members: dict[str, KnownPhoto], claimed: set[str]) -> None:
    """Decide what the absence of known photos means: deleted, or out of reach for now."""
    scan.missing = {photo.id for path, photo in members.items() if path not in claimed}
    # Only what is no file has no stamp.
    unlisted = tuple(os.path.join(each.path, "") for each in scan.skipped if each.stamp is None)
    scan.hidden = {photo.id for path, photo in members.items() if photo.id in scan.missing and path.startswith(unlisted)}
    many_lost = len(members) >= FEWER_LEAST and len(scan.missing) > len(members) * (1 - FEWER_SHARE)
    scan.reachable = scan.reachable and not (members and scan.found == 0)
    scan.trustworthy = scan.reachable and not many_lost
