"""Still lifes seen from the front or from above: fruit bowl, pizza, birthday cake."""

from __future__ import annotations

import math

from PIL import Image

from resources.draw.canvas import Canvas, blank
from resources.draw.colour import down, linear, mix, radial
from resources.draw.shape import blob, box, ellipse, joined, poly, stroke, turned


def fruit_bowl() -> Image.Image:
    """A bowl of fruit on a wooden table in window light."""
    c = blank(1200, 800, 61, linear(0, 0, 1200, 500, "#5f7f78", "#3f5f60", "#2a4048"))
    c.fill(poly((150, 0), (520, 0), (900, 560), (420, 560)), "#f8e8b8", 0.16, blur=40)
    c.fill(box(0, 560, 1200, 810), down(560, 800, "#b8794a", "#8a5232", "#5f3424"))
    c.texture(box(0, 560, 1200, 810), 34, 0.22, stretch=9, octaves=5)
    c.fill(ellipse(680, 702, 400, 38), "#1f1018", 0.55, blur=16)
    _bananas(c)
    _grapes(c, 800, 380)
    for x, y, r, tone in (
        (430, 420, 86, "#d8362f"),
        (700, 436, 84, "#f0902c"),
        (560, 400, 92, "#8fb83a"),
        (500, 470, 74, "#f09a30"),
        (640, 478, 78, "#c82f34"),
    ):
        _round_fruit(c, x, y, r, tone)
    bowl = blob((290, 486), (420, 506), (600, 512), (780, 506), (910, 486), (850, 620), (740, 690), (600, 700), (460, 690), (350, 620))
    c.solid(bowl, linear(290, 0, 910, 0, "#f4ece0", "#e4dccf", "#9a9aa8"), depth=40, strength=0.35)
    for k in range(17):
        x = 330 + k * 34
        c.fill(turned(ellipse(x, 560 - abs(k - 8) * 3, 9, 20), 30, (x, 560)), "#2f6a9a", 0.85, within=bowl)
    c.fill(stroke([(312, 524), (440, 545), (600, 552), (760, 545), (888, 524)], 7), "#2f6a9a", 0.9, within=bowl)
    _round_fruit(c, 1000, 660, 70, "#e8b83a")
    _round_fruit(c, 190, 672, 62, "#c8303a")
    return c.finish(bloom=0.3)


def _round_fruit(c: Canvas, x: float, y: float, r: float, tone: str) -> None:
    c.fill(ellipse(x + r * 0.3, y + r * 0.95, r * 1.05, r * 0.14), "#1f1018", 0.35, blur=r * 0.12)
    body = blob(
        (x, y - r * 0.9),
        (x + r * 0.7, y - r * 0.8),
        (x + r, y),
        (x + r * 0.62, y + r * 0.84),
        (x, y + r * 0.92),
        (x - r * 0.62, y + r * 0.84),
        (x - r, y),
        (x - r * 0.7, y - r * 0.8),
    )
    c.fill(body, radial(x - r * 0.4, y - r * 0.45, r * 1.7, mix(tone, "#fff0c0", 0.5), tone, mix(tone, "#2a0a20", 0.6)))
    c.texture(body, r * 0.16, 0.1, octaves=3)
    c.fill(ellipse(x, y - r * 0.84, r * 0.26, r * 0.09), mix(tone, "#2a1010", 0.55), 0.7, blur=r * 0.05)
    c.fill(stroke([(x, y - r * 0.82), (x + r * 0.06, y - r * 1.2)], r * 0.08), "#4a3020")
    c.fill(
        blob((x + r * 0.06, y - r * 1.02), (x + r * 0.4, y - r * 1.28), (x + r * 0.62, y - r * 1.1), (x + r * 0.3, y - r * 0.96)), "#5a9a48"
    )
    c.glow(x - r * 0.4, y - r * 0.45, r * 0.2, "#ffffff", 0.5)


