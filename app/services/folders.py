"""The folders of the library: which there are, and forgetting one with everything that was derived from it."""

from collections.abc import Iterable
from typing import Protocol

from app.domain.ids import FolderId, PassageId
from app.domain.library import ForgottenFolder, LibraryCounts
from app.domain.photo import Folder, Skipped
from app.domain.ports import ThumbnailStore


class FolderShelf(Protocol):
    """What this use case asks of the catalogue."""

    def folders(self) -> tuple[Folder, ...]:
        """Every added folder by path."""

    def forget_folder(self, folder_id: FolderId) -> ForgottenFolder:
        """Erase every row of a folder."""

    def counts(self) -> LibraryCounts:
        """How much there is."""

    def skipped(self, folder_id: FolderId | None = None) -> tuple[Skipped, ...]:
        """The files that could not be read, and why."""


class PassageForgetter(Protocol):
    """The vector index, as far as forgetting goes."""

    def remove(self, ids: Iterable[PassageId]) -> None:
        """Forget these passages."""


class ManageFolders:
    """Lists and forgets folders; originals are never touched."""

    def __init__(self, shelf: FolderShelf, thumbnails: ThumbnailStore, vectors: PassageForgetter) -> None:
        self._shelf = shelf
        self._thumbnails = thumbnails
        self._vectors = vectors

    def folders(self) -> tuple[Folder, ...]:
        """Every added folder by path."""
        return self._shelf.folders()

    def counts(self) -> LibraryCounts:
        """How much there is."""
        return self._shelf.counts()

    def skipped(self, folder_id: FolderId | None = None) -> tuple[Skipped, ...]:
        """The files that could not be read, and why."""
        return self._shelf.skipped(folder_id)

    def forget(self, folder_id: FolderId) -> ForgottenFolder:
        """Erase a folder's rows, words, vectors and thumbnails from the library."""
        forgotten = self._shelf.forget_folder(folder_id)
        self._vectors.remove(forgotten.passage_ids)
        self._thumbnails.remove(forgotten.content_hashes)
        return forgotten
