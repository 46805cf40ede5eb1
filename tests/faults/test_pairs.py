"""Pairs and exports: what belongs together by what the files say, and what only looks so by its name.

Takeout's descriptions and their names are in `test_sidecars`.
"""

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pillow_heif
import pytest
from PIL import Image

from app.domain.photo import FileStamp, Folder, FoundFile, ReadPhoto, Skipped, Video
from app.library.catalogue import Catalogue
from app.library.videos import Videos
from app.photos.reading import read_photo
from app.services.listing import Card, Version
from app.services.stacks import StackPhotos
from tests.unit.photos.filming import IDENTIFIER, apple_note, box, exif_with, film, live_still

AUGUST, SEPTEMBER = "2018:08:02 09:00:00", "2018-09-03T10:20:30+0200"
OTHER = "00000000-1111-2222-3333-444444444444"
Write = Callable[[Path], object]


def still(color: str, taken: str = AUGUST, camera: str = "") -> Write:
    """A JPEG; the colour makes it a picture of its own."""

    def write(path: Path) -> None:
        exif = Image.Exif()
        if camera:
            exif[0x0110] = camera
        if taken:
            exif.get_ifd(0x8769)[0x9003] = taken
        Image.new("RGB", (64, 48), color).save(path, "JPEG", exif=exif)

    return write


def live(identifier: str = IDENTIFIER, taken: str = AUGUST) -> Write:
    """The still of a Live Photo."""
    return lambda path: live_still(path, identifier, taken)


def clip(identifier: str | None = IDENTIFIER, created: str | None = SEPTEMBER) -> Write:
    """A film."""
    return lambda path: path.write_bytes(film(identifier, created))


def bytes_of(content: bytes) -> Write:
    """Any bytes."""
    return lambda path: path.write_bytes(content)


@dataclass(frozen=True)
class Case:
    """Files by name; which of them are one picture, the shown one first; which are videos."""

    files: dict[str, Write]
    together: tuple[tuple[str, ...], ...] = ()
    videos: tuple[str, ...] = ()
    camera: str = "iPhone"


HOSTILE = box(b"ftyp", b"qt  ") + box(b"moov", b"\xff\xff\xff\xffmeta") + b"\0\0\0\1moov" + b"\xff" * 8
PXL = "PXL_20230101_120000000"
CASES = {
    "one name, another month": Case({"IMG_9140.JPG": live(OTHER), "IMG_9140.MOV": clip(None)}, videos=("IMG_9140.MOV",)),
    "one name, another identifier": Case({"IMG_9140.JPG": live(OTHER), "IMG_9140.MOV": clip()}, videos=("IMG_9140.MOV",)),
    "one name, no identifier, one minute": Case(
        {"IMG_9140.JPG": still("red"), "IMG_9140.MOV": clip(None, "2018-08-02T09:00:00+0200")}, videos=("IMG_9140.MOV",)
    ),
    "one name, only the film's identifier": Case({"IMG_9140.JPG": still("red"), "IMG_9140.MOV": clip()}, videos=("IMG_9140.MOV",)),
    "one identifier": Case({"IMG_9140.JPG": live(), "IMG_9140.MOV": clip()}, (("IMG_9140.JPG", "IMG_9140.MOV"),), ("IMG_9140.MOV",)),
    "one identifier, another name": Case({"IMG_9140.JPG": live(), "x.mov": clip()}, (("IMG_9140.JPG", "x.mov"),), ("x.mov",)),
    "a copy of both in another folder": Case(
        {"a.JPG": live(), "a.MOV": clip(), "copy/b.JPG": live(taken="2018:08:02 09:00:01"), "copy/b.MOV": clip()},
        (("a.JPG", "a.MOV"), ("copy/b.JPG", "copy/b.MOV")), ("a.MOV", "copy/b.MOV"),
    ),
    "ben.jpg and ben.jpeg": Case({"ben.jpg": still("red"), "ben.jpeg": still("blue")}),
    "a Pixel's RAW and its cover": Case(
        {f"{PXL}.RAW-01.COVER.jpg": still("red"), f"{PXL}.RAW-02.ORIGINAL.dng": still("blue")},
        ((f"{PXL}.RAW-01.COVER.jpg", f"{PXL}.RAW-02.ORIGINAL.dng"),),
    ),
    "a.dng and a.jpeg": Case({"a.dng": still("red"), "a.jpeg": still("blue")}, (("a.jpeg", "a.dng"),)),
    "a.dng and a.jpeg without any time": Case({"a.dng": still("red", ""), "a.jpeg": still("blue", "")}, (("a.jpeg", "a.dng"),)),
    "the number came around again": Case({"IMG_1.CR2": still("red"), "IMG_1.JPG": still("blue", "2019:01:01 00:00:00")}),
    "edited copies": Case(
        {"a.jpg": still("red"), "a-edited.jpg": still("gray"), "b.jpg": still("blue"), "b-bearbeitet.jpg": still("navy", "")},
        (("a-edited.jpg", "a.jpg"), ("b-bearbeitet.jpg", "b.jpg")),
    ),
    "an iPhone's edited copy": Case({"IMG_1234.JPG": still("red"), "IMG_E1234.JPG": still("gray")}, (("IMG_E1234.JPG", "IMG_1234.JPG"),)),
    "an edited copy of another moment": Case({"a.jpg": still("red"), "a-edited.jpg": still("gray", "2019:01:01 00:00:00")}),
    "edited copies in another folder": Case({"a.jpg": still("red"), "inner/a-edited.jpg": still("gray")}),
    "words of people that are Google's as well": Case({"Anna.jpg": still("red", ""), "Anna smile.jpg": still("gray", "")}),
    "what Google made of a photo": Case(
        {"a.jpg": still("red", camera="X"), "a-EFFECTS.jpg": still("gray", camera="X")}, (("a-EFFECTS.jpg", "a.jpg"),)
    ),
    "two of one second": Case({"2018 09.00.00.jpg": still("red"), "2018 09.00.00-1.jpg": still("blue")}),
    "copies that are numbered": Case({"IMG_1.jpg": still("red"), "IMG_1(1).jpg": still("blue"), "IMG_1 (2).jpg": still("navy")}),
    "other films": Case(
        {"a.avi": bytes_of(b"RIFF\0\0\0\0AVI LIST"), "b.mkv": bytes_of(b"\x1aE\xdf\xa3"), "c.mts": bytes_of(b"G@\0\x10" * 48)},
        videos=("a.avi", "b.mkv", "c.mts"),
    ),
    "a film cut short": Case({"a.mov": bytes_of(film()[:-200]), "b.mov": bytes_of(film()[:30])}, videos=("a.mov", "b.mov")),
    "a film called .jpg": Case({"a.jpg": clip(None)}, videos=("a.jpg",)),
    "a photo called .mov": Case({"a.mov": still("red")}),
    "a film of hostile boxes": Case({"a.mov": bytes_of(HOSTILE)}, videos=("a.mov",)),
}  # fmt: skip


