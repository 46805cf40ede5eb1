"""The parts with which a person says something of photos: stars, chips, lines that complete, texts, and the queue of changes."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, QPoint, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QGuiApplication, QImage, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from app.domain.errors import LibraryUnavailable
from app.domain.ids import PhotoId
from app.domain.own_words import YOU, Change
from app.domain.photo import Fact, Photo, PhotoFacts, Tag
from app.gui.card_marks import marked, paint_marked_day, spoken_marks
from app.gui.jobs import Runner
from app.gui.labels import ElidedLabel
from app.gui.own.add_line import AddLine
from app.gui.own.changes import NOTHING_TO_UNDO, Changes
from app.gui.own.editor import WordsEditor
from app.gui.own.floating import UndoNotice
from app.gui.own.name_chips import NameChip, NameChips
from app.gui.own.provisional import provisional
from app.gui.own.text_block import TextBlock, editable_text
from app.gui.rating_row import RatingRow, StarRow
from app.gui.shown_words import ShownName, ShownText, ShownWords, parted, rating_change, words_of_photos
from app.gui.status import StatusLine
from app.gui.theme import DARK, LIGHT, Theme, ThemeKeeper
from app.services.own_words import Changed
from tests.gui.driving import PATIENCE_MS
from tests.gui.looking import photo

FILE = "XMP dc:subject"


@pytest.fixture
def themes(qapp: QApplication) -> ThemeKeeper:
    return ThemeKeeper(qapp, "light")


def of(number: int, **facts: object) -> Photo:
    return photo(number, facts=PhotoFacts(**facts))  # type: ignore[arg-type]


def tagged(number: int, *names: str) -> Photo:
    return of(number, tags=Fact(tuple(Tag(name) for name in names), FILE))


# What photos share


def test_what_all_photos_have_comes_first_and_what_some_have_says_on_how_many() -> None:
    words = words_of_photos([tagged(1, "cat", "sea"), tagged(2, "sea", "sky"), tagged(3, "sea", "sky")])
    assert [(name.text, name.on) for name in words.tags] == [("sea", 3), ("sky", 2), ("cat", 1)]
    assert words.number == 3


def test_own_names_are_told_from_those_of_the_file() -> None:
    said = tagged(1, "sea")
    both = replace(tagged(1, "sea", "mine"), said=said.facts)
    names = [(name.text, name.sources, name.own) for name in words_of_photos([both]).tags]
    assert names == [("sea", (FILE,), False), ("mine", (YOU,), True)]


@pytest.mark.parametrize(("ratings", "shown"), [((3, 3), 3), ((3, 4), None), ((0, 0), 0), ((-1,), -1), ((), 0)])
def test_a_rating_that_differs_is_no_number(ratings: Sequence[int], shown: int | None) -> None:
    assert words_of_photos([of(at, rating=Fact(each, "XMP Rating")) for at, each in enumerate(ratings)]).rating == shown


def test_texts_that_differ_are_various_and_what_the_file_says_is_told_of_one_photo() -> None:
    changed = replace(of(1, title=Fact("Mine", YOU)), said=PhotoFacts(title=Fact("Its own", "XMP dc:title")))
    assert words_of_photos([changed]).title == ShownText("Mine", YOU, said="Its own")
    assert words_of_photos([changed, of(2)]).title == ShownText(various=True)
    assert words_of_photos([of(1, title=Fact("Same", "a")), of(2, title=Fact("Same", "b"))]).title == ShownText("Same", "a · b")


@pytest.mark.parametrize(
    ("typed", "names"),
    [("harbour", ("harbour",)), (" a ,, b,a ", ("a", "b")), ("Places / Italy /", ("Places/Italy",)), (" / ,", ()), ("a\nb", ("a", "b"))],
)
def test_commas_separate_and_slashes_make_paths(typed: str, names: tuple[str, ...]) -> None:
    assert parted(typed) == names


def test_a_photo_is_painted_as_the_change_will_make_it() -> None:
    before = of(1, tags=Fact((Tag("sea"), Tag("Italy", ("Places",))), FILE), rating=Fact(2, "XMP Rating"))
    after = provisional(before, Change(rating=0, favourite=True, title="Boats", add_tags=("Trip/2019",), remove_tags=("Places/Italy",)))
    assert after.facts.rating is None
    assert after.facts.favourite is not None
    assert after.facts.title == Fact("Boats", YOU)
    assert after.facts.tags is not None
    assert [tag.path for tag in after.facts.tags.value] == ["sea", "Trip/2019"]
    assert after.said == before.facts


# Stars


def at_star(stars: StarRow, star: int) -> QPoint:
    return QPoint(round((star - 0.5) * stars.width() / 5), stars.height() // 2)


def test_stars_are_previewed_and_chosen(themes: ThemeKeeper, qtbot: QtBot) -> None:
    row = RatingRow(themes)
    qtbot.addWidget(row)
    row.show()
    row.show_words(ShownWords(1, 2))
    assert row.stars.accessibleName() == "Stars: 2 stars"
    wanted: list[Change] = []
    row.wanted.connect(wanted.append)
    QTest.mouseMove(row.stars, at_star(row.stars, 4))
    assert row.stars.previewed == 4
    assert row.stars.toolTip() == "4 stars"
    QTest.mouseClick(row.stars, Qt.MouseButton.LeftButton, pos=at_star(row.stars, 4))
    QTest.mouseClick(row.stars, Qt.MouseButton.LeftButton, pos=at_star(row.stars, 2))
    QApplication.sendEvent(row.stars, QEvent(QEvent.Type.Leave))
    assert row.stars.previewed == 0
    assert wanted == [Change(rating=4), Change(rating=0)], "the star that is set takes them away"


def test_stars_are_given_and_taken_by_arrows(themes: ThemeKeeper, qtbot: QtBot) -> None:
    row = RatingRow(themes)
    qtbot.addWidget(row)
    row.show()
    wanted: list[Change] = []
    row.wanted.connect(wanted.append)
    for rating, key in ((1, Qt.Key.Key_Left), (0, Qt.Key.Key_Left), (4, Qt.Key.Key_Right), (5, Qt.Key.Key_Up)):
        row.show_words(ShownWords(1, rating))
        QTest.keyClick(row.stars, key)
    assert wanted == [Change(rating=0), Change(rating=5)]


def test_heart_and_rejected_are_toggled_and_say_what_they_are(themes: ThemeKeeper, qtbot: QtBot) -> None:
    row = RatingRow(themes, sources=True)
    qtbot.addWidget(row)
    row.show()
    wanted: list[Change] = []
    row.wanted.connect(wanted.append)
    row.show_words(words_of_photos([of(1, rating=Fact(3, "XMP Rating"))]))
    source = row.findChild(ElidedLabel, "ratingSource")
    assert isinstance(source, ElidedLabel)
    assert source.text == "XMP Rating"
    row.show_words(ShownWords(3, None, 2))
    assert source.text == "various"
    assert row.heart.accessibleName() == "Favourite: no (2 of 3)"
    for words in (ShownWords(3, None, 2), ShownWords(3, -1, 3)):
        row.show_words(words)
        for button in (row.heart, row.reject):
            QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert wanted == [Change(favourite=True), Change(rating=-1), Change(favourite=False), Change(rating=0)]
    assert rating_change(ShownWords(1, 3), 3) == Change(rating=0)


@pytest.mark.parametrize("theme", [LIGHT, DARK])
@pytest.mark.parametrize(("rating", "favourite"), [(5, False), (3, True), (-1, True), (0, True)])
@pytest.mark.parametrize("width", [112, 200])
def test_marks_stay_in_their_line(qapp: QApplication, theme: Theme, rating: int, favourite: bool, width: int) -> None:
    image = QImage(width + 40, 40, QImage.Format.Format_RGB32)
    image.fill(theme.surface)
    rated = of(1, rating=Fact(rating, YOU), favourite=Fact(favourite, YOU))
    assert marked(rated)
    with QPainter(image) as painter:
        paint_marked_day(painter, QRectF(20, 10, width, 16), "30 September 2019", rated, QFont(), theme)
    drawn = [(x, y) for x in range(image.width()) for y in range(40) if QColor(image.pixel(x, y)) != theme.surface]
    assert drawn
    assert all(20 <= x <= 20 + width and 8 <= y <= 30 for x, y in drawn)
    assert max(x for x, _ in drawn) >= 20 + width - 12


def test_marks_are_spoken() -> None:
    assert spoken_marks(of(1, rating=Fact(1, YOU), favourite=Fact(True, YOU))) == ("favourite", "1 star")
    assert spoken_marks(of(1, rating=Fact(-1, YOU))) == ("rejected",)
    assert spoken_marks(of(1)) == ()
    assert not marked(of(1))


# Chips


def chips_of(themes: ThemeKeeper, qtbot: QtBot, number: int, *names: ShownName) -> tuple[NameChips, list[str], list[str]]:
    chips = NameChips(themes)
    qtbot.addWidget(chips)
    chips.resize(300, 200)
    chips.show_names(names, number)
    chips.show()
    removed: list[str] = []
    added: list[str] = []
    chips.removed.connect(removed.append)
    chips.added.connect(added.append)
    return chips, removed, added


def click_cross(chip: NameChip) -> None:
    QTest.mouseClick(chip, Qt.MouseButton.LeftButton, pos=chip.cross().center())


def test_the_cross_and_delete_take_a_name_away_and_a_click_on_it_does_not(themes: ThemeKeeper, qtbot: QtBot) -> None:
    chips, removed, added = chips_of(themes, qtbot, 1, ShownName("sea", 1, (FILE,)), ShownName("mine", 1, (YOU,)))
    sea, mine = chips.chips
    QTest.mouseClick(sea, Qt.MouseButton.LeftButton, pos=QPoint(8, sea.height() // 2))
    assert removed == []
    click_cross(sea)
    QTest.keyClick(mine, Qt.Key.Key_Delete)
    assert (removed, added) == (["sea", "mine"], [])
    assert f"file: {FILE}" in sea.toolTip()
    assert YOU in mine.toolTip()
    assert sea.property("kind") != mine.property("kind")


def test_what_some_photos_have_is_given_to_all_by_a_click(themes: ThemeKeeper, qtbot: QtBot) -> None:
    chips, removed, added = chips_of(themes, qtbot, 12, ShownName("sea", 3, (FILE,)), ShownName("all", 12, (FILE,)))
    sea, everywhere = chips.chips
    assert "3 of 12" in sea.text()
    assert "on" not in everywhere.text()
    QTest.mouseClick(sea, Qt.MouseButton.LeftButton, pos=QPoint(8, sea.height() // 2))
    QTest.keyClick(sea, Qt.Key.Key_Return)
    click_cross(sea)
    assert (removed, added) == (["sea"], ["sea", "sea"])


def test_hostile_names_are_harmless_in_chips(themes: ThemeKeeper, qtbot: QtBot) -> None:
    hostile = "<b>bold</b>\u202egnp\u0007 & co\nline"
    chips, removed, _ = chips_of(themes, qtbot, 1, ShownName(hostile, 1, (FILE,)))
    (chip,) = chips.chips
    assert "\u202e" not in chip.text()
    assert "\n" not in chip.text()
    assert "&&" in chip.text()
    assert "<b>" not in chip.toolTip()
    click_cross(chip)
    assert removed == [hostile], "what is taken away is the name as it is"


def test_the_keyboard_stays_among_the_chips(themes: ThemeKeeper, qtbot: QtBot) -> None:
    names = [ShownName(each, 1, (YOU,)) for each in ("a", "b", "c")]
    chips, _, _ = chips_of(themes, qtbot, 1, *names)
    chips.activateWindow()
    chips.chips[2].setFocus()
    qtbot.waitUntil(chips.chips[2].hasFocus, timeout=PATIENCE_MS)
    chips.show_names(names[:2], 1)
    assert chips.focusWidget() is chips.chips[1]


def test_too_many_names_are_counted(themes: ThemeKeeper, qtbot: QtBot) -> None:
    chips, _, _ = chips_of(themes, qtbot, 1, *(ShownName(str(each), 1, (YOU,)) for each in range(1_250)))
    assert len(chips.chips) == 100
    assert "and 1,150 more" in [label.text() for label in chips.findChildren(QLabel)]


# Lines


@pytest.fixture
def line(themes: ThemeKeeper, qtbot: QtBot) -> Iterator[AddLine]:
    made = AddLine(themes, "tag", "Add tags")
    qtbot.addWidget(made)
    made.know(["harbour", "Places/Italy/Harbour town", "dog"])
    made.show()
    made.activateWindow()
    made.setFocus()
    yield made
    made.close()


def given(line: AddLine) -> list[tuple[str, ...]]:
    told: list[tuple[str, ...]] = []
    line.given.connect(told.append)
    return told


def test_what_is_typed_is_given_and_known_names_are_offered(line: AddLine) -> None:
    told = given(line)
    QTest.keyClicks(line, "HARB")
    assert line.offered == ["harbour", "Places/Italy/Harbour town"]
    QTest.keyClick(line, Qt.Key.Key_Return)
    assert told == [("HARB",)], "nothing was chosen from the list"
    assert line.text() == ""
    assert line.offered == []


def test_down_and_enter_take_an_offer_and_tab_the_first(line: AddLine) -> None:
    told = given(line)
    QTest.keyClicks(line, "cat, harb")
    popup = QApplication.activePopupWidget() or line
    QTest.keyClick(popup, Qt.Key.Key_Down)
    QTest.keyClick(popup, Qt.Key.Key_Down)
    QTest.keyClick(popup, Qt.Key.Key_Return)
    assert line.text() == "cat, Places/Italy/Harbour town, "
    QTest.keyClicks(line, "do")
    QTest.keyClick(line, Qt.Key.Key_Tab)
    assert line.text() == "cat, Places/Italy/Harbour town, dog, "
    QTest.keyClick(line, Qt.Key.Key_Return)
    assert told == [("cat", "Places/Italy/Harbour town", "dog")]


def test_escape_closes_the_list_then_empties_the_line_then_leaves_it(line: AddLine) -> None:
    told, left = given(line), []
    line.left.connect(lambda: left.append(1))
    QTest.keyClicks(line, "harb")
    QTest.keyClick(line, Qt.Key.Key_Escape)
    assert (line.offered, line.text()) == ([], "harb")
    QTest.keyClick(line, Qt.Key.Key_Escape)
    assert (line.text(), left) == ("", [])
    QTest.keyClick(line, Qt.Key.Key_Escape)
    QTest.keyClick(line, Qt.Key.Key_Return)
    assert (left, told) == ([1], [])


# Texts


class Form:
    """A text with another field beside it."""

    def __init__(self, themes: ThemeKeeper, qtbot: QtBot, *, lines: bool = True) -> None:
        self.window = QWidget()
        qtbot.addWidget(self.window)
        self.block, self.other = TextBlock(themes, "Caption", lines=lines), QLineEdit()
        column = QVBoxLayout(self.window)
        column.addWidget(self.block)
        column.addWidget(self.other)
        self.wanted: list[str] = []
        self.left: list[int] = []
        self.block.wanted.connect(self.wanted.append)
        self.block.left.connect(lambda: self.left.append(1))
        self.window.resize(300, 300)
        self.window.show()
        self.window.activateWindow()

    def type_instead(self, text: str) -> None:
        self.block.edit.setFocus()
        self.block.edit.selectAll()
        QTest.keyClicks(self.block.edit, text)


@pytest.fixture
def form(themes: ThemeKeeper, qtbot: QtBot) -> Form:
    made = Form(themes, qtbot)
    made.block.show_text(ShownText("As it was", "IPTC Caption"))
    return made


def test_enter_keeps_and_shift_enter_breaks_the_line(form: Form) -> None:
    form.type_instead("One")
    QTest.keyClick(form.block.edit, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    QTest.keyClicks(form.block.edit, "two")
    assert form.wanted == []
    QTest.keyClick(form.block.edit, Qt.Key.Key_Return)
    assert (form.wanted, form.left) == (["One\ntwo"], [1])


def test_ctrl_enter_keeps_too_and_the_same_text_is_no_change(form: Form) -> None:
    form.block.edit.setFocus()
    QTest.keyClick(form.block.edit, Qt.Key.Key_Return)
    assert form.wanted == []
    form.type_instead("Other")
    QTest.keyClick(form.block.edit, Qt.Key.Key_Enter, Qt.KeyboardModifier.ControlModifier)
    assert form.wanted == ["Other"]


def test_escape_gives_up(form: Form) -> None:
    form.type_instead("Never mind")
    QTest.keyClick(form.block.edit, Qt.Key.Key_Escape)
    form.other.setFocus()
    assert form.block.edit.toPlainText() == "As it was"
    assert (form.wanted, form.left) == ([], [1])


def test_leaving_keeps(form: Form, qtbot: QtBot) -> None:
    form.type_instead("Kept")
    QTest.mouseClick(form.other, Qt.MouseButton.LeftButton)
    form.other.setFocus()
    qtbot.waitUntil(lambda: form.wanted == ["Kept"], timeout=PATIENCE_MS)


def test_a_title_has_one_line(themes: ThemeKeeper, qtbot: QtBot) -> None:
    form = Form(themes, qtbot, lines=False)
    form.type_instead("One")
    QTest.keyClick(form.block.edit, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    QTest.keyClick(form.block.edit, Qt.Key.Key_Return)
    assert form.wanted == ["One"]


def test_what_the_file_says_can_be_had_back(form: Form) -> None:
    assert not form.block.use_file.isVisible()
    form.block.show_text(ShownText("Mine", YOU, said="Its own\n<b>"))
    said = form.block.findChild(QLabel, "saidCaption")
    assert isinstance(said, QLabel)
    assert said.text() == "The file says “Its own\u23ce<b>”"
    assert said.textFormat() is Qt.TextFormat.PlainText
    QTest.mouseClick(form.block.use_file, Qt.MouseButton.LeftButton)
    assert form.wanted == ["Its own\n<b>"]


def test_what_is_being_typed_is_not_overwritten(form: Form) -> None:
    form.type_instead("Half a se")
    form.block.show_text(ShownText("As it was", "IPTC Caption"))
    assert form.block.edit.toPlainText() == "Half a se"


def test_texts_are_plain_harmless_and_copied_whole(form: Form) -> None:
    hostile = "<img src=x> \u202eevil\u0000  two\tspaces\nline"
    form.block.show_text(ShownText(hostile, "IPTC Caption"))
    assert form.block.edit.toPlainText() == editable_text(hostile)
    assert "<img" in form.block.edit.toPlainText()
    assert not {"\u202e", "\u0000"} & set(form.block.edit.toPlainText())
    form.other.setFocus()
    assert form.wanted == [], "showing is no change"
    form.block.copy()
    assert QGuiApplication.clipboard().text() == hostile


def test_a_text_too_long_to_be_changed_here_is_shown_by_its_beginning(form: Form) -> None:
    form.block.show_text(ShownText("word " * 9_000, "IPTC Caption"))
    assert form.block.edit.isReadOnly()
    assert len(form.block.edit.toPlainText()) < 2_100


def test_various_texts_say_so_and_are_replaced(form: Form) -> None:
    form.block.show_text(ShownText(various=True))
    assert form.block.edit.placeholderText().startswith("various")
    form.type_instead("For all")
    QTest.keyClick(form.block.edit, Qt.Key.Key_Return)
    assert form.wanted == ["For all"]


def test_what_was_typed_for_one_photo_is_kept_for_it_when_another_is_shown(themes: ThemeKeeper, qtbot: QtBot) -> None:
    editor = WordsEditor(themes)
    qtbot.addWidget(editor)
    editor.show()
    wanted: list[tuple[tuple[PhotoId, ...], Change]] = []
    editor.wanted.connect(lambda ids, change: wanted.append((ids, change)))
    editor.show_words((PhotoId(1),), words_of_photos([of(1)]))
    editor.caption.edit.setFocus()
    QTest.keyClicks(editor.caption.edit, "Of the first")
    editor.show_words((PhotoId(2),), words_of_photos([of(2)]))
    assert wanted == [((1,), Change(caption="Of the first"))]
    assert editor.caption.edit.toPlainText() == ""


def test_a_library_that_cannot_be_changed_disables_with_the_reason(themes: ThemeKeeper, qtbot: QtBot) -> None:
    editor = WordsEditor(themes)
    qtbot.addWidget(editor)
    editor.refuse("Another Candid has it.")
    assert not any(part.isEnabled() for part in (editor.rating, editor.title.edit, editor.tags.line, editor.people.chips))
    assert editor.rating.toolTip() == editor.title.toolTip() == "Another Candid has it."
    editor.refuse("")
    assert editor.title.edit.isEnabled()


# The queue


class Scripted:
    """Describes nothing, and notes what it was asked for."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.broken = False

    def change(self, photo_ids: Iterable[PhotoId], change: Change, *, as_one: bool = False) -> Changed:
        if self.broken:
            raise LibraryUnavailable("The library cannot be written: the disk is full.")
        self.asked.append(f"rate {change.rating}")
        return Changed(tuple(photo_ids), f"Rated {change.rating}.")

    undoable: str | None = "rating of 1 photo"
    redoable: str | None = None

    def undo(self) -> Changed | None:
        self.asked.append("undo")
        return None

    def redo(self) -> Changed | None:
        self.asked.append("redo")
        return Changed((PhotoId(9),), "Done again.")

    def known_tags(self) -> Sequence[str]:
        return ()

    def known_people(self) -> Sequence[str]:
        return ()


