"""Pixels of one file: opened by content, decoded within a memory limit, upright, 8-bit sRGB; thumbnails and large views.

Runs in worker processes only: everything here parses untrusted bytes.
"""

import io
import struct
import warnings
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import pillow_heif
from PIL import (
    AvifImagePlugin,
    BmpImagePlugin,
    ExifTags,
    GifImagePlugin,
    Image,
    ImageFile,
    Jpeg2KImagePlugin,
    JpegImagePlugin,
    MpoImagePlugin,
    PngImagePlugin,
    TiffImagePlugin,
    UnidentifiedImageError,
    WebPImagePlugin,
)

from app.domain.errors import PhotoUnreadable
from app.photos.colour import flat_rgb
from app.photos.formats import PILLOW_FORMATS, refused_content
from app.photos.named_colours import adobe_rgb, nclx_numbers, profile_of
from app.photos.wholeness import is_cut_short

# Importing a plugin registers its format; Pillow's own way would import all of them.
PLUGINS = (BmpImagePlugin, GifImagePlugin, JpegImagePlugin, MpoImagePlugin, PngImagePlugin, TiffImagePlugin, WebPImagePlugin)
# There are as many workers as processors, and each thread of a decoder takes from its worker's address space.
AvifImagePlugin.DEFAULT_MAX_THREADS = 1
pillow_heif.register_heif_opener(decode_threads=1, thumbnails=False, depth_images=False, aux_images=False)

# A long caption may be compressed; Pillow alone would stop at one megabyte.
PngImagePlugin.MAX_TEXT_CHUNK = 16_000_000

THUMBNAIL_SIDE = 512
THUMBNAIL_QUALITY = 85
MOST_BYTES = 900_000_000
"""Bytes that one picture may need while it is decoded."""

_TRANSPOSITIONS = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}  # fmt: skip
_UNREADABLE = (OSError, SyntaxError, ValueError, EOFError, IndexError, KeyError, TypeError, OverflowError, AttributeError,
               RuntimeError, struct.error, zlib.error)  # fmt: skip
"""What Pillow's decoders raise at malformed files."""

_UNKNOWN = "This is no picture in a format that Candid reads, or its beginning is damaged."
_ENDS_EARLY = "The file is cut short; copy it again from where it came."
_ADOBE_RGB = b"R03"
_PNG = b"\x89PNG\r\n\x1a\n"
CUT_SHORT = "The file is cut short or damaged; what there is of the picture is shown."


@dataclass(frozen=True, slots=True)
class Decoded:
    """A decoded picture, upright, RGB, at the size asked for at most."""

    image: Image.Image
    notes: tuple[str, ...]


def opened(content: bytes) -> Image.Image:
    """The picture in these bytes, its header read, its pixels not. Raises `PhotoUnreadable`."""
    refusal = refused_content(content[:512])
    if refusal:
        raise PhotoUnreadable(refusal)
    Image.MAX_IMAGE_PIXELS = None  # The limit below is in bytes and knows what a scaled decode needs.
    try:
        image = _opened_by_pillow(content)
    except UnidentifiedImageError as error:
        raise PhotoUnreadable(_ENDS_EARLY if is_cut_short(content) else _UNKNOWN) from error
    except _UNREADABLE as error:
        raise PhotoUnreadable(f"The picture's header is damaged or too large to be decoded ({_plain(error)}).") from error
    _check_size(image)
    image.info.setdefault("icc_profile", _profile_by_name(image, content))
    return image


def _opened_by_pillow(content: bytes) -> Image.Image:
    """A PNG is opened without those of its compressed texts and profiles that are larger than Pillow lets them be."""
    with _quiet():
        try:
            return Image.open(io.BytesIO(content), formats=PILLOW_FORMATS)
        except ValueError:
            if not content.startswith(_PNG):
                raise
        with _truncated_allowed():
            return Image.open(io.BytesIO(content), formats=("PNG",))


