"""One picture laid on another: what was cut, turned or stored badly is the same, another scene or page is not."""

import io
import random
from collections.abc import Callable

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageEnhance, ImageFont

from app.photos.registration import Grey, grey, overlays


def scene(seed: int) -> Image.Image:
    """Shapes of all sizes, as sharp as those of a photo."""
    chosen = random.Random(seed)
    image = Image.new("RGB", (640, 480), "grey")
    draw = ImageDraw.Draw(image)
    for number in range(60):
        x, y, size = chosen.randrange(640), chosen.randrange(480), 300 // (number // 4 + 2)
        colour = tuple(chosen.randrange(256) for _ in range(3))
        (draw.ellipse if number % 2 else draw.rectangle)((x - size, y - size, x + size, y + size), fill=colour)
    return image


def page(seed: int, ground: Image.Image | None = None) -> Image.Image:
    """Sheets of one layout with other words, on white or on a picture."""
    chosen = random.Random(seed)
    image = Image.new("RGB", (600, 800), "white") if ground is None else ground.resize((600, 800))
    draw, font = ImageDraw.Draw(image), ImageFont.load_default(24)
    draw.rectangle((0, 0, 600, 90), fill="navy")
    for row in range(16):
        word = "".join(chosen.choice("abcdefghijklmnop") for _ in range(chosen.randint(12, 26)))
        draw.text((40, 120 + 40 * row), word, fill="black", font=font)
    return image


def seen(image: Image.Image, quality: int = 85) -> Grey:
    stream = io.BytesIO()
    image.save(stream, "JPEG", quality=quality)
    made = grey(stream.getvalue())
    assert made is not None
    return made


def cut(left: float, top: float, right: float, bottom: float) -> Callable[[Image.Image], Image.Image]:
    return lambda image: image.crop(
        (round(image.width * left), round(image.height * top), round(image.width * (1 - right)), round(image.height * (1 - bottom)))
    )


CHANGES: dict[str, Callable[[Image.Image], Image.Image]] = {
    "cut all round": cut(0.05, 0.05, 0.05, 0.05),
    "cut on one side": cut(0.08, 0, 0, 0),
    "cut in a corner": cut(0, 0.06, 0.06, 0),
    "another shape": cut(0, 0.08, 0, 0.08),
    "turned": lambda image: cut(0.04, 0.04, 0.04, 0.04)(image.rotate(2, Image.Resampling.BICUBIC)),
    "cut and brighter": lambda image: ImageEnhance.Brightness(cut(0.03, 0.03, 0.03, 0.03)(image)).enhance(1.2),
    "cut and small": lambda image: cut(0.03, 0.03, 0.03, 0.03)(image).resize((320, 240)),
    "cut and grey": lambda image: cut(0.03, 0.03, 0.03, 0.03)(image).convert("L").convert("RGB"),
    "not at all": lambda image: image,
}


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("seed", range(3))
def test_a_copy_lies_on_its_picture_whichever_comes_first(change: str, seed: int) -> None:
    whole, copy = seen(scene(seed)), seen(CHANGES[change](scene(seed)), 60)
    assert overlays(whole, copy)
    assert overlays(copy, whole)


def test_other_scenes_do_not() -> None:
    greys = [seen(scene(seed)) for seed in range(8)]
    assert not any(overlays(greys[one], greys[other]) for one in range(8) for other in range(one))


def test_pages_of_one_layout_with_other_words_do_not() -> None:
    for ground in (None, scene(1)):
        greys = [seen(page(seed, ground)) for seed in range(6)]
        assert not any(overlays(greys[one], greys[other]) for one in range(6) for other in range(one))


def test_of_pages_nothing_is_told_for_all_of_a_layout_lie_on_each_other() -> None:
    assert not overlays(seen(page(1)), seen(page(1)))
    assert overlays(seen(page(1, scene(1))), seen(CHANGES["cut and small"](page(1, scene(1)))))


def test_a_picture_upside_down_or_in_a_mirror_is_another() -> None:
    whole = scene(1)
    for way in (Image.Transpose.ROTATE_180, Image.Transpose.FLIP_LEFT_RIGHT, Image.Transpose.ROTATE_90):
        assert not overlays(seen(whole), seen(whole.transpose(way)))


@pytest.mark.parametrize("level", [0, 128, 255])
def test_blank_pictures_tell_nothing(level: int) -> None:
    blank = np.full((128, 128), level, np.float32)
    assert not overlays(blank, blank)
    assert not overlays(blank, seen(scene(1)))
    assert not overlays(seen(scene(1)), blank)


def test_stripes_in_one_direction_end_in_an_answer() -> None:
    stripes = np.tile(np.arange(128, dtype=np.float32) % 8 * 32, (128, 1))
    assert isinstance(overlays(stripes, stripes.T), bool)


@pytest.mark.parametrize("spoilt", [b"", b"no picture", b"\xff\xd8\xff\xe0"])
def test_a_spoilt_thumbnail_has_no_grey(spoilt: bytes) -> None:
    assert grey(spoilt) is None
