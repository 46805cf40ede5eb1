"""Scenes with animals: a dog on a beach, a cat on a window sill, a robin in the snow, a bear at a river."""

from __future__ import annotations

import math

from PIL import Image

from resources.draw.canvas import Canvas, blank
from resources.draw.colour import down, linear, mix, radial
from resources.draw.shape import blob, box, ellipse, joined, moved, poly, ridge, smooth, stroke
from resources.draw.things import conifer, cumulus, flower, gull


def dog_on_beach() -> Image.Image:
    """A dog running along a beach with a ball."""
    c = blank(1200, 800, 51, down(0, 360, "#3f9ad8", "#a8daf0", "#fdf2dc"))
    cumulus(c, 260, 190, 280)
    cumulus(c, 900, 240, 200)
    c.fill(box(0, 350, 1200, 560), down(350, 560, "#1f7fa8", "#3fb8c0", "#a8e8e0"))
    c.ripple(350, 540, "#ffffff", "#156a90", 0.45)
    sand = [smooth([(-60, 560), (200, 520), (480, 548), (760, 500), (1000, 530), (1260, 490), (1260, 860), (-60, 860)])]
    c.fill(moved(sand, 0, -16), "#ffffff", 0.85, blur=4)
    c.fill(sand, down(490, 800, "#c89a6c", (0.25, "#f2d4a0"), "#e8bc80"))
    c.texture(sand, 26, 0.09, stretch=2, octaves=6)
    c.fill(joined(ellipse(250 - 62 * k, 748 + 10 * (k % 2), 15, 6) for k in range(4)), "#a8763f", 0.5, blur=2)
    _dog(c, 560, 600, 1.35)
    _ball(c, 960, 640, 34)
    for x, y, s in ((720, 120, 34), (800, 170, 24), (620, 90, 18)):
        gull(c, x, y, s, 0.4)
    return c.finish()


def _ball(c: Canvas, x: float, y: float, r: float) -> None:
    c.fill(ellipse(x + 30, y + 108, r * 1.1, 9), "#7a4a2c", 0.35, blur=5)
    c.fill(ellipse(x, y, r), "#f4f0e8")
    for a, colour in ((0, "#e8403a"), (120, "#2f7ac0"), (240, "#f8c23a")):
        rad = math.radians(a)
        c.fill(
            blob(
                (x, y),
                (x + math.cos(rad) * r * 1.2, y + math.sin(rad) * r * 1.2),
                (x + math.cos(rad + 1) * r * 1.2, y + math.sin(rad + 1) * r * 1.2),
            ),
            colour,
            within=ellipse(x, y, r),
        )
    c.fill(ellipse(x, y, r), radial(x - r * 0.4, y - r * 0.4, r * 1.7, "#ffffff", (0.4, "#e8e4ee"), "#6a5a80"), mode="multiply")


def _dog(c: Canvas, x: float, y: float, s: float) -> None:
    def at(px: float, py: float) -> tuple[float, float]:
        return (x + px * s, y + py * s)

    coat, deep, cream = "#c9843f", "#9a5a2c", "#f6e2c0"
    c.fill(ellipse(x + 10, y + 118 * s, 190 * s, 17 * s), "#7a4a2c", 0.4, blur=8)
    c.solid(
        stroke([at(-80, 20), at(-130, 60), at(-168, 92)], 34 * s, 18 * s) + stroke([at(82, 26), at(130, 66), at(160, 52)], 28 * s, 17 * s),
        deep,
        depth=7 * s,
    )
    c.solid(stroke([at(-98, -20), at(-150, -60), at(-176, -116)], 26 * s, 30 * s), coat, depth=9 * s)
    c.fill(ellipse(*at(-176, -120), 13 * s, 16 * s), cream)
    c.solid(
        blob(at(-112, -30), at(-60, -52), at(20, -46), at(84, -60), at(112, -10), at(90, 40), at(10, 38), at(-60, 44), at(-108, 30)),
        coat,
        depth=22 * s,
        strength=0.45,
    )
    c.fill(blob(at(96, -30), at(112, -4), at(84, 44), at(20, 40), at(60, 16)), cream, 0.85, blur=3)
    c.solid(
        stroke([at(-84, 16), at(-60, 70), at(-98, 112)], 38 * s, 17 * s) + stroke([at(70, 20), at(92, 78), at(150, 104)], 32 * s, 17 * s),
        coat,
        depth=8 * s,
        strength=0.4,
    )
    c.fill(ellipse(*at(-98, 113), 15 * s, 9 * s) + ellipse(*at(153, 105), 15 * s, 9 * s), cream)
    c.solid(stroke([at(84, -30), at(116, -74)], 60 * s, 52 * s), coat, depth=12 * s)
    c.fill(stroke([at(76, -58), at(128, -38)], 11 * s), "#d8342f")
    c.solid(
        blob(at(92, -112), at(128, -146), at(164, -128), at(212, -98), at(208, -76), at(160, -66), at(116, -64)),
        coat,
        depth=14 * s,
        strength=0.4,
    )
    c.fill(blob(at(158, -104), at(212, -98), at(208, -76), at(160, -68)), cream, 0.9, blur=2)
    c.fill(blob(at(172, -72), at(196, -72), at(200, -48), at(182, -44)), "#f0748a")
    c.fill(stroke([at(205, -78), at(180, -72), at(160, -80)], 3 * s), "#4a2a20")
    c.solid(ellipse(*at(210, -98), 10 * s, 8 * s), "#2a1c20", depth=4)
    c.fill(ellipse(*at(156, -116), 6.5 * s), "#2a1c20")
    c.fill(ellipse(*at(158, -118.5), 2.2 * s), "#ffffff")
    c.solid(blob(at(104, -136), at(124, -142), at(118, -104), at(84, -66), at(70, -84), at(86, -112)), deep, depth=8 * s, strength=0.4)


