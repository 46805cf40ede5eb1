"""Scenes under the open sky: desert road, camp, railway, balloons, kites."""

from __future__ import annotations

import math

from PIL import Image

from resources.draw.canvas import Canvas, blank
from resources.draw.colour import down, mix, radial
from resources.draw.land_forms import mountains
from resources.draw.shape import Shape, blob, box, ellipse, joined, poly, ridge, smooth, stroke, turned
from resources.draw.things import Clothes, conifer, cumulus, figure, grass, stars, sun


def desert_road() -> Image.Image:
    """A straight road through a desert of red table mountains."""
    c = blank(1200, 800, 21, down(0, 480, "#2f7fc0", "#8ccbe8", "#fbe6c2"))
    cumulus(c, 230, 190, 260)
    cumulus(c, 930, 140, 330)
    cumulus(c, 620, 300, 170, alpha=0.8)
    for x, top, w, tone in ((180, 330, 190, "#c98a6c"), (1010, 300, 230, "#bb6f50"), (650, 390, 120, "#d29c80")):
        _mesa(c, x, top, w, tone)
    c.fill(ridge(c.rng, 1200, 468, 10, 200, 500), down(450, 500, "#d79a6c", "#cf8455"))
    c.fill(box(0, 482, 1200, 810), down(482, 800, "#e0a26a", "#c8703c", "#a6522e"))
    c.texture(box(0, 482, 1200, 810), 40, 0.22, stretch=3, octaves=6)
    _road(c)
    for _ in range(46):
        depth, across = 500 + 290 * float(c.rng.random()) ** 1.6, float(c.rng.random()) * 1200
        if abs(across - 600) > (depth - 470) * 0.95 + 12:
            _bush(c, across, depth, 6 + (depth - 490) * 0.09)
    _cactus(c, 150, 690, 190)
    _cactus(c, 1050, 610, 110)
    return c.finish()


def _mesa(c: Canvas, x: float, top: float, w: float, tone: str) -> None:
    rock = poly(
        (x - w * 0.75, 490),
        (x - w * 0.52, top + 70),
        (x - w * 0.45, top + 8),
        (x - w * 0.2, top),
        (x + w * 0.4, top + 4),
        (x + w * 0.47, top + 60),
        (x + w * 0.8, 490),
    )
    c.solid(rock, down(top, 490, mix(tone, "#ffffff", 0.1), tone, mix(tone, "#f0c8a0", 0.5)), depth=26, strength=0.4)
    for k in range(5):
        c.fill(box(x - w, top + 20 + k * 24, x + w, top + 25 + k * 26), mix(tone, "#5a2430", 0.5), 0.35, within=rock, blur=1)
    c.texture(rock, 26, 0.25, octaves=5)


def _road(c: Canvas) -> None:
    c.fill(poly((592, 484), (608, 484), (960, 810), (240, 810)), down(484, 800, "#8f8a90", "#4b4750"))
    for side in (-1, 1):
        c.fill(poly((600 + side * 7, 484), (600 + side * 8, 484), (600 + side * 340, 810), (600 + side * 322, 810)), "#f4e6c8", 0.9)
    for k in range(9):
        y0, y1 = 486 + 3.6 * k * k, 486 + 3.6 * (k + 0.5) ** 2
        w0, w1 = (y0 - 480) * 0.028, (y1 - 480) * 0.028
        c.fill(poly((600 - w0, y0), (600 + w0, y0), (600 + w1, y1), (600 - w1, y1)), "#f7c648")


def _bush(c: Canvas, x: float, y: float, r: float) -> None:
    c.fill(ellipse(x + r * 0.5, y + r * 0.1, r * 1.3, r * 0.3), "#5a2430", 0.4, blur=r * 0.12)
    puffs = joined(ellipse(x + dx * r, y - dy * r, r * 0.55) for dx, dy in ((-0.6, 0.3), (0, 0.6), (0.6, 0.3), (0.1, 0.25)))
    c.solid(puffs, "#7d8a54", depth=r * 0.3, strength=0.5)


def _cactus(c: Canvas, x: float, y: float, h: float) -> None:
    w = h * 0.15
    c.fill(ellipse(x + h * 0.3, y, h * 0.4, h * 0.04), "#5a2430", 0.4, blur=4)
    arms = stroke([(x, y), (x, y - h)], w) + stroke(
        [(x, y - h * 0.35), (x - h * 0.26, y - h * 0.42), (x - h * 0.27, y - h * 0.72)], w * 0.75
    )
    arms += stroke([(x, y - h * 0.5), (x + h * 0.24, y - h * 0.55), (x + h * 0.25, y - h * 0.85)], w * 0.7)
    c.solid(arms, "#4f8a58", depth=w * 0.5, strength=0.55)
    c.fill(joined(box(x + d - 0.6, y - h, x + d + 0.6, y) for d in (-w * 0.25, 0, w * 0.25)), "#2c5a40", 0.6, within=arms)


