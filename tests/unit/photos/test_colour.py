"""Colours: what a profile or the container's numbers say of them reaches the screen's sRGB."""

import io
import struct
from pathlib import Path

import numpy as np
import pillow_heif
import pytest
from PIL import Image, ImageCms

from app.photos.named_colours import nclx_numbers, profile_of
from app.photos.pixels import THUMBNAIL_SIDE, decode, opened
from tests.unit.photos.making import encoded
from tests.unit.photos.test_pixels import near, pixel

pillow_heif.register_heif_opener()

DISPLAY_P3, BT_2020, SRGB, UNSPECIFIED = 12, 9, 1, 2
LINEAR, SRGB_CURVE, PQ, HLG = 8, 13, 16, 18
STORED = (200, 100, 50)
SHOWN = (215, 93, 31)
"""What Display P3 means by `STORED`, in sRGB (by hand from the primaries' chromaticities)."""


def plain(colour: tuple[int, int, int] = STORED) -> Image.Image:
    return Image.new("RGB", (64, 64), colour)


def seen(content: bytes) -> tuple[int, int, int]:
    return pixel(decode(opened(content), content, 1, THUMBNAIL_SIDE).image, 32, 32)


def p3() -> bytes:
    profile = profile_of(DISPLAY_P3, SRGB_CURVE)
    assert profile is not None
    return profile


def with_numbers(content: bytes, primaries: int, transfer: int) -> bytes:
    """The same file with other numbers for its colours."""
    start = content.index(b"colrnclx") + 8
    return content[:start] + struct.pack(">HH", primaries, transfer) + content[start + 4 :]


def heic(image: Image.Image, **options: object) -> bytes:
    return encoded(image, "HEIF", quality=95, chroma=444, **options)


def avif(image: Image.Image, **options: object) -> bytes:
    return encoded(image, "AVIF", quality=95, subsampling="4:4:4", **options)


def test_a_profile_by_numbers_is_one_that_littlecms_takes() -> None:
    profile = ImageCms.ImageCmsProfile(io.BytesIO(p3()))
    assert ImageCms.getProfileDescription(profile).strip() == "CICP 12/13"
    transform = ImageCms.buildTransform(profile, ImageCms.createProfile("sRGB"), "RGB", "RGB")
    for stored, shown in ((STORED, SHOWN), ((255, 255, 255), (255, 255, 255)), ((128, 128, 128), (128, 128, 128)), ((0, 0, 0), (0, 0, 0))):
        converted = ImageCms.applyTransform(plain(stored), transform)
        assert converted is not None
        assert near(pixel(converted, 1, 1), shown, 1)


@pytest.mark.parametrize(("primaries", "transfer"), [(SRGB, SRGB_CURVE), (UNSPECIFIED, UNSPECIFIED), (SRGB, 1), (5, 6), (99, 99)])
def test_numbers_that_are_srgb_or_unknown_change_nothing(primaries: int, transfer: int) -> None:
    assert profile_of(primaries, transfer) is None


@pytest.mark.parametrize("make", [heic, avif])
def test_embedded_profiles_of_heic_and_avif(make: object) -> None:
    assert callable(make)
    assert near(seen(make(plain())), STORED, 4)
    assert near(seen(make(plain(), icc_profile=p3())), SHOWN, 5)


@pytest.mark.parametrize("make", [heic, avif])
def test_numbers_of_heic_and_avif(make: object) -> None:
    assert callable(make)
    assert near(seen(with_numbers(make(plain()), DISPLAY_P3, SRGB_CURVE)), SHOWN, 5)
    assert near(seen(with_numbers(make(plain()), UNSPECIFIED, UNSPECIFIED)), STORED, 4)


def test_numbers_are_found_or_unspecified() -> None:
    assert nclx_numbers(b"....colrnclx\0\x0c\0\x0d") == (DISPLAY_P3, SRGB_CURVE)
    for content in (b"", b"....colrnclx\0\x0c", b"no colours"):
        assert nclx_numbers(content) == (UNSPECIFIED, UNSPECIFIED)


@pytest.mark.parametrize(("transfer", "white"), [(PQ, 148), (HLG, 191)])
def test_the_white_of_hdr_is_nearly_white_and_greys_keep_their_order(transfer: int, white: int) -> None:
    levels = [seen(with_numbers(avif(plain((level,) * 3)), BT_2020, transfer))[1] for level in (0, 60, 100, white, 255)]
    assert levels == sorted(levels)
    assert levels[0] <= 2
    assert 235 <= levels[3] <= 252
    assert levels[4] >= 254


def test_linear_light_is_not_shown_dark() -> None:
    assert near(seen(with_numbers(avif(plain((55, 55, 55))), SRGB, LINEAR)), (128, 128, 128), 4)


@pytest.mark.parametrize(("index", "shown"), [("R03", (227, 100, 42)), ("R98", STORED)])
def test_a_camera_that_only_names_adobe_rgb(index: str, shown: tuple[int, int, int]) -> None:
    exif = Image.Exif()
    exif.get_ifd(0x8769)[0xA001] = 0xFFFF
    exif.get_ifd(0x8769)[0xA005] = {1: index}
    content = encoded(plain(), "JPEG", quality=100, subsampling=0, exif=exif.tobytes())
    assert near(seen(content), shown, 4)


def test_profiles_count_under_transparency_too() -> None:
    image = plain().convert("RGBA")
    assert near(seen(encoded(image, "PNG", icc_profile=p3())), SHOWN, 1)


def test_ten_and_twelve_bits_keep_their_colours() -> None:
    wide = (np.full((64, 64, 3), STORED) * 257).astype("<u2")
    image = pillow_heif.from_bytes("RGB;16", (64, 64), wide.tobytes())
    for twelve in (False, True):
        stream = io.BytesIO()
        image.save(stream, quality=95, chroma=444, save_to_12bit=twelve)
        assert near(seen(stream.getvalue()), STORED, 4)


def test_lab_becomes_colours() -> None:
    to_lab = ImageCms.buildTransform(ImageCms.createProfile("sRGB"), ImageCms.createProfile("LAB"), "RGB", "LAB")
    lab = ImageCms.applyTransform(plain(), to_lab)
    assert lab is not None
    assert near(seen(encoded(lab, "TIFF")), STORED, 3)


def test_a_real_photo_in_display_p3_and_real_inks(shared: Path) -> None:
    photo = (shared / "photos" / "library" / "immich" / "IMG_2682.heic").read_bytes()
    assert opened(photo).info["icc_profile"]
    cover = (shared / "photos" / "odd" / "cmyk-sample.jpg").read_bytes()
    red, green, blue = pixel(decode(opened(cover), cover, 1, THUMBNAIL_SIDE).image, 3, 113)
    assert blue > green > red
