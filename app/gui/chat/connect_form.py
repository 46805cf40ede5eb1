"""The fields of a connection: address, key, model. A key is never shown, neither a kept one nor one that is typed."""

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QComboBox, QGridLayout, QHBoxLayout, QLabel, QLineEdit, QPushButton, QStyledItemDelegate, QWidget

from app.assistant.address import read_address
from app.assistant.model import ModelChoice
from app.config.assistant_settings import OFFICIAL, AssistantSettings
from app.config.keys import KeptIn
from app.domain.errors import ModelTrouble
from app.gui.chat.harmless import harmless
from app.gui.icons import icon
from app.gui.labels import plain_label
from app.gui.theme import ThemeKeeper
from app.gui.tick_box import TickBox
from app.services.connect import Connection

ADDRESS_HINT = "Or a server that speaks the Messages API, such as http://localhost:8080 on this computer."
KEPT = {
    KeptIn.KEYRING: "A key for {host} is kept in this computer’s keyring. Paste another one to replace it.",
    KeptIn.SESSION: "A key for {host} is kept until Candid is closed. Paste another one to replace it.",
    KeptIn.ENVIRONMENT: "The key for {host} comes from the environment. Paste one to keep it in this computer’s keyring.",
}
NO_KEY = "It will be kept for {host} in this computer’s keyring; where there is none, until Candid is closed."
OTHER_HOST = "A key belongs to one host: paste one for {host}, or leave this empty to use the one that is kept for it."
CLEARED = "The key that was typed was meant for {before}, and the field is empty again: paste the one for {host}."
WITHOUT_HOST = "A key is kept for the host of the address."
KEY_IN_ENVIRONMENT, PREVIEW = "Use the key in ANTHROPIC_API_KEY", "Show each question before it is sent"
LOAD, STOP = "Load models", "Stop"
MODEL_HINT = "“Load models” tests the connection. The name of a model can be typed as well."


