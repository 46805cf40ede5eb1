"""Renders the icon of Candid in all its sizes and writes the symbols of the window.

python -m resources.make_icons
"""

from __future__ import annotations

import os
from pathlib import Path

from PIL import Image

from resources.draw.symbols import write_symbols

ICONS = Path(__file__).parent / "icons"
SIZES = (16, 24, 32, 48, 64, 128, 256, 512)
ICO_SIZES = (16, 24, 32, 48, 64, 128, 256)
OVERSAMPLING = 4


def rendered(svg: Path, size: int) -> Image.Image:
    """The drawing as RGBA, size × size pixels."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtGui import QImage, QPainter
    from PySide6.QtSvg import QSvgRenderer

    side = size * OVERSAMPLING
    image = QImage(side, side, QImage.Format.Format_RGBA8888_Premultiplied)
    image.fill(0)
    with QPainter(image) as painter:
        QSvgRenderer(svg.read_bytes()).render(painter)
    large = Image.frombytes("RGBa", (side, side), bytes(image.constBits()))
    return large.resize((size, size), Image.Resampling.BOX).convert("RGBA")


def drawing(size: int) -> Path:
    """Small sizes have a drawing of their own, fitted to the pixels."""
    return ICONS / ("candid-small.svg" if size <= 24 else "candid.svg")


def make_icons(folder: Path) -> None:
    """Write candid-<size>.png, candid.ico and the symbols below the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    pictures = {size: rendered(drawing(size), size) for size in SIZES}
    for size, picture in pictures.items():
        picture.save(folder / f"candid-{size}.png", optimize=True)
    largest = max(ICO_SIZES)
    pictures[largest].save(
        folder / "candid.ico", sizes=[(s, s) for s in ICO_SIZES], append_images=[pictures[s] for s in ICO_SIZES if s != largest]
    )
    write_symbols(folder / "ui")


if __name__ == "__main__":
    make_icons(ICONS)