def upright_size(image: Image.Image, orientation: int) -> tuple[int, int]:
    """Width and height of an opened picture as shown upright."""
    width, height = image.size
    return (height, width) if _left_to_turn(image, orientation) >= 5 else (width, height)


def decode(image: Image.Image, content: bytes, orientation: int, longest_side: int) -> Decoded:
    """An opened picture upright, 8-bit sRGB, no side longer than `longest_side`. Raises `PhotoUnreadable`.

    `content` is what it was opened from. A file that is cut short gives what it holds and a note; one of which nothing
    can be seen is unreadable.
    """
    try:
        whole = _decoded(image, content, orientation, longest_side)
    except _UNREADABLE as error:
        if isinstance(error, PhotoUnreadable):
            raise
    else:
        is_partial = image.format == "HEIF" and is_cut_short(content)  # libheif paints what is missing in one colour.
        return _partly(whole, is_blank=_is_of_one_grey) if is_partial else Decoded(whole, ())
    with _truncated_allowed():
        try:
            return _partly(_decoded(opened(content), content, orientation, longest_side), is_blank=_is_blank)
        except _UNREADABLE as error:
            if isinstance(error, PhotoUnreadable):
                raise
            raise PhotoUnreadable(f"The picture's data are damaged ({_plain(error)}).") from error


def _partly(image: Image.Image, is_blank: Callable[[Image.Image], bool]) -> Decoded:
    """What could be decoded of a picture that is not whole."""
    if is_blank(image):
        raise PhotoUnreadable("The file is cut short or damaged before anything of the picture can be seen.")
    return Decoded(image, (CUT_SHORT,))


def thumbnail(image: Image.Image) -> bytes:
    """A decoded picture as JPEG without metadata."""
    encoded = io.BytesIO()
    image.save(encoded, "JPEG", quality=THUMBNAIL_QUALITY)
    return encoded.getvalue()


def finished(image: Image.Image, orientation: int, longest_side: int, profile: bytes | None = None) -> Image.Image:
    """A loaded picture upright, 8-bit sRGB, no side longer than `longest_side`."""
    small = flat_rgb(image, _target(image.size, longest_side), profile)
    transposition = _TRANSPOSITIONS.get(orientation)
    return small.transpose(transposition) if transposition is not None else small


def check_memory(size: tuple[int, int], bytes_per_pixel: float) -> None:
    """A header alone must not make a worker ask for more memory than there is. Raises `PhotoUnreadable`."""
    width, height = size
    needed = width * height * bytes_per_pixel
    if needed > MOST_BYTES:
        raise PhotoUnreadable(
            f"The picture is {width:,} × {height:,} pixels and would need {needed / 1e9:.1f} GB of memory; "
            f"the limit is {MOST_BYTES / 1e9:.1f} GB."
        )


def _decoded(image: Image.Image, content: bytes, orientation: int, longest_side: int) -> Image.Image:
    turn, profile = _left_to_turn(image, orientation), image.info.get("icc_profile")
    with _quiet():
        _scale_while_decoding(image, content, _target(image.size, longest_side))
        image.load()
        return finished(image, turn, longest_side, profile if isinstance(profile, bytes) else None)


