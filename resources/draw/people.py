"""Stylised portraits. The heads are known by place and size, so that face regions can be written from the drawing itself."""

from __future__ import annotations

from dataclasses import dataclass

from PIL import Image

from resources.draw.canvas import Canvas, blank
from resources.draw.colour import down, mix, radial
from resources.draw.shape import Shape, blob, box, ellipse, joined, poly, stroke
from resources.draw.things import cumulus, flower, leafy


@dataclass(frozen=True, slots=True)
class Head:
    """Where a head is (middle and height of the face, design units) and its colours."""

    x: float
    y: float
    size: float
    skin: str
    hair: str
    lips: str = "#b8504a"


GRANDMOTHER = Head(400, 430, 300, "#edc3a0", "#e4e2e6")
GIRL = Head(400, 450, 290, "#f2c6a0", "#a8481f")
NINA = Head(395, 380, 210, "#9a6440", "#2a1a18", "#8a3038")
TOMAS = Head(800, 350, 220, "#e8b48c", "#4a3020")
UNCLE = Head(400, 430, 300, "#c98f62", "#2f2a2c", "#9a4a40")


def grandmother() -> Image.Image:
    """An old woman with white hair and round glasses in her garden."""
    c = blank(800, 1000, 71, down(0, 1000, "#b8d8a0", "#7fb078", "#4f8060"))
    _bokeh(c, ("#e8f4c0", "#a8d090", "#f8d8a0"))
    for x, y, r, tone in ((90, 700, 60, "#e87a9a"), (720, 640, 66, "#f2b8c8"), (60, 860, 70, "#f0a04a"), (740, 850, 62, "#e85a7a")):
        flower(c, x, y, r, tone, "#f8d850", 9, x)
    h = GRANDMOTHER
    bun = ellipse(h.x, h.y - 235, 82, 70)
    c.solid(bun, h.hair, depth=22, strength=0.35)
    c.solid(
        blob(
            (h.x - 165, h.y + 20),
            (h.x - 160, h.y - 120),
            (h.x, h.y - 215),
            (h.x + 160, h.y - 120),
            (h.x + 165, h.y + 20),
            (h.x + 110, h.y + 90),
            (h.x - 110, h.y + 90),
        ),
        h.hair,
        depth=26,
        strength=0.35,
    )
    _shoulders(c, h, "#5a6a9a")
    c.fill(joined(ellipse(h.x + 21 * k, h.y + 232 - abs(k) * 7.5, 12) for k in range(-5, 6)), "#fbf6f0")
    _face(c, h, smile=0.9)
    _fringe(c, h, ((-148, -60), (-60, -190), (40, -196), (148, -60), (70, -118), (0, -136), (-70, -112)))
    for side in (-1, 1):
        c.fill(_ring(h.x + side * 58, h.y - 14, 46, 6), "#8a3f4a")
    c.fill(stroke([(h.x - 13, h.y - 20), (h.x, h.y - 26), (h.x + 13, h.y - 20)], 5), "#8a3f4a")
    wrinkles = joined(
        stroke([(h.x + s * 112, h.y - 30 + k * 14), (h.x + s * 134, h.y - 36 + k * 20)], 2.4) for s in (-1, 1) for k in range(2)
    )
    c.fill(wrinkles, mix(h.skin, "#8a4a3a", 0.5), 0.6)
    return c.finish()


