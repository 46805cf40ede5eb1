"""Flat things: a receipt, a screenshot, abstract shapes, a looping animation."""

from __future__ import annotations

import math

from PIL import Image, ImageDraw, ImageFont

from resources.draw.canvas import blank
from resources.draw.colour import down, linear, mix, radial
from resources.draw.shape import blob, box, ellipse, joined, poly, smooth
from resources.draw.things import cumulus

Text = tuple[float, float, str, int, str]
GOODS = (
    ("Rye bread", "3.80"),
    ("Smoked mackerel", "6.40"),
    ("Lemons 500 g", "2.10"),
    ("Butter", "2.95"),
    ("Dill", "1.20"),
    ("Elderflower cordial", "4.50"),
)


def receipt() -> Image.Image:
    """A shop receipt photographed on a table."""
    c = blank(700, 1000, 81, linear(0, 0, 700, 1000, "#7a5440", "#5a3a2e"), 1000)
    c.texture(c.frame(), 30, 0.16, stretch=10, octaves=5)
    paper = poly((120, 60), (580, 60), (580, 930), *[(580 - 23 * k, 930 + 12 * (k % 2)) for k in range(1, 20)], (120, 930))
    c.shadow(paper, 12, 18, 14, 0.5, "#1a0c08")
    c.fill(paper, linear(120, 0, 580, 0, "#fdfcf8", "#f4f1ea", "#fbfaf5"))
    picture = c.finish(bloom=0.0, vignette=0.1, grain=0.0)
    lines: list[Text] = [
        (350, 130, "FENWICK & DAUGHTERS", 30, "mm"),
        (350, 172, "Quayside Grocers, Whitby", 19, "mm"),
        (350, 226, "14 June 2019   18:42", 19, "mm"),
    ]
    for k, (name, price) in enumerate(GOODS):
        lines += [(160, 310 + 52 * k, name, 22, "lm"), (540, 310 + 52 * k, price, 22, "rm")]
    lines += [
        (160, 670, "TOTAL", 32, "lm"),
        (540, 670, "20.95", 32, "rm"),
        (160, 730, "Card ending 0427", 19, "lm"),
        (350, 880, "Thank you, come again", 20, "mm"),
    ]
    _write(picture, lines, "#33302e")
    pen = ImageDraw.Draw(picture)
    pen.line([(150, 262), (550, 262)], fill="#8a8682", width=2)
    pen.line([(150, 628), (550, 628)], fill="#8a8682", width=2)
    for k in range(60):
        if (k * 37 + 11) % 7 < 4:
            pen.rectangle([170 + k * 6, 780, 172 + k * 6 + (k % 3), 840], fill="#33302e")
    return picture


def screenshot() -> Image.Image:
    """A telephone's screen with the weather of a week."""
    c = blank(540, 1080, 82, down(0, 1080, "#2f5fb0", "#5a9ad8", "#a8d4f0"), 1080)
    cumulus(c, 390, 330, 250)
    c.fill(ellipse(160, 250, 62), radial(140, 230, 90, "#fff6c8", "#ffc83a"))
    c.fill(box(28, 560, 512, 1030, 28), "#ffffff", 0.2)
    days = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
    for k in range(7):
        y = 610 + 62 * k
        warm = 18 + (k * 5) % 9
        c.fill(box(250, y - 5, 420, y + 5, 5), "#ffffff", 0.3)
        c.fill(box(250 + 6 * (k % 4), y - 5, 300 + warm * 4, y + 5, 5), linear(250, 0, 420, 0, "#8fe0f0", "#ffd24a"))
        c.fill(
            ellipse(170, y, 13) if k % 3 else joined(ellipse(160 + d, y + abs(d) * 0.4, 11) for d in (-8, 4, 16)),
            "#ffd24a" if k % 3 else "#f4f8fc",
        )
    picture = c.finish(bloom=0.1, vignette=0.0, grain=0.0)
    lines: list[Text] = [
        (40, 44, "9:41", 24, "lm"),
        (500, 44, "82 %", 22, "rm"),
        (270, 120, "Whitby", 40, "mm"),
        (270, 440, "23°", 110, "mm"),
        (270, 520, "Mostly sunny, light wind", 24, "mm"),
    ]
    for k, day in enumerate(days):
        lines += [(56, 610 + 62 * k, day, 26, "lm"), (490, 610 + 62 * k, f"{18 + (k * 5) % 9}°", 26, "rm")]
    _write(picture, lines, "#ffffff")
    return picture


def _write(picture: Image.Image, lines: list[Text], colour: str) -> None:
    pen = ImageDraw.Draw(picture)
    for x, y, words, size, anchor in lines:
        pen.text((x, y), words, fill=colour, font=ImageFont.load_default(size), anchor=anchor)


def abstract() -> Image.Image:
    """Overlapping paper waves in warm and cold colours."""
    c = blank(1200, 800, 83, linear(0, 0, 1200, 800, "#fbe8c8", "#f8c8a0"))
    c.fill(ellipse(860, 250, 130), radial(830, 220, 190, "#ffe8a0", "#f2803a"))
    tones = ("#f2a65a", "#e8704a", "#c8435a", "#8a3a78", "#4f3a8a", "#2a3a78", "#16284a")
    for k, tone in enumerate(tones):
        y, phase = 330 + k * 66, k * 1.3
        points = [(x, y + 60 * math.sin(x / 210 + phase) + 24 * math.sin(x / 83 + phase * 2)) for x in range(-60, 1300, 60)]
        wave = [smooth([*points, (1290, 900), (-60, 900)], steps=6)]
        c.shadow(wave, 0, -12, 14, 0.4, "#2a1030")
        c.solid(wave, down(y - 80, y + 160, mix(tone, "#ffffff", 0.15), tone), depth=10, strength=0.25)
    c.texture(c.frame(), 3, 0.05, octaves=2)
    return c.finish(bloom=0.1)


def ferry_frames() -> list[Image.Image]:
    """Six frames of a little ferry rocking on the waves, in few colours."""
    return [_ferry(k / 6 * math.tau) for k in range(6)]


def _ferry(phase: float) -> Image.Image:
    c = blank(360, 240, 84, down(0, 150, "#8fd0e8", "#fdf0d0"), 360)
    c.fill(ellipse(280, 60, 24), "#ffd75a")
    y = 140 + 4 * math.sin(phase)
    c.fill(box(150, y - 44, 240, y - 8, 6), "#ffffff")
    c.fill(box(196, y - 74, 216, y - 40), "#e8503f")
    c.fill(joined(ellipse(168 + 20 * k, y - 27, 6) for k in range(4)), "#2f6a9a")
    c.fill(blob((110, y - 10), (200, y - 8), (280, y - 14), (252, y + 24), (136, y + 24)), "#2a4a78")
    c.fill(joined(ellipse(206 - 14 * k, y - 86 - 13 * k - 3 * math.sin(phase + k), 8 + 3 * k) for k in range(3)), "#f4f4f0")
    for k, tone in enumerate(("#4fb0c8", "#2f8ab0", "#1f5f8a")):
        points = [(x, 158 + 22 * k + 6 * math.sin(x / 22 + phase * (1 if k % 2 else -1) + k)) for x in range(-20, 400, 20)]
        c.fill([smooth([*points, (400, 260), (-20, 260)], steps=4)], tone)
    return c.finish(bloom=0.0, vignette=0.0, grain=0.0)
