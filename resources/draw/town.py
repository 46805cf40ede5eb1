"""Scenes of towns: skyline at night, tram street, market, bicycle, tower."""

from __future__ import annotations

from PIL import Image

from resources.draw.canvas import Canvas, blank
from resources.draw.colour import down, linear, mix
from resources.draw.shape import Shape, blob, box, ellipse, joined, moved, poly, stroke
from resources.draw.things import Clothes, figure, flower, house, pane, stars


def skyline() -> Image.Image:
    """A city skyline at night, mirrored in a river."""
    c = blank(1200, 800, 41, down(0, 560, "#0b1030", "#1f2a68", "#5a3f80", "#d07a80"))
    stars(c, 220, 300)
    c.glow(980, 120, 26, "#f4f0d8", 0.8)
    c.fill(ellipse(980, 120, 26), "#fbf6e0")
    for depth, (count, low, tall, tone) in enumerate(((26, 120, 260, "#4a3f78"), (20, 90, 330, "#2b2a5c"), (14, 50, 250, "#151a40"))):
        _row(c, depth, count, (low, tall), tone)
    c.haze(420, 560, "#f09a80", 0.25)
    c.reflect(560, 800, 1.0, sway=9)
    c.fill(box(0, 560, 1200, 800), down(560, 800, "#1a2050", "#0a0e2a"), 0.45)
    c.ripple(560, 800, "#ffb890", "#060a22", 0.3)
    c.fill(box(0, 554, 1200, 564), "#0c1030")
    lamps = [(x, 548) for x in range(30, 1200, 76)]
    for x, y in lamps:
        c.glow(x, y, 15, "#ffcf80", 0.9)
        c.fill(stroke([(x, y), (x, 560)], 2) + ellipse(x, y, 2.6), "#ffe9b8")
    return c.finish(bloom=0.5)


def _row(c: Canvas, depth: int, count: int, sizes: tuple[int, int], tone: str) -> None:
    for k in range(count):
        w = 1200 / count * (0.75 + 0.6 * float(c.rng.random()))
        x = 1200 * k / count + 20 * float(c.rng.normal())
        h = sizes[0] + (sizes[1] - sizes[0]) * float(c.rng.random()) ** 1.4 * (1.25 - abs(x - 560) / 900)
        _tower(c, x, w, 560 - h, mix(tone, "#5a5090", 0.15 * float(c.rng.random())), depth)


def _tower(c: Canvas, x: float, w: float, top: float, tone: str, depth: int) -> None:
    body = box(x, top, x + w, 562)
    kind = int(c.rng.integers(0, 4))
    if kind == 0:
        body += box(x + w * 0.2, top - 24, x + w * 0.8, top) + box(x + w * 0.48, top - 70, x + w * 0.52, top)
    elif kind == 1:
        body += poly((x, top), (x + w, top), (x + w, top - w * 0.35))
    c.fill(body, linear(x, 0, x + w, 0, mix(tone, "#a080b0", 0.25), tone))
    rows, columns = int((555 - top) / 11), max(int(w / 9), 2)
    lit = c.rng.random((rows, columns)) < (0.22, 0.34, 0.42)[depth]
    for colour, part in (("#ffd98a", 0), ("#ffeec8", 1), ("#9fd0ff", 2)):
        windows: Shape = []
        for j, i in zip(*lit.nonzero(), strict=True):
            if (i * 7 + j * 3) % 5 % 3 == part:
                px, py = x + (i + 0.25) * w / columns, top + 7 + j * 11
                windows += box(px, py, px + w / columns * 0.5, py + 5.5)
        if windows:
            c.fill(windows, colour, (0.5, 0.75, 0.95)[depth])


def tram_street() -> Image.Image:
    """A yellow tram climbing an old street."""
    c = blank(800, 1200, 42, down(0, 700, "#4fa0dc", "#b8e0f2", "#fdf0d8"))
    c.clouds(20, 480, "#ffffff", 0.5)
    walls = ("#f2c078", "#e88a70", "#9fc5c8", "#f4e2c4", "#d8788a")
    for side in (-1, 1):
        for k in range(5):
            _facade(c, side, k, walls[(k + (side > 0) * 2) % 5])
    c.fill(poly((352, 760), (448, 760), (860, 1210), (-60, 1210)), down(760, 1200, "#c0aa98", "#8a7a78"))
    cobbles = c.rng.random((900, 2))
    c.fill(
        joined(ellipse(x * 800, 770 + 430 * y, 2 + 13 * y, 1 + 4.5 * y)[:1] for x, y in cobbles),
        "#5a4f58",
        0.16,
        within=poly((352, 760), (448, 760), (860, 1210), (-60, 1210)),
    )
    for x0, x1 in ((380, 190), (420, 610)):
        c.fill(poly((x0 - 1, 760), (x0 + 1, 760), (x1 + 6, 1210), (x1 - 6, 1210)), "#e8e4e8")
    c.fill(stroke([(400, 560), (400, 470), (395, -20)], 2) + stroke([(-10, 200), (400, 320), (810, 190)], 2), "#3a3a48")
    _tram(c, 400, 1000, 250)
    figure(c, 660, 1080, 190, Clothes("#3f7a8a", "#3a3048"), other=30)
    figure(c, 726, 1060, 178, Clothes("#d8503f", "#e8d8c0", "#20181c", "#b87a58"))
    figure(c, 110, 1120, 210, Clothes("#f0e8dc", "#41608a", "#c89048"), arm=60)
    return c.finish()