def girl_in_scarf() -> Image.Image:
    """A red-haired girl in a woollen scarf on a snowy day."""
    c = blank(800, 1000, 72, down(0, 1000, "#8fb4d4", "#c8dcea", "#eef4f8"))
    _bokeh(c, ("#ffffff", "#d8e8f4", "#a8c8e0"))
    h = GIRL
    c.solid(
        blob(
            (h.x - 150, h.y - 100),
            (h.x + 150, h.y - 100),
            (h.x + 190, h.y + 130),
            (h.x + 170, h.y + 400),
            (h.x, h.y + 300),
            (h.x - 170, h.y + 400),
            (h.x - 190, h.y + 130),
        ),
        h.hair,
        depth=34,
        strength=0.4,
    )
    for k in range(12):
        x = h.x - 168 + k * 30
        c.fill(stroke([(x, h.y - 60), (x - 14, h.y + 130), (x + 10, h.y + 330)], 5, 2), mix(h.hair, "#ffb070", 0.4), 0.45)
    _shoulders(c, h, "#2f5a7a")
    _face(c, h, smile=1.0)
    c.fill(joined(ellipse(h.x + s * (46 + 17 * k), h.y + 24 + 8 * (k % 2), 3.2) for s in (-1, 1) for k in range(4)), "#c87a4a", 0.75)
    scarf = blob(
        (h.x - 165, h.y + 150), (h.x, h.y + 205), (h.x + 165, h.y + 150), (h.x + 178, h.y + 240), (h.x, h.y + 310), (h.x - 178, h.y + 240)
    )
    tail = blob((h.x + 60, h.y + 250), (h.x + 150, h.y + 240), (h.x + 170, h.y + 560), (h.x + 70, h.y + 570))
    for part in (tail, scarf):
        c.shadow(part, 4, 12, 10, 0.35)
        c.solid(part, "#c8303a", depth=20, strength=0.45)
        c.fill(
            joined(stroke([(h.x - 200 + k * 22, h.y + 130), (h.x - 186 + k * 22, h.y + 600)], 3) for k in range(20)),
            "#8a1a2a",
            0.4,
            within=part,
        )
    _hat(c, h)
    flakes = c.rng.random((120, 3)) * (800, 1000, 4.5)
    c.fill(joined(ellipse(x, y, 1.5 + r)[:1] for x, y, r in flakes), "#ffffff", 0.85, blur=1)
    return c.finish()


def _hat(c: Canvas, h: Head) -> None:
    cap = blob(
        (h.x - 164, h.y - 76), (h.x - 140, h.y - 210), (h.x, h.y - 280), (h.x + 140, h.y - 210), (h.x + 164, h.y - 76), (h.x, h.y - 104)
    )
    c.solid(cap, "#f4ead8", depth=26, strength=0.35)
    c.fill(joined(stroke([(h.x + k * 26, h.y - 90), (h.x + k * 17, h.y - 280)], 4) for k in range(-6, 7)), "#c8b090", 0.5, within=cap)
    band = blob(
        (h.x - 172, h.y - 110), (h.x, h.y - 148), (h.x + 172, h.y - 110), (h.x + 168, h.y - 58), (h.x, h.y - 92), (h.x - 168, h.y - 58)
    )
    c.solid(band, "#c8303a", depth=10, strength=0.4)
    c.solid(ellipse(h.x, h.y - 296, 48), "#fffaf2", depth=16, strength=0.35)


def uncle() -> Image.Image:
    """A bearded man with a cap, seated before a warm wall."""
    c = blank(800, 1000, 73, radial(520, 300, 900, "#f8c888", "#d8884a", "#8a4a34"))
    c.texture(c.frame(), 160, 0.08, octaves=7)
    h = UNCLE
    _shoulders(c, h, "#3f6a5a")
    c.fill(
        joined(box(x, 640, x + 10, 1010) for x in range(90, 760, 62)) + joined(box(0, y, 800, y + 8) for y in range(690, 1000, 62)),
        "#d8c890",
        0.3,
        within=_torso(h),
    )
    c.solid(
        blob((h.x - 150, h.y - 60), (h.x, h.y - 190), (h.x + 150, h.y - 60), (h.x + 140, h.y + 30), (h.x - 140, h.y + 30)), h.hair, depth=16
    )
    _face(c, h, smile=0.5)
    beard = blob(
        (h.x - 138, h.y + 8),
        (h.x - 96, h.y + 52),
        (h.x - 58, h.y + 56),
        (h.x, h.y + 46),
        (h.x + 58, h.y + 56),
        (h.x + 96, h.y + 52),
        (h.x + 138, h.y + 8),
        (h.x + 128, h.y + 130),
        (h.x + 60, h.y + 205),
        (h.x, h.y + 220),
        (h.x - 60, h.y + 205),
        (h.x - 128, h.y + 130),
    )
    c.solid(beard, h.hair, depth=20, strength=0.35)
    strands = joined(stroke([(h.x + k * 12, h.y + 90), (h.x + k * 10, h.y + 200)], 3, 1) for k in range(-9, 10))
    c.fill(strands, "#7a6a64", 0.35, within=beard)
    c.fill(blob((h.x - 44, h.y + 92), (h.x, h.y + 84), (h.x + 44, h.y + 92), (h.x, h.y + 118)), "#b8605a")
    c.fill(stroke([(h.x - 44, h.y + 94), (h.x, h.y + 101), (h.x + 44, h.y + 94)], 3), "#5a2a2a")
    cap = blob(
        (h.x - 158, h.y - 84), (h.x - 130, h.y - 200), (h.x, h.y - 246), (h.x + 130, h.y - 200), (h.x + 158, h.y - 84), (h.x, h.y - 112)
    )
    c.solid(cap, "#4a5a78", depth=22, strength=0.4)
    c.solid(
        blob((h.x - 170, h.y - 92), (h.x, h.y - 130), (h.x + 170, h.y - 92), (h.x + 110, h.y - 62), (h.x, h.y - 72), (h.x - 110, h.y - 62)),
        "#33405a",
        depth=10,
        strength=0.4,
    )
    return c.finish()


