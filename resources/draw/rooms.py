"""Scenes of rooms: a living room in the evening."""

from __future__ import annotations

from PIL import Image

from resources.draw.canvas import Canvas, blank
from resources.draw.colour import down, linear, mix, radial
from resources.draw.shape import blob, box, ellipse, joined, poly, ridge, stroke
from resources.draw.things import leafy


def living_room() -> Image.Image:
    """A living room with a sofa, a lamp and a window on the evening."""
    c = blank(1200, 800, 46, linear(0, 0, 1200, 600, "#3f6a6c", "#2f5660", "#274450"))
    c.fill(box(0, 590, 1200, 810), down(590, 800, "#b07a50", "#7a4a34"))
    c.fill(
        joined(poly((600 + k * 70, 590), (602 + k * 70, 590), (600 + k * 190 + 4, 810), (600 + k * 190, 810)) for k in range(-9, 10)),
        "#5a3428",
        0.5,
    )
    c.fill(box(0, 574, 1200, 592), "#efe6d8")
    _evening_window(c)
    c.solid(ellipse(580, 716, 430, 62), "#d8b48a", depth=10, strength=0.3)
    c.fill(ellipse(580, 716, 380, 52), "#b85a48", 0.9)
    c.fill(ellipse(580, 716, 330, 44), "#e8cfa8", 0.9)
    _sofa(c, 330, 470)
    _lamp(c, 905, 690)
    _picture(c, 470, 120, 130, 170)
    _picture(c, 630, 150, 110, 120)
    leafy(c, 1085, 660, 330, "#4f9a5c", "#5a3a28")
    c.solid(poly((1035, 600), (1135, 600), (1120, 710), (1050, 710)), "#e8e0d4", depth=14)
    c.solid(box(470, 668, 700, 690, 8), "#8a5a38", depth=6)
    c.fill(stroke([(495, 690), (480, 756)], 8) + stroke([(675, 690), (690, 756)], 8), "#5a3828")
    c.solid(box(540, 650, 600, 668, 3), "#d8504a", depth=3)
    c.solid(box(545, 638, 596, 650, 3), "#f2e4c8", depth=3)
    c.solid(box(630, 636, 662, 668, 6), "#f7f2ea", depth=6)
    return c.finish(bloom=0.4)


def _evening_window(c: Canvas) -> None:
    c.fill(box(60, 90, 330, 470, 4), "#efe6d8")
    c.fill(box(74, 104, 316, 456), down(104, 456, "#3a3f80", "#b06a90", "#f8b078"))
    glass = box(74, 104, 316, 456)
    c.fill(ridge(c.rng, 400, 410, 22, 120, 470), "#3a2a58", within=glass)
    c.fill(ellipse(250, 190, 18), "#fff4d8", within=glass)
    c.fill(box(190, 104, 200, 456) + box(74, 272, 316, 280), "#efe6d8")
    for side in (-1, 1):
        x = 195 + side * 140
        c.solid(
            blob((x - 44, 70), (x + 44, 70), (x + side * 14 + 30, 280), (x + 50, 560), (x - 50, 560), (x + side * 14 - 30, 280)),
            "#d89a5c",
            depth=16,
            strength=0.4,
        )
    c.fill(stroke([(30, 72), (360, 72)], 8), "#4a3028")


def _sofa(c: Canvas, x: float, y: float) -> None:
    c.fill(ellipse(x + 240, y + 216, 290, 24), "#1a1424", 0.5, blur=10)
    tone = "#c8593f"
    c.solid(box(x, y - 60, x + 480, y + 110, 40), tone, depth=22, strength=0.4)
    c.solid(
        box(x + 30, y + 70, x + 242, y + 140, 22) + box(x + 240, y + 70, x + 452, y + 140, 22),
        mix(tone, "#ffb890", 0.18),
        depth=14,
        strength=0.4,
    )
    c.solid(
        box(x - 30, y + 10, x + 44, y + 190, 30) + box(x + 436, y + 10, x + 510, y + 190, 30),
        mix(tone, "#5a1a28", 0.15),
        depth=18,
        strength=0.4,
    )
    c.solid(box(x + 20, y + 130, x + 460, y + 192, 12), mix(tone, "#5a1a28", 0.2), depth=10)
    c.fill(joined(box(x + d, y + 188, x + d + 14, y + 216) for d in (10, 456)), "#4a2f24")
    for k, (px, colour) in enumerate(((70, "#f2c45a"), (350, "#3f8a8a"), (280, "#f4ead8"))):
        c.solid(
            blob((x + px - 50, y + 4 + k * 6), (x + px + 44, y - 8), (x + px + 56, y + 78), (x + px - 42, y + 86)),
            colour,
            depth=14,
            strength=0.4,
        )


def _lamp(c: Canvas, x: float, y: float) -> None:
    c.glow(x, 330, 250, "#ffb860", 0.6)
    c.fill(stroke([(x, y), (x, 330)], 7), "#d8b060")
    c.solid(ellipse(x, y + 2, 46, 10), "#b88a40", depth=5)
    c.fill(poly((x - 46, 270), (x + 46, 270), (x + 82, 380), (x - 82, 380)), radial(x, 350, 110, "#fff6d0", "#ffd080", "#f2a850"))


def _picture(c: Canvas, x: float, y: float, w: float, h: float) -> None:
    c.shadow(box(x, y, x + w, y + h), 8, 12, 7, 0.4)
    c.fill(box(x, y, x + w, y + h), "#e8c88a")
    c.fill(box(x + 8, y + 8, x + w - 8, y + h - 8), "#fbf6ec")
    art = box(x + 20, y + 20, x + w - 20, y + h - 20)
    c.fill(art, down(y, y + h, "#8fc8d8", "#fbe0b0"))
    c.fill(ellipse(x + w * 0.62, y + h * 0.42, w * 0.13), "#e8603f", within=art)
    c.fill(ridge(c.rng, 1300, y + h * 0.66, h * 0.1, w * 0.5, y + h), "#2f6a6c", within=art)