def _facade(c: Canvas, side: int, k: int, wall: str) -> None:
    near, far = 400 - 45 * (1.72**k), 400 - 45 * (1.72 ** (k + 1))
    top_n, top_f = 690 - 62 * (1.62**k), 690 - 62 * (1.62 ** (k + 1))
    foot_n, foot_f = 760 + 16 * (1.9**k), 760 + 16 * (1.9 ** (k + 1))
    flip = [(400 + side * (400 - x), y) for x, y in ((near, top_n), (far, top_f), (far, foot_f), (near, foot_n))]
    shade = 0.3 if side > 0 else 0.02
    c.fill(poly(*flip), linear(flip[1][0], 0, flip[0][0], 0, mix(wall, "#2a2050", shade), mix(wall, "#fff0d8", 0.25)))
    c.fill(stroke([flip[0], flip[1]], 3 + 2 * k), mix(wall, "#6a3a34", 0.6))
    for row in range(3):
        for column in range(2):
            quad = [_between(flip, (column + u) / 2, (row + v + 0.25) / 3.4) for u, v in ((0.3, 0.1), (0.7, 0.1), (0.7, 0.72), (0.3, 0.72))]
            c.fill(poly(*quad), "#f8f0e0")
            inner = [
                _between(flip, (column + u) / 2, (row + v + 0.25) / 3.4)
                for u, v in ((0.34, 0.15), (0.66, 0.15), (0.66, 0.68), (0.34, 0.68))
            ]
            c.fill(poly(*inner), mix("#3f6a8a", "#9fd0e0", row / 3))
            c.fill(stroke([quad[3], quad[2]], 1.5 + k), "#5a8a50" if (row + column + k) % 2 else "#7a4a40")


def _between(quad: list[tuple[float, float]], u: float, v: float) -> tuple[float, float]:
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = quad
    top, low = (ax + (bx - ax) * u, ay + (by - ay) * u), (dx + (cx - dx) * u, dy + (cy - dy) * u)
    return (top[0] + (low[0] - top[0]) * v, top[1] + (low[1] - top[1]) * v)


def _tram(c: Canvas, x: float, y: float, s: float) -> None:
    w, h = s * 0.42, s * 1.5
    c.fill(ellipse(x, y + 6, w * 1.15, s * 0.09), "#1b1838", 0.5, blur=8)
    c.fill(stroke([(x - 20, y - h), (x, y - h - 90), (x + 20, y - h)], 4, curve=False), "#3a3a48")
    c.solid(box(x - w, y - h, x + w, y - 14, 34), down(y - h, y, "#ffd34a", "#f2b022"), depth=20, strength=0.4)
    c.solid(box(x - w, y - h, x + w, y - h + s * 0.3, 34), "#fff6e0", depth=10, strength=0.25)
    c.fill(box(x - 58, y - h + 14, x + 58, y - h + 50, 8), "#2a2438")
    c.fill(joined(box(x - 44 + d * 24, y - h + 24, x - 30 + d * 24, y - h + 40, 3) for d in range(4)), "#ffb84a")
    for x0, x1 in ((-0.92, -0.4), (-0.34, 0.34), (0.4, 0.92)):
        c.fill(
            box(x + w * x0, y - h + s * 0.36, x + w * x1, y - h + s * 0.84, 8),
            linear(x - w, y - h, x + w, y, "#dff2f8", "#6fa0b8", "#3f6a84"),
        )
    c.fill(
        blob((x - 22, y - h + s * 0.84), (x - 24, y - h + s * 0.66), (x + 24, y - h + s * 0.66), (x + 22, y - h + s * 0.84))
        + ellipse(x, y - h + s * 0.58, 14),
        "#2f3a54",
        0.8,
    )
    c.fill(box(x - w, y - s * 0.42, x + w, y - s * 0.36), "#c8372c")
    for d in (-w * 0.62, w * 0.62):
        c.glow(x + d, y - s * 0.22, 30, "#fff0b0", 0.7)
        c.solid(ellipse(x + d, y - s * 0.22, 17), "#fff8d8", depth=5)
    c.fill(box(x - w * 0.9, y - 26, x + w * 0.9, y, 8), "#3a3040")


