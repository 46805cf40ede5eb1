"""Questions about what photos show, made from the tags of photos that were looked at."""

import re
from collections import Counter
from collections.abc import Iterator

from app.domain.content_words import STOP_WORDS
from app.domain.ids import PhotoId
from app.domain.photo import Photo
from app.domain.ports import LookRows
from app.evidence.questions import MOST_ON_TOPIC
from app.library.catalogue import Catalogue

MOST_READ = 5_000
"""Photos whose tags are read: more of them have hardly more different tags."""
LONGEST_TAG = 20
"""Characters of a tag that a picture may show: longer ones are mostly remarks, codes or names."""
_PLAIN_WORDS = re.compile(r"[^\W\d_]{3,}(?: [^\W\d_]{3,})?")
"""One or two words of letters alone."""


def shown_by_tags(catalogue: Catalogue, looks: LookRows | None) -> tuple[str, ...]:
    """A question for each of the commonest tags that name things. Raises `LibraryUnavailable`.

    Only tags that came with the files: a guess that the person has taken as a tag lies near to its own look, and would measure itself.
    """
    if looks is None:
        return ()
    photos = catalogue.photos(PhotoId(each) for each in looks.photo_ids[:MOST_READ].tolist())
    counted = Counter(tag for photo in photos.values() for tag in _things(photo))
    commonest = sorted(counted, key=lambda tag: (-counted[tag], tag))[:MOST_ON_TOPIC]
    return tuple(f"which photos show {_with_article(tag)}?" for tag in commonest)


def _things(photo: Photo) -> Iterator[str]:
    """Tags as one writes words: no picture tells by its look that it is of Rome."""
    facts = photo.said or photo.facts
    names = {tag.name for tag in facts.tags.value} if facts.tags else set()
    return (name for name in names if _could_be_shown(name))


def _could_be_shown(tag: str) -> bool:
    is_plain = tag.islower() and len(tag) <= LONGEST_TAG and _PLAIN_WORDS.fullmatch(tag)
    return bool(is_plain) and STOP_WORDS.isdisjoint(tag.split())


def _with_article(tag: str) -> str:
    if tag.endswith("s") and not tag.endswith(("ss", "us", "is")):
        return tag  # more than one
    return f"an {tag}" if tag[0] in "aeiou" else f"a {tag}"
