"""Encoded thumbnails as files of a cache folder, by content hash: lost ones are made again, so nothing here is ever an error."""

import contextlib
import os
import secrets
from collections.abc import Iterable
from pathlib import Path

from app.domain.ids import ContentHash


class ThumbnailFiles:
    """A `ThumbnailStore` in a folder, sharded by the first two letters of the hash."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def put(self, content_hash: ContentHash, encoded: bytes) -> None:
        """Keep one. It appears under its name complete or not at all; a full disk or a read-only cache keeps nothing."""
        path = self._path(content_hash)
        unfinished = path.with_name(f"{path.name}.{secrets.token_hex(4)}.part")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            unfinished.write_bytes(encoded)
            os.replace(unfinished, path)
        except OSError:
            with contextlib.suppress(OSError):
                unfinished.unlink(missing_ok=True)

    def get(self, content_hash: ContentHash) -> bytes | None:
        """The encoded thumbnail, or None if there is none."""
        try:
            return self._path(content_hash).read_bytes() or None
        except OSError:
            return None

    def remove(self, content_hashes: Iterable[ContentHash]) -> None:
        """Erase these; folders that become empty stay for the next ones."""
        for content_hash in content_hashes:
            with contextlib.suppress(OSError):
                self._path(content_hash).unlink()

    def _path(self, content_hash: ContentHash) -> Path:
        if not (content_hash.isascii() and content_hash.isalnum()):
            raise ValueError("a content hash is hexadecimal")
        return self._folder / content_hash[:2] / f"{content_hash}.jpg"
