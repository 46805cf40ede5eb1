"""The look of the window: two palettes of neutral greys and one accent, and the keeper that puts one of them on the application."""

from dataclasses import dataclass, fields
from string import Template
from typing import Literal

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication

from app.config.paths import shipped
from app.domain.evidence import AnswerMode
from app.domain.match import Evidence

Mode = Literal["system", "light", "dark"]


@dataclass(frozen=True, slots=True)
class Theme:
    """Every colour of the window, each in one place.

    `window` is the ground of bars and panels, `surface` of photos and lists, `raised` of fields, buttons and menus; texts reach 4.5:1
    on all three and on `selection`. The colours of evidence reach 3:1 on the grounds and on `bar_track`.
    """

    window: QColor
    surface: QColor
    raised: QColor
    text: QColor
    muted: QColor
    line: QColor
    edge: QColor
    accent: QColor
    accent_text: QColor
    selection: QColor
    bar_track: QColor
    exact: QColor
    words: QColor
    meaning: QColor
    content: QColor
    warning: QColor
    danger: QColor
    dark: bool


def _theme(*, dark: bool, **colors: str) -> Theme:
    return Theme(dark=dark, **{name: QColor(color) for name, color in colors.items()})


# Grounds are pure greys: a tinted ground would shift the colours that the eye sees in the photos.
LIGHT = _theme(
    dark=False,
    window="#f0f0f0",
    surface="#f8f8f8",
    raised="#ffffff",
    text="#1c1c1c",
    muted="#5c5c5c",
    line="#d6d6d6",
    edge="#868686",
    accent="#0b6b82",
    accent_text="#ffffff",
    selection="#d3e7ec",
    bar_track="#dcdcdc",
    exact="#1f7347",
    words="#2f62ad",
    meaning="#7c4fa3",
    content="#825d0b",
    warning="#7d5700",
    danger="#b3261e",
)
DARK = _theme(
    dark=True,
    window="#242424",
    surface="#1b1b1b",
    raised="#303030",
    text="#ececec",
    muted="#b0b0b0",
    line="#3d3d3d",
    edge="#868686",
    accent="#62c3d6",
    accent_text="#0d1f23",
    selection="#1f444c",
    bar_track="#454545",
    exact="#6ccb95",
    words="#8fb6f2",
    meaning="#c9a3ea",
    content="#dcb45c",
    warning="#e3b857",
    danger="#ff9c92",
)


def evidence_color(theme: Theme, evidence: Evidence) -> QColor:
    """The colour of a kind of evidence; filters have none of their own."""
    colors = {
        Evidence.EXACT: theme.exact,
        Evidence.WORDS: theme.words,
        Evidence.MEANING: theme.meaning,
        Evidence.CONTENT: theme.content,
        Evidence.FILTER: theme.muted,
    }
    return colors[evidence]


def mode_color(theme: Theme, mode: AnswerMode) -> QColor:
    """The colour of what an answer may claim to be; wherever it is used, the word is beside it."""
    return {AnswerMode.SOURCED: theme.exact, AnswerMode.ADJACENT: theme.words, AnswerMode.OPEN: theme.muted}[mode]


def palette_of(theme: Theme) -> QPalette:
    """The palette for the Fusion style."""
    palette = QPalette()
    for role, color in _roles(theme).items():
        palette.setColor(role, color)
    for role in (QPalette.ColorRole.WindowText, QPalette.ColorRole.Text, QPalette.ColorRole.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, role, theme.edge)
    return palette


def style_sheet(theme: Theme) -> str:
    """The style sheet of `resources/style` with the colours filled in. Raises KeyError for a name that no colour has."""
    text = (shipped("resources") / "style" / "window.qss").read_text(encoding="utf-8")
    return Template(text).substitute(_colors(theme))


class ThemeKeeper(QObject):
    """Puts a theme on the application, and another one when the person or the system asks for it."""

    changed = Signal()

    def __init__(self, application: QApplication, mode: Mode = "system", parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._application = application
        self._mode: Mode = mode
        if not application.styleSheet():
            application.setStyle("Fusion")
        application.styleHints().colorSchemeChanged.connect(self._follow)
        self._theme = self._wanted()
        self._apply()

    @property
    def theme(self) -> Theme:
        """The colours in use."""
        return self._theme

    @property
    def mode(self) -> Mode:
        """What the person chose."""
        return self._mode

    def set_mode(self, mode: Mode) -> None:
        """Follow the system, or stay light or dark."""
        self._mode = mode
        self._follow()

    def _follow(self) -> None:
        wanted = self._wanted()
        if wanted is not self._theme:
            self._theme = wanted
            self._apply()
            self.changed.emit()

    def _wanted(self) -> Theme:
        if self._mode == "system":
            return DARK if self._application.styleHints().colorScheme() is Qt.ColorScheme.Dark else LIGHT
        return DARK if self._mode == "dark" else LIGHT

    def _apply(self) -> None:
        """Lay the theme on every widget there is, which takes a third of a second, unless it lies there already."""
        sheet = style_sheet(self._theme)
        if self._application.styleSheet() != sheet:
            self._application.setPalette(palette_of(self._theme))
            self._application.setStyleSheet(sheet)


def _colors(theme: Theme) -> dict[str, str]:
    colors = {each.name: getattr(theme, each.name) for each in fields(theme) if each.name != "dark"}
    return {name: color.name() for name, color in colors.items()}


def _roles(theme: Theme) -> dict[QPalette.ColorRole, QColor]:
    role = QPalette.ColorRole
    return {
        role.Window: theme.window,
        role.WindowText: theme.text,
        role.Base: theme.surface,
        role.AlternateBase: theme.window,
        role.Text: theme.text,
        role.PlaceholderText: theme.muted,
        role.Button: theme.raised,
        role.ButtonText: theme.text,
        role.BrightText: theme.danger,
        role.ToolTipBase: theme.raised,
        role.ToolTipText: theme.text,
        role.Highlight: theme.accent,
        role.HighlightedText: theme.accent_text,
        role.Accent: theme.accent,
        role.Link: theme.accent,
        role.LinkVisited: theme.accent,
        role.Light: theme.raised,
        role.Midlight: theme.window,
        role.Mid: theme.line,
        role.Dark: theme.edge,
        role.Shadow: theme.line,
    }