class Queue:
    def __init__(self) -> None:
        self.describes = Scripted()
        self.runner = Runner()
        self.changes = Changes(self.describes, self.runner)
        self.done: list[tuple[str, str | None]] = []
        self.trouble: list[str] = []
        self.settled: list[set[int]] = []
        self.changes.done.connect(lambda sentence, back: self.done.append((sentence, back)))
        self.changes.trouble.connect(self.trouble.append)
        self.changes.settled.connect(lambda ids: self.settled.append(set(ids)))


def test_changes_are_carried_out_in_order_and_views_follow_once(qtbot: QtBot) -> None:
    queue = Queue()
    for rating in range(5):
        queue.changes.change([PhotoId(rating)], Change(rating=rating))
    queue.changes.redo()
    queue.changes.finish()
    assert queue.describes.asked == [*(f"rate {rating}" for rating in range(5)), "redo"]
    assert queue.settled == [{0, 1, 2, 3, 4, 9}]
    assert queue.done[-1] == ("Done again.", "undo")
    assert not queue.changes.busy


def test_what_the_library_refuses_is_told_and_its_photos_are_looked_at_again(qtbot: QtBot) -> None:
    queue = Queue()
    queue.describes.broken = True
    queue.changes.change([PhotoId(7)], Change(rating=1))
    queue.changes.finish()
    assert queue.trouble == ["The library cannot be written: the disk is full."]
    assert queue.settled == [{7}]
    assert queue.done == []


