"""Sharpness and exposure: blur lowers one, clipping raises the others, and brightness alone changes neither."""

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image, ImageEnhance, ImageFilter

from app.photos.quality import quality

Pixels = NDArray[np.uint8]


def scene(width: int = 1024, height: int = 768, seed: int = 4) -> Image.Image:
    """Blocks, edges and a little grain, far from black and white."""
    chance = np.random.default_rng(seed)
    blocks = chance.integers(60, 160, (height // 32, width // 32, 3), dtype=np.uint8)
    large = np.kron(blocks, np.ones((32, 32, 1), np.uint8)).astype(np.int16)
    return Image.fromarray((large + chance.integers(-4, 5, large.shape)).astype(np.uint8))


def sharpness(image: Image.Image) -> float:
    return quality(np.asarray(image)).sharpness


@pytest.mark.parametrize("radius", [0.7, 1, 2, 4])
def test_what_is_blurred_is_less_sharp(radius: float) -> None:
    assert sharpness(scene().filter(ImageFilter.GaussianBlur(radius))) < 0.8 * sharpness(scene())


def test_a_small_part_in_focus_counts_more_than_all_that_is_not() -> None:
    blurred = scene().filter(ImageFilter.GaussianBlur(3))
    focused = blurred.copy()
    focused.paste(scene().crop((400, 300, 700, 560)), (400, 300))
    assert sharpness(focused) > 3 * sharpness(blurred)


@pytest.mark.parametrize("factor", [0.8, 1.2])
def test_brightness_alone_hardly_changes_sharpness(factor: float) -> None:
    assert sharpness(ImageEnhance.Brightness(scene()).enhance(factor)) == pytest.approx(sharpness(scene()), rel=0.1)


def test_the_noise_of_a_blank_picture_is_not_sharpness() -> None:
    noise = np.random.default_rng(1).integers(127, 130, (300, 400, 3), dtype=np.uint8)
    assert quality(noise).sharpness < 0.5 * sharpness(scene())


def test_clipped_pixels_are_shares_of_all() -> None:
    picture = np.full((100, 200, 3), 128, np.uint8)
    picture[:25] = 0
    picture[50:60] = 255
    measured = quality(picture)
    assert (measured.dark, measured.bright) == (0.25, 0.1)


def test_a_saturated_colour_has_detail_left() -> None:
    picture = np.zeros((50, 50, 3), np.uint8)
    picture[:, :, 0] = 255
    measured = quality(picture)
    assert (measured.dark, measured.bright) == (0, 0)


@pytest.mark.parametrize("shape", [(1, 1, 3), (2, 3000, 3), (5, 4, 3), (3000, 1, 3), (16, 16, 3)])
def test_any_shape_is_measured(shape: tuple[int, int, int]) -> None:
    measured = quality(np.full(shape, 90, np.uint8))
    assert (measured.sharpness, measured.dark, measured.bright) == (0, 0, 0)


def test_a_large_picture_is_measured_as_a_smaller_one_would_be() -> None:
    large = scene().resize((4096, 3072), Image.Resampling.NEAREST)
    assert sharpness(large) == pytest.approx(sharpness(scene()), rel=0.05)


def test_of_real_photos_the_blurred_one_is_less_sharp(shared: Path) -> None:
    found = sorted((shared / "photos" / "content" / "coco_plain").rglob("*.jpg"))[:20]
    assert found
    for path in found:
        with Image.open(path) as opened:
            image = opened.convert("RGB")
        assert sharpness(image.filter(ImageFilter.GaussianBlur(1))) < sharpness(image), path.name