class ConnectForm(QWidget):
    """Fields; whoever holds it connects `load` and `forget`."""

    changed = Signal()

    def __init__(self, themes: ThemeKeeper, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self._connection: Connection | None = None
        self._host, self._wrong = "", ""
        self._typed_for, self._cleared_of = "", ""
        self._address, self._key, self._models = QLineEdit(OFFICIAL), QLineEdit(), QComboBox()
        self._environment, self._preview = TickBox(themes, KEY_IN_ENVIRONMENT), TickBox(themes, PREVIEW)
        self.load, self.forget = QPushButton(LOAD), QPushButton()
        self._address_says, self._key_says, self._model_says = (plain_label("", "muted", wrap=True) for _ in range(3))
        self.loading = False
        self._prepare()
        self._arrange()
        self._address.textChanged.connect(self._read_host)
        self._key.textEdited.connect(self._note_typed)
        self._models.editTextChanged.connect(self.changed)
        themes.changed.connect(self._paint_arrow)
        self._paint_arrow()
        self._read_host()

    @property
    def address(self) -> str:
        """The base URL as typed."""
        return self._address.text().strip()

    @property
    def host(self) -> str:
        """The host that the address names; empty where no key may be sent to it."""
        return self._host

    @property
    def key(self) -> str:
        """The key that was typed; empty where the kept one is to stay."""
        return self._key.text().strip()

    @property
    def from_environment(self) -> bool:
        """Whether the environment's key may serve."""
        return self._environment.isChecked() and self._is_official()

    @property
    def model(self) -> str:
        """The id of the model that was chosen or typed."""
        text = self._models.currentText()
        chosen = self._models.findText(text)
        return str(self._models.itemData(chosen)) if chosen >= 0 else text.strip()

    def settings(self, before: AssistantSettings) -> AssistantSettings:
        """What the fields say, with the consents there were before."""
        return replace(
            before,
            use_model=True,
            base_url=self.address,
            model=self.model,
            preview=self._preview.isChecked(),
            key_from_environment=self.from_environment,
        )

    def show_connection(self, connection: Connection) -> None:
        """Fill the fields with what is kept."""
        settings = connection.settings
        self._connection = connection
        self._address.setText(settings.base_url)
        self._models.setEditText(settings.model)
        self._preview.setChecked(settings.preview)
        self._environment.setChecked(settings.key_from_environment)
        self._read_host()

    def show_key(self, connection: Connection) -> None:
        """Say where the key is, and leave what was typed meanwhile."""
        self._connection = connection
        self._key_says.setText(self._where_key())
        self.changed.emit()

    def forget_typed(self) -> None:
        """Empty the field of the key."""
        self._key.clear()

    def begin_loading(self) -> None:
        """Say that the host is asked."""
        self._set_loading(loading=True)
        self.load.setText(STOP)
        self._model_says.setText(f"Asking {harmless(self._host)} which models the key may use…")

    def end_loading(self, news: str) -> None:
        """Say what came of it; nothing new where `news` is empty."""
        self._set_loading(loading=False)
        self.load.setText(LOAD)
        self._model_says.setText(news or MODEL_HINT)
        self.changed.emit()

    def _set_loading(self, *, loading: bool) -> None:
        """The list that comes belongs to this address and key."""
        self.loading = loading
        for field in (self._address, self._key):
            field.setReadOnly(loading)

    def show_models(self, models: Sequence[ModelChoice]) -> None:
        """Offer these; what was chosen before stays if it is among them or typed."""
        before = self.model
        self._models.clear()
        for each in models:
            name, model_id = harmless(each.name), harmless(each.id)
            self._models.addItem(f"{name} · {model_id}" if name != model_id else model_id, each.id)
        chosen = self._models.findData(before)
        self._models.setCurrentIndex(chosen)
        if chosen < 0:
            self._models.setEditText(before)

    def _prepare(self) -> None:
        names: tuple[tuple[QWidget, str, str], ...] = (
            (self._address, "connectAddress", "Address"), (self._key, "connectKey", "Key"), (self._models, "connectModels", "Model"),
            (self._environment, "connectEnvironment", ""), (self._preview, "connectPreview", ""), (self.load, "connectLoad", ""),
            (self.forget, "connectForget", ""), (self._key_says, "connectKeySays", ""), (self._model_says, "connectModelSays", ""),
            (self._address_says, "connectAddressSays", ""),
        )  # fmt: skip
        for part, name, accessible in names:
            part.setObjectName(name)
            if accessible:
                part.setAccessibleName(accessible)
        self._key.setEchoMode(QLineEdit.EchoMode.Password)
        self._key.setPlaceholderText("Paste a key")
        self._models.setEditable(True)
        self._models.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        field = QLineEdit()
        field.setPlaceholderText("Load the list, or type a name")
        # The style sheet takes the list's own arrow away.
        self._arrow = QAction(self)
        self._arrow.triggered.connect(self._models.showPopup)
        field.addAction(self._arrow, QLineEdit.ActionPosition.TrailingPosition)
        self._models.setLineEdit(field)
        self._models.setItemDelegate(QStyledItemDelegate(self._models))
        self._models.setMinimumHeight(self.load.sizeHint().height())
        self._model_says.setText(MODEL_HINT)
        for button in (self.load, self.forget):
            button.setAutoDefault(False)

    def _arrange(self) -> None:
        grid = QGridLayout(self)
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(4)
        grid.setColumnStretch(1, 1)
        models = QHBoxLayout()
        models.setSpacing(8)
        models.addWidget(self._models, 1)
        models.addWidget(self.load)
        fields: tuple[tuple[str, QWidget | QHBoxLayout, QLabel], ...] = (
            ("Address", self._address, self._address_says), ("Key", self._key, self._key_says), ("Model", models, self._model_says),
        )  # fmt: skip
        for title, field, says in fields:
            row = grid.rowCount()
            grid.addWidget(plain_label(title), row, 0)
            if isinstance(field, QHBoxLayout):
                grid.addLayout(field, row, 1)
            else:
                grid.addWidget(field, row, 1)
            grid.addWidget(says, row + 1, 1)
            if field is self._key:
                grid.addWidget(self._environment, row + 2, 1)
            grid.setRowMinimumHeight(grid.rowCount(), 6)
        grid.addWidget(self._preview, grid.rowCount(), 1)
        row_of_forget = QHBoxLayout()
        row_of_forget.addWidget(self.forget)
        row_of_forget.addStretch(1)
        grid.addLayout(row_of_forget, grid.rowCount(), 1)

    def _paint_arrow(self) -> None:
        self._arrow.setIcon(icon("down", self._themes.theme.text))

    def _is_official(self) -> bool:
        return bool(self._host) and self._host == _host_of(OFFICIAL)[0]

    def _note_typed(self) -> None:
        self._typed_for, self._cleared_of = self._host or self._typed_for, ""
        self._key_says.setText(self._where_key())

    def _clear_of_another(self) -> None:
        """A key that was typed for one host is not sent to the next."""
        if not self._host or not self.key:
            return
        if self._typed_for not in ("", self._host):
            self._key.clear()
            self._cleared_of = self._typed_for
        self._typed_for = self._host

    def _read_host(self) -> None:
        self._host, self._wrong = _host_of(self.address)
        self._clear_of_another()
        self._model_says.setText(MODEL_HINT)
        self._address_says.setText(self._wrong or ADDRESS_HINT)
        self._address_says.setProperty("kind", "warning" if self._wrong else "muted")
        self._address_says.style().polish(self._address_says)
        self._environment.setVisible(self._is_official())
        self.load.setEnabled(bool(self._host))
        self.forget.setText(f"Forget key and consent of {harmless(self._host) or 'this host'}")
        self.forget.setEnabled(bool(self._host))
        self._key_says.setText(self._where_key())
        self.changed.emit()

    def _where_key(self) -> str:
        """Where the key of the host is, or will be."""
        connection = self._connection
        if not self._host or connection is None:
            return WITHOUT_HOST
        if self._cleared_of not in ("", self._host):
            return CLEARED.format(before=harmless(self._cleared_of), host=harmless(self._host))
        if connection.host != self._host:
            return OTHER_HOST.format(host=harmless(self._host))
        if connection.key_trouble:
            return harmless(connection.key_trouble)
        return (KEPT[connection.key] if connection.key else NO_KEY).format(host=harmless(self._host))


def _host_of(address: str) -> tuple[str, str]:
    """The host of an address, or what is wrong with it."""
    try:
        return read_address(address).host, ""
    except ModelTrouble as error:
        return "", harmless(str(error))