def friends() -> Image.Image:
    """Two friends laughing at a picnic."""
    c = blank(1200, 800, 74, down(0, 620, "#6fb4e0", "#c8e6f0", "#f4f2dc"))
    cumulus(c, 1020, 170, 240)
    cumulus(c, 160, 210, 220)
    for x, y, s in ((60, 560, 330), (1130, 570, 360), (600, 540, 230), (330, 540, 180)):
        leafy(c, x, y, s, "#6fae58")
    c.fill(box(0, 540, 1200, 810), down(540, 800, "#a8d070", "#5f9a50"))
    _long_hair(c, NINA)
    for h, top in ((NINA, "#f2b83a"), (TOMAS, "#e8604a")):
        _shoulders(c, h, top)
        _face(c, h, smile=1.2)
    h = NINA
    _fringe(c, h, ((-104, -20), (-92, -112), (0, -156), (92, -112), (104, -20), (60, -78), (-20, -96), (-70, -60)))
    h = TOMAS
    _fringe(c, h, ((-112, -34), (-118, -110), (-50, -170), (40, -178), (116, -120), (112, -34), (84, -84), (0, -92), (-80, -84)))
    c.fill(poly((0, 720), (1200, 700), (1200, 810), (0, 810)), "#f8f4ec")
    c.fill(
        joined(box(x, 690, x + 34, 810) for x in range(0, 1200, 68)),
        "#e0403c",
        0.5,
        within=poly((0, 720), (1200, 700), (1200, 810), (0, 810)),
    )
    c.fill(box(0, 748, 1200, 782), "#e0403c", 0.45)
    return c.finish()


def _long_hair(c: Canvas, h: Head) -> None:
    c.solid(
        blob(
            (h.x - 110, h.y - 90),
            (h.x, h.y - 160),
            (h.x + 110, h.y - 90),
            (h.x + 138, h.y + 70),
            (h.x + 126, h.y + 220),
            (h.x - 126, h.y + 220),
            (h.x - 138, h.y + 70),
        ),
        h.hair,
        depth=24,
        strength=0.35,
    )


def _bokeh(c: Canvas, tones: tuple[str, str, str]) -> None:
    for x, y, r in c.rng.random((40, 3)):
        c.fill(ellipse(x * 800, y * 1000, 20 + 60 * r), tones[int(r * 3)], 0.3, blur=9)


def _torso(h: Head) -> Shape:
    s = h.size / 300
    x, y = h.x, h.y
    return blob(
        (x - 70 * s, y + 205 * s),
        (x + 70 * s, y + 205 * s),
        (x + 230 * s, y + 270 * s),
        (x + 300 * s, y + 420 * s),
        (x + 310 * s, y + 720 * s),
        (x - 310 * s, y + 720 * s),
        (x - 300 * s, y + 420 * s),
        (x - 230 * s, y + 270 * s),
    )


