"""What Candid may look at in pictures, how far it is, and which models do it."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Protocol, Unpack

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QFrame, QHBoxLayout, QProgressBar, QPushButton, QVBoxLayout, QWidget
from shiboken6 import isValid

from app.config.seeing_settings import SeeingChanges
from app.domain.errors import AppError
from app.gui.chat.harmless import one_line
from app.gui.file_manager import open_files
from app.gui.formatting import count, time_left
from app.gui.jobs import Runner
from app.gui.labels import plain_label
from app.gui.own_model_row import OwnModelRow
from app.gui.question import Question
from app.gui.seeing import Seeing
from app.gui.theme import ThemeKeeper
from app.gui.tick_box import TickBox
from app.services.events import SeeProgress
from app.services.looked_parts import LookedPart, least_far
from app.services.seeing_choices import SeeingStanding

INTRODUCTION = (
    "Candid looks at your pictures on this machine and guesses what they show, so that photos without a word are found as well. "
    "A guess may be wrong: it is always called a guess, comes after what is said of photos, and becomes a tag only if you take it."
)
NOBODY = "Candid counts faces. It recognises nobody."
NOT_INSTALLED = "Not installed. To have it, run: pip install 'candid[ocr]'"
READS = "Signs, receipts and screenshots are found by the words in them. It takes a second or more for each photo."
STAYS = "What is switched off is not looked for any more; what was guessed and read before stays, and photos are found by it."
NOTHING = "Nothing is looked for: choose above what should be."
WIDTH = 520
COUNTED_MS = 500
"""How often photos are counted while they are looked at."""
INDENT = 26
"""Pixels by which what is said of a choice stands in under its words."""


class Choosing(Protocol):
    """What is chosen and how things stand; called in jobs. `SeeingChoices` is one."""

    def standing(self) -> SeeingStanding:
        """How things stand."""

    def choose(self, **changes: Unpack[SeeingChanges]) -> None:
        """Look so from now on; a model of the person's own is tried first."""

    def look_again(self) -> None:
        """Look at everything anew."""

    def open_own_folder(self) -> str:
        """The folder for models of the person's own, which is made."""


