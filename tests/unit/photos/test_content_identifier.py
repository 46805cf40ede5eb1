"""The identifier of a Live Photo in a still: in JPEG and HEIC, in either order of bytes, and never out of damage."""

import io
from pathlib import Path

import pillow_heif
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from app.photos.content_identifier import as_identifier, of_exif
from tests.unit.photos.filming import IDENTIFIER, apple_note, exif_with, live_still


@pytest.mark.parametrize("order", [">", "<"])
def test_it_is_read_in_either_order_of_bytes(order: str) -> None:
    assert of_exif(exif_with(apple_note(order=order))) == IDENTIFIER


def test_it_is_read_of_a_jpeg(tmp_path: Path) -> None:
    with Image.open(live_still(tmp_path / "a.jpg")) as image:
        assert of_exif(image.info["exif"]) == IDENTIFIER


def test_it_is_read_of_a_heic() -> None:
    file = io.BytesIO()
    pillow_heif.from_pillow(Image.new("RGB", (64, 64))).save(file, exif=exif_with(apple_note()))
    heif = pillow_heif.open_heif(file)
    assert of_exif(heif.info["exif"]) == IDENTIFIER
    assert of_exif(heif.to_pillow().info["exif"]) == IDENTIFIER


def test_others_have_none(tmp_path: Path) -> None:
    assert of_exif(exif_with(b"Nikon\0\x02\x10\0\0MM\0*\0\0\0\x08")) is None
    assert of_exif(exif_with(apple_note(""))) is None
    assert of_exif(b"") is None
    assert of_exif(b"Exif\0\0II*\0\xff\xff\xff\xff") is None


@pytest.mark.parametrize("written", ["", " ", "short", "a b c d e f g h", "<b>bold and long</b>", "x" * 101, "\u202eABCDEFGHIJ", "-" * 20])
def test_what_is_no_identifier(written: str) -> None:
    assert as_identifier(written) is None


def test_both_parts_have_it_in_the_same_letters() -> None:
    assert as_identifier(IDENTIFIER.lower() + "\0") == as_identifier(IDENTIFIER) == IDENTIFIER


@given(cut=st.integers(0, 400), flips=st.lists(st.tuples(st.integers(0, 400), st.integers(1, 255)), max_size=8))
def test_any_damage_is_survived(cut: int, flips: list[tuple[int, int]]) -> None:
    block = bytearray(exif_with(apple_note()))
    for at, by in flips:
        block[at % len(block)] ^= by
    found = of_exif(bytes(block[: len(block) - cut]))
    assert found is None or len(found) < 101


@given(st.binary(max_size=200))
def test_any_bytes_are_survived(noise: bytes) -> None:
    assert of_exif(b"Exif\0\0MM\0*" + noise) is None
