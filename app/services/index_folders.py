"""Index folders: scan, read what is new, store it, give its words a meaning. A generator of events that can be cancelled anywhere."""

import os
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from app.domain.errors import Cancelled, FolderUnavailable
from app.domain.ids import PhotoId
from app.domain.photo import Folder, FoundFile, ReadPhoto, Skipped, Video
from app.domain.ports import CancelToken, PhotoReader, PlaceNamer, ThumbnailStore
from app.domain.words import shown
from app.library.catalogue import Catalogue
from app.library.library_vectors import LibraryVectors
from app.library.records import Stored, StoredKind
from app.library.videos import Videos
from app.services.batches import batches
from app.services.events import IndexEvent, IndexProgress, IndexSummary, Phase, PhotosStored
from app.services.naming import with_place
from app.services.scanning import Compare, Scan, left_behind, retry_scans, scan_folder
from app.services.stacks import StackPhotos
from app.services.understanding import Pass, Understanding

FIRST_ESTIMATE = 8
"""Files read before a time left is told."""

Outcome = ReadPhoto | Video | Skipped


@dataclass(slots=True)
class _Run:
    """What one run has done so far.

    The files of photos in `missing` were not seen; those in `unread` are not as they were, and are still to be read.
    """

    token: CancelToken
    understood: Pass
    generation: int
    scans: list[Scan] = field(default_factory=list)
    missing: set[PhotoId] = field(default_factory=set)
    unread: set[PhotoId] = field(default_factory=set)
    started: float = field(default_factory=time.monotonic)
    reading_since: float = 0.0
    read: int = 0
    indexed: int = 0
    moved: int = 0
    gone: int = 0
    unavailable: int = 0
    videos: int = 0
    new_videos: int = 0

    def skipped(self) -> Iterator[Skipped]:
        return (each for scan in self.scans for each in scan.skipped)

    def note(self, stored: Stored) -> None:
        """Count what was stored. Where a photo took the path of another one, that one has its place now."""
        self.moved += sum(each.kind is StoredKind.MOVED for each in stored.photos)
        for taken, left in stored.exchanged:
            for ids in (self.missing, self.unread, *(scan.missing for scan in self.scans)):
                if taken in ids:
                    ids.remove(taken)
                    ids.add(left)
        done = {each.photo_id for each in stored.photos}
        self.missing -= done
        self.unread -= done

    def progress(self, phase: Phase) -> IndexProgress:
        skipped = sum(len(scan.skipped) for scan in self.scans)
        to_read = sum(scan.to_read for scan in self.scans)
        unchanged = sum(scan.unchanged for scan in self.scans)
        unread = to_read - self.read
        left = (time.monotonic() - self.reading_since) / self.read * unread if self.read >= FIRST_ESTIMATE else None
        return IndexProgress(phase, unchanged + skipped + self.indexed + unread, unchanged + skipped + self.indexed, skipped, left)

    def summary(self, *, changed: bool) -> IndexSummary:
        skipped, unchanged = tuple(self.skipped()), sum(scan.unchanged for scan in self.scans)
        return IndexSummary(
            found=self.indexed + unchanged + len(skipped),
            indexed=self.indexed,
            unchanged=unchanged,
            skipped=skipped,
            seconds=time.monotonic() - self.started,
            moved=self.moved,
            gone=self.gone,
            unavailable=self.unavailable,
            cancelled=self.token.cancelled,
            meaning_missing=self.understood.missing,
            videos=self.videos,
            new_videos=self.new_videos,
            changed=changed,
        )


