"""The system's trash: what is thrown away goes there and nowhere else, and comes back from it where the system keeps it as files.

Linux and its kin keep it by the Trash Specification 1.0 of freedesktop.org; macOS and Windows tell no program where a file lies.
"""

import configparser
import contextlib
import os
import shutil
import stat
import sys
from collections.abc import Iterator
from itertools import count
from urllib.parse import unquote_to_bytes

from app.domain.errors import NotInTrash, TrashRefused
from app.domain.photo import FileStamp
from app.domain.written import safe_line

KEEPS_FILES = sys.platform not in ("darwin", "win32")
"""Whether a program can put back what it threw away."""
_INFO = ".trashinfo"
_CHUNK = 1 << 20


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
        file = _status(path)
        _send(path)
        if os.path.lexists(path):
            raise TrashRefused(f"{safe_line(path)} is still there: the system did not move it to the trash.")
        return _where(path, file) if KEEPS_FILES and file else None

    def take_back(self, lies: str, path: str, stamp: FileStamp | None = None) -> None:
        """Move a file from where it lies in the trash to where it was, if it is of this size and time still. Raises `TrashRefused`."""
        # In place of a file that was taken out of the trash another one of its name may lie there.
        if not os.path.lexists(lies) or _noted(_info_of(lies), os.path.dirname(os.path.dirname(lies))) != path:
            raise NotInTrash(f"{safe_line(path)} is not in the trash any more: it was emptied, or the file was put back.")
        if stamp and _is_another(lies, stamp):
            raise NotInTrash(
                f"Another file lies in the trash now in place of {safe_line(path)}, which was put back or changed since: it stays there."
            )
        try:
            os.makedirs(os.path.dirname(path), exist_ok=True)
            _put(lies, path)
        except OSError as error:
            if os.path.lexists(path):
                raise TrashRefused(f"There is another file at {safe_line(path)} now: the one in the trash stays there.") from error
            raise TrashRefused(f"{safe_line(path)} cannot be put back ({error.strerror}): it lies in {safe_line(lies)}.") from error
        with contextlib.suppress(OSError):
            os.unlink(lies)
            os.unlink(_info_of(lies))


def _put(lies: str, path: str) -> None:
    """Let a file be at a path as well, where nothing is: at no moment is anything replaced. Raises OSError."""
    try:
        os.link(lies, path, follow_symlinks=False)
    except FileExistsError:
        raise
    except OSError:
        # The disk knows no links, or it is another one.
        _copy(lies, path)


def _copy(lies: str, path: str) -> None:
    with open(lies, "rb") as source, open(path, "xb") as copy:
        try:
            shutil.copyfileobj(source, copy, _CHUNK)
            copy.flush()
            os.fsync(copy.fileno())
        except BaseException:
            os.unlink(path)
            raise
    with contextlib.suppress(OSError):
        shutil.copystat(lies, path)


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


def _where(path: str, file: os.stat_result) -> str | None:
    """Where a file lies that was at a path: it is found by what it is, as files of one path may lie in a trash."""
    trashes = list(_trashes(path))
    for is_it in (_is_same, _is_copy):
        for notes in (_likely_notes, _all_notes):
            for trash in trashes:
                for info in notes(trash, path):
                    if is_it(_file_of(info), file) and _noted(info, trash) == path:
                        return _file_of(info)
    return None


def _likely_notes(trash: str, path: str) -> Iterator[str]:
    """The notes that a file of this name may have by the way in which they are numbered. To list a large trash takes its time."""
    name = os.path.basename(path)
    stem, extension = os.path.splitext(name)
    for number in count():
        info = os.path.join(trash, "info", (f"{stem} {number}{extension}" if number else name) + _INFO)
        if not os.path.lexists(info) and not os.path.lexists(_file_of(info)):
            return
        yield info


def _all_notes(trash: str, path: str) -> Iterator[str]:
    """The notes of all files that may have been called so."""
    stem = os.path.splitext(os.path.basename(path))[0]
    folder = os.path.join(trash, "info")
    with contextlib.suppress(OSError):
        for name in os.listdir(folder):
            if name.endswith(_INFO) and name.startswith(stem[:20]):
                yield os.path.join(folder, name)


def _is_same(path: str, file: os.stat_result) -> bool:
    """Whether a file is at this path now."""
    now = _status(path)
    return now is not None and (now.st_dev, now.st_ino) == (file.st_dev, file.st_ino)


def _is_copy(path: str, file: os.stat_result) -> bool:
    """Whether a copy of a file is at this path: it is one on another disk, and on the same that is connected at two places."""
    now = _status(path)
    return now is not None and (now.st_size, now.st_mtime_ns) == (file.st_size, file.st_mtime_ns)


def _is_another(path: str, stamp: FileStamp) -> bool:
    """Whether a file is of another size or time; a link is not, as it may lead nowhere from the trash."""
    now = _status(path)
    return now is not None and stat.S_ISREG(now.st_mode) and (now.st_size, now.st_mtime_ns) != (stamp.size, stamp.modified_ns)


def _status(path: str) -> os.stat_result | None:
    try:
        return os.lstat(path)
    except OSError:
        return None


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