def _shoulders(c: Canvas, h: Head, top: str) -> None:
    s = h.size / 300
    c.solid(box(h.x - 62 * s, h.y + 90 * s, h.x + 62 * s, h.y + 270 * s, 40 * s), mix(h.skin, "#8a4a3a", 0.22), depth=14 * s)
    c.solid(_torso(h), top, depth=44 * s, strength=0.45)
    c.solid(
        blob(
            (h.x - 78 * s, h.y + 212 * s),
            (h.x, h.y + 285 * s),
            (h.x + 78 * s, h.y + 212 * s),
            (h.x + 40 * s, h.y + 190 * s),
            (h.x - 40 * s, h.y + 190 * s),
        ),
        mix(h.skin, "#8a4a3a", 0.12),
        depth=10 * s,
        strength=0.25,
    )


def _face(c: Canvas, h: Head, smile: float) -> None:
    s = h.size / 300
    x, y, skin = h.x, h.y, h.skin
    for side in (-1, 1):
        c.solid(ellipse(x + side * 140 * s, y + 4 * s, 24 * s, 36 * s), mix(skin, "#8a4a3a", 0.12), depth=9 * s)
    face = blob(
        (x, y - 165 * s),
        (x + 105 * s, y - 130 * s),
        (x + 140 * s, y - 20 * s),
        (x + 118 * s, y + 90 * s),
        (x + 56 * s, y + 160 * s),
        (x, y + 174 * s),
        (x - 56 * s, y + 160 * s),
        (x - 118 * s, y + 90 * s),
        (x - 140 * s, y - 20 * s),
        (x - 105 * s, y - 130 * s),
    )
    c.shadow(face, 4 * s, 18 * s, 14 * s, 0.3, "#5a2430")
    c.solid(face, skin, depth=34 * s, strength=0.32, dark="#7a3040")
    for side in (-1, 1):
        c.fill(ellipse(x + side * 80 * s, y + 52 * s, 36 * s, 26 * s), "#f0604a", 0.26, blur=13 * s)
        _eye(c, x + side * 58 * s, y - 14 * s, s, side, mix(h.hair, "#3a2a24", 0.45))
    c.fill(
        stroke([(x + 4 * s, y - 4 * s), (x + 15 * s, y + 36 * s), (x - 4 * s, y + 44 * s)], 5 * s, 3 * s), mix(skin, "#8a3a30", 0.45), 0.8
    )
    w = 52 * s
    mouth = blob(
        (x - w, y + 84 * s),
        (x, y + 94 * s),
        (x + w, y + 84 * s),
        (x + w * 0.55, y + (96 + 24 * smile) * s),
        (x, y + (102 + 28 * smile) * s),
        (x - w * 0.55, y + (96 + 24 * smile) * s),
    )
    c.fill(mouth, h.lips)
    c.fill(
        blob((x - w * 0.82, y + 88 * s), (x, y + 96 * s), (x + w * 0.82, y + 88 * s), (x, y + (100 + 11 * smile) * s)),
        "#fffaf4",
        within=mouth,
    )


def _eye(c: Canvas, x: float, y: float, s: float, side: int, brow: str) -> None:
    c.fill(ellipse(x, y, 23 * s, 17 * s), "#fffdfa")
    c.fill(ellipse(x, y + 1 * s, 13.5 * s), radial(x, y, 14 * s, "#3a2018", "#7a5030"))
    c.fill(ellipse(x, y + 1 * s, 6.5 * s), "#140c10")
    c.fill(ellipse(x - 4.5 * s, y - 4.5 * s, 3.6 * s), "#ffffff")
    c.fill(stroke([(x - 25 * s, y), (x, y - 19 * s), (x + 25 * s, y)], 5.5 * s), "#3a2420")
    c.fill(stroke([(x - side * 24 * s, y - 42 * s), (x + side * 4 * s, y - 52 * s), (x + side * 34 * s, y - 40 * s)], 10 * s, 4 * s), brow)


def _fringe(c: Canvas, h: Head, points: tuple[tuple[float, float], ...]) -> None:
    c.solid(blob(*[(h.x + px, h.y + py) for px, py in points]), h.hair, depth=12, strength=0.35)


def _ring(x: float, y: float, r: float, w: float) -> Shape:
    outline = ellipse(x, y, r)[0]
    return stroke([(float(px), float(py)) for px, py in [*outline, outline[0]]], w, curve=False)
