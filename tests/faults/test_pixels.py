"""The kinds of pixels, formats and damage that break photo indexers: each made here, and what must be seen of it."""

import io
import struct
import zlib
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pillow_heif
import pytest
from numpy.typing import NDArray
from PIL import Image, ImageChops

from app.domain.photo import FoundFile, Picture, ReadPhoto, Skipped, Video
from app.photos.pixels import CUT_SHORT
from app.photos.reading import read_photo, read_picture
from tests.unit.photos.making import dng, encoded, found, jpeg, read, read_as_photo, read_as_skipped, written
from tests.unit.photos.test_pixels import ORIENTATION, RED, UNDO, decoded_thumbnail, near, pixel, png_header

pillow_heif.register_heif_opener()

GREY = (128, 128, 128)
HTML = b"<!DOCTYPE html><html><head><title>404 Not Found</title></head></html>"
LOSSLESS: dict[str, tuple[str, dict[str, object]]] = {
    "JPEG": ("JPEG", {"quality": 100, "subsampling": 0}),
    "HEIC": ("HEIF", {"quality": -1, "chroma": 444, "matrix_coefficients": 0}),
    "WebP": ("WEBP", {"lossless": True}),
    "PNG": ("PNG", {}),
    "TIFF": ("TIFF", {}),
    "AVIF": ("AVIF", {"quality": 100, "subsampling": "4:4:4"}),
}
"""Pillow's name of a format and how it keeps every pixel, or nearly."""


def original() -> Image.Image:
    """96 x 64, every corner and edge different, smooth enough for any encoder."""
    down, across = np.mgrid[0:64, 0:96]
    return Image.fromarray(np.stack([across * 2.6, down * 3.9, (across + down) * 1.6], axis=2).astype(np.uint8))


def oriented(image: Image.Image, orientation: int, name: str) -> bytes:
    """The picture as a camera stores it that was held in that way."""
    file_format, options = LOSSLESS[name]
    exif = Image.Exif()
    exif[ORIENTATION] = orientation
    stored = image.transpose(UNDO[orientation]) if orientation in UNDO else image
    return encoded(stored, file_format, exif=exif.tobytes(), **options)


def rgb(picture: Picture | Skipped) -> Image.Image:
    assert isinstance(picture, Picture), picture
    return Image.frombytes("RGB", (picture.width, picture.height), picture.rgb)


def furthest(one: Image.Image, other: Image.Image) -> int:
    """The largest difference of a channel of a pixel."""
    assert one.size == other.size
    return max(int(high) for _, high in ImageChops.difference(one, other).getextrema())  # type: ignore[misc]


@pytest.mark.parametrize("name", LOSSLESS)
@pytest.mark.parametrize("orientation", range(10))
def test_upright_exactly_once_pixel_by_pixel(orientation: int, name: str, tmp_path: Path) -> None:
    if name == "HEIC" and orientation in (0, 9):
        pytest.skip("no container can say this of a picture")
    photo = read_as_photo(tmp_path, oriented(original(), orientation, name))
    view = rgb(read_picture(found(tmp_path / "a.jpg"), 4_096))
    assert (photo.width, photo.height) == (96, 64)
    assert furthest(view, original()) <= (0 if name in ("WebP", "PNG", "TIFF") else 6)
    assert furthest(decoded_thumbnail(photo), original()) <= 16


def test_a_heic_is_turned_by_its_container_alone(tmp_path: Path) -> None:
    both = oriented(original(), 6, "HEIC")
    assert b"irot" in both
    assert read_as_photo(tmp_path, both).facts.orientation is not None
    container_only = both.replace(b"\x01\x12\0\x03\0\0\0\x01\0\x06", b"\x01\x12\0\x03\0\0\0\x01\0\x01")
    container_only = container_only.replace(b"\x12\x01\x03\0\x01\0\0\0\x06\0", b"\x12\x01\x03\0\x01\0\0\0\x01\0")
    assert container_only != both
    for content in (both, container_only):
        assert furthest(rgb(read_picture(found(written(tmp_path, content)), 4_096)), original()) <= 6
    angle = both.index(b"irot") + 4
    exif_only = both[:angle] + b"\0" + both[angle + 1 :]
    assert furthest(rgb(read_picture(found(written(tmp_path, exif_only)), 4_096)), original().transpose(UNDO[6])) <= 6


