"""A small library for questions about photos, and what is asked of it."""

from app.domain.query import FilterField
from tests.unit.search.memory import MemoryLibrary, MemoryPhoto, photo

ISO, APERTURE, SHUTTER, FOCAL = FilterField.ISO, FilterField.APERTURE, FilterField.SHUTTER, FilterField.FOCAL


def shot(iso: float, aperture: float, shutter: float, focal: float) -> dict[FilterField, float]:
    return {ISO: iso, APERTURE: aperture, SHUTTER: shutter, FOCAL: focal}


def pictured(
    base: MemoryPhoto,
    *,
    size: tuple[int, int] = (4, 3),
    numbers: dict[FilterField, float] | None = None,
    gps: bool = False,
    form: str = "JPEG",
) -> MemoryPhoto:
    return MemoryPhoto(base.values, base.taken, base.rating, form, size, numbers or {}, gps)


PHOTOS = {
    "arezzo": pictured(
        photo(
            "2008-10-22T16:28:39",
            4,
            name="DSCN0010.jpg",
            folder=["photos", "tuscany"],
            place="Arezzo, Tuscany, Italy",
            camera="NIKON COOLPIX P6000",
            tag=["harbour", "dusk"],
        ),
        numbers=shot(64, 5.9, 1 / 75, 24),
        gps=True,
    ),
    "siena": pictured(
        photo(
            "2008-10-23",
            name="DSCN0042.jpg",
            folder=["photos", "tuscany"],
            place="Siena, Tuscany, Italy",
            camera="NIKON COOLPIX P6000",
            tag=["bridge", "dusk"],
            person="Wayne Smith",
        ),
        numbers=shot(400, 2.8, 1 / 500, 6),
        gps=True,
    ),
    "skagen": pictured(
        photo("2005-07-28T12:00:00", 5, name="skagen.jpg", place="Skagen, Denmark", camera="Canon EOS 20D", tag=["dog", "harbour"]),
        numbers=shot(1600, 2.0, 1 / 1000, 50),
        size=(3, 4),
    ),
    "night": pictured(
        photo("2015-06-12T23:10:00", 3, name="IMG_5910.jpg", camera="Canon EOS 600D", tag=["at night", "bridge", "USA"]),
        numbers=shot(3200, 1.8, 4.0, 200),
        gps=True,
    ),
    "bear": pictured(
        photo(
            "2015-07-01T10:00:00",
            4,
            name="wild-1.jpg",
            camera="Canon EOS 600D",
            person=["Balu the bear", "Hugin the raven"],
            tag=["USA", "Yosemite"],
            title="Bear and raven",
        ),
        size=(3, 4),
    ),
    "curie": pictured(photo(name="portrait.png", person=["Marie Curie", "Pierre Curie"], caption="The couple"), form="PNG", size=(3, 3)),
    "phone": pictured(
        photo("2020-12-24T18:00:00", name="IMG_0001.HEIC", camera="Apple iPhone X", place="San Francisco, California, United States"),
        form="HEIC",
        gps=True,
    ),
    "scan": photo("2003-01-05", name="scan.tif", folder="Christmas 2015", caption="Snow on the mountain", lens="EF-S18-55mm f/3.5-5.6"),
}
NAMES = dict(enumerate(PHOTOS, 1))


def library() -> MemoryLibrary:
    return MemoryLibrary(list(PHOTOS.values()))
