"""A weekend at a harbour in June 2019, with a burst of three, and the odd finds of the telephone."""

from __future__ import annotations

from functools import partial

from resources.draw import paper, sea, town
from resources.plan.entry import Camera, Entry, Exposure, Place, Position

LARCH = Camera("Larch", "Larch L2", "Larch Vista 24-70mm F2.8")
LARCH_TELE = Camera("Larch", "Larch L2", "Larch Vista 70-200mm F4")
PEBBLE = Camera("Pebble", "Pebble 7 Pro", "Pebble 7 Pro back camera 5.6mm f/1.8")
FOLDER = "2019/Harbour weekend"
WHITBY = Place("Whitby", "United Kingdom", state="England")
QUAY = Position(54.4882, -0.6131, 4.0)

_BURST = (("2019-06-15T10:12:33.05", 3), ("2019-06-15T10:12:33.31", 5), ("2019-06-15T10:12:33.58", -1))

WEEKEND: tuple[Entry, ...] = (
    Entry(
        f"{FOLDER}/Fishing boats at dawn.jpg",
        sea.harbour,
        taken="2019-06-15T04:52:10.35",
        offset="+01:00",
        camera=LARCH,
        exposure=Exposure(200, 56, (1, 60), 35),
        position=QUAY,
        place=WHITBY,
        title="Before the fleet goes out",
        caption="Fishing boats resting in the harbour at dawn",
        translations={"de": "Fischerboote im Hafen bei Tagesanbruch"},
        keywords=("harbour", "boats", "dawn", "Whitby"),
        tree=("Places|United Kingdom|Whitby",),
        rating=5,
    ),
    Entry(
        f"{FOLDER}/Lighthouse #2.jpg",
        sea.lighthouse,
        taken="2019-06-14T21:47:03",
        offset="+01:00",
        camera=LARCH,
        exposure=Exposure(800, 28, (1, 15), 50),
        position=Position(54.4775, -0.5683, 73.0),
        place=WHITBY,
        caption="The beacon on the cliff begins to turn as the light goes",
        keywords=("lighthouse", "coast", "dusk"),
        tree=("Places/United Kingdom/Whitby",),
        tree_block="digikam",
        rating=4,
        orientation=6,
    ),
    *(
        Entry(
            f"{FOLDER}/LRC_{4410 + frame}.JPG",
            partial(sea.gulls, frame),
            taken=taken,
            offset="+01:00",
            camera=LARCH_TELE,
            exposure=Exposure(400, 80, (1, 2000), 135),
            position=QUAY,
            caption="Gulls quarrelling above the quay",
            caption_block="exif",
            keywords=("gulls", "birds"),
            rating=rating,
        )
        for frame, (taken, rating) in enumerate(_BURST)
    ),
    Entry(
        f"{FOLDER}/50% off at the market.jpg",
        town.market,
        taken="2019-06-15T11:30:00",
        camera=PEBBLE,
        exposure=Exposure(50, 18, (1, 1250), 6),
        position=Position(54.4868, -0.6155),
        place=Place("Whitby", "United Kingdom"),
        caption="Saturday morning: peaches, plums and a good deal of haggling",
        caption_block="iptc",
        keywords=("market", "fruit", "vegetables"),
        keyword_block="iptc",
        rating=3,
    ),
    Entry(
        f"{FOLDER}/receipt.png",
        paper.receipt,
        taken="2019-06-14T18:42:00",
        time_block="png",
        title="Receipt from the quayside grocer",
        caption="Bread, mackerel and lemons, twenty pounds ninety-five",
        caption_block="png",
        colours=96,
    ),
    Entry(f"{FOLDER}/Screenshot_2019-06-14.png", paper.screenshot, keywords=("weather",)),
    Entry(f"{FOLDER}/ferry.gif", paper.ferry_frames, caption="A little ferry rocking on the waves", keywords=("ferry", "boats")),
)
