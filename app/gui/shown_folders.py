"""What the panel of the folders says of each: what it gave, what is missing, and why."""

import os
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from app.domain.ids import FolderId
from app.domain.photo import Folder
from app.gui.formatting import count, file_name
from app.gui.missing_notice import why_missing
from app.library.missing import MissingPhotos


@dataclass(frozen=True, slots=True)
class ShownFolder:
    """A folder of the library, or a single file that was added by itself. `missing` photos are out of reach, for the reason `why`."""

    folder: Folder
    is_file: bool
    reading: bool = False
    missing: int = 0
    why: str = ""

    @property
    def name(self) -> str:
        """Its last name."""
        return file_name(self.folder.path)

    @property
    def about(self) -> str:
        """What it gave."""
        return " · ".join(self._parts())

    @property
    def lines(self) -> tuple[str, ...]:
        """The same on as many lines as it needs: three parts are too long for one."""
        first, *rest = self._parts()
        return (first, " · ".join(rest)) if len(rest) > 1 else (self.about,)

    def _parts(self) -> list[str]:
        photos = count(self.folder.photos, "photo")
        if not self.folder.available:
            return [photos, "out of reach"]
        parts = [f"{photos} so far" if self.reading else photos]
        if self.missing and not self.reading:
            parts.append(f"{self.missing:,} out of reach")
        if self.folder.skipped:
            parts.append(f"{self.folder.skipped:,} skipped")
        return parts


def shown_folders(
    folders: Sequence[Folder], read_now: Collection[str] = (), missing: Mapping[FolderId, MissingPhotos] = MappingProxyType({})
) -> tuple[ShownFolder, ...]:
    """Folders by name, then single files; `read_now` are paths that are being read, `missing` the photos that are out of reach.

    Asks the file system: call it in a job.
    """
    told = (_shown_folder(folder, folder.path in read_now, missing.get(folder.id, MissingPhotos(0))) for folder in folders)
    return tuple(sorted(told, key=lambda each: (each.is_file, each.name.casefold(), each.folder.path)))


def _shown_folder(folder: Folder, reading: bool, missing: MissingPhotos) -> ShownFolder:
    why = why_missing(folder, missing) if missing.number or not folder.available else ""
    return ShownFolder(folder, os.path.isfile(folder.path), reading, missing.number, why)
