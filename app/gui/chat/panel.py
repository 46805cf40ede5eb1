"""The panel in which a person asks: who answers, the conversation, what is asked about, and the question."""

from functools import partial
from itertools import pairwise

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractButton, QFrame, QHBoxLayout, QMenu, QToolButton, QVBoxLayout, QWidget

from app.domain.question import Scope
from app.gui.chat.asking import Asking, Exchange
from app.gui.chat.chip import Chip
from app.gui.chat.harmless import harmless
from app.gui.chat.history import History
from app.gui.chat.question_box import QuestionBox
from app.gui.chat.wishes import Around
from app.gui.labels import IconButton, as_tooltip, plain_label
from app.services.connect import Connection

TITLE = "Ask about your photos"
OFFLINE = "Candid, offline"
LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignAbsolute
"""Also for a chip whose sign stands behind its words, which makes it written from the right."""
ALL_PHOTOS = "All photos"
NARROWEST, WIDTH = 340, 400


class ScopeChip(Chip):
    """What the next question is about; a click goes back to all photos."""

    removed = Signal()

    def __init__(self, around: Around) -> None:
        super().__init__(around.themes, "grid", ALL_PHOTOS)
        self.setObjectName("scopeChip")
        self.clicked.connect(self.removed)
        self.show_scope(None)

    def show_scope(self, scope: Scope | None) -> None:
        """Say it."""
        label = harmless(scope.label) if scope else ALL_PHOTOS
        self.show_text(label)
        self.show_sign("close" if scope else "grid")
        self.setToolTip(as_tooltip(f"Questions are about {label}. Click to ask about all photos again.") if scope else "")
        self.setAccessibleName(f"Asking about {label}; press to ask about all photos" if scope else "Asking about all photos")
        self.setLayoutDirection(Qt.LayoutDirection.RightToLeft if scope else Qt.LayoutDirection.LeftToRight)
        self.setEnabled(scope is not None)