def test_an_avif_is_turned_by_its_container_alone(tmp_path: Path) -> None:
    exif = Image.Exif()
    exif[ORIENTATION + 1] = 3
    content = encoded(original(), "AVIF", quality=100, subsampling="4:4:4", exif=exif.tobytes())
    # Pillow would tell the container what EXIF says: here EXIF alone says it.
    for order, size in (("<", b"\x03\0\x01\0\0\0\x03\0"), (">", b"\0\x03\0\0\0\x01\0\x03")):
        content = content.replace(struct.pack(f"{order}H", ORIENTATION + 1) + size, struct.pack(f"{order}H", ORIENTATION) + size)
    photo = read_as_photo(tmp_path, content)
    assert photo.facts.orientation is not None
    assert photo.facts.orientation.value == 3
    assert furthest(rgb(read_picture(found(tmp_path / "a.jpg"), 4_096)), original()) <= 6
    assert furthest(decoded_thumbnail(photo), original()) <= 16


def test_the_first_picture_of_an_mpo_even_cut_by_300_bytes(tmp_path: Path) -> None:
    frames = [Image.new("RGB", (64, 48), colour) for colour in ("red", "blue")]
    content = encoded(frames[0], "MPO", save_all=True, append_images=frames[1:])
    for each in (content, content[:-300]):
        assert near(pixel(decoded_thumbnail(read_as_photo(tmp_path, each)), 9, 9), RED, 20)


def cmyk() -> bytes:
    return encoded(Image.new("CMYK", (16, 16), (0, 255, 255, 0)), "JPEG", quality=100)


def without_marker(content: bytes) -> bytes:
    start = content.index(b"\xff\xee")
    return content[:start] + content[start + 2 + int.from_bytes(content[start + 2 : start + 4], "big") :]


def ycck() -> bytes:
    """Luminance and colour differences of the inks, as Photoshop writes them, and the marker's word for it."""
    inks = Image.new("RGB", (16, 16), (0, 255, 255)).convert("YCbCr").split()
    stored = Image.merge("CMYK", [ImageChops.invert(each) for each in (*inks, Image.new("L", (16, 16), 255))])
    content = encoded(stored, "JPEG", quality=100, subsampling=0)
    transform = content.index(b"Adobe") + 11
    return content[:transform] + b"\x02" + content[transform + 1 :]


@pytest.mark.parametrize("content", [cmyk(), without_marker(cmyk()), ycck()], ids=["CMYK", "without the marker", "YCCK"])
def test_inks_have_natural_colours(content: bytes, tmp_path: Path) -> None:
    red, green, blue = pixel(decoded_thumbnail(read_as_photo(tmp_path, content)), 8, 8)
    assert red > 200
    assert max(green, blue) < 70


@pytest.mark.parametrize("file_format", ["PNG", "TIFF"])
def test_grey_of_16_bits_is_scaled_and_not_white(file_format: str, tmp_path: Path) -> None:
    ramp = np.tile(np.linspace(300, 60_000, 64).astype("<u2"), (16, 1))
    image = Image.frombytes("I;16", (64, 16), ramp.tobytes())
    view = rgb(read_picture(found(written(tmp_path, encoded(image, file_format))), 4_096))
    assert [abs(pixel(view, x, 8)[0] - int(ramp[8, x]) / 257) < 1.5 for x in range(64)] == [True] * 64


def test_colours_of_16_bits(tmp_path: Path) -> None:
    for content in (png_of_16_bits(), tiff_of_16_bits()):
        assert near(pixel(rgb(read_picture(found(written(tmp_path, content)), 4_096)), 1, 1), (233, 1, 117), 1)


def chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def png_of_16_bits() -> bytes:
    rows = (b"\0" + struct.pack(">3H", 60_000, 300, 30_000) * 4) * 4
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", struct.pack(">IIBBBBB", 4, 4, 16, 2, 0, 0, 0))
        + chunk(b"IDAT", zlib.compress(rows))
        + chunk(b"IEND", b"")
    )


