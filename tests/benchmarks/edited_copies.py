"""Copies as people make them: which of them are found again among all other photos, and what else is found with them."""

import io
import os
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageEnhance, ImageFilter, ImageFont

from app.domain.likeness import Hashes, are_near, as_rows, may_be_cut
from app.domain.photo import FileStamp, FoundFile, Picture, ReadPhoto
from app.photos import reading
from app.photos.registration import Grey, grey, overlays
from app.photos.walk import walk

PHOTOS = 100
LARGE = 2048
SAME = 0.95
"""Correlation of two small grey pictures from which on they are one: a measure that knows nothing of the hash."""
_SMALL = (32, 32)


def _cropped(image: Image.Image) -> Image.Image:
    width, height = image.size
    return image.crop((round(width * 0.025), round(height * 0.025), round(width * 0.975), round(height * 0.975)))


def _watermarked(image: Image.Image) -> Image.Image:
    marked = image.copy()
    font = ImageFont.load_default(max(8, image.height // 20))
    ImageDraw.Draw(marked).text((image.width * 0.55, image.height * 0.9), "© Candid Photography", fill="white", font=font)
    return marked


def _turned(image: Image.Image) -> Image.Image:
    """Straightened by two degrees, and cut so that no corner is empty."""
    width, height = image.size
    turned = image.rotate(2, Image.Resampling.BICUBIC)
    across, down = round(height * 0.0175), round(width * 0.0175)
    return turned.crop((across, down, width - across, height - down))


EDITS: dict[str, Callable[[Image.Image], Image.Image]] = {
    "half size": lambda image: image.resize((max(1, image.width // 2), max(1, image.height // 2)), Image.Resampling.LANCZOS),
    "JPEG quality 40": lambda image: image,
    "cropped by 5 %": _cropped,
    "cropped by 5 % on one side": lambda image: image.crop((round(image.width * 0.05), 0, image.width, image.height)),
    "cropped by 10 %": lambda image: _cropped(_cropped(image)),
    "20 % brighter": lambda image: ImageEnhance.Brightness(image).enhance(1.2),
    "20 % darker": lambda image: ImageEnhance.Brightness(image).enhance(0.8),
    "sharpened": lambda image: image.filter(ImageFilter.UnsharpMask(2, 150, 3)),
    "watermark": _watermarked,
    "turned by 2°": _turned,
    "grey": lambda image: image.convert("L").convert("RGB"),
}


@dataclass(frozen=True, slots=True)
class _Original:
    """A photo: its hash, its grey picture, and that as a small unit vector."""

    path: str
    hash: str | None
    grey: Grey
    small: Grey


def measure(folders: Sequence[str]) -> dict[str, object]:
    """Per edit the share of `PHOTOS` photos whose copy is found (recall), and of what is found the share that is right (precision)."""
    originals = list(_originals(folders))
    hashed = [each for each in originals if each.hash]
    rows = as_rows([each.hash or "" for each in hashed])
    small = np.stack([each.small for each in hashed])
    places = np.linspace(0, len(originals) - 1, min(PHOTOS, len(originals))).round().astype(int).tolist()
    chosen = [originals[each] for each in places]
    figures: dict[str, object] = {"photos": len(originals), "without a hash": len(originals) - len(hashed), "copied": len(chosen)}
    right = wrong = 0
    for name, found, others in ((name, *_found(chosen, name, hashed, rows, small)) for name in EDITS):
        figures[name] = {"recall": round(found / len(chosen), 3), "precision": round(found / max(found + others, 1), 4)}
        right, wrong = right + found, wrong + others
    return figures | {"precision of all": round(right / max(right + wrong, 1), 4), "wrong": wrong}


def _originals(folders: Iterable[str]) -> Iterator[_Original]:
    for file in (each for folder in folders for each in walk(folder) if isinstance(each, FoundFile)):
        outcome = reading.read_photo(file)
        if isinstance(outcome, ReadPhoto):
            yield _Original(outcome.path, outcome.perceptual_hash, _grey(outcome), _unit(outcome.thumbnail))


def _grey(photo: ReadPhoto) -> Grey:
    made = grey(photo.thumbnail)
    assert made is not None
    return made


def _unit(thumbnail: bytes) -> Grey:
    with Image.open(io.BytesIO(thumbnail)) as image:
        small = np.asarray(image.convert("L").resize(_SMALL, Image.Resampling.BOX), np.float32).ravel()
    small -= small.mean()
    unit: NDArray[np.float32] = small / max(float(np.linalg.norm(small)), 1e-6)
    return unit


def _found(
    chosen: Sequence[_Original], edit: str, hashed: Sequence[_Original], rows: Hashes, small: NDArray[np.float32]
) -> tuple[int, int]:
    """How many copies are found to be copies of their photos, and how many other photos, of which none is the same picture, with them."""
    found = others = 0
    for original in chosen:
        copy = _copy(original.path, edit)
        if copy.perceptual_hash is not None:
            copies = _copies(as_rows([copy.perceptual_hash])[0], _grey(copy), hashed, rows)
            same = np.array([each is original for each in hashed]) | (small @ original.small >= SAME)
            found += any(hashed[at] is original for at in map(int, np.flatnonzero(copies)))
            others += int(np.count_nonzero(copies & ~same))
    return found, others


def _copies(row: Hashes, copy: Grey, hashed: Sequence[_Original], rows: Hashes) -> NDArray[np.bool_]:
    """Which photos are copies by the rules of the program, all that may be cuts compared, for no time tells them apart."""
    near = are_near(row, rows)
    for at in np.flatnonzero(may_be_cut(row, rows) & ~near).tolist():
        near[at] = overlays(hashed[at].grey, copy)
    return near


def _copy(path: str, edit: str) -> ReadPhoto:
    """A copy that was stored as a JPEG and read again."""
    picture = reading.read_picture(FoundFile(path, FileStamp(0, 0)), LARGE)
    assert isinstance(picture, Picture)
    image = Image.frombytes("RGB", (picture.width, picture.height), picture.rgb)
    with tempfile.TemporaryDirectory() as place:
        stored = os.path.join(place, "copy.jpg")
        EDITS[edit](image).save(stored, "JPEG", quality=40 if "quality" in edit else 90)
        made = reading.read_photo(FoundFile(stored, FileStamp(0, 0)))
    assert isinstance(made, ReadPhoto)
    return made
