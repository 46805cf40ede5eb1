"""Photos of which somebody has judged what they show: the tables that tell it, and pictures as the program looks at them."""

import csv
import os
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from app.domain.photo import FileStamp, FoundFile, Picture
from app.photos.reading import read_picture
from app.services.lookers import SIDE


def rows(path: Path) -> Iterator[dict[str, str]]:
    """Of a tab-separated table with a line of names."""
    with path.open(encoding="utf-8", newline="") as file:
        yield from csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)


def pixels_of(path: str) -> NDArray[np.uint8]:
    """An upright picture as the program looks at it, (height, width, 3). Raises ValueError for no photo."""
    status = os.stat(path)
    picture = read_picture(FoundFile(path, FileStamp(status.st_size, status.st_mtime_ns)), SIDE)
    if not isinstance(picture, Picture):
        raise ValueError(f"{path}: {picture.reason}")
    return np.frombuffer(picture.rgb, np.uint8).reshape(picture.height, picture.width, 3)
