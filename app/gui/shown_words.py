"""What photos say together, for showing and changing: what all share, what some have, and where it comes from."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from app.domain.own_words import YOU, Change
from app.domain.photo import Fact, Photo, PhotoFacts


@dataclass(frozen=True, slots=True)
class ShownName:
    """A tag (its path) or a person; `on` is how many of the photos have it, `sources` where it was read in them."""

    text: str
    on: int
    sources: tuple[str, ...]

    @property
    def own(self) -> bool:
        """Whether the person said it of any of the photos."""
        return YOU in self.sources


@dataclass(frozen=True, slots=True)
class ShownText:
    """A title or caption; `various` where photos differ, the value being empty then. `said` is what the file says where that is other."""

    value: str = ""
    source: str = ""
    various: bool = False
    said: str | None = None


@dataclass(frozen=True, slots=True)
class ShownWords:
    """The words of photos, `number` of them. `rating` is None where they differ, 0 where none has stars; `favourites` are how many.

    `counted` is false where the photos are too many to read them all: nothing is known then, and things can only be added.
    """

    number: int = 0
    rating: int | None = 0
    favourites: int = 0
    title: ShownText = ShownText()
    caption: ShownText = ShownText()
    tags: tuple[ShownName, ...] = ()
    people: tuple[ShownName, ...] = ()
    counted: bool = True
    rating_source: str = ""

    @property
    def all_favourites(self) -> bool:
        """Whether the heart is full."""
        return self.favourites == self.number > 0

    @property
    def some_favourites(self) -> bool:
        """Whether some are and some are not."""
        return 0 < self.favourites < self.number


def rating_word(rating: int) -> str:
    """`4 stars`, `rejected`, `no stars`."""
    if rating < 0:
        return "rejected"
    return "no stars" if rating == 0 else f"{rating} star{'s' * (rating > 1)}"


def words_of_photos(photos: Sequence[Photo]) -> ShownWords:
    """What these photos say together."""
    ratings = {rating_of(photo) for photo in photos}
    return ShownWords(
        len(photos),
        ratings.pop() if len(ratings) == 1 else None if ratings else 0,
        sum(is_favourite(photo) for photo in photos),
        _text(photos, lambda facts: facts.title),
        _text(photos, lambda facts: facts.caption),
        _names(photos, _tag_paths),
        _names(photos, _people),
        rating_source=" · ".join(dict.fromkeys(photo.facts.rating.source for photo in photos if photo.facts.rating)),
    )


def uncounted(number: int) -> ShownWords:
    """Of so many photos that they are not read."""
    various = ShownText(various=True)
    return ShownWords(number, None, 0, various, various, counted=False)


def rating_of(photo: Photo) -> int:
    """-1 to 5; 0 for none."""
    return photo.facts.rating.value if photo.facts.rating else 0


def is_favourite(photo: Photo) -> bool:
    """Whether it has a heart."""
    return bool(photo.facts.favourite and photo.facts.favourite.value)


def rating_change(words: ShownWords, wanted: int) -> Change:
    """Give this rating; the one that all have already is taken away, as a second press of the same star."""
    return Change(rating=0 if words.rating == wanted else wanted)


def parted(text: str) -> tuple[str, ...]:
    """What was typed between commas, each once, without empty ones; spaces and slashes around the parts of a path are dropped."""
    paths = ("/".join(filter(None, map(_tidy, part.split("/")))) for part in text.replace("\n", ",").split(","))
    return tuple(dict.fromkeys(filter(None, paths)))


def _tidy(text: str) -> str:
    return " ".join(text.split())


def _text(photos: Sequence[Photo], fact_of: Callable[[PhotoFacts], Fact[str] | None]) -> ShownText:
    facts = [fact_of(photo.facts) for photo in photos]
    values = {fact.value if fact else "" for fact in facts}
    if len(values) > 1:
        return ShownText(various=True)
    said = fact_of(photos[0].said) if len(photos) == 1 and photos[0].said else None
    value, source = values.pop() if values else "", " · ".join(dict.fromkeys(fact.source for fact in facts if fact))
    return ShownText(value, source, said=said.value if said and said.value != value else None)


Named = Callable[[PhotoFacts], Mapping[str, str]]
"""The names of one kind in the facts of a photo, each with its source."""


def _tag_paths(facts: PhotoFacts) -> Mapping[str, str]:
    return {tag.path: facts.tags.source for tag in facts.tags.value} if facts.tags else {}


def _people(facts: PhotoFacts) -> Mapping[str, str]:
    return dict.fromkeys(facts.people.value, facts.people.source) if facts.people else {}


def _names(photos: Sequence[Photo], named: Named) -> tuple[ShownName, ...]:
    """Those of most photos first, else in the order of the first photo that has each."""
    found: dict[str, list[str]] = {}
    for text, source in (each for photo in photos for each in _with_origin(photo, named)):
        found.setdefault(text, []).append(source)
    shown = [ShownName(text, len(sources), tuple(dict.fromkeys(sources))) for text, sources in found.items()]
    return tuple(sorted(shown, key=lambda name: -name.on))


def _with_origin(photo: Photo, named: Named) -> Iterator[tuple[str, str]]:
    said = named(photo.said) if photo.said is not None else None
    for text, source in named(photo.facts).items():
        own = said is not None and text not in said
        yield text, YOU if own else said[text] if said else source
