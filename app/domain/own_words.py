"""What a person says of a photo in Candid, apart from what its file says: it lies over the file's facts and never changes the file."""

import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import TypeVar

from app.domain.errors import WordsRefused
from app.domain.photo import Fact, PhotoFacts, Tag

T = TypeVar("T")

YOU = "you, in Candid"
"""The source of a fact that the person has said here."""

LONGEST_NAME = 500
"""Characters of a title, of a tag with its parents, of a person's name."""
LONGEST_CAPTION = 20_000
"""Characters of a caption: as many as are read from a file."""
MOST_NAMES = 500
"""Own tags of one photo, own people, and refused guesses."""


@dataclass(frozen=True, slots=True)
class OwnWords:
    """None and empty say nothing, so that the file's own word holds.

    `rating` is -1 (rejected) or 0 to 5, 0 taking away the file's. An empty `title` or `caption` hides the file's.
    `without_tags` (paths, `Places/Italy`) and `without_people` are those of the file that are not to count. `refused` are names of
    guesses, as `look.Guess` has them, that the person knows to be wrong.
    """

    rating: int | None = None
    favourite: bool | None = None
    title: str | None = None
    caption: str | None = None
    tags: tuple[Tag, ...] = ()
    without_tags: tuple[str, ...] = ()
    people: tuple[str, ...] = ()
    without_people: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()


NOTHING_SAID = OwnWords()


@dataclass(frozen=True, slots=True)
class Change:
    """One thing a person does to the words of one photo or of many; what is None or empty stays as it is.

    An empty `title` or `caption` clears it. Tags are given as paths, `Places/Italy` or `Italy`. `refuse` and `unrefuse` are names of
    guesses: not this, and after all.
    """

    rating: int | None = None
    favourite: bool | None = None
    title: str | None = None
    caption: str | None = None
    add_tags: tuple[str, ...] = ()
    remove_tags: tuple[str, ...] = ()
    add_people: tuple[str, ...] = ()
    remove_people: tuple[str, ...] = ()
    refuse: tuple[str, ...] = ()
    unrefuse: tuple[str, ...] = ()


def laid_over(facts: PhotoFacts, own: OwnWords) -> PhotoFacts:
    """What a photo counts with: what its file says, and the person's own words over it."""
    if own == NOTHING_SAID:
        return facts
    return replace(
        facts,
        rating=_over(facts.rating, own.rating),
        favourite=_over(facts.favourite, own.favourite),
        title=_over(facts.title, own.title),
        caption=_over(facts.caption, own.caption),
        tags=_merged(facts.tags, own.tags, own.without_tags, _path),
        people=_merged(facts.people, own.people, own.without_people, str),
    )


def cleaned(change: Change) -> Change:
    """The change in the form in which it is kept: composed (NFC), without control characters. Raises `WordsRefused`."""
    if change.rating is not None and not -1 <= change.rating <= 5:
        raise WordsRefused(f"A rating is 0 to 5 stars, or -1 for a rejected photo, not {change.rating}: choose one of these.")
    return replace(
        change,
        title=None if change.title is None else _bounded(_one_line(change.title), "title", LONGEST_NAME),
        caption=None if change.caption is None else _bounded(_lines(change.caption), "caption", LONGEST_CAPTION),
        add_tags=tuple(_name(_path_of(each), "tag") for each in change.add_tags),
        add_people=tuple(_name(_one_line(each), "person") for each in change.add_people),
        refuse=tuple(_name(_one_line(each), "guess") for each in change.refuse),
    )


