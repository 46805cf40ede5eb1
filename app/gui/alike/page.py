"""The page: three lists of groups, found when it is opened, what to move to the trash, and taking that back."""

from collections.abc import Callable, Collection
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QPushButton, QScrollArea, QTabBar, QVBoxLayout, QWidget

from app.domain.best import Alike
from app.domain.ids import PhotoId
from app.domain.photo import Photo
from app.gui.alike import texts
from app.gui.alike.finding import Finding, Groups, Trashing, groups_left
from app.gui.alike.group_row import GroupRow, clear
from app.gui.alike.trash_question import TrashQuestion
from app.gui.jobs import Runner
from app.gui.labels import IconButton, plain_label
from app.gui.theme import ThemeKeeper
from app.gui.thumbnails import Thumbnails
from app.services.groups import AlikeGroup, FoundGroups, Looking
from app.services.trash import Trashed, TrashPlan, TrashProgress
from app.services.use_cases import UseCases

AT_ONCE = 30
"""Groups that are shown, and again as many when more are asked for."""
KINDS = tuple(Alike)


class AlikePage(QWidget):
    """Duplicates and bursts. `refused` says why nothing can be changed; empty where it can."""

    closed = Signal()
    compared = Signal(object, object)
    """Cards to put beside each other, and the `Verdict` of each."""
    changed = Signal()
    """Photos went, or came back."""

    def __init__(
        self, use_cases: UseCases, runner: Runner, themes: ThemeKeeper, thumbnails: Thumbnails, lane_taken: Callable[[], bool]
    ) -> None:
        """`lane_taken` says whether folders are being indexed, which moving waits for."""
        super().__init__()
        self._lane_taken = lane_taken
        self._alike, self._runner, self._themes, self._thumbnails = use_cases.alike, runner, themes, thumbnails
        self._refused = use_cases.read_only or ""
        self.finding, self.trashing = Finding(use_cases.alike, runner, self), Trashing(use_cases.trash, runner, self)
        self._all_found: Groups = {}
        self._found: Groups = {}
        self._gone: set[PhotoId] = set()
        self._roots: tuple[str, ...] = ()
        self._about: Photo | None = None
        self._most = AT_ONCE
        self._going: set[PhotoId] = set()
        self._trashed: Trashed | None = None
        self.rows: list[GroupRow] = []
        self._make()
        self._arrange()
        self._connect()

    def open(self, about: Photo | None = None) -> None:
        """Look through the library, with the keyboard in the tabs; `about`: for what is alike to this photo alone."""
        self._about, self._most = about, AT_ONCE
        self._going.clear()
        self.tabs.setFocus(Qt.FocusReason.OtherFocusReason)
        self.finding.start()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Escape goes back to the photos."""
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        else:
            super().keyPressEvent(event)

    def undo(self) -> bool:
        """Put back what was moved last, as the button does; False where nothing was."""
        if self._trashed is None:
            return False
        if self._trashed.undoable:
            self._take_back()
        return True

    def judge(self, photo_id: PhotoId, going: bool) -> None:
        """Check a photo that is shown, or take that back."""
        for row in self.rows:
            row.judge(photo_id, going)

    @property
    def kind(self) -> Alike:
        """What is shown."""
        return KINDS[max(self.tabs.currentIndex(), 0)]

    # Building

    def _make(self) -> None:
        self.setObjectName("alikePage")
        self.setAccessibleName(texts.TITLE)
        self.setProperty("kind", "surface")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._back = IconButton(self._themes, "back", "Back to the photos (Escape)", self.closed.emit)
        self._back.setObjectName("alikeBack")
        self.tabs = QTabBar()
        self.tabs.setObjectName("alikeTabs")
        self.tabs.setAccessibleName("How photos are alike")
        self.tabs.setDrawBase(False)
        self.tabs.setExpanding(False)
        for kind in KINDS:
            self.tabs.addTab(texts.NAMES[kind])
        self._said, self._told = plain_label("", "muted", wrap=True), plain_label("", wrap=True)
        self._told.setObjectName("alikeTold")
        self._told.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._empty = plain_label("", "muted", wrap=True)
        self._empty.setObjectName("alikeEmpty")
        self._progress, self._bar = plain_label("", "muted"), QProgressBar()
        self._progress.setObjectName("alikeProgress")
        self._bar.setTextVisible(False)
        self._bar.setFixedWidth(200)
        self._bar.setAccessibleName("Looking for photos that are alike")
        self._cancel = _button("Cancel", "alikeCancel")
        self._again, self._all = _button("Look again", "alikeAgain"), _button("Show all groups", "alikeAll")
        self._more = _button("Show more groups", "alikeMore")
        self._spare, self._none = (
            _button("Check all but the suggested in these groups", "alikeCheckAll"),
            _button("Check none", "alikeCheckNone"),
        )
        self._move, self._undo = _button("", "alikeMove"), _button("Undo", "alikeUndo")
        self._move.setProperty("kind", "primary")

    def _arrange(self) -> None:
        heading = plain_label(texts.TITLE, "heading")
        font = heading.font()
        font.setPointSizeF(font.pointSizeF() * 1.4)
        heading.setFont(font)
        page = QVBoxLayout(self)
        page.setContentsMargins(24, 16, 24, 12)
        page.setSpacing(8)
        page.addLayout(_line(self._back, heading, None, self._progress, self._bar, self._cancel, self._all, self._again))
        page.addLayout(_line(self.tabs, None))
        page.addWidget(self._said)
        page.addWidget(self._list(), 1)
        told = _line(self._told, self._undo)
        told.setStretch(0, 1)
        page.addLayout(told)
        page.addLayout(_line(self._spare, self._none, None, self._move))

    def _list(self) -> QScrollArea:
        content = QWidget()
        content.setObjectName("alikeGroups")
        column = QVBoxLayout(content)
        column.setContentsMargins(0, 0, 8, 0)
        column.setSpacing(12)
        self._groups = QVBoxLayout()
        self._groups.setSpacing(12)
        column.addWidget(self._empty)
        column.addLayout(self._groups)
        column.addLayout(_line(self._more, None))
        column.addStretch(1)
        self._scroll = QScrollArea()
        self._scroll.setFrameShape(QScrollArea.Shape.NoFrame)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.setWidgetResizable(True)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setWidget(content)
        content.setAutoFillBackground(False)
        return self._scroll

    def _connect(self) -> None:
        self._cancel.clicked.connect(self._stop)
        self._again.clicked.connect(self.finding.start)
        self._all.clicked.connect(lambda: self.open())
        self._more.clicked.connect(self._show_more)
        self._spare.clicked.connect(lambda: self._check(GroupRow.check_spare))
        self._none.clicked.connect(lambda: self._check(GroupRow.check_none))
        self._move.clicked.connect(lambda: self.trashing.plan([row.picked for row in self.rows if row.going]))
        self._undo.clicked.connect(self._take_back)
        self.tabs.currentChanged.connect(self._turn)
        self.finding.began.connect(self._show_state)
        self.finding.looking.connect(self._show_looking)
        self.finding.found.connect(self._take)
        self.finding.failed.connect(self._tell)
        self.finding.ended.connect(self._show_state)
        self.trashing.planned.connect(self._ask)
        self.trashing.progressed.connect(self._show_moving)
        self.trashing.trashed.connect(self._moved)
        self.trashing.restored.connect(self._restored)
        self.trashing.failed.connect(self._fail)
        self._show_state()

    # What is found

    def _show_looking(self, looking: Looking) -> None:
        self._progress.setText(texts.searching_text(looking))
        self._bar.setRange(0, looking.total)
        self._bar.setValue(looking.done)

    def _take(self, found: FoundGroups) -> None:
        self._all_found, self._roots, self._gone = found.groups, found.roots, set()
        if self._about is not None:
            mine = {self._about.id, self._about.stack}
            mine_alone = {kind: tuple(each for each in groups if mine.intersection(each)) for kind, groups in found.groups.items()}
            self._all_found = mine_alone
        self._found = self._all_found
        best = next((kind for kind in (Alike.COPIES, *KINDS) if self._found[kind]), Alike.COPIES)
        if self._about is not None or not self._found[self.kind]:
            self.tabs.blockSignals(True)
            self.tabs.setCurrentIndex(KINDS.index(best if self._about or any(self._found.values()) else self.kind))
            self.tabs.blockSignals(False)
        self._read()

    def _turn(self) -> None:
        self._going.clear()
        self._most = AT_ONCE
        self._scroll.verticalScrollBar().setValue(0)
        self._read()

    def _show_more(self) -> None:
        self._going = {each for row in self.rows for each in row.going}
        self._most += AT_ONCE
        self._read()

    def _read(self) -> None:
        """Fetch what is shown of the groups, as they are now."""
        some = self._found.get(self.kind, ())[: self._most]
        self._runner.run(partial(self._alike.shown, self.kind, some), self._show, key="alike groups")

    def _show(self, groups: Collection[AlikeGroup]) -> None:
        clear(self._groups)
        self.rows = [GroupRow(each, self._going, self._roots, self._thumbnails, self._themes) for each in groups]
        for row in self.rows:
            row.toggled.connect(self._show_state)
            row.compare.connect(self.compared)
            self._groups.addWidget(row)
            row.show()
        self._show_state()

    def _check(self, how: object) -> None:
        for row in self.rows:
            how(row)  # type: ignore[operator]

    def _show_state(self) -> None:
        """What can be done, and what is said of what is there."""
        busy, found = self.finding.running, bool(self._found)
        going = sum(len(row.going) for row in self.rows)
        for each in (self._progress, self._bar, self._cancel):
            each.setVisible(busy or self.trashing.running)
        self._bar.setRange(0, 0)
        self._again.setVisible(not busy)
        self._all.setVisible(not busy and self._about is not None)
        for at, kind in enumerate(KINDS):
            self.tabs.setTabText(at, texts.tab_text(kind, len(self._found[kind])) if found else texts.NAMES[kind])
        self._said.setText(texts.EXPLAINED[self.kind])
        self._more.setVisible(len(self._found.get(self.kind, ())) > self._most)
        self._empty.setText(self._why_empty())
        self._empty.setVisible(not self.rows and not busy)
        self._move.setText(texts.move_text(going))
        self._move.setEnabled(going > 0 and not self._refused and not self.trashing.running)
        self._move.setToolTip(self._refused)
        self._none.setEnabled(going > 0)
        self._spare.setEnabled(bool(self.rows))
        self._undo.setVisible(self._trashed is not None and self._trashed.undoable)
        self._undo.setEnabled(not self.trashing.running)

    def _why_empty(self) -> str:
        if not self._found:
            return texts.STOPPED
        return texts.alone_text(self._about) if self._about is not None and self.kind is not Alike.BURST else texts.EMPTY[self.kind]

    def _stop(self) -> None:
        self.finding.cancel()
        self.trashing.cancel()

    def _tell(self, text: str) -> None:
        self._told.setText(text)
        self._told.setAccessibleName(text)

    def _fail(self, text: str) -> None:
        self._tell(text)
        self._show_state()

    # The trash

    def _ask(self, plan: TrashPlan) -> None:
        if not plan.going:
            self._tell(" ".join(plan.refused) or "There is nothing to move.")
            return
        question = TrashQuestion(plan, self._roots, self)
        question.accepted.connect(lambda: self._start(plan))
        question.finished.connect(question.deleteLater)
        question.open()

    def _start(self, plan: TrashPlan) -> None:
        self._trashed = None
        self._tell("")
        self.trashing.move(plan)
        self._progress.setText(texts.WAITING if self._lane_taken() else "Moving to the trash…")
        self._show_state()

    def _show_moving(self, progress: TrashProgress) -> None:
        self._progress.setText(f"Moving to the trash… {progress.done:,} of {progress.all:,}")

    def _moved(self, trashed: Trashed) -> None:
        self._trashed = trashed if trashed.thrown else None
        self._gone |= _ids(trashed)
        self._settle(texts.trashed_text(trashed))

    def _take_back(self) -> None:
        if self._trashed is not None and not self.trashing.running:
            self.trashing.undo(self._trashed)
            self._progress.setText("Putting back…")
            self._show_state()

    def _restored(self, restored: Trashed) -> None:
        self._trashed = None
        self._gone -= _ids(restored)
        self._settle(texts.restored_text(restored))

    def _settle(self, told: str) -> None:
        """Show what is left, and let the window do so."""
        self._tell(told)
        self._going = set()
        self._found = groups_left(self._all_found, self._gone)
        self.changed.emit()
        self._read()


def _ids(trashed: Trashed) -> set[PhotoId]:
    return {each.photo_id for each in trashed.thrown}


def _button(text: str, name: str) -> QPushButton:
    button = QPushButton(text)
    button.setObjectName(name)
    return button


def _line(*parts: QWidget | None) -> QHBoxLayout:
    """Widgets beside each other; None is what stretches."""
    line = QHBoxLayout()
    line.setSpacing(8)
    for part in parts:
        if part is None:
            line.addStretch(1)
        else:
            line.addWidget(part)
    return line