def camp() -> Image.Image:
    """A lit tent under the Milky Way."""
    c = blank(1200, 800, 23, down(0, 620, "#060a24", "#141d4d", "#3a3a7a", "#c26a70"))
    for k in range(60):
        x, y = 200 + k * 13.5, 40 + k * 9.6
        c.glow(x + float(c.rng.normal()) * 60, y + float(c.rng.normal()) * 40, 60, ("#5060b0", "#8a6fc0", "#c0a0d8")[k % 3], 0.1)
    stars(c, 900, 600)
    at = c.rng.normal(size=(500, 2)) * (40, 46)
    c.fill(joined(ellipse(200 + k * 1.7 + x, 40 + k * 1.2 + y, 0.8)[:1] for k, (x, y) in enumerate(at)), "#ffffff", 0.8)
    mountains(c, 560, 110, 380, 700, ("#2b2f66", "#4a3f70", "#1a1d48"), snow=520)
    c.fill(ridge(c.rng, 1200, 640, 26, 300, 810), down(610, 800, "#1d2a3c", "#0c1424"))
    for x, h in ((60, 210), (140, 260), (215, 170), (1010, 190), (1090, 280), (1165, 230)):
        conifer(c, x, 690, h, "#0f2030")
    _tent(c, 600, 720, 190)
    _fire(c, 850, 735)
    grass(c, 700, 805, ("#182a30", "#22383a", "#101e28"), 700, 34)
    return c.finish(bloom=0.5)


def _tent(c: Canvas, x: float, y: float, s: float) -> None:
    c.glow(x, y - s * 0.3, s * 1.1, "#ff9a3c", 0.5)
    body = poly((x - s, y), (x - s * 0.1, y - s * 0.78), (x + s * 0.9, y - s * 0.06), (x + s * 0.9, y))
    c.fill(body, radial(x - s * 0.25, y - s * 0.1, s * 1.2, "#ffe08a", "#ff9a3c", "#b0452c"))
    c.fill(poly((x - s * 0.1, y - s * 0.78), (x + s * 0.95, y), (x + s * 0.22, y)), "#8a2f2c", 0.45)
    c.fill(poly((x - s * 0.1, y - s * 0.78), (x - s * 0.42, y), (x - s * 0.05, y)), "#fff3c0", 0.85)
    c.fill(
        stroke([(x - s * 0.1, y - s * 0.78), (x - s * 0.42, y)], 3) + stroke([(x - s * 0.1, y - s * 0.78), (x - s * 1.3, y + 4)], 1.2),
        "#5a2020",
    )
    c.fill(
        ellipse(x - s * 0.28, y - s * 0.16, s * 0.06) + blob((x - s * 0.36, y), (x - s * 0.28, y - s * 0.12), (x - s * 0.2, y)),
        "#8a3f24",
        0.8,
    )


def _fire(c: Canvas, x: float, y: float) -> None:
    c.glow(x, y - 20, 90, "#ff7a2a", 0.75)
    c.fill(stroke([(x - 34, y), (x + 30, y - 10)], 9) + stroke([(x + 34, y), (x - 30, y - 10)], 9), "#3a2018")
    for w, h, colour in ((26, 84, "#ff6a20"), (18, 60, "#ffae34"), (10, 36, "#fff0a0")):
        c.fill(
            blob((x - w, y - 8), (x - w * 0.5, y - h * 0.5), (x + 2, y - h), (x + w * 0.6, y - h * 0.45), (x + w, y - 8), (x, y)),
            colour,
            0.95,
            blur=1.2,
        )
    sparks = c.rng.random((24, 2)) * (70, 150)
    c.fill(joined(ellipse(x - 35 + px, y - 60 - py, 1.2)[:1] for px, py in sparks), "#ffb050")


def railway() -> Image.Image:
    """A red train on a stone viaduct in the mountains."""
    c = blank(1200, 800, 24, down(0, 480, "#4f93cf", "#a9d3ea", "#f4efe0"))
    cumulus(c, 860, 150, 280)
    c.clouds(20, 300, "#ffffff", 0.42)
    mountains(c, 300, 150, 340, 560, ("#8fa9c8", "#c0cfd8", "#6f8ab0"), snow=235)
    for base, tone in ((440, "#6a9a7a"), (500, "#4a8060")):
        c.fill(ridge(c.rng, 1200, base, 50, 330, 820), down(base - 50, 800, tone, mix(tone, "#173a34", 0.6)))
        for _ in range(40):
            x = float(c.rng.random()) * 1200
            conifer(c, x, base + 30 + 60 * float(c.rng.random()), 40 + 30 * float(c.rng.random()), mix(tone, "#12382f", 0.65))
    c.haze(420, 620, "#e6f0ea", 0.4)
    _viaduct(c)
    for k in range(30):
        x = k * 42 + 20 * float(c.rng.random())
        conifer(c, x, 790 + 40 * float(c.rng.random()), 90 + 100 * abs(x - 600) / 600, "#1f4a3c")
    return c.finish()


