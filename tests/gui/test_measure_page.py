"""Measuring closeness in the real window: to the end, stopped, without a gap, applied; the person's own lists; what goes wrong."""

import shutil
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QPlainTextEdit, QProgressBar, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from app.config.paths import LibraryPaths, shipped
from app.domain.errors import LibraryUnavailable
from app.domain.ids import ModelId
from app.embedding.sentence import SentenceModel
from app.evidence.closeness import LOOK_MATCH, SHIPPED
from app.evidence.measuring import explain, explain_looks
from app.evidence.questions import FEWEST_QUESTIONS
from app.gui.band_plot import BandPlot
from app.gui.jobs import Runner
from app.gui.labels import ElidedLabel
from app.gui.measure_card import WAITING
from app.gui.measure_page import MeasurePage
from app.gui.measure_tables import RowsTable
from app.gui.theme import DARK, LIGHT, ThemeKeeper
from app.gui.window import MainWindow
from app.library.catalogue import Catalogue
from app.library.passage_matrix import PassageMatrix
from app.services.measure import MeasureCloseness
from tests.gui.captioned import captions, fill
from tests.gui.conftest import OpenWindow
from tests.gui.driving import PATIENCE_MS, child, click, press, type_query, wait_indexed
from tests.gui.looking import near
from tests.gui.measurements import looks

OFF = shipped("resources") / "questions" / "off_topic.txt"
CONTROL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture(scope="session")
def captioned(tmp_path_factory: pytest.TempPathFactory, embedder: SentenceModel) -> Path:
    """A library of captions, made once; tests copy it."""
    library = tmp_path_factory.mktemp("captioned") / "library"
    fill(library, embedder, captions(90))
    return library


@pytest.fixture
def window(open_window: OpenWindow, captioned: Path, tmp_path: Path) -> MainWindow:
    """A window over the captions, showing the page."""
    opened = open_window(Path(shutil.copytree(captioned, tmp_path / "library")))
    open_page(opened)
    return opened


def open_page(window: MainWindow) -> MeasurePage:
    """Ctrl+M."""
    QTest.keyClick(window, Qt.Key.Key_M, CONTROL)
    assert window.runner.wait_idle()
    return page_of(window)


def page_of(window: MainWindow) -> MeasurePage:
    """The page, in sight."""
    page = child(window, MeasurePage, "measurePage")
    assert page.isVisible()
    return page


def wait_measured(window: MainWindow, qtbot: QtBot) -> None:
    """Until a run has ended and the page shows what came of it."""
    qtbot.waitUntil(lambda: not page_of(window).measuring.running, timeout=PATIENCE_MS)
    assert window.runner.wait_idle()


def measure(window: MainWindow, qtbot: QtBot) -> None:
    """Press Measure and wait."""
    click(window, "measureStart")
    wait_measured(window, qtbot)


def write_lists(window: MainWindow, on: list[str], off: list[str]) -> None:
    """The person's own questions."""
    click_radio(window, "measureOwn")
    for name, questions in (("measureOnList", on), ("measureOffList", off)):
        field = child(window, QPlainTextEdit, name)
        field.setFocus()
        QApplication.clipboard().setText("\n".join(questions))
        QTest.keyClick(field, Qt.Key.Key_V, CONTROL)


def click_radio(window: MainWindow, name: str) -> None:
    """Click on the words of a choice."""
    button = child(window, QAbstractButton, name)
    QTest.mouseClick(button, Qt.MouseButton.LeftButton, pos=button.rect().center())
    assert button.isChecked()


def said(window: QWidget, name: str) -> str:
    """What a label says; empty if it cannot be seen."""
    label = child(window, QLabel, name)
    assert label.textFormat() is Qt.TextFormat.PlainText
    return label.text() if label.isVisible() else ""


def rows(window: MainWindow, name: str) -> list[list[str]]:
    """The cells of a table; none if it cannot be seen."""
    table = child(window, RowsTable, name)
    model = table.model()
    if not table.isVisible():
        return []
    return [[str(model.index(row, column).data()) for column in range(model.columnCount())] for row in range(model.rowCount())]


