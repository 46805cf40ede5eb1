"""The groups that are shown, row below row: what is the same still stays where it is, only what is new is made."""

from collections.abc import Callable, Collection, Sequence

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QScrollArea, QVBoxLayout, QWidget

from app.domain.ids import PhotoId
from app.gui.alike.group_row import MOST_CARDS, GroupRow
from app.gui.labels import plain_label
from app.gui.theme import ThemeKeeper
from app.gui.thumbnails import Thumbnails
from app.services.groups import AlikeGroup, Members
from app.services.trash import Picked

CARDS_AT_ONCE = 120
"""Photos that are shown, and about as many again when more groups are asked for: each takes the window half a millisecond."""
ROW = 2
"""A row of its own takes it as long as so many photos."""


def first_groups(groups: Sequence[Members], cards: int) -> tuple[Members, ...]:
    """As many of the first groups as are shown with so many cards; a group is shown whole."""
    shown = 0
    for at, group in enumerate(groups):
        if shown >= cards:
            return tuple(groups[:at])
        shown += ROW + min(len(group), MOST_CARDS)
    return tuple(groups)


class GroupList(QScrollArea):
    """`toggled` tells that other photos are to go, `more_wanted` that the person wants to see more groups."""

    toggled = Signal()
    more_wanted = Signal()
    compared = Signal(object, object)
    """Cards to put beside each other, and the `Verdict` of each."""

    def __init__(self, thumbnails: Thumbnails, themes: ThemeKeeper) -> None:
        super().__init__()
        self._thumbnails, self._themes = thumbnails, themes
        self._roots: tuple[str, ...] = ()
        self.rows: list[GroupRow] = []
        self._empty = plain_label("", "muted", wrap=True)
        self._empty.setObjectName("alikeEmpty")
        self._more = QPushButton("Show more groups")
        self._more.setObjectName("alikeMore")
        self._more.clicked.connect(self.more_wanted)
        thumbnails.arrived.connect(self._heed)
        self._arrange()

    @property
    def going(self) -> set[PhotoId]:
        """The photos that are to go."""
        return {each for row in self.rows for each in row.going}

    @property
    def picked(self) -> list[Picked]:
        """The same by groups."""
        return [row.picked for row in self.rows if row.going]

    def show_groups(self, groups: Sequence[AlikeGroup], roots: tuple[str, ...]) -> None:
        """Show these; `roots` are the folders that were added. What was checked, and is among them still, stays checked."""
        known = {row.group.ids: row for row in self.rows} if roots == self._roots else {}
        going, self._roots = self.going, roots
        older, self.rows = self.rows, [_same(known.get(each.ids), each) or self._row(each, going) for each in groups]
        kept = set(self.rows)
        for row in older:
            if row not in kept:
                self._let_go(row)
        for at, row in enumerate(self.rows):
            item = self._column.itemAt(at)
            if item is None or item.widget() is not row:
                self._column.insertWidget(at, row)
                row.show()

    def show_end(self, empty: str, *, more: bool) -> None:
        """Why there is nothing, where that is so, and whether there are more groups."""
        self._empty.setText(empty)
        self._empty.setVisible(bool(empty))
        self._more.setVisible(more)

    def to_top(self) -> None:
        """Show the first ones."""
        self.verticalScrollBar().setValue(0)

    def check(self, how: Callable[[GroupRow], None]) -> None:
        """Check or uncheck in every row, and tell it once."""
        for row in self.rows:
            with QSignalBlocker(row):
                how(row)
        self.toggled.emit()

    def _row(self, group: AlikeGroup, going: Collection[PhotoId]) -> GroupRow:
        row = GroupRow(group, going, self._roots, self._thumbnails, self._themes)
        row.toggled.connect(self.toggled)
        row.compare.connect(self.compared)
        return row

    def _let_go(self, row: GroupRow) -> None:
        self._column.removeWidget(row)
        row.hide()
        row.setParent(None)
        row.deleteLater()

    def _heed(self, content_hash: str) -> None:
        for row in self.rows:
            for card in row.cards:
                card.heed(content_hash)

    def _arrange(self) -> None:
        content = QWidget()
        content.setObjectName("alikeGroups")
        column = QVBoxLayout(content)
        column.setContentsMargins(0, 0, 8, 0)
        column.setSpacing(12)
        self._column = QVBoxLayout()
        column.addWidget(self._empty)
        column.addLayout(self._column)
        foot = QHBoxLayout()
        foot.addWidget(self._more)
        foot.addStretch(1)
        column.addLayout(foot)
        column.addStretch(1)
        self.setFrameShape(QScrollArea.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWidget(content)
        content.setAutoFillBackground(False)


def _same(row: GroupRow | None, group: AlikeGroup) -> GroupRow | None:
    """The row, if it shows what is to be shown."""
    return row if row is not None and row.group == group else None
