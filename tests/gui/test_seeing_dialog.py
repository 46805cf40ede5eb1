"""Choosing what Candid looks at: what is chosen counts at once, how far it is, what is missing, and looking again after a question."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from threading import Event
from typing import Unpack

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QCheckBox, QLabel, QProgressBar, QPushButton
from pytestqt.qtbot import QtBot

from app.config.seeing_settings import SeeingChanges, SeeingSettings
from app.domain.errors import AppError
from app.gui import seeing_dialog
from app.gui.jobs import Runner
from app.gui.seeing import Seeing
from app.gui.seeing_dialog import NOT_INSTALLED, STAYS, SeeingDialog
from app.gui.theme import ThemeKeeper
from app.services.events import SeeProgress
from app.services.looked_parts import LookedPart
from app.services.own_models import OwnModel
from app.services.seeing_choices import SeeingStanding, UsedModel
from tests.gui.driving import PATIENCE_MS, child
from tests.gui.test_seeing import Scripted

MODELS = (UsedModel("What photos show", "EfficientNet-Lite0 <b>", "Apache-2.0"), UsedModel("Faces", "BlazeFace", "Apache-2.0"))


def parts(guesses: int, *text: int) -> tuple[LookedPart, ...]:
    """Guesses of so many photos, and text in so many if it is read."""
    return (LookedPart("Guesses and faces", guesses), *(LookedPart("Text", each) for each in text))


class Chosen:
    """Keeps what is chosen."""

    def __init__(self) -> None:
        self.now = SeeingStanding(SeeingSettings(), 1_050, 1_204, 0, MODELS, can_read=False, parts=parts(1_050))
        self.again = 0
        self.failure = ""
        self.counts = 0
        self.counting, self.trial = Event(), Event()
        self.counting.set()
        self.trial.set()

    def standing(self) -> SeeingStanding:
        self.counts += 1
        assert self.counting.wait(PATIENCE_MS / 1_000)
        return self.now

    def choose(self, **changes: Unpack[SeeingChanges]) -> None:
        if changes.get("model"):
            assert self.trial.wait(PATIENCE_MS / 1_000)
        if self.failure:
            raise AppError(self.failure)
        self.now = replace(self.now, settings=replace(self.now.settings, **changes))

    def look_again(self) -> None:
        self.again += 1

    def open_own_folder(self) -> str:
        return "/nowhere"


class Bench:
    """The dialog over these choices and a scripted run."""

    def __init__(self, qapp: QApplication, qtbot: QtBot, refused: str = "") -> None:
        self.qtbot, self.chosen, self.see, self.runner = qtbot, Chosen(), Scripted(), Runner()
        self.themes = ThemeKeeper(qapp, "light")
        self.seeing = Seeing(self.see, self.runner)
        self.refused = refused

    def open(self) -> SeeingDialog:
        dialog = SeeingDialog(self.chosen, self.seeing, self.runner, self.themes, self.refused)
        self.qtbot.addWidget(dialog)
        dialog.show()
        self.qtbot.waitUntil(lambda: bool(self.text(dialog, "seeingState")), timeout=PATIENCE_MS)
        return dialog

    @staticmethod
    def text(dialog: SeeingDialog, name: str) -> str:
        return child(dialog, QLabel, name).text()


@pytest.fixture
def bench(qapp: QApplication, qtbot: QtBot) -> Iterator[Bench]:
    made = Bench(qapp, qtbot)
    yield made
    made.seeing.finish()
    assert made.runner.wait_idle()


def tick(dialog: SeeingDialog, name: str) -> None:
    QTest.mouseClick(child(dialog, QCheckBox, name), Qt.MouseButton.LeftButton)


def press(dialog: SeeingDialog, name: str) -> None:
    QTest.mouseClick(child(dialog, QPushButton, name), Qt.MouseButton.LeftButton)


def test_it_says_what_is_looked_at_how_far_it_is_and_by_which_models(bench: Bench) -> None:
    dialog = bench.open()
    assert (dialog.content.isChecked(), dialog.faces.isChecked(), dialog.text.isChecked()) == (True, True, False)
    assert bench.text(dialog, "seeingState") == "1,050 of 1,204 photos looked at"
    assert bench.text(dialog, "seeingModels") == "What photos show: EfficientNet-Lite0 <b> (Apache-2.0)\nFaces: BlazeFace (Apache-2.0)"
    assert all(label.textFormat() is Qt.TextFormat.PlainText for label in dialog.findChildren(QLabel))


def test_text_is_counted_beside_the_guesses_and_looking_again_renews_them_all(bench: Bench) -> None:
    bench.chosen.now = replace(bench.chosen.now, looked=1_204, parts=parts(1_204, 78))
    dialog = bench.open()
    assert bench.text(dialog, "seeingState") == "Guesses and faces: 1,204 of 1,204 · Text: 78 of 1,204"
    (bar,) = dialog.findChildren(QProgressBar)
    assert (bar.value(), bar.maximum()) == (78, 1_204), "what is least far"
    press(dialog, "lookAgain")
    assert "Look at 1,204 photos again?" in [each.text() for each in dialog.findChildren(QLabel)]


def test_without_another_model_there_is_nothing_to_choose_from(bench: Bench) -> None:
    dialog = bench.open()
    assert not dialog.own.button.isEnabled()
    assert bench.text(dialog, "noOtherModel") == "No other model is in the models folder."
    assert child(dialog, QLabel, "noOtherModel").isVisible()
    bench.chosen.now = replace(bench.chosen.now, own=(OwnModel("big"),))
    other = bench.open()
    assert other.own.button.isEnabled()
    assert not child(other, QLabel, "noOtherModel").isVisible()


def test_what_is_chosen_counts_at_once_and_the_run_begins_anew(bench: Bench) -> None:
    bench.seeing.begin()
    dialog = bench.open()
    tick(dialog, "seeFaces")
    bench.qtbot.waitUntil(lambda: bench.chosen.now.settings == SeeingSettings(content=True, faces=False), timeout=PATIENCE_MS)
    bench.qtbot.waitUntil(lambda: bench.see.runs == 2, timeout=PATIENCE_MS)
    dialog.content.setFocus()
    QTest.keyClick(dialog.content, Qt.Key.Key_Space)
    bench.qtbot.waitUntil(lambda: bench.chosen.now.settings == SeeingSettings(content=False, faces=False), timeout=PATIENCE_MS)


def test_text_is_read_only_where_the_part_for_it_is_installed(bench: Bench) -> None:
    dialog = bench.open()
    assert not dialog.text.isEnabled()
    assert dialog.text.accessibleDescription() == NOT_INSTALLED
    assert "pip install 'candid[ocr]'" in NOT_INSTALLED
    bench.chosen.now = replace(bench.chosen.now, can_read=True)
    other = bench.open()
    assert other.text.isEnabled()
    tick(other, "seeText")
    bench.qtbot.waitUntil(lambda: bench.chosen.now.settings.text, timeout=PATIENCE_MS)


def test_a_run_is_told_paused_and_let_go_on(bench: Bench) -> None:
    bench.seeing.begin()
    dialog = bench.open()
    assert bench.text(dialog, "seeingState").endswith("· looking now")
    press(dialog, "seeingDialogPause")
    bench.qtbot.waitUntil(lambda: bench.text(dialog, "seeingState").endswith("· paused"), timeout=PATIENCE_MS)
    assert child(dialog, QPushButton, "seeingDialogPause").text() == "Go on"
    press(dialog, "seeingDialogPause")
    bench.qtbot.waitUntil(lambda: bench.seeing.running, timeout=PATIENCE_MS)
    bench.seeing.hold()
    bench.qtbot.waitUntil(lambda: "waiting until the photos are read" in bench.text(dialog, "seeingState"), timeout=PATIENCE_MS)


def test_photos_are_counted_while_they_are_looked_at(bench: Bench) -> None:
    bench.seeing.begin()
    dialog = bench.open()
    bench.chosen.now = replace(bench.chosen.now, looked=1_100, troubled=2, parts=parts(1_100))
    bench.see.steps.release(1)
    bench.qtbot.waitUntil(lambda: bench.text(dialog, "seeingState").startswith("1,100 of"), timeout=PATIENCE_MS)
    assert "2 could not be" in bench.text(dialog, "seeingState")
    assert bench.text(dialog, "seeingState").endswith("· looking now · about 1 min left")


def test_one_count_is_waited_for_before_the_next(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seeing_dialog, "COUNTED_MS", 0)
    bench.open()
    assert bench.runner.wait_idle()
    bench.chosen.counting.clear()
    bench.seeing.progressed.emit(SeeProgress(1, 2, None))
    bench.qtbot.waitUntil(lambda: bench.chosen.counts == 2, timeout=PATIENCE_MS)
    bench.seeing.progressed.emit(SeeProgress(2, 2, None))
    QApplication.processEvents()
    bench.chosen.counting.set()
    assert bench.runner.wait_idle()
    assert bench.chosen.counts == 2
    bench.seeing.progressed.emit(SeeProgress(2, 2, None))
    bench.qtbot.waitUntil(lambda: bench.chosen.counts == 3, timeout=PATIENCE_MS)


def test_it_says_that_what_was_guessed_stays_when_guessing_is_switched_off(bench: Bench) -> None:
    dialog = bench.open()
    assert STAYS in [each.text() for each in dialog.findChildren(QLabel) if each.isVisible()]
    assert "what was guessed and read before stays" in STAYS


@pytest.mark.parametrize(
    ("looked_for", "told"),
    [
        (("Guesses and faces",), "guesses and faces."),
        (("Faces",), "faces."),
        (("Faces", "Text", "Model “<b>”"), "faces, text, model “<b>”."),
    ],
)
def test_looking_again_says_what_it_does_with_the_switches_as_they_are(bench: Bench, looked_for: Sequence[str], told: str) -> None:
    bench.chosen.now = replace(bench.chosen.now, parts=tuple(LookedPart(each, 9) for each in looked_for))
    dialog = bench.open()
    press(dialog, "lookAgain")
    said = [each.text() for each in dialog.findChildren(QLabel) if "Forgotten and made anew" in each.text()]
    assert [each.split(" That takes")[0].partition(": ")[2] for each in said] == [told]


def test_looking_again_is_asked_about_first(bench: Bench) -> None:
    dialog = bench.open()
    press(dialog, "lookAgain")
    press(dialog, "lookAgainNo")
    assert bench.runner.wait_idle()
    assert bench.chosen.again == 0
    press(dialog, "lookAgain")
    child(dialog, QPushButton, "lookAgainYes").click()
    bench.qtbot.waitUntil(lambda: bench.chosen.again == 1, timeout=PATIENCE_MS)


def test_a_missing_model_is_told_in_a_sentence(bench: Bench) -> None:
    bench.see.missing = "The content model is missing; install Candid again."
    bench.seeing.begin()
    bench.qtbot.waitUntil(lambda: not bench.seeing.running, timeout=PATIENCE_MS)
    assert bench.text(bench.open(), "seeingMissing") == bench.see.missing


def test_what_cannot_be_kept_is_told_and_nothing_seems_changed(bench: Bench) -> None:
    bench.chosen.failure = "The choices could not be kept."
    dialog = bench.open()
    with bench.qtbot.waitSignal(dialog.trouble, timeout=PATIENCE_MS) as trouble:
        tick(dialog, "seeFaces")
    assert trouble.args == [bench.chosen.failure]
    bench.qtbot.waitUntil(dialog.faces.isChecked, timeout=PATIENCE_MS)


def test_nothing_can_be_chosen_in_a_library_that_cannot_be_changed(bench: Bench) -> None:
    bench.refused = "The library cannot be changed."
    dialog = bench.open()
    buttons = [child(dialog, QPushButton, name) for name in ("lookAgain", "seeingDialogPause")]
    assert not any(part.isEnabled() for part in (dialog.content, dialog.faces, dialog.text, *buttons))
    assert dialog.content.toolTip() == bench.refused


def test_a_model_of_ones_own_is_chosen_and_given_up_again(bench: Bench) -> None:
    bench.chosen.now = replace(
        bench.chosen.now, own=(OwnModel("big & better"), OwnModel("half", "The model “half” has no textual/model.onnx."))
    )
    dialog = bench.open()
    offered = dialog.own.actions_by_name
    assert [action.text() for action in offered.values()] == ["Candid’s own guesses", "big && better", "half"]
    assert [action.isEnabled() for action in offered.values()] == [True, True, False]
    assert bench.text(dialog, "refusedModels") == "The model “half” has no textual/model.onnx."
    offered["big & better"].trigger()
    bench.qtbot.waitUntil(lambda: bench.chosen.now.settings.model == "big & better", timeout=PATIENCE_MS)
    bench.qtbot.waitUntil(lambda: dialog.own.button.text() == "big && better", timeout=PATIENCE_MS)
    dialog.own.actions_by_name[""].trigger()
    bench.qtbot.waitUntil(lambda: not bench.chosen.now.settings.model, timeout=PATIENCE_MS)


def test_what_is_chosen_while_a_model_is_tried_is_kept_and_the_trial_is_shown(bench: Bench) -> None:
    bench.chosen.now = replace(bench.chosen.now, own=(OwnModel("big <b>"),), can_read=True)
    bench.chosen.trial.clear()
    dialog = bench.open()
    dialog.own.actions_by_name["big <b>"].trigger()
    tick(dialog, "seeText")
    bench.qtbot.waitUntil(lambda: bench.chosen.now.settings.text, timeout=PATIENCE_MS)
    bench.chosen.now = replace(bench.chosen.now, parts=parts(1_100))
    bench.seeing.ended.emit(None)
    bench.qtbot.waitUntil(lambda: bench.text(dialog, "seeingState").startswith("1,100 of"), timeout=PATIENCE_MS)
    assert bench.text(dialog, "modelOnTrial") == "Trying the model “big <b>”…"
    assert child(dialog, QLabel, "modelOnTrial").isVisible()
    assert not dialog.own.button.isEnabled()
    bench.chosen.trial.set()
    bench.qtbot.waitUntil(dialog.own.button.isEnabled, timeout=PATIENCE_MS)
    assert not child(dialog, QLabel, "modelOnTrial").isVisible()
    assert bench.runner.wait_idle()
    assert bench.chosen.now.settings == SeeingSettings(text=True, model="big <b>")
    assert dialog.text.isChecked()


def test_a_model_that_does_not_fit_says_why_and_changes_nothing(bench: Bench) -> None:
    bench.chosen.now = replace(bench.chosen.now, own=(OwnModel("odd"),))
    bench.chosen.failure = "“visual/model.onnx” does not fit: its input is not one picture of real numbers."
    dialog = bench.open()
    in_window: list[str] = []
    dialog.trouble.connect(in_window.append)
    dialog.own.actions_by_name["odd"].trigger()
    bench.qtbot.waitUntil(lambda: bench.text(dialog, "modelRefusal") == bench.chosen.failure, timeout=PATIENCE_MS)
    assert child(dialog, QLabel, "modelRefusal").isVisible()
    bench.qtbot.waitUntil(lambda: dialog.own.actions_by_name[""].isChecked(), timeout=PATIENCE_MS)
    assert bench.runner.wait_idle()
    assert not in_window, "it lies behind the dialog"
    bench.chosen.failure = ""
    dialog.own.actions_by_name["odd"].trigger()
    assert not child(dialog, QLabel, "modelRefusal").isVisible()
    bench.qtbot.waitUntil(lambda: bench.chosen.now.settings.model == "odd", timeout=PATIENCE_MS)


def test_a_chosen_model_that_is_gone_is_named(bench: Bench) -> None:
    bench.chosen.now = replace(bench.chosen.now, settings=SeeingSettings(model="lost"))
    dialog = bench.open()
    assert "The model “lost” is not in the models folder any more" in bench.text(dialog, "refusedModels")
    assert dialog.own.actions_by_name[""].isEnabled()


def test_no_word_of_it_is_cut(bench: Bench) -> None:
    bench.chosen.now = replace(bench.chosen.now, own=tuple(OwnModel(f"model {n}", f"The model {n} is refused. " * 8) for n in range(3)))
    dialog = bench.open()
    labels = [each for each in dialog.findChildren(QLabel) if each.isVisible() and each.text()]
    bench.qtbot.waitUntil(lambda: all(each.height() >= each.heightForWidth(each.width()) for each in labels), timeout=PATIENCE_MS)
