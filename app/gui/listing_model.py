"""The model behind the grid: a listing of any length whose cards are fetched page by page in jobs, with placeholders until then."""

from collections import OrderedDict
from collections.abc import Callable, Collection, Iterable
from enum import IntEnum
from functools import partial
from typing import Protocol

import numpy as np
from PySide6.QtCore import QAbstractListModel, QMimeData, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal

from app.domain.ids import PhotoId
from app.domain.photo import Photo
from app.domain.ports import Ids
from app.domain.words import shown
from app.gui.card_marks import spoken_marks
from app.gui.formatting import evidence_word, file_name, percentage_text, shown_date
from app.gui.jobs import Runner
from app.gui.labels import as_tooltip
from app.gui.listing_changes import Changes, Run
from app.gui.version_marks import live_line, versions_line
from app.services.listing import Card, Listing

PAGE = 100
"""Cards fetched at once: two or three screens."""
KEPT_CARDS = 5_000
"""Cards kept in memory; older ones are fetched again when they come into sight."""

Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()


class Roles(IntEnum):
    """What the model tells of a row besides its name (`DisplayRole`). All but the id are None until the card is there."""

    CARD = Qt.ItemDataRole.UserRole + 1
    PHOTO_ID = Qt.ItemDataRole.UserRole + 2
    PERCENTAGE = Qt.ItemDataRole.UserRole + 3
    EVIDENCE = Qt.ItemDataRole.UserRole + 4
    REASONS = Qt.ItemDataRole.UserRole + 5


CardRole, PhotoIdRole, PercentageRole, EvidenceRole, ReasonsRole = (int(role) for role in Roles)


class Cards(Protocol):
    """Where cards come from; called in jobs."""

    def cards(self, listing: Listing, start: int, stop: int) -> tuple[Card, ...]:
        """The cards of a stretch of the listing; photos that are no more are left out."""


class NearestCards:
    """Gives the cards of what is nearest by meaning as if they were a listing of their own, without any match."""

    def __init__(self, cards: Callable[[Listing], tuple[Card, ...]], listing: Listing) -> None:
        self._cards = cards
        self._listing = listing

    @property
    def as_listing(self) -> Listing:
        """The nearest photos, listed."""
        return Listing(listed=np.asarray(self._listing.nearest, dtype=np.int64), as_one=self._listing.as_one)

    def cards(self, _listing: Listing, start: int, stop: int) -> tuple[Card, ...]:
        """The cards of a stretch."""
        return self._cards(self._listing)[start:stop]


