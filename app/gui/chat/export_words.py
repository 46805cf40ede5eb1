"""What an exported conversation says beside the answers themselves, the same in every format. Nothing is escaped here."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date

from app.assistant.answer import Answer, Citation, Line, Origin
from app.domain.errors import AppError
from app.domain.ids import LocalTime, PhotoId
from app.domain.photo import Photo
from app.domain.words import shown
from app.domain.written import day
from app.gui.chat.discarded_dialog import reasons_text
from app.gui.chat.harmless import harmless
from app.gui.chat.mode_chip import DISCARDED, WORDS
from app.gui.formatting import file_name

Turns = Sequence[tuple[str, Answer]]
"""Questions as they were typed, with their answers."""
Thumbnails = Callable[[Photo], bytes | None]
"""Makes the JPEG of a photo; None where it cannot be read now."""

TITLE = "Questions about photos"
ORIGINS = {
    Origin.CANDID: "Candid",
    Origin.LIBRARY: "said of the photo",
    Origin.GENERAL: "general, not from the photos",
}


class NotExported(AppError):
    """A conversation that could not be written."""


def plain(text: str) -> str:
    """A text on one line, harmless."""
    return " ".join(harmless(text).split())


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
    """Who replied."""
    return f"Answered by the model {plain(answer.usage.model)}, checked by Candid." if answer.usage else "Answered by Candid alone."


def told(line: Line, answer: Answer) -> tuple[str, str]:
    """What a line says, and who says it of which photo: `said of the photo · IMG_8824.jpg`. Candid's own sentences name theirs."""
    about = line.photo_ids if line.origin is not Origin.CANDID else ()
    names = (plain(file_name(each.path)) for each in answer.cited if each.id in about)
    return plain(line.text), " · ".join((ORIGINS[line.origin], *names))


def caption(citation: Citation) -> str:
    """Name and day of a photo."""
    name, taken = plain(file_name(citation.path)), citation.photo.facts.taken if citation.photo else None
    return f"{name}, {plain(day(taken.value))}" if taken else name


def pictures_of(turns: Turns, thumbnail: Thumbnails) -> Mapping[PhotoId, bytes]:
    """The JPEG of every cited photo that has one, once."""
    photos = {each.photo.id: each.photo for _, answer in turns for each in answer.cited if each.photo}
    made = {photo_id: thumbnail(photo) for photo_id, photo in photos.items()}
    return {photo_id: jpeg for photo_id, jpeg in made.items() if jpeg}


def not_exported(path: str, error: OSError | ValueError) -> NotExported:
    """The sentence for a file that could not be written."""
    why = error.strerror if isinstance(error, OSError) and error.strerror else "its name is not possible"
    return NotExported(f"The answers cannot be written to “{shown(path)}”: {why}. Choose another place.")
