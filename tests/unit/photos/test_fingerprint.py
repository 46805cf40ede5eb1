"""Perceptual hashes: near for copies, far for other pictures, none for pictures without structure."""

import io
from collections.abc import Callable, Sequence
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageEnhance, ImageFont

from app.domain.photo import ReadPhoto
from app.photos.fingerprint import perceptual_hash
from app.photos.reading import read_photo
from tests.unit.photos.making import encoded, found, read_as_photo

NEAR, FAR = 40, 80
"""Bits of 256. Different photos of ../shared/photos lie 88 and more apart; copies 3 % smaller by a cut mostly lie within 40."""


def distance(one: str | None, other: str | None) -> int:
    assert one is not None
    assert other is not None
    return (int(one, 16) ^ int(other, 16)).bit_count()


def scene(seed: int, size: tuple[int, int] = (512, 384)) -> Image.Image:
    """A picture of soft coloured shapes, different for every seed; as in photos, the larger a shape the stronger."""
    random, picture = np.random.default_rng(seed), np.zeros((size[1], size[0], 3))
    for cells, weight in ((3, 0.45), (8, 0.3), (24, 0.25)):
        coarse = random.integers(0, 256, (cells, cells, 3), dtype=np.uint8)
        picture += weight * np.asarray(Image.fromarray(coarse).resize(size, Image.Resampling.BICUBIC))
    return Image.fromarray(picture.astype(np.uint8))


def recompressed(image: Image.Image) -> Image.Image:
    stream = io.BytesIO()
    image.save(stream, "JPEG", quality=40)
    return Image.open(stream).convert("RGB")


def cropped(image: Image.Image) -> Image.Image:
    across, down = round(image.width * 0.015), round(image.height * 0.015)
    return image.crop((across, down, image.width - across, image.height - down))