def enabled(window: MainWindow, name: str) -> bool:
    """Whether a button can be pressed."""
    button = child(window, QPushButton, name)
    return button.isVisible() and button.isEnabled()


def off_topic(number: int) -> list[str]:
    """Questions about other things."""
    return OFF.read_text(encoding="utf-8").splitlines()[:number]


def test_a_library_is_measured_by_keyboard(window: MainWindow, qtbot: QtBot) -> None:
    assert "never measured" in page_of(window).again.text
    assert said(window, "measureSource") == "These numbers come with Candid."
    assert child(window, QWidget, "nothingMeasured").isVisible()
    assert window.focusWidget() is child(window, QPushButton, "measureStart")
    texts: list[str] = []
    bar = child(window, QProgressBar, "measureBar")
    page_of(window).measuring.progressed.connect(lambda _: texts.append(f"{said(window, 'measureProgress')} {bar.value()}/{bar.maximum()}"))
    press(window, Qt.Key.Key_Space)
    assert window.focusWidget() is child(window, QPushButton, "measureCancel")
    wait_measured(window, qtbot)
    assert len(texts) > 10
    assert texts[0].startswith("8 of ")
    assert texts[-1].split()[-1].split("/")[0] == texts[-1].split()[-1].split("/")[1]
    assert window.focusWidget() is child(window, QPushButton, "measureStart")
    assert said(window, "measureAbout").startswith("Measured on ")
    assert "90 photos" in said(window, "measureAbout")
    (stored,) = page_of(window)._measure.history()
    assert stored.measurement.thresholds is not None
    assert said(window, "measureExplained") == explain(stored.measurement.questions)
    assert child(window, BandPlot, "bandPlot").isVisible()
    assert len(rows(window, "measureHistory")) == 1
    assert page_of(window).again.text == ""
    assert enabled(window, "measureApply")


def test_applying_changes_the_thresholds_and_the_shipped_ones_come_back(window: MainWindow, qtbot: QtBot) -> None:
    service = page_of(window)._measure
    assert not enabled(window, "measureUseShipped")
    measure(window, qtbot)
    assert service.thresholds() == SHIPPED
    click(window, "measureApply")
    assert window.runner.wait_idle()
    measured = service.history()[0].measurement.thresholds
    assert measured is not None
    assert service.thresholds() == measured
    assert said(window, "inUse-sourced") == f"{measured.strong:.3f}"
    assert said(window, "measureSource").endswith("with 90 photos.")
    assert said(window, "measureState") == "These numbers are in use."
    assert not enabled(window, "measureApply")
    assert rows(window, "measureHistory")[0][-1] == "✓ applied"
    click(window, "measureUseShipped")
    assert window.runner.wait_idle()
    assert service.thresholds() == SHIPPED
    assert said(window, "measureSource") == "These numbers come with Candid."
    assert enabled(window, "measureApply")


def test_a_run_is_stopped_and_nothing_is_kept(window: MainWindow, qtbot: QtBot) -> None:
    page = page_of(window)
    cancel = child(window, QPushButton, "measureCancel")
    page.measuring.progressed.connect(lambda progress: cancel.click() if progress.done == 8 else None)
    measure(window, qtbot)
    assert rows(window, "measureHistory") == []
    assert page.trouble.text == ""
    assert enabled(window, "measureStart")
    assert not cancel.isVisible()
    assert child(window, QWidget, "nothingMeasured").isVisible()


def test_without_a_gap_the_old_numbers_stay_and_what_crosses_is_listed(window: MainWindow, qtbot: QtBot) -> None:
    write_lists(window, off_topic(25), captions(25))
    measure(window, qtbot)
    assert said(window, "measureExplained").startswith("There is no gap")
    assert said(window, "measureState") == "There is nothing to apply."
    assert not enabled(window, "measureApply")
    crossing = rows(window, "crossingTable")
    assert {side for _, side, _ in crossing} == {"about your photos", "about other things"}
    assert [captions(1)[0], "about other things", "1.000"] in crossing
    assert "lie on the wrong side" in "\n".join(label.text() for label in window.findChildren(QLabel) if label.isVisible())
    assert rows(window, "measureHistory")[0][4:6] == ["none", "none"]


