"""Searches that may help where a question was not answered: its own words, as far as they find something."""

from collections.abc import Iterator
from datetime import date
from itertools import islice, pairwise

from app.domain.content_words import content_words
from app.domain.question import Question
from app.search.parse import parse
from app.search.search import PhotoSearch

MOST_SUGGESTED = 3
MOST_NOT_FOUND = 4
SHORTEST, LONGEST = 3, 60
"""Characters of what is suggested: a shorter word is hardly ever what is meant."""
FACES = "has:faces"
"""Finds what a question about faces is after: hardly anybody writes the word into a caption."""
_LOOKED_AT = 12
"""Words of a question that are looked up."""

_ASKING = frozenset(
    [
        "photo",
        "photos",
        "picture",
        "pictures",
        "pic",
        "pics",
        "image",
        "images",
        "shot",
        "shots",
        "snap",
        "file",
        "files",
        "ones",
        "show",
        "find",
        "give",
        "list",
        "get",
        "tell",
        "see",
        "look",
        "like",
        "compare",
        "many",
        "much",
        "same",
        "other",
        "others",
        "rest",
        "else",
        "two",
        "three",
        "first",
        "last",
        "only",
        "just",
        "taken",
        "took",
        "take",
        "make",
        "made",
        "best",
        "most",
        "more",
        "less",
        "way",
        "kind",
        "sort",
        "please",
        "delete",
        "remove",
        "edit",
        "rotate",
        "crop",
        "send",
        "email",
        "mail",
        "share",
        "print",
        "move",
        "copy",
        "rename",
        "tag",
        "tags",
        "caption",
        "captions",
        "suggest",
        "album",
        "weather",
        "happened",
        "think",
        "meant",
        "wrong",
        "seem",
        "different",
        "common",
        "together",
        "difference",
        "between",
        "okay",
        "hello",
        "thanks",
        "thank",
        "know",
        "mean",
        "want",
        "need",
        "let",
        "put",
        "use",
        "used",
        "back",
        "all",
        "time",
        "times",
        "date",
        "dates",
        "day",
        "days",
        "month",
        "year",
        "years",
        "camera",
        "cameras",
        "lens",
        "place",
        "places",
        "folder",
        "people",
        "person",
        "img",
        "dsc",
        "library",
        "collection",
        "oldest",
        "newest",
        "then",
        "going",
        "gone",
        "busiest",
        "second",
        "third",
        "closest",
        "nearest",
        "fewest",
        "tagged",
        "called",
        "named",
        "older",
        "newer",
        "summarise",
        "summarize",
        "summary",
        "describe",
        "both",
        "each",
        "identical",
        "went",
    ]
)
"""Words that ask and say nothing of a photo."""


def not_found(question: Question, search: PhotoSearch, today: date) -> tuple[str, ...]:
    """Up to four words of the question with which no photo is named or described."""
    words = [each for each in content_words(question.text) if _says_something(each) and each.isalpha()][:_LOOKED_AT]
    missing = (each for each in dict.fromkeys(words) if not len(search.complete(parse(each, today))))
    return tuple(islice(missing, MOST_NOT_FOUND))


def suggested(question: Question, search: PhotoSearch, today: date) -> tuple[str, ...]:
    """Up to three texts for the search box, each of which finds something; whole phrases before single words."""
    found: list[str] = []
    for text in dict.fromkeys(_candidates(question)):
        covered = any(text.casefold() in each.casefold() for each in found)
        if len(found) < MOST_SUGGESTED and not covered and len(search.complete(parse(text, today))):
            found.append(text)
    return tuple(found)


def _candidates(question: Question) -> Iterator[str]:
    words = [each for each in content_words(question.text) if _says_something(each)][:_LOOKED_AT]
    if any(each.casefold() in ("face", "faces") for each in question.unknown):
        yield FACES
    yield from (each for each in [" ".join(words)] if len(words) > 1 and len(each) <= LONGEST)
    yield from (f"{one} {other}" for one, other in pairwise(words) if f"{one} {other}" in question.text)
    yield from sorted(words, key=lambda word: not word[0].isupper())


def _says_something(word: str) -> bool:
    return SHORTEST <= len(word) <= LONGEST and word.casefold() not in _ASKING and not word.isdigit()
