"""Before anything leaves the machine: to whom, what exactly, and the switches that let less or more of it through."""

from dataclasses import asdict, replace

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QGridLayout, QPushButton, QVBoxLayout, QWidget

from app.domain.errors import AppError
from app.domain.sharing import Sharing
from app.gui.chat.buttons import primary_button
from app.gui.chat.dialog_jobs import DialogJobs
from app.gui.chat.harmless import harmless
from app.gui.chat.request_view import RequestView
from app.gui.jobs import Runner
from app.gui.labels import plain_label
from app.gui.measure_panels import Notice
from app.gui.theme import ThemeKeeper
from app.gui.tick_box import TickBox
from app.services.ask import AskPhotos, Connected, Draft
from app.services.connect import Connection, ConnectModel

SWITCHES = {
    "places": ("Places", "names of where they were taken"),
    "people": ("People", "names of who is in them"),
    "captions": ("Captions and titles", "what was written about them"),
    "tags": ("Tags", "their keywords"),
    "file_names": ("File and folder names", "names alone, never a path"),
    "thumbnails": ("Small pictures", "the photos themselves, small"),
}
ALWAYS = "Goes along: your question with those before it, and when, with which camera and how the photos were taken, and their stars."
NEVER = "Never leaves this computer: paths, serial numbers, hashes and coordinates."
AGREE, SEND, DONT = "Agree and send", "Send", "Don’t send"
MAKING = "Putting the question together…"
ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class ConsentDialog(QDialog):
    """Shows a draft's request; sends and keeps nothing itself: once `accepted`, the person agrees to `draft`, whose body was shown.

    Raises ValueError for a draft of which nothing would leave the machine.
    """

    def __init__(
        self, ask: AskPhotos, connect: ConnectModel, draft: Draft, runner: Runner, themes: ThemeKeeper, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        if draft.connected is None or draft.request is None:
            raise ValueError("nothing of this draft leaves the machine")
        self._ask = ask
        self._connected: Connected = draft.connected
        self._host, self._model = draft.request.host, draft.request.model
        self._draft = draft
        self._agreed: Sharing | None = None
        self._jobs = DialogJobs(runner, self)
        self._switches = {name: TickBox(themes, title) for name, (title, _) in SWITCHES.items()}
        self._view, self._trouble = RequestView(), Notice(themes, "warning", "consentTrouble")
        self._send, self._dont = primary_button(AGREE, "consentSend"), QPushButton(DONT)
        self._state = plain_label("", "muted")
        self._name()
        self._arrange()
        self._connect_parts()
        self._take(draft)
        self._jobs.run("standing", lambda _: connect.standing(with_key=False), self._take_standing, self._fail)

    @property
    def draft(self) -> Draft:
        """The draft whose body is shown."""
        return self._draft

    @property
    def sharing(self) -> Sharing:
        """What the switches let through."""
        return Sharing(**{name: switch.isChecked() for name, switch in self._switches.items()})

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Enter in the search field searches; a key that is still held from typing the question presses nothing."""
        if event.key() in ENTER and self._view.search.hasFocus():
            self._view.find_next()
        elif not (event.key() in ENTER and event.isAutoRepeat()):
            super().keyPressEvent(event)

    # Building

    def _name(self) -> None:
        self.setObjectName("consentDialog")
        self.setWindowTitle("What is sent")
        self.resize(860, 700)
        self._dont.setObjectName("consentDont")
        self._state.setObjectName("consentState")
        for name, value in asdict(self._connected.sharing).items():
            self._switches[name].setObjectName(f"consent-{name}")
            self._switches[name].setAccessibleDescription(SWITCHES[name][1])
            self._switches[name].setChecked(value)

    def _arrange(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 16, 20, 16)
        column.setSpacing(10)
        title = plain_label(f"This question is to be answered by {harmless(self._model)} at {harmless(self._host)}.", "heading", wrap=True)
        title.setObjectName("consentTitle")
        column.addWidget(title)
        column.addWidget(plain_label("What of your photos may be sent to this host, now and later:"))
        column.addLayout(self._grid())
        for text in (ALWAYS, NEVER):
            column.addWidget(plain_label(text, "muted", wrap=True))
        column.addWidget(self._trouble)
        column.addWidget(self._view, 1)
        column.addLayout(self._foot())

    def _grid(self) -> QGridLayout:
        grid = QGridLayout()
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(6)
        for number, (name, (_, meaning)) in enumerate(SWITCHES.items()):
            row, half = number % 3, 2 * (number // 3)
            grid.addWidget(self._switches[name], row, half)
            grid.addWidget(plain_label(meaning, "muted"), row, half + 1)
            grid.setColumnStretch(half + 1, 1)
        return grid

    def _foot(self) -> QGridLayout:
        buttons = QDialogButtonBox()
        buttons.addButton(self._send, QDialogButtonBox.ButtonRole.AcceptRole)
        buttons.addButton(self._dont, QDialogButtonBox.ButtonRole.RejectRole)
        buttons.rejected.connect(self.reject)
        row = QGridLayout()
        row.addWidget(self._state, 0, 0)
        row.setColumnStretch(0, 1)
        row.addWidget(buttons, 0, 1)
        return row

    def _connect_parts(self) -> None:
        self._send.clicked.connect(self.accept)
        for switch in self._switches.values():
            switch.clicked.connect(self._redraft)

    # What happens

    def _take(self, draft: Draft) -> None:
        """Show a draft; from now on it can be sent."""
        if draft.request is not None:
            self._draft = draft
            self._view.show_request(draft.request)
            self._wait("")

    def _take_standing(self, standing: Connection) -> None:
        self._agreed = standing.settings.consents.get(self._host)
        self._show_buttons()

    def _redraft(self) -> None:
        self._trouble.say("")
        self._wait(MAKING)
        draft, connected = self._draft, replace(self._connected, sharing=self.sharing)
        self._jobs.run("draft", lambda _: self._ask.redraft(draft, connected), self._take, self._fail)

    def _fail(self, error: AppError) -> None:
        self._trouble.say(harmless(str(error)))
        self._wait("")

    def _wait(self, why: str) -> None:
        self._state.setText(why)
        self._show_buttons()

    def _show_buttons(self) -> None:
        """Nothing can be sent but what is shown, and Enter sends only where the person has agreed before."""
        shown = not self._state.text() and self._draft.connected is not None and self._draft.connected.sharing == self.sharing
        agreed = self._agreed == self.sharing
        self._send.setEnabled(shown)
        self._send.setText(SEND if agreed else AGREE)
        (self._send if shown and agreed else self._dont).setDefault(True)
