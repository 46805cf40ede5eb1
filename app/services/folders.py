"""The folders of the library: which there are, and forgetting one with everything that was derived from it."""

from dataclasses import replace

from app.domain.ids import FolderId
from app.domain.photo import Folder, Skipped
from app.domain.ports import ThumbnailStore
from app.library.catalogue import Catalogue
from app.library.discarded import DiscardedReplies
from app.library.forecast import ForgetForecast, would_forget
from app.library.kept_aside import kept_files
from app.library.library_vectors import LibraryVectors
from app.library.missing import MissingPhotos, missing_photos
from app.library.records import ForgottenFolder, LibraryCounts


class ManageFolders:
    """Lists and forgets folders; originals are never touched."""

    def __init__(self, catalogue: Catalogue, thumbnails: ThumbnailStore, vectors: LibraryVectors, discarded: DiscardedReplies) -> None:
        self._catalogue = catalogue
        self._thumbnails = thumbnails
        self._vectors = vectors
        self._discarded = discarded

    def folders(self) -> tuple[Folder, ...]:
        """Every added folder by path."""
        return self._catalogue.folders()

    def counts(self) -> LibraryCounts:
        """How much there is."""
        return self._catalogue.counts()

    def skipped(self, folder_id: FolderId | None = None) -> tuple[Skipped, ...]:
        """The files that could not be read, and why."""
        return self._catalogue.skipped(folder_id)

    def refuse_changes(self, why: str) -> None:
        """From now on every change of the library raises `LibraryUnavailable` with this sentence."""
        self._catalogue.refuse_changes(why)

    def missing(self) -> dict[FolderId, MissingPhotos]:
        """How many photos of each folder are out of reach, and why; folders without any are left out."""
        with self._catalogue.one_view() as connection:
            return missing_photos(connection)

    def would_forget(self, folder_id: FolderId) -> ForgetForecast:
        """What forgetting a folder would erase, and the files of damaged libraries that it would not."""
        with self._catalogue.one_view() as connection:
            forecast = would_forget(connection, folder_id)
        return replace(forecast, kept_aside=kept_files(self._catalogue.journal.path.parent))

    def forget(self, folder_id: FolderId, *, keep_words: bool = False) -> ForgottenFolder:
        """Erase a folder's rows, words, vectors and thumbnails, and all discarded replies: they may tell of its photos.

        The person's own words of its photos go as well, or wait until the photos are added again (`keep_words`).
        """
        forgotten = self._catalogue.forget_folder(folder_id, keep_words)
        self._vectors.erase(forgotten.removed_passages)
        self._thumbnails.remove(forgotten.content_hashes)
        self._discarded.clear()
        return forgotten
