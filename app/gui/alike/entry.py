"""How the page of duplicates and bursts is reached from the window and left again; it is made when it is first wanted."""

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import QObject

from app.domain.ids import PhotoId
from app.domain.photo import Photo
from app.gui.alike.page import AlikePage
from app.gui.alike.trashing import Trashing
from app.gui.compare_view import Verdict
from app.gui.jobs import Runner
from app.gui.pages import Pages
from app.gui.theme import ThemeKeeper
from app.services.listing import Card
from app.services.use_cases import UseCases


class AlikeEntry(QObject):
    """`turned` is called when the page comes or goes."""

    def __init__(
        self,
        use_cases: UseCases,
        pages: Pages,
        runner: Runner,
        themes: ThemeKeeper,
        turned: Callable[[], None],
        trashing: Trashing,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._use_cases, self._pages, self._runner, self._themes, self._turned = use_cases, pages, runner, themes, turned
        self._trashing = trashing
        self._page: AlikePage | None = None

    def toggle(self) -> None:
        """Open the page, or go back from it; there is nothing alike on the first page."""
        if self._page is not None and self._pages.currentWidget() is self._page:
            self._pages.back()
        elif not self._pages.welcoming:
            self._open(None)
        self._turned()

    def show_near_copies(self, photo: Photo) -> None:
        """Open the page for what is alike to one photo."""
        self._open(photo)
        self._turned()

    def _open(self, about: Photo | None) -> None:
        page = self._page or self._made()
        self._pages.show_over(page)
        page.open(about)

    def _made(self) -> AlikePage:
        self._page = page = AlikePage(self._use_cases, self._runner, self._themes, self._pages.thumbnails, self._trashing)
        page.closed.connect(self._pages.back)
        page.compared.connect(self._compare)
        self._pages.compare.judged.connect(page.judge)
        return page

    def renew(self) -> None:
        """The library is otherwise by now: so may be what is alike, if that is shown."""
        if self._page is not None and self._pages.currentWidget() is self._page:
            self._page.renew()

    def _compare(self, cards: Sequence[Card], verdicts: Mapping[PhotoId, Verdict]) -> None:
        self._pages.open_compare(cards, verdicts)
