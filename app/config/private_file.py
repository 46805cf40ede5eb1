"""Small files for the owner's eyes alone, replaced whole."""

import contextlib
import os
import secrets
from pathlib import Path

OWNER_ALONE = 0o600


def write_private(path: Path, text: str) -> None:
    """Write a file beside its place, which nobody else may read, and move it there. Raises `OSError`; the file before then stays."""
    unfinished = path.with_name(f".{path.name}-{secrets.token_hex(8)}.part")
    try:
        opened = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWNER_ALONE)
        with open(opened, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
        os.replace(unfinished, path)
    finally:
        with contextlib.suppress(OSError):
            unfinished.unlink()