def test_too_few_questions_say_how_many_are_needed(window: MainWindow, qtbot: QtBot) -> None:
    write_lists(window, captions(3), off_topic(30))
    assert said(window, "measureOnListCount") == f"3 questions; at least {FEWEST_QUESTIONS} are needed."
    assert said(window, "measureOffListCount") == "30 questions"
    measure(window, qtbot)
    assert said(window, "measureExplained").startswith("There are fewer than 20 questions about your photos")
    assert not enabled(window, "measureApply")


def test_an_empty_list_means_candid_s_own(window: MainWindow, qtbot: QtBot) -> None:
    write_lists(window, [], [])
    assert not enabled(window, "measureStart")
    write_lists(window, ["a dog"] * 3, [])
    assert said(window, "measureOnListCount").startswith("1 question;")
    assert said(window, "measureOffListCount").startswith("Empty: Candid asks its own.")
    measure(window, qtbot)
    (stored,) = page_of(window)._measure.history()
    asked = stored.measurement.questions
    assert [each.text for each in asked if each.on_topic] == ["a dog"]
    assert off_topic(5) == [each.text for each in asked if not each.on_topic][:5]


def test_history_shows_any_of_them_by_keys(window: MainWindow, qtbot: QtBot) -> None:
    measure(window, qtbot)
    write_lists(window, off_topic(25), captions(25))
    measure(window, qtbot)
    plot, history = child(window, BandPlot, "bandPlot"), child(window, RowsTable, "measureHistory")
    assert len(rows(window, "measureHistory")) == 2
    assert plot.texts[-1].startswith("no gap")
    history.setFocus()
    QTest.keyClick(history, Qt.Key.Key_Down)
    assert plot.texts[-1].startswith("gap")
    assert enabled(window, "measureApply")
    click(window, "measureApply")
    assert window.runner.wait_idle()
    assert [row[-1] for row in rows(window, "measureHistory")] == ["", "✓ applied"]
    assert history.currentIndex().row() == 1
    assert plot.texts[-1].startswith("gap")


def test_numbers_of_another_model_are_shown_and_cannot_be_applied(window: MainWindow, qtbot: QtBot) -> None:
    measure(window, qtbot)
    assert enabled(window, "measureApply")
    service = page_of(window)._measure
    foreign = replace(service.history()[0].measurement, model_id=ModelId("another"))
    service._catalogue.measurements.store(foreign)
    press(window, Qt.Key.Key_Escape)
    open_page(window)
    history = child(window, RowsTable, "measureHistory")
    history.setFocus()
    QTest.keyClick(history, Qt.Key.Key_Home, CONTROL)
    assert rows(window, "measureHistory")[0][3] == "another"
    assert not enabled(window, "measureApply")
    assert said(window, "measureState").startswith("Another language model measured these numbers")
    QTest.keyClick(history, Qt.Key.Key_Down)
    assert enabled(window, "measureApply")
    assert said(window, "measureState") == ""


def test_looks_stand_below_words_and_are_applied_with_them(window: MainWindow, qtbot: QtBot) -> None:
    measure(window, qtbot)
    assert not child(window, QWidget, "lookExplained").isVisible()
    service = page_of(window)._measure
    seen = looks()
    service._catalogue.measurements.store(replace(service.history()[0].measurement, thresholds=None, looks=seen))
    press(window, Qt.Key.Key_Escape)
    open_page(window)
    history = child(window, RowsTable, "measureHistory")
    history.setFocus()
    QTest.keyClick(history, Qt.Key.Key_Home, CONTROL)
    assert window.runner.wait_idle()
    plot = child(window, BandPlot, "lookPlot")
    assert plot.isVisible()
    assert plot.texts[:2] == ("open", "adjacent")
    assert said(window, "lookAbout") == "By look (guesses) · 2,000 photos looked at · 100 questions"
    assert said(window, "lookExplained") == explain_looks(seen)
    assert rows(window, "measureHistory")[0][4:7] == ["none", "none", f"{seen.threshold:.3f}"]
    assert enabled(window, "measureApply")
    assert said(window, "inUse-look") == f"{LOOK_MATCH:.3f}"
    click(window, "measureApply")
    assert window.runner.wait_idle()
    assert said(window, "measureState") == "These numbers are in use."
    assert service.thresholds() == SHIPPED


