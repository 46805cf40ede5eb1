"""Names of files that belong to one picture, and names that only look so."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.file_names import RAW_EXTENSIONS, path_names, stem_and_extension
from app.domain.versions import Kinship, Part, kinship, part_of, shot_of


def is_pair(first: str, second: str) -> bool:
    names = stem_and_extension(first), stem_and_extension(second)
    found = kinship(*names)
    assert kinship(*reversed(names)) is found
    return found is not None


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("IMG_0042.CR2", "IMG_0042.JPG"),
        ("img_0042.nef", "IMG_0042.jpg"),
        ("a.dng", "a.jpeg"),
        ("a.ARW", "a.HEIC"),
        ("PXL_20230101_120000000.RAW-01.COVER.jpg", "PXL_20230101_120000000.RAW-02.ORIGINAL.dng"),
        ("PXL_20230101_120000000.RAW-01.MP.COVER.jpg", "PXL_20230101_120000000.RAW-02.ORIGINAL.dng"),
        ("IMG_0042.jpg", "IMG_0042-edited.jpg"),
        ("IMG_0042.jpg", "IMG_0042_edited.png"),
        ("IMG_0042.jpg", "IMG_0042 edited.jpg"),
        ("IMG_0042.jpg", "IMG_0042 (edited).jpg"),
        ("IMG_0042.jpg", "IMG_0042(Edited).jpg"),
        ("IMG_0042.CR2", "IMG_0042-Edit.tif"),
        ("IMG_0042.jpg", "IMG_0042-Edit-2.jpg"),
        ("IMG_0042.jpg", "IMG_0042-EDITED12.jpg"),
        ("IMG_0042.jpg", "IMG_0042-bearbeitet.jpg"),
        ("IMG_0042.jpg", "IMG_0042-modifié.jpg"),
        ("IMG_0042.jpg", "IMG_0042-edytowane.jpg"),
        ("IMG_0042.HEIC", "IMG_E0042.JPG"),
        ("IMG_0042.jpg", "IMG_0042-編集済み.jpg"),
        ("IMG_0042.jpg", "IMG_0042-modifie\u0301.jpg"),
        ("DSC0001.HIF", "DSC0001.JPG"),
        ("IMG_1(1).jpg", "IMG_1-edited(1).jpg"),
        ("IMG_1(1).jpg", "IMG_1-bearbeitet(1).jpg"),
        ("PXL_20230101_120000000.jpg", "PXL_20230101_120000000~2.jpg"),
        ("PXL_1.PORTRAIT-01.COVER.jpg", "PXL_1.PORTRAIT-02.ORIGINAL.jpg"),
    ],
)
def test_versions(first: str, second: str) -> None:
    assert is_pair(first, second)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("ben.jpg", "ben.jpeg"),
        ("ben.jpg", "ben.png"),
        ("a.dng", "a.nef"),
        ("a.dng", "b.jpg"),
        ("a.jpg", "a.jpg"),
        ("a", "a"),
        ("cr.jpg", "credit.jpg"),
        ("IMG_0042.jpg", "IMG_0042 (1).jpg"),
        ("IMG_0042.jpg", "IMG_0042-2.jpg"),
        ("IMG_0042.jpg", "IMG_0042edited.jpg"),
        ("IMG_0042.jpg", "IMG_0042-edited-by-anna.jpg"),
        ("IMG_0042.jpg", "IMG_0042-edition.jpg"),
        ("IMG_0042.jpg", "IMG_0042-edit123.jpg"),
        ("IMG_0042.jpg", "IMG_0043-edited.jpg"),
        ("IMG_0042.jpg", "my-IMG_0042-edited.jpg"),
        ("IMG_0042-edited.jpg", "IMG_0042-edit.jpg"),
        ("IMG_0042.JPG", "IMG_E0043.JPG"),
        ("IMG_42.JPG", "IMG_E42.JPG"),
        ("0042.JPG", "IMG_E0042.JPG"),
        ("PXL_1.RAW-01.COVER.jpg", "PXL_2.RAW-02.ORIGINAL.dng"),
        ("PXL_1.RAW-01.COVER.jpg", "PXL_1.RAW-02.ORIGINAL.jpg"),
        ("PXL_1.RAW-01.COVER.2.jpg", "PXL_1.dng"),
        ("PXL_1.PORTRAIT-01.COVER.jpg", "PXL_2.PORTRAIT-02.ORIGINAL.jpg"),
        ("2019-06-14 10.20.30.jpg", "2019-06-14 10.20.30-1.jpg"),
        ("IMG_1.jpg", "IMG_1-edited(1).jpg"),
        ("IMG_1(2).jpg", "IMG_1-edited(1).jpg"),
    ],
)
def test_names_of_two_pictures(first: str, second: str) -> None:
    assert not is_pair(first, second)


def test_what_needs_one_time_and_one_camera() -> None:
    assert kinship(("a", "heic"), ("a", "jpg")) is Kinship.TIMED
    assert kinship(("a", "jpg"), ("a~2", "jpg")) is Kinship.TIMED
    assert kinship(("a", "dng"), ("a", "jpg")) is Kinship.PLAIN
    for word in ("-EFFECTS", " smile", " (mix)", "-smile-2", "(1)-SMILE"):
        original = "a(1)" if "(1)" in word else "a"
        assert kinship((original, "jpg"), (f"a{word}", "jpg")) is Kinship.TIMED
    assert kinship(("a(1)", "jpg"), ("a-effects(1)", "jpg")) is Kinship.TIMED
    assert kinship(("a mix", "jpg"), ("a mix-edited", "jpg")) is Kinship.PLAIN


@pytest.mark.parametrize(
    ("name", "part"),
    [
        (("IMG_0042", "cr2"), Part.RAW), (("IMG_0042", "jpg"), Part.CAMERA), (("IMG_0042-edited", "jpg"), Part.EDITED),
        (("IMG_E0042", "heic"), Part.EDITED), (("PXL_1.RAW-01.COVER", "jpg"), Part.CAMERA), (("PXL_1.RAW-02.ORIGINAL", "dng"), Part.RAW),
        (("PXL_1.PORTRAIT-01.COVER", "jpg"), Part.EDITED), (("PXL_1.PORTRAIT-02.ORIGINAL", "jpg"), Part.CAMERA),
        (("a~2", "jpg"), Part.EDITED),
    ],
)  # fmt: skip
def test_what_a_version_is(name: tuple[str, str], part: Part) -> None:
    assert part_of(name) is part


@given(
    st.sampled_from(["IMG_0042", "img_e0042", "a", "PXL_1.raw-01.cover", "x~2", "x"]),
    st.sampled_from(["", "-edited", " (Edited)", "-edit-2", "~2", "-bearbeitet"]),
    st.sampled_from(["jpg", "dng", "heic"]),
    st.sampled_from(["", "-edited", " (edited)", "~3", ".RAW-02.ORIGINAL"]),
    st.sampled_from(["jpg", "cr2"]),
)
def test_versions_share_their_shot(stem: str, first: str, one: str, second: str, other: str) -> None:
    names = (f"{stem}{first}", one), (f"{stem}{first}{second}", other)
    if kinship(*names):
        assert shot_of(names[0][0]) == shot_of(names[1][0])


def test_stems_and_extensions() -> None:
    assert stem_and_extension("/a.b/IMG_1.tar.CR2") == ("IMG_1.tar", "cr2")
    assert stem_and_extension("name") == ("name", "")
    assert stem_and_extension("/a/.hidden") == (".hidden", "")


def test_raw_extensions_are_lower_case_without_dots() -> None:
    assert {"cr2", "cr3", "nef", "arw", "dng", "raf", "orf", "rw2"} <= RAW_EXTENSIONS
    assert all(each.isalnum() and each == each.lower() for each in RAW_EXTENSIONS)
    assert not RAW_EXTENSIONS & {"jpg", "jpeg", "tif", "tiff", "png", "heic"}


def test_path_names() -> None:
    assert path_names("/home/me/a.jpg") == ("home", "me", "a.jpg")
    assert path_names("/") == ()
