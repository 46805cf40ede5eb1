"""Icons of our own, drawn as outlines in `resources/icons/ui` and coloured when they are used."""

from functools import lru_cache
from pathlib import Path

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QIcon, QImage, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from app.config.paths import shipped

RATIOS = (1, 2, 3)
"""Device pixels per logical pixel for which an icon is drawn sharp."""
DISABLED_ALPHA = 0.38


def icon_path(name: str) -> Path:
    """Where the drawing of an icon is."""
    return shipped("resources") / "icons" / "ui" / f"{name}.svg"


def icon(name: str, color: QColor, size: int = 20) -> QIcon:
    """The icon `resources/icons/ui/<name>.svg` in one colour, `size` logical pixels wide."""
    result = QIcon()
    faded = QColor(color)
    faded.setAlphaF(color.alphaF() * DISABLED_ALPHA)
    for ratio in RATIOS:
        result.addPixmap(QPixmap.fromImage(icon_image(name, color, size, ratio)))
        result.addPixmap(QPixmap.fromImage(icon_image(name, faded, size, ratio)), QIcon.Mode.Disabled)
    return result


def icon_image(name: str, color: QColor, size: float, ratio: float) -> QImage:
    """The same as pixels for painting, cached. `ratio` is device pixels per logical pixel."""
    return _drawn(name, color.rgba(), round(size * ratio), ratio)


def paint_icon(painter: QPainter, name: str, rect: QRectF, color: QColor) -> None:
    """Draw an icon into a square at the painter's own resolution."""
    ratio = painter.device().devicePixelRatioF()
    painter.drawImage(rect.topLeft(), icon_image(name, color, rect.width(), ratio))


@lru_cache(maxsize=512)
def _drawn(name: str, rgba: int, pixels: int, ratio: float) -> QImage:
    image = QImage(pixels, pixels, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    path = icon_path(name)
    # An exception while a widget paints ends the program: a damaged installation loses the icon alone.
    if path.is_file():
        with QPainter(image) as painter:
            QSvgRenderer(path.read_bytes()).render(painter, QRectF(0, 0, pixels, pixels))
            painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceIn)
            painter.fillRect(image.rect(), QColor.fromRgba(rgba))
    image.setDevicePixelRatio(ratio)
    return image