def test_own_lists_are_kept_while_the_window_is_open(window: MainWindow, qtbot: QtBot) -> None:
    write_lists(window, captions(4), off_topic(2))
    press(window, Qt.Key.Key_Escape)
    assert not child(window, MeasurePage, "measurePage").isVisible()
    assert window.pages.grid.isVisible()
    assert window.pages.grid.hasFocus()
    open_page(window)
    assert child(window, QPlainTextEdit, "measureOnList").toPlainText().splitlines() == captions(4)
    assert said(window, "measureOffListCount").startswith("2 questions")


def test_hostile_questions_are_shown_as_they_are(window: MainWindow, qtbot: QtBot) -> None:
    hostile = [
        "<img src='file:///etc/passwd'><h1>big</h1>",
        "a\tb \u202e reversed",
        "'; DROP TABLE photo; --",
        "&lt;b&gt;",
        "%s %d {0}",
        "x" * 50_000,
    ]
    write_lists(window, [*hostile, *off_topic(20)], captions(25))
    measure(window, qtbot)
    shown = [row[0] for row in rows(window, "crossingTable")]
    assert "<img src='file:///etc/passwd'><h1>big</h1>" in shown
    assert max(map(len, shown)) < 400
    plot = child(window, BandPlot, "bandPlot")
    plot.setFocus()
    for _ in range(30):
        press(window, Qt.Key.Key_Right)
        told = child(window, ElidedLabel, "measurePointed")
        told.grab()
        assert "<img" not in told.toolTip()


