"""A word that no photo has as a piece of a file name: nobody types the whole of `_MG_4101.JPG`."""

from dataclasses import replace

from app.domain.query import Condition, Filter, FilterField, ParsedQuery, Term

LEAST = 3
"""Characters of a piece that is looked for."""


def piece_of_name(query: ParsedQuery) -> Term | None:
    """The only word of a query as a piece of a name: its beginning, or any piece where it has a digit (`4101`). None if it is none."""
    text = query.meaning
    if len(query.groups) != 1 or len(query.groups[0]) != 1 or len(text) < LEAST or len(text.split()) != 1:
        return None
    return Term(text, prefix=not any(each.isdigit() for each in text))


def by_name(query: ParsedQuery, piece: Term) -> ParsedQuery:
    """The same query for files of such a name in the place of the word."""
    named = Condition((Filter(FilterField.NAME, piece),))
    return replace(query, groups=(), meaning="", whole="", conditions=(*query.conditions, named))


def says_so(piece: Term) -> str:
    """Why these files are shown."""
    return f"No photo has the word “{piece.text}”; these are the ones whose file name {'begins so' if piece.prefix else 'holds it'}."
