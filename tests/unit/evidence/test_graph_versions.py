"""Names of files that belong to one picture, and names that only look so."""

import pytest

from app.domain.file_names import RAW_EXTENSIONS, path_names, stem_and_extension
from app.evidence.versions import is_version


def is_pair(first: str, second: str) -> bool:
    names = stem_and_extension(first), stem_and_extension(second)
    found = is_version(*names)
    assert is_version(*reversed(names)) is found
    return found


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
    ],
)
def test_names_of_two_pictures(first: str, second: str) -> None:
    assert not is_pair(first, second)


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
