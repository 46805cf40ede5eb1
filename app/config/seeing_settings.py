"""What of their pictures a person lets Candid look at: a small file of the library."""

import json
import os
import threading
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TypedDict, Unpack

from pydantic import TypeAdapter, ValidationError

from app.config.private_file import write_settings
from app.domain.errors import AppError


@dataclass(frozen=True, slots=True)
class SeeingSettings:
    """`content`: guess what pictures show. `faces`: find faces. `text`: read the text in pictures, an optional part.

    `model` is the name of a folder with a model of the person's own, inside that for such models; empty for none.
    """

    content: bool = True
    faces: bool = True
    text: bool = False
    model: str = ""


class SeeingChanges(TypedDict, total=False):
    """Those of `SeeingSettings` that are to be others."""

    content: bool
    faces: bool
    text: bool
    model: str


_FORM = TypeAdapter(SeeingSettings)


class SeeingSettingsFile:
    """Reads and changes them; a spoilt or missing file gives the beginnings, and the next change keeps a spoilt one as `….spoilt`."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._changing = threading.Lock()

    def read(self) -> SeeingSettings:
        """What was chosen."""
        return self._settings() or SeeingSettings()

    def change(self, **changes: Unpack[SeeingChanges]) -> None:
        """Keep these beside whatever else is kept by now; raises `AppError` with one sentence where they cannot be written."""
        try:
            with self._changing:
                kept = self._settings()
                changed = json.dumps(asdict(replace(kept or SeeingSettings(), **changes)), indent=2)
                write_settings(self._path, changed, spoilt=kept is None)
        except OSError as error:
            why = error.strerror or str(error)
            raise AppError(f"The choices about looking at photos could not be kept in “{self._path}”: {why}.") from error

    def _settings(self) -> SeeingSettings | None:
        try:
            settings = _FORM.validate_json(self._path.read_bytes(), strict=True)
        except (OSError, ValidationError):
            return None
        return settings if _is_name(settings.model) else None


def _is_name(model: str) -> bool:
    """Whether it names a folder, and is no way to another one."""
    return model.isprintable() and model == os.path.basename(model) not in (".", "..")