def cat_at_window() -> Image.Image:
    """A grey cat on a window sill in the sun."""
    c = blank(800, 1000, 52, down(0, 1000, "#efd9b8", "#d8b48a"))
    glass = box(90, 60, 710, 700)
    c.fill(box(70, 40, 730, 720, 6), "#fbf4e6")
    c.fill(glass, down(60, 700, "#8fcbe8", "#d8f0f0", "#fbf0d0"))
    c.fill(ridge(c.rng, 800, 560, 30, 200, 720), down(520, 700, "#8fbf8a", "#5a9a68"), within=glass)
    for x, h in ((180, 150), (590, 190), (655, 120)):
        conifer(c, x, 640, h, "#4a8a68")
    c.fill(glass, "#ffffff", 0.16, within=poly((90, 420), (500, 60), (640, 60), (90, 560)))
    c.fill(box(392, 60, 408, 700) + box(90, 300, 710, 314), "#fbf4e6")
    for side in (-1, 1):
        x = 400 + side * 345
        c.solid(
            blob((x - 70, -20), (x + 70, -20), (x + side * 10 + 60, 400), (x + 74, 1020), (x - 74, 1020), (x + side * 10 - 50, 400)),
            "#e8735a",
            depth=24,
            strength=0.35,
        )
    c.solid(box(20, 700, 780, 752, 8), down(700, 752, "#fffaf0", "#dcc8a8"), depth=8)
    c.fill(poly((200, 752), (600, 752), (760, 1000), (330, 1000)), "#fff2c8", 0.35, blur=14)
    _cat(c, 350, 700)
    _vase(c, 590, 702)
    return c.finish(bloom=0.35)


def _cat(c: Canvas, x: float, y: float) -> None:
    fur, deep, pale = "#8b90a0", "#565c70", "#f2efec"
    c.fill(ellipse(x + 20, y + 4, 150, 12), "#5a4438", 0.4, blur=6)
    c.solid(stroke([(x - 90, y - 20), (x - 170, y + 6), (x - 176, y + 90), (x - 130, y + 130)], 36, 24), fur, depth=10, sun=(0.5, -0.8))
    c.fill(joined(stroke([(x - 194, y + 40 + k * 26), (x - 158, y + 44 + k * 22)], 9) for k in range(3)), deep, 0.7)
    c.solid(
        blob((x - 118, y), (x - 128, y - 110), (x - 70, y - 220), (x + 10, y - 262), (x + 76, y - 200), (x + 92, y - 80), (x + 84, y)),
        fur,
        depth=34,
        strength=0.4,
        sun=(0.5, -0.8),
    )
    for k in range(5):
        c.fill(
            stroke([(x - 122 + k * 9, y - 70 - k * 34), (x - 70 + k * 8, y - 82 - k * 30), (x - 40, y - 66 - k * 30)], 13, 2), deep, 0.65
        )
    c.fill(blob((x + 20, y - 220), (x + 70, y - 180), (x + 74, y - 70), (x + 30, y - 60), (x + 4, y - 140)), pale, 0.9, blur=5)
    c.solid(
        box(x + 12, y - 130, x + 48, y + 4, 17) + box(x + 52, y - 130, x + 88, y + 4, 17),
        mix(fur, "#ffffff", 0.12),
        depth=8,
        sun=(0.5, -0.8),
    )
    c.fill(ellipse(x + 30, y - 4, 23, 12) + ellipse(x + 70, y - 4, 23, 12), pale)
    _cat_head(c, x + 26, y - 290, fur, deep, pale)


