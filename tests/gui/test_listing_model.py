"""The model of the grid: pages on demand, placeholders, photos that are no more, and changes that keep the place."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QMimeData, QPersistentModelIndex, Qt
from PySide6.QtTest import QAbstractItemModelTester
from pytestqt.qtbot import QtBot

from app.domain.ids import PhotoId
from app.domain.match import Evidence, MatchedPhoto, RankedPhoto, Reason
from app.gui.jobs import Runner
from app.gui.listing_changes import changes
from app.gui.listing_model import PAGE, CardRole, EvidenceRole, ListingModel, PercentageRole, ReasonsRole
from app.services.listing import Card, Listing
from tests.gui import looking


class Shelf:
    """Cards for any listing, except for the photos that are gone; counts the pages that are asked for."""

    def __init__(self, *gone: int) -> None:
        self.gone = gone
        self.asked: list[tuple[int, int]] = []

    def cards(self, listing: Listing, start: int, stop: int) -> tuple[Card, ...]:
        self.asked.append((start, stop))
        ids = [listing.photo_id(position) for position in range(start, stop)]
        return tuple(self.card(listing, photo_id) for photo_id in ids if photo_id not in self.gone)

    def card(self, listing: Listing, photo_id: int) -> Card:
        percentages = {match.photo_id: match.match_percentage for match in listing.matches}
        if photo_id in percentages:
            return looking.card(photo_id, percentages[PhotoId(photo_id)], Evidence.WORDS, Reason("tag", "harbour", ((0, 7),)))
        return looking.card(photo_id)


def listing_of(ids: "range | list[int]") -> Listing:
    """Photos in this order."""
    return Listing(listed=np.array(ids, dtype=np.int64))


def matches_of(*scores: tuple[int, int]) -> Listing:
    """A ranked result: (photo, percentage)."""
    return Listing("q", matches=tuple(MatchedPhoto(RankedPhoto(PhotoId(each), 1.0, 0.0), percentage) for each, percentage in scores))


def model_of(shelf: Shelf) -> ListingModel:
    """A model over a shelf, watched by Qt's own tester."""
    model = ListingModel(shelf, Runner(), lambda _: QMimeData())
    QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal, model)
    return model


def come(model: ListingModel) -> None:
    """Wait for what was asked for."""
    assert model._runner.wait_idle()


def test_cards_come_by_the_page_where_they_are_looked_at(qtbot: QtBot) -> None:
    shelf = Shelf()
    model = model_of(shelf)
    model.show(listing_of(range(100_000)))
    come(model)
    shelf.asked.clear()
    assert len(model) == 100_000
    assert model.data(model.index(54_321), Qt.ItemDataRole.DisplayRole) is None
    came: list[int] = []
    model.ready.connect(came.append)
    come(model)
    assert shelf.asked == [(54_300, 54_400)]
    assert came == list(range(54_300, 54_300 + PAGE))
    assert model.data(model.index(54_321), Qt.ItemDataRole.DisplayRole) == "picture 54321.jpg"
    assert model.data(model.index(54_321), PercentageRole) is None


def test_a_ranked_row_tells_its_bar_and_its_reason(qtbot: QtBot) -> None:
    model = model_of(Shelf())
    model.show(matches_of((7, 100), (3, 62)))
    model.card(0)
    come(model)
    assert [model.data(model.index(row), PercentageRole) for row in (0, 1)] == [100, 62]
    assert model.data(model.index(1), EvidenceRole) == "words"
    assert [each.plain for each in model.data(model.index(1), ReasonsRole)] == ["tag harbour"]  # type: ignore[attr-defined]
    spoken = model.data(model.index(1), Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == "picture 3.jpg, 14 June 2014, 62\u00a0% of best, words, tag harbour"
    assert isinstance(model.data(model.index(1), CardRole), Card)


def test_photos_that_are_no_more_stay_placeholders_and_are_not_asked_for_again(qtbot: QtBot) -> None:
    shelf = Shelf(5)
    model = model_of(shelf)
    model.show(listing_of(range(10)))
    model.card(5)
    come(model)
    asked = len(shelf.asked)
    assert model.card(5) is None
    assert model.card(4) is not None
    come(model)
    assert len(shelf.asked) == asked


def test_a_page_that_comes_late_is_dropped(qtbot: QtBot) -> None:
    model = model_of(Shelf())
    model.show(matches_of((1, 100)))
    model.card(0)
    model.show(listing_of([1]))
    model.card(0)
    come(model)
    card = model.card(0)
    assert card is not None
    assert card.match_percentage is None


def test_first_cards_are_there_at_once(qtbot: QtBot) -> None:
    shelf = Shelf()
    model = model_of(shelf)
    model.show(listing_of([4, 5]), (looking.card(4), looking.card(5)))
    assert model.card(1) == looking.card(5)
    assert (0, 2) not in shelf.asked
    come(model)


def test_changed_photos_are_fetched_again(qtbot: QtBot) -> None:
    shelf = Shelf()
    model = model_of(shelf)
    model.show(listing_of(range(3)))
    model.card(0)
    come(model)
    before = model.card(1)
    shelf.asked.clear()
    model.renew_cards([PhotoId(1)])
    assert model.card(1) == before, "what is known is shown meanwhile"
    come(model)
    assert shelf.asked == [(0, 3)]
    model.card(1)
    come(model)
    assert shelf.asked == [(0, 3)]


@pytest.mark.parametrize("position", [-1, 3, 1_000])
def test_positions_outside_have_no_card(qtbot: QtBot, position: int) -> None:
    model = model_of(Shelf())
    model.show(listing_of(range(3)))
    assert model.card(position) is None
    come(model)


def test_rows_slip_in_and_out_while_what_is_held_stays(qtbot: QtBot) -> None:
    model = model_of(Shelf())
    before = listing_of([10, 20, 30, 40])
    model.show(before)
    held = [QPersistentModelIndex(model.index(row)) for row in range(4)]
    after = listing_of([5, 10, 30, 35, 36, 40, 50])
    steps = changes(before.listed, after.listed)
    assert steps is not None
    model.become(after, after.ids, steps)
    assert list(model.ids) == [5, 10, 30, 35, 36, 40, 50]
    assert [each.row() for each in held] == [1, -1, 2, 5]
    come(model)


@given(st.sets(st.integers(0, 60)), st.sets(st.integers(0, 60)))
def test_changes_lead_from_any_order_to_any_other(old: set[int], new: set[int]) -> None:
    before, after = (np.array(sorted(each), dtype=np.int64) for each in (old, new))
    steps = changes(before, after)
    assert steps is not None
    rows = list(before)
    for run in steps.removed:
        del rows[run.first : run.last + 1]
    for run in steps.inserted:
        rows[run.first : run.first] = after[run.first : run.last + 1]
    assert rows == list(after)


def test_another_order_of_what_is_shared_needs_a_new_beginning() -> None:
    assert changes(np.array([1, 2, 3]), np.array([3, 2, 1])) is None
    assert changes(np.arange(0, 2_000, 2), np.arange(2_000)) is None, "too many runs"