@pytest.fixture
def catalogue(tmp_path: Path) -> Iterator[Catalogue]:
    with Catalogue(tmp_path / "library" / "catalogue.sqlite3") as opened:
        yield opened


def read(folder: Path) -> list[ReadPhoto | Video | Skipped]:
    """Every file below a folder, by path."""
    found = sorted(os.path.join(place, name) for place, _, names in os.walk(folder) for name in names)
    return [read_photo(FoundFile(path, FileStamp(0, 0))) for path in found]


def cards(catalogue: Catalogue, folder: Folder, outcomes: list[ReadPhoto | Video | Skipped]) -> list[Card]:
    """The cards of all photos after they are stored, without their matches."""
    stored = catalogue.store(folder.id, [each for each in outcomes if isinstance(each, ReadPhoto)])
    Videos(catalogue).store(folder.id, [each for each in outcomes if isinstance(each, Video)])
    stacks = StackPhotos(catalogue)
    stacks.settle()
    photos = catalogue.photos([each.photo_id for each in stored.photos])
    versions = stacks.versions(photos.values())
    return [Card(each, None, None, (), versions.get(each.id, ())) for each in photos.values()]  # type: ignore[arg-type]


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_what_belongs_together(case: Case, catalogue: Catalogue, tmp_path: Path) -> None:
    folder = tmp_path / "photos"
    for name, write in case.files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        write(folder / name)
    outcomes = read(folder)
    assert [each for each in outcomes if isinstance(each, Skipped)] == []
    assert {os.path.relpath(each.path, folder) for each in outcomes if isinstance(each, Video)} == set(case.videos)

    def names(versions: tuple[Version, ...]) -> tuple[str, ...]:
        return tuple(os.path.relpath(each.path, folder) for each in versions)

    found = {names(each.versions) for each in cards(catalogue, catalogue.add_folder(str(folder)), outcomes) if each.versions}
    assert found == set(case.together)
    assert catalogue.counts().videos == len(case.videos)


def test_a_heic_and_the_jpeg_of_one_shot(catalogue: Catalogue, tmp_path: Path) -> None:
    folder = tmp_path / "photos"
    folder.mkdir()
    exif = Image.Exif()
    exif[0x0110] = "EOS R5"
    exif.get_ifd(0x8769)[0x9003] = AUGUST
    for name, color in (("a.HIF", "red"), ("b.HIF", "green")):
        pillow_heif.from_pillow(Image.new("RGB", (64, 64), color)).save(folder / name, exif=exif.tobytes())
    still("blue", camera="EOS R5")(folder / "a.JPG")
    still("navy", "2018:08:02 09:00:01", "EOS R5")(folder / "b.JPG")
    outcomes = read(folder)
    if any(isinstance(each, Skipped) for each in outcomes):
        pytest.skip("HEIC cannot be read here")
    told = {
        tuple(os.path.basename(version.path) for version in each.versions)
        for each in cards(catalogue, catalogue.add_folder(str(folder)), outcomes)
    }
    assert told == {("a.HIF", "a.JPG"), ()}


def test_the_identifier_of_a_heic_is_read(tmp_path: Path) -> None:
    pillow_heif.from_pillow(Image.new("RGB", (64, 64))).save(tmp_path / "a.heic", exif=exif_with(apple_note(), AUGUST))
    outcome = read_photo(FoundFile(str(tmp_path / "a.heic"), FileStamp(0, 0)))
    assert isinstance(outcome, ReadPhoto)
    assert outcome.content_identifier == IDENTIFIER
