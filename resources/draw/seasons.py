"""Scenes of the seasons: northern winter, tulips, cherry blossom, autumn path, starlings at dusk."""

from __future__ import annotations

import math

from PIL import Image

from resources.draw.canvas import Canvas, blank
from resources.draw.colour import down, linear, mix, radial
from resources.draw.land_forms import mountains
from resources.draw.shape import Shape, blob, box, ellipse, joined, poly, ridge, smooth, stroke, turned
from resources.draw.things import conifer, cumulus, flock, leafy, stars, sun


def winter_forest() -> Image.Image:
    """A snow-covered forest and a hut under the northern lights."""
    c = blank(800, 1200, 22, down(0, 900, "#0a1233", "#13315c", "#2b6f80", "#9fd0c8"))
    stars(c, 320, 760)
    _aurora(c)
    mountains(c, 770, 130, 330, 960, ("#5f86a8", "#8fb6c4", "#33587f"), snow=830)
    c.fill(box(-5, 900, 805, 1205), down(900, 1200, "#cfe6ee", "#7fa3c8"))
    for k in range(46):
        depth = k / 46
        x = float(c.rng.random()) * 800
        if depth > 0.5 and 250 < x < 560:
            x = x * 0.6 if x < 400 else 800 - (800 - x) * 0.5
        conifer(c, x, 890 + 250 * depth, 110 + 240 * depth, mix("#2f5f70", "#123044", depth), mix("#a8c8dc", "#f2faff", depth))
    _hut(c, 405, 1010)
    drift = [smooth([(-30, 1130), (200, 1080), (420, 1130), (640, 1090), (840, 1140), (840, 1260), (-30, 1260)])]
    c.solid(drift, down(1080, 1200, "#f2faff", "#8fb2d6"), depth=24, strength=0.3)
    flakes = c.rng.random((160, 3)) * (800, 1200, 2.4)
    c.fill(joined(ellipse(x, y, 0.8 + r)[:1] for x, y, r in flakes), "#ffffff", 0.7, blur=0.6)
    return c.finish(bloom=0.4)


def _aurora(c: Canvas) -> None:
    for base, colour, alpha in ((430, "#4dffb0", 0.5), (360, "#5ae6d8", 0.4), (520, "#a070ff", 0.3)):
        phase = float(c.rng.random()) * 6
        for k in range(54):
            x = -40 + k * 17
            y = base + 80 * math.sin(k / 8 + phase) + 30 * math.sin(k / 3.1 + phase)
            tall = 190 + 90 * math.sin(k / 2.3 + phase) + 40 * float(c.rng.random())
            c.fill(
                poly((x - 14, y), (x + 14, y), (x + 34, y - tall), (x + 6, y - tall)),
                down(y - tall, y, "#000000", colour),
                alpha * 0.55,
                blur=10,
                mode="screen",
            )


def _hut(c: Canvas, x: float, y: float) -> None:
    c.glow(x, y - 30, 120, "#ffb45a", 0.55)
    c.fill(box(x - 70, y - 70, x + 70, y), down(y - 70, y, "#6a4632", "#3c2822"))
    c.fill(joined(box(x - 70, y - 70 + k * 14, x + 70, y - 68 + k * 14) for k in range(5)), "#2a1a1c", 0.7)
    c.fill(joined(box(x + d - 15, y - 52, x + d + 15, y - 20, 2) for d in (-40, 40)), radial(x, y - 36, 70, "#fff0b0", "#ffb040"))
    c.fill(box(x - 14, y - 46, x + 14, y), "#2a1a1c")
    c.solid(
        blob((x - 100, y - 62), (x - 50, y - 112), (x, y - 142), (x + 50, y - 112), (x + 100, y - 62), (x, y - 84)),
        "#f4faff",
        depth=14,
        strength=0.35,
    )
    c.fill(box(x + 34, y - 150, x + 52, y - 104), "#5a3a30")
    for k in range(6):
        c.fill(ellipse(x + 46 + k * 9, y - 160 - k * 24, 9 + k * 4), "#dfeaf2", 0.3 - k * 0.04, blur=6)


