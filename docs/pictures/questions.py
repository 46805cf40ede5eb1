"""The pictures of questions: the panel with every label, what is sent to a model, and a reply that was discarded."""

from collections.abc import Callable
from typing import Protocol, TypeVar

from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QAbstractButton, QApplication, QDialog, QPushButton, QWidget

from app.domain.sharing import Sharing
from app.gui.window import MainWindow
from docs.pictures.staged import HOST, StagedModel, connected, lying

W = TypeVar("W", bound=QWidget)

SOURCED = ("Show photos from Whitby", "Which of these are bursts?")
ADJACENT, OPEN = "What colour is the lighthouse?", "Why is the sky blue?"
OF_THE_MODEL = "Show me boats in the harbour"


class Session(Protocol):
    """What takes the pictures."""

    window: MainWindow

    def settle(self, milliseconds: int = 350) -> None:
        """Wait until nothing is under way."""

    def take(self, scene: str) -> None:
        """Save what the window shows."""

    def save(self, scene: str, sight: QPixmap) -> None:
        """Save something else."""


def shoot_questions(session: Session) -> None:
    """All of them, in a window that has measured."""
    _use_measured(session)
    session.window.top.chat_toggled.emit()
    session.settle()
    _ask(session, *SOURCED)
    session.take("ask")
    _ask(session, ADJACENT)
    _take_panel(session, "ask-adjacent")
    _press(session.window.desk.panel, QAbstractButton, "toggleRuler")
    _take_panel(session, "ask-ruler")
    _ask(session, OPEN)
    _take_panel(session, "ask-open")
    _shoot_model(session)


def _use_measured(session: Session) -> None:
    _press(session.window.pages, QPushButton, "measureApply")
    session.settle()
    session.window.pages.back()
    session.settle()


def _shoot_model(session: Session) -> None:
    desk = session.window.desk
    desk.panel.new.trigger()
    connected(desk.dialogs.use_cases.connect)
    desk.asking.look_who_replies()
    session.settle()
    _take_dialog(session, "ask-connect", desk.dialogs.connect_model)
    _take_dialog(session, "ask-consent", lambda: desk.panel.box.ask(OF_THE_MODEL))
    desk.dialogs.use_cases.connect.consent(HOST, Sharing())
    _ask(session, OF_THE_MODEL)
    _take_panel(session, "ask-model")
    StagedModel.reply = staticmethod(lying)
    _ask(session, OF_THE_MODEL)
    _take_panel(session, "ask-discarded")


def _ask(session: Session, *questions: str) -> None:
    """In a conversation of their own."""
    session.window.desk.panel.new.trigger()
    for question in questions:
        session.window.desk.panel.box.ask(question)
        session.settle()


def _take_panel(session: Session, scene: str) -> None:
    session.settle()
    session.save(scene, session.window.desk.panel.grab())


def _take_dialog(session: Session, scene: str, open_it: Callable[[], None]) -> None:
    open_it()
    session.settle()
    dialog = QApplication.activeModalWidget()
    if not isinstance(dialog, QDialog):
        raise SystemExit(f"No dialog has opened for the picture {scene}.")
    session.save(scene, dialog.grab())
    dialog.reject()
    session.settle()


def _press(parent: QWidget, kind: type[QAbstractButton], name: str) -> None:
    button = parent.findChild(kind, name)
    if not isinstance(button, QAbstractButton):
        raise SystemExit(f"The window has no button {name}.")
    button.click()
