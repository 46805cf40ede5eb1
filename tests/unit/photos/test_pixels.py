"""Pixels: upright once, right colours from every mode, limits by memory, what can be shown of damaged files."""

import io
import struct
import zlib
from pathlib import Path

import pytest
from PIL import Image, ImageCms

from app.domain.photo import Picture, ReadPhoto
from app.photos.pixels import CUT_SHORT, THUMBNAIL_SIDE, decode, opened
from app.photos.reading import read_picture
from tests.unit.photos.making import (
    IMAGE,
    encoded,
    found,
    jpeg,
    read_as_photo,
    read_as_skipped,
    short,
)

RED, GREEN, BLUE, WHITE = (255, 0, 0), (0, 255, 0), (0, 0, 255), (255, 255, 255)
ORIENTATION = 0x0112
UNDO = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_90,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_270,
}


def corners() -> Image.Image:
    """96 x 64, red at the top left, green at the top right, blue at the bottom left."""
    image = Image.new("RGB", (96, 64), "white")
    image.paste(RED, (0, 0, 32, 32))
    image.paste(GREEN, (64, 0, 96, 32))
    image.paste(BLUE, (0, 32, 32, 64))
    return image


def pixel(image: Image.Image, x: int, y: int) -> tuple[int, int, int]:
    value = image.getpixel((x, y))
    assert isinstance(value, tuple)
    return value[0], value[1], value[2]


def near(one: tuple[int, ...], other: tuple[int, ...], tolerance: int = 12) -> bool:
    return all(abs(a - b) <= tolerance for a, b in zip(one, other, strict=True))


def decoded_thumbnail(photo: ReadPhoto) -> Image.Image:
    return Image.open(io.BytesIO(photo.thumbnail))


def shown(content: bytes, orientation: int = 1) -> Image.Image:
    return decode(opened(content), content, orientation, THUMBNAIL_SIDE).image


def png_header(width: int, height: int) -> bytes:
    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(b"\0" * 64)) + chunk(b"IEND", b"")


@pytest.mark.parametrize("orientation", range(10))
@pytest.mark.parametrize("file_format", ["JPEG", "TIFF", "PNG", "WEBP"])
def test_upright_exactly_once(orientation: int, file_format: str, tmp_path: Path) -> None:
    stored = corners().transpose(UNDO[orientation]) if orientation in UNDO else corners()
    exif = Image.Exif()
    exif[ORIENTATION] = orientation
    content = encoded(stored, file_format, exif=exif)
    photo = read_as_photo(tmp_path, content)
    picture = read_picture(found(tmp_path / "a.jpg"), 4096)
    assert isinstance(picture, Picture)
    assert (photo.width, photo.height) == (96, 64)
    for image in (decoded_thumbnail(photo), Image.frombytes("RGB", (96, 64), picture.rgb)):
        assert image.size == (96, 64)
        assert near(pixel(image, 12, 12), RED, 40)
        assert near(pixel(image, 84, 12), GREEN, 40)
        assert near(pixel(image, 12, 52), BLUE, 40)


def test_a_large_jpeg_is_scaled_and_keeps_its_shape(tmp_path: Path) -> None:
    photo = read_as_photo(tmp_path, jpeg({IMAGE: {ORIENTATION: short(6)}}, image=Image.new("RGB", (3000, 2000), "teal")))
    thumbnail = decoded_thumbnail(photo)
    assert (photo.width, photo.height) == (2000, 3000)
    assert thumbnail.size == (341, 512)
    assert "exif" not in thumbnail.info


def test_a_small_picture_is_not_enlarged(tmp_path: Path) -> None:
    photo = read_as_photo(tmp_path, encoded(Image.new("RGB", (20, 10)), "PNG"))
    assert decoded_thumbnail(photo).size == (20, 10)


def test_an_extreme_shape_keeps_one_pixel() -> None:
    assert shown(encoded(Image.new("L", (4000, 1)), "PNG")).size == (512, 1)


@pytest.mark.parametrize(("file_format", "mode"), [("PNG", "I;16"), ("TIFF", "I;16"), ("TIFF", "I;16B")])
def test_sixteen_bit_grey_is_scaled(file_format: str, mode: str) -> None:
    image = Image.frombytes(mode, (2, 1), struct.pack("<2H" if mode == "I;16" else ">2H", 300, 60_000))
    picture = shown(encoded(image, file_format))
    assert near(pixel(picture, 0, 0), (1, 1, 1), 1)
    assert near(pixel(picture, 1, 0), (233, 233, 233), 1)


@pytest.mark.parametrize("mode", ["I;16", "P", "1"])
def test_large_pictures_that_must_be_converted_keep_their_brightness(mode: str) -> None:
    white = Image.new("L", (4000, 1200), 255)
    image = Image.new("I;16", white.size, 65_535) if mode == "I;16" else white.convert(mode)
    image.paste(0, (0, 0, 2000, 1200))
    picture = shown(encoded(image, "PNG"))
    assert picture.size == (512, 154)
    assert near(pixel(picture, 20, 70), (0, 0, 0), 1)
    assert near(pixel(picture, 500, 70), WHITE, 1)


def test_floating_point_is_scaled_to_its_range() -> None:
    image = Image.frombytes("F", (2, 1), struct.pack("<2f", 0.0, 0.5))
    assert near(pixel(shown(encoded(image, "TIFF")), 1, 0), (127, 127, 127), 2)


