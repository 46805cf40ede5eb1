"""The question before a folder is forgotten: exactly what is erased, what is kept if that is wanted, and what is never touched."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtWidgets import QCheckBox, QWidget

from app.domain.photo import Folder
from app.domain.words import shown
from app.gui.formatting import count, file_name
from app.gui.labels import widen
from app.gui.question import Question
from app.library.forecast import ForgetForecast


class ForgetDialog(Question):
    """Asks; `accepted` is emitted if it is meant."""

    def __init__(self, folder: Folder, forecast: ForgetForecast, parent: QWidget) -> None:
        super().__init__(
            "forgetDialog", "Forget this folder?", f"Forget “{file_name(folder.path)}”?", sentence(folder, forecast),
            ("Forget", "forgetConfirm"), ("Cancel", "forgetCancel"), parent,
        )  # fmt: skip
        self._keep_words = QCheckBox(f"Keep my own words of {count(forecast.described, 'photo')}")
        self._keep_words.setObjectName("forgetKeepWords")
        self._keep_words.setChecked(True)
        if forecast.described:
            self.setCheckBox(self._keep_words)
        widen(self)

    @property
    def keeps_words(self) -> bool:
        """Whether the person's own words are to wait for the photos."""
        return self.checkBox() is not None and self._keep_words.isChecked()


def sentence(folder: Folder, forecast: ForgetForecast) -> str:
    """What forgetting does."""
    media = [count(forecast.photos, "photo"), *([count(forecast.videos, "video")] if forecast.videos else [])]
    return (
        f"Candid erases from its own library what it knows of {' and '.join(media)}: facts, {count(forecast.texts, 'text')} "
        f"(captions, tags, places, names), {count(forecast.vectors, 'vector')} and {count(forecast.thumbnails, 'thumbnail')}. "
        "What other added folders hold as well stays.\n\n"
        f"The photos themselves are not touched: everything in {shown(folder.path)} stays as it is. "
        f"You can add the folder again at any time.{_kept(forecast.described)}{_stays(forecast.kept_aside)}"
    )


def _kept(described: int) -> str:
    """What becomes of the person's own words, where there are any."""
    if not described:
        return ""
    return (
        f"\n\nYour own words (ratings, favourites, tags, people, titles, captions) of {count(described, 'photo')} can wait in Candid "
        "for when you add the folder again; otherwise they are erased as well."
    )


def _stays(files: Sequence[Path]) -> str:
    """What forgetting does not reach, where there is such a thing."""
    if not files:
        return ""
    copies = count(len(files), "damaged file") + (" of the library was" if len(files) == 1 else " of the library were")
    named = shown(files[0].name) if len(files) == 1 else "catalogue.damaged-… and own.damaged-…"
    return (
        f"\n\n{copies} kept aside earlier in {shown(str(files[0].parent))} and may still hold what was known of this folder: "
        f"delete {named} there yourself if nobody should read it."
    )