def _bananas(c: Canvas) -> None:
    for k in range(4):
        line = [(760 - k * 14, 250 + k * 6), (850 - k * 12, 330 + k * 20), (880 - k * 22, 450 + k * 16)]
        c.solid(stroke(line, 34, 46), mix("#f8d84a", "#d89a2a", k * 0.15), depth=14, strength=0.5)
    c.fill(stroke([(740, 228), (762, 262)], 26, 30), "#6a5028")


def _grapes(c: Canvas, x: float, y: float) -> None:
    for row in range(6):
        for k in range(6 - row // 2):
            px, py = x - 52 + k * 30 + (row % 2) * 15 + row * 6, y + row * 24 - 10
            c.fill(ellipse(px, py, 20), radial(px - 7, py - 8, 32, "#c8a0e0", "#6a3a8a", "#2a1040"))
            c.glow(px - 6, py - 7, 5, "#ffffff", 0.6)


def pizza() -> Image.Image:
    """A pizza with tomato, mozzarella and basil, from above."""
    c = blank(1200, 900, 62, linear(0, 0, 1200, 900, "#6a4a3a", "#4a3028"))
    c.fill(joined(box(-5, y, 1210, y + 4) for y in range(0, 900, 128)), "#2a1814", 0.7)
    c.texture(c.frame(), 30, 0.25, stretch=10, octaves=5)
    c.shadow(ellipse(600, 450, 400), 18, 24, 20, 0.6, "#120808")
    c.solid(ellipse(600, 450, 402), "#c89a64", depth=14)
    rim = [
        (
            600 + (352 + 9 * math.sin(k * 2.7)) * math.cos(k / 32 * math.tau),
            450 + (352 + 9 * math.cos(k * 1.9)) * math.sin(k / 32 * math.tau),
        )
        for k in range(32)
    ]
    c.shadow(blob(*rim), 6, 9, 8, 0.5, "#2a1008")
    c.solid(blob(*rim), radial(600, 450, 356, "#e8b060", (0.85, "#e0a052"), "#b8702f"), depth=26, strength=0.45)
    c.texture(blob(*rim), 26, 0.22, octaves=5)
    c.fill(ellipse(600, 450, 300), radial(600, 450, 300, "#e8502c", "#d8381f", "#b02818"), blur=6)
    c.texture(ellipse(600, 450, 300), 22, 0.25, octaves=4)
    _toppings(c)
    cuts = joined(
        poly((600, 450), (600 + 370 * math.cos(a) - 2, 450 + 370 * math.sin(a)), (600 + 370 * math.cos(a) + 3, 450 + 370 * math.sin(a)))
        for a in (0.35, 1.14, 1.92, 2.71, 3.49, 4.28, 5.06, 5.85)
    )
    c.fill(cuts, "#5a1a10", 0.6)
    for x, y, a in ((90, 130, 30), (1090, 760, 200), (1120, 170, 120), (110, 740, 300)):
        _basil(c, x, y, 46, a)
    return c.finish(bloom=0.25)


def _toppings(c: Canvas) -> None:
    for _ in range(17):
        a, d = float(c.rng.random()) * math.tau, 265 * float(c.rng.random()) ** 0.5
        x, y, r = 600 + math.cos(a) * d, 450 + math.sin(a) * d, 34 + 22 * float(c.rng.random())
        melt = blob(
            *[
                (
                    x + r * (0.8 + 0.4 * float(c.rng.random())) * math.cos(k / 9 * math.tau),
                    y + r * (0.8 + 0.4 * float(c.rng.random())) * math.sin(k / 9 * math.tau),
                )
                for k in range(9)
            ]
        )
        c.fill(melt, "#f0b060", 0.6, blur=6)
        c.solid(melt, radial(x - 6, y - 8, r * 1.3, "#fffaf0", "#fbeccc", "#f0cf98"), depth=8, strength=0.3)
    for k in range(11):
        a, d = k * 2.4, 70 + 18 * k
        x, y = 600 + math.cos(a) * d, 450 + math.sin(a) * d
        c.shadow(ellipse(x, y, 34), 3, 5, 4, 0.4, "#3a0808")
        c.solid(ellipse(x, y, 34), radial(x, y, 36, "#f0604a", "#d83a2c", "#a81f20"), depth=8, strength=0.4)
        c.fill(
            joined(
                ellipse(x + 15 * math.cos(t), y + 15 * math.sin(t), 6, 9, 90 - math.degrees(t)) for t in (0, 1.05, 2.1, 3.15, 4.2, 5.25)
            ),
            "#f8b070",
            0.8,
        )
    for k in range(8):
        a = k * 0.82 + 0.3
        _basil(c, 600 + math.cos(a) * (120 + 90 * (k % 2)), 450 + math.sin(a) * (120 + 90 * (k % 2)), 36, k * 77)


def _basil(c: Canvas, x: float, y: float, r: float, turn: float) -> None:
    leaf = turned(
        blob(
            (x - r * 1.2, y),
            (x - r * 0.4, y - r * 0.62),
            (x + r * 0.6, y - r * 0.5),
            (x + r * 1.3, y),
            (x + r * 0.6, y + r * 0.5),
            (x - r * 0.4, y + r * 0.62),
        ),
        turn,
        (x, y),
    )
    c.shadow(leaf, 4, 6, 4, 0.45, "#2a0a08")
    c.solid(leaf, "#4f9a3f", depth=r * 0.22, strength=0.5)
    veins = stroke([(x - r * 1.1, y), (x + r * 1.2, y)], 2.4, 1) + joined(
        stroke([(x + d, y), (x + d + r * 0.3, y + s * r * 0.4)], 1.6, 0.6) for d in (-r * 0.6, -r * 0.1, r * 0.4) for s in (-1, 1)
    )
    c.fill(turned(veins, turn, (x, y)), "#a8d880", 0.7, within=leaf)


def birthday_cake() -> Image.Image:
    """A birthday cake with candles burning, balloons behind."""
    c = blank(800, 1000, 63, down(0, 1000, "#4a3a6a", "#8a4f7a", "#c8787a"))
    for x, y, r, colour in (
        (110, 230, 78, "#e8506a"),
        (690, 200, 84, "#4fa8d0"),
        (230, 120, 62, "#f8c23a"),
        (575, 90, 58, "#8fcf7a"),
        (400, 70, 50, "#f08ac0"),
    ):
        _party_balloon(c, x, y, r, colour)
    at = c.rng.random((30, 3))
    for x, y, r in at:
        c.fill(ellipse(x * 800, y * 620, 10 + 26 * r), "#ffd8a0", 0.14, blur=6)
    c.fill(box(0, 800, 800, 1010), down(800, 1000, "#f4e4d8", "#c89a98"))
    c.fill(ellipse(400, 872, 330, 46), "#3a1a38", 0.45, blur=14)
    c.solid(ellipse(400, 858, 320, 46), "#f8f4f0", depth=9, strength=0.3)
    c.solid(box(330, 852, 470, 900, 12), "#e8e0e0", depth=10)
    _tier(c, 400, 640, 850, 250, "#f6b8c8", "#fff6f0")
    _tier(c, 400, 470, 650, 165, "#fff2e0", "#e86a8a")
    for k in range(7):
        _candle(c, 400 + (k - 3) * 42, 470 - 9 * (3 - abs(k - 3)), ("#4fa8d0", "#f8c23a", "#8fcf7a", "#e8506a")[k % 4])
    confetti = c.rng.random((130, 4))
    for k, tone in enumerate(("#f8c23a", "#4fa8d0", "#ffffff", "#8fcf7a", "#f08ac0")):
        c.fill(
            joined(
                turned(box(x * 800, y * 1000, x * 800 + 4 + 6 * s, y * 1000 + 4), t * 180, (x * 800, y * 1000))
                for x, y, s, t in confetti[k::5]
            ),
            tone,
            0.85,
        )
    return c.finish(bloom=0.5)


def _party_balloon(c: Canvas, x: float, y: float, r: float, colour: str) -> None:
    c.fill(stroke([(x, y + r * 1.2), (x + 12, y + r * 2.4), (x - 8, y + r * 4)], 1.6), "#f4e8f0", 0.7)
    c.fill(poly((x - r * 0.12, y + r * 1.3), (x + r * 0.12, y + r * 1.3), (x, y + r * 1.12)), mix(colour, "#2a1030", 0.3))
    c.fill(
        blob(
            (x, y - r * 1.1),
            (x + r * 0.85, y - r * 0.5),
            (x + r * 0.7, y + r * 0.5),
            (x, y + r * 1.18),
            (x - r * 0.7, y + r * 0.5),
            (x - r * 0.85, y - r * 0.5),
        ),
        radial(x - r * 0.35, y - r * 0.5, r * 1.9, mix(colour, "#ffffff", 0.6), colour, mix(colour, "#2a1040", 0.5)),
    )
    c.fill(ellipse(x - r * 0.36, y - r * 0.55, r * 0.12, r * 0.24, 30), "#ffffff", 0.7, blur=3)


def _tier(c: Canvas, x: float, top: float, foot: float, w: float, body: str, icing: str) -> None:
    h = w * 0.15
    side = blob(
        (x - w, top),
        (x - w, (top + foot) / 2),
        (x - w * 0.98, foot - h * 0.3),
        (x - w * 0.5, foot + h * 0.62),
        (x, foot + h * 0.85),
        (x + w * 0.5, foot + h * 0.62),
        (x + w * 0.98, foot - h * 0.3),
        (x + w, (top + foot) / 2),
        (x + w, top),
    )
    c.fill(side, linear(x - w, 0, x + w, 0, mix(body, "#ffffff", 0.3), body, mix(body, "#6a2050", 0.35)))
    drips = [ellipse(x, top, w, h)]
    for k in range(15):
        t = (k - 7) / 7.3
        length = 26 + 30 * ((k * 7) % 5) / 4
        y = top + h * (1 - t * t) ** 0.5
        drips.append(stroke([(x + w * t, y - 8), (x + w * t, y + length)], w * 0.105, w * 0.085))
    c.shadow(joined(drips), 2, 5, 4, 0.25, "#5a1a40")
    c.solid(joined(drips), icing, depth=7, strength=0.3)
    c.fill(ellipse(x, top, w * 0.97, h * 0.9), radial(x - w * 0.3, top - h, w * 1.6, mix(icing, "#ffffff", 0.6), icing))
    for k in range(13):
        t = (k - 6) / 6.4
        y = foot - 10 + h * 0.8 * (1 - t * t) ** 0.5
        c.solid(ellipse(x + w * t, y, w * 0.066), "#fffaf4", depth=5, strength=0.35)


def _candle(c: Canvas, x: float, y: float, colour: str) -> None:
    c.solid(box(x - 7, y - 84, x + 7, y + 4, 4), "#fff8f0", depth=4, strength=0.3)
    c.fill(
        joined(
            poly((x - 7, y - 70 + k * 24), (x + 7, y - 80 + k * 24), (x + 7, y - 70 + k * 24), (x - 7, y - 60 + k * 24)) for k in range(4)
        ),
        colour,
    )
    c.glow(x, y - 106, 46, "#ffb850", 0.7)
    c.fill(blob((x - 8, y - 98), (x, y - 130), (x + 8, y - 98), (x, y - 88)), "#ffb030", blur=1)
    c.fill(blob((x - 4, y - 97), (x, y - 114), (x + 4, y - 97), (x, y - 91)), "#fff8d0")
