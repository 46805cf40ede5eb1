"""Index folders: walk, read what is new, store it, give its words a meaning. A generator of events that can be cancelled anywhere."""

import os
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from app.domain.errors import FolderUnavailable, ModelUnavailable
from app.domain.ids import FolderId, ModelId, PassageId, PhotoId
from app.domain.library import KnownFiles, Stored, StoredKind
from app.domain.photo import Folder, FoundFile, PhotoState, ReadPhoto, Skipped
from app.domain.ports import CancelToken, PhotoReader, TextEmbedder, ThumbnailStore, VectorIndex, Vectors
from app.domain.words import shown
from app.services.events import IndexEvent, IndexProgress, IndexSummary, Phase, PhotosStored

BATCH = 32
"""Photos written in one transaction: large enough to be cheap, small enough to be seen soon."""
BATCH_SECONDS = 0.5
"""The longest that a read photo waits to be written."""
FEWER_SHARE, FEWER_LEAST = 0.5, 20
"""A folder that shows less than this share of at least so many known photos has probably lost its disk, not its photos."""

Walk = Callable[[str], Iterator[FoundFile | Skipped]]


class IndexShelf(Protocol):
    """What indexing asks of the catalogue."""

    def folders(self) -> Sequence[Folder]:
        """Every added folder."""

    def add_folder(self, path: str) -> Folder:
        """The folder of this path, added if it is new."""

    def known_files(self) -> KnownFiles:
        """Every photo and skipped file of the library."""

    def photos_of_folder(self, folder_id: FolderId) -> Collection[PhotoId]:
        """The photos that belong to a folder and are not gone."""

    def store(self, folder_id: FolderId, photos: Sequence[ReadPhoto], missing: Collection[PhotoId]) -> Stored:
        """Write read photos; a new path whose content belongs to a missing photo moves that photo."""

    def mark_gone(self, photo_ids: Collection[PhotoId]) -> Sequence[PassageId]:
        """These are deleted: they cannot be found any more. Returns the passages that no photo uses."""

    def mark_unavailable(self, photo_ids: Collection[PhotoId]) -> None:
        """These cannot be reached now."""

    def mark_present(self, photo_ids: Collection[PhotoId]) -> None:
        """These are back."""

    def record_skipped(self, folder_id: FolderId, skipped: Sequence[Skipped]) -> None:
        """Replace what is known of the skipped files of a folder."""

    def passages_without_vector(self, model_id: ModelId, limit: int) -> Sequence[tuple[PassageId, str]]:
        """Passages that this model has not seen."""

    def store_vectors(self, model_id: ModelId, ids: Sequence[PassageId], vectors: Vectors) -> None:
        """Keep vectors (n, dimension)."""


class SavedIndex(VectorIndex, Protocol):
    """A vector index with a file."""

    def save(self) -> None:
        """Write the file if anything changed."""


@dataclass(slots=True)
class _Run:
    """What one run has counted so far."""

    started: float
    found: int = 0
    indexed: int = 0
    unchanged: int = 0
    moved: int = 0
    gone: int = 0
    unavailable: int = 0
    skipped: list[Skipped] = field(default_factory=list)
    to_read: int = 0
    read: int = 0
    reading_since: float = 0.0
    meaning_missing: str | None = None
    claimed: set[str] = field(default_factory=set)

    def progress(self, phase: Phase) -> IndexProgress:
        done = self.indexed + self.unchanged + len(self.skipped)
        return IndexProgress(phase, self.found, done, len(self.skipped), self._seconds_left())

    def _seconds_left(self) -> float | None:
        if self.read < BATCH // 4:
            return None
        return (time.monotonic() - self.reading_since) / self.read * (self.to_read - self.read)

    def summary(self, *, cancelled: bool) -> IndexSummary:
        return IndexSummary(
            self.found,
            self.indexed,
            self.unchanged,
            tuple(self.skipped),
            time.monotonic() - self.started,
            self.moved,
            self.gone,
            self.unavailable,
            cancelled,
            self.meaning_missing,
        )


@dataclass(slots=True)
class _Scan:
    """One folder, walked: what to read, what was skipped, which known photos were not seen, which are back."""

    folder: Folder
    to_read: list[FoundFile] = field(default_factory=list)
    skipped: list[Skipped] = field(default_factory=list)
    seen: set[PhotoId] = field(default_factory=set)
    back: set[PhotoId] = field(default_factory=set)
    missing: set[PhotoId] = field(default_factory=set)
    reachable: bool = True


