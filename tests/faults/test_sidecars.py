"""What lies beside photos: whose it is, what it says over the photo itself, and what of it must cost nothing but itself."""

import json
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest
from PIL import Image

from app.domain.photo import FoundFile, PhotoFacts, Position, ReadPhoto, Tag
from app.photos.companions import companions
from app.photos.reading import read_photo
from app.photos.sidecars import LARGEST_SIDECAR, read_sidecars
from app.photos.text import LONGEST_TEXT
from app.photos.walk import walk
from tests.unit.photos.making import (
    GPS,
    IMAGE,
    PHOTO,
    alternatives,
    ascii_text,
    bag,
    dng,
    jpeg,
    rational,
    raw_bytes,
    xmp_packet,
)

MAKE, ISO, ORIENTATION, DESCRIPTION, ORIGINAL = 0x010F, 0x8827, 0x0112, 0x010E, 0x9003
GOOD = ascii_text(b"2019:06:14 10:20:30")
LONG = "Urlaub in Knaufspesch in der Schneifel 2011 mit Oma und Opa"
TAKEOUT: dict[str, object] = {
    "title": "IMG_1.jpg",
    "description": "Ann at the quay",
    "imageViews": "12",
    "creationTime": {"timestamp": "1700000000", "formatted": "14.11.2023, 22:13:20 UTC"},
    "photoTakenTime": {"timestamp": "1560500430", "formatted": "14.06.2019, 08:20:30 UTC"},
    "geoData": {"latitude": 0.0, "longitude": 0.0, "altitude": 0.0, "latitudeSpan": 0.0, "longitudeSpan": 0.0},
    "geoDataExif": {"latitude": 48.85, "longitude": 2.35, "altitude": 35.0},
    "people": [{"name": "Ann"}, {"name": "Bob"}, {"name": "ann"}, {}, 5],
    "favorited": True,
    "url": "https://photos.google.com/photo/x",
}


def put(folder: Path, name: str, content: bytes | str | Mapping[str, object]) -> Path:
    path = folder / name
    if isinstance(content, Mapping):
        content = json.dumps(content)
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def photos(folder: Path) -> dict[str, ReadPhoto]:
    """Every photo of a folder as indexing reads it."""
    read = (read_photo(found) for found in walk(str(folder)) if isinstance(found, FoundFile))
    return {Path(each.path).name: each for each in read if isinstance(each, ReadPhoto)}


def facts(folder: Path, name: str = "a.jpg") -> PhotoFacts:
    return photos(folder)[name].facts


def value(facts: PhotoFacts, name: str) -> object:
    fact = getattr(facts, name)
    return fact.value if fact else None


def source(facts: PhotoFacts, name: str) -> str:
    return str(getattr(facts, name).source)


def rated(stars: int, more: str = "") -> bytes:
    return xmp_packet(f"<xmp:Rating>{stars}</xmp:Rating>{more}")


# Whose it is


def test_the_owner_rule(tmp_path: Path) -> None:
    put(tmp_path, "x.NEF", dng(Image.new("RGB", (64, 48), "teal")))
    put(tmp_path, "x.JPG", jpeg(xmp="<xmp:Rating>3</xmp:Rating>"))
    put(tmp_path, "x.xmp", rated(1, alternatives("dc:title", default="of the stem")))
    put(tmp_path, "x.NEF.xmp", rated(2))
    assert companions(path.name for path in tmp_path.iterdir()) == {"x.NEF": ("x.NEF.xmp", "x.xmp")}
    of_raw, of_jpeg = facts(tmp_path, "x.NEF"), facts(tmp_path, "x.JPG")
    assert (value(of_raw, "rating"), source(of_raw, "rating")) == (2, "sidecar x.NEF.xmp · XMP xmp:Rating")
    assert (value(of_raw, "title"), source(of_raw, "title")) == ("of the stem", "sidecar x.xmp · XMP dc:title")
    assert (value(of_jpeg, "rating"), value(of_jpeg, "title")) == (3, None)


