"""Camera RAW: the largest picture that the camera put into the file, or one developed from the sensor's values where there is none.

Runs in worker processes only: everything here parses untrusted bytes.
"""

import io
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace

import exiv2
import rawpy
from PIL import Image

from app.domain.errors import PhotoUnreadable
from app.photos import pixels
from app.photos.pixels import CUT_SHORT, Decoded
from app.photos.raw import RawMetadata, read_raw
from app.photos.raw_content import is_tiff
from app.photos.wholeness import is_cut_short

LEAST_PREVIEW = 1_000
"""Pixels of the longer side below which a preview is a stamp, and the picture is developed instead."""

_ORIENTATIONS = {3: 3, 5: 8, 6: 6}
"""EXIF's orientation by LibRaw's `flip`."""
_WORDS = {
    rawpy.LibRawIOError: "the file is cut short or damaged",
    rawpy.LibRawFileUnsupportedError: "its kind is not known, or its beginning is damaged",
}
_ONLY_PREVIEW = "{} The camera's own preview is shown."
_NO_PICTURE = "The camera RAW picture cannot be read ({})."


@dataclass(frozen=True, slots=True)
class Preview:
    """A picture inside of a RAW file, encoded in a format of its own."""

    content: bytes = field(repr=False)
    width: int
    height: int

    @property
    def longest(self) -> int:
        """Pixels of the longer side."""
        return max(self.width, self.height)


@dataclass(frozen=True, slots=True)
class RawPicture:
    """An `OpenedPicture`. `width` and `height` are as the sensor lies, `flip` is the orientation by LibRaw, `problem` why LibRaw fails."""

    format: str
    content: bytes = field(repr=False)
    width: int
    height: int
    flip: int = 1
    preview: Preview | None = None
    problem: str = ""

    @property
    def exif(self) -> bytes:
        """The file itself, where it is a TIFF."""
        return self.content if is_tiff(self.content) else b""

    def metadata(self) -> RawMetadata:
        """What the file says, or its preview where libexiv2 does not know the format."""
        found = read_raw(self.content)
        if found.exif or self.preview is None:
            return found
        of_preview = read_raw(self.preview.content)
        return of_preview if of_preview.exif else found

    def upright_size(self, orientation: int | None) -> tuple[int, int]:
        """Width and height as shown upright."""
        return (self.height, self.width) if self._turn(orientation) >= 5 else (self.width, self.height)

    def decode(self, orientation: int | None, longest_side: int) -> Decoded:
        """The picture upright, 8-bit sRGB, no side longer than `longest_side`. Raises `PhotoUnreadable`."""
        preview, turn = self.preview, self._turn(orientation)
        if preview and not self.problem and preview.longest >= min(LEAST_PREVIEW, self.width, self.height):
            return self._of_preview(preview, turn, longest_side, "The file is cut short." if is_cut_short(self.content) else "")
        try:
            developed = pixels.finished(self._developed(), turn, longest_side)
        except PhotoUnreadable as error:
            if preview is None:
                raise
            return self._of_preview(preview, turn, longest_side, str(error))
        return Decoded(developed, (CUT_SHORT,) if is_cut_short(self.content) else ())

    def _developed(self) -> Image.Image:
        if self.problem:
            raise PhotoUnreadable(self.problem)
        return _developed(self.content)

    def _of_preview(self, preview: Preview, turn: int, longest_side: int, problem: str) -> Decoded:
        is_upright = turn >= 5 and (preview.width - preview.height) * (self.width - self.height) < 0
        decoded = pixels.decode(pixels.opened(preview.content), preview.content, 1 if is_upright else turn, longest_side)
        return replace(decoded, notes=(_ONLY_PREVIEW.format(problem), *decoded.notes)) if problem else decoded

    def _turn(self, orientation: int | None) -> int:
        return self.flip if orientation is None else orientation


def open_raw(content: bytes, name: str) -> RawPicture:
    """The RAW picture in a file of the format `name`, its pixels not read. Raises `PhotoUnreadable` if there is none."""
    previews = list(_previews_by_exiv2(content))
    try:
        with _opened(content) as raw:
            sizes = raw.sizes
            previews += _previews_by_libraw(raw)
    except rawpy.LibRawError as error:
        if not previews:
            raise PhotoUnreadable(_NO_PICTURE.format(_plain(error))) from error
        best = max(previews, key=_area)
        return RawPicture(name, content, *_size_by_exiv2(content, best), preview=best, problem=_NO_PICTURE.format(_plain(error)))
    return RawPicture(name, content, *_visible(sizes), _ORIENTATIONS.get(sizes.flip, 1), max(previews, key=_area, default=None))