class IndexFolders:
    """Brings the library in step with folders."""

    def __init__(
        self,
        shelf: IndexShelf,
        walk: Walk,
        reader: PhotoReader,
        thumbnails: ThumbnailStore,
        embedder: TextEmbedder,
        vectors: SavedIndex,
    ) -> None:
        self._shelf = shelf
        self._walk = walk
        self._reader = reader
        self._thumbnails = thumbnails
        self._embedder = embedder
        self._vectors = vectors

    def run(self, paths: Sequence[str], token: CancelToken) -> Iterator[IndexEvent]:
        """Add and index folders (or single files), ending with one `IndexSummary`, also when cancelled.

        Raises `FolderUnavailable` for a path that is not there and was never added, `LibraryUnavailable` when nothing can be written.
        """
        run = _Run(time.monotonic())
        scans: list[_Scan] = []
        for path in paths:
            scan = _Scan(self._added(path))
            scans.append(scan)
            yield from self._scan(scan, run, token)
        missing = {photo_id for scan in scans for photo_id in scan.missing}
        yield from self._read_all(scans, missing, run, token)
        if not token.cancelled:
            self._settle(scans, missing, run)
        yield from self._understand(run, token, everything=True)
        self._vectors.save()
        yield run.progress(Phase.DONE)
        yield run.summary(cancelled=token.cancelled)

    def _added(self, path: str) -> Folder:
        path = os.path.abspath(path)
        if not os.path.exists(path) and path not in {folder.path for folder in self._shelf.folders()}:
            raise FolderUnavailable(f"There is no folder “{shown(path)}”: check the name, or connect the disk that holds it.")
        return self._shelf.add_folder(path)

    def _scan(self, scan: _Scan, run: _Run, token: CancelToken) -> Iterator[IndexEvent]:
        known = self._shelf.known_files()
        before = run.found
        try:
            for each in self._walk(scan.folder.path):
                if token.cancelled:
                    return
                self._sort_in(each, scan, run, known)
                if run.found % 500 == 0:
                    yield run.progress(Phase.SCANNING)
        except FolderUnavailable:
            scan.reachable = False
        self._judge(scan, run.found - before)
        yield run.progress(Phase.SCANNING)

    def _sort_in(self, each: FoundFile | Skipped, scan: _Scan, run: _Run, known: KnownFiles) -> None:
        if each.path in run.claimed:
            return
        run.claimed.add(each.path)
        run.found += 1
        if isinstance(each, Skipped):
            self._skip(each, scan, run)
            return
        photo, skipped = known.photos.get(each.path), known.skipped.get(each.path)
        if photo is not None and photo.state is not PhotoState.GONE:
            scan.seen.add(photo.id)
            if photo.state is PhotoState.UNAVAILABLE:
                scan.back.add(photo.id)
            if photo.stamp == each.stamp:
                run.unchanged += 1
                return
        if skipped is not None and skipped.stamp == each.stamp:
            self._skip(skipped, scan, run)
        else:
            scan.to_read.append(each)

    def _skip(self, skipped: Skipped, scan: _Scan, run: _Run) -> None:
        scan.skipped.append(skipped)
        run.skipped.append(skipped)

    def _judge(self, scan: _Scan, found: int) -> None:
        """Decide what the absence of known photos means: deleted, or out of reach for now."""
        members = set(self._shelf.photos_of_folder(scan.folder.id))
        scan.missing = members - scan.seen
        lost = len(members) >= FEWER_LEAST and len(scan.missing) > len(members) * (1 - FEWER_SHARE)
        scan.reachable = scan.reachable and not (members and found == 0) and not lost

    def _read_all(self, scans: Sequence[_Scan], missing: set[PhotoId], run: _Run, token: CancelToken) -> Iterator[IndexEvent]:
        """Read and store what is new. `missing` loses the photos that turn up under another path."""
        run.to_read = sum(len(scan.to_read) for scan in scans)
        run.reading_since = time.monotonic()
        for scan in scans:
            self._shelf.mark_present(scan.back)
            for batch in self._batches(self._reader.read(scan.to_read, token), token):
                stored = self._store(scan, batch, missing, run)
                if stored:
                    yield PhotosStored(stored)
                yield run.progress(Phase.READING)
                yield from self._understand(run, token, everything=False)
            self._shelf.record_skipped(scan.folder.id, scan.skipped)

    def _batches(self, outcomes: Iterable[ReadPhoto | Skipped], token: CancelToken) -> Iterator[list[ReadPhoto | Skipped]]:
        batch: list[ReadPhoto | Skipped] = []
        since = time.monotonic()
        for outcome in outcomes:
            batch.append(outcome)
            if len(batch) >= BATCH or time.monotonic() - since > BATCH_SECONDS:
                yield batch
                batch, since = [], time.monotonic()
            if token.cancelled:
                break
        if batch:
            yield batch

    def _store(self, scan: _Scan, batch: Sequence[ReadPhoto | Skipped], missing: set[PhotoId], run: _Run) -> tuple[PhotoId, ...]:
        photos = [each for each in batch if isinstance(each, ReadPhoto)]
        for each in batch:
            if isinstance(each, Skipped):
                self._skip(each, scan, run)
        for photo in photos:
            self._thumbnails.put(photo.content_hash, photo.thumbnail)
        stored = self._shelf.store(scan.folder.id, photos, missing)
        self._vectors.remove(stored.orphans)
        moved = {each.photo_id for each in stored.photos if each.kind is StoredKind.MOVED}
        missing -= moved
        run.read += len(batch)
        run.indexed += len(photos)
        run.moved += len(moved)
        return tuple(each.photo_id for each in stored.photos)

    def _settle(self, scans: Sequence[_Scan], missing: set[PhotoId], run: _Run) -> None:
        for scan in scans:
            absent = scan.missing & missing
            if scan.reachable:
                self._vectors.remove(self._shelf.mark_gone(absent))
                run.gone += len(absent)
            else:
                self._shelf.mark_unavailable(absent)
                run.unavailable += len(absent)

    def _understand(self, run: _Run, token: CancelToken, *, everything: bool) -> Iterator[IndexEvent]:
        """Embed passages that have no vector yet; without a model, words alone are searchable and the summary says so."""
        while run.meaning_missing is None and not token.cancelled:
            pending = self._shelf.passages_without_vector(self._embedder.model_id, BATCH)
            if not pending or (len(pending) < BATCH and not everything):
                return
            try:
                vectors = self._embedder.embed([text for _, text in pending])
            except ModelUnavailable as error:
                run.meaning_missing = str(error)
                return
            ids = [passage_id for passage_id, _ in pending]
            self._shelf.store_vectors(self._embedder.model_id, ids, vectors)
            self._vectors.add(ids, vectors)
            yield run.progress(Phase.UNDERSTANDING)
