"""Text that stands in a picture: screenshots, signs, receipts. An optional part, `candid[ocr]`, does it; without it there is a sentence.

PP-OCRv4's models, which the package rapidocr-onnxruntime carries, know Chinese and English: accents get lost (`Grüße` is read as `Grube`).
"""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Callable, Iterator, Sequence
from importlib import util
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

import app.embedding.session  # noqa: F401 - before onnxruntime, which the package imports: nothing leaves the machine
from app.domain.errors import ModelUnavailable
from app.domain.ids import ModelId
from app.embedding.once import Once

if TYPE_CHECKING:
    from rapidocr_onnxruntime import RapidOCR

PACKAGE, EXTRA = "rapidocr-onnxruntime", "candid[ocr]"
READER, READER_LICENCE = f"{PACKAGE}, PP-OCRv4", "Apache-2.0"
"""What reads, as a person is told, and the licence of both the package and its models."""
SIDE = 2_000
"""The longest side, in pixels, up to which more of them are worth reading; small print is lost in less."""
SURE_ENOUGH = 0.75
"""Confidence below which what is read in photos of everyday things is mostly no text."""
SMALLEST_SIDE, LONGEST_SHAPE = 24, 4
"""Pixels below which nothing can be read, and how many times as long as wide a picture may be: narrow ones are enlarged without end."""
MOST_LINES, LONGEST_LINE = 200, 500
READING_SECONDS = 20.0
"""After which no further line is begun: a page of small print takes minutes, and a picture that takes too long costs all its looks."""
_AT_ONCE = 6
"""Lines that are read together, as the package does by itself."""

_Read = tuple[list[tuple[str, float]], float]

_ABSENT = f"Reading text in pictures needs a part that is not installed: pip install '{EXTRA}'."


def can_read_text() -> bool:
    """Whether the optional part is installed; nothing of it is loaded."""
    return util.find_spec("rapidocr_onnxruntime") is not None


class PictureText:
    """Reads the lines of text in pictures. Loaded on first use."""

    def __init__(self, threads: int = 1) -> None:
        self._threads = threads
        self._reader = Once(self._load)

    @property
    def model_id(self) -> ModelId:
        """The package and its version, which say which models it carries. Raises `ModelUnavailable` where it is not installed."""
        from importlib import metadata

        try:
            return ModelId(f"{PACKAGE}/{metadata.version(PACKAGE)}")
        except metadata.PackageNotFoundError as error:
            raise ModelUnavailable(_ABSENT) from error

    def load(self) -> None:
        """Load now what `read` would load (about 1 s). Raises `ModelUnavailable`."""
        self._reader()

    def read(self, picture: NDArray[np.uint8]) -> tuple[str, ...]:
        """The lines of an upright RGB picture (height, width, 3), from top to bottom; those that say nothing are left out.

        Raises `ModelUnavailable`.
        """
        reader = self._reader()
        if min(picture.shape[:2]) < SMALLEST_SIDE:
            return ()
        found, _ = reader(np.ascontiguousarray(_widened(_enlarged(picture))[:, :, ::-1]))
        return tuple(lines_of(found or []))

    def _load(self) -> RapidOCR:
        before = dict(os.environ)
        try:
            import cv2
            from rapidocr_onnxruntime import RapidOCR
        except ImportError as error:
            raise ModelUnavailable(_ABSENT if not can_read_text() else f"{EXTRA} cannot be loaded here ({error}).") from error
        finally:
            # OpenCV points Qt at plugins of its own, with which no window of ours would open.
            os.environ.clear()
            os.environ.update(before)
        # It writes to stderr by a handler of its own.
        logging.getLogger("RapidOCR").disabled = True
        cv2.setNumThreads(self._threads)
        reader = RapidOCR(intra_op_num_threads=self._threads, inter_op_num_threads=1)
        reader.text_rec = in_time(reader.text_rec)
        return reader


def in_time(recognise: Callable[[Sequence[Any], bool], _Read], clock: Callable[[], float] = time.monotonic) -> Callable[..., _Read]:
    """The same for as many of the cut out lines as are read in `READING_SECONDS`, from the first; the others are read as nothing."""

    def recognised(lines: Sequence[Any], words: bool = False) -> _Read:
        since, read = clock(), list[tuple[str, float]]()
        while len(read) < min(len(lines), MOST_LINES) and clock() - since < READING_SECONDS:
            read += recognise(lines[len(read) : len(read) + _AT_ONCE], words)[0]
        return [*read, *[("", 0.0)] * (len(lines) - len(read))], clock() - since

    return recognised


def _enlarged(picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """A small picture twice as large: of small letters the spaces between words are lost (`CafeZenith`)."""
    from PIL import Image

    height, width = picture.shape[:2]
    scale = min(2.0, SIDE / max(height, width))
    if scale <= 1.2:
        return picture
    return np.asarray(Image.fromarray(picture).resize((round(width * scale), round(height * scale)), Image.Resampling.BICUBIC))


def _widened(picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """A long and narrow picture with its edge repeated beside it."""
    missing = [max(0, max(picture.shape[:2]) // LONGEST_SHAPE - side) for side in picture.shape[:2]]
    return np.pad(picture, ((0, missing[0]), (0, missing[1]), (0, 0)), mode="edge") if any(missing) else picture


def lines_of(found: list[Any]) -> Iterator[str]:
    """The texts worth keeping of what was read: (corners, text, confidence) each."""
    for _, text, confidence in found[:MOST_LINES]:
        line = " ".join(str(text).split())[:LONGEST_LINE]
        if float(confidence) >= SURE_ENOUGH and _says_something(line):
            yield line


def _says_something(line: str) -> bool:
    """A leaf or a railing is read as one letter, or as one Chinese character, now and then."""
    return sum(each.isalnum() for each in line) >= (3 if line.isascii() else 2)
