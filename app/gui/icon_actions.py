"""Actions with keys that work where their widget is, and icons in the colour of the theme's text."""

from collections.abc import Callable

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QWidget

from app.gui.icons import icon
from app.gui.theme import ThemeKeeper


class IconActions(QObject):
    """A family of actions. `draw` gives them their icons, and is to be called once all are made."""

    def __init__(self, themes: ThemeKeeper, parent: QWidget) -> None:
        super().__init__(parent)
        self._themes = themes
        self._icons: list[tuple[QAction, str]] = []
        themes.changed.connect(self.draw)

    def action(self, text: str, icon_name: str, done: Callable[[], object], *keys: str) -> QAction:
        """A new one; an empty `icon_name` is none."""
        action = QAction(text, self)
        action.setShortcuts([QKeySequence(key) for key in keys])
        action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        action.triggered.connect(lambda: done())
        if icon_name:
            self._icons.append((action, icon_name))
        return action

    def draw(self) -> None:
        """Draw the icons as the theme is now."""
        for action, name in self._icons:
            action.setIcon(icon(name, self._themes.theme.text))
