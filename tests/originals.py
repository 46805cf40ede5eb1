"""What photos are on a disk, so that it can be told afterwards that nobody changed them."""

import hashlib
import os
import stat
from pathlib import Path

Seen = tuple[str, int, int, int, int, int, int, int]


def seen(folder: Path) -> dict[str, Seen]:
    """Content, size, mode, owner, links, inode and times of change of everything below; not when it was last read."""
    found = {}
    for each in (folder, *folder.rglob("*")):
        at = each.lstat()
        content = (
            hashlib.sha256(each.read_bytes()).hexdigest() if stat.S_ISREG(at.st_mode) else os.readlink(each) if each.is_symlink() else ""
        )
        found[os.fsdecode(each)] = (content, at.st_size, at.st_mode, at.st_uid, at.st_nlink, at.st_ino, at.st_mtime_ns, at.st_ctime_ns)
    return found