def _viaduct(c: Canvas) -> None:
    stone = box(-10, 470, 1210, 498) + joined(
        poly((x - 26, 490), (x + 26, 490), (x + 36, 830), (x - 36, 830)) for x in range(60, 1200, 180)
    )
    arches: Shape = []
    for x in range(150, 1300, 180):
        arches += [smooth([(x - 95, 490), (x - 66, 580), (x - 64, 490)], steps=8)]
    c.solid(stone, down(470, 800, "#d8c7a8", "#a48f7c"), depth=10, strength=0.35)
    for x in range(-30, 1300, 180):
        c.solid(poly(*_spandrel(x)), "#cbb899", depth=6, strength=0.3)
    c.texture(stone, 14, 0.2, octaves=4)
    c.fill(box(-10, 464, 1210, 474), "#e8dcc2")
    for k in range(4):
        _coach(c, 190 + k * 196, 464, nose=k == 3)


def _spandrel(x: float) -> list[tuple[float, float]]:
    arc = [(x + 64 * math.cos(a), 562 - 64 * math.sin(a)) for a in [math.pi * k / 20 for k in range(21)]]
    return [(x + 90, 490), (x + 90, 562), *arc, (x - 90, 562), (x - 90, 490)]


def _coach(c: Canvas, x: float, y: float, nose: bool) -> None:
    right = x + 190
    body = (
        blob((x, y - 60), (x + 60, y - 62), (right - 46, y - 62), (right - 10, y - 40), (right, y - 10), (x + 60, y - 6), (x, y - 8))
        if nose
        else box(x, y - 62, right, y - 8, 7)
    )
    c.fill(joined(ellipse(x + d, y - 6, 9) for d in (26, 50, 140, 164)), "#2a2430")
    c.solid(body, down(y - 62, y - 6, "#e8533f", "#c22f30"), depth=10, strength=0.4)
    c.fill(box(x - 5, y - 24, right + 5, y - 18), "#f6ead2", within=body)
    c.fill(
        joined(box(x + 14 + k * 29, y - 50, x + 36 + k * 29, y - 32, 3) for k in range(5 if nose else 6)),
        down(y - 50, y - 32, "#bfe0f0", "#3f6a8c"),
        within=body,
    )


def balloons() -> Image.Image:
    """Hot-air balloons over a valley in the early light."""
    c = blank(1200, 800, 25, down(0, 620, "#5aa3d8", "#b9dcec", "#ffe6c4", "#ffcfa0"))
    sun(c, 180, 540, 34)
    for base, h, tone in ((560, 60, "#b0a0b8"), (610, 50, "#8f8aa8"), (665, 46, "#5f7a86"), (730, 40, "#3f6260")):
        c.fill(ridge(c.rng, 1200, base, h, 320, 820), down(base - h, base + 150, tone, mix(tone, "#ffe0c0", 0.5)))
    flights = (
        (800, 270, 135, ("#e4573d", "#f7c64a", "#fff2d8")),
        (420, 200, 88, ("#2f7fa8", "#f4efe0", "#7cc0d0")),
        (1050, 470, 62, ("#6a4a9a", "#f2b04a", "#c05a90")),
        (600, 480, 48, ("#2f8f6a", "#f7e08a", "#ffffff")),
        (210, 390, 54, ("#d0405a", "#ffffff", "#f08a8a")),
        (930, 90, 38, ("#f2a03a", "#7a3f9a", "#ffd98a")),
        (500, 610, 24, ("#c0503f", "#ffffff", "#e0a060")),
    )
    for x, y, r, colours in sorted(flights, key=lambda f: f[2]):
        _balloon(c, x, y, r, colours)
    return c.finish()