def tiff_of_16_bits() -> bytes:
    values = struct.pack("<3H", 60_000, 300, 30_000) * 16
    entries = [
        (256, 3, 1, 4),
        (257, 3, 1, 4),
        (258, 3, 3, 8),
        (259, 3, 1, 1),
        (262, 3, 1, 2),
        (273, 4, 1, 14),
        (277, 3, 1, 3),
        (279, 4, 1, 96),
    ]
    start = 14 + len(values)
    directory = b"".join(struct.pack("<HHII", *(entry if entry[0] != 258 else (258, 3, 3, 8))) for entry in entries)
    return (
        b"II*\0"
        + struct.pack("<I", start)
        + struct.pack("<3H", 16, 16, 16)
        + values
        + struct.pack("<H", len(entries))
        + directory
        + b"\0\0\0\0"
    )


@pytest.mark.parametrize(("side", "words"), [(10_000, "before anything"), (30_000, "30,000 × 30,000 pixels")])
def test_a_header_alone_takes_no_more_than_the_limit(side: int, words: str, tmp_path: Path) -> None:
    assert words in read_as_skipped(tmp_path, png_header(side, side), "a.png").reason


@pytest.mark.parametrize("start", [b"zTXtComment\0\0", b"iTXtXML:com.adobe.xmp\0\1\0\0\0", b"iCCPicc\0\0"], ids=["zTXt", "iTXt", "iCCP"])
@pytest.mark.parametrize("where", [b"IDAT", b"IEND"])
def test_what_would_swell_in_a_png_costs_itself_and_not_the_picture(start: bytes, where: bytes, tmp_path: Path) -> None:
    whole = MADE["PNG"]()
    place = whole.index(where) - 4
    swelling = chunk(start[:4], start[4:] + zlib.compress(b"\0" * 50_000_000, 9))
    photo = read_as_photo(tmp_path, whole[:place] + swelling + whole[place:], "a.png")
    assert near(pixel(decoded_thumbnail(photo), 9, 9), (0, 128, 128), 12)
    assert isinstance(read_picture(found(tmp_path / "a.png"), 4_096), Picture)


