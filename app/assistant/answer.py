"""An answer as a person gets it: its label, its lines with their origin, what was checked, and the photos that it cites."""

from dataclasses import dataclass
from enum import StrEnum

from app.assistant.flags import Flag
from app.assistant.gates.verdict import Redaction, Rejection
from app.domain.evidence import AnswerMode, Closeness, EvidencePack
from app.domain.ids import PackId


class Origin(StrEnum):
    """Who says a line: Candid itself (of what it has checked), the replier about a photo, the replier about anything else."""

    CANDID = "candid"
    LIBRARY = "library"
    GENERAL = "general"


@dataclass(frozen=True, slots=True)
class Line:
    """One statement of an answer; `photo_id` is the photo that prose is about."""

    text: str
    origin: Origin
    photo_id: str | None = None


@dataclass(frozen=True, slots=True)
class Citation:
    """A photo that the answer cites."""

    id: PackId
    path: str


@dataclass(frozen=True, slots=True)
class Answer:
    """`closeness` is None where it could not be measured. A rejected answer has one line, the fixed message, and the reasons for it.

    `verified` are the sentences of all claims that were checked; `flags` mark prose that names a relationship nobody checked.
    """

    mode: AnswerMode
    closeness: Closeness | None
    understood: tuple[str, ...]
    lines: tuple[Line, ...]
    verified: tuple[str, ...]
    cited: tuple[Citation, ...]
    rejected: bool
    reasons: tuple[Rejection, ...]
    redactions: tuple[Redaction, ...]
    flags: tuple[Flag, ...]
    pack: EvidencePack