def test_a_sidecar_that_names_another_extension_says_nothing(tmp_path: Path) -> None:
    put(tmp_path, "a.jpg", jpeg())
    sidecar = put(tmp_path, "a.xmp", rated(4, "<photoshop:SidecarForExtension>NEF</photoshop:SidecarForExtension>"))
    assert value(facts(tmp_path), "rating") is None
    assert read_sidecars("a.NEF", [str(sidecar)]).xmp
    for own in ("jpg", "JPG", ".jpg", "JPEG"):
        put(tmp_path, "a.xmp", rated(4, f"<photoshop:SidecarForExtension>{own}</photoshop:SidecarForExtension>"))
        assert value(facts(tmp_path), "rating") == 4


def test_each_of_takeouts_photos_has_its_own_description(tmp_path: Path) -> None:
    names = {
        "IMG_1.jpg": "IMG_1.jpg.supplemental-metadata.json",
        "IMG_1(1).jpg": "IMG_1.jpg.supplemental-metadata(1).json",
        "IMG_2.jpg": "IMG_2.jpg.json",
        f"{LONG[:47]}.jpg": f"{LONG[:46]}.json",
        f"{LONG[:47]}(1).jpg": f"{LONG[:46]}(1).json",
        "PXL_20230101_123456789.PORTRAIT.jpg": "PXL_20230101_123456789.PORTRAIT.jpg.supplemen.json",
    }
    for photo, description in names.items():
        put(tmp_path, photo, jpeg())
        put(tmp_path, description, {**TAKEOUT, "title": f"{LONG}.jpg" if photo.startswith("Urlaub") else photo, "description": photo})
    put(tmp_path, "IMG_1-edited.jpg", jpeg())
    put(tmp_path, "IMG_1-bearbeitet(1).jpg", jpeg())
    read = photos(tmp_path)
    assert {name: value(photo.facts, "caption") for name, photo in read.items()} == {
        **{photo: photo for photo in names},
        "IMG_1-edited.jpg": "IMG_1.jpg",
        "IMG_1-bearbeitet(1).jpg": "IMG_1(1).jpg",
    }


@pytest.mark.parametrize("length", range(46, 52))
def test_descriptions_whose_names_were_cut_anywhere(length: int, tmp_path: Path) -> None:
    for number in range(2):
        photo = f"{number} a photo of the harbour at evening, late in.jpg"
        put(tmp_path, photo, jpeg())
        description = f"{photo}.supplemental-metadata"[:length] + ".json"
        put(tmp_path, description, {**TAKEOUT, "title": photo, "description": photo})
    assert {name: value(photo.facts, "caption") for name, photo in photos(tmp_path).items()} == {name: name for name in photos(tmp_path)}
    assert len(photos(tmp_path)) == 2


def test_of_a_cut_name_the_title_decides(tmp_path: Path) -> None:
    put(tmp_path, f"{LONG[:47]}.jpg", jpeg())
    put(tmp_path, f"{LONG[:46]}.json", {**TAKEOUT, "title": f"{LONG[:46]}x another.jpg"})
    assert value(facts(tmp_path, f"{LONG[:47]}.jpg"), "caption") is None


# What it says


def test_what_a_person_says_beside_the_photo_wins_and_what_the_camera_knows_does_not(tmp_path: Path) -> None:
    inside = "<xmp:Rating>2</xmp:Rating>" + bag("dc:subject", "old", "kept") + alternatives("dc:title", default="Old")
    beside = rated(5, bag("dc:subject", "new", "kept") + alternatives("dc:title", default="New") + "<tiff:Make>Wrong</tiff:Make>")
    put(tmp_path, "a.jpg", jpeg({IMAGE: {MAKE: ascii_text(b"Canon"), DESCRIPTION: ascii_text(b"inside")}}, xmp=inside))
    put(tmp_path, "a.xmp", beside)
    found = facts(tmp_path)
    assert (value(found, "rating"), value(found, "title"), value(found, "caption")) == (5, "New", "inside")
    assert value(found, "tags") == (Tag("new"), Tag("kept"))
    assert value(found, "make") == "Canon"
    assert source(found, "title") == "sidecar a.xmp · XMP dc:title"
    assert source(found, "caption") == "EXIF ImageDescription"