def applied(own: OwnWords, change: Change, facts: PhotoFacts) -> OwnWords:
    """The own words after a cleaned change, saying nothing that `facts`, which are the file's, say already.

    Raises `WordsRefused` for more tags, people or refused guesses than are kept.
    """
    tags, without_tags = _changed_names(
        own.tags, own.without_tags, facts.tags.value if facts.tags else (), tuple(map(_tag, change.add_tags)), change.remove_tags, _path
    )
    people, without_people = _changed_names(
        own.people, own.without_people, facts.people.value if facts.people else (), change.add_people, change.remove_people, str
    )
    refused, _ = _changed_names(own.refused, (), (), change.refuse, change.unrefuse, str)
    for names, kind in ((tags, "tags"), (people, "people"), (refused, "refused guesses")):
        if len(names) > MOST_NAMES:
            raise WordsRefused(f"One photo can have {MOST_NAMES} {kind} of your own at most: take some away first.")
    return OwnWords(
        _changed(own.rating, change.rating, facts.rating, 0),
        _changed(own.favourite, change.favourite, facts.favourite, False),
        _changed(own.title, change.title, facts.title, ""),
        _changed(own.caption, change.caption, facts.caption, ""),
        tags,
        without_tags,
        people,
        without_people,
        refused,
    )


def _over(fact: Fact[T] | None, own: T | None) -> Fact[T] | None:
    """Own 0, False and empty text take away what the file says."""
    if own is None:
        return fact
    return Fact(own, YOU) if own else None


def _changed(own: T | None, wanted: T | None, fact: Fact[T] | None, nothing: T) -> T | None:
    if wanted is None:
        return own
    return None if wanted == (fact.value if fact else nothing) else wanted


def _merged(
    fact: Fact[tuple[T, ...]] | None, own: Iterable[T], without: Iterable[str], text: Callable[[T], str]
) -> Fact[tuple[T, ...]] | None:
    hidden = {_key(each) for each in without}
    kept = [each for each in (fact.value if fact else ()) if _key(text(each)) not in hidden]
    there = {_key(text(each)) for each in kept}
    added = [each for each in own if _key(text(each)) not in there]
    sources = [*([fact.source] if fact and kept else []), *([YOU] if added else [])]
    return Fact((*kept, *added), " + ".join(sources)) if sources else None


def _changed_names(
    own: tuple[T, ...],
    without: tuple[str, ...],
    said: tuple[T, ...],
    added: tuple[T, ...],
    removed: Iterable[str],
    text: Callable[[T], str],
) -> tuple[tuple[T, ...], tuple[str, ...]]:
    """Own names, and those of the file that are not to count, after some were removed and others added."""
    come = {_key(text(each)) for each in added}
    gone = {_key(each) for each in removed} - come
    kept = {_key(text(each)): each for each in own if _key(text(each)) not in gone}
    hidden = {_key(each): each for each in without}
    hidden |= {_key(text(each)): text(each) for each in said if _key(text(each)) in gone}
    hidden = {key: each for key, each in hidden.items() if key not in come}
    in_file = {_key(text(each)) for each in said}
    for each in added:
        if _key(text(each)) not in in_file:
            kept.setdefault(_key(text(each)), each)
    return tuple(kept.values()), tuple(hidden.values())


def _key(text: str) -> str:
    """Equal for spellings of one name that differ only in case and in how their accents are composed."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", text).casefold())


def _path(tag: Tag) -> str:
    return tag.path


def _tag(path: str) -> Tag:
    *parents, name = path.split("/")
    return Tag(name, tuple(parents))


def _path_of(text: str) -> str:
    return "/".join(filter(None, map(_one_line, text.split("/"))))


def _one_line(text: str) -> str:
    return " ".join(_harmless(text).split())


def _lines(text: str) -> str:
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return "\n".join(_harmless(line).rstrip() for line in lines).strip()


def _harmless(text: str) -> str:
    """Composed, every white space a space, without control characters and halves of surrogate pairs; empty if nothing can be seen."""
    spaced = ("" if unicodedata.category(each) == "Cs" else " " if each.isspace() else each for each in text)
    kept = [each for each in unicodedata.normalize("NFC", "".join(spaced)) if unicodedata.category(each) != "Cc"]
    return "".join(kept) if any(unicodedata.category(each)[0] not in "CZ" for each in kept) else ""


def _name(text: str, kind: str) -> str:
    if not text:
        raise WordsRefused(f"A {kind} needs a name: write at least one letter.")
    return _bounded(text, kind, LONGEST_NAME)


def _bounded(text: str, kind: str, most: int) -> str:
    if len(text) > most:
        raise WordsRefused(f"A {kind} can have {most:,} characters at most, and this one has {len(text):,}: shorten it.")
    return text