def test_the_page_follows_the_theme(window: MainWindow, qtbot: QtBot) -> None:
    measure(window, qtbot)
    plot, page = child(window, BandPlot, "bandPlot"), page_of(window)
    for mode, theme in (("dark", DARK), ("light", LIGHT)):
        window.top.theme_chosen.emit(mode)
        assert near(plot.grab().toImage().pixelColor(6, 6), theme.surface)
        assert near(page.grab().toImage().pixelColor(page.width() // 2, 4), theme.surface)


def test_every_part_has_a_name_and_tab_reaches_it(window: MainWindow, qtbot: QtBot) -> None:
    measure(window, qtbot)
    click_radio(window, "measureOwn")
    child(window, QAbstractButton, "measureBack").setFocus()
    seen: list[str] = []
    for _ in range(20):
        widget = window.focusWidget()
        assert widget is not None
        if not page_of(window).isAncestorOf(widget) or (seen and widget.objectName() == seen[0]):
            break
        seen.append(widget.objectName())
        assert widget.accessibleName() or (isinstance(widget, QAbstractButton) and widget.text()), f"{widget.objectName()} has no name"
        press(window, Qt.Key.Key_Tab)
    expected = ["measureBack", "measureOwn", "measureOnList", "measureOffList", "bandPlot", "measureApply", "measureHistory"]
    assert [each for each in seen if each in expected] == expected


def test_the_button_in_the_bar_opens_and_closes_it(window: MainWindow, qtbot: QtBot) -> None:
    click(window, "toggleMeasure")
    assert window.pages.grid.isVisible()
    button = child(window, QAbstractButton, "toggleMeasure")
    assert not button.isChecked()
    click(window, "toggleMeasure")
    assert page_of(window).isVisible()
    assert button.isChecked()
    click(window, "measureBack")
    assert not button.isChecked()


def test_searching_leaves_the_page(window: MainWindow, qtbot: QtBot) -> None:
    window.top.box.setFocus()
    QTest.keyClicks(window.top.box, "dog")
    qtbot.waitUntil(lambda: window.pages.model.listing.query == "dog", timeout=PATIENCE_MS)
    assert window.runner.wait_idle()
    assert not window.pages.measuring
    assert window.top.box.hasFocus()
    open_page(window)
    type_query(window, qtbot, "s")
    assert not window.pages.measuring


def test_measuring_goes_on_while_the_photos_are_looked_at(window: MainWindow, qtbot: QtBot) -> None:
    page = page_of(window)
    click(window, "measureStart")
    press(window, Qt.Key.Key_Escape)
    assert window.pages.grid.isVisible()
    qtbot.waitUntil(lambda: not page.measuring.running, timeout=PATIENCE_MS)
    open_page(window)
    assert len(rows(window, "measureHistory")) == 1


def test_it_says_that_indexing_goes_first_and_can_be_called_off_at_once(window: MainWindow, qtbot: QtBot, photos: Path) -> None:
    gate = threading.Event()
    window.runner.run(lambda: gate.wait(60), lambda _: None, lane=True)
    window.add_paths([str(photos)])
    try:
        click(window, "measureStart")
        assert said(window, "measureProgress") == WAITING
        click(window, "measureCancel")
        assert enabled(window, "measureStart")
        click(window, "measureStart")
        assert not enabled(window, "measureStart")
    finally:
        gate.set()
    wait_indexed(window, qtbot)
    wait_measured(window, qtbot)
    assert len(rows(window, "measureHistory")) == 1


def test_a_library_without_captions_says_so(open_window: OpenWindow, embedder: SentenceModel, tmp_path: Path, qtbot: QtBot) -> None:
    fill(tmp_path / "bare", embedder, ["", ""])
    window = open_window(tmp_path / "bare")
    open_page(window)
    measure(window, qtbot)
    assert "no photo has a caption or a title" in page_of(window).trouble.text
    assert rows(window, "measureHistory") == []
    assert enabled(window, "measureStart")


def change_library(folder: Path, statement: str) -> None:
    """Spoil what is on the disk."""
    with closing(sqlite3.connect(folder / "catalogue.sqlite3")) as connection, connection:
        connection.execute(statement)


def test_a_damaged_measurement_is_as_one_that_was_never_made(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    measure(window, qtbot)
    change_library(tmp_path / "library", "UPDATE measurement SET questions = '[[1]]'")
    press(window, Qt.Key.Key_Escape)
    page = open_page(window)
    assert page.trouble.text == ""
    assert child(window, QWidget, "nothingMeasured").isVisible()
    assert not child(window, BandPlot, "bandPlot").isVisible()
    assert rows(window, "measureHistory") == []


def test_a_library_that_cannot_be_read_is_told_on_the_page(window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    measure(window, qtbot)

    def unreadable(_: MeasureCloseness, *__: object) -> None:
        raise LibraryUnavailable("The disk failed: check the disk and try again.")

    for name in ("history", "apply"):
        monkeypatch.setattr(MeasureCloseness, name, unreadable)
    click(window, "measureApply")
    assert window.runner.wait_idle()
    assert page_of(window).trouble.text == "The disk failed: check the disk and try again."
    press(window, Qt.Key.Key_Escape)
    assert open_page(window).trouble.text == "The disk failed: check the disk and try again."
    assert not window.message.text
    click(window, "measureBack")
    assert window.pages.grid.isVisible()


def test_nothing_is_measured_on_the_first_page(empty_window: MainWindow) -> None:
    QTest.keyClick(empty_window, Qt.Key.Key_M, CONTROL)
    assert empty_window.pages.welcome.isVisible()
    assert not child(empty_window, QAbstractButton, "toggleMeasure").isVisible()


@pytest.fixture
def offered(open_window: OpenWindow, embedder: SentenceModel, tmp_path: Path) -> Callable[[int], MainWindow]:
    """Opens a window over a library of so few captions that a folder of photos changes much of it."""

    def open_over(number: int) -> MainWindow:
        fill(tmp_path / "few", embedder, captions(number))
        return open_window(tmp_path / "few")

    return open_over


def test_it_is_offered_after_indexing_when_much_has_changed(offered: Callable[[int], MainWindow], qtbot: QtBot, photos: Path) -> None:
    window = offered(24)
    open_page(window)
    measure(window, qtbot)
    press(window, Qt.Key.Key_Escape)
    strip = child(window, QWidget, "measureOffer")
    window.add_paths([str(photos)])
    wait_indexed(window, qtbot)
    assert strip.isVisible()
    assert "% of the library’s words have changed" in said(window, "measureOfferText")
    click(window, "measureOfferOpen")
    assert window.runner.wait_idle()
    assert page_of(window).again.text == said(window, "measureOfferText") or not strip.isVisible()
    assert "have changed" in page_of(window).again.text
    measure(window, qtbot)
    assert page_of(window).again.text == ""


def test_an_offer_that_was_declined_is_not_made_again(offered: Callable[[int], MainWindow], qtbot: QtBot, photos: Path) -> None:
    window = offered(24)
    open_page(window)
    measure(window, qtbot)
    strip = child(window, QWidget, "measureOffer")
    window.add_paths([str(photos)])
    wait_indexed(window, qtbot)
    click(window, "measureOfferClose")
    assert not strip.isVisible()
    window.folders.rescan_all()
    wait_indexed(window, qtbot)
    assert not strip.isVisible()


def test_what_was_never_measured_is_not_offered(offered: Callable[[int], MainWindow], qtbot: QtBot, photos: Path) -> None:
    window = offered(24)
    window.add_paths([str(photos)])
    wait_indexed(window, qtbot)
    assert not child(window, QWidget, "measureOffer").isVisible()


@pytest.fixture
def broken_page(qtbot: QtBot, qapp: QApplication, captioned: Path, tmp_path: Path) -> Iterator[tuple[MeasurePage, Runner]]:
    """The page over a library whose language model has been damaged on the disk."""
    library = Path(shutil.copytree(captioned, tmp_path / "library"))
    models = Path(shutil.copytree(shipped("models"), tmp_path / "models"))
    for file in (models / "sentence").glob("*.onnx"):
        file.write_bytes(b"not a model")
    with Catalogue(LibraryPaths(library).catalogue) as catalogue:
        model = SentenceModel(models)
        matrix = PassageMatrix(catalogue, model.model_id, model.dimension)
        service = MeasureCloseness(catalogue, matrix, model, lambda: off_topic(30), lambda: datetime.now().astimezone())
        runner = Runner()
        page = MeasurePage(service, runner, ThemeKeeper(qapp, "light"), lambda: False)
        qtbot.addWidget(page)
        page.show()
        page.open()
        assert runner.wait_idle()
        yield page, runner
        runner.cancel_all()
        assert runner.wait_idle()


def test_a_model_that_cannot_be_read_is_told_in_one_sentence(broken_page: tuple[MeasurePage, Runner], qtbot: QtBot) -> None:
    page, runner = broken_page
    click(page, "measureStart")
    assert runner.wait_idle()
    notice = child(page, QWidget, "measureTrouble")
    assert notice.isVisible()
    assert "model" in page.trouble.text
    assert page.trouble.text.count(".") >= 1
    assert child(page, QPushButton, "measureStart").isVisible()
    assert page.history.model().rowCount(QModelIndex()) == 0


@pytest.mark.parametrize("width", [420, 700, 1000, 1900])
def test_the_page_fits_any_width(window: MainWindow, qtbot: QtBot, width: int) -> None:
    measure(window, qtbot)
    page = page_of(window)
    window.resize(width + window.width() - page.width(), 800)
    QApplication.processEvents()
    for name in ("measureStart", "measureApply"):
        button = child(window, QPushButton, name)
        assert button.width() >= button.sizeHint().width()
    plot = child(window, BandPlot, "bandPlot")
    assert plot.width() >= plot.minimumWidth()
    start, about = child(window, QPushButton, "measureStart"), child(window, QLabel, "measureAbout")
    below = start.mapTo(page, start.rect().topLeft()).y() > plot.mapTo(page, plot.rect().bottomLeft()).y()
    assert below is (page.width() < 860)
    assert about.isVisible()
