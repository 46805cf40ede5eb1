"""Faces that other programs have marked: where they lie in the upright picture, and what is no place in it."""

import json
import math
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageOps

from app.domain.look import FaceRegion
from app.domain.photo import FileStamp, FoundFile, ReadPhoto
from app.photos.face_regions import MOST_REGIONS, face_regions
from app.photos.precedence import FACES, FACES_APPLIED_TO, FACES_MICROSOFT
from app.photos.raw import RawMetadata
from app.photos.reading import read_photo
from tests.unit.photos.making import IMAGE, encoded, jpeg, raw_of, read_as_photo, short, xmp_packet

ORIENTATION = 0x0112
TYPES = 'xmlns:stArea="http://ns.adobe.com/xmp/sType/Area#" xmlns:stDim="http://ns.adobe.com/xap/1.0/sType/Dimensions#"'


def region(x: float, y: float, w: float, h: float, *, name: str = "", kind: str = "Face", unit: str = "normalized") -> str:
    named = f"<mwg-rs:Name>{name}</mwg-rs:Name>" if name else ""
    area = f'<mwg-rs:Area stArea:x="{x}" stArea:y="{y}" stArea:w="{w}" stArea:h="{h}" stArea:unit="{unit}"/>'
    return f"<rdf:li rdf:parseType='Resource'>{named}<mwg-rs:Type>{kind}</mwg-rs:Type>{area}</rdf:li>"


def regions(*items: str, applied_to: tuple[int, int] | None = (400, 300)) -> str:
    size = applied_to and f'<mwg-rs:AppliedToDimensions stDim:w="{applied_to[0]}" stDim:h="{applied_to[1]}" stDim:unit="pixel"/>'
    listed = f"<mwg-rs:RegionList><rdf:Bag>{''.join(items)}</rdf:Bag></mwg-rs:RegionList>"
    return f'<mwg-rs:Regions {TYPES} rdf:parseType="Resource">{size or ""}{listed}</mwg-rs:Regions>'


def rectangle(place: str, name: str = "") -> str:
    named = f"<MPReg:PersonDisplayName>{name}</MPReg:PersonDisplayName>" if name else ""
    return f"<rdf:li rdf:parseType='Resource'><MPReg:Rectangle>{place}</MPReg:Rectangle>{named}</rdf:li>"


def rectangles(*items: str) -> str:
    listed = f"<MPRI:Regions><rdf:Bag>{''.join(items)}</rdf:Bag></MPRI:Regions>"
    return f'<MP:RegionInfo rdf:parseType="Resource">{listed}</MP:RegionInfo>'


def found(xmp: str, orientation: int = 1, size: tuple[int, int] = (400, 300)) -> tuple[FaceRegion, ...]:
    return face_regions(raw_of(jpeg(xmp=xmp)), orientation, size)


def place(each: FaceRegion) -> tuple[float, ...]:
    return tuple(round(value, 9) for value in (each.left, each.top, each.width, each.height))


def test_a_region_is_its_centre_and_size() -> None:
    (face,) = found(regions(region(0.5, 0.4, 0.2, 0.4, name="Ann  Lee")))
    assert (face.name, place(face)) == ("Ann Lee", (0.4, 0.2, 0.2, 0.4))


def test_a_region_in_pixels_is_of_the_size_that_it_was_applied_to() -> None:
    (face,) = found(regions(region(1000, 500, 400, 200, unit="pixel"), applied_to=(2000, 1000)))
    assert (face.name, place(face)) == (None, (0.4, 0.4, 0.2, 0.2))


def test_pixels_of_an_unknown_size_are_no_place() -> None:
    assert found(regions(region(1000, 500, 400, 200, unit="pixel"), applied_to=None)) == ()


def test_a_region_without_unit_is_in_fractions() -> None:
    area = '<mwg-rs:Area stArea:x="0.5" stArea:y="0.5" stArea:w="0.5" stArea:h="0.5"/>'
    (face,) = found(regions(f"<rdf:li rdf:parseType='Resource'><mwg-rs:Type>Face</mwg-rs:Type>{area}</rdf:li>"))
    assert place(face) == (0.25, 0.25, 0.5, 0.5)


