"""The words of a photo: every value that can be searched, by the field that holds it, and which of them have a meaning worth embedding."""

import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import IntEnum
from itertools import chain, islice

from app.domain.photo import PhotoFacts


class Field(IntEnum):
    """Where a word stands. The numbers are stored; never reuse one."""

    TAG = 1
    PERSON = 2
    TITLE = 3
    PLACE = 4
    FOLDER = 5
    NAME = 6
    CAPTION = 7
    TEXT = 8
    CAMERA = 9
    LENS = 10


RUNNING_TEXT = frozenset({Field.CAPTION, Field.TEXT})
"""Fields of sentences, in which a shared word says little; all others are names."""

EMBEDDED = frozenset({Field.TAG, Field.TITLE, Field.PLACE, Field.FOLDER, Field.CAPTION, Field.TEXT})
"""Fields whose values become passages with a vector."""

SENTENCES = frozenset({Field.CAPTION, Field.TITLE, Field.TEXT})
"""Embedded fields that say something; the other ones hold names. `TEXT` was read by a machine, so an answer rests on the others alone."""

MOST_LINES, LONGEST_PASSAGE = 200, 300
"""Lines of a picture that can be found, and characters up to which one more makes the same passage."""

_WORDS = re.compile(r"(?<![^\W_])(?:[^\W\d_]{5,}|[^\W\d_]{3,4}(?!_?\d))(?![^\W\d_])|[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]")
_COMPANY = re.compile(
    r"(?i)(?<=\w)[\s,]+(co|company|computer|corp|corporation|digital|electric|film|gmbh|imaging|inc|international|limited|ltd|optical|photo|techwin)\b.*"
)
"""What follows the name of a maker: nobody who looks for a computer means Casio Computer Co., Ltd."""
_GENERIC_FOLDERS = frozenset(
    {"camera", "cameras", "content", "dcim", "images", "misc", "photo", "photos", "picture", "pictures", "sample", "unsorted", "uploads"}
)
"""Names of folders that say nothing of what is in them."""
_LONE_SURROGATES = re.compile("[\ud800-\udc7f\udd00-\udfff]")
"""Halves of surrogate pairs that stand for no byte (those that do are U+DC80 to U+DCFF, PEP 383)."""


@dataclass(frozen=True, slots=True)
class FieldValue:
    """One value of one field of a photo, as a person would read it."""

    field: Field
    text: str


def camera_name(make: str | None, model: str | None) -> str:
    """Make and model as people say them, the make once and without its kind of company.

    `Canon`, `Canon EOS 20D` gives `Canon EOS 20D`; `CASIO COMPUTER CO.,LTD`, `EX-S1` gives `CASIO EX-S1`.
    """
    make, model = _COMPANY.sub("", (make or "").strip()), (model or "").strip()
    if not make or not model:
        return make or model
    return model if model.casefold().startswith(make.split()[0].casefold()) else f"{make} {model}"


def words_of(path: str, root: str, facts: PhotoFacts) -> Iterator[FieldValue]:
    """Every searchable value of a photo at `path` below the added folder `root`, unique, the strongest fields first."""
    return _unique(chain(_fact_words(facts), _file_words(path, root)))


def fact_words(facts: PhotoFacts) -> Iterator[FieldValue]:
    """Those of the searchable values of a photo that are facts, and not the name of its file or a folder."""
    return _unique(_fact_words(facts))


def has_meaning(value: FieldValue) -> bool:
    """Whether a value is worth a vector: a field of words, and words in it."""
    generic = value.field is Field.FOLDER and value.text.casefold() in _GENERIC_FOLDERS
    return value.field in EMBEDDED and not generic and holds_words(value.text)


def holds_words(text: str) -> bool:
    """Whether a text says anything: a word of three letters that is no camera's numbering (`DSC00019`, `IMG_5910`), or a CJK character."""
    return _WORDS.search(text) is not None


def passages_of_lines(lines: Iterable[str]) -> tuple[str, ...]:
    """Lines that were read in a picture, several of them a passage: a line alone says little, and a page is no passage."""
    passages: list[str] = []
    for line in islice(lines, MOST_LINES):
        if passages and len(passages[-1]) + len(line) < LONGEST_PASSAGE:
            passages[-1] += f" {line}"
        else:
            passages.append(line)
    return tuple(passages)


def _unique(values: Iterable[FieldValue]) -> Iterator[FieldValue]:
    return iter(dict.fromkeys(value for value in values if value.text.strip()))


def _fact_words(facts: PhotoFacts) -> Iterator[FieldValue]:
    for tag in facts.tags.value if facts.tags else ():
        yield FieldValue(Field.TAG, tag.name)
        yield from (FieldValue(Field.TAG, parent) for parent in tag.parents)
    yield from (FieldValue(Field.PERSON, person) for person in (facts.people.value if facts.people else ()))
    for field, fact in ((Field.TITLE, facts.title), (Field.PLACE, facts.place), (Field.CAPTION, facts.caption), (Field.LENS, facts.lens)):
        if fact:
            yield FieldValue(field, fact.value)
    make, model = (fact.value if fact else None for fact in (facts.make, facts.model))
    yield FieldValue(Field.CAMERA, camera_name(make, model))


def _file_words(path: str, root: str) -> Iterator[FieldValue]:
    yield from (FieldValue(Field.FOLDER, shown(name)) for name in folder_names(path, root))
    yield FieldValue(Field.NAME, shown(os.path.basename(path)))


def folder_names(path: str, root: str) -> tuple[str, ...]:
    """The names of the folders from the added folder (included) down to the file; a file may be added by itself."""
    if path == root:
        root = os.path.dirname(root)
    inner = os.path.relpath(os.path.dirname(path), root)
    return (os.path.basename(root), *(part for part in inner.split(os.sep) if part not in (".", "..", "")))


def shown(text: str) -> str:
    """Text from the file system for showing and storing: bytes that are no text become U+FFFD, line breaks U+23CE."""
    escaped = _LONE_SURROGATES.sub("\ufffd", text).encode("utf-8", "surrogateescape")
    return escaped.decode("utf-8", "replace").replace("\r", "").replace("\n", "\u23ce")
