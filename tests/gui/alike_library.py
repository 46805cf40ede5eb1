"""A folder with photos that are alike: two identical files, a small copy of one photo, a burst of three, and one by itself."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PIL import Image


@dataclass(frozen=True)
class Alikes:
    """Photos at a place of their own, copies of them to restore them from, and a library that was indexed over them."""

    folder: Path
    copies: Path
    library: Path


def scene(seed: int, size: tuple[int, int] = (640, 480)) -> Image.Image:
    """A picture of its own for every seed."""
    coarse = np.random.default_rng(seed).integers(0, 256, (12, 16, 3), dtype=np.uint8)
    return Image.fromarray(coarse).resize(size, Image.Resampling.BICUBIC)


def exif(taken: str, fraction: str = "") -> Image.Exif:
    """A camera and a time."""
    written = Image.Exif()
    written[0x010F], written[0x0110] = "Maker", "X100"
    written.get_ifd(0x8769)[0x9003] = taken
    if fraction:
        written.get_ifd(0x8769)[0x9291] = fraction
    return written


def fill(folder: Path) -> None:
    """Write them."""
    for name in ("trip", "backup"):
        (folder / name).mkdir(parents=True)
    scene(1).save(folder / "trip" / "twin.jpg", quality=92)
    (folder / "backup" / "twin.jpg").write_bytes((folder / "trip" / "twin.jpg").read_bytes())
    scene(2).save(folder / "trip" / "large.jpg", quality=92)
    scene(2).resize((320, 240), Image.Resampling.LANCZOS).save(folder / "backup" / "small.jpg", quality=60)
    for at in range(3):
        image = scene(3)
        image.paste((250, 40, 40), (40 + 20 * at, 220, 100 + 20 * at, 280))
        image.save(folder / "trip" / f"run{at}.jpg", quality=92, exif=exif("2020:05:17 10:00:00", f"{at}0"))
    scene(4).save(folder / "trip" / "alone.jpg", quality=92)
