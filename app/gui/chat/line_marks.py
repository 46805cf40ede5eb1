"""How a line of an answer is marked: the one place for the card, screen readers, copies and files."""

from dataclasses import dataclass
from enum import Enum, auto

from app.assistant.answer import Answer, Line, Origin
from app.gui.chat.harmless import one_line
from app.gui.formatting import file_name

UNCHECKED = "In the model’s words, not checked"
FLAGGED = "This sentence speaks of several photos; nobody checked that."
ORIGINS = {Origin.LIBRARY: "About a photo", Origin.GENERAL: "General knowledge"}
CHECK = "✓"


class Kind(Enum):
    """Who answers for a line: Candid has checked it, Candid says it of the answer itself, or nobody does."""

    CHECKED = auto()
    NOTE = auto()
    UNCHECKED = auto()


@dataclass(frozen=True, slots=True)
class Marks:
    """A line with its marks, each on one line and harmless. `origin`, `photos` and `warning` are those of a model's words."""

    kind: Kind
    text: str
    origin: str = ""
    photos: tuple[str, ...] = ()
    warning: str = ""

    @property
    def before(self) -> str:
        """All that is to be known before a model's words are read; empty for other lines."""
        return " · ".join(each for each in (UNCHECKED, self.origin, *self.photos, self.warning.rstrip(".")) if each) if self.warned else ""

    @property
    def warned(self) -> bool:
        """Whether nobody answers for the line."""
        return self.kind is Kind.UNCHECKED

    @property
    def written(self) -> str:
        """As plain text: nothing in the line can look like a mark of its own, since the marks stand before it."""
        if self.warned:
            return f"[{self.before}] {self.text}"
        return f"{CHECK} {self.text}" if self.kind is Kind.CHECKED else self.text

    @property
    def spoken(self) -> str:
        """As a screen reader tells it."""
        if self.warned:
            return f"{self.before}: {self.text}"
        return f"Checked: {self.text}" if self.kind is Kind.CHECKED else self.text


def kind_of(answer: Answer, line: Line) -> Kind:
    """Offline there is no model: what stands there beside claims is Candid's own text."""
    if line.checked:
        return Kind.CHECKED
    return Kind.NOTE if line.origin is Origin.CANDID or answer.usage is None else Kind.UNCHECKED


def marks_of(answer: Answer, line: Line) -> Marks:
    """The marks of a line of an answer."""
    kind, text = kind_of(answer, line), one_line(line.text)
    if kind is not Kind.UNCHECKED:
        return Marks(kind, text)
    photos = tuple(one_line(file_name(each.path)) for each in answer.cited if each.id in line.photo_ids)
    return Marks(kind, text, ORIGINS.get(line.origin, ""), photos, FLAGGED if line.flags else "")