def tulips() -> Image.Image:
    """Rows of tulips and a windmill."""
    c = blank(1200, 800, 27, down(0, 420, "#5fa8dc", "#b5dcf0", "#fdf3dd"))
    cumulus(c, 300, 190, 340)
    cumulus(c, 1010, 240, 240)
    c.fill(ridge(c.rng, 1200, 400, 12, 200, 450), down(380, 440, "#7fae8a", "#5a9068"))
    for k in range(12):
        leafy(c, 40 + k * 100 + 30 * float(c.rng.random()), 425, 50 + 30 * float(c.rng.random()), "#5f9a5a")
    _windmill(c, 860, 430)
    bands = ("#e0403c", "#f8c840", "#f07aa0", "#8a4aa8", "#f4f0ea", "#f08a3a", "#d83a68", "#f8d860")
    for k in range(-9, 10):
        a, b = 600 + k * 38, 600 + k * 340
        colour = bands[k % 8]
        c.fill(
            poly((a, 424), (a + 30, 424), (b + 270, 820), (b, 820)),
            down(424, 800, mix(colour, "#fff0d8", 0.3), colour, mix(colour, "#401838", 0.25)),
        )
        c.fill(poly((a + 30, 424), (a + 38, 424), (b + 340, 820), (b + 270, 820)), down(424, 800, "#7fae68", "#2f6a3c"))
    c.texture(box(0, 424, 1200, 810), 12, 0.4, stretch=1.6, octaves=3)
    for row in range(7):
        y = 640 + row * 32
        for k in range(17):
            x = k * 76 + 38 * (row % 2) + 14 * float(c.rng.normal())
            _tulip(c, x, y + 50, 22 + row * 5, bands[int(c.rng.integers(0, 3))])
    return c.finish()


def _tulip(c: Canvas, x: float, y: float, s: float, colour: str) -> None:
    c.fill(
        stroke([(x, y), (x + s * 0.08, y - s * 1.3)], s * 0.14)
        + blob((x, y), (x - s * 0.5, y - s * 1.0), (x - s * 0.18, y - s * 0.5))
        + blob((x, y), (x + s * 0.55, y - s * 0.9), (x + s * 0.2, y - s * 0.4)),
        down(y - s * 1.3, y, "#7fc060", "#2f7a40"),
    )
    cy = y - s * 1.7
    c.solid(
        blob(
            (x - s * 0.4, cy - s * 0.45),
            (x - s * 0.45, cy + s * 0.15),
            (x, cy + s * 0.5),
            (x + s * 0.45, cy + s * 0.15),
            (x + s * 0.4, cy - s * 0.45),
            (x + s * 0.18, cy - s * 0.2),
            (x, cy - s * 0.6),
            (x - s * 0.18, cy - s * 0.2),
        ),
        colour,
        depth=s * 0.22,
        strength=0.45,
    )
    c.fill(blob((x, cy - s * 0.58), (x + s * 0.22, cy), (x, cy + s * 0.45), (x - s * 0.22, cy)), mix(colour, "#ffffff", 0.2), 0.7)


def _windmill(c: Canvas, x: float, y: float) -> None:
    c.solid(
        poly((x - 28, y - 150), (x + 28, y - 150), (x + 50, y), (x - 50, y)), linear(x - 50, 0, x + 50, 0, "#f4e4c8", "#b08a6c"), depth=10
    )
    c.fill(poly((x - 34, y - 148), (x, y - 196), (x + 34, y - 148)), "#6a3a34")
    c.fill(box(x - 11, y - 40, x + 11, y, 8) + box(x - 8, y - 104, x + 8, y - 84), "#4a3a4a")
    for k in range(4):
        blade = stroke([(x, y - 160), (x, y - 300)], 4) + box(x + 2, y - 296, x + 24, y - 196)
        c.fill(turned(blade, 20 + 90 * k, (x, y - 160)), "#f8f0e0")
        lattice = joined(box(x + 2, y - 296 + j * 16, x + 24, y - 294 + j * 16) for j in range(7))
        c.fill(turned(lattice, 20 + 90 * k, (x, y - 160)), "#7a5a48")
    c.fill(ellipse(x, y - 160, 7), "#4a3a34")


