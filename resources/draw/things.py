"""Things that several scenes share: trees, clouds, birds, houses, boats, small figures, grass."""

from __future__ import annotations

import math
from dataclasses import dataclass

from resources.draw.canvas import Canvas
from resources.draw.colour import down, mix, radial
from resources.draw.shape import Shape, blob, box, ellipse, joined, poly, stroke, turned


def sun(c: Canvas, x: float, y: float, r: float, colour: str = "#fff4cf", halo: str = "#ffcf7a") -> None:
    """A sun or moon with two halos."""
    c.glow(x, y, r * 6, halo, 0.55)
    c.glow(x, y, r * 2, halo, 0.75)
    c.fill(ellipse(x, y, r), colour, blur=1.2)


def stars(c: Canvas, count: int, y1: float, colour: str = "#ffffff") -> None:
    """Stars of several brightnesses above the height y1."""
    for alpha, size in ((0.35, 0.8), (0.6, 1.1), (0.95, 1.6)):
        n = int(count * (1.2 - alpha))
        at = c.rng.random((n, 2)) * (c.width, y1)
        c.fill(joined(ellipse(x, y, size)[:1] for x, y in at), colour, alpha)


def cumulus(c: Canvas, x: float, y: float, w: float, top: str = "#ffffff", base: str = "#b9c6dd", alpha: float = 0.95) -> None:
    """A heaped cloud, w wide, with a flat base at y."""
    c.fill(box(x - w * 0.46, y - w * 0.12, x + w * 0.46, y, w * 0.06), base, alpha, blur=w * 0.012)
    for k in range(34):
        t = float(c.rng.random()) * 2 - 1
        rise = (1 - t * t) * (1 - k / 34) * w * 0.24
        r = w * (0.05 + 0.07 * (1 - t * t)) * (0.8 + 0.4 * float(c.rng.random()))
        px, py = x + t * w * 0.42, y - r * 0.9 - rise
        c.fill(ellipse(px, py, r), radial(px - r * 0.5, py - r * 0.6, r * 1.9, top, mix(top, base, 0.3), base), alpha, blur=w * 0.006)


def conifer(c: Canvas, x: float, y: float, h: float, colour: str, snow: str | None = None) -> None:
    """A spruce of height h standing on (x, y), with snow on its boughs if a colour is given."""
    c.fill(box(x - h * 0.02, y - h * 0.12, x + h * 0.02, y + h * 0.01), mix(colour, "#2a1a10", 0.6))
    layers = 7
    for i in range(layers):
        top, w = y - h + i * h * 0.125, h * (0.07 + 0.03 * i)
        low = top + h * 0.2
        bough = _bough(c, x, top, low, w)
        c.fill(bough, mix(colour, "#ffffff", 0.05 * (layers - i) / layers))
        c.fill(poly((x, top), (x + w * 1.1, low), (x + w * 0.2, low)), mix(colour, "#05081c", 0.6), 0.4, within=bough)
        if snow:
            c.fill(
                poly((x, top - 2), (x + w * 0.3, top + h * 0.1), (x - w * 0.2, top + h * 0.09), (x - w * 0.95, low - h * 0.012)),
                snow,
                0.9,
                within=bough,
            )


def _bough(c: Canvas, x: float, top: float, low: float, w: float) -> Shape:
    n = 7
    teeth = [(x - w + 2 * w * k / n, low + (low - top) * (0.12 if k % 2 else -0.06) * float(0.6 + c.rng.random())) for k in range(n + 1)]
    return poly((x, top), *reversed(teeth))


def leafy(c: Canvas, x: float, y: float, h: float, colour: str, trunk: str = "#4a3527") -> None:
    """A broad-leaved tree of height h standing on (x, y)."""
    c.fill(stroke([(x, y), (x - h * 0.01, y - h * 0.3), (x + h * 0.01, y - h * 0.6)], h * 0.07, h * 0.03), trunk)
    for shade, lift, spread in ((mix(colour, "#0b1430", 0.45), 0.0, 1.0), (colour, 0.05, 0.86), (mix(colour, "#ffefb0", 0.35), 0.1, 0.55)):
        puffs: Shape = []
        for _ in range(26):
            a, d = float(c.rng.random()) * 2 * math.pi, float(c.rng.random()) ** 0.6
            px = x - lift * h * 0.6 + math.cos(a) * d * h * 0.3 * spread
            py = y - h * (0.64 + lift) + math.sin(a) * d * h * 0.26 * spread
            puffs += ellipse(px, py, h * 0.075 * (0.6 + float(c.rng.random())))
        c.fill(puffs, shade, 0.95, blur=0.8)


