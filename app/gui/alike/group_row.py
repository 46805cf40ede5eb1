"""One group as a row of cards, with how much it is and a button to compare."""

from collections.abc import Collection, Sequence

from PySide6.QtCore import QPoint, QRect, QSize, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLayout, QLayoutItem, QPushButton, QVBoxLayout, QWidget

from app.domain.ids import PhotoId
from app.gui.alike.card import AlikeCard
from app.gui.alike.texts import group_text
from app.gui.compare_view import MOST, Verdict
from app.gui.labels import plain_label
from app.gui.theme import ThemeKeeper
from app.gui.thumbnails import Thumbnails
from app.services.groups import AlikeGroup
from app.services.listing import Card
from app.services.trash import Picked

MOST_CARDS = 60
"""Photos of one group that are shown, so that thousands of a camera that never moves do not hold up the window."""


class GroupRow(QFrame):
    """Shows a group. `toggled` tells that other photos are to go, `compare` carries cards to put beside each other and their verdicts."""

    toggled = Signal()
    compare = Signal(object, object)

    def __init__(
        self, group: AlikeGroup, going: Collection[PhotoId], roots: Sequence[str], thumbnails: Thumbnails, themes: ThemeKeeper
    ) -> None:
        """`going` are to be checked, `roots` the folders that were added."""
        super().__init__()
        self.group = group
        self.setObjectName("alikeGroup")
        self.setProperty("kind", "card")
        suggested = group.suggested
        self.cards = [
            AlikeCard(
                card,
                suggested.why if card.photo.id == suggested.keep else "",
                card.photo.id != suggested.keep and card.photo.id not in suggested.spare,
                roots,
                thumbnails,
                themes,
            )
            for at, card in enumerate(group.cards)
            if at < MOST_CARDS or card.photo.id == suggested.keep
        ]
        flow = Flow()
        for each in self.cards:
            each.check.setChecked(each.card.photo.id in going)
            each.toggled.connect(self.toggled)
            flow.addWidget(each)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 8, 12, 8)
        column.addLayout(self._heading())
        column.addLayout(flow)

    @property
    def going(self) -> tuple[PhotoId, ...]:
        """The photos that are to go."""
        return tuple(each.card.photo.id for each in self.cards if each.check.isChecked())

    @property
    def picked(self) -> Picked:
        """The same with its group."""
        return Picked(self.group.kind, self.group.ids, self.going)

    def check_spare(self) -> None:
        """Check all but the suggested one, and but those of which something would be lost that was said."""
        for each in self.cards:
            each.check.setChecked(each.card.photo.id in self.group.suggested.spare)

    def check_none(self) -> None:
        """Let all stay."""
        for each in self.cards:
            each.check.setChecked(False)

    def _heading(self) -> QHBoxLayout:
        line = QHBoxLayout()
        line.addWidget(plain_label(group_text(self.group, len(self.cards)), "muted"), 1)
        for text, name, act in (
            ("Check all but the suggested", "alikeCheckGroup", self.check_spare),
            ("Compare", "alikeCompare", self._compare),
        ):
            button = QPushButton(text)
            button.setObjectName(name)
            button.setProperty("kind", "small")
            button.clicked.connect(lambda _=False, act=act: act())
            line.addWidget(button)
        return line

    def judge(self, photo_id: PhotoId, going: bool) -> None:
        """Check one of the photos, or take that back."""
        for each in self.cards:
            if each.card.photo.id == photo_id:
                each.check.setChecked(going)

    def _compare(self) -> None:
        verdicts = {each.card.photo.id: Verdict(each.folder, each.note, each.check.isChecked()) for each in self.cards}
        self.compare.emit(self._to_compare(), verdicts)

    def _to_compare(self) -> tuple[Card, ...]:
        """The suggested one first, then the others in their order, as many as there is room for."""
        keep = self.group.suggested.keep
        return tuple(sorted(self.group.cards, key=lambda card: card.photo.id != keep)[:MOST])


class Flow(QLayout):
    """Widgets of one size beside each other, on as many lines as they need."""

    def __init__(self, spacing: int = 8) -> None:
        super().__init__()
        self._items: list[QLayoutItem] = []
        self.setSpacing(spacing)
        self.setContentsMargins(0, 0, 0, 0)

    def addItem(self, item: QLayoutItem) -> None:  # noqa: N802
        """Called by Qt."""
        self._items.append(item)

    def count(self) -> int:
        """How many there are."""
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:  # noqa: N802 - None ends Qt's walk
        """One of them."""
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:  # noqa: N802
        """Take one out."""
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:  # noqa: N802
        """None: it is as large as it must be."""
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:  # noqa: N802
        """It breaks into lines."""
        return True

    def heightForWidth(self, width: int) -> int:  # noqa: N802
        """Of all lines."""
        return self._lay(QRect(0, 0, width, 0), move=False)

    def setGeometry(self, rect: QRect) -> None:  # noqa: N802
        """Put each where it belongs."""
        super().setGeometry(rect)
        self._lay(rect, move=True)

    def sizeHint(self) -> QSize:  # noqa: N802
        """The least."""
        return self.minimumSize()

    def minimumSize(self) -> QSize:  # noqa: N802
        """One of them."""
        size = QSize()
        for item in self._items:
            size = size.expandedTo(item.minimumSize())
        return size

    def _lay(self, rect: QRect, *, move: bool) -> int:
        x, y, line = rect.x(), rect.y(), 0
        for item in self._items:
            size = item.sizeHint()
            if x > rect.x() and x + size.width() > rect.right() + 1:
                x, y, line = rect.x(), y + line + self.spacing(), 0
            if move:
                item.setGeometry(QRect(QPoint(x, y), size))
            x += size.width() + self.spacing()
            line = max(line, size.height())
        return y + line - rect.y()


def clear(layout: QLayout) -> None:
    """Take all widgets out of a layout and let them go."""
    while (item := layout.takeAt(0)) is not None:
        widget: QWidget | None = item.widget()
        if widget is not None:
            widget.hide()
            widget.setParent(None)
            widget.deleteLater()
