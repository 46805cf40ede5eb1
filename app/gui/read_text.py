"""The text that a machine has read in the picture, in the panel of details: to be read, selected and copied."""

from app.domain.ids import ContentHash
from app.domain.photo import Photo
from app.gui.chat.harmless import one_line
from app.gui.fact_rows import FactRow
from app.gui.fact_widget import FactWidget
from app.gui.theme import ThemeKeeper
from app.services.seen import Seen

NAME, SOURCE = "Text in picture", "machine-read: a guess"


class ReadText(FactWidget):
    """A fact that is none; unseen where nothing was read."""

    def __init__(self, themes: ThemeKeeper) -> None:
        super().__init__(themes)
        self._content = ContentHash("")
        self.setObjectName("readText")

    def show_photo(self, photo: Photo) -> None:
        """Show another photo, of which nothing is known yet, or the same one."""
        if photo.content_hash != self._content:
            self._content = photo.content_hash
            self._show("")
        else:
            self.setVisible(bool(self.row.value))

    def show_seen(self, seen: Seen | None) -> None:
        """What was read; None where the photo was not looked at yet."""
        self._show("\n".join(filter(None, map(one_line, seen.text if seen else ()))))

    def _show(self, text: str) -> None:
        self.show_row(FactRow(NAME, text, SOURCE))
        self.setVisible(bool(text))
