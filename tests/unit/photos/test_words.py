"""Title, caption, keywords and people: character sets, hierarchies, merging, bounds."""

import pytest

from app.domain.photo import Tag
from app.photos.metadata import notes_of
from app.photos.text import LONGEST_TEXT
from app.photos.words import MOST_TAGS
from tests.unit.photos.making import (
    IMAGE,
    PHOTO,
    Entry,
    alternatives,
    ascii_text,
    bag,
    facts,
    jpeg,
    raw_bytes,
    raw_of,
    undefined,
)

DESCRIPTION, XP_TITLE, XP_COMMENT, XP_KEYWORDS, USER_COMMENT = 0x010E, 0x9C9B, 0x9C9C, 0x9C9E, 0x9286
UTF8 = (1, 90, b"\x1b%G")


def tag_names(**blocks: object) -> tuple[Tag, ...]:
    fact = facts(**blocks).tags  # type: ignore[arg-type]
    return fact.value if fact else ()


def caption(**blocks: object) -> str | None:
    fact = facts(**blocks).caption  # type: ignore[arg-type]
    return fact.value if fact else None


def described(entry: Entry) -> dict[str, dict[int, Entry]]:
    return {IMAGE: {DESCRIPTION: entry}}


def test_iptc_title_without_declared_charset() -> None:
    known = facts(iptc=[(2, 5, b"Heinrichsh\xfctte")]).title
    assert known is not None
    assert (known.value, known.source) == ("Heinrichshütte", "IPTC ObjectName")


def test_iptc_title_in_declared_utf8() -> None:
    known = facts(iptc=[UTF8, (2, 5, "Heinrichshütte".encode())]).title
    assert known is not None
    assert known.value == "Heinrichshütte"


def test_iptc_title_in_declared_latin1() -> None:
    known = facts(iptc=[(1, 90, b"\x1b.A"), (2, 5, "Ã©".encode("latin-1"))]).title
    assert known is not None
    assert known.value == "Ã©"


def test_whole_list_and_whole_words() -> None:
    words = ["Lyon", "Rhône-Alpes", "dänemark", "quay"]
    assert [tag.name for tag in tag_names(iptc=[(2, 25, word.encode("cp1252")) for word in words])] == words
    assert [tag.name for tag in tag_names(iptc=[UTF8, *((2, 25, word.encode()) for word in words)])] == words


@pytest.mark.parametrize("make", [raw_bytes, lambda content: (2, len(content), content)])
def test_windows_keywords_as_bytes_and_as_ascii(make: object) -> None:
    assert callable(make)
    content = "Straße;写真;🐈".encode("utf-16-le") + b"\0\0"
    assert [tag.name for tag in tag_names(exif={IMAGE: {XP_KEYWORDS: make(content)}})] == ["Straße", "写真", "🐈"]


def test_windows_keywords_in_plain_text() -> None:
    assert [tag.name for tag in tag_names(exif={IMAGE: {XP_KEYWORDS: ascii_text("Straße; quay".encode())}})] == ["Straße", "quay"]
    assert [tag.name for tag in tag_names(exif={IMAGE: {XP_KEYWORDS: raw_bytes(b"boat;quay")}})] == ["boat", "quay"]


def test_windows_keywords_joined_by_commas_add_nothing_to_the_same_words() -> None:
    joined = "sea,sun".encode("utf-16-le") + b"\0\0"
    assert [tag.name for tag in tag_names(exif={IMAGE: {XP_KEYWORDS: raw_bytes(joined)}}, xmp=bag("dc:subject", "sea", "sun"))] == [
        "sea",
        "sun",
    ]


def test_a_text_ends_at_its_first_nul() -> None:
    assert caption(exif=described((2, 8, b"abc\0def\0"))) == "abc"


def test_invalid_utf8_is_read_as_cp1252() -> None:
    assert caption(exif=described(ascii_text(b"caf\xe9 \x80 5"))) == "café € 5"


def test_text_is_normalised() -> None:
    assert caption(exif=described(ascii_text("Cafe\u0301\x07".encode()))) == "Café"


def test_one_tag_under_its_parent() -> None:
    xmp = (
        bag("lr:hierarchicalSubject", "Places|Italy")
        + bag("digiKam:TagsList", "Places/Italy", kind="Seq")
        + bag("dc:subject", "italy", "Places")
    )
    fact = facts(xmp=xmp).tags
    assert fact is not None
    assert fact.value == (Tag("Italy", ("Places",)),)
    assert fact.source == "XMP lr:hierarchicalSubject + XMP digiKam:TagsList + XMP dc:subject"


def test_a_parent_that_is_listed_as_well_adds_nothing() -> None:
    assert tag_names(xmp=bag("digiKam:TagsList", "Places", "Places/Italy", "Places/Italy/Rome")) == (Tag("Rome", ("Places", "Italy")),)


def test_the_same_name_under_two_parents_is_two_tags() -> None:
    assert tag_names(xmp=bag("lr:hierarchicalSubject", "Places|Georgia", "People|Georgia")) == (
        Tag("Georgia", ("Places",)),
        Tag("Georgia", ("People",)),
    )


@pytest.mark.parametrize(
    ("word", "tag"),
    [
        ("mother", Tag("mother")),
        ("people/mother", Tag("mother", ("people",))),
        ("people|mother", Tag("mother", ("people",))),
        ("b/w", Tag("b/w")),
        ("AC/DC", Tag("AC/DC")),
        ("|", None),
        ("  two   words ", Tag("two words")),
    ],
)
def test_flat_keywords_written_like_paths(word: str, tag: Tag | None) -> None:
    assert tag_names(xmp=bag("dc:subject", word)) == ((tag,) if tag else ())


