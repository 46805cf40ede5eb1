"""A person says something of photos in the real window: by keys, clicks and lines, of one photo and of many, and takes it back."""

from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QPoint, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QMenu, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from app.bootstrap import open_library
from app.config.paths import LibraryPaths
from app.domain.ids import PhotoId
from app.domain.own_words import YOU
from app.domain.photo import Photo
from app.gui.commands import SELECT_TO_COMPARE
from app.gui.describing import SELECT_FIRST, Describing
from app.gui.listing_model import CardRole
from app.gui.own.changes import Changes
from app.gui.own.name_chips import NameChip
from app.gui.shown_words import is_favourite, rating_of
from app.gui.window import MainWindow
from app.services.listing import Card
from tests.gui.driving import PATIENCE_MS, bars, click, click_card, names, press, type_query, wait_cards

CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


class Person:
    """Sits before a window."""

    def __init__(self, window: MainWindow, qtbot: QtBot) -> None:
        self.window, self.qtbot = window, qtbot
        self.words = window.details.words
        self.activate()

    @property
    def describing(self) -> Describing:
        return self.window.describing

    def activate(self) -> None:
        """The offscreen platform forgets which window is the active one when a list of completions closes."""
        self.window.activateWindow()
        self.qtbot.waitUntil(self.window.isActiveWindow, timeout=PATIENCE_MS)

    def settle(self) -> None:
        """Until everything was carried out and the panel of details has followed."""
        self.qtbot.waitUntil(self._has_settled, timeout=PATIENCE_MS)

    def _has_settled(self) -> bool:
        QCoreApplication.processEvents()
        assert self.window.runner.wait_idle()
        return not (self.window.pages._soon.isActive() or self.window._details_soon.isActive() or self.window.runner.busy)

    def choose(self, *rows: int) -> list[PhotoId]:
        grid = self.window.pages.list_grid
        wait_cards(self.window, grid, rows)
        for row in rows:
            click_card(grid, row, Qt.KeyboardModifier.NoModifier if row == rows[0] else CTRL)
        self.settle()
        return [PhotoId(int(self.window.pages.list_model.ids[row])) for row in rows]

    def press(self, key: Qt.Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        self.activate()
        focused = self.window.focusWidget()
        assert focused is not None
        QTest.keyClick(focused, key, modifier)
        self.settle()

    def type(self, text: str) -> None:
        focused = self.window.focusWidget()
        assert focused is not None
        QTest.keyClicks(focused, text)

    def photo(self, photo_id: PhotoId) -> Photo:
        """What the library says."""
        photo = self.window.details._pictures._look.photo(photo_id)  # type: ignore[attr-defined]
        assert isinstance(photo, Photo)
        return photo

    def card(self, row: int) -> Card:
        """What the grid shows."""
        card = self.window.pages.list_grid.model().index(row, 0).data(CardRole)
        assert isinstance(card, Card)
        return card

    def tags(self, photo_id: PhotoId) -> list[str]:
        facts = self.photo(photo_id).facts
        return [tag.path for tag in facts.tags.value] if facts.tags else []

    def chip(self, text: str) -> NameChip:
        return next(chip for chip in (*self.words.tags.chips.chips, *self.words.people.chips.chips) if chip.name.text == text)


@pytest.fixture
def person(window: MainWindow, qtbot: QtBot) -> Person:
    return Person(window, qtbot)


# Stars and hearts


def test_digits_give_stars_and_x_rejects_in_the_grid(person: Person) -> None:
    (photo,) = person.choose(3)
    for key, rating in ((Qt.Key.Key_4, 4), (Qt.Key.Key_X, -1), (Qt.Key.Key_0, 0), (Qt.Key.Key_5, 5)):
        person.press(key)
        assert rating_of(person.photo(photo)) == rating_of(person.card(3).photo) == rating
    assert person.words.rating.stars.value() == 5
    assert "5 stars" in str(person.window.pages.grid.model().index(3, 0).data(Qt.ItemDataRole.AccessibleTextRole))


def test_f_makes_a_favourite_of_all_and_takes_it_from_all(person: Person) -> None:
    photos = person.choose(0, 2, 4)
    person.choose(2)
    person.press(Qt.Key.Key_F)
    person.choose(0, 2, 4)
    person.press(Qt.Key.Key_F)
    assert [is_favourite(person.photo(each)) for each in photos] == [True] * 3
    person.press(Qt.Key.Key_F)
    assert [is_favourite(person.photo(each)) for each in photos] == [False] * 3


def test_letters_and_digits_typed_into_fields_are_text(person: Person) -> None:
    (photo,) = person.choose(1)
    before = person.photo(photo).facts
    QTest.keyClick(person.window, Qt.Key.Key_F, CTRL)
    person.type("5 fox")
    assert person.window.top.box.text() == "5 fox"
    person.window.top.box.ask_for("")
    person.settle()
    person.choose(1)
    person.press(Qt.Key.Key_T, CTRL)
    person.type("3fx")
    assert person.words.tags.line.text() == "3fx"
    person.words.caption.edit.setFocus()
    person.words.caption.edit.selectAll()
    person.type("1 fox")
    assert person.words.caption.edit.toPlainText() == "1 fox"
    person.press(Qt.Key.Key_Escape)
    assert person.photo(photo).facts == before


def test_keys_work_on_the_large_photo_and_arrows_still_go_on(person: Person) -> None:
    first, second = (PhotoId(int(each)) for each in person.window.pages.model.ids[:2])
    person.choose(0)
    person.press(Qt.Key.Key_Return)
    large = person.window.pages.large
    assert large.isVisible()
    person.press(Qt.Key.Key_1)
    assert large.canvas.view.zoom == 1, "digits zoom no more"
    person.press(Qt.Key.Key_Right)
    person.press(Qt.Key.Key_3)
    person.press(Qt.Key.Key_F)
    assert [rating_of(person.photo(each)) for each in (first, second)] == [1, 3]
    assert large.rating.stars.value() == 3
    assert large.rating.heart.on
    QTest.mouseClick(large.rating.heart, Qt.MouseButton.LeftButton)
    person.settle()
    assert not is_favourite(person.photo(second))
    assert not large.rating.heart.on


def test_of_compared_photos_the_one_with_the_keyboard_is_meant(person: Person) -> None:
    photos = person.choose(0, 1, 2)
    person.press(Qt.Key.Key_C)
    compare = person.window.pages.compare
    assert compare.isVisible()
    zoomed = compare.canvases[1]
    person.press(Qt.Key.Key_Right)
    person.press(Qt.Key.Key_Plus)
    view = zoomed.view
    person.press(Qt.Key.Key_2)
    assert [rating_of(person.photo(each)) for each in photos][1] == 2
    assert rating_of(compare.cards[1].photo) == 2
    assert zoomed is compare.canvases[1]
    assert zoomed.view == view, "the pictures stay as they were"
    assert any(label.text() == "★★☆☆☆" for label in compare.findChildren(QLabel))


def test_stars_of_the_details_are_clicked(person: Person) -> None:
    (photo,) = person.choose(5)
    stars = person.words.rating.stars
    QTest.mouseClick(stars, Qt.MouseButton.LeftButton, pos=QPoint(round(stars.width() * 0.5), 8))
    person.settle()
    assert rating_of(person.photo(photo)) == 3
    person.press(Qt.Key.Key_F)
    assert is_favourite(person.photo(photo))


def test_escape_goes_back_from_the_stars_to_the_photos(person: Person) -> None:
    person.choose(0, 1)
    for part in (person.words.rating.stars, person.words.rating.heart):
        part.setFocus()
        person.press(Qt.Key.Key_Escape)
        assert person.window.focusWidget() is person.window.pages.grid
        assert person.window.pages.grid.selected_rows() == [0, 1]


def test_without_a_choice_it_says_what_to_do(person: Person) -> None:
    person.choose(0)
    person.window.pages.grid.clearSelection()
    person.press(Qt.Key.Key_3)
    assert person.window.message.text == SELECT_FIRST
    person.choose(1)
    assert person.window.message.text == "", "the sentence goes with its reason"
    person.window._commands.compare()
    assert person.window.message.text == SELECT_TO_COMPARE
    person.choose(0, 1)
    assert person.window.message.text == ""


# Tags and people


def test_tags_are_added_in_the_details_completed_and_searchable_at_once(person: Person) -> None:
    (photo,) = person.choose(2)
    person.press(Qt.Key.Key_T, CTRL)
    line = person.words.tags.line
    assert person.window.focusWidget() is line
    person.type("harb")
    assert "harbour" in line.offered
    QTest.keyClick(line, Qt.Key.Key_Tab)
    person.type("Places / Quiet cove")
    QTest.keyClick(line, Qt.Key.Key_Return)
    person.settle()
    assert {"harbour", "Places/Quiet cove"} <= set(person.tags(photo))
    assert person.chip("Places/Quiet cove").property("kind") == "ownName"
    assert YOU in person.chip("Places/Quiet cove").toolTip()
    assert person.window.focusWidget() is line, "more may follow"
    assert "Added the tags “harbour” and “Places/Quiet cove” to 1 photo" in person.describing.notice.text
    QTest.keyClick(line, Qt.Key.Key_Escape)
    assert person.window.focusWidget() is person.window.pages.grid
    person.activate()
    type_query(person.window, person.qtbot, 'tag:"quiet cove"')
    assert [int(each) for each in person.window.pages.model.ids] == [photo]


def test_a_tag_of_the_file_is_taken_away_by_its_cross_and_comes_back_by_undo(person: Person) -> None:
    type_query(person.window, person.qtbot, "tag:harbour")
    (photo,) = person.choose(0)
    before = person.tags(photo)
    chip = person.chip("harbour")
    QTest.mouseClick(chip, Qt.MouseButton.LeftButton, pos=chip.cross().center())
    person.settle()
    assert person.tags(photo) == [each for each in before if each != "harbour"]
    assert [int(each) for each in person.window.pages.list_model.ids].index(photo) == 0, "the list stays as it was found"
    person.activate()
    QTest.keyClick(person.window, Qt.Key.Key_Z, CTRL)
    person.settle()
    assert sorted(person.tags(photo)) == sorted(before)
    assert person.chip("harbour")


def test_many_photos_say_what_they_share_and_are_changed_together(person: Person) -> None:
    photos = person.choose(0, 1, 2)
    person.press(Qt.Key.Key_T, CTRL)
    person.type("together, two of them")
    person.press(Qt.Key.Key_Return)
    QTest.keyClick(person.chip("two of them"), Qt.Key.Key_Delete)
    person.settle()
    person.choose(0)
    person.press(Qt.Key.Key_T, CTRL)
    person.type("two of them")
    person.press(Qt.Key.Key_Return)
    person.choose(0, 1, 2)
    assert "3 photos" in [label.text() for label in person.window.details.findChildren(QLabel) if label.isVisible()]
    assert not person.chip("together").partial
    assert "1 of 3" in person.chip("two of them").text()
    QTest.mouseClick(person.chip("two of them"), Qt.MouseButton.LeftButton, pos=QPoint(8, 8))
    person.settle()
    assert all({"together", "two of them"} <= set(person.tags(each)) for each in photos)
    person.press(Qt.Key.Key_2)
    assert person.words.rating.stars.value() == 2
    assert [rating_of(person.photo(each)) for each in photos] == [2, 2, 2]
    assert person.window.pages.grid.selected_count() == 3


def test_without_the_details_a_line_floats_over_the_photos(person: Person) -> None:
    person.choose(0)
    person.press(Qt.Key.Key_I)
    assert not person.window.details.isVisible()
    photos = person.choose(1, 3)
    person.press(Qt.Key.Key_P, CTRL | SHIFT)
    popup = person.describing.popup
    assert popup.isVisible()
    assert "Add people to 2 photos" in [label.text() for label in popup.findChildren(QLabel)]
    person.type("Xq")
    person.press(Qt.Key.Key_Return)
    assert not popup.isVisible()
    assert person.window.focusWidget() is person.window.pages.grid
    for photo in photos:
        people = person.photo(photo).facts.people
        assert people is not None
        assert "Xq" in people.value
    person.press(Qt.Key.Key_T, CTRL)
    person.press(Qt.Key.Key_Escape)
    assert not popup.isVisible()
    assert person.window.focusWidget() is person.window.pages.grid


# Title and caption


def test_f2_edits_the_title_and_the_file_keeps_its_own(person: Person) -> None:
    type_query(person.window, person.qtbot, "has:title")
    (photo,) = person.choose(0)
    fact = person.photo(photo).facts.title
    assert fact is not None
    person.press(Qt.Key.Key_F2)
    edit = person.words.title.edit
    assert person.window.focusWidget() is edit
    edit.selectAll()
    person.type("My own title")
    person.press(Qt.Key.Key_Return)
    assert person.window.focusWidget() is person.window.pages.grid
    own = person.photo(photo)
    assert own.facts.title is not None
    assert (own.facts.title.value, own.facts.title.source) == ("My own title", YOU)
    said = person.words.findChild(QLabel, "saidTitle")
    assert isinstance(said, QLabel)
    assert said.isVisible()
    assert fact.value.split()[0] in said.text()
    click(person.window, "useFileTitle")
    person.settle()
    assert person.photo(photo).facts.title == fact
    assert not said.isVisible()


def test_f2_opens_the_details_for_a_caption(person: Person) -> None:
    (photo,) = person.choose(0)
    person.press(Qt.Key.Key_I)
    assert not person.window.details.isVisible()
    person.press(Qt.Key.Key_F2, SHIFT)
    assert person.window.focusWidget() is person.words.caption.edit
    person.words.caption.edit.selectAll()
    person.type("Line")
    person.press(Qt.Key.Key_Return, SHIFT)
    person.type("and line")
    click_card(person.window.pages.grid, 1)
    person.settle()
    caption = person.photo(photo).facts.caption
    assert caption is not None
    assert caption.value == "Line\nand line", "leaving keeps, of the photo that it was typed for"
    assert person.words.photo_ids == (int(person.window.pages.model.ids[1]),)


def test_what_was_typed_is_kept_when_the_window_is_closed(person: Person, tmp_path: Path) -> None:
    (photo,) = person.choose(0)
    person.press(Qt.Key.Key_F2)
    person.words.title.edit.selectAll()
    person.type("Typed and closed")
    assert person.window.shut_down()
    with open_library(LibraryPaths(tmp_path / "library")) as use_cases:
        kept = use_cases.look.photo(photo)
    assert kept is not None
    assert kept.facts.title is not None
    assert kept.facts.title.value == "Typed and closed"


# Undo


def test_undo_and_redo_everywhere_but_where_text_is_typed(person: Person) -> None:
    (photo,) = person.choose(0)
    before = rating_of(person.photo(photo))
    wanted = 2 if before != 2 else 3
    person.press(Qt.Key.Key_2 if wanted == 2 else Qt.Key.Key_3)
    QTest.keyClick(person.window, Qt.Key.Key_F, CTRL)
    person.type("boats")
    person.press(Qt.Key.Key_Z, CTRL)
    assert rating_of(person.photo(photo)) == wanted, "in the search box it undoes typing"
    assert person.window.top.box.text() != "boats"
    person.window.top.box.ask_for("")
    person.settle()
    person.choose(0)
    person.press(Qt.Key.Key_Z, CTRL)
    assert rating_of(person.photo(photo)) == before
    assert "Undone: rating of 1 photo" in person.describing.notice.text
    click(person.window, "undoButton")
    person.settle()
    assert rating_of(person.photo(photo)) == wanted, "after Undo the button is Redo"
    person.press(Qt.Key.Key_Z, CTRL)
    person.press(Qt.Key.Key_Z, CTRL | SHIFT)
    assert rating_of(person.photo(photo)) == wanted
    click(person.window, "undoButton")
    person.settle()
    assert rating_of(person.photo(photo)) == rating_of(person.card(0).photo) == before


def test_undo_works_with_the_keyboard_on_a_fact_that_cannot_be_changed(person: Person) -> None:
    (photo,) = person.choose(0)
    before = rating_of(person.photo(photo))
    person.press(Qt.Key.Key_1 if before != 1 else Qt.Key.Key_2)
    fact = person.window.details._page._file._made[0]._value
    fact.setFocus()
    person.press(Qt.Key.Key_Z, CTRL)
    assert rating_of(person.photo(photo)) == before


# What stays, and what is refused


def test_the_list_and_the_choice_stay_as_they_are(person: Person) -> None:
    type_query(person.window, person.qtbot, "harbour boats")
    grid = person.window.pages.grid
    found, shares = names(grid), bars(grid)
    person.choose(0, 2)
    scrolled = grid.verticalScrollBar().value()
    person.press(Qt.Key.Key_T, CTRL)
    person.type("nothing like it")
    person.press(Qt.Key.Key_Return)
    assert (names(grid), bars(grid)) == (found, shares)
    assert grid.selected_rows() == [0, 2]
    assert grid.verticalScrollBar().value() == scrolled


def test_the_result_is_found_anew_when_the_person_wants_it(person: Person) -> None:
    type_query(person.window, person.qtbot, "rating:5")
    before = list(person.window.pages.model.ids)
    person.choose(0)
    person.press(Qt.Key.Key_1)
    assert list(person.window.pages.model.ids) == before
    click(person.window, "searchAgain")
    person.settle()
    assert list(person.window.pages.model.ids) == before[1:]
    again = person.window.findChild(QToolButton, "searchAgain")
    assert isinstance(again, QToolButton)
    assert not again.isVisible()


def test_what_cannot_be_kept_is_refused_and_nothing_is_changed(person: Person) -> None:
    (photo,) = person.choose(0)
    before = person.tags(photo)
    person.press(Qt.Key.Key_T, CTRL)
    person.words.tags.line.setText("x" * 700)
    person.press(Qt.Key.Key_Return)
    assert "500 characters at most" in person.window.message.text
    assert person.tags(photo) == before
    assert [chip.name.text for chip in person.words.tags.chips.chips] == before


def test_where_the_library_cannot_be_written_the_old_value_comes_back(person: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    from app.domain.errors import LibraryUnavailable

    (photo,) = person.choose(0)
    before = rating_of(person.photo(photo))

    class Full:
        undoable = redoable = None

        def change(self, *_: object, **__: object) -> None:
            raise LibraryUnavailable("The library cannot be written: the disk is full.")

    monkeypatch.setattr(person.describing.changes, "_describes", Full())
    assert isinstance(person.describing.changes, Changes)
    grid = person.window.pages.grid
    QTest.keyClick(grid, Qt.Key.Key_5 if before != 5 else Qt.Key.Key_4)
    assert rating_of(person.card(0).photo) != before, "painted ahead"
    person.settle()
    assert rating_of(person.card(0).photo) == before
    assert person.words.rating.stars.value() == max(before, 0)
    assert "the disk is full" in person.window.message.text


def test_hostile_words_are_plain_everywhere(person: Person) -> None:
    hostile = "<b>x</b>\u202egnp"
    (photo,) = person.choose(0)
    person.press(Qt.Key.Key_T, CTRL)
    person.words.tags.line.setText(hostile)
    person.press(Qt.Key.Key_Return)
    assert any("<b>x<" in each for each in person.tags(photo))
    chip = next(each for each in person.words.tags.chips.chips if "<b>" in each.text())
    assert "\u202e" not in chip.text() + person.describing.notice.text
    assert "<b>" not in chip.toolTip()
    assert all(label.textFormat() is not Qt.TextFormat.RichText for label in person.window.details.findChildren(QLabel))


def test_the_menu_of_a_photo_has_it_all(person: Person) -> None:
    person.choose(0)
    person.press(Qt.Key.Key_X)
    menu = QMenu(person.window)
    person.describing.fill_menu(menu)
    texts = [action.text() for action in menu.actions()]
    assert texts == ["Stars", "Favourite", "Add tags…", "Add people…", "Edit title", "Edit caption", "Undo: rating of 1 photo"]
    stars = menu.actions()[0].menu()
    assert isinstance(stars, QMenu)
    assert [action.text() for action in stars.actions()] == ["5 stars", "4 stars", "3 stars", "2 stars", "1 star", "No stars", "Rejected"]


def test_every_key_has_one_meaning_only(person: Person) -> None:
    views: list[QWidget] = [person.window.pages.grid, person.window.pages.large, person.window.details]
    for view in views:
        keys = [key.toString() for action in (*view.actions(), *person.window.actions()) for key in action.shortcuts()]
        assert len(keys) == len(set(keys)), sorted(keys)
    assert QKeySequence("Ctrl+Z").toString() in [key.toString() for action in person.window.actions() for key in action.shortcuts()]


def test_the_library_can_only_be_read(person: Person) -> None:
    person.choose(0)
    person.describing.refuse("Another Candid has this library.")
    assert not person.words.rating.isEnabled()
    assert person.words.title.toolTip() == "Another Candid has this library."
    (photo,) = person.choose(0)
    before = rating_of(person.photo(photo))
    press(person.window, Qt.Key.Key_5 if before != 5 else Qt.Key.Key_4)
    person.settle()
    assert rating_of(person.photo(photo)) == before
