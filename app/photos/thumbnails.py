"""Encoded thumbnails as files of a cache folder, by content hash: lost ones are made again, so nothing here is ever an error."""

import contextlib
import os
import random
import secrets
import time
from collections.abc import Collection, Iterable
from pathlib import Path

from app.domain.ids import ContentHash

SWEEP_SECONDS = 1.0
"""The longest that one sweep takes; what it does not reach another will, for each begins elsewhere."""
UNFINISHED_SECONDS = 600.0
"""The age at which a file that was begun is nobody's any more."""

_ENDING, _BEGUN = ".jpg", ".part"


class ThumbnailFiles:
    """A `ThumbnailStore` in a folder, sharded by the first two letters of the hash."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def put(self, content_hash: ContentHash, encoded: bytes) -> None:
        """Keep one. It appears under its name complete or not at all; a full disk or a read-only cache keeps nothing."""
        path = self._path(content_hash)
        unfinished = path.with_name(f"{path.name}.{secrets.token_hex(4)}{_BEGUN}")
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

    def sweep(self, known: Collection[ContentHash]) -> None:
        """Erase what no photo of these contents has, and what a program that was killed has left unfinished."""
        until = time.monotonic() + SWEEP_SECONDS
        with contextlib.suppress(OSError):
            shards = [each for each in self._folder.iterdir() if len(each.name) == 2]
            for shard in random.sample(shards, len(shards)):
                if time.monotonic() > until:
                    return
                self._sweep_shard(shard, known)

    def _sweep_shard(self, shard: Path, known: Collection[ContentHash]) -> None:
        with os.scandir(shard) as entries:
            for each in entries:
                if _is_left_over(each, known):
                    with contextlib.suppress(OSError):
                        os.unlink(each.path)

    def _path(self, content_hash: ContentHash) -> Path:
        if not (content_hash.isascii() and content_hash.isalnum()):
            raise ValueError("a content hash is hexadecimal")
        return self._folder / content_hash[:2] / f"{content_hash}{_ENDING}"


def _is_left_over(entry: os.DirEntry[str], known: Collection[ContentHash]) -> bool:
    stem, ending = os.path.splitext(entry.name)
    if ending == _BEGUN:
        return time.time() - entry.stat().st_mtime > UNFINISHED_SECONDS
    return ending == _ENDING and stem.isalnum() and ContentHash(stem) not in known
