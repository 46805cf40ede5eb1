"""How far the facts of photos agree with exiftool: `python -m tests.benchmarks.metadata_agreement FOLDER [TRUTH.tsv] [--json]`.

Both read every photo of the folder; sidecars without a photo are given one. A table of truth, with what another program read from
paths below the folder, takes the place of exiftool. Every disagreement is printed; docs/metadata.md explains those that stay.
"""

import argparse
import csv
import json
import math
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from PIL import Image

from app.domain.errors import Cancelled
from app.domain.photo import FoundFile, PhotoFacts, ReadPhoto
from app.photos.formats import Kind, kind_of
from app.photos.walk import walk
from app.photos.workers import WorkerReader
from tests.benchmarks.exiftool_facts import read_tags, row_of

Row = dict[str, str]
Facts = Callable[[PhotoFacts], object]


@dataclass(frozen=True, slots=True)
class Disagreement:
    """One field of one file on which the two do not agree."""

    path: str
    field: str
    truth: str
    ours: str


class NeverCancelled:
    """A token that nobody cancels."""

    cancelled = False

    def check(self) -> None:
        """Never raises."""
        if self.cancelled:
            raise Cancelled("stopped")


def read_truth(file: Path) -> Iterator[Row]:
    """Rows of a table of truth."""
    with file.open(encoding="utf-8", newline="") as table:
        yield from csv.DictReader(table, delimiter="\t", quoting=csv.QUOTE_NONE)


def read_folder(folder: Path) -> dict[str, ReadPhoto]:
    """Every readable photo of a folder by its path below it."""
    reader = WorkerReader()
    try:
        return {
            photo.path[len(str(folder)) + 1 :]: photo
            for photo in reader.read(_files(folder), NeverCancelled())
            if isinstance(photo, ReadPhoto)
        }
    finally:
        reader.close()


def read_exiftool(folder: Path) -> Iterator[Row]:
    """The same photos as exiftool reads them, with the sidecars that Candid gives them."""
    tags = read_tags(folder)
    for found in _files(folder):
        sidecars = [tags[each] for each in found.sidecars if each in tags]
        yield row_of(found.path[len(str(folder)) + 1 :], tags.get(found.path, {}), sidecars)


def give_photos(folder: Path, sidecars: Path) -> None:
    """Copy each sidecar that has no photo into `folder`, beside a photo that says nothing."""
    for sidecar in sorted(sidecars.rglob("*.xmp")):
        if (
            not any(other.stem == sidecar.stem for other in sidecar.parent.iterdir() if other != sidecar)
            and not sidecar.with_suffix("").exists()
        ):
            shutil.copy(sidecar, folder)
            Image.new("RGB", (16, 12), "teal").save(folder / f"{sidecar.stem}.jpg")


def _files(folder: Path) -> Iterator[FoundFile]:
    return (found for found in walk(str(folder)) if isinstance(found, FoundFile) and kind_of(found.path) is not Kind.VIDEO)


def _value(name: str) -> Facts:
    return lambda facts: fact.value if (fact := getattr(facts, name)) else None


def _coordinate(name: str) -> Facts:
    return lambda facts: getattr(facts.gps.value, name) if facts.gps else None


def _keywords(facts: PhotoFacts) -> object:
    return frozenset(_folded(tag.name) for tag in facts.tags.value) if facts.tags else frozenset()


def _keywords_with_parents(facts: PhotoFacts) -> frozenset[str]:
    tags = facts.tags.value if facts.tags else ()
    return frozenset(_folded(name) for tag in tags for name in (tag.name, *tag.parents))


def _people(facts: PhotoFacts) -> object:
    return frozenset(map(_folded, facts.people.value)) if facts.people else frozenset()


