"""Other programs that open photos: what the desktop knows of them (freedesktop entries), and starting one without a shell. No widgets."""

import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, MutableMapping, Sequence
from configparser import Error as MalformedEntry
from configparser import RawConfigParser
from contextlib import contextmanager
from dataclasses import dataclass
from urllib.parse import quote

from app.domain.errors import AppError

MIME_TYPES = {
    "JPEG": "image/jpeg", "PNG": "image/png", "WEBP": "image/webp", "TIFF": "image/tiff", "GIF": "image/gif",
    "HEIF": "image/heif", "HEIC": "image/heic", "AVIF": "image/avif", "BMP": "image/bmp", "MPO": "image/jpeg",
    "JP2": "image/jp2", "3FR": "image/x-hasselblad-3fr", "ARW": "image/x-sony-arw", "CR2": "image/x-canon-cr2",
    "CR3": "image/x-canon-cr3", "CRW": "image/x-canon-crw", "DCR": "image/x-kodak-dcr", "DNG": "image/x-adobe-dng",
    "ERF": "image/x-epson-erf", "FFF": "image/x-hasselblad-fff", "GPR": "image/x-gopro-gpr", "IIQ": "image/x-phaseone-iiq",
    "KDC": "image/x-kodak-kdc", "MEF": "image/x-mamiya-mef", "MOS": "image/x-leaf-mos", "MRW": "image/x-minolta-mrw",
    "NEF": "image/x-nikon-nef", "NRW": "image/x-nikon-nrw", "ORF": "image/x-olympus-orf", "PEF": "image/x-pentax-pef",
    "RAF": "image/x-fuji-raf", "RAW": "image/x-panasonic-rw", "RW2": "image/x-panasonic-rw2", "RWL": "image/x-leica-rwl",
    "SR2": "image/x-sony-sr2", "SRF": "image/x-sony-srf", "SRW": "image/x-samsung-srw", "X3F": "image/x-sigma-x3f",
}  # fmt: skip
"""Media types of the formats that a library knows, by upper-case name; those of RAW are the ones that desktop entries name."""


class ProgramNotStarted(AppError):
    """Another program could not be started."""


@dataclass(frozen=True, slots=True)
class Program:
    """A program that the desktop offers: its name, its command with field codes, the media types that it opens."""

    name: str
    command: tuple[str, ...]
    types: frozenset[str]

    def arguments(self, paths: Sequence[str]) -> tuple[tuple[str, ...], ...]:
        """The commands to start for these files: one for all where it takes several, else one for each.

        Field codes follow the Desktop Entry Specification 1.5: %f %u %F %U stand for files, %% for a percent sign, all others for nothing.
        """
        if any(word in ("%F", "%U") for word in self.command) or not paths:
            return (tuple(_filled(self.command, paths)),)
        return tuple(tuple(_filled(self.command, [path])) for path in paths)


def file_uri(path: str) -> str:
    """The `file:` URI of an absolute path, whatever bytes it consists of."""
    return "file://" + quote(os.fsencode(path))


def installed_programs(environment: Mapping[str, str] = os.environ) -> tuple[Program, ...]:
    """Every program of the desktop that opens images, by name. An entry of a folder that comes first hides others of its file name."""
    seen: dict[str, Program | None] = {}
    for folder in application_folders(environment):
        for path in _entries(folder):
            seen.setdefault(os.path.relpath(path, folder), read_entry(path, environment))
    found = (program for program in seen.values() if program is not None)
    return tuple(sorted(found, key=lambda program: program.name.casefold()))


def application_folders(environment: Mapping[str, str]) -> tuple[str, ...]:
    """Where desktop entries are, the most important first (XDG Base Directory Specification)."""
    home = environment.get("XDG_DATA_HOME") or os.path.join(environment.get("HOME", "/"), ".local", "share")
    system = environment.get("XDG_DATA_DIRS") or "/usr/local/share:/usr/share"
    return tuple(os.path.join(each, "applications") for each in (home, *system.split(":")) if os.path.isabs(each))


