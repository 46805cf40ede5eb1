"""The forms of questions that photos answer, as patterns over the letters of `question_words.Part`. Any other form is not covered.

What makes a question one about the library is part of its form: the word for photos, the asker, a file. "What is Italy" has none.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from app.domain.query import FilterField, Known
from app.domain.question import Aggregate, Dimension
from app.search.question_pieces import Piece
from app.search.question_text import QuestionText
from app.search.question_words import Lead, Part

_K = "(?:N?[vpckfg]n?)"
"""A condition, perhaps negated."""
_S = "(?:N?[pckfg]n?)"
"""One that does not stand by itself: after a verb, a mere "Wayne" is the one who did it."""
_TAIL = f"(?:{_K}*+(?:[bBEOTtIULaGw]|{_S})*+)"
_BODY = f"(?:P{_K}*+|[bBEOTtIULaGwMS]|{_S})*+"
"""What is taken is kept: a condition after photos is one of theirs, and no other reading of a long row of them is tried."""
_ANCHORED = "(?=.*[PIOLmtfDg])"
_WITH_CONDITION = "(?=.*[vpckfg])"

_BARE = re.compile(f"{_WITH_CONDITION}R*[TO]?(?:{_K}|[TL])+")
_FRAMES = tuple(
    re.compile(pattern)
    for pattern in (
        # Photos: "show me photos of …", "which photos were taken in …", "did I take photos in …", "was I in …", "what did I take in …".
        f"R*[OE]?{_K}*P{_TAIL}",
        f"{_WITH_CONDITION}W[bBE]?{_K}*P{_TAIL}",
        f"(?:BI|O|I(?=[TtU]))[bBGTtU]*{_K}*P{_TAIL}",
        f"(?=.*g)[bB]{_K}*P{_TAIL}",
        f"[bB]{_K}+P{_TAIL}",
        f"WP[Rb]{_K}+a?",
        f"Q?R{_K}+P{_TAIL}",
        f"(?:BI[GTtU]*|O[GTtU]+){_S}+",
        f"W(?:[bB]?I[bBTtGU]+|O[TtGU]*){_S}+",
        f"W[bBOI]*{_S}*g{_S}*L?|W[bB]*L{_S}+|W[bBG]*(?:T{_S}*k|t){_S}*",
        # How many photos, and how many were, have, did I …
        f"(?:W[bB])?H{_K}*P{_TAIL}",
        f"(?:W[bB]|(?:BI|O)[bBGTtU]*)?{_K}*P{_TAIL}H[bBE]?P?{_TAIL}",
        f"I[TtGU]+{_S}*H{_K}*P{_TAIL}",
        f"H[bBE]*(?:T{_S}+|I[bBTtU]*{_S}*|O[Tt]*{_S}*|N?cn?(?:[EObBITt]|{_S})*)",
        f"H[bB]+{_K}+a",
        # The first and the last: "the oldest photo of …", "which photo is the newest", "oldest", "when did I last visit …".
        f"R*(?:O|[WQ][bB]?)?{_K}*S{_K}*P{_TAIL}",
        f"W?[bB]?{_K}*P{_TAIL}S{_TAIL}",
        "R*(?:W[bB]?)?S(?:N?cn?)*",
        f"(?:[QW][bB])?SI[bBGTtU]+{_S}+",
        # When, where and who: of photos that are told by something, or of all that are mine.
        f"{_WITH_CONDITION}[qQ](?:[bB]+|a)m?{_K}*P{_TAIL}",
        f"[qQ](?:[bB]+a?|a)d?mP{_TAIL}|q(?:[bB]+|a)P|WPO",
        "[qQ](?:[bB]+|a)d?P?L",
        f"[qQ][bBa]+{_K}+t{_TAIL}",
        f"[qQ][bBa]*f[TtbB]*{_S}*",
        f"(?=.*[vpckfSP])Q{_K}*(?:BI[bB]?|O)S?[bBGTtU]*{_S}*(?:S?P{_K}*[Tt]?)?S?",
        f"(?:Q|Wd)[bB]+G{_S}+",
        f"q(?:BI|O)[Tt]+{_S}*",
        f"q[bB]w{_S}+",
        "[qQ][bBa]*M|W[dDl][bB]M",
        # What is known of a file.
        "(?:W[bB]?)?F+[bBUTaI]*f[bBTUa]*",
        f"[bB]f{_S}+",
        f"E{_K}*f",
        # How many in each.
        f"(?:W[bB])?H?{_K}*P{_TAIL}e[dDl]{_TAIL}",
        f"RHe[dDl]{_TAIL}|He[Dl]{_TAIL}",
        # Most photos by something.
        f"[qQ](?:[bB]+(?:I[Tt])?|a)MP{_TAIL}",
        f"[qQ][bB]+I[GTt]+{_S}*M{_S}*",
        f"{_ANCHORED}(?:W[bB]?)?m?M[dDl]{_BODY}",
        # Which, and how many, cameras, years, places …
        f"{_ANCHORED}W{_K}*[dDl]{_BODY}",
        f"{_ANCHORED}(?:R|W[bB])?m?[dDl]{_BODY}",
        f"{_ANCHORED}(?:W[bB])?H{_K}*[dDl]{_BODY}",
        f"H{_K}*[Dl][bE]+|Wl[bB]+[TtU]{_S}+|W[Dl]E|R[dDl]|[dDl]{_S}*g{_S}*|D{_S}+",
    )
)

_TAKEN_THEN = re.compile("W[bB]T[cp]+")
"""Much is taken from a place; on a day, photos are."""
_MARKED = re.compile("W[bBOI]*N?c")
"""Favourites and rejected ones are photos, whether it is said or not: "which are my favourites?"."""
_SOUGHT = re.compile("Q[bB]vRP")
""" "Where's Vuk? Show me pictures of him": what is sought are the pictures."""
_APPEARING = re.compile(f"H[bB]+{_K}+a")
"""Comets appear as well: only of people is it asked how often they do in photos."""
_STATED_FIRST = re.compile(f"{_K}+(?=[RWHQqOBI])")
_RECORDED = frozenset({Lead.TAGGED, Lead.CAPTIONED, Lead.FOLDER})
"""What is tagged or captioned so is a photo, whether it is said to be one or not."""
_BEFORE_ORDER = frozenset(
    {Part.REQUEST, Part.WHICH, Part.ASKED, Part.PRESENT, Part.PAST, Part.OWN, Part.THERE, Part.MY, Part.GLUE, Part.I, Part.TAKE}
)
_DESCRIBING = frozenset({Part.GLUE, Part.CONDITION, Part.LED})
"""What follows the photos that are then described: "of a dog", "in 2015"."""
_MOST_BETWEEN = 3
"""Pieces from "oldest" on to "photo" at most: "the oldest dog photo"."""
_ORDINALS = frozenset({"first", "last"})
"""These may count something else: "a last supper picture"."""
_ASKING = frozenset({Part.WHICH, Part.HOW_MANY, Part.MOST})


@dataclass(frozen=True, slots=True)
class Frame:
    """What a form asks for. `bare`: nothing but values and conditions, one after the other; `portrays`: what is known of a file."""

    aggregate: Aggregate = Aggregate.NONE
    of: Dimension | None = None
    bare: bool = False
    portrays: bool = False


def frame_of(pieces: Sequence[Piece]) -> Frame | None:
    """What the pieces ask for together; None if they have no form that photos answer."""
    if _SOUGHT.fullmatch(_letters(pieces)) and _names_somebody(pieces):
        pieces = pieces[2:]
    letters = _asked_first(_letters(pieces))
    if (_TAKEN_THEN.fullmatch(letters) and _says_when(pieces)) or (_MARKED.fullmatch(letters) and _says_how_marked(pieces)):
        return Frame()
    if _BARE.fullmatch(letters):
        return Frame(bare=True)
    if not any(frame.fullmatch(letters) for frame in _FRAMES) or (_APPEARING.fullmatch(letters) and not _names_somebody(pieces)):
        return None
    asked = next((each.meaning for each in pieces if isinstance(each.meaning, Dimension)), None)
    return Frame(_aggregate(pieces, letters), asked, portrays="F" in letters)


def _says_when(pieces: Sequence[Piece]) -> bool:
    return all(one.field is FilterField.DATE for each in pieces for one in each.filters[:1])


def _says_how_marked(pieces: Sequence[Piece]) -> bool:
    return all(one.value in (Known.FAVOURITE, Known.REJECTED) for each in pieces for one in each.filters)


def _names_somebody(pieces: Sequence[Piece]) -> bool:
    return any(one.field is FilterField.PERSON for each in pieces for one in each.filters)


def asks_for_photos(pieces: Sequence[Piece]) -> bool:
    """Whether the text says that it is after photos, so that what was understood of it may filter although not all was."""
    parts = {each.part for each in pieces}
    return Part.PHOTOS in parts or not parts & {Part.WHICH, Part.ASKED, Part.HOW_MANY}


def dimension_of(pieces: Sequence[Piece]) -> Dimension | None:
    """What is asked of the photos where not all words were understood; "people skiing" does not ask who."""
    telling = [each for each in pieces if each.part not in (Part.GLUE, Part.MY)]
    counted = (each for before, each in pairwise(telling) if each.part is Part.DIMENSION and before.part in _ASKING)
    asked = (each for each in pieces if each.part is Part.ASKED)
    return next((each.meaning for each in (*asked, *counted) if isinstance(each.meaning, Dimension)), None)


def order_of(text: QuestionText, pieces: Sequence[Piece]) -> Aggregate:
    """Which photos are wanted first where not all words were understood: "the oldest photo of a dog"; NONE if it is not photos in order."""
    parts = [each.part for each in pieces]
    if Part.SUPERLATIVE not in parts or Part.PHOTOS not in parts:
        return Aggregate.NONE
    first, photos = parts.index(Part.SUPERLATIVE), parts.index(Part.PHOTOS)
    mine = set(parts[:first]) <= _BEFORE_ORDER and (Part.TAKE not in parts[:first] or Part.I in parts[:first])
    described = photos + 1 == len(parts) or parts[photos + 1] in _DESCRIBING
    near = 1 if text.words[pieces[first].start].text in _ORDINALS else _MOST_BETWEEN
    if not (mine and described and 0 < photos - first <= near):
        return Aggregate.NONE
    return next(each.meaning for each in pieces if isinstance(each.meaning, Aggregate))


def _letters(pieces: Sequence[Piece]) -> str:
    """The question spelt for the patterns, without words that change nothing; "my" counts where it says whose cameras, or whose
    photos somebody is in.

    "Not taken with a Canon" negates what comes last.
    """
    spelt = "".join(_letter(each) for each in pieces if each.part is not Part.GLUE)
    spelt = spelt.replace("y", "P" if re.search("[ROIEmLg]", spelt) else "x")
    unsaid = "(?<![bBad])m(?![MdDl])|m(?![MdDlP])" if spelt[:1] in ("q", "Q") else "m(?![MdDl])"
    return re.sub(r"N([TtUGa])(?=[pckf]$)", r"\1N", re.sub(unsaid, "", spelt))


def _asked_first(letters: str) -> str:
    """Without "please tell me" before and "show them" after what is asked, and "in 2005, how many photos" as "how many photos in 2005"."""
    letters = letters.lstrip("R") if len(letters.lstrip("R")) > 1 and not letters.startswith("RHe") else letters
    letters = letters.rstrip("R") or letters
    stated = _STATED_FIRST.match(letters)
    if stated is None:
        return letters
    first, rest = stated[0], letters[stated.end() :]
    photos = rest.find("P") + 1 or len(rest)
    return rest[:photos] + first + rest[photos:]


def _letter(piece: Piece) -> str:
    """Who is told from when and where, and what only photos have (tags, folders) from what the world has."""
    if piece.lead in _RECORDED and piece.part is Part.CONDITION:
        return "g"
    if piece.part is Part.ASKED:
        return "q" if piece.meaning is Dimension.PERSON else "Q"
    if piece.part is Part.DIMENSION and piece.meaning in (Dimension.TAG, Dimension.FOLDER, Dimension.FORMAT):
        return "D"
    return "l" if piece.part is Part.DIMENSION and piece.meaning in (Dimension.CAMERA, Dimension.LENS) else piece.part.value


def _aggregate(pieces: Sequence[Piece], letters: str) -> Aggregate:
    superlative = next((each.meaning for each in pieces if isinstance(each.meaning, Aggregate)), None)
    if superlative:
        return superlative
    if "M" in letters:
        return Aggregate.MOST
    if "e" in letters:
        return Aggregate.VALUES
    if "H" in letters:
        return Aggregate.COUNT
    return Aggregate.VALUES if re.search("[qQdDl]", letters) else Aggregate.NONE
