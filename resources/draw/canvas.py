"""A float RGB canvas: fills with soft edges, shading, texture, water and the finishing of a picture.

Scenes speak in design units; the canvas is drawn at twice its final size and downsampled.
"""

from __future__ import annotations

from typing import Literal

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

from resources.draw.colour import Paint, Plane, plain, rgb
from resources.draw.noise import Field, fractal, perspective
from resources.draw.shape import Shape, box, ellipse, moved

Mode = Literal["normal", "multiply", "screen", "add"]
Window = tuple[slice, slice]
OVERSAMPLING = 2.0


class Canvas:
    """A picture of width × height design units, shown ``long_side`` pixels long."""

    def __init__(self, width: float, height: float, seed: int, long_side: int = 1400) -> None:
        self.width, self.height = width, height
        self.scale = OVERSAMPLING * long_side / max(width, height)
        self.rng = np.random.default_rng(seed)
        self.px: Plane = np.zeros((round(height * self.scale), round(width * self.scale), 3), dtype=np.float32)

    def fill(
        self,
        shape: Shape,
        paint: Paint | str,
        alpha: float = 1.0,
        blur: float = 0.0,
        mode: Mode = "normal",
        within: Shape | None = None,
    ) -> None:
        """Paint the shape; ``blur`` (design units) softens its edge, ``within`` clips it."""
        window = self._window(shape, blur * 3)
        if window is None:
            return
        mask = self._mask(shape, window, blur)
        if within is not None:
            mask = mask * self._mask(within, window, 0.0)
        self._blend(window, mask * np.float32(alpha), self._colours(window, paint), mode)

    def all(self, paint: Paint | str, alpha: float = 1.0, mode: Mode = "normal") -> None:
        """Paint the whole canvas."""
        self.fill(self.frame(), paint, alpha, mode=mode)

    def frame(self) -> Shape:
        """The outline of the canvas."""
        return box(-1, -1, self.width + 1, self.height + 1)

    def solid(
        self,
        shape: Shape,
        paint: Paint | str,
        depth: float = 12.0,
        strength: float = 0.4,
        light: str = "#fff3d8",
        dark: str = "#1b1838",
        sun: tuple[float, float] = (-0.6, -0.8),
    ) -> None:
        """Fill the shape and shade it like a rounded body: lit on the side of the sun, dark on the other."""
        window = self._window(shape, 2)
        if window is None:
            return
        mask = self._mask(shape, window, 0.0)
        self._blend(window, mask, self._colours(window, paint), "normal")
        dx, dy = sun[0] * depth, sun[1] * depth
        shade = mask * (1 - self._mask(moved(shape, dx, dy), window, depth * 0.7))
        glow = mask * (1 - self._mask(moved(shape, -dx, -dy), window, depth * 0.6))
        self._blend(window, shade * np.float32(strength), self._colours(window, dark), "normal")
        self._blend(window, glow * np.float32(strength * 0.8), self._colours(window, light), "screen")

    def shadow(self, shape: Shape, dx: float, dy: float, blur: float, alpha: float = 0.35, colour: str = "#101430") -> None:
        """The soft shadow that the shape throws by (dx, dy)."""
        self.fill(moved(shape, dx, dy), colour, alpha, blur)

    def glow(self, cx: float, cy: float, radius: float, colour: str, alpha: float = 1.0) -> None:
        """Light that fades out from a centre, added as with a screen."""
        window = self._window(ellipse(cx, cy, radius * 2.2), 0)
        if window is None:
            return
        x, y = self._grid(window)
        fade = np.exp(-((x - cx) ** 2 + (y - cy) ** 2) / (radius * radius * 0.8))
        self._blend(window, (fade * alpha).astype(np.float32), self._colours(window, colour), "screen")

    def haze(self, y0: float, y1: float, colour: str, alpha: float) -> None:
        """A band of mist: nothing at y0, ``alpha`` at y1, on both sides of y1 the same fall."""
        window = self._window(box(0, min(y0, 2 * y1 - y0), self.width, max(y0, 2 * y1 - y0)), 0)
        if window is None:
            return
        x, y = self._grid(window)
        fade = np.clip(1 - np.abs((y - y1) / (y1 - y0)), 0, 1) ** 1.5 * alpha
        self._blend(window, (fade + 0 * x).astype(np.float32), self._colours(window, colour), "normal")

    def texture(self, shape: Shape, cell: float, amount: float, stretch: float = 1.0, octaves: int = 4, blur: float = 0.0) -> None:
        """Lighten and darken the shape by fractal noise; ``stretch`` above 1 draws it out sideways."""
        window = self._window(shape, blur)
        if window is None:
            return
        mask = self._mask(shape, window, blur)
        field = fractal(self.rng, mask.shape, cell * self.scale, octaves, stretch)
        self.px[window] *= 1 + (mask * field * np.float32(amount))[..., None]

    def clouds(
        self, y0: float, y1: float, paint: Paint | str, cover: float, cell: float = 260, stretch: float = 2.6, alpha: float = 1.0
    ) -> None:
        """Soft clouds by thresholded noise between the heights y0 and y1; ``cover`` from 0 to 1."""
        window = self._window(box(0, y0, self.width, y1), 0)
        if window is None:
            return
        x, y = self._grid(window)
        field = fractal(self.rng, (x.shape[0], x.shape[1]), cell * self.scale, 6, stretch) * 0.5 + 0.5
        edge = np.clip(np.minimum(y - y0, y1 - y) / (0.35 * (y1 - y0)), 0, 1)
        mask = np.clip((field - (1 - cover)) * 3.2, 0, 1) * edge * alpha
        self._blend(window, mask.astype(np.float32), self._colours(window, paint), "normal")

    def ripple(self, y0: float, y1: float, light: str, dark: str, amount: float, cell: float = 26.0) -> None:
        """Waves in perspective between the horizon y0 and y1."""
        window, field = self._waves(y0, y1, cell)
        grow = np.linspace(0.35, 1.0, field.shape[0], dtype=np.float32)[:, None]
        up, below = np.clip(field - 0.15, 0, 1), np.clip(-field - 0.15, 0, 1)
        self._blend(window, up * amount * grow, self._colours(window, light), "screen")
        self._blend(window, below * amount * grow, self._colours(window, dark), "normal")

    def glitter(self, y0: float, y1: float, cx: float, spread: float, colour: str, amount: float, cell: float = 11.0) -> None:
        """The path of light on water under a sun at cx."""
        window, field = self._waves(y0, y1, cell)
        x, y = self._grid(window)
        t = (y - y0) / (y1 - y0)
        near = np.exp(-(((x - cx) / (spread * (0.35 + t))) ** 2))
        spark = np.clip((field + near * 1.3 - 0.75) * 4, 0, 1) * near
        self._blend(window, (spark * amount).astype(np.float32), self._colours(window, colour), "screen")

    def reflect(self, y0: float, y1: float, alpha: float, sway: float = 6.0, cell: float = 30.0, squeeze: float = 1.0) -> None:
        """Mirror what stands above the water line y0 into the water down to y1."""
        window, field = self._waves(y0, y1, cell)
        rows, columns = field.shape
        top = window[0].start
        t = np.arange(rows, dtype=np.float32)[:, None]
        shift = field * sway * self.scale * (0.3 + t / rows)
        source_y = np.clip(top - 1 - t / squeeze - shift * 0.8, 0, top - 1).astype(np.intp)
        source_x = np.clip(np.arange(columns)[None, :] + shift * 0.5, 0, columns - 1).astype(np.intp)
        self._blend(window, np.full((rows, columns), alpha, dtype=np.float32), self.px[source_y, source_x], "normal")

    def finish(self, bloom: float = 0.25, vignette: float = 0.22, grain: float = 1.1) -> Image.Image:
        """Bloom, vignette, downsampling and a little grain; 8-bit RGB at the final size."""
        picture = self._downsampled()
        image = np.asarray(picture, dtype=np.float32) / 255
        bright = Image.fromarray((np.clip(image - 0.55, 0, 1) * 255).astype(np.uint8))
        halo = np.asarray(bright.filter(ImageFilter.GaussianBlur(picture.width / 60)), dtype=np.float32) / 255
        image = 1 - (1 - image) * (1 - halo * bloom)
        y, x = np.mgrid[-1 : 1 : image.shape[0] * 1j, -1 : 1 : image.shape[1] * 1j]
        image *= (1 - vignette * np.clip(np.hypot(x, y) - 0.45, 0, 1) ** 1.6)[..., None]
        image += (self.rng.standard_normal(image.shape[:2]) * grain / 255)[..., None]
        return Image.fromarray((np.clip(image, 0, 1) * 255 + 0.5).astype(np.uint8))

    def _downsampled(self) -> Image.Image:
        full = Image.fromarray((np.clip(self.px, 0, 1) * 255 + 0.5).astype(np.uint8))
        size = (round(full.width / OVERSAMPLING), round(full.height / OVERSAMPLING))
        return full.resize(size, Image.Resampling.BOX)

    def _window(self, shape: Shape, margin: float) -> Window | None:
        points = np.concatenate(shape)
        low = np.floor((points.min(axis=0) - margin) * self.scale).astype(int) - 1
        high = np.ceil((points.max(axis=0) + margin) * self.scale).astype(int) + 2
        x0, y0 = np.maximum(low, 0)
        x1, y1 = np.minimum(high, (self.px.shape[1], self.px.shape[0]))
        return None if x0 >= x1 or y0 >= y1 else (slice(int(y0), int(y1)), slice(int(x0), int(x1)))

    def _mask(self, shape: Shape, window: Window, blur: float) -> Plane:
        pad = int(blur * self.scale * 3)
        y0, x0 = window[0].start - pad, window[1].start - pad
        image = Image.new("L", (window[1].stop + pad - x0, window[0].stop + pad - y0))
        pen = ImageDraw.Draw(image)
        for outline in shape:
            pen.polygon([(float(x), float(y)) for x, y in outline * self.scale - (x0, y0)], fill=255)
        if blur > 0:
            image = image.filter(ImageFilter.GaussianBlur(blur * self.scale))
        mask: Plane = np.asarray(image, dtype=np.float32) / np.float32(255)
        return mask[pad : mask.shape[0] - pad, pad : mask.shape[1] - pad] if pad else mask

    def _grid(self, window: Window) -> tuple[Plane, Plane]:
        x = np.arange(window[1].start, window[1].stop, dtype=np.float32)[None, :] / np.float32(self.scale)
        y = np.arange(window[0].start, window[0].stop, dtype=np.float32)[:, None] / np.float32(self.scale)
        return np.broadcast_to(x, (y.shape[0], x.shape[1])), np.broadcast_to(y, (y.shape[0], x.shape[1]))

    def _colours(self, window: Window, paint: Paint | str) -> Plane:
        if isinstance(paint, str):
            return rgb(paint)
        return paint(*self._grid(window))

    def _waves(self, y0: float, y1: float, cell: float) -> tuple[Window, Field]:
        window = self._window(box(0, y0, self.width, y1), 0)
        if window is None:
            raise ValueError(f"no water between {y0} and {y1}")
        shape = (window[0].stop - window[0].start, window[1].stop - window[1].start)
        return window, perspective(self.rng, shape, cell * self.scale)

    def _blend(self, window: Window, mask: Plane, colour: Plane, mode: Mode) -> None:
        under, a = self.px[window], mask[..., None]
        if mode == "multiply":
            over = under * colour
        elif mode == "screen":
            over = 1 - (1 - under) * (1 - colour)
        elif mode == "add":
            over = under + colour
        else:
            over = colour
        under += (over - under) * a


def blank(width: float, height: float, seed: int, paint: Paint | str, long_side: int = 1400) -> Canvas:
    """A canvas that already carries one paint."""
    canvas = Canvas(width, height, seed, long_side)
    canvas.all(plain(paint) if isinstance(paint, str) else paint)
    return canvas