def test_transparency_lies_over_white() -> None:
    image = Image.new("RGBA", (8, 8), (0, 0, 0, 0))
    image.paste((255, 0, 0, 255), (0, 0, 4, 8))
    for content in (encoded(image, "PNG"), encoded(image, "WEBP", lossless=True), encoded(image.convert("LA"), "TIFF")):
        assert not near(pixel(shown(content), 1, 4), WHITE, 60)
        assert near(pixel(shown(content), 7, 4), WHITE)


def test_palettes_with_a_transparent_colour() -> None:
    image = Image.new("P", (8, 8), 0)
    image.putpalette([0, 0, 0, 255, 0, 0])
    image.paste(1, (0, 0, 4, 8))
    content = encoded(image, "GIF", transparency=0)
    assert near(pixel(shown(content), 1, 4), RED)
    assert near(pixel(shown(content), 7, 4), WHITE)


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P"])
def test_other_modes_become_colours(mode: str) -> None:
    assert near(pixel(shown(encoded(Image.new("RGB", (4, 4), "white").convert(mode), "PNG")), 1, 1), WHITE)


def test_cmyk_of_adobe_has_natural_colours() -> None:
    cmyk = Image.new("CMYK", (16, 16), (0, 255, 255, 0))
    red, green, blue = pixel(shown(encoded(cmyk, "JPEG")), 8, 8)
    assert red > 200
    assert max(green, blue) < 60


def test_profiles_are_applied() -> None:
    lab = ImageCms.ImageCmsProfile(ImageCms.createProfile("XYZ"))
    plain = encoded(Image.new("RGB", (8, 8), (100, 100, 100)), "PNG")
    profiled = encoded(
        Image.new("RGB", (8, 8), (100, 100, 100)), "PNG", icc_profile=ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    )
    broken = encoded(Image.new("RGB", (8, 8), (100, 100, 100)), "PNG", icc_profile=b"no profile")
    odd = encoded(Image.new("L", (8, 8), 100), "PNG", icc_profile=lab.tobytes())
    for content in (plain, profiled, broken, odd):
        assert near(pixel(shown(content), 4, 4), (100, 100, 100), 2)


def test_the_first_frame_of_an_animation(tmp_path: Path) -> None:
    frames = [Image.new("RGB", (64, 48), colour) for colour in (RED, BLUE, GREEN)]
    for file_format in ("GIF", "WEBP"):
        content = encoded(frames[0], file_format, save_all=True, append_images=frames[1:])
        assert near(pixel(decoded_thumbnail(read_as_photo(tmp_path, content)), 9, 9), RED, 20)


def test_the_first_picture_of_an_mpo_even_if_the_second_is_cut(tmp_path: Path) -> None:
    frames = [Image.new("RGB", (64, 48), colour) for colour in (RED, BLUE)]
    content = encoded(frames[0], "MPO", save_all=True, append_images=frames[1:])
    for each in (content, content[:-300]):
        photo = read_as_photo(tmp_path, each)
        assert photo.format in ("MPO", "JPEG")
        assert near(pixel(decoded_thumbnail(photo), 9, 9), RED, 20)


@pytest.mark.parametrize(("width", "height"), [(30_000, 30_000), (65_535, 65_535)])
def test_a_header_of_too_many_pixels_is_refused_with_numbers(width: int, height: int, tmp_path: Path) -> None:
    reason = read_as_skipped(tmp_path, png_header(width, height), "a.png").reason
    assert f"{width:,} × {height:,} pixels" in reason
    assert "limit" in reason


def test_half_a_jpeg_is_shown_with_a_note(tmp_path: Path) -> None:
    whole = encoded(Image.effect_noise((600, 400), 80).convert("RGB"), "JPEG")
    photo = read_as_photo(tmp_path, whole[: len(whole) // 2])
    assert CUT_SHORT in photo.notes
    assert (photo.width, photo.height) == (600, 400)


def test_a_picture_cut_before_anything_can_be_seen_is_skipped(tmp_path: Path) -> None:
    whole = encoded(Image.effect_noise((600, 400), 80).convert("RGB"), "JPEG")
    assert "before anything" in read_as_skipped(tmp_path, whole[: whole.index(b"\xff\xda") + 14]).reason


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "empty"),
        (b"\0" * 5_000, "zeros"),
        (b"\xff\xd8\xff", "damaged"),
        (b"<!DOCTYPE html><html><title>404</title></html>", "web page"),
        (b"\n  <HTML><body>Not found", "web page"),
        (b'<?xml version="1.0"?><!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml">', "web page"),
        (b"\0\0\0\x18ftypheic\0\0\0\0", "cut short"),
        (b"\0\0\0\x18ftypavif\0\0\0\0", "cut short"),
        (b"just some words, long enough to be a file", "no picture"),
    ],
)
def test_what_is_no_photo_says_what_it_is(content: bytes, words: str, tmp_path: Path) -> None:
    assert words in read_as_skipped(tmp_path, content).reason


@pytest.mark.parametrize("file_format", ["PNG", "GIF", "WEBP", "TIFF", "BMP", "JPEG"])
def test_content_decides_whatever_the_name_says(file_format: str, tmp_path: Path) -> None:
    content = encoded(Image.new("RGB", (9, 7), "teal"), file_format)
    assert read_as_photo(tmp_path, content, "a.heic").format == file_format
