"""The scene of the guide in which a person has said something of photos; the scenes after it show none of that."""

from app.domain.ids import PhotoId
from app.domain.own_words import Change
from docs.pictures.questions import Session


def shoot_own_words(session: Session) -> None:
    """Stars, hearts, tags and a caption, with the news of the last change; the details are closed before and after."""
    window = session.window
    window.top.box.ask_for("")
    session.settle()
    describing, ids = window.describing, [PhotoId(each) for each in window.pages.model.ids.tolist()]
    said = (
        (ids[:1], Change(rating=5, favourite=True, caption="Up the hill before breakfast, in the last week of leaves.")),
        (ids[1:3], Change(rating=4)),
        (ids[4:5], Change(rating=3, favourite=True)),
        (ids[:3], Change(add_tags=("Holiday/South", "to print"))),
    )
    for photo_ids, change in said:
        describing.change(photo_ids, change)
    window.pages.grid.go_to(0)
    window.top.details_toggled.emit()
    session.settle()
    session.take("own-words")
    for _ in said:
        describing.changes.undo()
    window.top.details_toggled.emit()
    session.settle()
    describing.notice.hide()
