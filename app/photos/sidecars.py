"""What stands in files beside a photo: XMP sidecars and Google Takeout's JSON, bounded and checked like everything untrusted."""

import os
import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from app.domain.file_names import RAW_EXTENSIONS, stem_and_extension
from app.domain.words import shown
from app.photos.packets import packet_text
from app.photos.precedence import SIDECAR_FOR
from app.photos.raw import RawMetadata, read_packet
from app.photos.regular_files import is_regular, without_waiting
from app.photos.takeout import Description, read_description
from app.photos.takeout_names import JSON, fits

LARGEST_SIDECAR = 16_000_000
"""Bytes of a sidecar. The largest real ones hold brush strokes and have a few megabytes."""
MOST_SIDECARS = 32

_SIDECAR_FOR = re.compile(r"""SidecarForExtension\s*(?:=\s*["']|>)([^"'<]{0,20})""")
_SAME = {"jpeg": "jpg", "jpe": "jpg", "tiff": "tif", "heif": "heic"}


@dataclass(frozen=True, slots=True)
class Sidecars:
    """What tells of one photo from outside, the most trusted first, and what could not be read."""

    xmp: tuple[RawMetadata, ...] = ()
    takeout: tuple[Description, ...] = ()
    notes: tuple[str, ...] = ()
    of_raw: bool = False


NO_SIDECARS = Sidecars()


def read_sidecars(photo: str, paths: Iterable[str]) -> Sidecars:
    """Everything that the files at `paths` tell of the photo at `photo`. Raises nothing: what cannot be read costs itself and a note."""
    found = Sidecars(of_raw=stem_and_extension(photo)[1] in RAW_EXTENSIONS)
    for path in list(paths)[:MOST_SIDECARS]:
        name = shown(os.path.basename(path))
        try:
            found = _with_file(found, photo, path, name)
        except OSError as error:
            found = _noted(found, name, (error.strerror or "unknown error").lower())
        except ValueError as error:  # A JSON's, or one of our own.
            found = _noted(found, name, str(error)[:200])
    return found


def tells_of_another(photo: str, path: str) -> bool:
    """Whether a file, by its name one that tells of a photo, says that it tells of another or of something else, or cannot be read."""
    try:
        content = _content(path)
        if path.lower().endswith(JSON):
            description = read_description(content)
            return description is None or not fits(os.path.basename(path), description.title, os.path.basename(photo))
    except (OSError, ValueError):
        return True
    named = _SIDECAR_FOR.search(packet_text(content))
    return named is not None and not _is_for(named[1], photo)


def _with_file(found: Sidecars, photo: str, path: str, name: str) -> Sidecars:
    content = _content(path)
    if path.lower().endswith(JSON):
        return _with_description(found, photo, path, content)
    raw, wrong = read_packet(packet_text(content))
    if wrong:
        raise ValueError(f"it {wrong}")
    if not _tells_of(raw, photo):
        return found
    return replace(found, xmp=(*found.xmp, replace(raw, told_in=f"sidecar {name} · ")))


def _with_description(found: Sidecars, photo: str, path: str, content: bytes) -> Sidecars:
    """Only one describes a photo: the first of which that is not refuted by the name that Google knew."""
    description = None if found.takeout else read_description(content)
    if description is None or not fits(os.path.basename(path), description.title, os.path.basename(photo)):
        return found
    return replace(found, takeout=(description,), notes=(*found.notes, *description.notes))


def _content(path: str) -> bytes:
    """A file's bytes. Raises OSError, and ValueError if it is no regular file or too large."""
    with open(path, "rb", opener=without_waiting) as file:
        if not is_regular(file):
            raise ValueError("it is not a regular file")
        # What the kernel shows as a file and has nothing to say now gives None.
        content = file.read(LARGEST_SIDECAR + 1) or b""
    if len(content) > LARGEST_SIDECAR:
        raise ValueError(f"it is larger than {LARGEST_SIDECAR / 1e6:,.0f} MB")
    return content


def _tells_of(raw: RawMetadata, photo: str) -> bool:
    """Whether a sidecar names no other file's extension (Photoshop's SidecarForExtension)."""
    return _is_for("".join(raw.xmp.get(SIDECAR_FOR, ())), photo)


def _is_for(extension: str, photo: str) -> bool:
    named = extension.strip().lower().lstrip(".")
    own = stem_and_extension(photo)[1]
    return not named or _SAME.get(named, named) == _SAME.get(own, own)


def _noted(found: Sidecars, name: str, reason: str) -> Sidecars:
    return replace(found, notes=(*found.notes, f"The sidecar {name} cannot be read ({reason})."))
