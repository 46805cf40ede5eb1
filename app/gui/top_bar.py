"""The bar at the top: the search box with its chips in the middle, what changes the view beside it."""

from itertools import pairwise

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QMenu, QSlider, QToolButton, QWidget

from app.gui.chips import ChipRow
from app.gui.grid import LARGEST, SMALLEST
from app.gui.labels import IconButton
from app.gui.search_bar import SearchBox
from app.gui.theme import Mode, ThemeKeeper

SIDES = (128, 168, 240)
"""What Ctrl+1, Ctrl+2 and Ctrl+3 choose."""


class TopBar(QWidget):
    """Tells what a person wants; changes nothing by itself."""

    newest_first = Signal(bool)
    stacked = Signal(bool)
    side_chosen = Signal(int)
    compare_asked = Signal()
    folders_toggled = Signal()
    details_toggled = Signal()
    measure_toggled = Signal()
    alike_toggled = Signal()
    seeing_asked = Signal()
    chat_toggled = Signal()
    theme_chosen = Signal(str)
    help_asked = Signal()

    def __init__(self, themes: ThemeKeeper, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self.setObjectName("topBar")
        self.box = SearchBox(themes)
        self.chips = ChipRow(themes, self.box)
        self.chips.removed.connect(self.box.ask_for)
        self.chips.removed.connect(lambda _: self.box.setFocus())
        self._folders = self._button("folder", "Folders", "toggleFolders", self.folders_toggled)
        self._compare = self._button("compare", "Compare two to four selected photos (C)", "compareButton", self.compare_asked)
        self._details = self._button("info", "Details (I)", "toggleDetails", self.details_toggled)
        self._measure = self._button("ruler", "Measure closeness (Ctrl+M)", "toggleMeasure", self.measure_toggled)
        self._alike = self._button("copy", "Duplicates and bursts (Ctrl+D)", "toggleAlike", self.alike_toggled)
        self._seeing = self._button("look", "Looking at photos: guesses and faces (Ctrl+E)", "seeingButton", self.seeing_asked)
        self._help = self._button("help", "Keyboard shortcuts (F1)", "helpButton", self.help_asked)
        self._chat = self._button("chat", "Ask about your photos (Ctrl+J)", "toggleChat", self.chat_toggled)
        self._chat.setText("Ask")
        self._chat.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self._chat.setProperty("kind", "ask")
        self._sort = self._menu_button("sort", "Order by date, and versions of one picture", "sortButton")
        self._theme = self._menu_button("sun-moon", "Light or dark", "themeButton")
        self._slider = self._size_slider()
        self._fill_menus()
        self._arrange()

    def enable(self, *, compare: bool, sort: bool) -> None:
        """What can be done with what is shown."""
        self._compare.setEnabled(compare)
        for each in self._orders:
            each.setEnabled(sort)

    def show_toggles(self, *, folders: bool, details: bool, measure: bool, alike: bool, chat: bool) -> None:
        """Which panels are open, and whether the page that measures is, or the one of what is alike."""
        self._folders.setChecked(folders)
        self._details.setChecked(details)
        self._measure.setChecked(measure)
        self._alike.setChecked(alike)
        self._chat.setChecked(chat)

    def show_tools(self, *, visible: bool) -> None:
        """Show what changes the view of photos, or nothing in its place while there are none."""
        for part in self._tools:
            part.setVisible(visible)

    @property
    def _tools(self) -> tuple[QWidget, ...]:
        """The parts that mean something only where there are photos."""
        viewing = self._folders, self._sort, self._slider, self._compare, self._details
        return *viewing, self._alike, self._measure, self._seeing, self._chat

    def show_side(self, side: int) -> None:
        """Set the slider without telling anybody."""
        self._slider.blockSignals(True)
        self._slider.setValue(side)
        self._slider.blockSignals(False)

    def show_order(self, *, newest_first: bool) -> None:
        """Mark the order in the menu."""
        self._orders[0 if newest_first else 1].setChecked(True)

    def show_stacked(self, *, stacked: bool) -> None:
        """Mark in the menu whether versions are shown as one."""
        self._stacks.setChecked(stacked)

    def toggle_stacked(self) -> None:
        """Turn that around, as if it were chosen in the menu."""
        self._stacks.trigger()

    def _button(self, sign: str, name: str, object_name: str, signal: object) -> IconButton:
        button = IconButton(self._themes, sign, name, signal.emit)  # type: ignore[attr-defined]
        button.setObjectName(object_name)
        button.setCheckable(object_name.startswith("toggle"))
        return button

    def _menu_button(self, sign: str, name: str, object_name: str) -> IconButton:
        button = IconButton(self._themes, sign, name, lambda: None)
        button.setObjectName(object_name)
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        button.setMenu(QMenu(button))
        return button

    def _size_slider(self) -> QSlider:
        slider = QSlider(Qt.Orientation.Horizontal)
        slider.setObjectName("sizeSlider")
        slider.setAccessibleName("Size of the pictures")
        slider.setToolTip("Size of the pictures (Ctrl+1, Ctrl+2, Ctrl+3)")
        slider.setRange(SMALLEST, LARGEST)
        slider.setSingleStep(8)
        slider.setPageStep(32)
        slider.setFixedWidth(96)
        slider.valueChanged.connect(self.side_chosen)
        return slider

    def _fill_menus(self) -> None:
        orders, modes = QActionGroup(self), QActionGroup(self)
        self._orders = [self._choice(self._sort, orders, text) for text in ("Newest first", "Oldest first")]
        self._orders[0].setChecked(True)
        self._orders[0].triggered.connect(lambda: self.newest_first.emit(True))
        self._orders[1].triggered.connect(lambda: self.newest_first.emit(False))
        self._sort.menu().addSeparator()
        self._stacks = QAction("Show versions as one stack\tCtrl+G", self._sort, checkable=True, checked=True)
        self._stacks.setObjectName("stackVersions")
        self._stacks.triggered.connect(self.stacked)
        self._sort.menu().addAction(self._stacks)
        names: dict[Mode, str] = {"system": "As the system", "light": "Light", "dark": "Dark"}
        for mode, text in names.items():
            action = self._choice(self._theme, modes, text)
            action.setChecked(mode == self._themes.mode)
            action.triggered.connect(lambda _=False, mode=mode: self.theme_chosen.emit(mode))

    def _choice(self, button: QToolButton, group: QActionGroup, text: str) -> QAction:
        action = QAction(text, button, checkable=True)
        group.addAction(action)
        button.menu().addAction(action)
        return action

    def _arrange(self) -> None:
        left, right = QHBoxLayout(), QHBoxLayout()
        left.addWidget(self._folders)
        left.addStretch(1)
        right.setSpacing(2)
        right.addStretch(1)
        for part in (
            self._sort,
            self._slider,
            self._compare,
            self._details,
            self._alike,
            self._measure,
            self._seeing,
            self._theme,
            self._help,
        ):
            right.addWidget(part)
        right.addSpacing(6)
        right.addWidget(self._chat)
        for tool in self._tools:
            # The search box must not move when they come.
            policy = tool.sizePolicy()
            policy.setRetainSizeWhenHidden(True)
            tool.setSizePolicy(policy)
        grid = QGridLayout(self)
        grid.setContentsMargins(8, 8, 8, 8)
        grid.setHorizontalSpacing(16)
        grid.setVerticalSpacing(0)
        self.box.setMinimumWidth(280)
        self.box.setMinimumHeight(34)
        grid.addLayout(left, 0, 0)
        grid.addWidget(self.box, 0, 1)
        grid.addLayout(right, 0, 2)
        grid.addWidget(self.chips, 1, 1, 1, 2)
        for column, stretch in enumerate((1, 3, 1)):
            grid.setColumnStretch(column, stretch)
        for_photos = (self._sort, self._slider, self._compare, self._details, self._alike, self._measure, self._seeing)
        tools = (*for_photos, self._theme, self._help, self._chat)
        for earlier, later in pairwise((self._folders, self.box, *tools)):
            QWidget.setTabOrder(earlier, later)