class ListingModel(QAbstractListModel):
    """Rows of a listing. `ready(position)` tells that a card has come."""

    ready = Signal(int)

    def __init__(self, cards: Cards, runner: Runner, mime_of: Callable[[list[Card]], QMimeData], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._source = cards
        self._runner = runner
        self._mime_of = mime_of
        self._listing = Listing()
        self._ids: Ids = np.empty(0, dtype=np.int64)
        self._cards: OrderedDict[PhotoId, Card] = OrderedDict()
        self._asked: set[int] = set()
        self._absent: set[PhotoId] = set()
        self._stale: set[PhotoId] = set()
        self._generation = 0

    @property
    def listing(self) -> Listing:
        """What is shown."""
        return self._listing

    @property
    def ids(self) -> Ids:
        """The photo ids in the order of the rows."""
        return self._ids

    def show(self, listing: Listing, first: Iterable[Card] = (), source: Cards | None = None) -> None:
        """Show another listing from its beginning. `first` are cards that are there already; `source` is where others come from now."""
        self.beginResetModel()
        self._source = source or self._source
        self._take(listing, listing.ids)
        self._cards.clear()
        self._cards.update((card.photo.id, card) for card in first)
        self.endResetModel()

    def become(self, listing: Listing, ids: Ids, steps: Changes) -> None:
        """Turn into a listing with these ids (its `ids`) by the steps that lead there, keeping cards, selection and place."""
        for run in steps.removed:
            self.beginRemoveRows(_ROOT, run.first, run.last)
            self._ids = np.delete(self._ids, slice(run.first, run.last + 1))
            self.endRemoveRows()
        for run in steps.inserted:
            self.beginInsertRows(_ROOT, run.first, run.last)
            self._ids = np.insert(self._ids, run.first, ids[run.first : run.last + 1])
            self.endInsertRows()
        if listing.matches:
            self._cards.clear()
        self._take(listing, ids)
        self._announce(Run(0, len(ids) - 1))

    def renew_cards(self, photo_ids: Iterable[PhotoId] | None = None) -> None:
        """These photos (all, for None) changed: cards are shown as they were until those in sight are fetched again."""
        changed = set(self._cards) if photo_ids is None else self._telling_of(photo_ids)
        self._stale |= changed
        self._absent -= changed
        self._asked.clear()
        self._announce(Run(0, len(self._ids) - 1))

    def amend(self, photo_ids: Collection[PhotoId], how: Callable[[Photo], Photo]) -> None:
        """Show these photos otherwise, as far as their cards are there, until they are fetched again."""
        for photo_id in self._cards.keys() & self._telling_of(photo_ids):
            self._cards[photo_id] = self._cards[photo_id].amended(photo_ids, how)
        self._announce(Run(0, len(self._ids) - 1))

    def __len__(self) -> int:
        return len(self._ids)

    def card(self, position: int) -> Card | None:
        """The card at a position, or None where it is not there yet: then it is on its way and `ready` tells."""
        if not 0 <= position < len(self._ids):
            return None
        photo_id = PhotoId(int(self._ids[position]))
        card = self._cards.get(photo_id)
        if (card is None and photo_id not in self._absent) or photo_id in self._stale:
            self._ask(position // PAGE)
        return card

    def position_of(self, photo_id: PhotoId) -> int | None:
        """The row of a photo, or of the one that stands for it, if it is in the listing."""
        found = np.flatnonzero(self._ids == photo_id)
        if len(found):
            return int(found[0])
        instead = self._listing.stands_for(photo_id)
        return None if instead is None else self.position_of(instead)

    def rowCount(self, parent: Index = _ROOT) -> int:  # noqa: N802
        """Length of the listing."""
        return 0 if parent.isValid() else len(self._ids)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """What a role says of a row."""
        if not index.isValid():
            return None
        if role == PhotoIdRole:
            return int(self._ids[index.row()])
        if role not in _TOLD:
            return None
        card = self.card(index.row())
        return None if card is None else _TOLD[role](card)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Rows can be selected and dragged out."""
        return super().flags(index) | Qt.ItemFlag.ItemIsDragEnabled if index.isValid() else super().flags(index)

    def mimeTypes(self) -> list[str]:  # noqa: N802
        """A drag carries file addresses."""
        return ["text/uri-list"]

    def mimeData(self, indexes: Iterable[QModelIndex]) -> QMimeData:  # noqa: N802
        """The photos of these rows for another program."""
        cards = (self._cards.get(PhotoId(int(self._ids[index.row()]))) for index in indexes)
        return self._mime_of([card for card in cards if card is not None])

    def supportedDragActions(self) -> Qt.DropAction:  # noqa: N802
        """Copies only: originals are never moved."""
        return Qt.DropAction.CopyAction

    def _telling_of(self, photo_ids: Iterable[PhotoId]) -> set[PhotoId]:
        """These photos, and those whose cards tell of them as their versions."""
        asked = set(photo_ids)
        return asked | {each for each, card in self._cards.items() if any(version.photo_id in asked for version in card.stills)}

    def _take(self, listing: Listing, ids: Ids) -> None:
        self._listing, self._ids = listing, ids
        self._asked.clear()
        self._absent.clear()
        self._stale.intersection_update(self._cards)
        self._generation += 1

    def _announce(self, run: Run) -> None:
        if run.last >= run.first:
            self.dataChanged.emit(self.index(run.first), self.index(run.last))

    def _ask(self, page: int) -> None:
        if page in self._asked:
            return
        self._asked.add(page)
        start, stop = page * PAGE, min(len(self._ids), (page + 1) * PAGE)
        work = partial(self._source.cards, self._listing, start, stop)
        self._runner.run(work, partial(self._fill, self._generation, Run(start, stop - 1)))

    def _fill(self, generation: int, run: Run, cards: tuple[Card, ...]) -> None:
        if generation != self._generation:
            return
        for card in cards:
            self._cards[card.photo.id] = card
        self._stale.difference_update(PhotoId(int(each)) for each in self._ids[run.first : run.last + 1])
        self._absent.update(PhotoId(int(each)) for each in self._ids[run.first : run.last + 1] if each not in self._cards)
        while len(self._cards) > KEPT_CARDS:
            self._cards.popitem(last=False)
            self._asked.clear()
        self._announce(run)
        for position in range(run.first, run.last + 1):
            self.ready.emit(position)


def name_of(card: Card) -> str:
    """The file name of a photo for showing."""
    return file_name(card.photo.path)


def spoken(card: Card) -> str:
    """A card as a screen reader says it: name, date, and where there is one the match with its reason."""
    parts = [name_of(card), shown_date(card.photo), *spoken_marks(card.marked)]
    if card.match_percentage is not None:
        parts += [percentage_text(card.match_percentage), evidence_word(card.evidence), *(reason.plain for reason in card.reasons[:1])]
    return ", ".join((*parts, *filter(None, (versions_line(card), live_line(card)))))


def tooltip_of(card: Card) -> str:
    """The whole path, and below it the versions of the picture."""
    return as_tooltip("\n".join(filter(None, (shown(card.photo.path), versions_line(card), live_line(card)))))


_TOLD: dict[int, Callable[[Card], object]] = {
    Qt.ItemDataRole.DisplayRole: name_of,
    Qt.ItemDataRole.AccessibleTextRole: spoken,
    Qt.ItemDataRole.ToolTipRole: tooltip_of,
    CardRole: lambda card: card,
    PercentageRole: lambda card: card.match_percentage,
    EvidenceRole: lambda card: card.evidence.value,
    ReasonsRole: lambda card: card.reasons,
}
