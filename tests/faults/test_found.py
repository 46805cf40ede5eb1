"""What the kinds of words, times, places and names come to in the end: the real search finds the right photos by them, and no others."""

import os
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path

import pytest

from app.bootstrap import Built, build
from app.config.paths import LibraryPaths
from app.domain.words import shown
from app.embedding.sentence import SentenceModel
from app.gui.fact_rows import fact_rows
from app.photos.workers import WorkerReader
from app.services.cancel import CancelSwitch
from tests.faults.test_words import png_with_caption
from tests.unit.photos.making import GPS, IMAGE, PHOTO, Directory, alternatives, ascii_text, bag, jpeg, rational, raw_bytes

EXIF_UTF16 = "Straße;写真;🐈".encode("utf-16-le") + b"\0\0"
LONGEST_NAME = b"owl " + b"a" * 247 + b".jpg"
PLACE: Directory = {
    1: ascii_text(b"S"), 2: rational((33, 1), (27, 1), (0, 1)), 3: ascii_text(b"W"), 4: rational((70, 1), (40, 1), (0, 1)),
}  # fmt: skip


def taken(year: str) -> bytes:
    return jpeg({PHOTO: {0x9003: ascii_text(f"{year}:11:17 12:00:00".encode())}})


FILES: dict[bytes, Callable[[], bytes]] = {
    b"flat.jpg": lambda: jpeg(iptc=[(2, 25, b"mother")]),
    b"path.jpg": lambda: jpeg(xmp=bag("digiKam:TagsList", "people/mother", kind="Seq")),
    b"two programs.jpg": lambda: jpeg(xmp=bag("lr:hierarchicalSubject", "Places|Italy") + bag("digiKam:TagsList", "Places/Italy")),
    b"latin.jpg": lambda: jpeg(iptc=[(2, 5, b"Heinrichsh\xfctte")]),
    b"list.jpg": lambda: jpeg(iptc=[(2, 25, word.encode("cp1252")) for word in ("Lyon", "Rhône-Alpes", "dänemark")]),
    b"windows.jpg": lambda: jpeg({IMAGE: {0x9C9E: raw_bytes(EXIF_UTF16)}}),
    b"long caption.png": lambda: png_with_caption(alternatives("dc:description", default="lighthouse at dawn " * 280_000)),
    b"many keywords.png": lambda: png_with_caption(bag("dc:subject", *(f"keyword {number}" for number in range(20_000)))),
    b"1883.jpg": lambda: taken("1883"),
    b"1904.jpg": lambda: taken("1904"),
    b"1969.jpg": lambda: taken("1969"),
    b"2106.jpg": lambda: taken("2106"),
    b"south and west.jpg": lambda: jpeg({GPS: PLACE}),
    b"zebra\xff\xfe.jpg": jpeg,
    "🐾ねこ.jpg".encode(): jpeg,
    b"giraffe\nline.jpg": jpeg,
    b"50% #1 [heron].jpg": jpeg,
    LONGEST_NAME: jpeg,
    "Cafe\u0301.jpg".encode(): jpeg,
    "Caf\u00e9.jpg".encode(): jpeg,
}


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory, embedder: SentenceModel, reader: WorkerReader) -> Iterator[Built]:
    """A library of all these files."""
    place = tmp_path_factory.mktemp("found")
    folder = os.fsencode(place / "photos")
    os.mkdir(folder)
    for number, (name, make) in enumerate(FILES.items()):
        with open(os.path.join(folder, name), "wb") as file:
            file.write(make() + bytes([number]))  # Each is a content of its own.
    with build(LibraryPaths(place / "library"), embedder, reader) as built:
        list(built.use_cases.index.run([os.fsdecode(folder)], CancelSwitch()))
        assert built.catalogue.photo_count() == len(FILES)
        yield built


def found(built: Built, query: str) -> list[bytes]:
    search = built.use_cases.search
    return sorted(os.path.basename(os.fsencode(each.photo.path)) for each in search.cards(search.search(query, date(2026, 11, 30)), 0, 99))


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("mother", [b"flat.jpg", b"path.jpg"]),
        ("tag:mother", [b"flat.jpg", b"path.jpg"]),
        ("tag:Italy", [b"two programs.jpg"]),
        ("tag:Places/Italy", [b"two programs.jpg"]),
        ("Heinrichshütte", [b"latin.jpg"]),
        ("Rhône-Alpes", [b"list.jpg"]),
        ("tag:Dänemark", [b"list.jpg"]),
        ("Straße", [b"windows.jpg"]),
        ("写真", [b"windows.jpg"]),
        ("tag:🐈", [b"windows.jpg"]),
        ("lighthouse", [b"long caption.png"]),
        ('tag:"keyword 999"', [b"many keywords.png"]),
        ("date:1883", [b"1883.jpg"]),
        ("date:1904", [b"1904.jpg"]),
        ("date:1969", [b"1969.jpg"]),
        ("date:2106", [b"2106.jpg"]),
        ("place:Chile", [b"south and west.jpg"]),
        ("zebra", [b"zebra\xff\xfe.jpg"]),
        ("ねこ", ["🐾ねこ.jpg".encode()]),
        ("giraffe line", [b"giraffe\nline.jpg"]),
        ('"50% #1 [heron]"', [b"50% #1 [heron].jpg"]),
        ("owl", [LONGEST_NAME]),
        ('"café"', ["Cafe\u0301.jpg".encode(), "Caf\u00e9.jpg".encode()]),
    ],
)
def test_the_right_photos_are_found_and_no_others(built: Built, query: str, names: list[bytes]) -> None:
    assert found(built, query) == names


@pytest.mark.parametrize(
    ("name", "day"),
    [
        ("1883.jpg", "Sat 17 November 1883"),
        ("1904.jpg", "Thu 17 November 1904"),
        ("1969.jpg", "Mon 17 November 1969"),
        ("2106.jpg", "Wed 17 November 2106"),
    ],
)
def test_a_strange_year_is_shown_as_it_is(built: Built, name: str, day: str) -> None:
    photos = built.catalogue.photos(built.catalogue.browse().tolist()).values()
    (photo,) = (each for each in photos if Path(each.path).name == name)
    assert {row.name: row.value for row in fact_rows(photo)}["Taken"] == f"{day}, 12:00:00"


def test_a_name_of_any_bytes_is_shown_with_replacements_drawn_and_opened(built: Built) -> None:
    photos = built.catalogue.photos(built.catalogue.browse().tolist()).values()
    for photo in photos:
        assert built.use_cases.look.thumbnail(photo)
        assert built.use_cases.look.picture(photo, 64).__class__.__name__ == "Picture"
    names = {shown(os.path.basename(each.path)) for each in photos}
    assert {"zebra\ufffd\ufffd.jpg", "🐾ねこ.jpg", "50% #1 [heron].jpg"} <= names
    assert not any("\n" in name for name in names)


def test_a_rescan_finds_all_of_it_unchanged(built: Built) -> None:
    *_, summary = built.use_cases.index.run([each.path for each in built.catalogue.folders()], CancelSwitch())
    assert (summary.unchanged, summary.indexed, summary.changed) == (len(FILES), 0, False)  # type: ignore[union-attr]
