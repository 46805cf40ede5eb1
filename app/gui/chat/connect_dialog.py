"""Who answers: Candid alone, or a model at an address of the person's choosing. Nothing is kept before Save."""

from dataclasses import replace

from PySide6.QtWidgets import QDialog, QDialogButtonBox, QHBoxLayout, QPushButton, QRadioButton, QVBoxLayout, QWidget

from app.assistant.model import ModelChoice
from app.config.assistant_settings import AssistantSettings
from app.config.keys import KeptIn
from app.domain.errors import AppError
from app.gui.chat.buttons import primary_button
from app.gui.chat.connect_form import ConnectForm
from app.gui.chat.dialog_jobs import DialogJobs
from app.gui.chat.harmless import harmless
from app.gui.formatting import count
from app.gui.jobs import Runner
from app.gui.labels import plain_label, reveal
from app.gui.measure_panels import Notice
from app.gui.theme import ThemeKeeper
from app.services.connect import Connection, ConnectModel

ALONE = "Candid alone answers from what is in your library, at once and without a network."
MODEL = "A model reads what you let it read about your photos and writes the answer. Candid checks it before you see it."
PROMISE = (
    "Nothing of your photos is sent before you have seen what leaves and agreed. "
    "Paths, serial numbers, hashes and coordinates never leave this computer."
)
SESSION_ONLY = "The choices are saved. This computer has no keyring that is safe, so the key is kept only until Candid is closed."
KEY_KEPT = "The key is kept all the same: save again, or forget it."
SAVING, FORGETTING = "Saving, which cannot be stopped half way…", "Forgetting, which cannot be stopped half way…"


