"""Scenes by the water: harbour, lighthouse, sunset, gulls, bridge, lake, salt flat."""

from __future__ import annotations

from PIL import Image

from resources.draw.canvas import Canvas, blank
from resources.draw.colour import down, linear, mix
from resources.draw.land_forms import mountains
from resources.draw.shape import box, ellipse, joined, poly, ridge, smooth, stroke
from resources.draw.things import BoatColours, conifer, cumulus, fishing_boat, flock, gull, house, stars, sun

BOATS = (
    (255.0, 520.0, 190.0, BoatColours("#2f6f8f", "#f3e6c8", "#efe5d2"), 1),
    (870.0, 545.0, 230.0, BoatColours("#a63d32", "#f6ead0", "#f3ead9"), -1),
    (560.0, 600.0, 300.0, BoatColours("#1f4a5c", "#e8b04a", "#f2e7d3"), 1),
)


def harbour() -> Image.Image:
    """Fishing boats at rest in a harbour at dawn."""
    c = blank(1200, 800, 11, down(0, 480, "#5b7fb0", "#c99db0", "#f9c79a", "#ffe3b5"))
    c.clouds(20, 330, "#ffd9bd", 0.45, alpha=0.7)
    sun(c, 930, 372, 30)
    c.fill(ridge(c.rng, 1200, 380, 30, 420, 470), down(330, 460, "#b0869c", "#dba68f"))
    c.fill(ridge(c.rng, 1200, 420, 22, 260, 470), down(390, 460, "#8a6c8c", "#b98684"))
    walls = ("#e6c9a0", "#c96f55", "#f0e2c4", "#7f9db2", "#d9a15e", "#b9574c", "#e9dcc6", "#8fa98f", "#dcb489")
    for i, wall in enumerate(walls):
        w = 66 + 22 * (i * 5 % 3)
        house(c, 20 + i * 92, 468, w, 70 + 26 * (i * 7 % 4), wall, mix("#7a3f3a", "#4a4460", i % 3 / 2))
    c.fill(box(-5, 462, 1210, 484), down(462, 484, "#8d7a78", "#5d5468"))
    c.haze(360, 470, "#ffdcb4", 0.42)
    c.reflect(484, 800, 1.0, sway=7)
    c.fill(box(0, 484, 1200, 800), down(484, 800, "#6f7f9f", "#1f3a5c"), 0.42)
    c.ripple(484, 800, "#ffd9b0", "#1a2b4d", 0.35)
    c.glitter(484, 800, 930, 90, "#ffe0a0", 0.8)
    for x, y, s, paint, flip in BOATS:
        _moored(c, x, y, s, paint, flip)
    flock(c, 9, 420, 170, 90, 9, "#5a4a62")
    return c.finish()


def _moored(c: Canvas, x: float, y: float, s: float, paint: BoatColours, flip: int) -> None:
    c.fill(ellipse(x, y + s * 0.12, s * 0.55, s * 0.13), "#14233f", 0.45, blur=s * 0.05)
    c.fill(
        joined(ellipse(x + s * 0.1 * k, y + s * (0.05 + 0.045 * abs(k)), s * 0.16, s * 0.012) for k in range(-3, 4)),
        paint.hull,
        0.5,
        blur=1.5,
    )
    fishing_boat(c, x, y, s, paint, flip)
    c.fill(joined(ellipse(x + s * 0.17 * k, y + s * 0.03, s * 0.1, s * 0.008) for k in range(-3, 4)), "#ffe9cc", 0.55, blur=1)


