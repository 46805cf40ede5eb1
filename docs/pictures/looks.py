"""The last scenes of the guide, in which photos were looked at: found by what they show, faces, more like one, and what is chosen."""

from PySide6.QtWidgets import QDialog

from docs.pictures.questions import Session

FOUND_BY_LOOK = "a bridge"
"""One photo says so, and another looks like it."""
LIKED = "harbour boats"
"""What is like the best match of these words is shown."""


def shoot_looks(session: Session) -> None:
    """Look at the photos first; the panel of questions is closed, the details are open afterwards."""
    window = session.window
    window.top.chat_toggled.emit()
    window.looking.begin()
    _until_looked(session)
    window.top.box.ask_for(FOUND_BY_LOOK)
    window.top.details_toggled.emit()
    session.settle()
    window.pages.grid.go_to(1)
    session.settle()
    session.take("looks")
    window.top.box.ask_for(LIKED)
    session.settle()
    window.pages.grid.go_to(0)
    session.settle()
    window.actions_for_photos.more_like.trigger()
    session.settle()
    window.pages.grid.go_to(0)
    session.settle()
    session.take("more-like")
    _shoot_faces(session)
    window.looking.open_choices()
    session.settle()
    for dialog in (each for each in window.findChildren(QDialog) if each.objectName() == "seeingDialog"):
        session.save("looking", dialog.grab())
        dialog.close()


def _until_looked(session: Session) -> None:
    while session.window.seeing.running or session.window.seeing.progress is None:
        session.settle()
    session.window.looking.strip.hide()


def _shoot_faces(session: Session) -> None:
    window = session.window
    window.top.box.ask_for("faces:1")
    session.settle()
    if not len(window.pages.model):
        raise SystemExit("The photos show no face that is found.")
    window.pages.large.faces.want(True)
    window.pages.open_large(0)
    session.settle()
    session.take("faces")
    window.pages.large.faces.want(False)
    window.pages.back()