def gull(c: Canvas, x: float, y: float, size: float, lift: float = 0.35, colour: str = "#f7f7fb", tip: str = "#3b4254") -> None:
    """A flying gull; ``lift`` bends its wings up (positive) or down."""
    for side in (-1, 1):
        elbow = (x + side * size * 0.45, y - size * lift)
        end = (x + side * size, y - size * lift * 0.35)
        c.fill(stroke([(x, y), elbow, end], size * 0.17, size * 0.03), colour)
        c.fill(
            stroke([(elbow[0] * 0.35 + end[0] * 0.65, elbow[1] * 0.35 + end[1] * 0.65 - size * 0.02), end], size * 0.06, size * 0.02), tip
        )
    c.solid(ellipse(x, y + size * 0.03, size * 0.13, size * 0.3, 65), colour, depth=size * 0.06, strength=0.4)


def flock(c: Canvas, count: int, x: float, y: float, spread: float, size: float, colour: str) -> None:
    """Distant birds as small dark checks."""
    for _ in range(count):
        bx, by = x + float(c.rng.normal()) * spread, y + float(c.rng.normal()) * spread * 0.35
        s = size * (0.7 + 0.6 * float(c.rng.random()))
        c.fill(
            stroke(
                [(bx - s, by - s * 0.3), (bx - s * 0.4, by - s * 0.45), (bx, by), (bx + s * 0.4, by - s * 0.45), (bx + s, by - s * 0.3)],
                s * 0.14,
            ),
            colour,
        )


def house(
    c: Canvas, x: float, y: float, w: float, h: float, wall: str, roof: str, lit: str = "#ffe3a0", columns: int = 2, rows: int = 2
) -> None:
    """A gabled house standing on y, its left edge at x."""
    c.fill(box(x, y - h, x + w, y), down(y - h, y, mix(wall, "#ffffff", 0.12), mix(wall, "#1b1838", 0.22)))
    peak = h * 0.22 + w * 0.22
    c.fill(
        poly((x - w * 0.06, y - h), (x + w / 2, y - h - peak), (x + w * 1.06, y - h)),
        down(y - h - peak, y - h, mix(roof, "#ffffff", 0.15), roof),
    )
    cell_w, cell_h = w / columns, h / (rows + 0.4)
    for i in range(columns):
        for j in range(rows):
            px, py = x + cell_w * (i + 0.5), y - h + cell_h * (j + 0.6)
            pane(c, px, py, cell_w * 0.44, cell_h * 0.56, lit if c.rng.random() < 0.6 else "#3c4b66")


def pane(c: Canvas, x: float, y: float, w: float, h: float, glass: str) -> None:
    """A window with frame and cross, centred on (x, y)."""
    c.fill(box(x - w / 2 - 1.6, y - h / 2 - 1.6, x + w / 2 + 1.6, y + h / 2 + 1.6), "#f4eee2")
    c.fill(box(x - w / 2, y - h / 2, x + w / 2, y + h / 2), down(y - h / 2, y + h / 2, mix(glass, "#ffffff", 0.2), glass))
    c.fill(box(x - 0.8, y - h / 2, x + 0.8, y + h / 2) + box(x - w / 2, y - 0.8, x + w / 2, y + 0.8), "#f4eee2")


@dataclass(frozen=True, slots=True)
class BoatColours:
    """The paint of a fishing boat."""

    hull: str
    stripe: str
    cabin: str


def fishing_boat(c: Canvas, x: float, y: float, s: float, paint: BoatColours, flip: int = 1) -> None:
    """A small trawler; (x, y) is the middle of its water line, s its length."""

    def at(px: float, py: float) -> tuple[float, float]:
        return (x + flip * px * s, y - py * s)

    for mast, top in ((-0.12, 0.75), (0.3, 0.6)):
        c.fill(stroke([at(mast, 0.1), at(mast, top)], s * 0.016, curve=False), "#4a3a30")
    rigging = [([at(-0.12, 0.74), at(0.54, 0.28)]), ([at(-0.12, 0.74), at(-0.48, 0.2)]), ([at(0.3, 0.59), at(-0.1, 0.3)])]
    c.fill(joined(stroke(r, s * 0.006, curve=False) for r in rigging), "#3a3440", 0.8)
    c.solid(poly(at(-0.36, 0.14), at(-0.36, 0.4), at(-0.04, 0.42), at(0.0, 0.14)), paint.cabin, depth=s * 0.05, strength=0.35)
    c.solid(poly(at(-0.4, 0.39), at(-0.4, 0.43), at(0.02, 0.45), at(0.02, 0.41)), mix(paint.stripe, "#1b1838", 0.2), depth=s * 0.02)
    c.fill(joined(poly(at(a, 0.26), at(a, 0.36), at(a + 0.08, 0.365), at(a + 0.08, 0.26)) for a in (-0.31, -0.19)), "#2d4460")
    hull = blob(at(-0.5, 0.2), at(-0.2, 0.145), at(0.2, 0.17), at(0.6, 0.3), at(0.5, 0.1), at(0.4, -0.02), at(-0.44, -0.02), at(-0.5, 0.08))
    c.solid(hull, paint.hull, depth=s * 0.07, strength=0.45)
    c.fill(stroke([at(-0.55, 0.15), at(-0.2, 0.1), at(0.2, 0.12), at(0.62, 0.25)], s * 0.03), paint.stripe, within=hull)
    c.fill(box(x - s, y - s * 0.02, x + s, y + s * 0.02), "#5b1f24", 0.8, within=hull)