def test_nothing_to_undo_is_said(qtbot: QtBot) -> None:
    queue = Queue()
    queue.changes.undo()
    queue.changes.finish()
    assert queue.done == [(NOTHING_TO_UNDO, None)]


def test_the_news_stand_in_the_bottom_line_and_offer_the_way_back(themes: ThemeKeeper, qtbot: QtBot) -> None:
    line, notice = StatusLine(), UndoNotice(themes)
    line.hold(notice)
    line.show_text("12 photos")
    qtbot.addWidget(line)
    line.show()
    line.resize(900, line.sizeHint().height())
    height = line.sizeHint().height()
    undone: list[int] = []
    notice.undo.connect(lambda: undone.append(1))
    notice.say("Added the tag “<b>\u202eharbour</b>” to 12 photos.", "undo")
    assert "<b>" in notice.text
    assert "\u202e" not in notice.text
    assert max(line.sizeHint().height(), line.minimumHeight()) == max(height, line.minimumHeight()), "nothing moves when it comes"
    for width in (900, 400):
        line.resize(width, line.height())
        QApplication.processEvents()
        assert line.rect().contains(notice.geometry())
    button = notice.findChild(QPushButton, "undoButton")
    assert isinstance(button, QPushButton)
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert undone == [1]
    redone: list[int] = []
    notice.redo.connect(lambda: redone.append(1))
    notice.say("Undone: rating of 3 photos.", "redo")
    assert (button.text(), button.toolTip()) == ("Redo", "Ctrl+Shift+Z")
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert (undone, redone) == ([1], [1])
    notice.say("There is nothing to undo.", None)
    assert not button.isVisible()