class ConnectDialog(QDialog):
    """Shows how things stand, tries a connection, and keeps what was chosen; `connection` is what came of it."""

    def __init__(self, connect: ConnectModel, runner: Runner, themes: ThemeKeeper, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._connect = connect
        self._jobs = DialogJobs(runner, self)
        self._connection: Connection | None = None
        self._saved = False
        self._state = plain_label("", "muted")
        self._alone, self._with_model = QRadioButton("Candid alone (offline)"), QRadioButton("A model")
        self._form = ConnectForm(themes)
        self._trouble = Notice(themes, "warning", "connectTrouble")
        self._save, self._cancel = primary_button("Save", "connectSave"), QPushButton("Cancel")
        self._name()
        self._arrange()
        self._connect_parts()
        self._show_choice()
        self._jobs.run("standing", lambda _: connect.standing(with_key=False), self._take, self._fail)

    @property
    def connection(self) -> Connection | None:
        """How things stand, as far as it is known: after Save, what was saved."""
        return self._connection

    def reject(self) -> None:
        """Close, unless something is being kept or erased; what was saved stays saved."""
        if self._state.text():
            return
        self.done(QDialog.DialogCode.Accepted if self._saved else QDialog.DialogCode.Rejected)

    # Building

    def _name(self) -> None:
        self.setObjectName("connectDialog")
        self.setWindowTitle("Who answers")
        self.setMinimumWidth(620)
        names: tuple[tuple[QWidget, str], ...] = (
            (self._alone, "connectAlone"), (self._with_model, "connectModel"), (self._cancel, "connectCancel"),
        )  # fmt: skip
        for part, name in names:
            part.setObjectName(name)
        self._state.setObjectName("connectState")
        self._alone.setChecked(True)
        self._save.setDefault(True)

    def _arrange(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 16, 20, 16)
        column.setSpacing(8)
        for button, meaning in ((self._alone, ALONE), (self._with_model, MODEL)):
            says = plain_label(meaning, "muted", wrap=True)
            says.setContentsMargins(24, 0, 0, 4)
            column.addWidget(button)
            column.addWidget(says)
        self._form.setContentsMargins(24, 0, 0, 0)
        column.addWidget(self._form)
        column.addStretch(1)
        column.addWidget(self._trouble)
        column.addWidget(plain_label(PROMISE, "muted", wrap=True))
        buttons = QDialogButtonBox()
        buttons.addButton(self._save, QDialogButtonBox.ButtonRole.AcceptRole)
        buttons.addButton(self._cancel, QDialogButtonBox.ButtonRole.RejectRole)
        buttons.rejected.connect(self.reject)
        foot = QHBoxLayout()
        foot.addWidget(self._state, 1)
        foot.addWidget(buttons)
        column.addLayout(foot)

    def _connect_parts(self) -> None:
        self._with_model.toggled.connect(self._show_choice)
        self._form.changed.connect(self._show_choice)
        self._form.load.clicked.connect(self._load)
        self._form.forget.clicked.connect(self._forget)
        self._save.clicked.connect(self._keep)

    # What happens

    def _take(self, connection: Connection) -> None:
        self._connection = connection
        self._form.show_connection(connection)
        (self._with_model if connection.settings.use_model else self._alone).setChecked(True)
        self._show_choice()
        # The keyring may wait to be unlocked: the fields do not.
        self._jobs.run("key", lambda _: self._connect.standing(with_key=True), self._take_key, self._fail)

    def _take_key(self, connection: Connection) -> None:
        self._connection = connection
        self._form.show_key(connection)

    def _show_choice(self) -> None:
        reveal(self._form, visible=self._with_model.isChecked())
        free = self._connection is not None and not self._state.text()
        self._form.setEnabled(free and not self._saved)
        for part in (self._alone, self._with_model, self._cancel):
            part.setEnabled(not self._state.text())
        complete = self._alone.isChecked() or (bool(self._form.host) and bool(self._form.model))
        self._save.setEnabled(free and complete)
        # Enter in a field goes on: it never throws away what was typed.
        (self._save if complete else self._form.load).setDefault(True)
        self._fit()

    def _fit(self) -> None:
        """As high as its words need: wrapped labels do not tell a dialog themselves."""
        layout = self.layout()
        if layout is not None:
            layout.activate()
            self.resize(self.width(), layout.totalHeightForWidth(self.width()))

    def _load(self) -> None:
        """Ask for the models; or while that goes on, stop it."""
        self._say("")
        if self._form.loading:
            self._jobs.drop("models")
            self._form.end_loading("")
            return
        address, key, environment = self._form.address, self._form.key or None, self._form.from_environment
        self._form.begin_loading()
        self._jobs.run(
            "models",
            lambda cancel: self._connect.models(address, key, cancel, from_environment=environment),
            self._take_models,
            self._fail_loading,
        )

    def _take_models(self, models: tuple[ModelChoice, ...]) -> None:
        self._form.show_models(models)
        self._form.end_loading(f"The connection works: {count(len(models), 'model')} to choose from.")

    def _fail_loading(self, error: AppError) -> None:
        self._form.end_loading("")
        self._fail(error)

    def _wait(self, why: str) -> None:
        """Let nothing be done while something is kept or erased; `why` is empty when it is over."""
        self._state.setText(why)
        self._show_choice()

    def _fail(self, error: AppError) -> None:
        self._state.clear()
        self._say(harmless(str(error)))
        self._show_choice()

    def _say(self, sentence: str) -> None:
        self._trouble.say(sentence)
        self._fit()

    def _forget(self) -> None:
        self._say("")
        self._jobs.drop("key")
        self._wait(FORGETTING)
        host = self._form.host
        self._jobs.run("forget", lambda _: self._connect.forget(host), self._take_forgotten, self._fail)

    def _take_forgotten(self, connection: Connection) -> None:
        self._form.forget_typed()
        self._state.clear()
        self._take(connection)
        self._form.end_loading("Key and consent are forgotten.")

    def _keep(self) -> None:
        self._say("")
        settings, key, host = self._settings(), self._form.key if self._with_model.isChecked() else "", self._form.host
        self._jobs.drop("key")
        self._wait(SAVING)
        self._jobs.run("save", lambda _: self._kept(settings, host, key), self._finish, self._fail)

    def _kept(self, settings: AssistantSettings, host: str, key: str) -> tuple[Connection, KeptIn | None]:
        """In a job: the key first, which may be none, so that settings are kept only with it."""
        kept = self._connect.keep_key(host, key) if key else None
        try:
            return self._connect.save(settings), kept
        except AppError as error:
            raise AppError(f"{error} {KEY_KEPT}" if kept else str(error)) from error

    def _settings(self) -> AssistantSettings:
        before = self._connection.settings if self._connection else AssistantSettings()
        if self._alone.isChecked():
            return replace(before, use_model=False)
        return self._form.settings(before)

    def _finish(self, outcome: tuple[Connection, KeptIn | None]) -> None:
        self._connection, kept = outcome
        self._saved = True
        self._state.clear()
        if kept is not KeptIn.SESSION:
            self.accept()
            return
        self._form.forget_typed()
        self._form.show_connection(self._connection)
        self._say(SESSION_ONLY)
        self._show_choice()
        self._save.hide()
        self._cancel.setText("Close")
        self._cancel.setFocus()