def test_a_sidecar_fills_what_the_photo_does_not_know(tmp_path: Path) -> None:
    put(tmp_path, "a.jpg", jpeg(xmp=bag("dc:subject", "kept")))
    position = "<exif:GPSLatitude>48,30N</exif:GPSLatitude><exif:GPSLongitude>11,15E</exif:GPSLongitude>"
    put(tmp_path, "a.jpg.xmp", xmp_packet(f"<tiff:Make>Canon</tiff:Make><exif:FNumber>28/10</exif:FNumber>{position}"))
    found = facts(tmp_path)
    assert (value(found, "make"), value(found, "aperture"), value(found, "gps")) == ("Canon", 2.8, Position(48.5, 11.25))
    assert value(found, "tags") == (Tag("kept"),)
    assert source(found, "aperture") == "sidecar a.jpg.xmp · XMP exif:FNumber"


def test_a_corrected_position_wins(tmp_path: Path) -> None:
    east, north = (rational((number, 1), (0, 1), (0, 1)) for number in (11, 48))
    put(tmp_path, "a.jpg", jpeg({GPS: {1: ascii_text(b"N"), 2: north, 3: ascii_text(b"E"), 4: east, 5: raw_bytes(b"\0")}}))
    put(tmp_path, "a.xmp", xmp_packet("<exif:GPSLatitude>1,0S</exif:GPSLatitude><exif:GPSLongitude>2,0W</exif:GPSLongitude>"))
    assert value(facts(tmp_path), "gps") == Position(-1, -2)


def test_only_raw_is_turned_by_its_sidecar(tmp_path: Path) -> None:
    put(tmp_path, "a.jpg", jpeg({IMAGE: {ORIENTATION: (3, 1, b"\1\0")}}))
    put(tmp_path, "b.dng", dng(Image.new("RGB", (64, 48), "teal")))
    for name in ("a", "b"):
        put(tmp_path, f"{name}.xmp", xmp_packet("<tiff:Orientation>6</tiff:Orientation>"))
    read = photos(tmp_path)
    assert value(read["a.jpg"].facts, "orientation") == 1
    assert value(read["b.dng"].facts, "orientation") == 6
    assert (read["b.dng"].width, read["b.dng"].height) == (48, 64)


def test_takeout_describes(tmp_path: Path) -> None:
    put(tmp_path, "IMG_1.jpg", jpeg())
    put(tmp_path, "IMG_1.jpg.supplemental-metadata.json", TAKEOUT)
    found = facts(tmp_path, "IMG_1.jpg")
    assert value(found, "caption") == "Ann at the quay"
    assert value(found, "people") == ("Ann", "Bob")
    assert value(found, "favourite") is True
    assert value(found, "gps") == Position(48.85, 2.35, 35.0)
    assert value(found, "title") is None
    assert (value(found, "taken"), value(found, "offset")) == ("2019-06-14T08:20:30", "+00:00")
    assert source(found, "taken") == "Google Takeout JSON · photoTakenTime, in UTC"
    assert source(found, "caption") == "Google Takeout JSON · description"


def test_an_instant_of_takeout_gives_way_to_any_time_of_the_photo(tmp_path: Path) -> None:
    put(tmp_path, "IMG_1.jpg", jpeg({PHOTO: {ORIGINAL: GOOD}}))
    put(tmp_path, "IMG_2.jpg", jpeg(iptc=[(2, 55, b"20190614")]))
    for name in ("IMG_1", "IMG_2"):
        put(tmp_path, f"{name}.jpg.json", TAKEOUT)
    assert (value(facts(tmp_path, "IMG_1.jpg"), "taken"), value(facts(tmp_path, "IMG_1.jpg"), "offset")) == ("2019-06-14T10:20:30", None)
    assert value(facts(tmp_path, "IMG_2.jpg"), "taken") == "2019-06-14"


