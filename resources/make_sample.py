"""Draws the sample library and writes its metadata, and with it the truth that the tests of the photo reader are held to.

python -m resources.make_sample                  all of it, into resources/sample
python -m resources.make_sample --only WORD …    only files whose path holds one of the words; the truth stays as it is
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from pathlib import Path

from resources.metadata_file import write_metadata
from resources.picture_file import save_pixels
from resources.plan import PLAN
from resources.plan.entry import Entry
from resources.truth import expected, write_truth

HERE = Path(__file__).parent
SAMPLE = HERE / "sample"
TRUTH = HERE.parent / "tests" / "unit" / "resources" / "sample_truth.json"


def make(entry: Entry, folder: Path) -> dict[str, object]:
    """Draw and write one file below the folder; gives what a reader must find in it."""
    path = folder / entry.path
    path.parent.mkdir(parents=True, exist_ok=True)
    size = save_pixels(entry, path)
    write_metadata(entry, path, size)
    return expected(entry, size)


def chosen(words: Iterable[str]) -> list[Entry]:
    """The entries whose path holds one of the words; all without words."""
    wanted = tuple(words)
    return [entry for entry in PLAN if not wanted or any(word in entry.path for word in wanted)]


def main() -> None:
    """Make the files named on the command line."""
    parser = argparse.ArgumentParser(description="Draws Candid's sample library.")
    parser.add_argument("--only", nargs="*", default=[], metavar="WORD")
    parser.add_argument("--into", type=Path, default=SAMPLE, metavar="FOLDER")
    choice = parser.parse_args()
    expectations = {}
    for entry in chosen(choice.only):
        expectations[entry.path] = make(entry, choice.into)
        print(f"{(choice.into / entry.path).stat().st_size / 1000:7.0f} kB  {entry.path}", flush=True)
    if not choice.only and choice.into == SAMPLE:
        write_truth(expectations, SAMPLE, TRUTH)


if __name__ == "__main__":
    main()