def market() -> Image.Image:
    """Market stalls with fruit and vegetables under striped awnings."""
    c = blank(1200, 800, 43, down(0, 500, "#7fc0e4", "#d8eef2", "#fdf0dc"))
    for k, wall in enumerate(("#e0a878", "#f0dcc0", "#c8806c", "#d8c09a", "#a8b8b0")):
        house(c, -20 + k * 250, 520, 236, 290 + 40 * (k % 2), wall, "#8a4a40", lit="#6a8aa0", columns=3, rows=3)
    c.fill(box(0, 515, 1200, 810), down(515, 800, "#cbb49c", "#937c74"))
    c.texture(box(0, 515, 1200, 810), 12, 0.08, stretch=3)
    for k, (x, colour) in enumerate(((40, "#d8433a"), (430, "#2f8a6a"), (820, "#e8a02c"))):
        _stall(c, x, colour, k)
    people = (
        (392, 726, 250, Clothes("#5a6ab0", "#2f2c40")),
        (790, 740, 262, Clothes("#c85a7a", "#5a4038", "#8a4a24")),
        (1165, 720, 240, Clothes("#efe6d6", "#3a5a50", "#d0d0d4")),
    )
    for x, y, h, wear in people:
        figure(c, x, y, h, wear, arm=28, other=24)
    return c.finish()


def _stall(c: Canvas, x: float, colour: str, kind: int) -> None:
    w = 330
    c.fill(ellipse(x + w / 2, 762, w * 0.56, 22), "#2a2038", 0.4, blur=9)
    c.fill(joined(box(x + d, 300, x + d + 9, 760) for d in (8, w - 17)), "#6a4a38")
    c.fill(box(x + 10, 400, x + w - 10, 600), "#3a2a38", 0.35)
    for row in range(3):
        y = 560 + row * 58
        c.solid(
            poly((x - row * 3, y), (x + w + row * 3, y), (x + w + row * 3, y + 52), (x - row * 3, y + 52)),
            down(y, y + 52, "#b88a58", "#80573c"),
            depth=8,
        )
        for crate in range(3):
            _crate(c, x + 8 + crate * 106, y, kind * 4 + row + crate * 2)
    _awning(c, x - 18, w + 36, colour)


def _crate(c: Canvas, x: float, y: float, kind: int) -> None:
    tones = ("#e8402c", "#f8a02a", "#7fb83a", "#f8d83a", "#8a3a7a", "#c8283a", "#4f9a4a", "#f0c8a0")
    tone = tones[kind % 8]
    c.fill(box(x, y - 6, x + 100, y + 24), "#4a2f28")
    for layer in range(3):
        for k in range(8 - layer):
            px = x + 9 + k * 12 + layer * 6 + float(c.rng.normal()) * 1.2
            c.solid(ellipse(px, y + 4 - layer * 8, 8.2), mix(tone, "#fff0c0", 0.25 * float(c.rng.random())), depth=3.4, strength=0.5)
    c.solid(box(x - 1, y + 10, x + 101, y + 30, 2), "#cfa06a", depth=4, strength=0.3)


def _awning(c: Canvas, x: float, w: float, colour: str) -> None:
    n = 9
    for k in range(n):
        tone = colour if k % 2 == 0 else "#fbf3e2"
        a, b = x + w * k / n, x + w * (k + 1) / n
        ta, tb = x + 24 + (w - 48) * k / n, x + 24 + (w - 48) * (k + 1) / n
        c.fill(poly((ta, 296), (tb, 296), (b, 392), (a, 392)), down(296, 392, mix(tone, "#ffffff", 0.15), mix(tone, "#3a1a30", 0.12)))
        c.fill(blob((a, 390), (b, 390), (b, 408), ((a + b) / 2, 422), (a, 408)), mix(tone, "#3a1a30", 0.2))
    c.fill(box(x + 10, 420, x + w - 10, 500), down(420, 500, "#2a1a30", "#3a2a38"), 0.25, blur=10)


