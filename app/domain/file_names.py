"""What a file's name says by itself: its folder's names, its stem, its extension, and whether that is one of camera RAW."""

import os

RAW_EXTENSIONS = frozenset(
    {"3fr", "arw", "cr2", "cr3", "crw", "dcr", "dng", "erf", "fff", "gpr", "iiq", "kdc", "mef", "mos", "mrw", "nef", "nrw", "orf", "pef",
     "raf", "raw", "rw2", "rwl", "sr2", "srf", "srw", "x3f"}
)  # fmt: skip
"""Extensions, in lower case without the dot, that cameras give to files of raw sensor values."""


def stem_and_extension(path: str) -> tuple[str, str]:
    """The file's name without its extension, and the extension in lower case without its dot; empty if there is none."""
    stem, extension = os.path.splitext(os.path.basename(path))
    return stem, extension[1:].lower()


def path_names(path: str) -> tuple[str, ...]:
    """The names along a path, outermost first, without the root."""
    return tuple(name for name in path.split(os.sep) if name)
