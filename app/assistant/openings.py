"""The lines that open and close an answer: what its photos are to the question. What comes out of files stands in quotes."""

from collections.abc import Sequence

from app.domain.evidence import AnswerMode
from app.domain.written import listed, quoted

OPEN = "Candid found nothing in your photos that comes near to this question; nothing below comes from them."
UNMEASURED = "How close your photos come to this question could not be measured."
COPIES_APART = (
    "“Duplicates and bursts” shows identical files, versions of one picture and bursts apart from near copies, of which it may count fewer."
)
FACES_GUESSED = "A search for “has:faces” lists all photos in which faces were found, which is a guess."


def opening(
    mode: AnswerMode,
    closest: Sequence[str] = (),
    *,
    holding: Sequence[str] = (),
    by_look: bool = False,
    said: bool = False,
    measured: bool = True,
    any_photo: bool = True,
) -> str:
    """The line that opens an answer, empty if there is none.

    `closest` are names of files, and `by_look` says that nothing but looks led to them; `said`, that what is said of photos comes near as
    well; `holding` are the files whose photos have the words of the question, which are not among the closest. Without `any_photo` nothing
    is close.
    """
    if not measured:
        return UNMEASURED
    if mode is AnswerMode.SOURCED:
        return ""
    if mode is AnswerMode.OPEN:
        return OPEN
    if not any_photo:
        return "Nothing here covers this directly."
    if holding:
        return _opening_of_words(holding, closest if by_look else ())
    start = "No photo says so in words;" if by_look and not said else "Nothing here covers this directly;"
    names = [quoted(each) for each in closest]
    led = "by their look the closest" if by_look else "the closest"
    return f"{start} {led} {_is_or_are(names)}." if names else f"{start} {led} follow."


def not_in_words(missing: Sequence[str]) -> str:
    """What is said beside photos that are close: words with which no photo is described; empty without any."""
    return f"No photo is named or described with {_either(missing)}." if missing else ""


def more_by_look(shown: int, found: int, *, counted: bool = True) -> str:
    """That more photos come near than are shown, empty where none do; `counted` unless their number is what was asked for."""
    if found <= shown:
        return ""
    if not counted:
        return f"Only {shown:,} of them are shown; a search lists them all."
    return f"{shown:,} of {found:,} photos that come near by their look are shown; whether they show it is a guess."


def nothing_found(missing: Sequence[str], searches: Sequence[str]) -> str:
    """What is said instead of an answer: words with which no photo is described, and searches that find something."""
    instead = _either(searches) or "what the photos show"
    says = "Candid did not understand this as a question about your photos."
    if missing:
        none = f"none of them is named or described with {_either(missing)}"
        says = f"Candid found nothing in your photos that comes near to this question: {none}."
    return f"{says} Ask in other words, or search for {instead}."


def _opening_of_words(holding: Sequence[str], closest: Sequence[str]) -> str:
    has = "has" if len(holding) == 1 else "have"
    said = f"{listed([quoted(each) for each in holding])} {has} the question’s words"
    if not closest:
        return f"{said}, which may not answer it."
    comes = "comes" if len(closest) == 1 else "come"
    return f"{said}; by their look also {listed([quoted(each) for each in closest])} {comes} near."


def _either(texts: Sequence[str]) -> str:
    *others, last = [quoted(each) for each in texts] or [""]
    return f"{', '.join(others)} or {last}" if others else last


def _is_or_are(names: Sequence[str]) -> str:
    return f"{'is' if len(names) == 1 else 'are'} {listed(names)}"