FIELDS: dict[str, Facts] = {
    "date": _value("taken"),
    "offset": _value("offset"),
    "lat": _coordinate("latitude"),
    "lon": _coordinate("longitude"),
    "alt": _coordinate("altitude"),
    "place": _value("place"),
    "make": _value("make"),
    "model": _value("model"),
    "lens": _value("lens"),
    "iso": _value("iso"),
    "fnumber": _value("aperture"),
    "shutter": _value("shutter"),
    "focal": _value("focal_length"),
    "serial": _value("serial"),
    "orientation": _value("orientation"),
    "rating": _value("rating"),
    "keywords": _keywords,
    "people": _people,
    "title": _value("title"),
    "caption": _value("caption"),
}


def agrees(field: str, truth: str, ours: object, facts: PhotoFacts) -> bool:
    """Whether a fact is what the table says. Words are compared without case and runs of white space, numbers to six digits."""
    if field == "keywords":
        words = _words(truth)
        return words <= _keywords_with_parents(facts) and frozenset(ours if isinstance(ours, frozenset) else ()) <= words
    if field == "people":
        return _words(truth) == ours
    if isinstance(ours, (int, float)):
        return bool(truth) and math.isclose(_number(truth), ours, rel_tol=1e-6, abs_tol=1e-6)
    if field == "date":
        return bool(truth) and str(ours).startswith(truth)  # A table may be silent about fractions.
    return _folded(truth) == _folded(str(ours or ""))


def compare(photos: dict[str, ReadPhoto], rows: Iterable[Row]) -> tuple[dict[str, list[int]], list[Disagreement]]:
    """Agreements and comparisons per field, and each disagreement. Fields that both leave open are not counted."""
    counts = {field: [0, 0] for field in FIELDS}
    disagreements = []
    for row in rows:
        photo = photos.get(row["path"])
        for field, read in FIELDS.items() if photo else ():
            ours = read(photo.facts) if photo and field in row else None
            if not photo or not (row.get(field) or ours):
                continue
            is_agreed = agrees(field, row[field], ours, photo.facts)
            counts[field][0] += is_agreed
            counts[field][1] += 1
            if not is_agreed:
                disagreements.append(Disagreement(row["path"], field, row[field], _shown(ours)))
    return counts, disagreements


def compare_all(folder: Path, truth: Path | None) -> tuple[int, dict[str, list[int]], list[Disagreement]]:
    """Photos read, and what `compare` says of them. Without a table of truth exiftool is asked, of lone sidecars too."""
    photos = read_folder(folder)
    if truth:
        return (len(photos), *compare(photos, read_truth(truth)))
    with tempfile.TemporaryDirectory() as place:
        give_photos(Path(place), folder)
        rows = [*read_exiftool(folder), *read_exiftool(Path(place))]
        photos |= read_folder(Path(place))
    return (len(photos), *compare(photos, rows))


def main() -> int:
    """Print the agreement; 0 even if some facts disagree, 1 without exiftool, 2 on wrong usage."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("truth", type=Path, nargs="?")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    if not arguments.truth and not shutil.which("exiftool"):
        print("exiftool is not installed (Debian: libimage-exiftool-perl).", file=sys.stderr)
        return 1
    photos, counts, disagreements = compare_all(arguments.folder.resolve(), arguments.truth)
    if arguments.json:
        fields = {field: {"agree": agree, "compared": compared} for field, (agree, compared) in counts.items()}
        print(json.dumps({"photos": photos, "fields": fields, "disagreements": [asdict(each) for each in disagreements]}))
        return 0
    print(f"{photos} photos read")
    for field, (agree, compared) in counts.items():
        print(f"{field:12} {agree:4} of {compared:4}")
    for each in disagreements:
        print(f"{each.path}  {each.field}: truth {each.truth!r}, ours {each.ours!r}")
    return 0


def _number(written: str) -> float:
    try:
        return float(written)
    except ValueError:
        return math.nan


def _words(joined: str) -> frozenset[str]:
    return frozenset(_folded(word) for word in joined.split("|") if word.strip())


def _folded(text: str) -> str:
    return " ".join(text.split()).casefold()


def _shown(value: object) -> str:
    return "|".join(sorted(value)) if isinstance(value, frozenset) else "" if value is None else str(value)


if __name__ == "__main__":
    sys.exit(main())
