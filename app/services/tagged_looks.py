"""Questions about what photos show, made from the tags of photos that were looked at."""

from collections import Counter
from collections.abc import Iterator

from app.domain.ids import PhotoId
from app.domain.photo import Photo
from app.domain.ports import LookRows
from app.domain.words import holds_words
from app.evidence.questions import MOST_ON_TOPIC
from app.library.catalogue import Catalogue

MOST_READ = 5_000
"""Photos whose tags are read: more of them have hardly more different tags."""
LONGEST_TAG = 40


def shown_by_tags(catalogue: Catalogue, looks: LookRows | None) -> tuple[str, ...]:
    """A question for each of the commonest tags that name things. Raises `LibraryUnavailable`.

    Only tags that came with the files: a guess that the person has taken as a tag lies near to its own look, and would measure itself.
    """
    if looks is None:
        return ()
    photos = catalogue.photos(PhotoId(each) for each in looks.photo_ids[:MOST_READ].tolist())
    counted = Counter(tag for photo in photos.values() for tag in _things(photo))
    commonest = sorted(counted, key=lambda tag: (-counted[tag], tag))[:MOST_ON_TOPIC]
    return tuple(f"which photos show a {tag}?" for tag in commonest)


def _things(photo: Photo) -> Iterator[str]:
    """Tags as one writes words: no picture tells by its look that it is of Rome."""
    facts = photo.said or photo.facts
    names = {tag.name for tag in facts.tags.value} if facts.tags else set()
    return (name for name in names if name[:1].islower() and len(name) <= LONGEST_TAG and holds_words(name))
