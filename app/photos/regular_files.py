"""Opening files to read them, whatever stands under their name."""

import os
import stat
from typing import BinaryIO


def without_waiting(path: str, flags: int) -> int:
    """An opener for `open`: opening a named pipe would wait for somebody to write into it."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def is_regular(file: BinaryIO) -> bool:
    """Whether an open file is one that has an end."""
    return stat.S_ISREG(os.fstat(file.fileno()).st_mode)
