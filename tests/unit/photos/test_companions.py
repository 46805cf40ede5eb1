"""Which sidecars and which of Takeout's descriptions tell of which photo of a folder."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.photos.companions import companions
from app.photos.takeout_names import fits

LONG = "Urlaub in Knaufspesch in der Schneifel 2011 mit Oma und Opa"
HALF = LONG[:46]
PHOTO = f"{LONG[:47]}.jpg"
NUMBERED = f"{LONG[:47]}(1).jpg"


@pytest.mark.parametrize(
    ("names", "owned"),
    [
        (["x.NEF", "x.JPG", "x.xmp", "x.NEF.xmp"], {"x.NEF": ("x.NEF.xmp", "x.xmp")}),
        (["x.NEF", "x.DNG", "x.jpg", "x.xmp"], {"x.NEF": ("x.xmp",), "x.DNG": ("x.xmp",)}),
        (["x.NEF", "x.jpg", "x.jpg.xmp"], {"x.jpg": ("x.jpg.xmp",)}),
        (["a.jpg", "a.png", "a.XMP"], {"a.jpg": ("a.XMP",), "a.png": ("a.XMP",)}),
        (["a.JPG", "a.jpg.Xmp"], {"a.JPG": ("a.jpg.Xmp",)}),
        (["a.JPG", "a.jpg", "a.jpg.xmp"], {"a.jpg": ("a.jpg.xmp",)}),
        (["a.jpg", "A.xmp", "b.xmp", "ab.xmp", ".xmp"], {}),
        (["a.NEF.jpg", "a.NEF.xmp"], {"a.NEF.jpg": ("a.NEF.xmp",)}),
        (["v.mov", "v.jpg", "v.xmp"], {"v.jpg": ("v.xmp",)}),
        (["v.mov", "v.xmp"], {"v.mov": ("v.xmp",)}),
        (["v.mov", "v.mov.xmp"], {"v.mov": ("v.mov.xmp",)}),
        (["a.txt", "a.xmp", "a.xmp.xmp"], {}),
        (["a.jpg", "a.jpg.xmp", "a.jpg.json"], {"a.jpg": ("a.jpg.xmp", "a.jpg.json")}),
    ],
)
def test_the_owners_of_sidecars(names: list[str], owned: dict[str, tuple[str, ...]]) -> None:
    assert companions(names) == owned
    assert companions(reversed(names)) == owned


@pytest.mark.parametrize(
    ("photo", "description"),
    [
        ("IMG_1.jpg", "IMG_1.jpg.json"),
        ("IMG_1.jpg", "IMG_1.JSON"),
        ("IMG_1.jpg", "IMG_1.jpg.supplemental-metadata.json"),
        ("IMG_1(1).jpg", "IMG_1.jpg.supplemental-metadata(1).json"),
        ("IMG_1(1).jpg", "IMG_1.jpg(1).json"),
        ("IMG_1(1).jpg", "IMG_1(1).jpg.json"),
        ("IMG_1-edited.jpg", "IMG_1.jpg.json"),
        ("IMG_1-edited(2).jpg", "IMG_1.jpg.supplemental-metadata(2).json"),
        ("IMG_1-bearbeitet.jpg", "IMG_1.jpg.supplemental-metadata.json"),
        ("IMG_1-modifié.jpg", "IMG_1.jpg.json"),
        (unicodedata.normalize("NFD", "IMG_1-modifié.jpg"), "IMG_1.jpg.json"),
        ("IMG_1-ha editado.jpg", "IMG_1.jpg.json"),
        ("IMG_1-editado.JPG", "IMG_1.JPG.supplemental-met.json"),
        (PHOTO, f"{HALF}.json"),
        (NUMBERED, f"{HALF}(1).json"),
        (f"{LONG[:43]}(1).jpg", f"{LONG[:43]}.jp(1).json"),
        ("v.mp4", "v.mp4.supplemental-metadata.json"),
    ],
)
def test_takeouts_names(photo: str, description: str) -> None:
    assert companions([photo, "other.jpg", description]) == {photo: (description,)}


@pytest.mark.parametrize("length", range(46, 52))
@pytest.mark.parametrize(
    "stem", ["PXL_20230101_123456789", "Screenshot_20230101-123456_Photos editor", "A photo of the harbour at evening, late in"]
)
def test_names_cut_anywhere(stem: str, length: int) -> None:
    photo = f"{stem}.jpg"
    description = f"{photo}.supplemental-metadata"[:length] + ".json"
    assert companions([photo, description, "IMG_1.jpg", "IMG_1.jpg.json"])[photo] == (description,)


@pytest.mark.parametrize(
    ("photo", "description"),
    [
        ("IMG_1.jpg", "IMG_1.jpg(1).json"),
        ("IMG_1(1).jpg", "IMG_1.jpg.json"),
        ("IMG_1-edges.jpg", "IMG_1.jpg.json"),
        ("IMG_10.jpg", "IMG_1.jpg.json"),
        ("IMG_1.png", "IMG_1.jpg.json"),
        ("a.jpg", "metadata.json"),
        ("a.jpg", "a.jpg.notes.json"),
    ],
)
def test_what_describes_another_photo(photo: str, description: str) -> None:
    assert companions([photo, description]) == {}


def test_each_of_two_numbered_photos_has_its_own() -> None:
    names = [
        "IMG_1.jpg",
        "IMG_1(1).jpg",
        "IMG_1-edited.jpg",
        "IMG_1.jpg.supplemental-metadata.json",
        "IMG_1.jpg.supplemental-metadata(1).json",
    ]
    assert companions(names) == {
        "IMG_1.jpg": ("IMG_1.jpg.supplemental-metadata.json",),
        "IMG_1(1).jpg": ("IMG_1.jpg.supplemental-metadata(1).json",),
        "IMG_1-edited.jpg": ("IMG_1.jpg.supplemental-metadata.json",),
    }
    assert companions([PHOTO, NUMBERED, f"{HALF}.json", f"{HALF}(1).json"]) == {PHOTO: (f"{HALF}.json",), NUMBERED: (f"{HALF}(1).json",)}


def test_one_name_without_its_extension_serves_nobody_where_two_could_own_it() -> None:
    assert companions(["IMG_1.jpg", "IMG_1.png", "IMG_1.json"]) == {}


def test_of_cut_names_the_title_decides() -> None:
    assert fits(f"{HALF}.json", f"{LONG}.jpg", PHOTO)
    assert fits(f"{HALF}.json", f"{LONG}.jpg".replace(" ", "&"), PHOTO.replace(" ", "_"))
    assert not fits(f"{HALF}.json", f"{HALF} nobody.jpg", PHOTO)
    assert not fits(f"{HALF}.json", f"{LONG}.jpg", NUMBERED)
    assert fits("IMG_1.jpg.json", "something else.png", "IMG_1.jpg")
    assert fits("IMG_1.jpg.json", "IMG_1.jpg", "IMG_1-edited.jpg")
    assert fits(f"{HALF}.json", "", PHOTO)


def test_a_folder_without_sidecars_costs_nothing() -> None:
    assert companions(f"IMG_{number}.jpg" for number in range(1_000)) == {}


def test_a_large_folder_of_names_that_begin_alike() -> None:
    photos = [f"{HALF}{number:04}.jpg" for number in range(3_000)]
    descriptions = [f"{HALF}({number}).json" for number in range(3_000)] + [f"{photo}.json" for photo in photos]
    assert companions([*photos, *descriptions]) == {photo: (f"{photo}.json",) for photo in photos}


NAMES = st.lists(
    st.text("ab(1)-edi.jpgxmNEFson\udc80\n", min_size=1, max_size=12) | st.sampled_from(["a.jpg", "a.NEF", "a.xmp", "a.jpg.json"]),
    max_size=12,
    unique=True,
)


@given(NAMES)
def test_any_names(names: list[str]) -> None:
    for photo, owned in companions(names).items():
        assert photo in names
        assert owned
        assert set(owned) <= set(names)
        assert len(set(owned)) == len(owned)
        assert all(each.lower().endswith((".xmp", ".json")) for each in owned)
