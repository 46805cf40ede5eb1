"""More like this: joins the wish for photos like one to the list, and to the slider above it."""

from PySide6.QtCore import QObject

from app.domain.ids import PhotoId
from app.gui.browsing import Browsing
from app.gui.chat.desk import ChatDesk
from app.gui.like_slider import MIDDLE, LikeSlider


class MoreLike(QObject):
    """Lives as long as the slider."""

    def __init__(self, slider: LikeSlider, browsing: Browsing, desk: ChatDesk) -> None:
        super().__init__(slider)
        self._slider = slider
        self._browsing = browsing
        self._desk = desk
        slider.chosen.connect(self._compare)

    def show_like(self, photo_id: PhotoId) -> None:
        """List what is like this photo, by words and looks alike."""
        self._desk.make_way()
        self._slider.show_share(MIDDLE)
        self._browsing.give_like(photo_id, MIDDLE)

    def _compare(self, by_look: float) -> None:
        """Something else may have been asked for before the slider came to rest."""
        if self._browsing.liked is not None:
            self._browsing.give_like(self._browsing.liked, by_look)
