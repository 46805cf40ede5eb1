"""Copies as people make them: which of them are found again among all other photos, and what else is found with them."""

import io
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageEnhance, ImageFilter, ImageFont

from app.domain.likeness import Hashes, are_near, as_rows
from app.domain.photo import FileStamp, FoundFile, Picture, ReadPhoto
from app.photos import pixels, reading
from app.photos.fingerprint import perceptual_hash
from app.photos.pixels import THUMBNAIL_SIDE
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
    "20 % brighter": lambda image: ImageEnhance.Brightness(image).enhance(1.2),
    "20 % darker": lambda image: ImageEnhance.Brightness(image).enhance(0.8),
    "sharpened": lambda image: image.filter(ImageFilter.UnsharpMask(2, 150, 3)),
    "watermark": _watermarked,
    "turned by 2°": _turned,
    "grey": lambda image: image.convert("L").convert("RGB"),
}


@dataclass(frozen=True, slots=True)
class _Original:
    """A photo: its hash, and a small grey picture of it as a unit vector."""

    path: str
    hash: str | None
    small: NDArray[np.float32]


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
            with Image.open(io.BytesIO(outcome.thumbnail)) as thumbnail:
                yield _Original(outcome.path, outcome.perceptual_hash, _unit(thumbnail))


def _unit(image: Image.Image) -> NDArray[np.float32]:
    grey = np.asarray(image.convert("L").resize(_SMALL, Image.Resampling.BOX), np.float32).ravel()
    grey -= grey.mean()
    unit: NDArray[np.float32] = grey / max(float(np.linalg.norm(grey)), 1e-6)
    return unit


def _found(
    chosen: Sequence[_Original], edit: str, hashed: Sequence[_Original], rows: Hashes, small: NDArray[np.float32]
) -> tuple[int, int]:
    """How many copies are found to be near their photos, and how many other photos, of which none is the same picture, with them."""
    found = others = 0
    for original in chosen:
        copy = _hash_of_copy(original.path, edit)
        if copy is not None:
            near = are_near(as_rows([copy])[0], rows)
            same = np.array([each is original for each in hashed]) | (small @ original.small >= SAME)
            found += any(hashed[at] is original for at in map(int, np.flatnonzero(near)))
            others += int(np.count_nonzero(near & ~same))
    return found, others


def _hash_of_copy(path: str, edit: str) -> str | None:
    """Of a copy that was stored as a JPEG and read again."""
    picture = reading.read_picture(FoundFile(path, FileStamp(0, 0)), LARGE)
    assert isinstance(picture, Picture)
    stream = io.BytesIO()
    image = Image.frombytes("RGB", (picture.width, picture.height), picture.rgb)
    EDITS[edit](image).save(stream, "JPEG", quality=40 if "quality" in edit else 90)
    content = stream.getvalue()
    return perceptual_hash(pixels.decode(pixels.opened(content), content, 1, THUMBNAIL_SIDE).image)