def test_people_of_google_join_those_of_the_photo(tmp_path: Path) -> None:
    put(tmp_path, "IMG_1.jpg", jpeg(xmp=bag("Iptc4xmpExt:PersonInImage", "Dora", "ANN")))
    put(tmp_path, "IMG_1.jpg.json", TAKEOUT)
    found = facts(tmp_path, "IMG_1.jpg")
    assert value(found, "people") == ("Dora", "ANN", "Bob")
    assert source(found, "people") == "XMP Iptc4xmpExt:PersonInImage + Google Takeout JSON · people"


@pytest.mark.parametrize(
    ("changes", "taken"),
    [
        ({"photoTakenTime": {"timestamp": "0"}}, None),
        ({"photoTakenTime": {"timestamp": "-86400"}}, "1969-12-31T00:00:00"),
        ({"photoTakenTime": {"timestamp": 1560500430}}, "2019-06-14T08:20:30"),
        ({"photoTakenTime": {"timestamp": "1e999"}}, None),
        ({"photoTakenTime": {"timestamp": "9" * 40}}, None),
        ({"photoTakenTime": {"timestamp": "soon"}}, None),
        ({"photoTakenTime": {"timestamp": True}}, None),
        ({"photoTakenTime": []}, None),
        ({"photoTakenTime": "2019"}, None),
    ],
)
def test_times_of_takeout(tmp_path: Path, changes: dict[str, object], taken: str | None) -> None:
    put(tmp_path, "a.jpg", jpeg())
    put(tmp_path, "a.jpg.json", {**TAKEOUT, **changes})
    assert value(facts(tmp_path), "taken") == taken


@pytest.mark.parametrize(
    "place", [{"latitude": 91, "longitude": 2}, {"latitude": "x", "longitude": 2}, {"latitude": 0, "longitude": 0}, [], None]
)
def test_what_is_no_position_of_takeout(tmp_path: Path, place: object) -> None:
    put(tmp_path, "a.jpg", jpeg())
    put(tmp_path, "a.jpg.json", {**TAKEOUT, "geoData": place, "geoDataExif": place})
    assert value(facts(tmp_path), "gps") is None


# What costs nothing but itself

LAUGHS = '<!DOCTYPE x [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY f SYSTEM "file:///etc/passwd">]>'
DEEP = "<dc:x rdf:parseType='Resource'>" * 5_000 + "</dc:x>" * 5_000


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("a.xmp", b"", "not well-formed"),
        ("a.xmp", b"\0" * 100, "not well-formed"),
        ("a.xmp", b"no XMP at all", "not well-formed"),
        ("a.xmp", rated(3)[:-40], "not well-formed"),
        ("a.xmp", LAUGHS.encode() + xmp_packet(bag("dc:subject", "&b;")), "declares entities"),
        ("a.xmp", LAUGHS.encode() + xmp_packet(bag("dc:subject", "&f;")), "declares entities"),
        ("a.xmp", xmp_packet(DEEP), "inside one another"),
        ("a.xmp", b" " * (LARGEST_SIDECAR + 1), "larger than 16 MB"),
        ("a.jpg.json", b"{", "line 1"),
        ("a.jpg.json", b"[" * 100_000, "inside one another"),
        ("a.jpg.json", b'{"photoTakenTime": {"timestamp": ' + b"9" * 5_000 + b"}}", "digits"),
        ("a.jpg.json", b"\xff\xfe\xfd", "decode"),
    ],
)
def test_a_broken_sidecar_costs_itself_and_says_so(tmp_path: Path, name: str, content: bytes, reason: str) -> None:
    put(tmp_path, "a.jpg", jpeg(xmp=bag("dc:subject", "harbour")))
    put(tmp_path, name, content)
    photo = photos(tmp_path)["a.jpg"]
    assert value(photo.facts, "tags") == (Tag("harbour"),)
    (note,) = photo.notes
    assert note.startswith(f"The sidecar {name} cannot be read (")
    assert note.endswith(").")
    assert reason in note
    assert len(note) < 300