def blossom() -> Image.Image:
    """A snow-capped volcano behind cherry blossom and a red gate in the water."""
    c = blank(1200, 800, 28, down(0, 520, "#7fb6df", "#c9dff0", "#fde4e4"))
    cone = poly((160, 520), (420, 260), (530, 150), (560, 142), (600, 150), (640, 142), (672, 152), (790, 262), (1060, 520))
    c.fill(cone, down(140, 520, "#6f86b8", "#a9b9d8"))
    c.fill(poly((620, 145), (672, 152), (790, 262), (1060, 520), (700, 520), (660, 300)), "#4f68a0", 0.4)
    c.fill(
        poly(
            (530, 150),
            (560, 142),
            (600, 150),
            (640, 142),
            (672, 152),
            (760, 236),
            (720, 240),
            (700, 290),
            (664, 240),
            (630, 310),
            (596, 250),
            (560, 300),
            (530, 240),
            (480, 262),
            (440, 240),
        ),
        "#ffffff",
        0.96,
        within=cone,
    )
    c.clouds(300, 500, "#ffffff", 0.5, stretch=5)
    c.fill(ridge(c.rng, 1200, 500, 16, 180, 540), down(480, 530, "#7f9fa8", "#5a8488"))
    c.reflect(524, 800, 1.0, sway=5)
    c.fill(box(0, 524, 1200, 800), down(524, 800, "#8fb6d0", "#3f6f98"), 0.5)
    c.ripple(524, 800, "#ffffff", "#2f5a80", 0.3)
    _gate(c, 610, 640)
    for side in (-1, 1):
        _blossom_branch(c, side)
    petals = c.rng.random((90, 3)) * (1200, 800, 180)
    c.fill(joined(ellipse(x, y, 4.5, 2.4, a)[:1] for x, y, a in petals), "#ffd3e0", 0.9)
    return c.finish()


def _gate(c: Canvas, x: float, y: float) -> None:
    red, deep = "#d8402f", "#8f2a2c"
    c.fill(joined(box(x + d - 9, y + 4, x + d + 9, y + 90) for d in (-70, 70)), deep, 0.45, blur=5)
    c.fill(joined(box(x + d - 9, y - 170, x + d + 9, y + 6) for d in (-70, 70)), linear(x - 80, 0, x + 80, 0, red, deep))
    c.fill(box(x - 96, y - 132, x + 96, y - 116) + box(x - 8, y - 160, x + 8, y - 130), red)
    c.solid(
        blob(
            (x - 140, y - 190),
            (x - 60, y - 174),
            (x + 60, y - 174),
            (x + 140, y - 190),
            (x + 128, y - 160),
            (x, y - 154),
            (x - 128, y - 160),
        ),
        red,
        depth=6,
    )
    c.fill(stroke([(x - 146, y - 194), (x - 60, y - 178), (x + 60, y - 178), (x + 146, y - 194)], 9), "#33283a")


def _blossom_branch(c: Canvas, side: int) -> None:
    edge = 0 if side < 0 else 1200
    limbs = [
        [(edge + side * 20, 30), (edge - side * 190, 110), (edge - side * 360, 90)],
        [(edge + side * 20, 150), (edge - side * 140, 210), (edge - side * 240, 330)],
        [(edge - side * 100, 75), (edge - side * 230, 20), (edge - side * 420, -10)],
    ]
    c.fill(joined(stroke(limb, 16, 3) for limb in limbs), "#4a3038")
    for limb in limbs:
        for x, y in smooth(limb, closed=False, steps=10):
            for _ in range(7):
                px, py = float(x + c.rng.normal() * 34), float(y + c.rng.normal() * 26)
                tone = ("#ffd6e4", "#ffb8d0", "#fff0f5", "#f79ac0")[int(c.rng.integers(0, 4))]
                r = 5 + 6 * float(c.rng.random())
                c.fill(
                    joined(
                        ellipse(px + math.cos(a) * r * 0.6, py + math.sin(a) * r * 0.6, r * 0.55)[:1] for a in (0.3, 1.56, 2.8, 4.1, 5.3)
                    ),
                    tone,
                    0.95,
                )
                c.fill(ellipse(px, py, r * 0.22), "#d84a80", 0.8)


