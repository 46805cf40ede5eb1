"""The forms of questions that photos answer, as patterns over the letters of `question_words.Part`. Any other form is not covered.

What makes a question one about the library is part of its form: the word for photos, the asker, a file. "What is Italy" has none.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from app.domain.question import Aggregate, Dimension
from app.search.question_pieces import Piece
from app.search.question_words import Part

_K = "(?:N?[vpckf]n?)"
"""A condition, perhaps negated."""
_S = "(?:N?[pckf]n?)"
"""One that does not stand by itself: after a verb, a mere "Wayne" is the one who did it."""
_TAIL = f"(?:{_K}*(?:[bBEOTtIULaGw]|{_S})*)"
_BODY = f"(?:P{_K}*|[bBEOTtIULaGwMS]|{_S})*"
_ANCHORED = "(?=.*[PIOLmtfD])"
_WITH_CONDITION = "(?=.*[vpckf])"

_BARE = re.compile(f"{_WITH_CONDITION}R*[TO]?(?:{_K}|[TL])+")
_FRAMES = tuple(
    re.compile(pattern)
    for pattern in (
        # Photos: "show me photos of …", "which photos were taken in …", "did I take photos in …", "was I in …", "what did I take in …".
        f"R*[OE]?{_K}*P{_TAIL}",
        f"{_WITH_CONDITION}W[bBE]?{_K}*P{_TAIL}",
        f"(?:BI|O)[bBGTtU]*{_K}*P{_TAIL}",
        f"(?:BI[GTtU]*|O[GTtU]+){_S}+",
        f"W(?:[bB]I[bBTtGU]+|O[TtGU]*){_S}+",
        # How many photos, and how many were, have, did I …
        f"(?:R*|W[bB])H{_K}*P{_TAIL}",
        f"H[bBE]*(?:T{_S}+|I[bBTt]*{_S}*|O[Tt]*{_S}*|N?cn?(?:[EObBITt]|{_S})*)",
        # The first and the last: "the oldest photo of …", "which photo is the newest", "oldest", "when did I last visit …".
        f"R*(?:O|[WQ][bB]?)?{_K}*S{_K}*P{_TAIL}",
        f"W?[bB]?{_K}*P{_TAIL}S{_TAIL}",
        "R*(?:W[bB]?)?S(?:N?cn?)*",
        f"(?:[QW][bB])?SI[bBGTtU]+{_S}+",
        # When, where and who.
        f"{_WITH_CONDITION}[qQ](?:[bB]+|a){_K}*P{_TAIL}",
        f"[qQ][bBa]+{_K}+t{_TAIL}",
        f"[qQ][bBa]*f[TtbB]*{_S}*",
        f"(?=.*[vpckfSP])Q{_K}*(?:BI[bB]?|O)S?[bBGTtU]*{_S}*(?:P{_K}*[Tt]?)?S?",
        f"q(?:BI|O)[Tt]+{_S}*",
        f"q[bB]w{_S}+",
        # Most photos by something.
        f"[qQ][bB]+(?:I[Tt])?MP{_TAIL}",
        f"[qQ][bB]+I[GTt]+{_S}*M{_S}*",
        f"{_ANCHORED}(?:R*|W[bB]?)m?M[dD]{_BODY}",
        # Which, and how many, cameras, years, places …
        f"{_ANCHORED}W{_K}*[dD]{_BODY}",
        f"{_ANCHORED}(?:R+|W[bB])m?[dD]{_BODY}",
        f"{_ANCHORED}(?:R*|W[bB])H{_K}*[dD]{_BODY}",
    )
)


@dataclass(frozen=True, slots=True)
class Frame:
    """What a form asks for. `bare`: nothing but values and conditions, one after the other."""

    aggregate: Aggregate = Aggregate.NONE
    of: Dimension | None = None
    bare: bool = False


def frame_of(pieces: Sequence[Piece]) -> Frame | None:
    """What the pieces ask for together; None if they have no form that photos answer."""
    letters = _letters(pieces)
    if _BARE.fullmatch(letters):
        return Frame(bare=True)
    if not any(frame.fullmatch(letters) for frame in _FRAMES):
        return None
    asked = next((each.meaning for each in pieces if isinstance(each.meaning, Dimension)), None)
    return Frame(_aggregate(pieces, letters), asked)


def asks_for_photos(pieces: Sequence[Piece]) -> bool:
    """Whether the text says that it is after photos, so that what was understood of it may filter although not all was."""
    parts = {each.part for each in pieces}
    return Part.PHOTOS in parts or not parts & {Part.WHICH, Part.ASKED, Part.HOW_MANY}


def _letters(pieces: Sequence[Piece]) -> str:
    """The question spelt for the patterns, without words that change nothing; "my" counts where it says whose cameras.

    "Not taken with a Canon" negates what comes last.
    """
    spelt = "".join(_letter(each) for each in pieces if each.part is not Part.GLUE)
    return re.sub(r"N([TtUGa])(?=[pckf]$)", r"\1N", re.sub("m(?![MdD])", "", spelt))


def _letter(piece: Piece) -> str:
    """Who is told from when and where, and what only photos have (tags, folders) from what the world has."""
    if piece.part is Part.ASKED:
        return "q" if piece.meaning is Dimension.PERSON else "Q"
    return "D" if piece.part is Part.DIMENSION and piece.meaning in (Dimension.TAG, Dimension.FOLDER) else piece.part.value


def _aggregate(pieces: Sequence[Piece], letters: str) -> Aggregate:
    superlative = next((each.meaning for each in pieces if isinstance(each.meaning, Aggregate)), None)
    if superlative:
        return superlative
    if "M" in letters:
        return Aggregate.MOST
    if "H" in letters:
        return Aggregate.COUNT
    return Aggregate.VALUES if re.search("[qQdD]", letters) else Aggregate.NONE