def _cat_head(c: Canvas, x: float, y: float, fur: str, deep: str, pale: str) -> None:
    for side in (-1, 1):
        c.solid(blob((x + side * 30, y - 58), (x + side * 88, y - 116), (x + side * 92, y - 20)), fur, depth=8, sun=(0.5, -0.8))
        c.fill(blob((x + side * 46, y - 58), (x + side * 80, y - 92), (x + side * 82, y - 34)), "#e8a8a0", 0.85)
    c.solid(
        blob(
            (x - 94, y - 6),
            (x - 70, y - 66),
            (x, y - 80),
            (x + 70, y - 66),
            (x + 94, y - 6),
            (x + 62, y + 54),
            (x, y + 72),
            (x - 62, y + 54),
        ),
        fur,
        depth=22,
        strength=0.35,
        sun=(0.5, -0.8),
    )
    c.fill(joined(stroke([(x + d, y - 74), (x + d * 0.7, y - 40)], 9, 2) for d in (-26, 0, 26)), deep, 0.7)
    c.fill(ellipse(x - 20, y + 34, 30, 25) + ellipse(x + 20, y + 34, 30, 25), pale)
    for side in (-1, 1):
        ex = x + side * 40
        c.fill(ellipse(ex, y - 6, 23, 21), "#3a4050")
        c.fill(ellipse(ex, y - 6, 20, 18.5), radial(ex, y, 24, "#c8e070", "#6f9a3a"))
        c.fill(ellipse(ex + 2, y - 6, 6.5, 17), "#141820")
        c.fill(ellipse(ex + 7, y - 13, 4.5), "#ffffff")
        c.fill(
            joined(stroke([(x + side * 34, y + 30 + k * 9), (x + side * 118, y + 16 + k * 20)], 1.8, 0.6) for k in range(3)), "#fffaf4", 0.9
        )
    c.fill(blob((x - 12, y + 14), (x + 12, y + 14), (x, y + 28)), "#e08a88")
    c.fill(stroke([(x, y + 26), (x, y + 36), (x - 16, y + 46)], 2.6) + stroke([(x, y + 36), (x + 16, y + 46)], 2.6), "#5a4a50")


def _vase(c: Canvas, x: float, y: float) -> None:
    stems = ((-70, -250, "#f8b83a"), (-20, -300, "#e8603f"), (40, -270, "#f4ead8"), (78, -210, "#e88aa0"), (-96, -180, "#f4ead8"))
    for dx, dy, colour in stems:
        c.fill(stroke([(x, y - 90), (x + dx * 0.5, y - 90 + dy * 0.4), (x + dx, y + dy)], 6), "#4f8a4a")
        flower(c, x + dx, y + dy, 40, colour, "#7a4a20", 9, dx)
    c.solid(
        blob((x - 26, y - 130), (x + 26, y - 130), (x + 54, y - 50), (x + 34, y), (x - 34, y), (x - 54, y - 50)),
        linear(x - 54, 0, x + 54, 0, "#8fc8d0", "#2f7a94"),
        depth=18,
        strength=0.4,
    )


