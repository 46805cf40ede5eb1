"""Old prints: pictures drawn in colour, then faded as paper fades."""

from __future__ import annotations

import numpy as np
from PIL import Image

from resources.draw.canvas import Canvas, blank
from resources.draw.colour import down, linear
from resources.draw.shape import blob, box, ellipse, joined, poly, smooth, stroke
from resources.draw.things import cumulus, leafy


def old_print() -> Image.Image:
    """The holiday of 1969 as a faded print with a white border."""
    return aged(holiday_1969(), 0.75)


def aged(picture: Image.Image, fade: float) -> Image.Image:
    """A print gone warm and pale, on paper with a deckled white border."""
    px = np.asarray(picture, dtype=np.float32) / 255
    grey = px @ np.array([0.3, 0.59, 0.11], dtype=np.float32)
    warm = np.stack([grey * 0.86 + 0.16, grey * 0.74 + 0.13, grey * 0.54 + 0.12], axis=-1)
    toned = np.clip(px * (1 - fade) + warm * fade, 0, 1)
    margin = round(picture.width * 0.045)
    paper = Image.new("RGB", (picture.width + 2 * margin, picture.height + 2 * margin), "#f1e9d6")
    paper.paste(Image.fromarray((toned * 255 + 0.5).astype(np.uint8)), (margin, margin))
    return paper


def bicycle_race() -> Image.Image:
    """Two racing cyclists on a country road, in black and white."""
    c: Canvas = blank(1000, 720, 85, down(0, 420, "#a0a0a0", "#e8e8e8"), 1000)
    cumulus(c, 240, 190, 260, "#ffffff", "#c0c0c0")
    c.fill(
        [smooth([(-40, 380), (260, 330), (560, 390), (820, 340), (1060, 390), (1060, 760), (-40, 760)])],
        down(330, 720, "#9a9a9a", "#5a5a5a"),
    )
    c.fill(poly((-10, 560), (1010, 520), (1010, 720), (-10, 720)), down(520, 720, "#c8c8c8", "#8a8a8a"))
    c.texture(c.frame(), 8, 0.08, octaves=3)
    for x, y, s, jersey in ((360, 610, 1.0, "#f0f0f0"), (680, 590, 0.92, "#3a3a3a")):
        _racer(c, x, y, s, jersey)
    return aged(c.finish(grain=3.5), 1.0)


def _racer(c: Canvas, x: float, y: float, s: float, jersey: str) -> None:
    def at(px: float, py: float) -> tuple[float, float]:
        return (x + px * s, y - py * s)

    c.fill(ellipse(x, y + 6, 150 * s, 12 * s), "#202020", 0.5, blur=6)
    for wx in (-84, 84):
        rim = [(float(a), float(b)) for a, b in ellipse(*at(wx, 52), 52 * s)[0]]
        c.fill(joined(stroke([at(wx, 52), p], 0.8) for p in rim[::5]), "#505050")
        c.fill(stroke([*rim, rim[0]], 5 * s, curve=False), "#262626")
    c.fill(
        joined(
            stroke([at(*a), at(*b)], 5 * s)
            for a, b in (
                ((-84, 52), (-10, 46)),
                ((-10, 46), (66, 116)),
                ((-34, 118), (66, 116)),
                ((-10, 46), (-38, 130)),
                ((-84, 52), (-34, 118)),
                ((66, 126), (84, 52)),
            )
        ),
        "#e4e4e4",
    )
    c.solid(stroke([at(-34, 136), at(20, 104), at(-4, 44)], 24 * s, 14 * s), "#404040", depth=5)
    c.fill(ellipse(*at(4, 38), 15 * s, 7 * s), "#202020")
    c.solid(stroke([at(-36, 148), at(30, 206)], 44 * s, 38 * s), jersey, depth=10)
    c.solid(stroke([at(32, 200), at(66, 150), at(84, 132)], 15 * s, 11 * s), "#b8b8b8", depth=4)
    c.fill(stroke([at(66, 128), at(92, 132), at(98, 112)], 5 * s), "#202020")
    c.solid(ellipse(*at(66, 232), 22 * s, 25 * s), "#c4c4c4", depth=7)
    c.solid(blob(at(40, 238), at(60, 266), at(90, 250), at(100, 238)), "#303030", depth=4)


def holiday_1969() -> Image.Image:
    """A family beside a small car, as a print of 1969: drawn in colour, then faded."""
    c = blank(1000, 1000, 75, down(0, 560, "#8fc0d8", "#e8ecd8"), 900)
    cumulus(c, 700, 220, 300)
    c.fill(box(0, 540, 1000, 1010), down(540, 1000, "#a8b878", "#6a8a58"))
    for x, s in ((80, 360), (930, 400), (820, 260)):
        leafy(c, x, 580, s, "#6a9a58")
    _car(c, 520, 720)
    return c.finish(bloom=0.3, vignette=0.4, grain=3.0)


def _car(c: Canvas, x: float, y: float) -> None:
    c.fill(ellipse(x, y + 68, 320, 26), "#1f2030", 0.5, blur=9)
    c.solid(blob((x - 180, y - 60), (x - 120, y - 180), (x + 90, y - 186), (x + 170, y - 60)), "#e8e4d4", depth=18)
    c.fill(
        blob((x - 150, y - 66), (x - 104, y - 160), (x - 24, y - 164), (x - 24, y - 66))
        + blob((x, y - 66), (x, y - 164), (x + 76, y - 166), (x + 136, y - 66)),
        linear(x - 150, y - 170, x + 100, y, "#d8ecf4", "#5f8aa0"),
    )
    c.solid(
        blob(
            (x - 300, y - 20),
            (x - 280, y - 66),
            (x - 100, y - 74),
            (x + 180, y - 72),
            (x + 296, y - 52),
            (x + 316, y + 20),
            (x + 280, y + 52),
            (x - 280, y + 52),
        ),
        "#4f9aa8",
        depth=26,
        strength=0.45,
    )
    c.fill(box(x - 306, y - 8, x + 316, y), "#f0ece0")
    for dx in (-180, 190):
        c.solid(ellipse(x + dx, y + 44, 58), "#2a2830", depth=9)
        c.solid(ellipse(x + dx, y + 44, 32), "#d8d8d8", depth=9)
    c.solid(ellipse(x + 298, y - 24, 18, 22), "#fff6d0", depth=6)
