"""Five thousand damaged copies of real files through the whole index: each is indexed or skipped with a reason, all else as ever."""

import json
import os
import random
import shutil
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from app.config.paths import shipped
from tests.conftest import SHARED
from tests.soak.making import made_seeds
from tests.soak.memory import Watched, run_watched
from tests.soak.mutants import mutated, seeds_below

FILES = int(os.environ.get("CANDID_MUTANTS", "5000"))
SEED = 20261130
MOST_MEMORY = 1_500_000_000
"""Bytes of the whole program, workers included."""
ROOT = Path(__file__).resolve().parents[2]
SAMPLE = shipped("resources") / "sample"

pytestmark = pytest.mark.soak


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Whole photos, and damaged ones beside them."""
    place = tmp_path_factory.mktemp("mutated")
    shutil.copytree(SAMPLE, place / "photos" / "whole")
    seeds = made_seeds() + seeds_below(SAMPLE)
    if SHARED.is_dir():
        photos = SHARED / "photos"
        seeds += seeds_below(photos / "formats", photos / "odd", photos / "library", photos / "sidecars")
    chance, contents = random.Random(SEED), [content for _, content in seeds]
    for number in range(FILES):
        below = place / "photos" / f"damaged {number // 500}"
        below.mkdir(exist_ok=True)
        suffix, content = chance.choice(seeds)
        (below / f"{number:04}{suffix}").write_bytes(mutated(chance, [content, content, content, chance.choice(contents)]))
    return place


@pytest.fixture(scope="module")
def watched(folder: Path) -> Watched:
    return _index(folder / "photos", folder / "library", folder)


def _index(photos: Path, library: Path, folder: Path) -> Watched:
    command = [sys.executable, "-m", "app", "index", str(photos), "--library", str(library), "--json"]
    return run_watched(command, {**os.environ, "PYTHONPATH": str(ROOT)}, folder)


def _told(watched: Watched) -> Any:
    assert watched.returncode == 0, watched.stderr[-2000:]
    return json.loads(watched.stdout)


def test_every_file_is_indexed_or_skipped_with_a_reason(folder: Path, watched: Watched) -> None:
    told = _told(watched)
    skipped = {each["path"]: each["reason"] for each in told["skipped"]}
    reasons = Counter(skipped.values())
    print(f"\n{told['indexed']} indexed, {len(skipped)} skipped in {told['seconds']:.0f} s; peak {watched.peak_bytes / 1e6:.0f} MB")
    for reason, times in reasons.most_common(60):
        print(f"{times:5}  {reason}")
    assert told["found"] == told["indexed"] + len(skipped)
    assert all(reason.endswith(".") and len(reason) < 300 for reason in reasons)
    assert not [reason for reason in reasons if "brought its reader down" in reason]


def test_whole_photos_beside_them_are_read_as_ever(folder: Path, watched: Watched) -> None:
    alone = _told(_index(SAMPLE, folder / "alone", folder))
    again = _told(_index(folder / "photos" / "whole", folder / "library", folder))
    assert (again["unchanged"], again["skipped"]) == (alone["indexed"], [])


def test_memory_is_bounded_and_no_worker_is_left(watched: Watched) -> None:
    assert watched.peak_bytes < MOST_MEMORY
    assert not watched.alive


def test_nothing_is_written_to_the_terminal_but_progress(watched: Watched) -> None:
    lines = [line for line in watched.stderr.replace("\r", "\n").splitlines() if line.strip()]
    assert not [line for line in lines if "Traceback" in line or "Error" in line or "Warning" in line]
