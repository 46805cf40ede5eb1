"""Where models, resources, the library and its caches are: in a checkout, an installed wheel or a frozen program."""

import hashlib
import os
import sys
from dataclasses import dataclass
from pathlib import Path

import platformdirs

_PACKAGE = Path(__file__).resolve().parent.parent


def shipped(name: str) -> Path:
    """The folder `models` or `resources` that came with the program."""
    frozen = getattr(sys, "_MEIPASS", None)
    if frozen is not None:
        return Path(frozen) / name
    inside_wheel = _PACKAGE / name
    return inside_wheel if inside_wheel.is_dir() else _PACKAGE.parent / name


@dataclass(frozen=True, slots=True)
class LibraryPaths:
    """The files of one library, all below `root`."""

    root: Path

    @property
    def catalogue(self) -> Path:
        """The SQLite catalogue."""
        return self.root / "catalogue.sqlite3"

    @property
    def journal(self) -> Path:
        """What the person has added: folders and own words, line by line, to rescue them from a damaged catalogue."""
        return self.root / "own.jsonl"

    @property
    def index_lock(self) -> Path:
        """Held by whoever brings the library in step with folders."""
        return self.root / "index.lock"

    @property
    def look_lock(self) -> Path:
        """Held by whoever looks at the photos of the library."""
        return self.root / "look.lock"

    @property
    def seeing(self) -> Path:
        """What of their pictures the person lets Candid look at."""
        return self.root / "seeing.json"

    @property
    def own_models(self) -> Path:
        """Folder of models that the person has put there."""
        return self.root / "models"

    @property
    def vectors(self) -> Path:
        """Folder of vector index files; a cache."""
        return self.root / "vectors"

    @property
    def thumbnails(self) -> Path:
        """Folder of thumbnails; a cache."""
        return self.root / "thumbnails"

    @property
    def discarded(self) -> Path:
        """The log of discarded replies; for the person's eyes alone."""
        return self.root / "discarded.jsonl"

    @property
    def assistant(self) -> Path:
        """Which model is connected, and what may be sent to it; no key."""
        return self.root / "assistant.json"


LONGEST_SOCKET = 100
"""Bytes of a socket's path; Linux takes 107, macOS 103."""


def window_name(paths: LibraryPaths) -> str:
    """The local socket by which a second start finds the open window of a library: in its own folder, where nobody else can put one.

    Where that path is too long for a socket, or sockets are no files, a name made from the path.
    """
    root = str(paths.root.absolute())
    inside = os.path.join(root, "window.socket")
    if os.name == "posix" and len(os.fsencode(inside)) <= LONGEST_SOCKET:
        return inside
    return "candid-" + hashlib.blake2b(os.fsencode(root), digest_size=8).hexdigest()


def default_library() -> LibraryPaths:
    """The person's own library; the variable CANDID_LIBRARY names another."""
    chosen = os.environ.get("CANDID_LIBRARY")
    return LibraryPaths(Path(chosen) if chosen else Path(platformdirs.user_data_dir("candid", appauthor=False)) / "library")
