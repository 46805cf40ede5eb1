"""Which words of a text say something of their own, and whether it is a sentence or only a name."""

import re


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


STOP_WORDS = _words("""
    a an the this that these those some any each every all both
    of in on at by for with from to into onto out off over under up down as about near
    and or but nor so than then if while
    i me my mine we us our ours you your yours he him his she her hers it its they them their theirs
    is are was were be been being am do does did has have had having will would can could shall should may might must
    there here who whom whose which what where when why how
    someone somebody anyone anybody something anything one
    """)
"""English function words: nearly every caption holds them, and looking them up in 100,000 photos costs more than the search."""

WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
"""A word with its apostrophes."""


def content_words(text: str) -> list[str]:
    """The words of a text that are no function words, as written and in order."""
    return [word for word in WORD.findall(text) if word.casefold() not in STOP_WORDS]


def is_name(text: str) -> bool:
    """Whether a text only names something (`Denali National Park and Preserve`, `OLYMPUS DIGITAL CAMERA`, `Wheat`) and tells nothing.

    World knowledge is full of names, so that being near to one does not mean that the library covers a question.
    """
    content = functions = 0
    told = False
    for match in WORD.finditer(text):
        word = match[0]
        if word.casefold() in STOP_WORDS:
            functions += 1
            continue
        content += 1
        told = told or _is_lower(word)
        if told and content > 1:
            return False
    in_capitals = text == text.upper() != text.lower()
    return content < 2 or not (in_capitals and functions)


def _is_lower(word: str) -> bool:
    """A word that is not written as a name; scripts without capitals have no other."""
    return word[0].islower() or (word[0].isalpha() and word[0].lower() == word[0].upper())
