"""Guesses in results, in the real window: left out and brought back by a box above them, counted, and remembered."""

from contextlib import closing
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QCheckBox, QLabel, QToolButton
from pytestqt.qtbot import QtBot

from app.config.paths import LibraryPaths, shipped
from app.domain.ids import PhotoId
from app.domain.look import Guess, Look
from app.domain.match import Evidence
from app.embedding.manifest import read_manifest
from app.embedding.sentence import SentenceModel
from app.gui.listing_bar import ListingBar
from app.gui.remembered import recall
from app.gui.theme import ThemeKeeper
from app.gui.window import MainWindow
from app.library.catalogue import Catalogue
from app.library.looks import Looks
from app.services.listing import Listing
from tests.gui.conftest import OpenWindow
from tests.gui.driving import PATIENCE_MS, bars, child, evidence, names, type_query, wait_cards


@pytest.fixture
def seen(window: MainWindow, embedder: SentenceModel, tmp_path: Path) -> MainWindow:
    """The window, with one photo that looks like a harbour and says nothing of it."""
    found = window.browsing._search.search("harbour", window.browsing._today())
    with closing(Catalogue(LibraryPaths(tmp_path / "library").catalogue)) as catalogue:
        photos = catalogue.photos(map(PhotoId, catalogue.browse().tolist())).values()
        photo = next(each for each in photos if each.id not in found.ids)
        look = Look(embedder.embed(["harbour"])[0], (Guess("harbour", 0.9),))
        Looks(catalogue).store(read_manifest(shipped("models")).content.id, [(photo.id, photo.content_hash, look)])
    return window


def turn(window: MainWindow, qtbot: QtBot) -> None:
    """Press Space on the box."""
    box, before = child(window, QCheckBox, "showGuesses"), window.pages.model.listing
    box.setFocus()
    QTest.keyClick(box, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: window.pages.model.listing is not before, timeout=PATIENCE_MS)
    assert window.runner.wait_idle()


def test_guesses_are_hidden_and_shown_again_and_bars_stay(seen: MainWindow, qtbot: QtBot) -> None:
    grid = seen.pages.grid
    type_query(seen, qtbot, "harbour")
    wait_cards(seen, grid, range(len(seen.pages.model)))
    kinds, whole, called = evidence(grid), bars(grid), names(grid)
    assert kinds.count(Evidence.CONTENT) == 1
    turn(seen, qtbot)
    wait_cards(seen, grid, range(len(seen.pages.model)))
    assert evidence(grid) == [each for each in kinds if each is not Evidence.CONTENT]
    assert bars(grid) == [bar for bar, kind in zip(whole, kinds, strict=True) if kind is not Evidence.CONTENT]
    assert child(seen, QLabel, "status").text().endswith("1 guess hidden")
    box = child(seen, QCheckBox, "showGuesses")
    assert box.isVisible()
    assert box.hasFocus()
    assert box.accessibleName().startswith("Show guesses")
    turn(seen, qtbot)
    wait_cards(seen, grid, range(len(seen.pages.model)))
    assert names(grid) == called
    assert "hidden" not in child(seen, QLabel, "status").text()


def test_it_is_remembered(seen: MainWindow, qtbot: QtBot, open_window: OpenWindow, tmp_path: Path) -> None:
    type_query(seen, qtbot, "harbour")
    turn(seen, qtbot)
    seen.close()
    assert not recall(tmp_path / "window.ini").guesses
    again = open_window(tmp_path / "library")
    type_query(again, qtbot, "harbour")
    assert not child(again, QCheckBox, "showGuesses").isChecked()
    assert again.pages.model.listing.hidden == 1
    turn(again, qtbot)
    assert again.pages.model.listing.hidden == 0


def test_where_nothing_but_guesses_was_found_the_box_is_at_hand(seen: MainWindow, qtbot: QtBot) -> None:
    type_query(seen, qtbot, "harbour")
    grid = seen.pages.grid
    wait_cards(seen, grid, range(len(seen.pages.model)))
    name = Path(names(grid)[evidence(grid).index(Evidence.CONTENT)]).stem
    turn(seen, qtbot)
    seen.top.box.clear()
    type_query(seen, qtbot, f'harbour name:"{name}"')
    assert (len(seen.pages.model), seen.pages.model.listing.hidden) == (0, 1)
    assert grid.isVisible()
    assert not child(seen, QToolButton, "askAboutThese").isVisible(), "there is nothing to ask about"
    assert grid._empty_text == "Nothing but 1 guess was found, and guesses are hidden. Turn on “Guesses” above to see them."
    turn(seen, qtbot)
    assert names(grid) == [seen_name for seen_name in names(grid) if Path(seen_name).stem == name]
    assert len(names(grid)) == 1


def test_the_box_is_away_where_there_is_no_guess(window: MainWindow, qtbot: QtBot) -> None:
    type_query(window, qtbot, "harbour")
    assert window.pages.bar.isVisible()
    assert not window.pages.bar.guesses.isVisible()


def test_a_narrow_bar_keeps_the_box_and_drops_its_word(qapp: QApplication, qtbot: QtBot) -> None:
    bar = ListingBar(ThemeKeeper(qapp, "light"))
    qtbot.addWidget(bar)
    bar.show_listing(Listing("dog", hidden=2))
    bar.resize(900, 40)
    bar.show()
    assert bar.guesses.text() == "Guesses"
    bar.resize(300, 40)
    assert bar.width() == 300
    assert bar.guesses.text() == ""
    assert bar.guesses.isVisible()