@pytest.mark.parametrize("kind", ["Pet", "Focus", "BarCode", ""])
def test_only_faces_are_faces(kind: str) -> None:
    assert found(regions(region(0.5, 0.5, 0.1, 0.1, kind=kind))) == ()


def test_a_rectangle_is_its_corner_and_size() -> None:
    (face,) = found(rectangles(rectangle("0.25, 0.125, 0.5, 0.25", "Ann")))
    assert (face.name, place(face)) == ("Ann", (0.25, 0.125, 0.5, 0.25))


def test_the_same_faces_in_both_forms_are_told_once() -> None:
    both = regions(region(0.5, 0.4, 0.2, 0.4, name="Ann")) + rectangles(rectangle("0.4, 0.2, 0.2, 0.4", "Ann"))
    assert [face.name for face in found(both)] == ["Ann"]


def test_rectangles_count_where_the_other_regions_are_no_faces() -> None:
    both = regions(region(0.5, 0.5, 0.1, 0.1, kind="Focus")) + rectangles(rectangle("0.4, 0.2, 0.2, 0.4", "Ann"))
    assert [face.name for face in found(both)] == ["Ann"]


def test_a_face_that_nobody_wants_to_name_is_left_out() -> None:
    assert found(rectangles(rectangle("0.4, 0.2, 0.2, 0.4", "ffffffffffffffff"))) == ()


def test_a_region_beyond_the_edge_is_cut_there() -> None:
    (face,) = found(regions(region(0.0, 0.9, 0.2, 0.4)))
    assert place(face) == (0.0, 0.7, 0.1, 0.3)


@pytest.mark.parametrize("place", ["nan, 0, 1, 1", "0, 0, inf, 1", "2, 2, 1, 1", "0, 0, 0, 1", "0, 0, -1, 1", "0, 0, 1", "a, b, c, d", ""])
def test_what_is_no_place_is_left_out(place: str) -> None:
    assert found(rectangles(rectangle(place), rectangle("0.5, 0.5, 0.5, 0.5", "Ann"))) == (FaceRegion("Ann", 0.5, 0.5, 0.5, 0.5),)


def test_no_more_regions_than_any_picture_needs() -> None:
    assert len(found(rectangles(*[rectangle("0, 0, 0.1, 0.1")] * (MOST_REGIONS + 5)))) == MOST_REGIONS


@pytest.mark.parametrize("orientation", range(1, 9))
def test_stored_regions_turn_with_the_picture(orientation: int, tmp_path: Path) -> None:
    pixels = np.zeros((30, 40, 3), np.uint8)
    pixels[3:9, 20:36] = 255
    stored = Image.fromarray(pixels)
    marked = regions(region(28 / 40, 6 / 30, 16 / 40, 6 / 30), applied_to=(40, 30))
    photo = read_as_photo(tmp_path, jpeg({IMAGE: {ORIENTATION: short(orientation)}}, xmp=marked, image=stored))
    stored.getexif()[ORIENTATION] = orientation
    upright = np.asarray(ImageOps.exif_transpose(stored))[:, :, 0]
    rows, columns = np.nonzero(upright)
    height, width = upright.shape
    (face,) = photo.regions
    expected = columns.min() / width, rows.min() / height, np.ptp(columns + 0.0) / width, np.ptp(rows + 0.0) / height
    assert place(face)[:2] == pytest.approx(expected[:2])
    assert place(face)[2:] == pytest.approx((expected[2] + 1 / width, expected[3] + 1 / height))


def test_regions_that_were_applied_to_the_upright_picture_stay() -> None:
    marked = regions(region(0.5, 0.4, 0.2, 0.4), applied_to=(300, 400))
    (face,) = found(marked, orientation=6, size=(300, 400))
    assert place(face) == (0.4, 0.2, 0.2, 0.4)


def test_regions_of_a_sidecar_come_before_those_in_the_photo(tmp_path: Path) -> None:
    photo, beside = tmp_path / "a.jpg", tmp_path / "a.jpg.xmp"
    photo.write_bytes(jpeg(xmp=regions(region(0.5, 0.5, 0.5, 0.5, name="Ann"))))
    beside.write_bytes(xmp_packet(regions(region(0.25, 0.25, 0.5, 0.5, name="Dora"))))
    read = read_photo(FoundFile(str(photo), FileStamp(1, 1), sidecars=(str(beside),)))
    assert isinstance(read, ReadPhoto)
    assert [(face.name, place(face)) for face in read.regions] == [("Dora", (0, 0, 0.5, 0.5))]


