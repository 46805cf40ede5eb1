"""Looking at photos in the real window: after they were read, told at the bottom, found at once, chosen in a dialog, ended by closing."""

import shutil
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QCheckBox, QLabel, QToolButton
from pytestqt.qtbot import QtBot

from app.config.paths import LibraryPaths, shipped
from app.config.seeing_settings import SeeingSettings, SeeingSettingsFile
from app.domain.ids import PhotoId
from app.domain.look import Guess, Look
from app.domain.match import Evidence
from app.embedding.manifest import read_manifest
from app.embedding.sentence import SentenceModel
from app.gui.guesses import NOTHING, NOTHING_ELSE
from app.gui.seeing_dialog import SeeingDialog
from app.gui.window import MainWindow
from app.library.catalogue import Catalogue
from app.library.looks import Looks
from tests.gui.conftest import OpenWindow
from tests.gui.driving import (
    PATIENCE_MS,
    child,
    click,
    click_card,
    drop_paths,
    evidence,
    names,
    reasons,
    type_query,
    wait_cards,
    wait_indexed,
)


def wait_looked(window: MainWindow, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: window.seeing.progress is not None and not window.seeing.running, timeout=PATIENCE_MS)
    assert window.runner.wait_idle()


def test_photos_are_looked_at_once_they_were_read(empty_window: MainWindow, qtbot: QtBot, photos: Path) -> None:
    empty_window.looking.begin()
    drop_paths(empty_window, photos)
    wait_indexed(empty_window, qtbot)
    wait_looked(empty_window, qtbot)
    click_card(empty_window.pages.grid, 0)
    qtbot.waitUntil(partial(_follows, empty_window), timeout=PATIENCE_MS)
    assert empty_window.runner.wait_idle()
    assert child(empty_window, QLabel, "guessesLine").text() in (NOTHING, NOTHING_ELSE)


def test_nothing_is_looked_at_before_it_may_begin(window: MainWindow) -> None:
    assert not window.seeing.running


def test_a_result_stays_and_offers_to_be_asked_for_anew_when_looks_change_it(
    window: MainWindow, qtbot: QtBot, embedder: SentenceModel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.gui.browsing.LOOKS_MS", 10)
    type_query(window, qtbot, "harbour")
    before = names(window.pages.grid)
    with closing(Catalogue(LibraryPaths(tmp_path / "library").catalogue)) as catalogue:
        found = next(
            each for each in catalogue.photos(map(PhotoId, catalogue.browse().tolist())).values() if each.id not in window.pages.model.ids
        )
        look = Look(embedder.embed(["harbour"])[0], (Guess("harbour", 0.9),))
        Looks(catalogue).store(read_manifest(shipped("models")).content.id, [(found.id, found.content_hash, look)])
    window.seeing.stored.emit((found.id,))
    again = child(window, QToolButton, "searchAgain")
    qtbot.waitUntil(again.isVisible, timeout=PATIENCE_MS)
    assert names(window.pages.grid) == before
    click(window, "searchAgain")
    qtbot.waitUntil(lambda: len(names(window.pages.grid)) > len(before), timeout=PATIENCE_MS)
    assert window.runner.wait_idle()
    row = window.pages.model.position_of(found.id)
    assert row is not None
    wait_cards(window, window.pages.grid, [row])
    assert reasons(window.pages.grid, row) == ["looks like: harbour (a guess)"]
    assert evidence(window.pages.grid)[row] is Evidence.CONTENT


def test_what_is_chosen_in_the_dialog_is_kept(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    window.top.box.setFocus()
    QTest.keyClick(window.top.box, Qt.Key.Key_E, Qt.KeyboardModifier.ControlModifier)
    dialog = child(window, SeeingDialog, "seeingDialog")
    state = child(dialog, QLabel, "seeingState")
    qtbot.waitUntil(lambda: "photos looked at" in state.text(), timeout=PATIENCE_MS)
    QTest.mouseClick(child(dialog, QCheckBox, "seeFaces"), Qt.MouseButton.LeftButton)
    assert window.runner.wait_idle()
    kept = SeeingSettingsFile(LibraryPaths(tmp_path / "library").seeing).read()
    assert kept == SeeingSettings(content=True, faces=False)
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    click(window, "seeingButton")
    other = [each for each in window.findChildren(SeeingDialog) if each.isVisible()]
    assert len(other) == 1
    assert window.runner.wait_idle()
    assert not other[0].faces.isChecked()
    other[0].close()


def test_closing_ends_it_at_once_and_the_next_start_goes_on(
    open_window: OpenWindow, indexed: LibraryPaths, tmp_path: Path, qtbot: QtBot
) -> None:
    library = Path(shutil.copytree(indexed.root, tmp_path / "library"))
    first = open_window(library)
    first.looking.begin()
    qtbot.waitUntil(lambda: first.seeing.progress is not None, timeout=PATIENCE_MS)
    assert first.shut_down()
    assert not first.seeing.running
    second = open_window(library)
    second.looking.begin()
    wait_looked(second, qtbot)
    standing = second.looking._use_cases.choose_seeing.standing()
    assert standing.all_looked
    assert standing.looked == standing.all > 0


def test_a_guess_is_refused_and_brought_back_by_undoing(window: MainWindow, qtbot: QtBot) -> None:
    window.looking.begin()
    wait_looked(window, qtbot)
    row = _photo_with_a_guess(window, qtbot)
    assert row is not None, "no photo of the sample shows anything to the machine"
    guesses = window.details.guesses
    name = guesses.rows[0].offer.name
    QTest.mouseClick(guesses.rows[0].refuse, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not window.describing.changes.busy and guesses.bring_back.isVisible(), timeout=PATIENCE_MS)
    assert name not in [each.offer.name for each in guesses.rows]
    QTest.keyClick(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: name in [each.offer.name for each in guesses.rows], timeout=PATIENCE_MS)
    tag = guesses.rows[0].offer.tag
    QTest.mouseClick(guesses.rows[0].take, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: tag in [each.name.text for each in window.details.words.tags.chips.chips], timeout=PATIENCE_MS)
    assert tag not in [each.offer.tag for each in guesses.rows]


def _photo_with_a_guess(window: MainWindow, qtbot: QtBot) -> int | None:
    for row in range(len(window.pages.model)):
        click_card(window.pages.grid, row)
        qtbot.waitUntil(partial(_follows, window), timeout=PATIENCE_MS)
        assert window.runner.wait_idle()
        if window.details.guesses.rows:
            return row
    return None


def _follows(window: MainWindow) -> bool:
    return window.details.card == window.pages.current_card()