def autumn_path() -> Image.Image:
    """A path through an autumn wood."""
    c = blank(800, 1200, 29, down(0, 1200, "#f8d890", "#f2a650", "#a85a34"))
    c.glow(400, 420, 280, "#fff4c8", 0.9)
    for layer, (count, alpha) in enumerate(((16, 0.35), (12, 0.55), (8, 0.8), (5, 1.0))):
        _trunks(c, layer, count, alpha)
        _leaves(c, layer)
    c.fill(box(0, 830, 800, 1200), down(830, 1200, "#e89a48", "#a8532c", "#6a3024"), blur=24)
    c.fill(
        [smooth([(385, 800), (430, 800), (480, 900), (560, 1010), (760, 1240), (120, 1240), (300, 1010), (350, 900)])],
        down(800, 1200, "#fbe0a8", "#c99060", "#8a5a48"),
        blur=6,
    )
    litter = c.rng.random((1500, 4))
    for k, tone in enumerate(("#e85a2c", "#f8b83a", "#b8402c", "#fbd66a", "#8a3a28")):
        part = litter[k::5]
        c.fill(joined(ellipse(x * 800, 850 + 350 * y**0.8, 2 + 7 * y * s, 1 + 3.4 * y * s, a * 180)[:1] for x, y, s, a in part), tone, 0.9)
    return c.finish(bloom=0.4)


def _trunks(c: Canvas, layer: int, count: int, alpha: float) -> None:
    tone = mix("#d88a48", "#3a2228", layer / 3)
    for k in range(count):
        x = 800 * (k + float(c.rng.random())) / count
        gap = 60 + 70 * layer
        x = x if abs(x - 405) > gap else 405 + math.copysign(gap + 40 * float(c.rng.random()), x - 405)
        w, foot = 9 + layer * 10, 840 + layer * 62
        sway = float(c.rng.normal()) * 14
        c.fill(
            stroke([(x, foot), (x + sway, 520), (x + sway * 0.4, -20)], w * 1.25, w * 0.6),
            linear(x - w, 0, x + w, 0, mix(tone, "#ffd890", 0.25), tone),
            alpha,
        )
        for y in (260, 400):
            reach = (60 + 30 * layer) * (1 if c.rng.random() < 0.5 else -1)
            c.fill(stroke([(x + sway * 0.8, y + 60), (x + reach * 0.6, y), (x + reach, y - 60)], w * 0.4, w * 0.1), tone, alpha)


def _leaves(c: Canvas, layer: int) -> None:
    tones = ("#f8c048", "#f08a34", "#e0582c", "#fbdc78", "#c8402c")
    at = c.rng.random((240 + 60 * layer, 3))
    for k, tone in enumerate(tones):
        spots: Shape = []
        for x, y, s in at[k::5]:
            px, py = x * 800, y * (520 + 40 * layer) * (0.55 + 0.45 * abs(x - 0.5) * 2) - 10
            spots += ellipse(px, py, (10 + 14 * s) * (0.7 + 0.2 * layer), (8 + 9 * s) * (0.7 + 0.2 * layer), s * 360)
        c.fill(spots, mix("#f8d080", tone, 0.45 + 0.18 * layer), 0.6 + 0.1 * layer, blur=2.4 - 0.6 * layer)


def flock_at_dusk() -> Image.Image:
    """A flock of starlings over a winter field at dusk."""
    c = blank(1200, 700, 30, down(0, 560, "#53507f", "#b07a98", "#f5b08a", "#ffe0a8"))
    c.clouds(60, 480, "#ffc8a0", 0.46, stretch=4, alpha=0.7)
    sun(c, 300, 520, 36, "#fff0c0", "#ff9a5a")
    c.fill(ridge(c.rng, 1200, 548, 18, 240, 710), down(530, 700, "#5a4460", "#2a2038"))
    for x, h in ((820, 170), (905, 120), (1090, 150)):
        _bare_tree(c, x, 570, h)
    for k in range(34):
        t = k / 34 * 6.3
        flock(c, 26, 700 + 330 * math.cos(t), 230 + 90 * math.sin(t * 1.5) + 40 * math.cos(t), 52, 4.6, "#3a2a48")
    return c.finish(bloom=0.35)


def _bare_tree(c: Canvas, x: float, y: float, h: float) -> None:
    def limb(x0: float, y0: float, length: float, angle: float, width: float) -> None:
        x1, y1 = x0 + math.sin(angle) * length, y0 - math.cos(angle) * length
        c.fill(stroke([(x0, y0), (x1, y1)], width, width * 0.6), "#2a1c30")
        if width > 1.2:
            for side in (-1, 1):
                limb(
                    x1,
                    y1,
                    length * (0.66 + 0.16 * float(c.rng.random())),
                    angle + side * (0.25 + 0.35 * float(c.rng.random())),
                    width * 0.62,
                )

    limb(x, y, h * 0.34, 0.0, h * 0.07)