class IndexFolders:
    """Brings the library in step with folders."""

    def __init__(
        self,
        catalogue: Catalogue,
        compare: Compare,
        reader: PhotoReader,
        places: PlaceNamer,
        thumbnails: ThumbnailStore,
        understanding: Understanding,
        vectors: LibraryVectors,
    ) -> None:
        self._catalogue = catalogue
        self._compare = compare
        self._reader = reader
        self._places = places
        self._thumbnails = thumbnails
        self._understanding = understanding
        self._vectors = vectors
        self._videos = Videos(catalogue)
        self._stacks = StackPhotos(catalogue)

    def run(self, paths: Sequence[str], token: CancelToken, *, accept_missing: bool = False) -> Iterator[IndexEvent]:
        """Add and index folders (or single files), ending with one `IndexSummary`, also when cancelled.

        Where much is missing at once it is taken to be out of reach, unless the person has said that it is gone (`accept_missing`).
        Raises `FolderUnavailable` for a path that is not there and was never added, `LibraryUnavailable` when nothing can be written.
        """
        run = _Run(token, self._understanding.pass_over(), self._catalogue.generation)
        run.scans += [Scan(self._added(path)) for path in paths]
        yield from self._scan(run, accept_missing=accept_missing)
        yield from self._finish(run)

    def retry(self, paths: Sequence[str], token: CancelToken) -> Iterator[IndexEvent]:
        """Read these skipped files again although they are as they were, ending with one `IndexSummary`; folders are looked through.

        What does not lie below an added folder any more is left out. Raises `LibraryUnavailable`.
        """
        run = _Run(token, self._understanding.pass_over(), self._catalogue.generation)
        run.scans += retry_scans(self._catalogue, self._compare, paths, token)
        yield from self._finish(run)

    def _finish(self, run: _Run) -> Iterator[IndexEvent]:
        """All that follows when it is known what there is to do."""
        if not run.token.cancelled:
            self._welcome_back(run)
        self._vectors.drop_damaged()
        yield from self._read(run)
        if not run.token.cancelled:
            self._settle(run)
        self._stacks.settle(lost=bool(run.read or run.gone))
        run.videos = self._videos.count([scan.folder.id for scan in run.scans])
        yield from self._understand(run, everything=True)
        self._vectors.save()
        if run.read or run.gone:
            self._thumbnails.sweep(self._catalogue.known_hashes())
        yield run.progress(Phase.DONE)
        yield run.summary(changed=self._catalogue.generation != run.generation)

    def _added(self, path: str) -> Folder:
        path = os.path.abspath(path)
        folder = self._catalogue.folder_at(path)
        if folder is None and not os.path.exists(path):
            raise FolderUnavailable(f"There is no folder “{shown(path)}”: check the name, or connect the disk that holds it.")
        return folder or self._catalogue.add_folder(path)

    def _scan(self, run: _Run, *, accept_missing: bool) -> Iterator[IndexEvent]:
        claimed: set[str] = set()
        for scan in run.scans:
            for _ in scan_folder(self._catalogue, self._compare, scan, claimed, run.token, accept_missing=accept_missing):
                yield run.progress(Phase.SCANNING)
            run.missing |= scan.missing
            run.unread |= scan.changed_ids

    def _welcome_back(self, run: _Run) -> None:
        for scan in run.scans:
            if scan.reachable != scan.folder.available:
                self._catalogue.set_unavailable(scan.folder.id, not scan.reachable)
            if scan.back:
                self._catalogue.mark_present(scan.back)

    def _read(self, run: _Run) -> Iterator[IndexEvent]:
        """Changed files first: a new file may hold what another one held before."""
        run.reading_since = time.monotonic()
        for scan in run.scans:
            yield from self._read_files(scan, scan.changed, run)
        for scan in run.scans:
            yield from self._read_files(scan, scan.new, run)
            fresh = [each for each in scan.skipped if scan.known_skips.get(each.path) != each]
            if fresh:
                self._catalogue.record_skipped(scan.folder.id, fresh)
                if moved := left_behind(self._catalogue.skipped(), fresh):
                    self._catalogue.clear_skipped(moved)

    def _read_files(self, scan: Scan, files: Sequence[FoundFile], run: _Run) -> Iterator[IndexEvent]:
        for batch in batches(self._until_cancelled(self._reader.read(files, run.token))) if files else ():
            stored = self._store(scan, batch, run)
            if stored:
                yield PhotosStored(stored)
            yield run.progress(Phase.READING)
            yield from self._understand(run, everything=False)

    @staticmethod
    def _until_cancelled(outcomes: Iterable[Outcome]) -> Iterator[Outcome]:
        try:
            yield from outcomes
        except Cancelled:
            return

    def _store(self, scan: Scan, batch: Sequence[Outcome], run: _Run) -> tuple[PhotoId, ...]:
        photos = [with_place(each, self._places) for each in batch if isinstance(each, ReadPhoto)]
        videos = [each for each in batch if isinstance(each, Video)]
        # What was renamed or deleted since its folder was listed is told by the next scan.
        unread = [each for each in batch if isinstance(each, Skipped) and (each.stamp or os.path.lexists(each.path))]
        # Rows first: a thumbnail without a row would be left over when the folder is forgotten, a lost one is made again.
        stored = self._catalogue.store(scan.folder.id, photos, run.missing | run.unread | self._vanished(photos))
        for photo in photos:
            self._thumbnails.put(photo.content_hash, photo.thumbnail)
        self._drop_leftovers(stored)
        self._videos.remove([photo.path for photo in photos])
        self._videos.store(scan.folder.id, videos)
        self._keep_unreadable([*unread, *videos])
        run.note(stored)
        scan.skipped += unread
        run.read += len(batch)
        run.indexed += len(photos) + len(videos)
        run.new_videos += len(videos)
        return tuple(each.photo_id for each in stored.photos)

    def _vanished(self, photos: Sequence[ReadPhoto]) -> set[PhotoId]:
        """Photos of the same contents, perhaps of folders that are not being scanned, whose own files are not there any more."""
        paths = self._catalogue.paths_of_content([photo.content_hash for photo in photos])
        return {photo_id for photo_id, path in paths.items() if not os.path.lexists(path)}

    def _keep_unreadable(self, unread: Sequence[Skipped | Video]) -> None:
        """A known photo whose file cannot be read any more as one stays as it was, and is marked."""
        known = [photo.id for each in unread if (photo := self._catalogue.by_path(each.path)) is not None]
        if known:
            self._catalogue.mark_unavailable(known)

    def _settle(self, run: _Run) -> None:
        for scan in run.scans:
            if scan.stale_skips:
                self._catalogue.clear_skipped(scan.stale_skips)
            self._videos.remove(scan.lost_videos)
            absent = scan.missing & run.missing
            doubtful = scan.doubtful & absent
            gone = sorted(absent - doubtful)
            self._drop_leftovers(self._catalogue.mark_gone(gone) if gone else Stored())
            if newly := sorted(doubtful - scan.held):
                self._catalogue.mark_unavailable(newly)
            run.missing -= absent
            run.gone += len(gone)
            run.unavailable += len(doubtful)

    def _drop_leftovers(self, stored: Stored) -> None:
        """Vectors and thumbnails that belong to no photo any more."""
        if stored.removed_passages:
            self._vectors.remove(stored.removed_passages)
        if stored.unused_hashes:
            self._thumbnails.remove(stored.unused_hashes)

    def _understand(self, run: _Run, *, everything: bool) -> Iterator[IndexEvent]:
        """Embed passages that have no vector yet; without a model, words alone are searchable and the summary says so."""
        for _ in run.understood.go_on(run.token, everything=everything):
            yield run.progress(Phase.UNDERSTANDING)
