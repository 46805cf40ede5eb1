"""What of a question is compared with words and with looks, and whether it asks for what is a guess whoever asks."""

import re

from app.domain.query import FilterField, Known, ParsedQuery
from app.search.world_knowledge import speaks_of_photos

_ASKS_FOR_FACES = re.compile(
    r"(?:(?:(?:how many|which|what|show(?: me)?|find|do (?:i|we) have|are there) )?(?:any |all |my |the )*"
    r"(?:photos?|pictures?|images?) (?:there are |are there )?(?:that |which )?(?:have|has|with|show|showing|contain|containing|of) "
    r"|(?:how many|are there any|do (?:i|we) have any) )"
    r"(?:a |any )?faces?(?: (?:are there|in (?:it|them|my photos|my pictures|these photos)))?"
)


def wordings(text: str, query: ParsedQuery) -> tuple[str, ...]:
    """What is compared with words. "Do I have pictures of cats?" is as near as the cats are: the asking says nothing of them."""
    return (text, query.meaning) if speaks_of_photos(text) and query.meaning else (text,)


def look_wording(text: str, query: ParsedQuery) -> str:
    """What of a question is compared with looks: where it asks for photos, the thing that they are to show, as it is asked for.

    "Which photos show a dog?" asks for "a dog": the asking says nothing of it, and the article tells a thing from freedom (decision 28).
    """
    if not speaks_of_photos(text) or not query.meaning:
        return text
    typed = re.search(rf"\b(?:an?|the)\s+{re.escape(query.meaning)}", text, re.IGNORECASE)
    return typed[0] if typed else query.meaning


def asks_for_faces(text: str) -> bool:
    """Whether a question is after photos with faces and nothing else: what `has:faces` finds, for which nobody writes a caption."""
    return _ASKS_FOR_FACES.fullmatch(" ".join(text.casefold().split()).rstrip("?.! ")) is not None


def rests_on_guesses(query: ParsedQuery) -> bool:
    """Whether a filter asks for what pictures seem to show: faces that were found and text that was read are no facts, whoever asks."""
    filters = (each for condition in query.conditions for each in condition.any_of)
    return any(each.field in (FilterField.FACES, FilterField.TEXT) or each.value in (Known.FACES, Known.TEXT) for each in filters)


def asks_for_text(query: ParsedQuery) -> bool:
    """Whether a filter asks for text in pictures."""
    filters = (each for condition in query.conditions for each in condition.any_of)
    return any(each.field is FilterField.TEXT or each.value is Known.TEXT for each in filters)
