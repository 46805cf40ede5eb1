"""The system's trash: what is thrown away goes there and nowhere else, and comes back from it where the system keeps it as files.

Linux and its kin keep it by the Trash Specification 1.0 of freedesktop.org; macOS and Windows tell no program where a file lies.
"""

import configparser
import contextlib
import os
import sys
from collections.abc import Iterator
from urllib.parse import unquote_to_bytes

from app.domain.errors import TrashRefused
from app.domain.written import safe_line

KEEPS_FILES = sys.platform not in ("darwin", "win32")
"""Whether a program can put back what it threw away."""
_INFO = ".trashinfo"


class SystemTrash:
    """Moves files to the trash by the system's own ways."""

    def throw(self, path: str) -> str | None:
        """Move a file into the trash; where it lies there, or None on a system that does not tell. Raises `TrashRefused`."""
        folder = os.path.dirname(path)
        if not os.access(folder, os.W_OK | os.X_OK):
            raise TrashRefused(
                f"The folder {safe_line(folder)} cannot be written, so nothing can be moved out of it: check its permissions."
            )
        if not os.access(path, os.W_OK):
            raise TrashRefused(f"{safe_line(path)} is write-protected: check its permissions.")
        trashes = list(_trashes(path)) if KEEPS_FILES else []
        before = {info for trash in trashes for info in _infos(trash, path)}
        _send(path)
        if os.path.lexists(path):
            raise TrashRefused(f"{safe_line(path)} is still there: the system did not move it to the trash.")
        return next((_file_of(info) for trash in trashes for info in _infos(trash, path) if info not in before), None)

    def take_back(self, lies: str, path: str) -> None:
        """Move a file from where it lies in the trash to where it was. Raises `TrashRefused`."""
        if os.path.lexists(path):
            raise TrashRefused(f"There is another file at {safe_line(path)} now: the one in the trash stays there.")
        # In place of a file that was taken out of the trash another one of its name may lie there.
        if not os.path.lexists(lies) or _noted(_info_of(lies), os.path.dirname(os.path.dirname(lies))) != path:
            raise TrashRefused(f"{safe_line(path)} is not in the trash any more: it was emptied, or the file was put back.")
        try:
            os.makedirs(os.path.dirname(path), exist_ok=True)
            os.rename(lies, path)
        except OSError as error:
            raise TrashRefused(f"{safe_line(path)} cannot be put back ({error.strerror}): it lies in {safe_line(lies)}.") from error
        with contextlib.suppress(OSError):
            os.unlink(_info_of(lies))


def _send(path: str) -> None:
    # Loaded where it is needed, which is hardly ever; and it reads the environment when it is loaded.
    from send2trash import TrashPermissionError, send2trash

    try:
        send2trash(path)
    except TrashPermissionError as error:
        raise TrashRefused(f"The disk of {safe_line(path)} has no trash, and none can be made on it: nothing was moved.") from error
    except OSError as error:
        reason = error.strerror or "the system refused"
        raise TrashRefused(f"{safe_line(path)} cannot be moved to the trash ({reason}): nothing was moved.") from error


def _trashes(path: str) -> Iterator[str]:
    """Where a file may come to lie: the person's trash, and those of its disk."""
    home = os.environ.get("XDG_DATA_HOME") or os.path.join(os.path.expanduser("~"), ".local", "share")
    yield os.path.join(home, "Trash")
    top = os.path.realpath(os.path.dirname(path))
    while not os.path.ismount(top):
        top = os.path.dirname(top)
    user = os.getuid()
    yield from (os.path.join(top, ".Trash", str(user)), os.path.join(top, f".Trash-{user}"))


def _infos(trash: str, path: str) -> Iterator[str]:
    """The notes in a trash that a file of this path lies there; files of one name are numbered behind their stem."""
    stem = os.path.splitext(os.path.basename(path))[0]
    folder = os.path.join(trash, "info")
    with contextlib.suppress(OSError):
        for name in os.listdir(folder):
            info = os.path.join(folder, name)
            if name.endswith(_INFO) and name.startswith(stem[:20]) and _noted(info, trash) == path:
                yield info


def _noted(info: str, trash: str) -> str | None:
    parser = configparser.ConfigParser(interpolation=None, strict=False)
    try:
        parser.read(info, "utf-8")
        written = os.fsdecode(unquote_to_bytes(parser["Trash Info"]["Path"]))
    except (OSError, configparser.Error, KeyError, UnicodeDecodeError):
        return None
    # A path that is no whole one is so by the folder of the trash.
    top = os.path.dirname(trash) if os.path.basename(trash).startswith("Trash") else _disk_of(trash)
    return os.path.normpath(os.path.join(top, written))


def _disk_of(trash: str) -> str:
    above = os.path.dirname(trash)
    return os.path.dirname(above) if os.path.basename(above) == ".Trash" else above


def _file_of(info: str) -> str:
    folder, name = os.path.split(info)
    return os.path.join(os.path.dirname(folder), "files", name.removesuffix(_INFO))


def _info_of(lies: str) -> str:
    folder, name = os.path.split(lies)
    return os.path.join(os.path.dirname(folder), "info", name + _INFO)