def robin() -> Image.Image:
    """A robin on a snowy branch with red berries."""
    c = blank(1200, 800, 53, radial(760, 330, 900, "#f2f6f8", "#b8cfdc", "#7f9cb4"))
    at = c.rng.random((46, 3))
    for x, y, r in at:
        c.fill(ellipse(x * 1200, y * 800, 24 + 60 * r), ("#ffffff", "#e8eef4", "#a0bccc")[int(r * 3)], 0.28, blur=8)
    twigs = [
        [(-20, 640), (300, 590), (620, 600), (960, 540), (1230, 560)],
        [(300, 592), (220, 480), (170, 370)],
        [(860, 560), (960, 440), (1050, 380)],
        [(520, 600), (470, 700), (400, 790)],
    ]
    for twig, w in zip(twigs, (34, 16, 14, 14), strict=True):
        c.solid(stroke(twig, w, w * 0.5), "#6a4a40", depth=8, strength=0.5)
        c.solid(stroke([(x, y - w * 0.42) for x, y in twig], w * 0.55, w * 0.2), "#ffffff", depth=5, strength=0.3)
    for x, y in ((180, 420), (205, 400), (165, 390), (1000, 430), (1025, 410), (985, 405), (1040, 440), (440, 745), (462, 724)):
        c.fill(stroke([(x, y - 28), (x, y)], 2.4), "#6a4a40")
        c.solid(ellipse(x, y + 6, 15), "#d8262f", depth=7, strength=0.5)
        c.fill(ellipse(x, y - 5, 11, 5), "#ffffff", 0.95)
    _robin(c, 640, 420, 1.5)
    flakes = c.rng.random((110, 3)) * (1200, 800, 4)
    c.fill(joined(ellipse(x, y, 1.5 + r)[:1] for x, y, r in flakes), "#ffffff", 0.85, blur=1)
    return c.finish()


def _robin(c: Canvas, x: float, y: float, s: float) -> None:
    def at(px: float, py: float) -> tuple[float, float]:
        return (x + px * s, y + py * s)

    brown, deep = "#8a6a50", "#5f4636"
    c.fill(joined(stroke([at(d, 78), at(d + 4, 116)], 5 * s) for d in (-6, 26)), "#4a3028")
    c.solid(stroke([at(-70, 40), at(-160, 92)], 30 * s, 22 * s), deep, depth=6 * s)
    c.solid(
        blob(at(-92, 30), at(-56, -40), at(10, -92), at(66, -70), at(84, 0), at(62, 66), at(10, 92), at(-52, 78)),
        "#efe8dc",
        depth=26 * s,
        strength=0.4,
    )
    c.fill(blob(at(-92, 30), at(-56, -40), at(0, -84), at(20, -30), at(-20, 34), at(-60, 62)), down(y - 90 * s, y + 70 * s, brown, deep))
    c.solid(blob(at(20, -56), at(70, -66), at(90, -6), at(66, 40), at(24, 30), at(8, -16)), "#e8642c", depth=16 * s, strength=0.3)
    c.solid(ellipse(*at(42, -88), 50 * s, 46 * s), brown, depth=16 * s, strength=0.35)
    c.fill(blob(at(40, -112), at(84, -104), at(92, -70), at(64, -36), at(24, -44), at(20, -80)), "#e8642c", blur=2)
    c.fill(poly(at(88, -96), at(120, -82), at(88, -76)), "#3a2c2c")
    c.fill(ellipse(*at(58, -96), 9 * s), "#1c1418")
    c.fill(ellipse(*at(61, -99), 3 * s), "#ffffff")
    c.solid(blob(at(-84, 34), at(-40, -34), at(0, -8), at(-14, 40), at(-60, 66), at(-110, 70)), deep, depth=10 * s, strength=0.4)
    c.fill(joined(stroke([at(-20 - k * 16, 8 + k * 12), at(-66 - k * 12, 44 + k * 10)], 3 * s) for k in range(3)), "#b8987a", 0.8)


def bear() -> Image.Image:
    """A brown bear fishing in a mountain river."""
    c = blank(1200, 800, 54, down(0, 380, "#8fb8c8", "#d8e6dc", "#f4ead0"))
    for base, tone, h in ((300, "#8fb0a8", 60), (350, "#5f8a80", 44)):
        c.fill(ridge(c.rng, 1200, base, h, 330, 460), down(base - h, 440, tone, mix(tone, "#e8ead8", 0.5)))
    for k in range(44):
        x = k * 28 + 14 * float(c.rng.random())
        conifer(
            c,
            x,
            430 + 10 * float(c.rng.random()),
            90 + 110 * abs(x - 560) / 600 * float(0.5 + c.rng.random()),
            mix("#2f5f50", "#4f7f68", float(c.rng.random())),
        )
    c.haze(330, 440, "#f4ead0", 0.5)
    c.fill(box(0, 436, 1200, 810), down(436, 800, "#9fc8c8", "#3f8a98", "#1f5a70"))
    c.ripple(436, 800, "#ffffff", "#154a60", 0.6, cell=22)
    for x, y, r in ((150, 520, 80), (1020, 500, 70), (1120, 600, 120), (60, 690, 110), (880, 740, 90)):
        _boulder(c, x, y, r)
    _bear(c, 520, 480, 1.25)
    legs = ((362, 650), (417, 646), (635, 646), (690, 650))
    c.fill(joined(ellipse(x, y + 16, 48, 20) for x, y in legs), "#3f8a98", 0.95, blur=5)
    c.fill(joined(ellipse(x + d, y + 2 + abs(d) * 0.1, 26, 6) for x, y in legs for d in (-24, 0, 24)), "#ffffff", 0.75, blur=3)
    _fish(c, 850, 520)
    return c.finish()


