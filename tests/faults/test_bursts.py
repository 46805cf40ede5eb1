"""Bursts: which pictures are of one, and in which order, by what cameras really write of the time."""

from dataclasses import dataclass
from pathlib import Path

import pytest
from PIL import Image

from app.domain.best import Alike
from app.domain.ids import PhotoId
from app.library.looks import Looks
from app.services.cancel import CancelSwitch
from app.services.groups import FindGroups, FoundGroups
from tests.faults.scanned import Scanned
from tests.pictures import scene

MAKE, MODEL, SERIAL, TAKEN, OFFSET, FRACTION = 0x010F, 0x0110, 0xA431, 0x9003, 0x9011, 0x9291


@dataclass(frozen=True)
class Frame:
    """A picture: of a scene, a little later than the one before, with what its camera has written."""

    name: str
    taken: str | None
    fraction: str = ""
    offset: str = ""
    camera: str = "X100"
    serial: str = ""
    scene: int = 1


def write(folder: Path, at: int, frame: Frame) -> None:
    """Something moves through the scene, so that no two frames are one picture."""
    image = scene(frame.scene, (256, 192))
    image.paste((250, 40, 40), (20 + 8 * at, 90, 44 + 8 * at, 110))
    exif = Image.Exif()
    exif[MAKE], exif[MODEL] = "Maker", frame.camera
    details = exif.get_ifd(0x8769)
    for tag, value in ((TAKEN, frame.taken), (FRACTION, frame.fraction), (OFFSET, frame.offset), (SERIAL, frame.serial)):
        if value:
            details[tag] = value
    image.save(folder / frame.name, "JPEG", quality=90, exif=exif)


T0, T1, T2, T9 = (f"2020:05:17 10:00:0{second}" for second in (0, 1, 2, 9))

CASES: dict[str, tuple[list[Frame], list[list[str]]]] = {
    "one second without fractions is in the order of the names": (
        [Frame("IMG_10.jpg", T0), Frame("IMG_9.jpg", T0), Frame("IMG_11.jpg", T0)],
        [["IMG_9.jpg", "IMG_10.jpg", "IMG_11.jpg"]],
    ),
    "a fraction 5 is half a second and 05 a twentieth": (
        [Frame("a.jpg", T0, "5"), Frame("b.jpg", T0, "05"), Frame("c.jpg", T0, "25")],
        [["b.jpg", "c.jpg", "a.jpg"]],
    ),
    "fractions of different length are in the order of time": (
        [Frame("a.jpg", T0, "900"), Frame("b.jpg", T0, "89"), Frame("c.jpg", T1, "001"), Frame("d.jpg", T0, "9005")],
        [["b.jpg", "a.jpg", "d.jpg", "c.jpg"]],
    ),
    "names do not count where the time is known": (
        [Frame("z.jpg", T0), Frame("a.jpg", T1)],
        [["z.jpg", "a.jpg"]],
    ),
    "more than two seconds end it": (
        [Frame("a.jpg", T0), Frame("b.jpg", T2), Frame("c.jpg", T9)],
        [["a.jpg", "b.jpg"]],
    ),
    "a long burst goes on as long as its gaps are short": (
        [Frame(f"{second:02}.jpg", f"2020:05:17 10:00:{second:02}") for second in range(0, 12, 2)],
        [[f"{second:02}.jpg" for second in range(0, 12, 2)]],
    ),
    "two cameras at once are two bursts": (
        [
            Frame("a1.jpg", T0, "10", camera="X100"), Frame("b1.jpg", T0, "20", camera="X-T5"),
            Frame("a2.jpg", T0, "30", camera="X100"), Frame("b2.jpg", T0, "40", camera="X-T5"),
        ],
        [["a1.jpg", "a2.jpg"], ["b1.jpg", "b2.jpg"]],
    ),
    "two bodies of one model are two cameras": (
        [
            Frame("a1.jpg", T0, "10", serial="1234"), Frame("b1.jpg", T0, "20", serial="5678"),
            Frame("a2.jpg", T0, "30", serial="1234"), Frame("b2.jpg", T0, "40", serial="5678"),
        ],
        [["a1.jpg", "a2.jpg"], ["b1.jpg", "b2.jpg"]],
    ),
    "clocks go forward within a burst": (
        [Frame("a.jpg", "2020:03:29 01:59:59", "5", "+01:00"), Frame("b.jpg", "2020:03:29 03:00:00", "1", "+02:00")],
        [["a.jpg", "b.jpg"]],
    ),
    "clocks go back within a burst": (
        [Frame("b.jpg", "2020:10:25 02:00:00", "1", "+01:00"), Frame("a.jpg", "2020:10:25 02:59:59", "5", "+02:00")],
        [["a.jpg", "b.jpg"]],
    ),
    "one hour of the night on which clocks go back comes twice": (
        [Frame("a.jpg", "2020:10:25 02:30:00", "1", "+02:00"), Frame("b.jpg", "2020:10:25 02:30:00", "5", "+01:00")],
        [],
    ),
    "a change of clocks without an offset is an hour, and no burst": (
        [Frame("a.jpg", "2020:03:29 01:59:59"), Frame("b.jpg", "2020:03:29 03:00:00")],
        [],
    ),
    "unknown times are no burst": ([Frame("a.jpg", None), Frame("b.jpg", None)], []),
    "times that are none are no burst": ([Frame("a.jpg", "0000:00:00 00:00:00"), Frame("b.jpg", "    :  :     :  :  ")], []),
    "an unknown camera is no burst": ([Frame("a.jpg", T0, camera=""), Frame("b.jpg", T1, camera="")], []),
    "another scene is no burst": ([Frame("a.jpg", T0, scene=1), Frame("b.jpg", T1, scene=2)], []),
    "an edited copy is no picture of its own": (
        [Frame("a.jpg", T0), Frame("a-edited.jpg", T0), Frame("b.jpg", T1)],
        [["a-edited.jpg", "b.jpg"]],
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_bursts(case: str, tmp_path: Path) -> None:
    frames, expected = CASES[case]
    library = Scanned(tmp_path)
    for at, frame in enumerate(frames):
        write(library.root, at, frame)
    library.run()
    *_, found = FindGroups(Looks(library.catalogue), library.thumbnails).run(CancelSwitch())
    assert isinstance(found, FoundGroups)
    names = [[name_of(library, each) for each in group] for group in found.groups[Alike.BURST]]
    assert sorted(names) == expected
    assert found.groups[Alike.IDENTICAL] == ()


def name_of(library: Scanned, photo_id: PhotoId) -> str:
    photo = library.catalogue.photo(photo_id)
    assert photo is not None
    return Path(photo.path).name
