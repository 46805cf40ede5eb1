"""What the 1,000 classes are called, and the texts whose sentence vectors stand for them."""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

TABLE = Path(__file__).with_name("content_classes.tsv")
UNCOUNTED = frozenset({"baseball", "clothes", "furniture", "jewellery", "plate of food", "snow", "sport", "wool"})
GLOSS, KINDS = 0.5, 0.5
"""What a class's definition and its kinds weigh beside its name, which weighs 1."""

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class NamedClass:
    """A class under the word that people use, the kinds of thing that it is, the nearest first, and WordNet's definition."""

    name: str
    kinds: tuple[str, ...]
    definition: str

    @property
    def sentence(self) -> str:
        """Its name, and the kind it is if the name does not say so: "a canoe, a boat"."""
        said = not self.kinds or self.kinds[0] in self.name
        return one(self.name) if said else f"{one(self.name)}, {one(self.kinds[0])}"


def named_classes(synsets: Sequence[str], definitions: Mapping[str, str]) -> list[NamedClass]:
    """The classes in the network's order. Raises KeyError for a synset without a name."""
    with TABLE.open(encoding="utf-8", newline="") as file:
        rows = {row["synset"]: row for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)}
    return [_named(rows[synset], definitions[synset]) for synset in synsets]


def _named(row: Mapping[str, str], definition: str) -> NamedClass:
    return NamedClass(row["name"], tuple(filter(None, row["kinds"].split("|"))), definition)


def one(name: str) -> str:
    """A name with its indefinite article, if it has one."""
    plural = name.endswith("s") and not name.endswith(("ss", "us", "is"))
    if plural or name in UNCOUNTED:
        return name
    return f"{'an' if name[0].lower() in 'aeiou' else 'a'} {name}"


def texts_of(named: NamedClass) -> list[tuple[float, str]]:
    """The texts that stand for a class, and what each weighs."""
    share = KINDS / max(1, len(named.kinds))
    return [(1.0, named.sentence), (GLOSS, named.definition), *((share, one(kind)) for kind in named.kinds)]


def class_vectors(classes: Sequence[NamedClass], vector_of: Mapping[str, Floats]) -> Floats:
    """The unit weighted mean of each class's texts' unit vectors, (classes, dimension)."""
    sums = [np.sum([weight * vector_of[text] for weight, text in texts_of(each)], axis=0) for each in classes]
    means = np.array(sums, np.float32)
    unit: Floats = means / np.linalg.norm(means, axis=1, keepdims=True)
    return unit
