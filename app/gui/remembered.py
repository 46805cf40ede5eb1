"""What the window remembers from one start to the next: where it is, its panels, its looks, and where folders are chosen."""

from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QByteArray, QSettings

from app.gui.grid import LARGEST, SMALLEST
from app.gui.theme import Mode

MODES: tuple[Mode, ...] = ("system", "light", "dark")


@dataclass(frozen=True, slots=True)
class Remembered:
    """Values with sensible beginnings; a file that is missing or spoilt gives these."""

    geometry: bytes = b""
    panels: bytes = b""
    folders: bool = True
    details: bool = True
    chat: bool = False
    side: int = 168
    newest_first: bool = True
    stacked: bool = True
    guesses: bool = True
    mode: Mode = "system"
    place: str = ""
    faces: bool = False


def recall(file: Path) -> Remembered:
    """What the file says."""
    settings, first = QSettings(str(file), QSettings.Format.IniFormat), Remembered()
    mode = str(settings.value("mode", first.mode))
    return Remembered(
        geometry=_raw(settings.value("geometry")),
        panels=_raw(settings.value("panels")),
        folders=settings.value("folders", "true") == "true",
        details=settings.value("details", "true") == "true",
        chat=settings.value("chat", "false") == "true",
        side=_side(settings.value("side", first.side)),
        newest_first=settings.value("newest_first", "true") == "true",
        stacked=settings.value("stacked", "true") == "true",
        guesses=settings.value("guesses", "true") == "true",
        mode=next((each for each in MODES if each == mode), first.mode),
        place=str(settings.value("place", first.place)),
        faces=settings.value("faces", "false") == "true",
    )


def remember(file: Path, values: Remembered) -> None:
    """Write the file; a disk that is full or read-only costs only the memory."""
    settings = QSettings(str(file), QSettings.Format.IniFormat)
    settings.setValue("geometry", QByteArray(values.geometry))
    settings.setValue("panels", QByteArray(values.panels))
    settings.setValue("folders", str(values.folders).lower())
    settings.setValue("details", str(values.details).lower())
    settings.setValue("chat", str(values.chat).lower())
    settings.setValue("side", values.side)
    settings.setValue("newest_first", str(values.newest_first).lower())
    settings.setValue("stacked", str(values.stacked).lower())
    settings.setValue("guesses", str(values.guesses).lower())
    settings.setValue("mode", values.mode)
    settings.setValue("place", values.place)
    settings.setValue("faces", str(values.faces).lower())
    settings.sync()


def _raw(value: object) -> bytes:
    return bytes(value.data()) if isinstance(value, QByteArray) else b""


def _side(value: object) -> int:
    text = str(value)
    return min(max(int(text), SMALLEST), LARGEST) if text.isascii() and text.isdigit() and len(text) < 6 else Remembered().side
