"""Thumbnails become images on any thread, by their one format."""

import io

import pytest
from PIL import Image

from app.gui.pictures import image_of_jpeg

SVG = b'<svg xmlns="http://www.w3.org/2000/svg" width="8" height="6"><rect width="8" height="6" fill="red"/></svg>'


def encoded(form: str) -> bytes:
    held = io.BytesIO()
    Image.new("RGB", (8, 6), "red").save(held, form)
    return held.getvalue()


def test_a_jpeg_is_an_image(qapp: object) -> None:
    image = image_of_jpeg(encoded("JPEG"))
    assert (image.width(), image.height()) == (8, 6)
    assert image.pixelColor(4, 3).red() > 240


@pytest.mark.parametrize("other", [SVG, b"", b"GIF89a"])
def test_no_other_reader_is_asked(qapp: object, other: bytes) -> None:
    assert image_of_jpeg(other).isNull()
