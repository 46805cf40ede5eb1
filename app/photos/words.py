"""What people wrote about a picture: title, caption, keywords with their hierarchy, names of people."""

import re
from collections.abc import Iterable, Iterator

from app.domain.photo import Fact, Tag
from app.photos.precedence import FACES, FACES_MICROSOFT, PEOPLE, TAGS_FLAT, TAGS_HIERARCHICAL, TAGS_OF_PROGRAMS, label
from app.photos.raw import RawMetadata
from app.photos.text import bounded, cleaned
from app.photos.values import first_fact, texts

MOST_TAGS = 1000
MOST_PEOPLE = 500
LONGEST_TAG = 500

_WORDY_PATH = re.compile(r"[^/]{3,}(/[^/]{3,})+")
_FACE_KEY = re.compile(re.escape(FACES) + r"\[(\d+)\]/mwg-rs:(Name|Type)")
_MICROSOFT_FACE_KEY = re.compile(re.escape(FACES_MICROSOFT) + r"\[\d+\]/MPReg:PersonDisplayName")


def written_text(raw: RawMetadata, keys: tuple[str, ...]) -> Fact[str] | None:
    """The first text that is not empty, bounded; an empty text in a stronger place hides nothing."""
    return first_fact(keys, lambda key: bounded(next(iter(texts(raw, key)), "")) or None)


def tags(raw: RawMetadata) -> Fact[tuple[Tag, ...]] | None:
    """Keywords of every source, merged: each path once whatever its case, and a flat keyword only if no path holds it."""
    found = [(label(key), Tag(*_split(path, separator))) for key, separator in TAGS_HIERARCHICAL.items() for path in texts(raw, key)]
    flat = [(label(key), tag) for key in TAGS_FLAT for tag in _flat_tags(raw, key)]
    alone = frozenset(tag.name.casefold() for _, tag in flat)
    noise = _words_of_programs(tag for _, tag in found)
    kept = [(source, tag) for source, tag in (*found, *flat) if tag.name and not _is_of_program(tag, noise)]
    merged = _merged(tag for _, tag in kept if not _is_list_of(tag, alone))
    sources = dict.fromkeys(source for source, _ in kept)
    return Fact(merged[:MOST_TAGS], " + ".join(sources)) if merged else None


def people(raw: RawMetadata) -> Fact[tuple[str, ...]] | None:
    """Names of the people in the picture: those listed, and those of face regions."""
    found = [(label(key), name) for key in PEOPLE for name in texts(raw, key)]
    found += [("XMP mwg-rs:Regions", name) for name in _faces(raw)]
    found += [("XMP MP:RegionInfo", name) for name in _microsoft_faces(raw)]
    names = unique_names(name for _, name in found)
    sources = dict.fromkeys(source for source, name in found if _tidy(name))
    return Fact(names, " + ".join(sources)) if names else None


def joined_people(one: Fact[tuple[str, ...]] | None, *others: Fact[tuple[str, ...]] | None) -> Fact[tuple[str, ...]] | None:
    """The people of several files together, each name once."""
    known = [fact for fact in dict.fromkeys((one, *others)) if fact is not None]
    names = unique_names(name for fact in known for name in fact.value)
    return Fact(names, " + ".join(fact.source for fact in known)) if names else None


def unique_names(written: Iterable[str]) -> tuple[str, ...]:
    """Names of people in single spaces, each once whatever its case, as many as are kept."""
    names: dict[str, str] = {}
    for name in map(_tidy, written):
        if name:
            names.setdefault(name.casefold(), name)
    return tuple(names.values())[:MOST_PEOPLE]


def _split(path: str, separator: str) -> tuple[str, tuple[str, ...]]:
    parts = [part for part in map(_tidy, path.split(separator)) if part]
    return (parts[-1], tuple(parts[:-1])) if parts else ("", ())


def _flat_tags(raw: RawMetadata, key: str) -> Iterator[Tag]:
    for written in texts(raw, key):
        for word in written.split(";") if key.endswith("XPKeywords") else (written,):
            yield _flat_tag(_tidy(word))


def _flat_tag(word: str) -> Tag:
    """A flat keyword is a path if it is written like one: `people/mother`, but not `b/w`."""
    if "|" in word:
        return Tag(*_split(word, "|"))
    return Tag(*_split(word, "/")) if _WORDY_PATH.fullmatch(word) else Tag(word)


def _words_of_programs(paths: Iterable[Tag]) -> frozenset[str]:
    """The parts of paths that a program wrote by itself, unless they are parts of others too; they may stand alone as well."""
    ours: set[str] = set()
    theirs: set[str] = set()
    for tag in paths:
        parts = {part.casefold() for part in (*tag.parents, tag.name)}
        (theirs if tag.parents and _is_of_program(tag, frozenset()) else ours).update(parts)
    return frozenset(theirs - ours)


def _is_of_program(tag: Tag, noise: frozenset[str]) -> bool:
    first = (*tag.parents, tag.name)[0].casefold()
    return first in TAGS_OF_PROGRAMS if tag.parents else tag.name.casefold() in noise


def _is_list_of(tag: Tag, alone: frozenset[str]) -> bool:
    """Whether a keyword is a whole list joined by commas, as some programs write it, of keywords that also stand alone."""
    parts = {part.strip().casefold() for part in tag.name.split(",")}
    return len(parts) > 1 and parts <= alone


def _merged(found: Iterable[Tag]) -> tuple[Tag, ...]:
    """Unique by path. A tag that is only a part of another's path adds nothing and goes."""
    unique: dict[str, Tag] = {}
    for tag in found:
        unique.setdefault(tag.path.casefold(), tag)
    names_under = {tag.name.casefold() for tag in unique.values() if tag.parents}
    paths_above = {path for tag in unique.values() for path in _paths_above(tag)}
    parents = {parent.casefold() for tag in unique.values() for parent in tag.parents}
    return tuple(
        tag
        for path, tag in unique.items()
        if path not in paths_above and (tag.parents or (path not in names_under and path not in parents))
    )


def _paths_above(tag: Tag) -> Iterator[str]:
    for depth in range(1, len(tag.parents) + 1):
        yield "/".join(tag.parents[:depth]).casefold()


def _faces(raw: RawMetadata) -> Iterator[str]:
    regions: dict[str, dict[str, str]] = {}
    for key, value in raw.xmp.items():
        found = _FACE_KEY.fullmatch(key)
        if found:
            regions.setdefault(found[1], {})[found[2]] = cleaned(value[0]) if value else ""
    yield from (region.get("Name", "") for region in regions.values() if region.get("Type", "").lower() == "face")


def _microsoft_faces(raw: RawMetadata) -> Iterator[str]:
    yield from (cleaned(value[0]) for key, value in raw.xmp.items() if value and _MICROSOFT_FACE_KEY.fullmatch(key))


def _tidy(word: str) -> str:
    return " ".join(word.split())[:LONGEST_TAG]