def lighthouse() -> Image.Image:
    """A lighthouse on a rock at dusk."""
    c = blank(800, 1200, 12, down(0, 860, "#1d2a5b", "#4c4f8f", "#c06f8f", "#ffb37e"))
    stars(c, 120, 420)
    c.clouds(300, 820, "#ff9d86", 0.5, stretch=4, alpha=0.75)
    c.clouds(120, 600, "#5a4f8a", 0.42, stretch=4, alpha=0.7)
    c.fill(box(0, 840, 800, 1200), down(840, 1200, "#c98393", "#4b4a80", "#161d42"))
    c.ripple(840, 1200, "#ffc0a0", "#1b1c46", 0.5, cell=34)
    _rock(c)
    for side in (-1, 1):
        c.fill(
            poly((470, 372), (470 + side * 620, 300), (470 + side * 620, 470)),
            linear(470, 0, 470 + side * 560, 0, "#fff3c0", (0.5, "#b98fa0"), "#4c4f8f"),
            0.32,
            blur=16,
        )
    _tower(c, 470, 330, 900)
    c.glow(470, 372, 60, "#ffe9a0", 0.95)
    c.fill(box(0, 1095, 800, 1200), down(1095, 1200, "#3a3f74", "#161d42"), 0.35, blur=20)
    for x, y, s in ((150, 560, 30), (230, 640, 20), (660, 610, 24)):
        gull(c, x, y, s, 0.4, "#e9dbe6", "#3b3358")
    return c.finish(bloom=0.4)


def _rock(c: Canvas) -> None:
    rock = poly((130, 1120), (210, 990), (300, 960), (350, 890), (450, 868), (600, 880), (660, 960), (760, 1010), (800, 1050), (800, 1120))
    c.solid(rock, down(870, 1120, "#6b5474", "#2a2450"), depth=40, strength=0.5, light="#ffb48e")
    c.texture(rock, 60, 0.5, octaves=6)
    c.fill(joined(ellipse(140 + 62 * k, 1112 + 9 * (k % 3), 60, 7) for k in range(11)), "#ffe4de", 0.55, blur=5)


def _tower(c: Canvas, x: float, top: float, foot: float) -> None:
    tower = poly((x - 34, top + 70), (x + 34, top + 70), (x + 58, foot), (x - 58, foot))
    c.fill(tower, linear(x - 55, 0, x + 55, 0, "#ffe8d8", "#f2d9d4", "#8a7aa0"))
    for k in range(3):
        y = top + 130 + k * 150
        c.fill(box(x - 90, y, x + 90, y + 72), linear(x - 55, 0, x + 55, 0, "#f0705c", "#c8413f", "#6a2648"), within=tower)
    c.fill(joined(box(x - 9, top + 220 + k * 150, x + 9, top + 250 + k * 150, 8) for k in range(3)), "#3b2f55")
    c.fill(box(x - 24, top + 18, x + 24, top + 66), down(top + 18, top + 66, "#fff6c8", "#ffd677"))
    c.fill(joined(box(x + d - 2, top + 18, x + d + 2, top + 66) for d in (-24, -8, 8, 24)), "#2c2748")
    c.fill(poly((x - 34, top + 20), (x, top - 22), (x + 34, top + 20)), "#a8323c")
    c.fill(
        box(x - 50, top + 64, x + 50, top + 76, 4) + joined(box(x + d - 1, top + 46, x + d + 1, top + 66) for d in range(-46, 47, 13)),
        "#2c2748",
    )


def sunset_sea() -> Image.Image:
    """The sun going down over a calm sea."""
    c = blank(1200, 800, 13, down(0, 500, "#2b2a63", "#8a3f80", "#f0665a", "#ffb154", "#ffe08a"))
    c.clouds(30, 420, "#ffb27a", 0.42, stretch=5, alpha=0.85)
    c.clouds(0, 330, "#5a2f70", 0.42, stretch=5, alpha=0.7)
    sun(c, 640, 438, 62, "#fff3b8", "#ffb35a")
    c.fill(box(0, 500, 1200, 800), down(500, 800, "#f79a5c", "#a04a78", "#2a2350"))
    c.ripple(500, 800, "#ffc98a", "#3a1f58", 0.6)
    c.glitter(500, 800, 640, 170, "#fff0b0", 1.0)
    c.fill(ridge(c.rng, 380, 500, 18, 90, 506)[:1], "#5a2a5c", 0.9)
    _sail(c, 905, 515, 120)
    flock(c, 7, 300, 260, 60, 12, "#4a2048")
    return c.finish(bloom=0.45)


