"""How far perceptual hashes of changed copies and of different photos lie apart, and what a hash costs.

python -m tests.benchmarks.near_copies FOLDER [FOLDER …] [--edits] [--json]

With --edits: 100 photos of the folders, each edited as people do, against all photos of the folders.
"""

import argparse
import io
import os
import time
from collections.abc import Callable, Iterator
from itertools import combinations
from unittest import mock

import numpy as np
from PIL import Image, ImageEnhance

from app.domain.photo import FoundFile, Picture, ReadPhoto
from app.photos import pixels, reading
from app.photos.fingerprint import perceptual_hash
from app.photos.pixels import THUMBNAIL_SIDE
from app.photos.raw import silence_exiv2
from app.photos.walk import walk
from tests.benchmarks import edited_copies
from tests.benchmarks.edited_copies import EDITS
from tests.benchmarks.measuring import show

LARGE = 2048
ROUNDS = 5


def _cut(image: Image.Image, left: float, others: float) -> Image.Image:
    width, height = image.size
    return image.crop((round(width * left), round(height * others), round(width * (1 - others)), round(height * (1 - others))))


COPIES: dict[str, Callable[[Image.Image], Image.Image]] = {
    **{name: EDITS[name] for name in ("half size", "JPEG quality 40", "20 % brighter", "20 % darker", "grey")},
    "quarter size": lambda image: image.resize((max(1, image.width // 4), max(1, image.height // 4)), Image.Resampling.LANCZOS),
    "25 % more contrast": lambda image: ImageEnhance.Contrast(image).enhance(1.25),
    "3 % cut all round": lambda image: _cut(image, 0.015, 0.015),
    "3 % cut on one side": lambda image: _cut(image, 0.03, 0),
    "6 % cut all round": lambda image: _cut(image, 0.03, 0.03),
}


def _copy(image: Image.Image, name: str) -> str | None:
    """The hash of a changed copy that was stored as a JPEG and read again."""
    stream = io.BytesIO()
    COPIES[name](image).save(stream, "JPEG", quality=40 if "quality" in name else 90)
    content = stream.getvalue()
    return perceptual_hash(pixels.decode(pixels.opened(content), content, 1, THUMBNAIL_SIDE).image)


def _apart(one: str | None, other: str | None) -> float:
    """Bits of 64; infinite where a picture has no hash."""
    return (int(one, 16) ^ int(other, 16)).bit_count() * 16 / len(one) if one and other else float("inf")


def copies(found: list[FoundFile]) -> Iterator[tuple[str, float]]:
    """Each kind of copy of each photo that has a hash, and how far it lies from the photo."""
    for file in found:
        photo, picture = reading.read_photo(file), reading.read_picture(file, LARGE)
        if isinstance(photo, ReadPhoto) and isinstance(picture, Picture) and photo.perceptual_hash:
            large = Image.frombytes("RGB", (picture.width, picture.height), picture.rgb)
            yield from ((name, _apart(photo.perceptual_hash, _copy(large, name))) for name in COPIES)


def measure(folder: str) -> dict[str, object]:
    """Percentiles of the distances in bits of 64, the nearest pairs of files, and the share of reading that hashing takes."""
    found = [each for each in walk(folder) if isinstance(each, FoundFile)]
    photos = [outcome for outcome in map(reading.read_photo, found) if isinstance(outcome, ReadPhoto)]
    apart: dict[str, list[float]] = {name: [] for name in COPIES}
    for name, distance in copies(found):
        apart[name].append(distance)
    figures: dict[str, object] = {"photos": len(photos), "without a hash": sum(each.perceptual_hash is None for each in photos)}
    figures |= {name: [float(np.percentile(each, q, method="lower")) for q in (50, 95, 99)] for name, each in apart.items()}
    return figures | _pairs(photos, folder) | _cost(found)


def _pairs(photos: list[ReadPhoto], folder: str) -> dict[str, object]:
    hashed = [(os.path.relpath(each.path, folder), each.perceptual_hash) for each in photos if each.perceptual_hash]
    pairs = sorted((_apart(one, other), first, second) for (first, one), (second, other) in combinations(hashed, 2))
    near = [pair for pair in pairs if pair[0] < 22]
    return {"pairs": len(pairs), "pairs below 22": len(near), "nearest pairs": near}


def _cost(found: list[FoundFile]) -> dict[str, object]:
    """The shortest of several rounds for each file, so that other programs do not count."""
    hashing, whole = np.full(len(found), np.inf), np.full(len(found), np.inf)
    spent = 0.0

    def timed(image: Image.Image) -> str | None:
        nonlocal spent
        start = time.perf_counter()
        made = perceptual_hash(image)
        spent = time.perf_counter() - start
        return made

    with mock.patch.object(reading, "perceptual_hash", timed):
        for _ in range(ROUNDS):
            for n, file in enumerate(found):
                start = time.perf_counter()
                if isinstance(reading.read_photo(file), ReadPhoto):
                    whole[n] = min(whole[n], time.perf_counter() - start - spent)
                    hashing[n] = min(hashing[n], spent)
    read = np.isfinite(whole)
    return {
        "ms to read a photo": float(whole[read].mean() * 1000),
        "ms to hash it": float(hashing[read].mean() * 1000),
        "hashing to reading": float(hashing[read].sum() / whole[read].sum()),
    }


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="+")
    parser.add_argument("--edits", action="store_true")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    silence_exiv2()
    reading.warm_up()
    edits = arguments.edits or len(arguments.folders) > 1
    show(edited_copies.measure(arguments.folders) if edits else measure(arguments.folders[0]), arguments.json)


if __name__ == "__main__":
    main()
