"""The words of a photo."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.ids import LocalTime
from app.domain.photo import Fact, PhotoFacts, Tag
from app.domain.words import Field, FieldValue, camera_name, folder_names, has_meaning, shown, words_of


@given(st.text(st.characters(codec=None)))
def test_what_is_shown_can_always_be_stored(text: str) -> None:
    assert shown(text).encode("utf-8").decode("utf-8") == shown(text)


def test_bytes_that_are_no_text_are_shown_as_replacements() -> None:
    assert shown(b"bad\xff\xfe.jpg".decode("utf-8", "surrogateescape")) == "bad\ufffd\ufffd.jpg"
    assert shown("new\nline.jpg") == "new\u23celine.jpg"
    assert shown("half \ud800 pair") == "half \ufffd pair"


@pytest.mark.parametrize(
    ("make", "model", "name"),
    [
        ("Canon", "Canon EOS 20D", "Canon EOS 20D"),
        ("NIKON CORPORATION", "NIKON D70", "NIKON D70"),
        ("Larch", "L2", "Larch L2"),
        (None, "L2", "L2"),
        ("Larch", None, "Larch"),
        (None, None, ""),
        ("  ", "L2", "L2"),
        ("CASIO COMPUTER CO.,LTD", "EX-S1", "CASIO EX-S1"),
        ("FUJI PHOTO FILM CO., LTD.", "FinePix40i", "FUJI FinePix40i"),
        ("EASTMAN KODAK COMPANY", "DC3400", "EASTMAN KODAK DC3400"),
        ("Digital Photo", "L2", "Digital L2"),
    ],
)
def test_a_camera_is_named_once(make: str | None, model: str | None, name: str) -> None:
    assert camera_name(make, model) == name


def test_folders_are_named_from_the_added_one_down() -> None:
    assert folder_names("/a/photos/2019/Italy/x.jpg", "/a/photos") == ("photos", "2019", "Italy")
    assert folder_names("/a/photos/x.jpg", "/a/photos") == ("photos",)
    assert folder_names("/a/photos/x.jpg", "/a/photos/x.jpg") == ("photos",)


def test_words_come_from_every_field_and_once() -> None:
    facts = PhotoFacts(
        taken=Fact(LocalTime("2019-06-14"), "EXIF DateTimeOriginal"),
        tags=Fact((Tag("Italy", ("Places",)), Tag("Rome", ("Places", "Italy"))), "XMP"),
        people=Fact(("Ann",), "XMP"),
        caption=Fact("fishing boats", "XMP"),
        make=Fact("Larch", "EXIF"),
        model=Fact("L2", "EXIF"),
    )
    words = list(words_of("/p/2019/x.jpg", "/p", facts))
    assert len(words) == len(set(words))
    assert FieldValue(Field.TAG, "Places") in words
    assert FieldValue(Field.TAG, "Rome") in words
    assert FieldValue(Field.CAMERA, "Larch L2") in words
    assert [each.text for each in words if each.field is Field.FOLDER] == ["p", "2019"]


@pytest.mark.parametrize(
    ("value", "worth"),
    [
        (FieldValue(Field.CAPTION, "fishing boats"), True),
        (FieldValue(Field.TAG, "12"), False),
        (FieldValue(Field.FOLDER, "2019-06"), False),
        (FieldValue(Field.CAPTION, "写真"), True),
        (FieldValue(Field.CAPTION, "DSC00019"), False),
        (FieldValue(Field.TITLE, "IMG_5910"), False),
        (FieldValue(Field.FOLDER, "Summer_2019"), True),
        (FieldValue(Field.FOLDER, "USA_road"), True),
        (FieldValue(Field.TAG, "sea"), True),
        (FieldValue(Field.FOLDER, "100CANON"), False),
        (FieldValue(Field.FOLDER, "Photos"), False),
        (FieldValue(Field.TAG, "photos"), True),
        (FieldValue(Field.CAPTION, "at the zoo, DSC00019"), True),
        (FieldValue(Field.NAME, "harbour.jpg"), False),
        (FieldValue(Field.CAMERA, "Larch L2"), False),
    ],
)
def test_only_words_have_a_meaning(value: FieldValue, worth: bool) -> None:
    assert has_meaning(value) is worth