def _sail(c: Canvas, x: float, y: float, s: float) -> None:
    hull = "#2d1740"
    c.fill(poly((x - s * 0.42, y - s * 0.1), (x + s * 0.48, y - s * 0.12), (x + s * 0.3, y + s * 0.04), (x - s * 0.32, y + s * 0.04)), hull)
    c.fill(box(x - 1.5, y - s * 1.3, x + 1.5, y), hull)
    for points in (((4, -1.28), (0.52, -0.2), (4, -0.2)), ((-4, -1.15), (-0.36, -0.2), (-4, -0.2))):
        sail = [smooth([(x + (px if abs(px) > 1 else px * s), y + py * s) for px, py in points], steps=3)]
        c.fill(sail, linear(x - s * 0.4, 0, x + s * 0.5, 0, "#ffd9a8", "#b0566a"))
    c.fill(ellipse(x, y + s * 0.12, s * 0.4, s * 0.05), hull, 0.5, blur=4)


def gulls(frame: int = 0) -> Image.Image:
    """Gulls over the quay; the frames of a burst differ by wing beat and place."""
    c = blank(1080, 720, 14, down(0, 560, "#4b8fc9", "#9fcbe6", "#e3eff2"), 1200)
    c.clouds(40, 460, "#ffffff", 0.5, stretch=3, alpha=0.9)
    c.fill(box(0, 520, 1080, 720), down(520, 720, "#7db4c4", "#2c6f8e"))
    c.ripple(520, 720, "#e9fbff", "#1f5775", 0.5, cell=30)
    c.fill(ridge(c.rng, 1080, 508, 18, 300, 524), "#8fb3c4")
    _posts(c)
    flight = ((300, 250, 150, 0.42), (640, 170, 105, 0.1), (840, 330, 125, 0.5), (520, 400, 80, -0.15))
    for k, (x, y, s, lift) in enumerate(flight):
        beat = (0.0, 0.22, -0.3)[(frame + k) % 3] if frame else 0.0
        _bird(c, x + frame * (26 + 7 * k), y - frame * (8 + 3 * k), s, lift + beat)
    return c.finish(bloom=0.2)


def _bird(c: Canvas, x: float, y: float, s: float, lift: float) -> None:
    gull(c, x, y, s, lift)
    c.solid(ellipse(x + s * 0.26, y - s * 0.08, s * 0.1), "#fbfbfd", depth=s * 0.05, strength=0.3)
    c.fill(poly((x + s * 0.34, y - s * 0.1), (x + s * 0.47, y - s * 0.05), (x + s * 0.34, y - s * 0.03)), "#f0a024")
    c.fill(ellipse(x + s * 0.29, y - s * 0.1, s * 0.017), "#1c2030")


def _posts(c: Canvas) -> None:
    for k, x in enumerate((80, 190, 905, 1010)):
        top = 470 + 24 * (k % 2)
        c.fill(box(x - 17, top, x + 17, 735, 4), linear(x - 17, 0, x + 17, 0, "#9a7a5c", "#6e5240", "#3c2c2c"))
        c.fill(ellipse(x, top + 2, 17, 5), "#b8977a")
    c.fill(stroke([(190, 520), (545, 610), (905, 510)], 7), "#5c4636")
    c.solid(ellipse(80, 446, 30, 17, 8) + ellipse(104, 428, 12), "#f6f6fa", depth=12, strength=0.4)
    c.fill(poly((114, 425), (130, 430), (114, 434)), "#f0a024")


def bridge() -> Image.Image:
    """A suspension bridge in morning mist."""
    c = blank(1200, 800, 15, down(0, 640, "#8fb4cf", "#cfdbe0", "#f8e6cf"))
    sun(c, 250, 250, 40, "#fffaf0", "#ffe2b0")
    for base, tone in ((470, "#a9bccb"), (520, "#8ba6b8")):
        c.fill(ridge(c.rng, 1200, base, 60, 360, 640), down(base - 60, 640, tone, "#e8e2d6"))
    c.fill(box(0, 600, 1200, 800), down(600, 800, "#c9d6d8", "#5f8aa0"))
    c.ripple(600, 800, "#ffffff", "#4d7790", 0.45)
    _span(c)
    c.haze(420, 610, "#f4ece0", 0.7)
    c.clouds(470, 760, "#f7f1e8", 0.55, stretch=5, alpha=0.75)
    conifers = ((40, 790, 210), (110, 806, 160), (1120, 800, 230), (1180, 812, 190), (1050, 815, 140))
    for x, y, h in conifers:
        conifer(c, x, y, h, "#2f4b52")
    return c.finish()


