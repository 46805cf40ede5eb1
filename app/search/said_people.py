"""Which photos are said to show people, by a name or a word, and which seem to show nobody."""

from dataclasses import replace

from app.domain.query import Condition, Filter, FilterField, Known, NumberRange, Term

_FOR_PEOPLE = (
    "people", "person", "persons", "somebody", "man", "men", "woman", "women", "child", "children", "boy", "boys", "girl", "girls",
    "kid", "kids", "crowd",
)  # fmt: skip
SAID_TO_SHOW_PEOPLE = Condition(
    (
        Filter(FilterField.HAS, Known.PEOPLE),
        *(Filter(each, Term(word)) for each in (FilterField.CAPTION, FilterField.TITLE, FilterField.TAG) for word in _FOR_PEOPLE),
    )
)
"""A name of somebody, or a word for people in a caption, a title or a tag."""
SHOWS_NOBODY = (replace(SAID_TO_SHOW_PEOPLE, negated=True), Condition((Filter(FilterField.FACES, NumberRange(0, 0)),)))
"""Nobody is named or told of, and no face was found, which is a guess."""