def _area(preview: Preview) -> int:
    return preview.width * preview.height


def _previews_by_exiv2(content: bytes) -> Iterator[Preview]:
    """JPEGs that libexiv2 finds, also in files that are cut short."""
    try:
        image = exiv2.ImageFactory.open(content)
        image.readMetadata()
        manager = exiv2.PreviewManager(image)
        found = [bytes(manager.getPreviewImage(each).data()) for each in manager.getPreviewProperties() if each.mimeType_ == "image/jpeg"]
    except exiv2.Exiv2Error:
        return
    for encoded in found:
        yield from _preview(encoded)


def _previews_by_libraw(raw: rawpy.RawPy) -> Iterator[Preview]:
    """The one that LibRaw thinks the largest: a JPEG or plain pixels."""
    try:
        found = raw.extract_thumb()
    except rawpy.LibRawError:
        return
    if isinstance(found.data, bytes):
        yield from _preview(found.data)
    else:
        encoded = io.BytesIO()
        Image.fromarray(found.data).save(encoded, "BMP")
        yield from _preview(encoded.getvalue())


def _preview(encoded: bytes) -> Iterator[Preview]:
    with suppress(PhotoUnreadable):
        yield Preview(encoded, *pixels.opened(encoded).size)


def _visible(sizes: rawpy.ImageSizes) -> tuple[int, int]:
    """What the camera means to be seen of the sensor: without the rows and columns that serve its measurements."""
    if sizes.width // 2 < sizes.crop_width <= sizes.width and sizes.height // 2 < sizes.crop_height <= sizes.height:
        return sizes.crop_width, sizes.crop_height
    return sizes.width, sizes.height


def _size_by_exiv2(content: bytes, preview: Preview) -> tuple[int, int]:
    """The size that the metadata state, if it can be that of the preview's whole."""
    with suppress(exiv2.Exiv2Error):
        image = exiv2.ImageFactory.open(content)
        image.readMetadata()
        if image.pixelWidth() >= preview.width and image.pixelHeight() >= preview.height:
            return image.pixelWidth(), image.pixelHeight()
    return preview.width, preview.height


def _developed(content: bytes) -> Image.Image:
    """The sensor's values as a picture of half the width and height, white as the camera measured it."""
    try:
        with _opened(content) as raw:
            _check_memory(raw.sizes)
            pixels_of_sensor = raw.postprocess(
                half_size=True, use_camera_wb=True, user_flip=0, output_bps=8, demosaic_algorithm=rawpy.DemosaicAlgorithm.LINEAR
            )
    except (rawpy.LibRawError, rawpy.NotSupportedError, ValueError) as error:
        raise PhotoUnreadable(_NO_PICTURE.format(_plain(error))) from error
    if not pixels_of_sensor.any():
        raise PhotoUnreadable("The camera RAW picture is cut short or damaged before anything of it can be seen.")
    return Image.fromarray(pixels_of_sensor)


def _check_memory(sizes: rawpy.ImageSizes) -> None:
    """LibRaw holds the file, the sensor's values and half a picture of four 16-bit colours; where it fails for more, it says so."""
    pixels.check_memory((sizes.raw_width, sizes.raw_height), 8)


@contextmanager
def _opened(content: bytes) -> Iterator[rawpy.RawPy]:
    with _hushed(), rawpy.RawPy() as raw:
        raw.open_buffer(io.BytesIO(content))
        yield raw


@contextmanager
def _hushed() -> Iterator[None]:
    """LibRaw writes a line to stderr for every oddity of a file, past Python."""
    try:
        kept = os.dup(2)
    except OSError:  # A program without a terminal may have none.
        yield
        return
    with open(os.devnull, "wb") as nothing:
        os.dup2(nothing.fileno(), 2)
    try:
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)


def _plain(error: Exception) -> str:
    known = next((words for kind, words in _WORDS.items() if isinstance(error, kind)), None)
    written = error.args[0] if error.args else type(error).__name__
    text = written.decode(errors="replace") if isinstance(written, bytes) else str(written)
    return known or text.strip().rstrip(".").lower()[:120]
