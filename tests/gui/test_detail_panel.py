"""The panel tells every fact with its source, as plain text that can be copied."""

from collections.abc import Iterator
from dataclasses import fields, replace

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QTextEdit
from pytestqt.qtbot import QtBot
from shiboken6 import delete

from app.domain.ids import LocalTime
from app.domain.match import Evidence, Reason
from app.domain.photo import Fact, PhotoFacts, Position, Tag
from app.gui.detail_panel import NO_FACTS, NOTHING, DetailPanel, Thumbnail
from app.gui.fact_rows import fact_rows, file_rows
from app.gui.fact_widget import FactWidget
from app.gui.jobs import Runner
from app.gui.labels import IconButton
from app.gui.match_bar import MatchBar
from app.gui.reason_text import ReasonLabel
from app.gui.theme import ThemeKeeper
from tests.gui.driving import PATIENCE_MS
from tests.gui.looking import DrawnLook, card, color_of, near, photo, pixel

EVERYTHING = PhotoFacts(
    taken=Fact(LocalTime("2014-06-14T10:20:30"), "EXIF DateTimeOriginal"),
    offset=Fact("+02:00", "EXIF OffsetTimeOriginal"),
    make=Fact("Canon", "EXIF Make"),
    model=Fact("Canon EOS 20D", "EXIF Model"),
    lens=Fact("EF 50mm f/1.8", "EXIF LensModel"),
    iso=Fact(200, "EXIF ISOSpeedRatings"),
    aperture=Fact(2.8, "EXIF FNumber"),
    shutter=Fact(0.004, "EXIF ExposureTime"),
    focal_length=Fact(50.0, "EXIF FocalLength"),
    gps=Fact(Position(-33.5, 151.25, 12.0), "EXIF GPS"),
    place=Fact("Sydney, Australia", "IPTC City"),
    title=Fact("Boats", "XMP dc:title"),
    caption=Fact("Two <b>boats</b> & a gull\nat dawn", "IPTC Caption"),
    tags=Fact((Tag("harbour"), Tag("Italy", ("Places",))), "XMP dc:subject"),
    people=Fact(("Ann", "Bo"), "XMP PersonInImage"),
    rating=Fact(4, "XMP Rating"),
    orientation=Fact(6, "EXIF Orientation"),
    serial=Fact("0520123456", "EXIF BodySerialNumber"),
)

CHANGED_HERE = {"title", "caption", "tags", "people", "rating", "favourite"}
"""What the person can change, which has editors in place of rows."""


class Bench:
    """A panel with a runner of its own."""

    def __init__(self, qapp: QApplication, qtbot: QtBot) -> None:
        self.runner = Runner()
        self.panel = DetailPanel(DrawnLook(), self.runner, ThemeKeeper(qapp, "light"))
        qtbot.addWidget(self.panel)
        self.panel.resize(300, 900)
        self.panel.show()

    def facts(self) -> dict[str, FactWidget]:
        return {each.row.name: each for each in self.panel.findChildren(FactWidget) if each.isVisible()}

    def labels(self) -> list[str]:
        return [each.text() for each in self.panel.findChildren(QLabel) if each.isVisible()]


@pytest.fixture
def bench(qapp: QApplication, qtbot: QtBot) -> Iterator[Bench]:
    made = Bench(qapp, qtbot)
    yield made
    assert made.runner.wait_idle()


def test_every_fact_has_a_row_with_its_source(bench: Bench) -> None:
    bench.panel.show_card(card(1, of=photo(1, facts=EVERYTHING)))
    shown = {name: (each.row.value, each.row.source) for name, each in bench.facts().items()}
    assert shown["Taken"] == ("Sat 14 June 2014, 10:20:30 +02:00", "EXIF DateTimeOriginal, OffsetTimeOriginal")
    assert shown["Camera"] == ("Canon EOS 20D", "EXIF Make, Model")
    assert shown["Serial number"] == ("0520123456", "EXIF BodySerialNumber")
    assert shown["Exposure time"] == ("1/250 s", "EXIF ExposureTime")
    assert shown["Position"] == ("33.50000° S, 151.25000° E, 12 m above sea level", "EXIF GPS")
    assert shown["File size"][0] == "4.2 MB"
    assert shown["Dimensions"][0] == "1200 × 800, 1.0 megapixels"
    assert shown["Folder"][0] == "/photos"


def test_no_fact_is_forgotten() -> None:
    sources = " ".join(row.source for row in fact_rows(photo(1, facts=EVERYTHING)))
    for each in fields(EVERYTHING):
        if each.name in CHANGED_HERE:
            continue
        assert getattr(EVERYTHING, each.name).source.split(" ", 1)[1] in sources, each.name


def test_nothing_is_said_of_what_is_not_known(bench: Bench) -> None:
    bench.panel.show_card(card(1, of=photo(1, facts=PhotoFacts())))
    assert set(bench.facts()) == {row.name for row in file_rows(photo(1))}
    assert NO_FACTS in bench.labels()


def test_values_and_sources_are_what_is_seen(bench: Bench) -> None:
    bench.panel.show_card(card(1, of=photo(1, facts=replace(EVERYTHING, lens=Fact("A <b>lens</b> &\nmore", "EXIF LensModel")))))
    lens = bench.facts()["Lens"]
    text = lens.findChild(QTextEdit)
    assert isinstance(text, QTextEdit)
    assert text.toPlainText() == "A <b>lens</b> &\nmore"
    assert text.isReadOnly()
    source = lens.findChild(QLabel, "factSource")
    assert isinstance(source, QLabel)
    assert source.text() == "EXIF LensModel"
    assert all(label.textFormat() is Qt.TextFormat.PlainText for label in bench.panel.findChildren(QLabel))


