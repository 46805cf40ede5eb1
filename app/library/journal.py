"""The journal of what only the person knows, folders that were added and own words: what a damaged catalogue is rescued from."""

from dataclasses import dataclass
from pathlib import Path

from app.domain.ids import ContentHash
from app.domain.own_words import OwnWords


@dataclass(frozen=True, slots=True)
class JournalWords:
    """The words of one photo, known by its content, else by its path."""

    content_hash: ContentHash
    path: str
    words: OwnWords


class Journal:
    """A file of JSON lines beside the catalogue, each written to the disk before the change counts as done."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def folder_added(self, path: str) -> None:
        """Note a folder."""
        raise NotImplementedError

    def folder_forgotten(self, path: str, content_hashes: tuple[ContentHash, ...]) -> None:
        """Note that a folder is gone; the words of these contents are erased from the file."""
        raise NotImplementedError

    def words_changed(self, changed: tuple[JournalWords, ...]) -> None:
        """Note the whole words of photos as they are now."""
        raise NotImplementedError
