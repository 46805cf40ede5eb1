"""The tags or the people of photos: their chips, and the line in which others are typed."""

from PySide6.QtCore import Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from app.domain.own_words import YOU
from app.gui.fact_widget import HeadedValue
from app.gui.own.add_line import AddLine
from app.gui.own.name_chips import NameChips
from app.gui.shown_words import ShownName
from app.gui.theme import ThemeKeeper


class NamesBlock(HeadedValue):
    """`added` and `removed` tell what the person wants, `left` that the keyboard may go back to the photos."""

    added = Signal(tuple)
    removed = Signal(tuple)
    left = Signal()

    def __init__(self, themes: ThemeKeeper, sign: str, name: str, parent: QWidget | None = None) -> None:
        """`name` is that of many: Tags, People."""
        super().__init__(themes, name, 4, parent)
        self._names: tuple[ShownName, ...] = ()
        self.chips = NameChips(themes)
        self.chips.setObjectName(f"own{name}")
        self.chips.removed.connect(lambda text: self.removed.emit((text,)))
        self.chips.added.connect(lambda text: self.added.emit((text,)))
        self.line = AddLine(themes, sign, f"Add {name.lower()}")
        self.line.setObjectName(f"add{name}")
        self.line.given.connect(self.added)
        self.line.left.connect(self.left)
        for part in (self.chips, self.line):
            self.column.addWidget(part)

    def show_names(self, names: tuple[ShownName, ...], number: int) -> None:
        """Show the names of so many photos; of several, each name alone says where it was read."""
        self._names = names
        self.chips.show_names(names, number)
        sources = dict.fromkeys(each for name in names for each in name.sources if number == 1)
        self.show_source(" + ".join(sorted(sources, key=lambda source: source == YOU)), heading=bool(names))

    def copy(self) -> None:
        """Put all names on the clipboard."""
        QGuiApplication.clipboard().setText(", ".join(name.text for name in self._names))