def bicycle() -> Image.Image:
    """A bicycle with a basket of flowers leaning against a sunlit wall."""
    c = blank(1200, 800, 44, linear(0, 0, 1200, 700, "#f7d9a8", "#eeb98a", "#d8906e"))
    c.texture(c.frame(), 120, 0.1, octaves=7)
    bricks = joined(
        box(x * 74 + 37 * (y % 2) - 30, y * 30, x * 74 + 40 + 37 * (y % 2), y * 30 + 26, 3)
        for y in range(22)
        for x in range(17)
        if (x * 13 + y * 29) % 11 < 2
    )
    c.fill(bricks, "#b8694c", 0.45)
    c.fill(box(0, 655, 1200, 810), down(655, 800, "#b9a08e", "#85706c"))
    c.fill(box(0, 650, 1200, 660), "#8a6a5c", 0.7)
    _door(c)
    c.fill(poly((640, 0), (1210, 0), (1210, 330)), "#6a2f4a", 0.22, blur=24)
    _cycle(c, 600, 640, 1.28)
    for x in (60, 150, 1130):
        _pot(c, x, 720, 60 + 20 * (x % 3))
    return c.finish()


def _door(c: Canvas) -> None:
    c.fill(box(846, 176, 1064, 660, 16), "#f4e4cc")
    c.fill(box(862, 192, 1048, 660, 8), linear(862, 0, 1048, 0, "#3f8f9a", "#2c6a7c"))
    c.solid(joined(box(x, y, x + 70, y + 170, 4) for x in (876, 964) for y in (220, 440)), "#357f8c", depth=5, strength=0.3)
    c.solid(ellipse(1034, 420, 8), "#f2c45a", depth=3)
    pane(c, 330, 250, 200, 220, "#7fb0c4")
    c.solid(box(196, 366, 464, 392, 6), "#f4e4cc", depth=6)
    for k in range(13):
        flower(c, 214 + k * 19, 352 - 12 * (k % 2), 17, ("#e8405a", "#f8f0f0", "#f07aa0")[k % 3], "#f8d050", 6, k * 13)
    for side in (0, 1):
        x = 150 + side * 262
        c.fill(box(x, 136, x + 98, 366, 4), "#3f8f9a")
        c.fill(joined(box(x + 8, 146 + k * 14, x + 90, 153 + k * 14) for k in range(15)), "#2c6a7c", 0.7)


def _cycle(c: Canvas, x: float, y: float, s: float) -> None:
    def at(px: float, py: float) -> tuple[float, float]:
        return (x + px * s, y - py * s)

    frame = "#2f6f5a"
    bars = (
        ((-30, 75), (60, 185)),
        ((60, 185), (150, 190)),
        ((-30, 75), (-70, 205)),
        ((-62, 180), (140, 168)),
        ((-150, 90), (-30, 75)),
        ((-150, 90), (-66, 190)),
    )
    shadow = joined(stroke([at(*a), at(*b)], 8 * s) for a, b in bars)
    wheels = [at(-150, 90), at(190, 90)]
    c.shadow(shadow, 36, 26, 7, 0.35, "#6a2f3a")
    for wx, wy in wheels:
        _wheel(c, wx, wy, 88 * s)
    c.solid(stroke([at(134, 230), at(140, 168), at(190, 90)], 8 * s), frame, depth=4)
    c.solid(joined(stroke([at(*a), at(*b)], 9 * s) for a, b in bars), frame, depth=4, strength=0.4)
    c.fill(stroke([at(134, 228), at(112, 250), at(60, 244)], 6 * s), "#d8d4d8")
    c.fill(stroke([at(72, 245), at(44, 240)], 11 * s) + stroke([at(-78, 214), at(-66, 190)], 7 * s), "#6a3a28")
    c.solid(blob(at(-112, 222), at(-70, 230), at(-34, 214), at(-60, 206), at(-100, 206)), "#7a452c", depth=5)
    c.solid(ellipse(*at(-30, 75), 19 * s), "#b8b4bc", depth=5)
    c.fill(stroke([at(-30, 75), at(0, 40)], 6 * s) + box(*at(-14, 44), *at(18, 34), 3), "#3a3440")
    _basket(c, *at(190, 214), s)


def _ring(x: float, y: float, r: float, w: float) -> Shape:
    points = [ellipse(x, y, r)[0][k] for k in range(0, 64, 2)]
    return stroke([(float(a), float(b)) for a, b in [*points, points[0]]], w, curve=False)


def _wheel(c: Canvas, x: float, y: float, r: float) -> None:
    c.shadow(_ring(x, y, r, r * 0.09), 30, 16, 6, 0.4, "#6a2f3a")
    rim = ellipse(x, y, r)[0]
    c.fill(joined(stroke([(x, y), (float(px), float(py))], 1.1) for px, py in rim[::3]), "#e8e4e8", 0.85)
    c.fill(_ring(x, y, r, r * 0.1), "#33303a")
    c.fill(_ring(x, y, r * 0.9, r * 0.035), "#f0ece8")
    c.solid(ellipse(x, y, r * 0.09), "#b8b4bc", depth=3)


