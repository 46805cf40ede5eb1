"""One request in three views: what it holds for reading, its body set in lines, and its body byte for byte."""

from collections.abc import Sequence

from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QButtonGroup,
    QFrame,
    QHBoxLayout,
    QHeaderView,
    QLineEdit,
    QPushButton,
    QStackedWidget,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)  # fmt: skip

from app.assistant.model import ModelRequest
from app.gui.chat.contents import Entry, contents, pretty
from app.gui.chat.payload_view import PayloadView
from app.gui.formatting import file_size
from app.gui.labels import as_tooltip, plain_label

HOLDS, LINES, EXACT = "What it holds", "Set in lines", "Exact bytes"
FEW = 6
"""Entries of a group that is open from the beginning."""


class RequestView(QWidget):
    """Shows a request; words can be searched for in each view."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("requestView")
        self.tree = QTreeWidget()
        self.lines = PayloadView("The body set in lines", "requestLines")
        self.exact = PayloadView("The body exactly as it is sent", "requestExact")
        self.search, self._size = QLineEdit(), plain_label("", "muted")
        self._pages, self._choice = QStackedWidget(), QButtonGroup(self)
        self._buttons = [QPushButton(title) for title in (HOLDS, LINES, EXACT)]
        self._views = (self.tree, self.lines, self.exact)
        self._prepare()
        self._arrange()

    def show_request(self, request: ModelRequest) -> None:
        """Show another request."""
        self.tree.clear()
        for entry in contents(request.body):
            self._add(entry, self.tree.invisibleRootItem())
        self.lines.show_text(pretty(request.body))
        self.exact.show_text(request.body.decode("utf-8", "backslashreplace"))
        self._size.setText(file_size(len(request.body)))

    def find_next(self) -> None:
        """Go to the next place of what stands in the search field."""
        words, page = self.search.text(), self._views[self._pages.currentIndex()]
        found = not words or (page.find_next(words) if isinstance(page, PayloadView) else self._find_item(words))
        self.search.setProperty("missing", not found)
        self.search.setToolTip("" if found else "This view does not hold these words.")

    def _prepare(self) -> None:
        self.tree.setObjectName("requestTree")
        self.tree.setAccessibleName("What the request holds")
        self.tree.setColumnCount(2)
        self.tree.setHeaderHidden(True)
        self.tree.setStyleSheet("QTreeWidget { background: transparent; } QTreeWidget::item { padding: 3px 4px; }")
        self.tree.setTabKeyNavigation(False)
        self.tree.header().setSectionResizeMode(0, QHeaderView.ResizeMode.ResizeToContents)
        self.tree.header().setStretchLastSection(True)
        self.search.setObjectName("requestSearch")
        self.search.setPlaceholderText("Search in it")
        self.search.setAccessibleName("Search in what is sent")
        self.search.setClearButtonEnabled(True)
        self.search.setMaximumWidth(200)
        QShortcut(QKeySequence.StandardKey.Find, self, self.search.setFocus)

    def _arrange(self) -> None:
        row = QHBoxLayout()
        row.setSpacing(6)
        for number, (button, page) in enumerate(zip(self._buttons, self._views, strict=True)):
            button.setCheckable(True)
            button.setAutoDefault(False)
            button.setObjectName(f"requestPage{number}")
            self._choice.addButton(button, number)
            self._pages.addWidget(_framed(page) if page is self.tree else page)
            row.addWidget(button)
        self._buttons[0].setChecked(True)
        self._choice.idClicked.connect(self._pages.setCurrentIndex)
        row.addWidget(self._size)
        row.addStretch(1)
        row.addWidget(self.search)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addLayout(row)
        column.addWidget(self._pages, 1)

    def _add(self, entry: Entry, parent: QTreeWidgetItem) -> None:
        item = QTreeWidgetItem(parent, [entry.name, entry.value])
        item.setToolTip(1, as_tooltip(entry.value) if len(entry.value) > 60 else "")
        for each in entry.below:
            self._add(each, item)
        item.setExpanded(0 < len(entry.below) <= FEW or entry.name in ("Photos", "Photo 1"))

    def _find_item(self, words: str) -> bool:
        """Select the next entry that holds the words, in the order in which they stand."""
        items = self._items()
        current = self.tree.currentItem()
        start = items.index(current) + 1 if current in items else 0
        for item in (*items[start:], *items[:start]):
            if any(words.casefold() in item.text(column).casefold() for column in (0, 1)):
                self.tree.setCurrentItem(item)
                self.tree.scrollToItem(item)
                return True
        return False

    def _items(self) -> Sequence[QTreeWidgetItem]:
        found, waiting = [], [self.tree.topLevelItem(number) for number in reversed(range(self.tree.topLevelItemCount()))]
        while waiting:
            item = waiting.pop()
            if item is not None:
                found.append(item)
                waiting += [item.child(number) for number in reversed(range(item.childCount()))]
        return found


def _framed(view: QWidget) -> QFrame:
    frame = QFrame()
    frame.setProperty("kind", "strip")
    around = QVBoxLayout(frame)
    around.setContentsMargins(6, 6, 6, 6)
    around.addWidget(view)
    return frame
