"""Guesses in the panel of details: they are called guesses, become tags or go away, by mouse and by keys, and come back."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QToolButton
from pytestqt.qtbot import QtBot

from app.domain.look import FaceBox, FaceRegion, Guess
from app.domain.own_words import Change
from app.domain.photo import Fact, PhotoFacts, Tag
from app.gui.detail_panel import DetailPanel
from app.gui.guesses import NOT_YET, NOTHING, NOTHING_ELSE, GuessList
from app.gui.jobs import Runner
from app.gui.theme import ThemeKeeper
from app.services.seen import Seen
from tests.gui.driving import child, click
from tests.gui.looking import DrawnLook, card, photo

CANOE, SHORE = Guess("canoe", 0.7), Guess("lake shore", 0.5)
PIER, OTTER = Guess("pier", 0.2), Guess("otter", 0.03)
FACE = FaceBox(0.1, 0.1, 0.2, 0.3, 0.9)
SEEN = Seen((CANOE, SHORE), "a portrait of a person", (FACE,))


class Bench:
    """A panel over pictures whose looks the test knows, and what was asked for in it."""

    def __init__(self, qapp: QApplication, qtbot: QtBot) -> None:
        self.runner, self.look = Runner(), DrawnLook()
        self.panel = DetailPanel(self.look, self.runner, ThemeKeeper(qapp, "light"))
        qtbot.addWidget(self.panel)
        self.panel.resize(300, 1400)
        self.panel.show()
        qtbot.waitExposed(self.panel)
        self.panel.activateWindow()
        self.wanted: list[tuple[object, Change]] = []
        self.panel.words.wanted.connect(lambda ids, change: self.wanted.append((ids, change)))

    def show(self, seen: Seen | None, **facts: Fact[tuple[Tag, ...]]) -> None:
        if seen is not None:
            self.look.looks[photo(1).id] = seen
        self.panel.show_card(card(1, of=photo(1, facts=PhotoFacts(**facts))))  # type: ignore[arg-type]
        assert self.runner.wait_idle()

    @property
    def guesses(self) -> GuessList:
        return self.panel.guesses

    def told(self) -> list[str]:
        return [row.accessibleName() for row in self.guesses.rows]

    def line(self) -> str:
        label = child(self.guesses, QLabel, "guessesLine")
        return label.text() if label.isVisible() else ""


@pytest.fixture
def bench(qapp: QApplication, qtbot: QtBot) -> Iterator[Bench]:
    made = Bench(qapp, qtbot)
    yield made
    assert made.runner.wait_idle()


def test_guesses_are_called_so_and_told_without_a_number(bench: Bench) -> None:
    bench.show(SEEN)
    assert bench.told() == ["a portrait of a person, likely, a guess", "canoe, likely, a guess", "lake shore, likely, a guess"]
    labels = [each.text() for each in bench.guesses.findChildren(QLabel) if each.isVisible()]
    assert "Looks like (guesses)" in labels
    assert not any(character.isdigit() or character == "%" for text in labels for character in text)


@pytest.mark.parametrize(
    ("seen", "line"),
    [(None, NOT_YET), (Seen(), NOTHING), (Seen(refused=("canoe",)), NOTHING_ELSE), (Seen(trouble="No."), "No.")],
)
def test_a_line_says_why_there_are_no_guesses(bench: Bench, seen: Seen | None, line: str) -> None:
    bench.show(seen)
    assert bench.told() == []
    assert bench.line() == line


def test_what_is_not_sure_is_called_so_and_can_be_taken_or_refused(bench: Bench) -> None:
    bench.show(Seen((PIER, OTTER)))
    assert bench.told() == ["pier, perhaps, a guess", "otter, perhaps, a guess"]
    assert bench.line() == ""
    QTest.mouseClick(bench.guesses.rows[0].refuse, Qt.MouseButton.LeftButton)
    QTest.mouseClick(bench.guesses.rows[0].take, Qt.MouseButton.LeftButton)
    assert [change for _, change in bench.wanted] == [Change(refuse=("pier",)), Change(add_tags=("otter",))]


def test_a_guess_is_taken_as_a_tag_by_a_click(bench: Bench) -> None:
    bench.show(SEEN)
    QTest.mouseClick(bench.guesses.rows[1].take, Qt.MouseButton.LeftButton)
    assert bench.wanted == [((1,), Change(add_tags=("canoe",)))]
    assert [row.offer.name for row in bench.guesses.rows] == ["a portrait of a person", "lake shore"], "gone at once"
    QTest.mouseClick(bench.guesses.rows[0].take, Qt.MouseButton.LeftButton)
    assert bench.wanted[-1] == ((1,), Change(add_tags=("portrait",)))


def test_what_is_a_tag_already_is_no_guess(bench: Bench) -> None:
    bench.show(SEEN, tags=Fact((Tag("Canoe"), Tag("portrait", ("Kinds",))), "XMP"))
    assert [row.offer.name for row in bench.guesses.rows] == ["lake shore"]
    QTest.mouseClick(bench.guesses.rows[0].refuse, Qt.MouseButton.LeftButton)
    assert bench.line() == NOTHING_ELSE


def test_guesses_are_refused_by_keys_alone(bench: Bench) -> None:
    bench.show(SEEN)
    bench.guesses.rows[0].take.setFocus()
    QTest.keyClick(bench.guesses.rows[0].take, Qt.Key.Key_Tab)
    for name in ("a portrait of a person", "canoe", "lake shore"):
        assert bench.guesses.rows[0].refuse.hasFocus()
        QTest.keyClick(bench.guesses.rows[0].refuse, Qt.Key.Key_Space)
        assert bench.wanted[-1] == ((1,), Change(refuse=(name,)))
    assert bench.told() == []


def test_the_keyboard_goes_back_to_the_photos_after_the_last_guess(bench: Bench, qtbot: QtBot) -> None:
    bench.show(Seen((CANOE,)))
    bench.guesses.rows[0].refuse.setFocus()
    with qtbot.waitSignal(bench.panel.words.left):
        QTest.keyClick(bench.guesses.rows[0].refuse, Qt.Key.Key_Space)


def test_what_the_library_says_afterwards_counts(bench: Bench) -> None:
    bench.show(SEEN)
    QTest.mouseClick(bench.guesses.rows[1].refuse, Qt.MouseButton.LeftButton)
    bench.panel.look_again({photo(1).id})  # nothing has changed: the library did not want to
    assert bench.runner.wait_idle()
    assert len(bench.told()) == 3
    bench.look.looks[photo(1).id] = replace(SEEN, guesses=(SHORE,), refused=("canoe",))
    bench.panel.look_again({photo(2).id})
    assert bench.runner.wait_idle()
    assert len(bench.told()) == 3, "another photo"
    bench.panel.look_again({photo(1).id})
    assert bench.runner.wait_idle()
    assert [row.offer.name for row in bench.guesses.rows] == ["a portrait of a person", "lake shore"]
    click(bench.guesses, "bringBackGuesses")
    assert bench.wanted[-1] == ((1,), Change(unrefuse=("canoe",)))


def test_faces_lead_to_photos_with_as_many(bench: Bench, qtbot: QtBot) -> None:
    bench.show(SEEN)
    chip = child(bench.guesses, QToolButton, "facesOfPhoto")
    assert chip.text() == "1 face (a guess)"
    with qtbot.waitSignal(bench.panel.faces_asked) as asked:
        click(bench.guesses, "facesOfPhoto")
    assert asked.args == [1]
    marked = (FaceRegion("Ada", 0.1, 0.1, 0.2, 0.2), FaceRegion(None, 0.5, 0.1, 0.2, 0.2))
    bench.panel.show_card(card(1, of=replace(photo(1), regions=marked)))
    assert chip.text() == "2 faces, marked by another program"


def test_a_library_that_cannot_be_changed_takes_no_guesses(bench: Bench) -> None:
    bench.show(replace(SEEN, refused=("otter",)))
    bench.guesses.set_refusal("Read-only.")
    assert not any(button.isEnabled() for row in bench.guesses.rows for button in (row.take, row.refuse))
    assert not bench.guesses.bring_back.isEnabled()


def test_hostile_names_are_plain_and_cannot_turn_the_line(bench: Bench) -> None:
    bench.show(Seen((Guess("<b>bold</b>\u202e evil\n" * 30, 0.9),)))
    assert all(label.textFormat() is Qt.TextFormat.PlainText for label in bench.guesses.findChildren(QLabel))
    assert "\u202e" not in bench.told()[0]
    assert bench.guesses.width() <= bench.panel.viewport().width()