@pytest.mark.parametrize("content", [b"{}", b"[]", b"null", b"3", b'{"title": "x"}', b'{"description": "notes of another program"}'])
def test_json_of_other_programs_says_nothing(tmp_path: Path, content: bytes) -> None:
    put(tmp_path, "a.jpg", jpeg())
    put(tmp_path, "a.jpg.json", content)
    assert photos(tmp_path)["a.jpg"].notes == ()
    assert value(facts(tmp_path), "caption") is None


def test_a_sidecar_that_is_gone_or_no_file_is_noted(tmp_path: Path) -> None:
    (tmp_path / "a.xmp").mkdir()
    found = read_sidecars("a.jpg", [str(tmp_path / "gone.xmp"), str(tmp_path / "a.xmp")])
    assert len(found.notes) == 2
    assert "no such file" in found.notes[0]


def test_words_of_a_sidecar_are_bounded_and_cleaned(tmp_path: Path) -> None:
    put(tmp_path, "a.jpg", jpeg())
    put(
        tmp_path,
        "a.xmp",
        xmp_packet(alternatives("dc:description", default="harbour " * 700_000) + bag("dc:subject", *map(str, range(20_000)))),
    )
    put(tmp_path, "b.jpg", jpeg())
    put(
        tmp_path,
        "b.jpg.json",
        {**TAKEOUT, "description": "a\0b\x1b[31m " + "c" * 1_000_000, "people": [{"name": f"p{n}"} for n in range(50_000)]},
    )
    read = photos(tmp_path)
    assert len(str(value(read["a.jpg"].facts, "caption"))) <= LONGEST_TEXT
    assert any("20,000 keywords" in note for note in read["a.jpg"].notes)
    assert str(value(read["b.jpg"].facts, "caption")).startswith("a b [31m c")
    assert any("cut to its first" in note for note in read["b.jpg"].notes)


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_sidecars_in_other_encodings(tmp_path: Path, encoding: str) -> None:
    put(tmp_path, "a.jpg", jpeg())
    packet = xmp_packet(bag("dc:subject", "Heinrichshütte")).decode()
    for content in (packet.encode(encoding), f'<?xml version="1.0" encoding="{encoding[:6].rstrip("-")}"?>{packet}'.encode(encoding)):
        put(tmp_path, "a.xmp", content)
        assert value(facts(tmp_path), "tags") == (Tag("Heinrichshütte"),)
    latin = f'<?xml version="1.0" encoding="iso-8859-1"?><!-- by hand -->{packet}'.encode("latin-1")
    put(tmp_path, "a.xmp", latin)
    assert value(facts(tmp_path), "tags") == (Tag("Heinrichshütte"),)


# Real ones


@pytest.mark.skipif(shutil.which("exiftool") is None, reason="exiftool is not installed")
def test_real_sidecars_say_what_exiftool_says(tmp_path: Path, shared: Path) -> None:
    sidecars = sorted((shared / "photos" / "sidecars").glob("*.xmp"))
    assert len(sidecars) == 4
    for sidecar in sidecars:
        shutil.copy(sidecar, tmp_path)
        put(tmp_path, f"{sidecar.stem}.jpg", jpeg())
    told = subprocess.run(["exiftool", "-j", "-G", "-n", *map(str, sidecars)], capture_output=True, check=True).stdout
    for tags in json.loads(told):
        known = facts(tmp_path, f"{Path(tags['SourceFile']).stem}.jpg")
        listed = value(known, "tags")
        assert isinstance(listed, tuple)
        assert {tag.name for tag in listed} == set(tags["XMP:Subject"])
        assert value(known, "caption") == tags.get("XMP:Description")
        assert value(known, "rating") == tags.get("XMP:Rating")
        assert value(known, "make") == tags.get("XMP:Make")
        assert str(value(known, "place") or "").partition(",")[0] == tags.get("XMP:City", "")
        latitude = getattr(value(known, "gps"), "latitude", None)
        assert latitude == pytest.approx(tags["XMP:GPSLatitude"]) if "XMP:GPSLatitude" in tags else latitude is None
        assert str(value(known, "taken")).replace("-", ":").replace("T", " ") == tags["XMP:CreateDate"].removesuffix("Z")