COPIES: dict[str, Callable[[Image.Image], Image.Image]] = {
    "half": lambda image: image.resize((image.width // 2, image.height // 2), Image.Resampling.LANCZOS),
    "recompressed": recompressed,
    "brighter": lambda image: ImageEnhance.Brightness(image).enhance(1.2),
    "darker": lambda image: ImageEnhance.Brightness(image).enhance(0.8),
    "grey": lambda image: image.convert("L").convert("RGB"),
    "cropped": cropped,
}


@pytest.mark.parametrize("copy", COPIES)
def test_a_changed_copy_is_near(copy: str) -> None:
    for seed in range(8):
        original = scene(seed)
        assert distance(perceptual_hash(original), perceptual_hash(COPIES[copy](original))) <= NEAR


def test_other_pictures_are_far() -> None:
    hashes = [perceptual_hash(scene(seed)) for seed in range(12)]
    assert min(distance(one, other) for one, other in combinations(hashes, 2)) > FAR


def test_a_mirrored_or_turned_picture_is_another() -> None:
    original = scene(1)
    for turn in (Image.Transpose.FLIP_LEFT_RIGHT, Image.Transpose.FLIP_TOP_BOTTOM, Image.Transpose.ROTATE_180):
        assert distance(perceptual_hash(original), perceptual_hash(original.transpose(turn))) > FAR


def test_a_hash_is_64_digits_and_the_same_every_time() -> None:
    first = perceptual_hash(scene(3))
    assert first is not None
    assert len(first) == 64
    assert set(first) <= set("0123456789abcdef")
    assert perceptual_hash(scene(3)) == first


def ramp() -> Image.Image:
    """A sky: nothing but a soft change from top to bottom, and the noise of a sensor."""
    rows = np.linspace(120, 200, 384)[:, None] + np.random.default_rng(0).normal(0, 2, (384, 512))
    return Image.fromarray(rows.clip(0, 255).astype(np.uint8)).convert("RGB")


def with_speck() -> Image.Image:
    image = Image.new("RGB", (512, 384), "white")
    image.paste("black", (250, 190, 256, 196))
    return image


@pytest.mark.parametrize(
    "image",
    [*(Image.new("RGB", (512, 384), colour) for colour in ("black", "white", "teal")), Image.new("RGB", (1, 1)), ramp(), with_speck()],
    ids=["black", "white", "teal", "one pixel", "sky", "speck"],
)
def test_a_picture_without_structure_has_none(image: Image.Image) -> None:
    assert perceptual_hash(image) is None


def card(place: str, clock: str) -> Image.Image:
    """Three lines on black, as a slide or a title has them."""
    image, draw_at = Image.new("RGB", (1920, 1080)), ((800, 180), (540, 350), (560, 430))
    for at, text in zip(draw_at, (place, f"Local Time: 2024-04-13 {clock}", f"UTC:            2024-04-13 20:{clock[:5]}Z"), strict=True):
        ImageDraw.Draw(image).text(at, text, fill=(255, 180, 40), font=ImageFont.load_default(60))
    return image


def test_text_cards_of_one_layout_have_none() -> None:
    cards = (("Auckland", "08:34:30+12:00"), ("Montevideo", "17:35:30-03:00"), ("London", "21:36:30+01:00"), ("New York", "16:38:30-04:00"))
    assert {perceptual_hash(card(*each)) for each in cards} == {None}


@pytest.mark.parametrize("size", [(2, 2), (1, 512), (512, 1), (3, 500), (63, 65), (64, 64), (127, 129), (512, 512)])
def test_any_size_and_shape(size: tuple[int, int]) -> None:
    noise = np.random.default_rng(5).integers(0, 256, (size[1], size[0], 3), dtype=np.uint8)
    found_hash = perceptual_hash(Image.fromarray(noise))
    assert found_hash is None or len(found_hash) == 64


def test_a_read_photo_carries_the_hash_of_its_upright_pixels(tmp_path: Path) -> None:
    upright = scene(7)
    photo = read_as_photo(tmp_path, encoded(upright, "PNG"))
    assert photo.perceptual_hash == perceptual_hash(upright)
    exif = Image.Exif()
    exif[0x0112] = 6
    turned = read_as_photo(tmp_path, encoded(upright.transpose(Image.Transpose.ROTATE_90), "PNG", exif=exif))
    assert (turned.width, turned.height) == (512, 384)
    assert distance(turned.perceptual_hash, photo.perceptual_hash) <= 4
    assert read_as_photo(tmp_path, encoded(Image.new("RGB", (40, 30), "teal"), "PNG")).perceptual_hash is None


def hashes(folder: Path, names: Sequence[str]) -> list[str | None]:
    outcomes = [read_photo(found(folder / name)) for name in names]
    assert all(isinstance(each, ReadPhoto) for each in outcomes)
    return [each.perceptual_hash for each in outcomes if isinstance(each, ReadPhoto)]


LONG_NAME = "roadtrip/its  a along directory name. with special caracters(_.-.,-.,) 1234 56789 űáéú őóüö"


@pytest.mark.parametrize(
    "names",
    [
        ("roadtrip/IMG_8824.jpg", f"{LONG_NAME}/subdirectory/IMG_8824.jpg"),
        ("roadtrip/IMG_8943.jpg", f"{LONG_NAME}/IMG_8943.jpg"),
        (
            "roadtrip/dupl/big_ben_only_time.jpg",
            "roadtrip/timestamps/big_ben.jpg",
            "roadtrip/timestamps/big_ben_no_tsoffset_but_gps_utc.jpg",
        ),
        ("roadtrip/dupl/sydney_opera_house.jpg", "roadtrip/timestamps/sydney_opera_house_no_tsoffset_but_gps_utc.jpg"),
        tuple(f"../formats/orientation/Portrait_{n}.jpg" for n in range(9)),
        ("../content/caltech101/c0045.jpg", "../content/caltech101/c0085.jpg"),
    ],
)
def test_real_near_copies_are_near(names: tuple[str, ...], shared: Path) -> None:
    for one, other in combinations(hashes(shared / "photos" / "library", names), 2):
        assert distance(one, other) <= NEAR


def test_real_photos_of_one_occasion_are_far(shared: Path) -> None:
    names = [f"roadtrip/wild-{n}.jpg" for n in (1, 2, 3)]
    names += [f"kphotoalbum/grand_canyon_{n}.jpg" for n in (1, 2, 3)] + [f"kphotoalbum/new_wave_{n}.jpg" for n in (1, 2)]
    names += [f"kphotoalbum/{name}{more}.jpg" for name in ("bar55", "donna", "jesper", "pool", "skagen", "spiff") for more in ("", "_2")]
    assert min(distance(one, other) for one, other in combinations(hashes(shared / "photos" / "library", names), 2)) > FAR


def test_real_pictures_of_nothing_have_none(shared: Path) -> None:
    assert hashes(shared / "photos", ["library/cameras/Sony DSC-P12.jpg", "odd/exif_gps.jpg", "odd/xmp_padded.jpg"]) == [None] * 3
