"""An answer as a person gets it: its label, its lines with their origin, what was checked, and the photos that it cites."""

from dataclasses import dataclass
from enum import StrEnum

from app.assistant.flags import Flag
from app.assistant.gates.verdict import Redaction, Rejection
from app.assistant.model import Usage
from app.domain.closeness import Thresholds
from app.domain.evidence import AnswerMode, Closeness, EvidencePack
from app.domain.ids import PackId
from app.domain.photo import Photo
from app.domain.question import Question


class Origin(StrEnum):
    """Who says a line: Candid itself (of what it has checked), the replier about a photo, the replier about anything else."""

    CANDID = "candid"
    LIBRARY = "library"
    GENERAL = "general"


@dataclass(frozen=True, slots=True)
class Line:
    """One statement of an answer; `photo_ids` are the photos of the pack that it is about.

    `checked` where Candid has checked all that it says, which may be several claims. `flags` are the words in prose that seem to name a
    relationship, which nobody has checked.
    """

    text: str
    origin: Origin
    photo_ids: tuple[str, ...] = ()
    checked: bool = False
    flags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Citation:
    """A photo that the answer cites; `photo` is its record, for showing it, where the library still has it."""

    id: PackId
    path: str
    photo: Photo | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """`closeness` is None where it could not be measured. A rejected answer has one line, the fixed message, and the reasons for it.

    `why` says in words why it has its label. `checked` are the sentences of all claims that were checked; `flags` mark prose that names a
    relationship nobody checked. `suggested` are searches that may help where the question was not answered. `usage` is None offline.
    `look` is the cosine to the nearest look, None where none was compared; `by_look` says that it alone makes the answer adjacent.
    """

    mode: AnswerMode
    closeness: Closeness | None
    understood: tuple[str, ...]
    lines: tuple[Line, ...]
    checked: tuple[Line, ...]
    cited: tuple[Citation, ...]
    rejected: bool
    reasons: tuple[Rejection, ...]
    redactions: tuple[Redaction, ...]
    flags: tuple[Flag, ...]
    pack: EvidencePack
    question: Question
    why: str = ""
    thresholds: Thresholds | None = None
    suggested: tuple[str, ...] = ()
    usage: Usage | None = None
    look: float | None = None
    look_match: float | None = None
    by_look: bool = False

    @property
    def verified(self) -> tuple[str, ...]:
        """The sentences of all claims that were checked."""
        return tuple(line.text for line in self.checked)