def _span(c: Canvas) -> None:
    red, deep = "#d2543a", "#8f3530"
    towers = (330.0, 900.0)
    cables = [[(-80, 360), (120, 330), (330, 150)], [(330, 150), (615, 430), (900, 150)], [(900, 150), (1110, 330), (1290, 360)]]
    for x in towers:
        c.fill(box(x - 26, 130, x - 10, 640, 3) + box(x + 10, 130, x + 26, 640, 3), linear(x - 26, 0, x + 26, 0, red, deep))
        c.fill(joined(box(x - 24, y, x + 24, y + 14) for y in (150, 240, 330, 420, 560)), deep)
    lines = [smooth(points, closed=False, steps=24) for points in cables]
    hangers = joined(box(x - 0.9, y, x + 0.9, 468) for line in lines for x, y in line[::2] if y < 462)
    c.fill(hangers, "#b0503c", 0.85)
    c.fill(joined(stroke([(float(x), float(y)) for x, y in line], 6, curve=False) for line in lines), red)
    c.fill(box(-5, 464, 1205, 486), down(464, 486, red, "#6a2c30"))


def mountain_lake() -> Image.Image:
    """Snowy mountains mirrored in a still lake."""
    c = blank(1200, 800, 16, down(0, 430, "#3f6fb5", "#8fb8df", "#fde3cf"))
    c.clouds(10, 260, "#ffffff", 0.45, alpha=0.8)
    _peaks(c)
    c.fill(ridge(c.rng, 1200, 405, 22, 160, 470), down(380, 450, "#3f6a5c", "#24483f"))
    for k in range(34):
        x = k * 37 + float(c.rng.random()) * 20
        conifer(c, x, 444, 40 + 55 * float(c.rng.random()) * (1.4 - abs(x - 600) / 900), "#1f4a40")
    c.haze(380, 440, "#ffe9d6", 0.35)
    c.reflect(444, 800, 1.0, sway=3.5)
    c.fill(box(0, 444, 1200, 800), down(444, 800, "#5f93b8", "#123a5c"), 0.38)
    c.ripple(444, 800, "#d8f0ff", "#0f3050", 0.16)
    stones = ((120, 770, 90), (260, 795, 70), (1040, 780, 110), (930, 800, 60), (1170, 800, 90))
    for x, y, r in stones:
        c.solid(ellipse(x, y, r, r * 0.42), "#4f5a66", depth=16, strength=0.5)
    return c.finish()


def _peaks(c: Canvas) -> None:
    mountains(c, 320, 150, 300, 450, ("#93add2", "#cfd3e2", "#7f97c2"), snow=235)
    mountains(c, 370, 190, 430, 450, ("#6484b8", "#b3bbd4", "#46639c"), snow=290)


def salt_flat() -> Image.Image:
    """A white salt shore below the level of the sea."""
    c = blank(1200, 750, 17, down(0, 330, "#3b8fc4", "#9fd2e6", "#f2f1e6"))
    c.fill(ridge(c.rng, 1200, 300, 40, 420, 350), down(240, 350, "#c79a8c", "#e6cdb9"))
    c.fill(box(0, 335, 1200, 560), down(335, 560, "#7fc9d1", "#36a3b3", "#8fd8d0"))
    c.ripple(335, 560, "#ffffff", "#1f8a9c", 0.35)
    shore = [smooth([(-40, 520), (200, 470), (420, 520), (640, 470), (900, 530), (1240, 450), (1260, 800), (-60, 800)])]
    c.fill(shore, "#2c8f9c", 0.4, blur=10)
    c.solid(shore, down(460, 750, "#fdfcf7", "#e9dccb"), depth=18, strength=0.25)
    c.texture(shore, 46, 0.12, stretch=2.2, octaves=6)
    for _ in range(60):
        x, y = float(c.rng.random()) * 1200, 540 + float(c.rng.random()) * 200
        r = 6 + (y - 520) * 0.13 * float(c.rng.random())
        c.shadow(ellipse(x, y, r, r * 0.5), r * 0.4, r * 0.25, 4, 0.25, "#6a5a70")
        c.solid(ellipse(x, y, r, r * 0.55), "#fffdf8", depth=r * 0.4, strength=0.35)
    cumulus(c, 880, 170, 300)
    return c.finish()