def test_microsoft_keyword_paths() -> None:
    assert tag_names(xmp=bag("MicrosoftPhoto:LastKeywordXMP", "Places/Italy")) == (Tag("Italy", ("Places",)),)


def test_keywords_are_unique_whatever_their_case() -> None:
    tags = tag_names(iptc=[(2, 25, b"HARBOUR"), (2, 25, b"harbour")], xmp=bag("dc:subject", "Harbour"))
    assert tags == (Tag("Harbour"),)


def test_an_empty_xmp_description_hides_nothing() -> None:
    known = facts(described(ascii_text(b"from exif")), [(2, 120, b"from iptc")], alternatives("dc:description", default=" ")).caption
    assert known is not None
    assert (known.value, known.source) == ("from iptc", "IPTC Caption-Abstract")
    assert caption(exif=described(ascii_text(b"from exif")), xmp=alternatives("dc:description", default="")) == "from exif"


def test_the_default_language_is_preferred_else_the_first_that_says_something() -> None:
    assert caption(xmp=alternatives("dc:description", de="Hafen", default="harbour")) == "harbour"
    assert caption(xmp=alternatives("dc:description", default="", de="Hafen")) == "Hafen"


def test_what_a_camera_writes_by_itself_stays() -> None:
    assert caption(exif=described(ascii_text(b"OLYMPUS DIGITAL CAMERA         "))) == "OLYMPUS DIGITAL CAMERA"


def test_windows_title_and_comment_come_later() -> None:
    texts = {XP_TITLE: raw_bytes("Título\0".encode("utf-16-le")), XP_COMMENT: raw_bytes("Comentário\0".encode("utf-16-le"))}
    known = facts({IMAGE: texts})
    assert known.title is not None
    assert known.caption is not None
    assert (known.title.value, known.caption.value) == ("Título", "Comentário")


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"ASCII\0\0\0a boat   \0", "a boat"),
        (b"UNICODE\0" + "ein Böot".encode("utf-16-le"), "ein Böot"),
        (b"UNICODE\0" + "ein Böot".encode("utf-16-be"), "ein Böot"),
        (b"UNICODE\0\xfe\xff" + "舟".encode("utf-16-be"), "舟"),
        (b"JIS\0\0\0\0\0" + "舟".encode("iso2022_jp"), "舟"),
        (b"\0\0\0\0\0\0\0\0a boat", "a boat"),
        (b"\0\0\0\0\0\0\0\0\x01\x02\x03binary", None),
        (b"ASCII\0\0\0" + b" " * 64, None),
        (b"", None),
    ],
)
def test_user_comments(content: bytes, expected: str | None) -> None:
    assert caption(exif={PHOTO: {USER_COMMENT: undefined(content)}}) == expected


def test_a_very_long_caption_is_cut_and_noted() -> None:
    raw = raw_of(jpeg(xmp=alternatives("dc:description", default="harbour " * 7_000)))
    assert len(facts(xmp=alternatives("dc:description", default="harbour " * 7_000)).caption.value) <= LONGEST_TEXT  # type: ignore[union-attr]
    assert any("cut to its first" in note for note in notes_of(raw))


def test_thousands_of_keywords_are_bounded_and_noted() -> None:
    records = [(2, 25, b"k%05d" % number) for number in range(5_000)]
    raw = raw_of(jpeg(iptc=records))
    tags = tag_names(iptc=records)
    assert len(tags) == MOST_TAGS
    assert any("5,000 keywords" in note for note in notes_of(raw))


FACE = (
    "<mwg-rs:Regions rdf:parseType='Resource'><mwg-rs:RegionList><rdf:Bag>"
    "<rdf:li rdf:parseType='Resource'><mwg-rs:Name>Ann</mwg-rs:Name><mwg-rs:Type>Face</mwg-rs:Type></rdf:li>"
    "<rdf:li rdf:parseType='Resource'><mwg-rs:Name>Rex</mwg-rs:Name><mwg-rs:Type>Pet</mwg-rs:Type></rdf:li>"
    "<rdf:li rdf:parseType='Resource'><mwg-rs:Name>Bob</mwg-rs:Name></rdf:li>"
    "</rdf:Bag></mwg-rs:RegionList></mwg-rs:Regions>"
)
FACE_OF_MICROSOFT = (
    "<MP:RegionInfo rdf:parseType='Resource'><MPRI:Regions><rdf:Bag><rdf:li rdf:parseType='Resource'>"
    "<MPReg:PersonDisplayName>Cem</MPReg:PersonDisplayName></rdf:li></rdf:Bag></MPRI:Regions></MP:RegionInfo>"
)


def test_people_of_all_sources_once() -> None:
    known = facts(xmp=bag("Iptc4xmpExt:PersonInImage", "ann", "Dora") + FACE + FACE_OF_MICROSOFT).people
    assert known is not None
    assert known.value == ("ann", "Dora", "Cem")
    assert known.source == "XMP Iptc4xmpExt:PersonInImage + XMP mwg-rs:Regions + XMP MP:RegionInfo"


def test_regions_that_are_no_faces_are_no_people() -> None:
    known = facts(xmp=FACE).people
    assert known is not None
    assert known.value == ("Ann",)
