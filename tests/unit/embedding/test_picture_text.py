"""Text in pictures is read by an optional part; what says nothing is left out."""

import os
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from app.domain.errors import ModelUnavailable
from app.embedding import picture_text
from app.embedding.picture_text import LONGEST_LINE, MOST_LINES, READING_SECONDS, PictureText, can_read_text, in_time, lines_of

needs_the_part = pytest.mark.skipif(not can_read_text(), reason="candid[ocr] is not installed")


def _receipt(*lines: str) -> NDArray[np.uint8]:
    image = Image.new("RGB", (700, 80 + 70 * len(lines)), "white")
    draw, font = ImageDraw.Draw(image), ImageFont.load_default(28)
    for n, line in enumerate(lines):
        draw.text((40, 40 + 70 * n), line, fill="black", font=font)
    return np.asarray(image)


# First in this file: it is the import that would change it.
@needs_the_part
def test_loading_it_leaves_the_environment_as_it_was() -> None:
    before = dict(os.environ)
    PictureText().load()
    assert dict(os.environ) == before


@needs_the_part
def test_a_receipt_is_read_from_top_to_bottom() -> None:
    lines = PictureText().read(_receipt("Cafe Zenith", "2 x Espresso  5.40 EUR", "Total 12.80"))
    assert len(lines) == 3
    assert lines[0] == "Cafe Zenith"
    assert "Espresso" in lines[1]
    assert "12.80" in lines[2]


@needs_the_part
@pytest.mark.parametrize("size", [(1, 1), (1, 300), (30, 2000)])
def test_a_picture_without_text_has_no_lines(size: tuple[int, int]) -> None:
    assert PictureText().read(np.full((*size, 3), 120, np.uint8)) == ()


@needs_the_part
def test_the_id_names_the_package_and_its_version() -> None:
    assert PictureText().model_id.startswith("rapidocr-onnxruntime/1.")


def test_without_the_part_a_sentence_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(picture_text, "PACKAGE", "a-package-that-nobody-has")
    with pytest.raises(ModelUnavailable, match=r"pip install 'candid\[ocr\]'"):
        _ = PictureText().model_id


@pytest.mark.parametrize(
    ("text", "confidence", "kept"),
    [
        ("Total 12.80", 0.99, True),
        ("Total 12.80", 0.6, False),
        ("D", 0.99, False),
        ("福", 0.99, False),
        ("福建", 0.99, True),
        ("...", 0.99, False),
        ("   ", 0.99, False),
    ],
)
def test_what_says_nothing_is_left_out(text: str, confidence: float, kept: bool) -> None:
    assert bool(tuple(lines_of([([], text, confidence)]))) is kept


@given(st.lists(st.tuples(st.none(), st.text(), st.floats(0, 1)), max_size=300))
def test_lines_are_bounded_and_of_one_line(found: Sequence[tuple[None, str, float]]) -> None:
    lines = tuple(lines_of(list(found)))
    assert len(lines) <= MOST_LINES
    assert all(line and len(line) <= LONGEST_LINE and "\n" not in line for line in lines)


def test_what_is_not_read_in_time_is_read_as_nothing() -> None:
    now, asked = [0.0], list[int]()

    def recognise(lines: Sequence[str], _: bool) -> tuple[list[tuple[str, float]], float]:
        now[0] += READING_SECONDS / 4 + 0.1
        asked.append(len(lines))
        return [(line, 0.9) for line in lines], 0.0

    read, _ = in_time(recognise, lambda: now[0])([f"line {n}" for n in range(100)])
    assert len(read) == 100
    assert sum(asked) == sum(text != "" for text, _ in read) == 24
    assert read[:2] == [("line 0", 0.9), ("line 1", 0.9)]


def test_no_more_lines_are_read_than_are_kept() -> None:
    read, _ = in_time(lambda lines, _: ([("text", 0.9)] * len(lines), 0.0), lambda: 0.0)(range(MOST_LINES + 100))
    assert len(read) == MOST_LINES + 100
    assert MOST_LINES <= sum(text != "" for text, _ in read) <= MOST_LINES + 6
