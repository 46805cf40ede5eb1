"""How well "has a person" is told by faces alone: precision and recall over photos, with the intervals that so few photos leave.

`python -m tests.benchmarks.face_quality FOLDER QUERIES.tsv [--json]` takes the row `coco_object`, `person` of any file with the columns
kind, query and relevant_paths (separated by |, relative to FOLDER), and coco_object_universe.tsv beside it, with a column path, over whose
photos that row is complete. Wilson's intervals of 95 % (E. B. Wilson, "Probable Inference", 1927).
"""

import argparse
import math
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from app.config.paths import shipped
from app.embedding.faces import FaceFinder
from tests.benchmarks.judged import pixels_of, rows
from tests.benchmarks.measuring import percentile, show

KIND, PERSON = "coco_object", "person"
STANDARD_ERRORS = 1.959964
"""On either side, for 95 %."""


@dataclass(frozen=True, slots=True)
class Share:
    """So many of so many."""

    hits: int
    of: int

    def interval(self) -> tuple[float, float]:
        """Wilson's interval of 95 %; from 0 to 1 where nothing was counted."""
        if not self.of:
            return 0.0, 1.0
        squared, share = STANDARD_ERRORS**2, self.hits / self.of
        middle = share + squared / (2 * self.of)
        spread = STANDARD_ERRORS * math.sqrt(share * (1 - share) / self.of + squared / (4 * self.of**2))
        low, high = (middle - spread) / (1 + squared / self.of), (middle + spread) / (1 + squared / self.of)
        return max(low, 0.0), min(high, 1.0)

    def __str__(self) -> str:
        low, high = self.interval()
        return f"{self.hits / max(self.of, 1):.3f}, 95 % {low:.3f} to {high:.3f} ({self.hits} of {self.of})"


def has_a_person(folder: Path, queries: Path) -> dict[str, Share | float]:
    """Precision and recall of faces as a sign of people, and milliseconds of processor time for each photo.

    Nothing where the file does not tell which photos show people. Raises ValueError for a photo that cannot be read.
    """
    universe = queries.with_name(f"{KIND}_universe.tsv")
    photos = {row["path"] for row in rows(universe)} if universe.is_file() else set()
    people = _people(queries) & photos
    if not people:
        return {}
    finder = FaceFinder(shipped("models"))
    finder.load()
    seconds: list[float] = []
    found = {path for path in sorted(photos) if _has_face(finder, str(folder / path), seconds)}
    right = len(found & people)
    return {"person precision": Share(right, len(found)), "person recall": Share(right, len(people)), "faces ms": percentile(seconds, 50)}


def _people(queries: Path) -> frozenset[str]:
    """The photos that show a person."""
    told = (row["relevant_paths"].split("|") for row in rows(queries) if (row["kind"], row["query"]) == (KIND, PERSON))
    return frozenset(next(told, []))


def _has_face(finder: FaceFinder, path: str, seconds: list[float]) -> bool:
    pixels = pixels_of(path)
    start = time.thread_time()
    faces = finder.find(pixels)
    seconds.append(time.thread_time() - start)
    return bool(faces)


def figures(told: dict[str, Share | float]) -> dict[str, object]:
    """The same for JSON: shares with both ends of their intervals."""
    return {
        name: {"share": value.hits / max(value.of, 1), "low": value.interval()[0], "high": value.interval()[1], "photos": float(value.of)}
        if isinstance(value, Share)
        else value
        for name, value in told.items()
    }


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the figures, or one JSON object."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.face_quality", description=__doc__)
    parser.add_argument("folder", type=Path, help="the photos")
    parser.add_argument("queries", type=Path, help="tab-separated, with columns kind, query, relevant_paths")
    parser.add_argument("--json", action="store_true")
    chosen = parser.parse_args(arguments)
    told = has_a_person(chosen.folder, chosen.queries)
    show(figures(told) if chosen.json else dict(told), chosen.json)


if __name__ == "__main__":
    main()
