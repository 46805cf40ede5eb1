"""One folder chosen in the panel of the folders: its photos alone are listed, until something else is."""

from PySide6.QtCore import QObject

from app.domain.photo import Folder
from app.gui.browsing import Browsing
from app.gui.folders_panel import FoldersPanel
from app.gui.pages import Pages
from app.gui.search_bar import SearchBox


class FolderChoice(QObject):
    """Joins the panel and the list; lives as long as the panel."""

    def __init__(self, panel: FoldersPanel, browsing: Browsing, box: SearchBox, pages: Pages) -> None:
        super().__init__(panel)
        self._panel = panel
        self._browsing = browsing
        self._box = box
        self._pages = pages
        panel.chosen.connect(self._show)
        browsing.shown.connect(self._follow)

    def _show(self, folder: Folder | None) -> None:
        if folder is None and self._browsing.folder is None and not self._browsing.gives and not self._browsing.text:
            return
        self._box.forget()
        self._pages.leave_measure()
        if self._pages.over:
            self._pages.back()
        if folder is None:
            self._browsing.ask("")
        else:
            self._browsing.ask_folder(folder)

    def _follow(self, _listing: object) -> None:
        """A search, or photos that were given, took its place."""
        if self._browsing.folder is None:
            self._panel.choose_all()