def _boulder(c: Canvas, x: float, y: float, r: float) -> None:
    rock = blob((x - r, y + r * 0.3), (x - r * 0.7, y - r * 0.3), (x, y - r * 0.55), (x + r * 0.8, y - r * 0.2), (x + r, y + r * 0.3))
    c.solid(rock, down(y - r * 0.6, y + r * 0.4, "#9a958c", "#5a5a5c"), depth=r * 0.25, strength=0.5)
    c.texture(rock, r * 0.4, 0.3, octaves=5)
    c.fill(ellipse(x, y + r * 0.32, r * 1.1, r * 0.09), "#ffffff", 0.6, blur=3)


def _bear(c: Canvas, x: float, y: float, s: float) -> None:
    def at(px: float, py: float) -> tuple[float, float]:
        return (x + px * s, y + py * s)

    fur, deep = "#8a5a36", "#5a3826"
    c.fill(ellipse(*at(10, 142), 190 * s, 20 * s), "#0f3a4c", 0.5, blur=8)
    c.solid(stroke([at(-90, 40), at(-82, 140)], 58 * s, 44 * s) + stroke([at(96, 40), at(92, 140)], 52 * s, 40 * s), deep, depth=10 * s)
    body = blob(
        at(-150, 30),
        at(-130, -60),
        at(-60, -88),
        at(20, -72),
        at(80, -104),
        at(140, -60),
        at(146, 20),
        at(100, 74),
        at(-20, 66),
        at(-110, 88),
    )
    c.solid(body, fur, depth=36 * s, strength=0.5)
    c.texture(body, 9, 0.1, octaves=3)
    c.solid(
        stroke([at(-120, 30), at(-126, 142)], 64 * s, 46 * s) + stroke([at(122, 10), at(136, 142)], 60 * s, 42 * s),
        fur,
        depth=12 * s,
        strength=0.45,
    )
    c.solid(
        blob(at(100, -90), at(150, -120), at(206, -98), at(226, -52), at(206, -6), at(150, 6), at(110, -30)),
        fur,
        depth=20 * s,
        strength=0.45,
    )
    c.solid(ellipse(*at(136, -112), 22 * s) + ellipse(*at(190, -116), 20 * s), deep, depth=7 * s)
    c.solid(blob(at(188, -60), at(232, -56), at(256, -26), at(236, -2), at(192, -4)), "#b88a5c", depth=12 * s, strength=0.35)
    c.solid(ellipse(*at(250, -36), 14 * s, 11 * s), "#2a1c1c", depth=5 * s)
    c.fill(ellipse(*at(196, -70), 7 * s), "#1c1214")
    c.fill(ellipse(*at(198, -73), 2.4 * s), "#ffffff")
    c.fill(stroke([at(246, -14), at(222, -8), at(206, -14)], 3 * s), "#3a241c")


def _fish(c: Canvas, x: float, y: float) -> None:
    c.fill(joined(ellipse(x - 50 + 14 * k, y + 90 - 22 * (k % 3), 5) for k in range(8)), "#ffffff", 0.85)
    c.solid(
        blob((x - 60, y + 20), (x - 10, y - 26), (x + 60, y - 34), (x + 50, y + 4), (x, y + 28)),
        down(y - 30, y + 30, "#e8705a", "#f4d8cc"),
        depth=9,
        strength=0.45,
    )
    c.solid(poly((x - 52, y + 16), (x - 96, y + 12), (x - 84, y + 58)), "#d85a48", depth=5)
    c.fill(ellipse(x + 44, y - 20, 4.5), "#2a1c20")
