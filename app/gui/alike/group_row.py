"""One group as a row of cards, with how much it is and a button to compare."""

from collections.abc import Collection, Sequence

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout

from app.domain.best import Alike
from app.domain.ids import PhotoId
from app.gui.alike.card import AlikeCard, told_of
from app.gui.alike.flow import Flow
from app.gui.alike.texts import group_text
from app.gui.compare_view import MOST, Verdict
from app.gui.labels import plain_label
from app.gui.theme import ThemeKeeper
from app.gui.thumbnails import Thumbnails
from app.services.groups import AlikeGroup
from app.services.listing import Card
from app.services.trash import Picked

MOST_CARDS = 60
"""Photos of one group that are shown, so that thousands of a camera that never moves do not hold up the window."""


class GroupRow(QFrame):
    """Shows a group. `toggled` tells that other photos are to go, `compare` carries cards to put beside each other and their verdicts."""

    toggled = Signal()
    compare = Signal(object, object)

    def __init__(
        self, group: AlikeGroup, going: Collection[PhotoId], roots: Sequence[str], thumbnails: Thumbnails, themes: ThemeKeeper
    ) -> None:
        """`going` are to be checked, `roots` the folders that were added."""
        super().__init__()
        self.group = group
        self.setObjectName("alikeGroup")
        self.setProperty("kind", "card")
        self.cards = self._cards(roots, thumbnails, themes)
        flow = Flow()
        for each in self.cards:
            each.check.setChecked(each.card.photo.id in going)
            each.toggled.connect(self.toggled)
            flow.addWidget(each)
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 8, 8, 8)
        column.setSpacing(4)
        column.addLayout(self._heading())
        column.addLayout(flow)

    @property
    def going(self) -> tuple[PhotoId, ...]:
        """The photos that are to go."""
        return tuple(each.card.photo.id for each in self.cards if each.check.isChecked())

    @property
    def picked(self) -> Picked:
        """The same with its group."""
        picture = self.group.kind is not Alike.IDENTICAL
        contents = {card.photo.id: card.photo.content_hash for card in self.group.cards}
        return Picked(contents, self.going, with_versions=picture, with_films=picture)

    def check_spare(self) -> None:
        """Check all but the suggested one, and but those of which something would be lost that was said."""
        self._check(self.group.suggested.spare)

    def check_none(self) -> None:
        """Let all stay."""
        self._check(())

    def judge(self, photo_id: PhotoId, going: bool) -> None:
        """Check one of the photos, or take that back."""
        for each in self.cards:
            if each.card.photo.id == photo_id:
                each.check.setChecked(going)

    def _check(self, going: Collection[PhotoId]) -> None:
        """Check these and no others, and tell it once."""
        with QSignalBlocker(self):
            for each in self.cards:
                each.check.setChecked(each.card.photo.id in going)
        self.toggled.emit()

    def _cards(self, roots: Sequence[str], thumbnails: Thumbnails, themes: ThemeKeeper) -> list[AlikeCard]:
        suggested = self.group.suggested
        shown = [card for at, card in enumerate(self.group.cards) if at < MOST_CARDS or card.photo.id == suggested.keep]
        told = [told_of(card, roots) for card in shown]
        differs = [len(set(facts)) > 1 for facts in zip(*(each.facts for each in told), strict=True)]
        return [AlikeCard(card, its, differs, suggested, thumbnails, themes) for card, its in zip(shown, told, strict=True)]

    def _heading(self) -> QHBoxLayout:
        line = QHBoxLayout()
        line.setContentsMargins(8, 0, 0, 0)
        line.setSpacing(8)
        line.addWidget(plain_label(group_text(self.group, len(self.cards)), "muted"), 1)
        for text, name, act in (
            ("Check all but the suggested", "alikeCheckGroup", self.check_spare),
            ("Compare", "alikeCompare", self._compare),
        ):
            button = QPushButton(text)
            button.setObjectName(name)
            button.setProperty("kind", "small")
            button.clicked.connect(lambda _=False, act=act: act())
            line.addWidget(button)
        return line

    def _compare(self) -> None:
        verdicts = {each.card.photo.id: Verdict(each.folder, each.note, each.check.isChecked()) for each in self.cards}
        self.compare.emit(self._to_compare(), verdicts)

    def _to_compare(self) -> tuple[Card, ...]:
        """The suggested one first, then the others in their order, as many as there is room for."""
        keep = self.group.suggested.keep
        return tuple(sorted(self.group.cards, key=lambda card: card.photo.id != keep)[:MOST])
