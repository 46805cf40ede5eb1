"""What an exported conversation says beside the answers themselves, the same in every format. Nothing is escaped here."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date

from app.assistant.answer import Answer, Citation
from app.domain.errors import AppError
from app.domain.ids import LocalTime, PhotoId
from app.domain.photo import Photo
from app.domain.words import shown
from app.domain.written import day
from app.gui.chat.discarded_dialog import reasons_text
from app.gui.chat.harmless import one_line
from app.gui.chat.line_marks import CHECK
from app.gui.chat.mode_chip import DISCARDED, WORDS
from app.gui.formatting import file_name

Turns = Sequence[tuple[str, Answer]]
"""Questions as they were typed, with their answers."""
Thumbnails = Callable[[Photo], bytes | None]
"""Makes the JPEG of a photo; None where it cannot be read now."""

TITLE = "Questions about photos"


class NotExported(AppError):
    """A conversation that could not be written."""


def made_by(on: date) -> str:
    """`Made by Candid, 14 June 2026`."""
    return f"Made by Candid, {day(LocalTime(on.isoformat()))}"


def label(answer: Answer) -> str:
    """`Sourced`, or that it was discarded."""
    return DISCARDED if answer.rejected else WORDS[answer.mode]


def reasons(answer: Answer) -> tuple[str, ...]:
    """Why a reply was discarded, in words."""
    if not answer.rejected:
        return ()
    told = reasons_text([(each.gate, each.code, each.detail) for each in answer.reasons])
    return tuple(each.removeprefix("• ") for each in told.splitlines())


def answered_by(answer: Answer) -> str:
    """Who replied, and what of the reply Candid answers for."""
    if answer.usage is None:
        return "Answered by Candid alone."
    model = one_line(answer.usage.model)
    if answer.rejected:
        return f"Candid discarded the reply of the model {model}."
    return f"Answered by the model {model}. Candid checked the sentences marked {CHECK}; the model’s words are not checked."


def caption(citation: Citation) -> str:
    """Name and day of a photo."""
    name, taken = one_line(file_name(citation.path)), citation.photo.facts.taken if citation.photo else None
    return f"{name}, {one_line(day(taken.value))}" if taken else name


def pictures_of(turns: Turns, thumbnail: Thumbnails) -> Mapping[PhotoId, bytes]:
    """The JPEG of every cited photo that has one, once."""
    photos = {each.photo.id: each.photo for _, answer in turns for each in answer.cited if each.photo}
    made = {photo_id: thumbnail(photo) for photo_id, photo in photos.items()}
    return {photo_id: jpeg for photo_id, jpeg in made.items() if jpeg}


def not_exported(path: str, error: OSError | ValueError) -> NotExported:
    """The sentence for a file that could not be written."""
    why = error.strerror if isinstance(error, OSError) and error.strerror else "its name is not possible"
    return NotExported(f"The answers cannot be written to “{shown(path)}”: {why}. Choose another place.")