def _scale_while_decoding(image: Image.Image, content: bytes, target: tuple[int, int]) -> None:
    """Let the decoder leave out what a smaller picture does not show: JPEG and JPEG 2000 can, by whole powers of two."""
    if isinstance(image, Jpeg2KImagePlugin.Jpeg2KImageFile):
        scale = max(1, min(image.width // target[0], image.height // target[1]))
        halvings = min(_jpeg2000_levels(content), scale.bit_length() - 1)
        image.reduce = halvings
        check_memory(image.size, _bytes_per_pixel(image) / 4**halvings)
    else:
        image.draft(None, target)
        check_memory(image.size, _bytes_per_pixel(image))


def _jpeg2000_levels(content: bytes) -> int:
    """How often a JPEG 2000 can be halved: the decompositions that its first COD marker states (ITU-T T.800, A.6.1)."""
    marker = content.find(b"\xff\x52\x00", 0, 100_000)
    return content[marker + 9] if 0 < marker < len(content) - 9 else 0


def _is_of_one_grey(image: Image.Image) -> bool:
    return max(image.convert("L").histogram()) >= 0.99 * image.width * image.height


def _is_blank(image: Image.Image) -> bool:
    """Whether a truncated picture is nothing but what decoders fill in: black, middle grey, or white under transparency."""
    counts = image.convert("L").histogram()
    return max(counts[0], counts[128], counts[255]) >= 0.99 * sum(counts)


def _left_to_turn(image: Image.Image, orientation: int) -> int:
    """The orientation that decoded pixels still need. Ask before loading.

    Pillow turns a TIFF by its own tag as it loads it and gives the turned size from the start. In HEIF the container's `irot` and
    `imir` alone count, not EXIF (ISO/IEC 23008-12): libheif applies them, Pillow hands those of an AVIF over as EXIF.
    """
    if image.format == "HEIF":
        return 1
    if image.format == "AVIF":
        with _quiet():
            own = image.getexif().get(ExifTags.Base.Orientation)
        return int(own) if own in _TRANSPOSITIONS else 1
    is_turned = isinstance(image, TiffImagePlugin.TiffImageFile) and image.tag_v2.get(ExifTags.Base.Orientation) in _TRANSPOSITIONS
    return 1 if is_turned else orientation


def _profile_by_name(image: Image.Image, content: bytes) -> bytes | None:
    """A profile where the container or EXIF only names the colours."""
    numbers, exif = image.info.get("nclx_profile"), image.info.get("exif")
    if isinstance(numbers, dict):
        return profile_of(int(numbers["color_primaries"]), int(numbers["transfer_characteristics"]))
    if image.format == "AVIF":
        return profile_of(*nclx_numbers(content))
    return adobe_rgb() if isinstance(exif, bytes) and _ADOBE_RGB in exif and _is_adobe_rgb(image) else None


def _is_adobe_rgb(image: Image.Image) -> bool:
    with _quiet():
        try:
            named = image.getexif().get_ifd(ExifTags.IFD.Interop).get(ExifTags.Interop.InteropIndex)
        except _UNREADABLE:
            return False
    return str(named).rstrip("\0") == _ADOBE_RGB.decode()


def _target(size: tuple[int, int], longest_side: int) -> tuple[int, int]:
    scale = min(1.0, longest_side / max(size))
    return max(1, round(size[0] * scale)), max(1, round(size[1] * scale))


def _check_size(image: Image.Image) -> None:
    width, height = image.size
    if width < 1 or height < 1:
        raise PhotoUnreadable(f"The picture is empty ({width} × {height} pixels).")
    if image.info.get("progressive"):
        check_memory(image.size, 2 * len(image.getbands()))  # libjpeg holds every coefficient of a progressive file.
    elif not isinstance(image, (JpegImagePlugin.JpegImageFile, Jpeg2KImagePlugin.Jpeg2KImageFile)):
        check_memory(image.size, _bytes_per_pixel(image))


def _bytes_per_pixel(image: Image.Image) -> int:
    """What is needed: four bytes for any colour, a second copy to average transparent pixels, and the decoder's own copies."""
    own = {"HEIF": 4, "AVIF": 9, "JPEG2000": 16}.get(image.format or "", 0)
    return own + {"1": 1, "L": 1, "P": 1, "I;16": 2, "I;16B": 2, "I;16L": 2, "LA": 8, "RGBA": 8}.get(image.mode, 4)


@contextmanager
def _truncated_allowed() -> Iterator[None]:
    ImageFile.LOAD_TRUNCATED_IMAGES = True
    try:
        yield
    finally:
        ImageFile.LOAD_TRUNCATED_IMAGES = False


@contextmanager
def _quiet() -> Iterator[None]:
    """Pillow warns of oddities in files; what matters about a file is in its notes."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def _plain(error: Exception) -> str:
    return str(error).strip().rstrip(".").lower()[:120] or type(error).__name__