def _balloon(c: Canvas, x: float, y: float, r: float, colours: tuple[str, str, str]) -> None:
    envelope = blob(
        (x, y - r),
        (x + r * 0.72, y - r * 0.7),
        (x + r * 0.98, y),
        (x + r * 0.66, y + r * 0.72),
        (x + r * 0.17, y + r * 1.28),
        (x - r * 0.17, y + r * 1.28),
        (x - r * 0.66, y + r * 0.72),
        (x - r * 0.98, y),
        (x - r * 0.72, y - r * 0.7),
    )
    c.fill(envelope, colours[0])
    for k, w in enumerate((0.98, 0.8, 0.58, 0.34, 0.12)):
        c.fill(
            blob((x, y - r * 1.02), (x + r * w, y), (x + r * 0.17 * w, y + r * 1.3), (x - r * 0.17 * w, y + r * 1.3), (x - r * w, y)),
            colours[(k + 1) % 3],
            within=envelope,
        )
    c.fill(box(x - r, y + r * 0.1, x + r, y + r * 0.24), colours[1], 0.9, within=envelope)
    c.fill(envelope, radial(x - r * 0.35, y - r * 0.45, r * 1.9, "#ffffff", (0.35, "#e8e0e8"), "#5a4a80"), 0.75, mode="multiply")
    c.glow(x - r * 0.4, y - r * 0.45, r * 0.35, "#ffffff", 0.35)
    basket = box(x - r * 0.15, y + r * 1.56, x + r * 0.15, y + r * 1.78, r * 0.04)
    ropes = stroke([(x - r * 0.16, y + r * 1.26), (x - r * 0.13, y + r * 1.58)], r * 0.02) + stroke(
        [(x + r * 0.16, y + r * 1.26), (x + r * 0.13, y + r * 1.58)], r * 0.02
    )
    c.fill(ropes, "#4a3a30")
    c.solid(basket, "#9a6a3f", depth=r * 0.05)


def kites() -> Image.Image:
    """Kites over a green hill, with a child and a grown-up holding the strings."""
    c = blank(800, 1200, 26, down(0, 900, "#2f8fd4", "#8fcbf0", "#e6f5f4"))
    for x, y, w in ((170, 330, 260), (640, 560, 300), (300, 760, 220), (690, 170, 180)):
        cumulus(c, x, y, w)
    c.fill(ridge(c.rng, 800, 900, 30, 300, 1210), down(870, 1000, "#8fc58a", "#6aa868"))
    hill = [smooth([(-60, 1040), (200, 960), (430, 950), (640, 1000), (860, 1060), (860, 1260), (-60, 1260)])]
    c.solid(hill, down(940, 1200, "#8fd060", "#4f9a48", "#2f7a40"), depth=20, strength=0.3)
    grass(c, 980, 1210, ("#5aa84a", "#7cc25a", "#3f8a44"), 1500, 40)
    strings = (((470, 905), (560, 640), (600, 300)), ((300, 930), (260, 700), (180, 480)))
    c.fill(joined(stroke(list(s), 1.3) for s in strings), "#f8fafc", 0.9)
    _kite(c, 600, 300, 120, 24, ("#e8453c", "#f8c23a", "#2f6fb0", "#f4f0e4"))
    _kite(c, 180, 480, 86, -28, ("#8a4ac0", "#f58ab0", "#40c0a8", "#ffe08a"))
    _kite(c, 420, 120, 46, 12, ("#f0803a", "#ffffff", "#f0803a", "#ffd07a"))
    figure(c, 440, 1010, 150, Clothes("#e8b23a", "#31456a"), arm=12, other=150)
    figure(c, 320, 1024, 104, Clothes("#d8504a", "#3f6a8a", "#6a3a20"), arm=150, other=20)
    return c.finish()


def _kite(c: Canvas, x: float, y: float, s: float, turn: float, colours: tuple[str, str, str, str]) -> None:
    tail = [(x, y + s), (x - s * 0.3, y + s * 1.5), (x + s * 0.2, y + s * 2.0), (x - s * 0.1, y + s * 2.6)]
    c.fill(turned(stroke(tail, s * 0.03), turn, (x, y)), colours[0])
    for k, (tx, ty) in enumerate(tail[1:]):
        bow = poly((tx, ty), (tx - s * 0.14, ty - s * 0.08), (tx - s * 0.14, ty + s * 0.08)) + poly(
            (tx, ty), (tx + s * 0.14, ty - s * 0.08), (tx + s * 0.14, ty + s * 0.08)
        )
        c.fill(turned(bow, turn, (x, y)), colours[(k + 1) % 4])
    corners = ((x, y - s), (x + s * 0.62, y - s * 0.15), (x, y + s), (x - s * 0.62, y - s * 0.15))
    for k in range(4):
        c.solid(turned(poly((x, y - s * 0.15), corners[k], corners[(k + 1) % 4]), turn, (x, y)), colours[k], depth=s * 0.08, strength=0.25)
    c.fill(turned(stroke([corners[0], corners[2]], s * 0.025) + stroke([corners[1], corners[3]], s * 0.025), turn, (x, y)), "#4a3424", 0.8)
