"""A drawn picture as a file: stored sideways where the plan says so, in the format of its name."""

from __future__ import annotations

from pathlib import Path

from PIL import Image, PngImagePlugin

from resources.plan.entry import Entry

STORED_BY_ORIENTATION = {
    2: Image.Transpose.FLIP_LEFT_RIGHT, 3: Image.Transpose.ROTATE_180, 4: Image.Transpose.FLIP_TOP_BOTTOM, 5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_90, 7: Image.Transpose.TRANSVERSE, 8: Image.Transpose.ROTATE_270,
}  # fmt: skip
"""How upright pixels are turned before storing, so that EXIF's orientation turns them back."""


def save_pixels(entry: Entry, path: Path) -> tuple[int, int]:
    """Draw the entry and write it without metadata but for what Pillow writes (PNG text). Gives the upright size."""
    drawn = entry.draw()
    frames = drawn if isinstance(drawn, list) else [drawn]
    if entry.longest:
        frames[0].thumbnail((entry.longest, entry.longest))
    size = frames[0].size
    stored = [turned_for_storing(frame, entry.orientation) for frame in frames]
    _SAVERS[path.suffix.lower()](entry, stored, path)
    return size


def turned_for_storing(picture: Image.Image, orientation: int) -> Image.Image:
    """Upright pixels as a camera with this orientation would store them."""
    turn = STORED_BY_ORIENTATION.get(orientation)
    return picture if turn is None else picture.transpose(turn)


def _save_jpeg(entry: Entry, frames: list[Image.Image], path: Path) -> None:
    frames[0].save(path, "JPEG", quality=entry.quality, optimize=True, progressive=entry.progressive)


def _save_png(entry: Entry, frames: list[Image.Image], path: Path) -> None:
    picture, text = frames[0], PngImagePlugin.PngInfo()
    if entry.colours:
        picture = picture.quantize(entry.colours, dither=Image.Dither.NONE)
    for key, value in (("Title", entry.title), ("Description", entry.caption)):
        if value and entry.caption_block == "png":
            text.add_text(key, value)
    if entry.time_block == "png":
        text.add_text("Creation Time", entry.taken.replace("-", ":").replace("T", " "))
    picture.save(path, "PNG", optimize=True, pnginfo=text)


def _save_gif(entry: Entry, frames: list[Image.Image], path: Path) -> None:  # noqa: ARG001 - one signature for all formats
    few = [frame.quantize(48, dither=Image.Dither.NONE) for frame in frames]
    few[0].save(path, "GIF", save_all=True, append_images=few[1:], duration=120, loop=0)


def _save_webp(entry: Entry, frames: list[Image.Image], path: Path) -> None:
    frames[0].save(path, "WEBP", quality=entry.quality, method=6)


def _save_tiff(entry: Entry, frames: list[Image.Image], path: Path) -> None:  # noqa: ARG001 - one signature for all formats
    frames[0].save(path, "TIFF", compression="tiff_lzw")


_SAVERS = {".jpg": _save_jpeg, ".png": _save_png, ".gif": _save_gif, ".webp": _save_webp, ".tif": _save_tiff}
