"""Tags or people as chips that wrap: the cross, Delete and Backspace take one away; what only some photos have says on how many."""

from collections.abc import Sequence

from PySide6.QtCore import QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QSizePolicy, QToolButton, QWidget

from app.domain.own_words import YOU
from app.gui.chat.chip import fitted
from app.gui.chat.flow_layout import FlowLayout
from app.gui.chat.harmless import one_line
from app.gui.icons import icon
from app.gui.labels import as_tooltip, plain_label
from app.gui.shown_words import ShownName
from app.gui.theme import ThemeKeeper

MOST = 100
"""Chips that are shown."""
CROSS = 24
"""Width in pixels of the end of a chip that takes it away."""
LONGEST_TIP = 400


class NameChip(QToolButton):
    """One name. What some photos have alone is given to all by a click on it, Enter or Space."""

    removed = Signal(str)
    added = Signal(str)

    def __init__(self, themes: ThemeKeeper) -> None:
        super().__init__()
        self._themes = themes
        self._name, self._number = ShownName("", 0, ()), 0
        self._pressed = QPoint(-1, -1)
        self.setLayoutDirection(Qt.LayoutDirection.RightToLeft)  # the cross stands behind the words
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.setIconSize(QSize(12, 12))
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        themes.changed.connect(self._draw)
        self.clicked.connect(self._press)
        self._draw()

    @property
    def name(self) -> ShownName:
        """What it stands for."""
        return self._name

    @property
    def partial(self) -> bool:
        """Whether only some of the photos have it."""
        return self._name.on < self._number

    def show_name(self, name: ShownName, number: int) -> None:
        """Stand for a name that `name.on` of so many photos have."""
        if (name, number) == (self._name, self._number):
            return
        self._name, self._number = name, number
        text = fitted(one_line(name.text))
        where = f"on {name.on:,} of {number:,}"
        self.setText((f"{text}  {where.removeprefix('on ')}" if self.partial else text).replace("&", "&&"))
        self._take_kind("partialName" if self.partial else "ownName" if name.own else "fileName")
        self.setAccessibleName(f"{text}, {where}: add to all, Delete removes" if self.partial else f"{text}: Delete removes")
        whole = one_line(name.text)[:LONGEST_TIP]
        more = f"\n{where.capitalize()}: click to add it to all" if self.partial else ""
        origin = ", ".join(each if each == YOU else f"file: {each}" for each in name.sources)
        self.setToolTip(as_tooltip(f"{whole}\n{origin}{more}"))

    def _take_kind(self, kind: str) -> None:
        if self.property("kind") != kind:
            self.setProperty("kind", kind)
            # The style sheet has to be read anew, which is most of what showing a chip costs.
            self.style().unpolish(self)
            self.style().polish(self)

    def cross(self) -> QRect:
        """Where a click takes it away."""
        return QRect(self.width() - CROSS, 0, CROSS, self.height())

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        """It may be cut where there is no room."""
        return QSize(48, self.sizeHint().height())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Remember where it was let go."""
        self._pressed = event.position().toPoint()
        super().mouseReleaseEvent(event)
        self._pressed = QPoint(-1, -1)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Delete and Backspace take it away."""
        if event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.removed.emit(self._name.text)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        else:
            super().keyPressEvent(event)

    def _press(self) -> None:
        if self.cross().contains(self._pressed):
            self.removed.emit(self._name.text)
        elif self.partial:
            self.added.emit(self._name.text)

    def _draw(self) -> None:
        self.setIcon(icon("close", self._themes.theme.muted, 12))


class NameChips(QWidget):
    """All chips of one kind of name, made once and used again."""

    removed = Signal(str)
    added = Signal(str)

    def __init__(self, themes: ThemeKeeper, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self._made: list[NameChip] = []
        self._names: tuple[ShownName, ...] = ()
        self._more = plain_label("", "muted")
        self._flow = FlowLayout(4, self)
        self._flow.addWidget(self._more)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    @property
    def chips(self) -> list[NameChip]:
        """Those that are shown."""
        return self._made[: min(len(self._names), MOST)]

    def show_names(self, names: Sequence[ShownName], number: int) -> None:
        """Show the names of so many photos. The keyboard stays at its place where a chip before it went away."""
        self._names = tuple(names)
        focused = next((at for at, chip in enumerate(self._made) if chip.hasFocus()), None)
        for _ in range(len(self._made), min(len(names), MOST)):
            self._make()
        for chip, name in zip(self._made, names, strict=False):
            chip.show_name(name, number)
        for at, chip in enumerate(self._made):
            chip.setVisible(at < len(names))
        self._more.setText(f"and {len(names) - MOST:,} more")
        self._more.setVisible(len(names) > MOST)
        self.setVisible(bool(names))
        if focused is not None and self.chips:
            self.chips[min(focused, len(self.chips) - 1)].setFocus()

    def _make(self) -> None:
        chip = NameChip(self._themes)
        chip.removed.connect(self.removed)
        chip.added.connect(self.added)
        self._flow.takeAt(self._flow.count() - 1)
        self._flow.addWidget(chip)
        self._flow.addWidget(self._more)
        self._made.append(chip)