def test_long_values_wrap_and_are_seen_in_full(bench: Bench, qtbot: QtBot) -> None:
    long = photo(1, path="/" + "averylongfoldername" * 12 + "/x.jpg")
    bench.panel.show_card(card(1, of=long))
    text = bench.facts()["Folder"].findChild(QTextEdit)
    assert isinstance(text, QTextEdit)
    line = text.fontMetrics().lineSpacing()
    qtbot.waitUntil(lambda: text.height() > 4 * line, timeout=PATIENCE_MS)
    assert text.height() >= text.document().size().height()
    page = bench.panel.widget()
    assert page is not None
    assert page.width() <= bench.panel.viewport().width()


def test_any_value_can_be_copied(bench: Bench) -> None:
    bench.panel.show_card(card(1, of=photo(1, facts=EVERYTHING)))
    button = bench.facts()["Position"].findChild(IconButton)
    assert isinstance(button, IconButton)
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert QGuiApplication.clipboard().text() == "33.50000° S, 151.25000° E, 12 m above sea level"


def test_a_value_is_selected_and_copied_by_keys(bench: Bench) -> None:
    bench.panel.show_card(card(1, of=photo(1, facts=EVERYTHING)))
    text = bench.facts()["Place"].findChild(QTextEdit)
    assert isinstance(text, QTextEdit)
    QTest.mouseClick(text.viewport(), Qt.MouseButton.LeftButton)
    QTest.keyClick(text, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(text, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == "Sydney, Australia"


def test_rows_are_used_again_and_keep_nothing_of_the_photo_before(bench: Bench) -> None:
    bench.panel.show_card(card(1, 50, Evidence.WORDS, Reason("tag", "boat"), of=photo(1, facts=EVERYTHING, notes=("A note.",))))
    first = set(bench.facts().values())
    bench.panel.show_card(card(2, of=photo(2, facts=PhotoFacts(iso=Fact(800, "EXIF ISO"), lens=Fact("A lens", "EXIF LensModel")))))
    assert set(bench.facts().values()) < first
    shown = {name: (each.row.value, each.row.source) for name, each in bench.facts().items()}
    assert [name for name in shown if name not in {row.name for row in file_rows(photo(2))}] == ["Lens", "Sensitivity"]
    assert shown["Lens"] == ("A lens", "EXIF LensModel")
    texts = [text.toPlainText() for each in bench.facts().values() for text in each.findChildren(QTextEdit)]
    assert texts == [value for value, _ in shown.values()]
    assert not {"A note.", "Why it is here"} & set(bench.labels())
    assert bench.facts()["Lens"].findChild(IconButton).toolTip() == "Copy lens"  # type: ignore[union-attr]


def test_rows_that_were_made_ahead_are_not_seen(bench: Bench, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: len(bench.panel.findChildren(FactWidget)) >= 5, timeout=PATIENCE_MS)
    assert bench.facts() == {}
    assert bench.labels() == [NOTHING]


def test_copying_gives_all_of_a_long_value(bench: Bench) -> None:
    place = "word " * 5_000
    bench.panel.show_card(card(1, of=photo(1, facts=PhotoFacts(place=Fact(place, "IPTC City")))))
    row = bench.facts()["Place"]
    row.copy()
    text = row.findChild(QTextEdit)
    assert isinstance(text, QTextEdit)
    assert len(text.toPlainText()) < 2_100
    assert QGuiApplication.clipboard().text() == place


def test_why_it_was_found_comes_with_its_bar(bench: Bench) -> None:
    reasons = (Reason("tag", "harbour", ((0, 7),)), Reason("caption", "boats"))
    bench.panel.show_card(card(1, 62, Evidence.WORDS, *reasons))
    bar = bench.panel.findChild(MatchBar)
    assert bar is not None
    assert bar.isVisible()
    assert bar.text == "62\u00a0% of best, words"
    assert [label.reason for label in bench.panel.findChildren(ReasonLabel) if label.isVisible()] == list(reasons)
    bench.panel.show_card(card(2))
    assert "Why it is here" not in bench.labels()


def test_notes_are_told(bench: Bench) -> None:
    bench.panel.show_card(card(1, of=photo(1, notes=("The XMP packet is not well-formed.",))))
    assert "The XMP packet is not well-formed." in bench.labels()


def test_the_thumbnail_comes_and_late_ones_are_dropped(bench: Bench) -> None:
    bench.panel.show_card(card(1))
    bench.panel.show_card(card(2))
    assert bench.runner.wait_idle()
    thumbnail = bench.panel.findChild(Thumbnail)
    assert thumbnail is not None
    assert near(pixel(thumbnail, 0.2, 0.5), color_of(2), 20)
    assert thumbnail.heightForWidth(300) == 200


def test_a_thumbnail_that_comes_when_the_panel_is_no_more_does_no_harm(qapp: QApplication) -> None:
    runner = Runner()
    panel = DetailPanel(DrawnLook(), runner, ThemeKeeper(qapp, "light"))
    panel.show_card(card(1))
    delete(panel)
    assert runner.wait_idle()


def test_without_a_photo_it_says_what_to_do(bench: Bench) -> None:
    bench.panel.show_card(card(1))
    bench.panel.show_card(None)
    assert bench.labels() == [NOTHING]
    assert bench.panel.card is None


def test_it_can_be_narrow(bench: Bench) -> None:
    bench.panel.show_card(card(1, of=photo(1, facts=EVERYTHING)))
    bench.panel.resize(QSize(220, 500))
    page = bench.panel.widget()
    assert page is not None
    assert page.minimumSizeHint().width() <= 220