def read_entry(path: str, environment: Mapping[str, str] = os.environ) -> Program | None:
    """The program of a desktop entry, or None if it opens no images, is hidden, needs a terminal, is not there or cannot be read."""
    parser = RawConfigParser(strict=False, interpolation=None, delimiters=("=",), comment_prefixes=("#",))
    parser.optionxform = str  # type: ignore[assignment, method-assign]
    try:
        with open(path, encoding="utf-8") as file:
            parser.read_file(file)
        entry = dict(parser["Desktop Entry"])
        command = tuple(shlex.split(entry.get("Exec", "")))
    except (OSError, ValueError, KeyError, MalformedEntry):
        return None
    types = frozenset(each for each in entry.get("MimeType", "").split(";") if each.startswith("image/"))
    if not types or not command or not _usable(entry, command[0], environment):
        return None
    return Program(entry.get("Name", command[0]), command, types)


class Launcher:
    """Starts programs beside this one."""

    def __init__(self) -> None:
        # An ended child stays a zombie until it is asked for, so they are kept and asked at the next start.
        self._children: list[subprocess.Popen[bytes]] = []

    def start(self, *commands: Sequence[str]) -> None:
        """Start programs: no shell, a session of their own, no library of a frozen Candid. Raises `ProgramNotStarted`."""
        for command in commands:
            self._children = [each for each in self._children if each.poll() is None]
            self._children.append(_started(command))

    def wait(self, seconds: float) -> None:
        """Wait until everything that was started has ended. Raises `subprocess.TimeoutExpired`."""
        for child in self._children:
            child.wait(seconds)
        self._children = []


@contextmanager
def outside_environment(environment: MutableMapping[str, str]) -> Iterator[None]:
    """Within this block the environment is fit for other programs: a frozen program points LD_LIBRARY_PATH at its own libraries."""
    kept = environment.get("LD_LIBRARY_PATH")
    own, original = getattr(sys, "_MEIPASS", None), environment.get("LD_LIBRARY_PATH_ORIG")
    if own is None or kept is None:
        yield
        return
    others = original if original is not None else ":".join(part for part in kept.split(":") if part and not part.startswith(own))
    try:
        del environment["LD_LIBRARY_PATH"]
        if others:
            environment["LD_LIBRARY_PATH"] = others
        yield
    finally:
        environment["LD_LIBRARY_PATH"] = kept


def _started(command: Sequence[str]) -> subprocess.Popen[bytes]:
    try:
        with outside_environment(os.environ):
            return subprocess.Popen(  # noqa: S603 - a list, never a shell; the program is the person's choice
                [os.fsencode(each) for each in command],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise ProgramNotStarted(f"{os.path.basename(command[0])} could not be started: {reason}.") from error


def _entries(folder: str) -> Iterator[str]:
    for root, _, names in os.walk(folder):
        yield from (os.path.join(root, name) for name in sorted(names) if name.endswith(".desktop"))


def _usable(entry: Mapping[str, str], program: str, environment: Mapping[str, str]) -> bool:
    flags = {name: entry.get(name, "false").strip() == "true" for name in ("Hidden", "Terminal")}
    wanted = entry.get("TryExec", program)
    is_application = entry.get("Type", "Application") == "Application"
    return is_application and not any(flags.values()) and shutil.which(wanted, path=environment.get("PATH")) is not None


def _filled(command: Sequence[str], paths: Sequence[str]) -> Iterator[str]:
    taken = False
    for word in command:
        if word in ("%f", "%F", "%u", "%U"):
            yield from (file_uri(path) if word in ("%u", "%U") else path for path in paths)
            taken = True
        elif word.startswith("%") and word != "%%":
            continue
        else:
            yield word.replace("%%", "%")
    if not taken:
        yield from paths
