"""The legend, the list of skipped files and the help page."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from app.gui.labels import ElidedLabel, as_tooltip
from app.gui.legend import Explanation, MatchLegend
from app.gui.shortcuts_dialog import ShortcutsDialog
from app.gui.theme import ThemeKeeper
from tests.gui.driving import PATIENCE_MS


def texts(widget: QWidget) -> str:
    return "\n".join(label.text() for label in widget.findChildren(QLabel))


def test_the_legend_says_what_the_bar_is_and_is_not(qtbot: QtBot, qapp: QApplication) -> None:
    legend = MatchLegend(ThemeKeeper(qapp, "light"))
    qtbot.addWidget(legend)
    legend.resize(800, 32)
    legend.show()
    sentence = legend.findChild(ElidedLabel)
    assert isinstance(sentence, ElidedLabel)
    assert "best match of this search, not with other searches" in sentence.text
    button = legend.findChild(QToolButton)
    assert isinstance(button, QToolButton)
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    popup = legend.findChild(Explanation)
    assert popup is not None
    assert popup.isVisible()
    said = texts(popup)
    assert "100 % is the best match here, not certainty." in said
    assert all(word in said.splitlines() for word in ("exact", "words", "meaning", "look"))
    assert "A guess, which may be wrong." in said
    QTest.keyClick(popup, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: legend.findChild(Explanation) is None, timeout=PATIENCE_MS)


def test_help_lists_the_keys(qtbot: QtBot) -> None:
    dialog = ShortcutsDialog()
    qtbot.addWidget(dialog)
    dialog.show()
    lines = texts(dialog).splitlines()
    keys = {"Ctrl+F", "Ctrl+O", "F5", "I", "C", "F1", "Ctrl+Q", "Ctrl+Shift+C", "Ctrl+Shift+N"}
    assert keys | {"tag:harbour", "is:favourite", "faces:2", "text:ticket"} <= set(lines)
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()


def test_labels_cut_in_the_middle_and_tell_all_of_it(qtbot: QtBot) -> None:
    label = ElidedLabel("a very long <b>name</b> of a photo.jpg")
    qtbot.addWidget(label)
    label.resize(80, 20)
    label.grab()
    assert label.accessibleName() == "a very long <b>name</b> of a photo.jpg"
    assert "&lt;b&gt;" in label.toolTip()
    label.resize(600, 20)
    label.grab()
    assert label.toolTip() == ""


def test_tooltips_are_never_markup() -> None:
    assert as_tooltip("<img src=x>\n&") == "<span style='white-space:pre-wrap'>&lt;img src=x&gt;<br>&amp;</span>"
