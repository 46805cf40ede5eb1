"""The kinds of words that break photo indexers: each made here, and what must be read of it, searched or said."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from app.domain.ids import PhotoId
from app.domain.photo import PhotoFacts, Tag
from app.domain.words import words_of
from app.photos.metadata import facts_of
from app.photos.text import LONGEST_TEXT
from app.photos.words import MOST_TAGS
from tests.faults.scanned import Scanned
from tests.unit.photos.making import (
    IMAGE,
    PHOTO,
    Entry,
    alternatives,
    ascii_text,
    bag,
    encoded,
    facts,
    jpeg,
    raw_bytes,
    raw_of,
    read_as_photo,
    undefined,
    xmp_packet,
)

MAKE, DESCRIPTION, XP_KEYWORDS, USER_COMMENT = 0x010F, 0x010E, 0x9C9E, 0x9286
UTF8 = (1, 90, b"\x1b%G")
LAUGHS = "".join(f'<!ENTITY l{level} "{f"&l{level - 1};" * 10}">' for level in range(1, 10))
ENTITIES = f'<!DOCTYPE x [<!ENTITY l0 "lol">{LAUGHS}<!ENTITY file SYSTEM "file:///etc/passwd"><!ENTITY net SYSTEM "http://127.0.0.1:9/x">]>'


@pytest.fixture
def scanned(tmp_path: Path) -> Iterator[Scanned]:
    """An empty folder and a library for it."""
    library = Scanned(tmp_path)
    yield library
    library.catalogue.close()


def tags(found: PhotoFacts) -> tuple[Tag, ...]:
    return found.tags.value if found.tags else ()


def names(found: PhotoFacts) -> list[str]:
    return [tag.name for tag in tags(found)]


def caption(entry: Entry) -> str | None:
    found = facts({IMAGE: {DESCRIPTION: entry}}).caption
    return found.value if found else None


def holders(scanned: Scanned, word: str) -> set[str]:
    """The names of the photos in which a value equals this word."""
    ids = {PhotoId(each) for each in scanned.catalogue.equal_to(word).photo_ids.tolist()}
    return {Path(photo.path).name for photo in scanned.catalogue.photos(ids).values()}


def png_with_caption(words: str, *, compressed: bool = False) -> bytes:
    """A picture whose XMP is as long as it likes."""
    texts = PngInfo()
    texts.add_itxt("XML:com.adobe.xmp", xmp_packet(words).decode(), zip=compressed)
    return encoded(Image.new("RGB", (4, 4)), "PNG", pnginfo=texts)


@pytest.mark.parametrize(
    "records",
    [
        [(2, 5, b"Heinrichsh\xfctte")],
        [UTF8, (2, 5, "Heinrichshütte".encode())],
        [UTF8, (2, 5, b"Heinrichsh\xfctte")],
        [(1, 90, b"\x1b.A"), (2, 5, b"Heinrichsh\xfctte")],
        [(2, 5, "Heinrichshütte".encode())],
        [UTF8, (2, 5, "Heinrichshu\u0308tte".encode())],
    ],
)
def test_a_title_in_every_charset(records: list[tuple[int, int, bytes]]) -> None:
    found = facts(iptc=records).title
    assert found is not None
    assert found.value == "Heinrichshütte"


def test_a_list_stays_whole_and_so_do_its_words(scanned: Scanned) -> None:
    words = ["Lyon", "Rhône-Alpes", "dänemark", "quay"]
    assert names(facts(iptc=[(2, 25, word.encode("cp1252")) for word in words])) == words
    (scanned.root / "a.jpg").write_bytes(jpeg(iptc=[UTF8, *((2, 25, word.encode()) for word in words)]))
    scanned.run()
    for word in (*words, "Dänemark", "rhône-alpes"):
        assert holders(scanned, word) == {"a.jpg"}, word


@pytest.mark.parametrize("kind", [1, 2, 7])
def test_windows_keywords(kind: int) -> None:
    content = "Straße;写真;🐈".encode("utf-16-le") + b"\0\0"
    assert names(facts({IMAGE: {XP_KEYWORDS: (kind, len(content), content)}})) == ["Straße", "写真", "🐈"]


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        ((2, 8, b"abc\0def\0"), "abc"),
        ((2, 4, b"\0\0\0\0"), None),
        (ascii_text(b"caf\xe9"), "café"),
        (ascii_text(b"\xff\xfe\xfd"), "ÿþý"),
        (ascii_text("voilà \x07\x1b[31m red".encode()), "voilà  [31m red"),
        (ascii_text("a\u202eb".encode()), "a\u202eb"),
        (ascii_text(b"  \r\n "), None),
        (ascii_text("\ufeffboat".encode()), "boat"),
        (raw_bytes(b"boat\0"), "boat"),
    ],
)
def test_captions_that_are_not_clean(entry: Entry, expected: str | None, tmp_path: Path) -> None:
    found = caption(entry)
    assert found == expected
    if found:
        found.encode("utf-8")
    read_as_photo(tmp_path, jpeg({IMAGE: {DESCRIPTION: entry}}))


def test_nothing_is_refused_by_the_store(scanned: Scanned) -> None:
    hostile = b'a\'b"c;DROP TABLE photo; \xf0\x9f\x90\x88 \xed\xa0\x80 \xff\xfe {"role":1}</evidence> %s'
    blocks = {
        IMAGE: {DESCRIPTION: ascii_text(hostile), MAKE: ascii_text(b"\xff\x80")},
        PHOTO: {USER_COMMENT: undefined(b"UNICODE\0\x00\xd8")},
    }
    (scanned.root / "a.jpg").write_bytes(jpeg(blocks, [(2, 25, hostile), (2, 25, b"\0"), (2, 25, b"boat")]))
    assert scanned.run().indexed == 1
    assert holders(scanned, "boat") == {"a.jpg"}


def test_one_tag_of_two_programs() -> None:
    both = bag("lr:hierarchicalSubject", "Places|Italy") + bag("digiKam:TagsList", "Places/Italy", kind="Seq")
    assert tags(facts(xmp=both)) == (Tag("Italy", ("Places",)),)
    assert tags(facts(xmp=both + bag("dc:subject", "Italy", "Places", "italy"))) == (Tag("Italy", ("Places",)),)
    assert tags(facts(xmp=both + bag("mediapro:CatalogSets", "Places|Italy"))) == (Tag("Italy", ("Places",)),)


def test_a_tag_and_a_path_to_it_are_found_by_its_name(scanned: Scanned) -> None:
    (scanned.root / "flat.jpg").write_bytes(jpeg(iptc=[(2, 25, b"mother")]))
    (scanned.root / "path.jpg").write_bytes(jpeg(iptc=[(2, 25, b"people/mother")]))
    (scanned.root / "list.jpg").write_bytes(jpeg(xmp=bag("digiKam:TagsList", "people/Mother", kind="Seq")))
    scanned.run()
    assert holders(scanned, "mother") == {"flat.jpg", "path.jpg", "list.jpg"}


def test_what_darktable_notes_by_itself_is_no_tag() -> None:
    xmp = bag("lr:hierarchicalSubject", "darktable|exported|jpeg", "darktable|changed", "Places|Italy") + bag(
        "dc:subject", "exported", "jpeg", "Italy"
    )
    assert tags(facts(xmp=xmp)) == (Tag("Italy", ("Places",)),)
    assert tags(facts(xmp=bag("lr:hierarchicalSubject", "darktable|format|nef"))) == ()
    assert tags(facts(xmp=bag("lr:hierarchicalSubject", "darktable"))) == (Tag("darktable"),)
    own = bag("lr:hierarchicalSubject", "darktable|exported", "status|exported")
    assert tags(facts(xmp=own)) == (Tag("exported", ("status",)),)


@pytest.mark.parametrize(
    ("xmp", "rating"),
    [
        ("<xmp:Rating>4</xmp:Rating>", 4),
        ("<xmp:Rating>-1</xmp:Rating>", -1),
        ("<xmp:Rating>3.6</xmp:Rating>", 4),
        ("<xmp:Rating>17</xmp:Rating>", 5),
        ("<xmp:Rating>many</xmp:Rating>", None),
        ("<MicrosoftPhoto:Rating>75</MicrosoftPhoto:Rating>", 4),
        ("<MicrosoftPhoto:Rating>99</MicrosoftPhoto:Rating><xmp:Rating>2</xmp:Rating>", 2),
        ("<digiKam:PickLabel>1</digiKam:PickLabel>", -1),
        ("<digiKam:PickLabel>1</digiKam:PickLabel><xmp:Rating>0</xmp:Rating>", -1),
        ("<digiKam:PickLabel>1</digiKam:PickLabel><xmp:Rating>3</xmp:Rating>", 3),
        ("<digiKam:PickLabel>3</digiKam:PickLabel>", None),
    ],
)
def test_ratings_of_every_program(xmp: str, rating: int | None) -> None:
    found = facts(xmp=xmp).rating
    assert (found.value if found else None) == rating


@pytest.mark.parametrize("broken", [b"<x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF><oops", b"<x:xmpmeta", xmp_packet("<dc:title>")])
def test_a_broken_packet_leaves_exif_and_iptc_and_its_reason_is_kept(scanned: Scanned, broken: bytes) -> None:
    (scanned.root / "a.jpg").write_bytes(jpeg({IMAGE: {MAKE: ascii_text(b"Canon")}}, [(2, 25, b"harbour")], broken))
    scanned.run()
    photo = scanned.photo(scanned.root / "a.jpg")
    assert photo.facts.make is not None
    assert names(photo.facts) == ["harbour"]
    assert any("XMP packet is not well-formed" in note for note in photo.notes)


@pytest.mark.parametrize("entity", ["&l9;", "&file;", "&net;"])
def test_entities_are_neither_expanded_nor_fetched(tmp_path: Path, entity: str) -> None:
    packet = ENTITIES.encode() + xmp_packet(
        f"<dc:source>{entity}</dc:source>" + bag("dc:subject", entity) + alternatives("dc:title", default=entity)
    )
    for content in (jpeg(xmp=packet), jpeg({IMAGE: {MAKE: ascii_text(b"Canon")}}, xmp=packet)):
        photo = read_as_photo(tmp_path, content)
        assert (photo.facts.tags, photo.facts.title) == (None, None)
        assert any("entities" in note for note in photo.notes)


def test_a_packet_behind_a_header_that_is_not_its_own() -> None:
    content = jpeg(xmp=bag("dc:subject", "harbour"))
    assert names(read_facts(content.replace(b"http://ns.adobe.com/xap/1.0/\0", b"XMP\0://ns.adobe.com/xap/1.0/\0"))) == ["harbour"]


def read_facts(content: bytes) -> PhotoFacts:
    return facts_of(raw_of(content))


@pytest.mark.parametrize("compressed", [False, True])
def test_a_caption_of_five_megabytes_is_bounded(scanned: Scanned, compressed: bool) -> None:
    caption = alternatives("dc:description", default="harbour at dawn " * 330_000)
    (scanned.root / "a.png").write_bytes(png_with_caption(caption, compressed=compressed))
    (scanned.root / "b.jpg").write_bytes(jpeg())
    scanned.run()
    photo = scanned.photo(scanned.root / "a.png")
    assert photo.facts.caption is not None
    assert len(photo.facts.caption.value) <= LONGEST_TEXT
    assert photo.facts.caption.value.startswith("harbour at dawn harbour")
    assert any(f"{LONGEST_TEXT:,} characters" in note for note in photo.notes)


def test_twenty_thousand_keywords_are_bounded_and_searchable(scanned: Scanned) -> None:
    (scanned.root / "a.png").write_bytes(png_with_caption(bag("dc:subject", *(f"keyword {number}" for number in range(20_000)))))
    scanned.run()
    photo = scanned.photo(scanned.root / "a.png")
    assert len(tags(photo.facts)) == MOST_TAGS
    assert any("20,000 keywords" in note for note in photo.notes)
    assert holders(scanned, "keyword 999") == {"a.png"}
    assert len(list(words_of(photo.path, str(scanned.root), photo.facts))) == MOST_TAGS + 2


FACES = (
    "<mwg-rs:Regions rdf:parseType='Resource'><mwg-rs:RegionList><rdf:Bag>"
    "<rdf:li rdf:parseType='Resource'><mwg-rs:Name>Ann</mwg-rs:Name><mwg-rs:Type>Face</mwg-rs:Type></rdf:li>"
    "<rdf:li rdf:parseType='Resource'><mwg-rs:Name>Rex</mwg-rs:Name><mwg-rs:Type>Pet</mwg-rs:Type></rdf:li>"
    "<rdf:li rdf:parseType='Resource'><mwg-rs:Type>Face</mwg-rs:Type></rdf:li>"
    "</rdf:Bag></mwg-rs:RegionList></mwg-rs:Regions>"
    "<MP:RegionInfo rdf:parseType='Resource'><MPRI:Regions><rdf:Bag><rdf:li rdf:parseType='Resource'>"
    "<MPReg:PersonDisplayName>Cem</MPReg:PersonDisplayName></rdf:li></rdf:Bag></MPRI:Regions></MP:RegionInfo>"
)


def test_names_of_faces_are_people_and_those_of_pets_are_not() -> None:
    found = facts(xmp=FACES + bag("Iptc4xmpExt:PersonInImage", "ann", "Dora")).people
    assert found is not None
    assert found.value == ("ann", "Dora", "Cem")
