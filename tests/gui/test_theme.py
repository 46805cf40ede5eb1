"""The palettes can be read, follow the system and are switched at once."""

import math
from itertools import product

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.domain.match import Evidence
from app.gui.theme import DARK, LIGHT, Theme, ThemeKeeper, evidence_color, style_sheet

THEMES = pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])


def luminance(color: QColor) -> float:
    """Relative luminance by WCAG 2.2."""
    channels = (color.redF(), color.greenF(), color.blueF())
    parts = [part / 12.92 if part <= 0.04045 else math.pow((part + 0.055) / 1.055, 2.4) for part in channels]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def contrast(first: QColor, other: QColor) -> float:
    """Contrast ratio by WCAG 2.2, 1 to 21."""
    low, high = sorted((luminance(first), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_contrast_is_measured_as_wcag_does() -> None:
    assert contrast(QColor("black"), QColor("white")) == pytest.approx(21)
    assert contrast(QColor("#777777"), QColor("white")) == pytest.approx(4.48, abs=0.01)


@THEMES
@pytest.mark.parametrize("ground", ["window", "surface", "raised", "selection"])
@pytest.mark.parametrize("ink", ["text", "muted", "accent", "warning", "danger"])
def test_text_can_be_read_on_every_ground(theme: Theme, ground: str, ink: str) -> None:
    assert contrast(getattr(theme, ink), getattr(theme, ground)) >= 4.5


@THEMES
def test_text_on_the_accent_can_be_read(theme: Theme) -> None:
    assert contrast(theme.accent_text, theme.accent) >= 4.5


@THEMES
@pytest.mark.parametrize(("evidence", "ground"), list(product(Evidence, ["window", "surface", "raised", "selection", "bar_track"])))
def test_bars_and_icons_stand_out(theme: Theme, evidence: Evidence, ground: str) -> None:
    assert contrast(evidence_color(theme, evidence), getattr(theme, ground)) >= 3


@THEMES
def test_edges_of_fields_stand_out(theme: Theme) -> None:
    assert all(contrast(theme.edge, ground) >= 3 for ground in (theme.window, theme.raised))


@THEMES
def test_grounds_have_no_tint(theme: Theme) -> None:
    for ground in (theme.window, theme.surface, theme.raised, theme.bar_track):
        assert ground.red() == ground.green() == ground.blue()


@THEMES
def test_the_style_sheet_has_every_color_filled_in(theme: Theme) -> None:
    sheet = style_sheet(theme)
    assert "$" not in sheet.split("*/", 1)[1]
    assert theme.accent.name() in sheet


def test_the_mode_switches_palette_and_style(qapp: QApplication, qtbot: QtBot) -> None:
    keeper = ThemeKeeper(qapp, "light")
    with qtbot.waitSignal(keeper.changed):
        keeper.set_mode("dark")
    assert keeper.theme is DARK
    assert qapp.palette().color(QPalette.ColorRole.Window) == DARK.window
    assert DARK.raised.name() in qapp.styleSheet()
    with qtbot.assertNotEmitted(keeper.changed):
        keeper.set_mode("dark")
    keeper.set_mode("light")
    assert qapp.palette().color(QPalette.ColorRole.Window) == LIGHT.window


def test_the_system_is_followed_only_where_the_person_wants_it(qapp: QApplication) -> None:
    keeper, hints = ThemeKeeper(qapp, "system"), qapp.styleHints()
    try:
        for scheme, theme in ((Qt.ColorScheme.Dark, DARK), (Qt.ColorScheme.Light, LIGHT)):
            hints.setColorScheme(scheme)
            if hints.colorScheme() is scheme:
                assert keeper.theme is theme
            else:
                assert keeper.theme is LIGHT
        keeper.set_mode("dark")
        hints.colorSchemeChanged.emit(Qt.ColorScheme.Light)
        assert keeper.theme is DARK
    finally:
        hints.unsetColorScheme()
        keeper.set_mode("light")