def flat_jpeg(width: int, height: int) -> bytes:
    """A grey JPEG of any size without its pixels in memory: every block is six bits, nothing different and end of block."""
    small = encoded(Image.new("L", (8, 8), 128), "JPEG")
    frame = small.index(b"\xff\xc0") + 5
    head = small[:frame] + struct.pack(">HH", height, width) + small[frame + 4 :]
    scan = head.index(b"\xff\xda")
    start = scan + 2 + int.from_bytes(head[scan + 2 : scan + 4], "big")
    blocks = -(-width // 8) * -(-height // 8)
    return head[:start] + b"\x28\xa2\x8a" * (blocks // 4 + 1) + b"\xff\xd9"


def test_a_jpeg_of_40_000_by_20_000_has_a_thumbnail(tmp_path: Path) -> None:
    photo = read_as_photo(tmp_path, flat_jpeg(40_000, 20_000))
    assert (photo.width, photo.height, photo.notes) == (40_000, 20_000, ())
    assert near(pixel(decoded_thumbnail(photo), 500, 250), GREY, 1)
    assert isinstance(read_picture(found(tmp_path / "a.jpg"), 4_096), Picture)


def test_a_progressive_jpeg_of_60_megapixels_is_read_and_a_larger_one_refused_by_memory(tmp_path: Path) -> None:
    content = encoded(Image.new("L", (10_000, 6_000), 128), "JPEG", progressive=True)
    assert (read_as_photo(tmp_path, content).width, read_as_photo(tmp_path, content).notes) == (10_000, ())
    frame = content.index(b"\xff\xc2") + 5
    larger = content[:frame] + struct.pack(">HH", 60_000, 60_000) + content[frame + 4 :]
    assert "60,000 × 60,000 pixels" in read_as_skipped(tmp_path, larger).reason


def noise(file_format: str = "JPEG", **options: object) -> bytes:
    return encoded(Image.effect_noise((600, 400), 80).convert("RGB"), file_format, **options)


def test_half_a_jpeg_is_shown_with_a_mark(tmp_path: Path) -> None:
    whole = noise()
    photo = read_as_photo(tmp_path, whole[: len(whole) // 2])
    assert CUT_SHORT in photo.notes
    assert (photo.width, photo.height) == (600, 400)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "empty (0 bytes)"),
        (b"\0" * 9_000, "nothing but zeros"),
        (b"\xff\xd8\xff", "damaged"),
        (HTML, "web page"),
        (noise()[:700], "cut short or damaged"),
        (noise("HEIF")[:2_000], "cut short"),
        (noise("AVIF")[:2_000], "cut short"),
        (noise("PNG")[:60], "cut short"),
        (dng(Image.new("RGB", (64, 48), "teal"))[:700], "cut short"),
        (b"8BPS\0\x01" + b"\0" * 60, "PSD is not read"),
        (b"\0\0\0\x0cJXL \r\n\x87\n" + b"\0" * 60, "JPEG XL is not read"),
    ],
    ids=["empty", "zeros", "three bytes", "404", "JPEG", "HEIC", "AVIF", "PNG", "DNG", "PSD", "JPEG XL"],
)
def test_what_cannot_be_shown_has_a_reason(content: bytes, words: str, tmp_path: Path) -> None:
    skipped = read_as_skipped(tmp_path, content)
    assert words in skipped.reason
    assert skipped.reason.endswith(".")
    assert skipped.stamp is not None


MADE: dict[str, Callable[[], bytes]] = {
    "JPEG": jpeg,
    "PNG": lambda: encoded(Image.new("RGB", (32, 24), "teal"), "PNG"),
    "HEIF": lambda: encoded(Image.new("RGB", (32, 24), "teal"), "HEIF"),
    "AVIF": lambda: encoded(Image.new("RGB", (32, 24), "teal"), "AVIF"),
    "JP2": lambda: encoded(Image.new("RGB", (32, 24), "teal"), "JPEG2000"),
    "TIFF": lambda: encoded(Image.new("RGB", (32, 24), "teal"), "TIFF"),
    "DNG": lambda: dng(teal_and_white()),
}


def teal_and_white() -> Image.Image:
    """A picture with a white, without which a developed one would be brightened."""
    image = Image.new("RGB", (64, 48), "teal")
    image.paste("white", (48, 0, 64, 48))
    return image


@pytest.mark.parametrize("extension", ["jpg", "png", "heic", "tif", "nef", "dng", "mov"])
@pytest.mark.parametrize("file_format", MADE)
def test_content_decides_whatever_the_name_says(file_format: str, extension: str, tmp_path: Path) -> None:
    photo = read_as_photo(tmp_path, MADE[file_format](), f"a.{extension}")
    assert photo.format == file_format
    assert near(pixel(decoded_thumbnail(photo), 9, 9), (0, 128, 128), 12)
    assert isinstance(read(tmp_path, HTML, f"b.{extension}"), Skipped)
    assert isinstance(read(tmp_path, b"\0\0\0\x14ftypqt  \0\0\0\0qt  ", f"c.{extension}"), Video)


@pytest.mark.parametrize("file_format", ["GIF", "WEBP"])
def test_600_frames_cost_one(file_format: str, tmp_path: Path) -> None:
    """Nothing behind the first frame is needed: it is seen, without a word of damage, where all others are noise."""
    first, second = Image.new("P", (1_280, 720), 1), Image.new("P", (1_280, 720), 2)
    palette = [0, 0, 0, 255, 0, 0, 0, 0, 255]
    for each in (first, second):
        each.putpalette(palette)
    if file_format == "WEBP":
        content = encoded(first, "WEBP", save_all=True, append_images=[second] * 2)
    else:
        one = encoded(first, "GIF", save_all=True, append_images=[second])
        start = one.index(b"\x21\xf9", one.index(b"\x2c"))
        content = one[:start] + (one[start : start + 300] + b"\xee" * 200) * 599
    photo = read_as_photo(tmp_path, content)
    assert (photo.width, photo.height, photo.notes) == (1_280, 720, ())
    assert near(pixel(decoded_thumbnail(photo), 99, 99), RED, 20)


def scene() -> Image.Image:
    """1,200 x 800: large enough for a preview that counts."""
    return original().resize((1_200, 800), Image.Resampling.BILINEAR)


def mean(image: Image.Image) -> NDArray[np.float64]:
    return np.asarray(np.asarray(image, dtype=np.float64).mean(axis=(0, 1)))


@pytest.mark.parametrize("preview", [None, (300, 200), (1_020, 680)], ids=["no preview", "a stamp", "a preview"])
@pytest.mark.parametrize("orientation", range(1, 9))
def test_camera_raw_is_upright_and_has_the_photos_own_size(orientation: int, preview: tuple[int, int] | None, tmp_path: Path) -> None:
    stored = scene().transpose(UNDO[orientation]) if orientation in UNDO else scene()
    small = scene().resize(preview) if preview else None
    shown = small.transpose(UNDO[orientation]) if small and orientation in UNDO else small
    photo = read_as_photo(tmp_path, dng(stored, shown, orientation), "a.dng")
    view = rgb(read_picture(found(tmp_path / "a.dng"), 500))
    assert (photo.format, photo.width, photo.height, photo.notes) == ("DNG", 1_200, 800, ())
    for image in (view, decoded_thumbnail(photo)):
        difference = np.abs(np.asarray(image, dtype=float) - np.asarray(scene().resize(image.size), dtype=float))
        assert difference.mean() < 12  # What is developed is a little brighter; turned wrongly, it would be 60 or more.


def test_a_preview_that_is_upright_already_is_not_turned_again(tmp_path: Path) -> None:
    upright = scene().crop((0, 0, 533, 800)).resize((700, 1_050))
    lying = upright.transpose(UNDO[6]).resize((1_200, 800))
    photo = read_as_photo(tmp_path, dng(lying, upright, 6), "a.dng")
    thumbnail = decoded_thumbnail(photo)
    assert (photo.width, photo.height) == (800, 1_200)
    assert np.abs(np.asarray(thumbnail, dtype=float) - np.asarray(upright.resize(thumbnail.size), dtype=float)).mean() < 4


def test_a_sidecar_turns_a_raw_picture_in_every_view(tmp_path: Path) -> None:
    sidecar = tmp_path / "a.xmp"
    sidecar.write_text(
        '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'
        '<rdf:Description rdf:about="" xmlns:tiff="http://ns.adobe.com/tiff/1.0/" tiff:Orientation="6"/></rdf:RDF></x:xmpmeta>'
    )
    plain = found(written(tmp_path, dng(scene(), scene().resize((1_020, 680))), "a.dng"))
    turned = FoundFile(plain.path, plain.stamp, (str(sidecar),))
    photo = read_photo(turned)
    assert isinstance(photo, ReadPhoto)
    assert (photo.width, photo.height) == (800, 1_200)
    assert decoded_thumbnail(photo).size == rgb(read_picture(turned, 512)).size == (341, 512)


def test_a_cut_raw_picture_shows_its_preview_and_says_so(tmp_path: Path) -> None:
    whole = dng(scene(), scene().resize((1_020, 680)))
    photo = read_as_photo(tmp_path, whole[: len(whole) // 2], "a.dng")
    assert photo.notes == ("The file is cut short. The camera's own preview is shown.",)
    assert (photo.width, photo.height) == (1_200, 800)
    bare = dng(scene())
    assert "cut short" in read_as_skipped(tmp_path, bare[: len(bare) // 2], "a.dng").reason


def test_a_cut_heic_is_marked(tmp_path: Path) -> None:
    whole = encoded(scene(), "HEIF", tile_size=256)
    outcome = read(tmp_path, whole[: len(whole) * 3 // 4])
    assert isinstance(outcome, Skipped) or CUT_SHORT in outcome.notes  # type: ignore[union-attr]


def test_jpeg_2000_is_halved_while_it_is_decoded(tmp_path: Path) -> None:
    photo = read_as_photo(tmp_path, encoded(scene(), "JPEG2000"))
    thumbnail = decoded_thumbnail(photo)
    assert (photo.width, photo.height, thumbnail.size) == (1_200, 800, (512, 341))
    assert np.abs(mean(thumbnail) - mean(scene())).max() < 3
    assert Image.open(io.BytesIO(photo.thumbnail)).format == "JPEG"
