"""Joins looking at pictures to the window: it gives way to indexing, what it finds is seen and found, and its choices are opened."""

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from app.gui.browsing import Browsing
from app.gui.detail_panel import DetailPanel
from app.gui.indexing import Indexing
from app.gui.jobs import Runner
from app.gui.large_view import LargeView
from app.gui.seeing import Seeing
from app.gui.seeing_dialog import SeeingDialog
from app.gui.seeing_strip import SeeingStrip
from app.gui.theme import ThemeKeeper
from app.gui.top_bar import TopBar
from app.services.use_cases import UseCases


class LookingPass(QObject):
    """`begin` lets it run; `trouble` are sentences for the person."""

    trouble = Signal(str)

    def __init__(self, use_cases: UseCases, seeing: Seeing, runner: Runner, themes: ThemeKeeper, window: QWidget) -> None:
        super().__init__(window)
        self._use_cases = use_cases
        self._seeing = seeing
        self._runner = runner
        self._themes = themes
        self._window = window
        self.strip = SeeingStrip(seeing, themes)
        seeing.troubled.connect(self.trouble)

    def begin(self) -> None:
        """Look at what is left of the last time, and from now on at what comes; nothing in a library that cannot be changed."""
        if self._use_cases.read_only is None:
            self._seeing.begin()

    def join(self, indexing: Indexing, browsing: Browsing, details: DetailPanel, large: LargeView, top: TopBar) -> None:
        """Let these parts know of each other."""
        indexing.started.connect(self._seeing.hold)
        indexing.finished.connect(lambda _: self._seeing.release())
        self._seeing.stored.connect(browsing.looks_stored)
        self._seeing.stored.connect(details.look_again)
        self._seeing.stored.connect(lambda _: large.faces.look_again())
        top.seeing_asked.connect(self.open_choices)

    def open_choices(self) -> None:
        """Show what may be looked at, and how far it is."""
        dialog = SeeingDialog(
            self._use_cases.choose_seeing, self._seeing, self._runner, self._themes, self._use_cases.read_only or "", self._window
        )
        dialog.trouble.connect(self.trouble)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()