class ChatPanel(QWidget):
    """Shows a conversation, and tells what a person wants of it."""

    closed = Signal()
    left = Signal()
    """The keyboard should go back to the photos."""
    connection_asked = Signal()
    discarded_asked = Signal()
    export_asked = Signal()
    measure_asked = Signal()

    def __init__(self, asking: Asking, around: Around, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._asking = asking
        self._around = around
        self.setObjectName("chatPanel")
        self.setAccessibleName(TITLE)
        self.setMinimumWidth(NARROWEST)
        self._make_header()
        self.history = History(around)
        self.scope = ScopeChip(around)
        self.box = QuestionBox(around.themes, self.scope)
        self._arrange()
        self._connect()

    def sizeHint(self) -> QSize:  # noqa: N802
        """Wide enough for four pictures beside each other."""
        return QSize(WIDTH, 600)

    def show_replier(self, standing: Connection) -> None:
        """Say who answers."""
        settings = standing.settings
        self._who.show_text(f"{settings.model} · {standing.host}" if settings.use_model else OFFLINE)
        self._who.setAccessibleName(f"Answers: {self._who.text()}. Connect a model")

    def show_suggestions(self, questions: tuple[str, ...]) -> None:
        """Questions to begin with."""
        self.history.beginning.show_suggestions(questions)
        self._order()

    def focus_question(self) -> None:
        """Give the keyboard to the question."""
        self.box.edit.setFocus(Qt.FocusReason.ShortcutFocusReason)

    @property
    def focused(self) -> bool:
        """Whether the keyboard is in the panel."""
        focus = self.window().focusWidget()
        return focus is not None and self.isAncestorOf(focus)

    def event(self, event: QEvent) -> bool:
        """What is typed in the panel is never a one-letter key of the window."""
        if event.type() is QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and _types(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """From wherever in the panel: Escape goes back to the photos, Enter presses a button, and what is typed is the question."""
        focus = self.window().focusWidget()
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and isinstance(focus, QAbstractButton) and not event.isAutoRepeat():
            focus.click()
        elif _types(event) and focus is not self.box.edit:
            self.focus_question()
            self.box.edit.keyPressEvent(event)
        else:
            super().keyPressEvent(event)

    def _make_header(self) -> None:
        themes = self._around.themes
        self._who = Chip(themes, "right", OFFLINE, "quiet")
        self._who.setLayoutDirection(Qt.LayoutDirection.RightToLeft)  # the sign stands behind the words
        self._who.setObjectName("whoAnswers")
        self._who.setToolTip("Who answers. Click to connect a model, or to be offline again.")
        self._who.setAccessibleName(f"Answers: {OFFLINE}. Connect a model")
        self._who.clicked.connect(self.connection_asked)
        self._menu = IconButton(themes, "more", "More", lambda: None)
        self._menu.setObjectName("chatMenu")
        self._menu.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._menu.setMenu(self._filled_menu())
        self._close = IconButton(themes, "close", "Close this panel (Ctrl+J)", self.closed.emit)
        self._close.setObjectName("chatClose")

    def _filled_menu(self) -> QMenu:
        menu = QMenu(self._menu)
        self.new, self.export = QAction("New conversation", menu), QAction("Export…", menu)
        self.discarded, self.measure = QAction("Discarded replies…", menu), QAction("Measure closeness", menu)
        self.connect_model = QAction("Connect a model…", menu)
        self.new.setShortcut(QKeySequence("Ctrl+Shift+N"))
        self.export.setShortcut(QKeySequence("Ctrl+Shift+E"))  # Ctrl+E goes to the end of a line where text is typed
        menu.addActions([self.new, self.export])
        menu.addSeparator()
        menu.addActions([self.discarded, self.measure])
        menu.addSeparator()
        menu.addAction(self.connect_model)
        return menu

    def _arrange(self) -> None:
        header = QHBoxLayout()
        header.setContentsMargins(6, 8, 8, 6)
        header.setSpacing(2)
        titles = QVBoxLayout()
        titles.setSpacing(0)
        title = plain_label(TITLE, "heading")
        title.setContentsMargins(6, 0, 0, 0)
        titles.addWidget(title)
        titles.addWidget(self._who, 0, LEFT)
        header.addLayout(titles, 1)
        for button in (self._menu, self._close):
            header.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(header)
        line = QFrame()
        line.setProperty("kind", "line")
        line.setFixedHeight(1)
        column.addWidget(line)
        column.addWidget(self.history, 1)
        foot = QVBoxLayout()
        foot.setContentsMargins(10, 8, 10, 10)
        foot.addWidget(self.box)
        column.addLayout(foot)

    def _connect(self) -> None:
        asking, wishes = self._asking, self._around.wishes
        self.box.asked.connect(asking.ask)
        self.box.cancelled.connect(asking.cancel)
        self.box.left.connect(self.left)
        self.scope.removed.connect(partial(asking.set_scope, None))
        wishes.ask.connect(self.box.ask)
        wishes.ask_alone.connect(partial(asking.ask, alone=True))
        wishes.connection.connect(self.connection_asked)
        wishes.discarded.connect(self.discarded_asked)
        self.history.settled.connect(self._order)
        asking.began.connect(self._begin)
        asking.ended.connect(self._end)
        asking.standing_known.connect(self.show_replier)
        asking.scope_changed.connect(self._show_scope)
        self.new.triggered.connect(self._start_anew)
        self.export.triggered.connect(self.export_asked)
        self.discarded.triggered.connect(self.discarded_asked)
        self.measure.triggered.connect(self.measure_asked)
        self.connect_model.triggered.connect(self.connection_asked)
        self.export.setEnabled(False)

    def _show_scope(self) -> None:
        scope = self._asking.scope
        self.scope.show_scope(scope)
        self.box.show_scope(harmless(scope.label) if scope else "")

    def _begin(self, exchange: Exchange) -> None:
        self.history.begin(exchange)
        self.box.set_waiting(True)

    def _end(self, exchange: Exchange) -> None:
        self.box.set_waiting(False)
        self.history.settle(exchange)
        self.export.setEnabled(any(each.answer for each in self._asking.exchanges))

    def _start_anew(self) -> None:
        self._asking.start_anew()
        self.history.clear()
        self.export.setEnabled(False)
        self._order()
        self.focus_question()

    def _order(self) -> None:
        order = (self._who, self._menu, self._close, *self.history.tab_order(), self.scope, self.box.edit, self.box.button)
        for earlier, later in pairwise(order):
            QWidget.setTabOrder(earlier, later)


def _types(event: QKeyEvent) -> bool:
    """Whether a key writes something."""
    commands = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier
    return bool(event.text()) and event.text().isprintable() and not event.modifiers() & commands