class SeeingDialog(QDialog):
    """Shows and changes what is chosen; what is changed counts at once."""

    trouble = Signal(str)

    def __init__(
        self, choices: Choosing, seeing: Seeing, runner: Runner, themes: ThemeKeeper, refused: str, parent: QWidget | None = None
    ) -> None:
        """`refused` says why nothing can be changed; empty where it can."""
        super().__init__(parent)
        self._choices = choices
        self._seeing = seeing
        self._runner = runner
        self._refused = refused
        self._standing: SeeingStanding | None = None
        self._asked = 0
        self._trying = ""
        self._soon = QTimer(self, interval=COUNTED_MS, singleShot=True)
        self._soon.timeout.connect(self._read)
        self.setObjectName("seeingDialog")
        self.setWindowTitle("Looking at photos")
        self.content, self.faces = TickBox(themes, "Guess what photos show"), TickBox(themes, "Find faces")
        self.text = TickBox(themes, "Read text in pictures")
        self._state, self._models = plain_label("", wrap=True), plain_label("", "muted", wrap=True)
        self._missing = plain_label("", "warning", wrap=True)
        self._reads = plain_label(NOT_INSTALLED, "muted", wrap=True)
        self._bar, self._pause, self._again = QProgressBar(), QPushButton("Pause"), QPushButton("Look again…")
        self.own = OwnModelRow()
        self._name()
        self._arrange()
        self._connect()
        self._enable()
        self._read()

    def _name(self) -> None:
        for part, name in ((self.content, "seeContent"), (self.faces, "seeFaces"), (self.text, "seeText")):
            part.setObjectName(name)
        self.text.setAccessibleDescription(NOT_INSTALLED)
        self._state.setObjectName("seeingState")
        self._models.setObjectName("seeingModels")
        self._missing.setObjectName("seeingMissing")
        self._bar.setTextVisible(False)
        self._bar.setAccessibleName("Photos looked at")
        self._pause.setObjectName("seeingDialogPause")
        self._again.setObjectName("lookAgain")

    def _arrange(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 20, 24, 16)
        column.setSpacing(8)
        introduction = plain_label(INTRODUCTION, wrap=True)
        introduction.setMinimumWidth(WIDTH)
        column.addWidget(introduction)
        column.addSpacing(8)
        column.addWidget(self.content)
        column.addWidget(self.faces)
        column.addLayout(_below(plain_label(NOBODY, "muted", wrap=True)))
        column.addWidget(self.text)
        column.addLayout(_below(self._reads))
        column.addWidget(plain_label(STAYS, "muted", wrap=True))
        column.addSpacing(8)
        column.addWidget(self._progress_card())
        column.addWidget(self.own)
        column.addWidget(self._models)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        column.addStretch(1)
        column.addWidget(buttons)

    def _progress_card(self) -> QFrame:
        card = QFrame()
        card.setProperty("kind", "card")
        column = QVBoxLayout(card)
        column.setContentsMargins(16, 12, 16, 12)
        column.setSpacing(8)
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(self._pause)
        row.addWidget(self._again)
        for part in (self._state, self._bar, self._missing):
            column.addWidget(part)
        column.addLayout(row)
        return card

    def _connect(self) -> None:
        self.content.clicked.connect(lambda on: self._choose(content=on))
        self.faces.clicked.connect(lambda on: self._choose(faces=on))
        self.text.clicked.connect(lambda on: self._choose(text=on))
        self.own.chosen.connect(self._choose_model)
        self.own.folder_asked.connect(self._open_folder)
        self._pause.clicked.connect(self._seeing.turn)
        self._again.clicked.connect(self._ask_again)
        self._seeing.progressed.connect(self._progress)
        self._seeing.started.connect(self._enable)
        for signal in (self._seeing.ended, self._seeing.paused_changed):
            signal.connect(self._read)  # by a method, which a closed dialog takes with it

    def _read(self, *_: object) -> None:
        if not isValid(self):  # closed while it waited for an answer
            return
        self._asked += 1
        self._runner.run(self._choices.standing, self._show, self._fail, key="seeing standing", ended=self._answered)

    def _answered(self) -> None:
        self._asked -= 1

    def _show(self, standing: SeeingStanding) -> None:
        if not isValid(self):
            return
        first, self._standing = self._standing is None, standing
        settings = standing.settings
        for box, chosen in ((self.content, settings.content), (self.faces, settings.faces), (self.text, settings.text)):
            box.setChecked(chosen)
        self._reads.setText(READS if standing.can_read else NOT_INSTALLED)
        self.text.setAccessibleDescription(self._reads.text())
        self._models.setText("\n".join(f"{each.purpose}: {one_line(each.name)} ({one_line(each.licence)})" for each in standing.models))
        self._missing.setText(self._seeing.missing)
        self._missing.setVisible(bool(self._seeing.missing))
        wanted = settings.content or settings.faces or settings.text or settings.model
        self._state.setText(self._how_far(standing) if wanted else NOTHING)
        self._bar.setRange(0, max(1, standing.all))
        self._bar.setValue(least_far(standing.parts))
        self._enable()
        if first and self.content.isEnabled():
            self.content.setFocus()  # until now there was nothing to choose
        self._grow()

    def _grow(self) -> None:
        """As high as its words need; they wrap, so that the layout alone would cut them."""
        layout = self.layout()
        if layout is not None:
            self.resize(self.width(), max(self.height(), layout.totalHeightForWidth(self.width())))

    def _progress(self, _progress: SeeProgress) -> None:
        # Counting a large library takes its time: one answer is waited for before the next is asked for.
        if not self._asked and not self._soon.isActive():
            self._soon.start()

    def _how_far(self, standing: SeeingStanding) -> str:
        parts = [one_line(standing.how_far)]
        parts += [f"{standing.troubled:,} could not be"] if standing.troubled else []
        parts += [_now(self._seeing)] if not standing.all_looked else []
        return " · ".join(filter(None, parts))

    def _enable(self) -> None:
        standing, free = self._standing, not self._refused
        for box in (self.content, self.faces):
            box.setEnabled(free and standing is not None)
        self.text.setEnabled(free and standing is not None and (standing.can_read or standing.settings.text))
        self._again.setEnabled(free and standing is not None and standing.looked > 0)
        self._pause.setText("Go on" if self._seeing.paused else "Pause")
        self._pause.setEnabled(free and (self._seeing.paused or self._seeing.running))
        if standing is not None:
            self.own.show_models(standing, enabled=free, trying=self._trying)
        for part in (self.content, self.faces, self.own.button, self._again):
            part.setToolTip(self._refused)

    def _choose(self, **changes: Unpack[SeeingChanges]) -> None:
        self._change(partial(self._choices.choose, **changes), self._read)

    def _choose_model(self, name: str) -> None:
        self._trying = name
        self.own.show_refusal("")
        self._enable()
        self._grow()
        self._change(partial(self._choices.choose, model=name), self._tried, self._refuse)

    def _refuse(self, error: AppError) -> None:
        """Told where it was chosen: the window lies behind."""
        if isValid(self):
            self.own.show_refusal(str(error))
            self._grow()

    def _tried(self) -> None:
        self._trying = ""
        self._read()

    def _open_folder(self) -> None:
        self._runner.run(self._choices.open_own_folder, self._show_folder, self._fail)

    def _show_folder(self, path: str) -> None:
        if not open_files([path]) and isValid(self):
            self.trouble.emit(f"The models folder is {path}")

    def _ask_again(self) -> None:
        looked = count(self._standing.looked if self._standing else 0, "photo")
        question = Question(
            "lookAgainQuestion",
            "Look again",
            f"Look at {looked} again?",
            again_text(self._standing.parts if self._standing else ()),
            ("Look again", "lookAgainYes"),
            ("Leave it as it is", "lookAgainNo"),
            self,
        )
        question.accepted.connect(lambda: self._change(self._choices.look_again, self._read))
        question.finished.connect(question.deleteLater)
        question.open()

    def _change(self, work: Callable[[], None], ended: Callable[[], None], failed: Callable[[AppError], None] | None = None) -> None:
        self._runner.run(work, lambda _: self._seeing.renew(), failed or self._fail, ended=ended)

    def _fail(self, error: AppError) -> None:
        if isValid(self):
            self.trouble.emit(str(error))


def again_text(parts: Sequence[LookedPart]) -> str:
    """What looking again does, as far as it is switched on."""
    purposes = ", ".join(one_line(part.purpose[:1].lower() + part.purpose[1:]) for part in parts)
    return (
        f"Forgotten and made anew: {purposes}. That takes as long as the first time. "
        "What is switched off stays as it is, and so do tags that you took and guesses that you refused."
    )


def _below(label: QWidget) -> QHBoxLayout:
    row = QHBoxLayout()
    row.setContentsMargins(INDENT, 0, 0, 4)
    row.addWidget(label)
    return row


def _now(seeing: Seeing) -> str:
    if seeing.paused:
        return "paused"
    if seeing.held:
        return "waiting until the photos are read"
    if not seeing.running:
        return ""
    left = time_left(seeing.progress.seconds_left) if seeing.progress else ""
    return " · ".join(filter(None, ("looking now", left)))
