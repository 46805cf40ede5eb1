"""Whether a folder can be watched, and what a watch is. The watches themselves are in `watches`."""

import errno
import os
from typing import Protocol

_REMOTE = frozenset(
    {"9p", "afs", "ceph", "cifs", "fuse.rclone", "fuse.sshfs", "glusterfs", "lustre", "ncpfs", "nfs", "nfs4", "smb3", "smbfs"}
)


class Watch(Protocol):
    """One folder that is being watched."""

    def close(self) -> None:
        """Stop; nothing is told afterwards."""


def watches_used_up(error: OSError) -> bool:
    """Whether the system's own limit of watches is reached (inotify(7): max_user_watches, max_user_instances)."""
    return error.errno in (errno.ENOSPC, errno.EMFILE, errno.ENFILE)


def is_remote(path: str) -> bool:
    """Whether a path lies on a file system that others change without telling; False where that cannot be told."""
    try:
        device = os.stat(path).st_dev
        with open("/proc/self/mountinfo", encoding="utf-8", errors="surrogateescape") as mounts:
            return any(_kind_of_mount(line, device) in _REMOTE for line in mounts)
    except OSError:
        return False


def _kind_of_mount(line: str, device: int) -> str | None:
    """proc(5): the third field is `major:minor`, the first behind the dash the type."""
    before, _, behind = line.partition(" - ")
    is_it = before.split(" ")[2] == f"{os.major(device)}:{os.minor(device)}"
    return behind.split(" ")[0] if is_it else None