def _basket(c: Canvas, x: float, y: float, s: float) -> None:
    for k in range(14):
        px, py = x + (k % 7 - 3) * 15 * s, y - (18 + 16 * (k // 7) - abs(k % 7 - 3) * 3) * s
        flower(c, px, py, 17 * s, ("#f7f0f4", "#e85a7a", "#f8b83a", "#a070d0")[k % 4], "#f8d860", 7, k * 20)
    body = poly((x - 56 * s, y - 12 * s), (x + 56 * s, y - 12 * s), (x + 42 * s, y + 58 * s), (x - 42 * s, y + 58 * s))
    c.solid(body, "#c8935a", depth=10, strength=0.4)
    weave = joined(box(x - 60 * s, y + (k * 12 - 10) * s, x + 60 * s, y + (k * 12 - 6) * s) for k in range(6)) + joined(
        box(x + k * 14 * s, y - 12 * s, x + (k * 14 + 3) * s, y + 60 * s) for k in range(-4, 5)
    )
    c.fill(weave, "#7a4f2c", 0.55, within=body)


def _pot(c: Canvas, x: float, y: float, s: float) -> None:
    c.fill(ellipse(x + 16, y + 3, s * 0.7, 9), "#3a2430", 0.4, blur=5)
    for k in range(18):
        a = (k - 9) * s * 0.07
        c.fill(
            stroke([(x, y - s * 0.6), (x + a * 0.6, y - s * 1.3), (x + a * 1.7, y - s * (1.7 + 0.3 * float(c.rng.random())))], 7, 1.5),
            mix("#3f7a48", "#9fcf68", float(c.rng.random())),
        )
    c.solid(
        poly((x - s * 0.5, y - s * 0.72), (x + s * 0.5, y - s * 0.72), (x + s * 0.36, y), (x - s * 0.36, y)),
        "#c8653f",
        depth=s * 0.2,
        strength=0.45,
    )
    c.solid(box(x - s * 0.56, y - s * 0.84, x + s * 0.56, y - s * 0.64, 4), "#d8744a", depth=s * 0.08)


def tower_block() -> Image.Image:
    """Looking up a white tower with curved balconies against a deep blue sky."""
    c = blank(800, 1200, 45, down(0, 1200, "#0f4fa8", "#3f8fd8", "#a8daf0"))
    c.clouds(200, 1150, "#ffffff", 0.36, alpha=0.7)
    floors = 17
    for k in range(floors):
        t = k / floors
        y, half = 1190 - 1040 * (1 - (1 - t) ** 1.45), 330 * (1 - t) ** 0.8 + 70
        _balcony(c, 420 - 60 * t, y, half, 60 * (1 - t) + 16, k)
    c.glow(640, 120, 120, "#fff6d8", 0.6)
    return c.finish(bloom=0.3)


def _balcony(c: Canvas, x: float, y: float, half: float, h: float, k: int) -> None:
    sway = 0.16 * half * (1 if k % 2 else -1)
    glass = box(x - half * 0.86, y - h * 1.5, x + half * 0.86, y + h * 0.6)
    c.fill(glass, linear(x - half, 0, x + half, 0, "#8fc8e8", "#2f6aa8", "#16386a"))
    c.fill(
        joined(box(x + half * d - 1.5, y - h * 1.5, x + half * d + 1.5, y + h * 0.6) for d in (-0.6, -0.3, 0.0, 0.3, 0.6)), "#dfeef8", 0.7
    )
    slab = blob(
        (x - half * 1.05, y - h * 0.1),
        (x - half * 0.4 + sway, y - h * 0.34),
        (x + half * 0.4 + sway, y - h * 0.3),
        (x + half * 1.05, y - h * 0.1),
        (x + half * 1.0, y + h * 0.3),
        (x + half * 0.4 + sway, y + h * 0.62),
        (x - half * 0.4 + sway, y + h * 0.58),
        (x - half * 1.0, y + h * 0.3),
    )
    c.shadow(slab, 0, h * 0.36, h * 0.12, 0.5, "#0a1c48")
    c.fill(slab, linear(x - half, 0, x + half, 0, "#ffffff", (0.45, "#e8eef6"), "#7f94c0"))
    c.fill(moved(slab, 0, -h * 0.34), linear(x - half, 0, x + half, 0, "#fffaf0", "#c8d4ea"), 0.85, within=slab)