@dataclass(frozen=True, slots=True)
class Clothes:
    """The colours of a small figure."""

    top: str
    legs: str
    hair: str = "#3a2519"
    skin: str = "#e7b48f"


def figure(c: Canvas, x: float, y: float, h: float, wear: Clothes, arm: float = 15.0, other: float = 15.0) -> None:
    """A standing person of height h with the feet at (x, y); arms are raised by degrees."""
    c.fill(ellipse(x + h * 0.1, y, h * 0.24, h * 0.035), "#141530", 0.35, blur=h * 0.02)
    c.solid(
        stroke([(x - h * 0.05, y - h * 0.47), (x - h * 0.07, y)], h * 0.1, h * 0.07)
        + stroke([(x + h * 0.05, y - h * 0.47), (x + h * 0.07, y)], h * 0.1, h * 0.07),
        wear.legs,
        depth=h * 0.03,
    )
    for side, lift in ((-1, arm), (1, other)):
        shoulder = (x + side * h * 0.1, y - h * 0.76)
        a = math.radians(lift)
        hand = (shoulder[0] + side * math.sin(a) * h * 0.34, shoulder[1] + math.cos(a) * h * 0.34)
        c.fill(ellipse(hand[0], hand[1], h * 0.035), wear.skin)
        c.solid(stroke([shoulder, hand], h * 0.075, h * 0.055), mix(wear.top, "#1b1838", 0.12), depth=h * 0.02)
    c.solid(
        blob(
            (x - h * 0.12, y - h * 0.78),
            (x, y - h * 0.82),
            (x + h * 0.12, y - h * 0.78),
            (x + h * 0.11, y - h * 0.45),
            (x, y - h * 0.42),
            (x - h * 0.11, y - h * 0.45),
        ),
        wear.top,
        depth=h * 0.05,
    )
    c.fill(box(x - h * 0.025, y - h * 0.86, x + h * 0.025, y - h * 0.78), mix(wear.skin, "#6b3a2a", 0.25))
    c.fill(ellipse(x, y - h * 0.93, h * 0.082), wear.hair)
    c.solid(ellipse(x, y - h * 0.905, h * 0.066, h * 0.076), wear.skin, depth=h * 0.03)
    c.fill(blob((x - h * 0.08, y - h * 0.93), (x, y - h * 1.015), (x + h * 0.08, y - h * 0.93), (x, y - h * 0.96)), wear.hair)


def grass(c: Canvas, y0: float, y1: float, colours: tuple[str, ...], count: int, height: float, lean: float = 0.3) -> None:
    """Blades of grass, small at y0 and large at y1."""
    at = c.rng.random((count, 3))
    at = at[at[:, 1].argsort()]
    for k, colour in enumerate(colours * 3):
        part = at[k * count // (3 * len(colours)) : (k + 1) * count // (3 * len(colours))]
        blades: Shape = []
        for px, py, bend in part:
            x, y, h = px * c.width, y0 + py * (y1 - y0), height * (0.25 + 0.75 * py) * (0.6 + 0.6 * bend)
            tip = x + h * (bend - 0.5 + lean)
            blades += poly((x - h * 0.05, y), (x + (tip - x) * 0.3, y - h * 0.6), (tip, y - h), (x + h * 0.06, y))
        if blades:
            c.fill(blades, colour, 0.9)


def flower(c: Canvas, x: float, y: float, r: float, petal: str, heart: str, count: int = 8, turn: float = 0.0) -> None:
    """An open flower seen from the front."""
    for k in range(count):
        p = turned(ellipse(x, y - r * 0.62, r * 0.26, r * 0.45), turn + 360 / count * k, (x, y))
        c.solid(p, petal, depth=r * 0.16, strength=0.3)
    c.solid(ellipse(x, y, r * 0.3), heart, depth=r * 0.12, strength=0.4)
