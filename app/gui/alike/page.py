"""The page: three lists of groups, found when it is opened, what to move to the trash, and taking that back."""

from collections.abc import Mapping
from functools import partial

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QTabBar, QVBoxLayout, QWidget

from app.domain.best import Alike
from app.domain.ids import ContentHash, PhotoId
from app.domain.photo import Photo
from app.gui.alike import texts
from app.gui.alike.finding import Finding, Groups, groups_about, groups_left
from app.gui.alike.foot import Foot
from app.gui.alike.group_list import CARDS_AT_ONCE, GroupList, first_groups
from app.gui.alike.group_row import GroupRow
from app.gui.alike.heading import Heading
from app.gui.alike.parts import line
from app.gui.alike.trashing import Trashing
from app.gui.jobs import Runner
from app.gui.labels import plain_label
from app.gui.theme import ThemeKeeper
from app.gui.thumbnails import Thumbnails
from app.services.groups import AlikeGroup, FoundGroups, Looking
from app.services.use_cases import UseCases

KINDS = tuple(Alike)


class AlikePage(QWidget):
    """Duplicates and bursts: what was found, less what has gone since."""

    closed = Signal()
    compared = Signal(object, object)
    """Cards to put beside each other, and the `Verdict` of each."""

    def __init__(self, use_cases: UseCases, runner: Runner, themes: ThemeKeeper, thumbnails: Thumbnails, trashing: Trashing) -> None:
        super().__init__()
        self._alike, self._runner = use_cases.alike, runner
        self.finding, self.trashing = Finding(use_cases.alike, runner, self), trashing
        self._found: Groups = {}
        self._gone: frozenset[PhotoId] = frozenset()
        self._left: Groups = {}
        self._contents: Mapping[PhotoId, ContentHash] = {}
        self._roots: tuple[str, ...] = ()
        self._about: Photo | None = None
        self._most = CARDS_AT_ONCE
        self._heading, self._foot = Heading(themes), Foot(use_cases.read_only or "")
        self._list = GroupList(thumbnails, themes)
        self.tabs, self._explained = _tabs(), plain_label("", "muted", wrap=True)
        self._arrange()
        self._connect()
        self._show_state()

    def open(self, about: Photo | None = None) -> None:
        """Look through the library, with the keyboard in the tabs; `about`: for what is alike to this photo alone."""
        self._about, self._most = about, CARDS_AT_ONCE
        self._list.check(GroupRow.check_none)
        self.tabs.setFocus(Qt.FocusReason.OtherFocusReason)
        self.finding.start()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Escape goes back to the photos."""
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        else:
            super().keyPressEvent(event)

    def renew(self) -> None:
        """The library is otherwise by now."""
        self.finding.renew()

    def judge(self, photo_id: PhotoId, going: bool) -> None:
        """Check a photo that is shown, or take that back."""
        for row in self.rows:
            row.judge(photo_id, going)

    @property
    def kind(self) -> Alike:
        """What is shown."""
        return KINDS[max(self.tabs.currentIndex(), 0)]

    @property
    def rows(self) -> list[GroupRow]:
        """The groups that are shown."""
        return self._list.rows

    def _arrange(self) -> None:
        self.setObjectName("alikePage")
        self.setAccessibleName(texts.TITLE)
        self.setProperty("kind", "surface")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        page = QVBoxLayout(self)
        page.setContentsMargins(24, 16, 24, 12)
        page.setSpacing(8)
        page.addWidget(self._heading)
        page.addLayout(line(self.tabs, None))
        page.addWidget(self._explained)
        page.addWidget(self._list, 1)
        page.addWidget(self._foot)

    def _connect(self) -> None:
        self._heading.closed.connect(self.closed)
        self._heading.cancelled.connect(self._stop)
        self._heading.again.connect(self.finding.start)
        self._heading.all_wanted.connect(lambda: self.open())
        self.tabs.currentChanged.connect(self._turn)
        self._list.toggled.connect(self._show_foot)
        self._list.compared.connect(self.compared)
        self._list.more_wanted.connect(self._show_more)
        self._foot.spare_wanted.connect(lambda: self._list.check(GroupRow.check_spare))
        self._foot.none_wanted.connect(lambda: self._list.check(GroupRow.check_none))
        self._foot.move_wanted.connect(lambda: self.trashing.ask(self._list.picked))
        self._foot.undo_wanted.connect(self.trashing.undo)
        self._connect_jobs()

    def _connect_jobs(self) -> None:
        self.finding.began.connect(self._show_state)
        self.finding.looking.connect(self._show_looking)
        self.finding.found.connect(self._take)
        self.finding.failed.connect(self._foot.tell)
        self.finding.ended.connect(self._show_state)
        self.trashing.told.connect(self._foot.tell)
        self.trashing.troubled.connect(self._foot.tell)
        self.trashing.progressed.connect(self._heading.show_progress)
        self.trashing.went.connect(self._take_out)
        self.trashing.came_back.connect(self._take_back)
        self.trashing.turned.connect(self._show_state)

    def _show_looking(self, looking: Looking) -> None:
        self._heading.show_progress(texts.searching_text(looking), looking.done, looking.total)

    def _take(self, found: FoundGroups) -> None:
        self._found = found.groups if self._about is None else groups_about(found.groups, self._about)
        self._left, self._roots, self._gone, self._contents = self._found, found.roots, frozenset(), found.contents
        best = next((kind for kind in (Alike.COPIES, *KINDS) if self._left[kind]), Alike.COPIES)
        if self._about is not None or (not self._left[self.kind] and any(self._left.values())):
            with QSignalBlocker(self.tabs):
                self.tabs.setCurrentIndex(KINDS.index(best))
        self._read()

    def _turn(self) -> None:
        self._most = CARDS_AT_ONCE
        self._list.check(GroupRow.check_none)
        self._list.to_top()
        self._read()

    def _show_more(self) -> None:
        self._most += CARDS_AT_ONCE
        self._read()

    def _take_out(self, ids: frozenset[PhotoId]) -> None:
        """What went belongs to no group, nor to what is being found just now."""
        self._settle(self._gone | ids)
        if self.finding.running:
            self.finding.renew()

    def _take_back(self, ids: frozenset[PhotoId]) -> None:
        """What came back belongs to its groups again; where it was gone when they were found, or are being found, they are not known."""
        was_known = ids <= self._gone
        self._settle(self._gone - ids)
        if not was_known or self.finding.running:
            self.finding.renew()

    def _settle(self, gone: frozenset[PhotoId]) -> None:
        """Show what is left."""
        self._gone, self._left = gone, groups_left(self._found, gone)
        self._read()

    def _read(self) -> None:
        """Fetch what is shown of the groups, as they are now."""
        some = first_groups(self._left.get(self.kind, ()), self._most)
        self._runner.run(partial(self._alike.shown, self.kind, some, self._contents), self._show, key="alike groups")

    def _show(self, groups: tuple[AlikeGroup, ...]) -> None:
        self._list.show_groups(groups, self._roots)
        self._show_state()

    def _show_state(self) -> None:
        """What can be done, and what is said of what is there."""
        looking, groups = self.finding.running, self._left.get(self.kind, ())
        self._heading.show_state(looking=looking, moving=self.trashing.running, for_one=self._about is not None)
        for at, kind in enumerate(KINDS):
            self.tabs.setTabText(at, texts.tab_text(kind, len(self._left[kind])) if self._left else texts.NAMES[kind])
        self._explained.setText(texts.EXPLAINED[self.kind])
        empty = "" if self.rows or looking else self._why_empty()
        self._list.show_end(empty, more=len(first_groups(groups, self._most)) < len(groups))
        self._show_foot()

    def _show_foot(self) -> None:
        trashing = self.trashing
        going = len(self._list.going)
        self._foot.show_state(going=going, any_shown=bool(self.rows), moving=trashing.running, undoable=trashing.undoable)

    def _why_empty(self) -> str:
        if not self._left:
            return texts.STOPPED
        return texts.alone_text(self._about) if self._about is not None and self.kind is not Alike.BURST else texts.EMPTY[self.kind]

    def _stop(self) -> None:
        self.finding.cancel()
        self.trashing.cancel()


def _tabs() -> QTabBar:
    tabs = QTabBar()
    tabs.setObjectName("alikeTabs")
    tabs.setAccessibleName("How photos are alike")
    tabs.setDrawBase(False)
    tabs.setExpanding(False)
    for kind in KINDS:
        tabs.addTab(texts.NAMES[kind])
    return tabs
