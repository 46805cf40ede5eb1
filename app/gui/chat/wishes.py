"""What a person may want of an answer, told by its card and heeded by the panel; and what every card is built from."""

from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal

from app.gui.theme import ThemeKeeper
from app.gui.thumbnails import Thumbnails


class Wishes(QObject):
    """One for the whole panel."""

    photo = Signal(object, tuple)
    """Go to this `Photo`; the second are all `Photo`s that the answer cites."""
    show_photos = Signal(tuple)
    show_all = Signal(object)
    """List all photos that the answer to this `Question` is about."""
    compare = Signal(tuple)
    ask = Signal(str)
    """Ask this question, once more or for the first time."""
    ask_alone = Signal(str)
    """Ask this question without the model, this once."""
    search = Signal(str)
    copy = Signal(str)
    discarded = Signal()
    """The log of discarded replies."""
    connection = Signal()
    """The settings of the model."""


@dataclass(frozen=True, slots=True)
class Around:
    """What every card is built from."""

    themes: ThemeKeeper
    thumbnails: Thumbnails
    wishes: Wishes
