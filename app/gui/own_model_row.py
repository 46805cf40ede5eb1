"""The choice of the model by whose looks photos are found: Candid's own guesses, or one that the person has put into the models folder."""

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QHBoxLayout, QMenu, QPushButton, QVBoxLayout, QWidget

from app.gui.chat.harmless import one_line
from app.gui.labels import plain_label
from app.services.own_models import OwnModel
from app.services.seeing_choices import SeeingStanding

OURS = "Candid’s own guesses"
TRYING = "Trying the model “{}”…"
NO_OTHER = "No other model is in the models folder."
EXPLANATION = (
    "A larger model of the CLIP kind, put into the models folder as Immich has them, finds more. "
    "It counts when it has looked at all photos; switching back loses nothing."
)


class OwnModelRow(QWidget):
    """Shows which model counts and which there are."""

    chosen = Signal(str)
    """The name of a model; empty for Candid's own guesses."""
    folder_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._names: list[str] = []
        self.button, self.folder = QPushButton(OURS), QPushButton("Models folder…")
        self._refused, self._none = plain_label("", "muted", wrap=True), plain_label(NO_OTHER, "muted", wrap=True)
        self._trial, self._unfit = plain_label("", wrap=True), plain_label("", "warning", wrap=True)
        self._menu = QMenu(self.button)
        self.button.setMenu(self._menu)
        self.button.setObjectName("chooseModel")
        self.button.setAccessibleName("The model by whose looks photos are found")
        self.folder.setObjectName("modelsFolder")
        self._refused.setObjectName("refusedModels")
        self._none.setObjectName("noOtherModel")
        self._trial.setObjectName("modelOnTrial")
        self._unfit.setObjectName("modelRefusal")
        for part in (self._none, self._trial, self._unfit):
            part.hide()
        self.folder.clicked.connect(lambda: self.folder_asked.emit())
        self._arrange()

    @property
    def actions_by_name(self) -> dict[str, QAction]:
        """What can be chosen, by the name of the model."""
        return dict(zip(self._names, self._menu.actions(), strict=True))

    def show_models(self, standing: SeeingStanding, *, enabled: bool, trying: str = "") -> None:
        """Offer what there is; nothing while the model `trying` is tried, which may take minutes."""
        chosen = standing.settings.model
        known = {each.name: each for each in standing.own}
        if chosen and chosen not in known:
            known[chosen] = OwnModel(chosen, f"The model “{chosen}” is not in the models folder any more: photos are found by guesses.")
        self._fill(tuple(known.values()), chosen)
        refused = "\n".join(one_line(each.refused) for each in known.values() if each.refused)
        self._refused.setText(refused)
        self._refused.setVisible(bool(refused))
        self._none.setVisible(not known)
        self._trial.setText(TRYING.format(one_line(trying)))
        self._trial.setVisible(bool(trying))
        self.button.setEnabled(enabled and bool(known) and not trying)

    def show_refusal(self, why: str) -> None:
        """Say why the model that was chosen last is not used; nothing more where it is empty."""
        self._unfit.setText(one_line(why))
        self._unfit.setVisible(bool(why))

    def _fill(self, models: tuple[OwnModel, ...], chosen: str) -> None:
        self._menu.clear()
        self._names = ["", *(each.name for each in models)]
        group = QActionGroup(self._menu)
        for name in self._names:
            # An ampersand would be taken for a shortcut.
            action = QAction(one_line(name).replace("&", "&&") or OURS, self._menu)
            action.setCheckable(True)
            action.setChecked(name == chosen)
            action.setEnabled(not any(each.name == name and each.refused for each in models))
            action.triggered.connect(lambda _=False, name=name: self.chosen.emit(name))
            group.addAction(action)
            self._menu.addAction(action)
        self.button.setText(one_line(chosen).replace("&", "&&") or OURS)

    def _arrange(self) -> None:
        policy = self.sizePolicy()
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        column, row = QVBoxLayout(self), QHBoxLayout()
        column.setContentsMargins(0, 8, 0, 4)
        column.setSpacing(8)
        row.addWidget(plain_label("Photos are found by"))
        row.addWidget(self.button)
        row.addStretch(1)
        row.addWidget(self.folder)
        column.addLayout(row)
        column.addWidget(self._trial)
        column.addWidget(self._unfit)
        column.addWidget(self._none)
        column.addWidget(plain_label(EXPLANATION, "muted", wrap=True))
        column.addWidget(self._refused)