def test_a_sidecar_without_regions_hides_none(tmp_path: Path) -> None:
    photo, beside = tmp_path / "a.jpg", tmp_path / "a.jpg.xmp"
    photo.write_bytes(jpeg(xmp=regions(region(0.5, 0.5, 0.5, 0.5, name="Ann"))))
    beside.write_bytes(xmp_packet("<xmp:Rating>3</xmp:Rating>"))
    read = read_photo(FoundFile(str(photo), FileStamp(1, 1), sidecars=(str(beside),)))
    assert isinstance(read, ReadPhoto)
    assert [face.name for face in read.regions] == ["Ann"]


def test_a_picture_without_metadata_has_no_regions(tmp_path: Path) -> None:
    assert read_as_photo(tmp_path, encoded(Image.new("RGB", (8, 8)), "PNG"), "a.png").regions == ()


WRITTEN = st.one_of(
    st.floats().map(str),
    st.sampled_from(["0.5", "1/0", "-0", "1e308", "-1e308", "5e-324", "pixel", "normalized", "Face", ""]),
    st.text(max_size=8),
)
NUMBERED = st.integers(1, 3).map(lambda number: f"{FACES}[{number}]/mwg-rs:")
KEYS = st.one_of(
    st.builds("{}Area/stArea:{}".format, NUMBERED, st.sampled_from(["x", "y", "w", "h", "unit"])),
    st.builds("{}{}".format, NUMBERED, st.sampled_from(["Type", "Name"])),
    st.sampled_from([f"{FACES_APPLIED_TO}w", f"{FACES_APPLIED_TO}h", f"{FACES_MICROSOFT}[1]/MPReg:Rectangle"]),
)
RECTANGLES = st.lists(st.floats().map(str), min_size=3, max_size=5).map(", ".join)


@given(
    st.dictionaries(KEYS, WRITTEN.map(lambda text: (text,)), max_size=25),
    RECTANGLES,
    st.integers(1, 8),
    st.tuples(st.integers(1, 10_000), st.integers(1, 10_000)),
)
def test_whatever_is_written_a_region_lies_in_the_picture(
    xmp: dict[str, tuple[str]], written: str, orientation: int, size: tuple[int, int]
) -> None:
    faces = {f"{FACES}[{number}]/mwg-rs:Type": ("Face",) for number in (1, 2)}
    told = {**xmp, **faces, f"{FACES_MICROSOFT}[2]/MPReg:Rectangle": (written,)}
    for face in face_regions(RawMetadata(xmp=told), orientation, size):
        assert all(map(math.isfinite, (face.left, face.top, face.width, face.height)))
        assert 0 <= face.left < face.left + face.width <= 1 + 1e-9
        assert 0 <= face.top < face.top + face.height <= 1 + 1e-9
        assert face.name is None or face.name.strip()


@pytest.mark.skipif(shutil.which("exiftool") is None, reason="needs exiftool")
def test_real_regions_are_those_that_exiftool_reads(shared: Path) -> None:
    folder = shared / "photos" / "library"
    command = ["exiftool", "-r", "-q", "-j", "-struct", "-ext", "jpg", "-if", "$RegionInfo", "-RegionInfo", str(folder)]
    told = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)
    assert len(told) == 10
    for each in told:
        read = read_photo(FoundFile(each["SourceFile"], FileStamp(1, 1)))
        assert isinstance(read, ReadPhoto)
        expected = [(item["Name"], *(float(item["Area"][side]) for side in "XYWH")) for item in each["RegionInfo"]["RegionList"]]
        ours = [(face.name, face.left + face.width / 2, face.top + face.height / 2, face.width, face.height) for face in read.regions]
        assert [face[0] for face in ours] == [face[0] for face in expected]
        np.testing.assert_allclose([face[1:] for face in ours], [face[1:] for face in expected], atol=1e-9)
