"""Metadata blocks that are broken, hostile, or in files where libexiv2 does not look."""

from pathlib import Path

import pillow_heif
import pytest
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from app.photos.metadata import facts_of
from app.photos.raw import read_raw
from tests.unit.photos.making import IMAGE, ascii_text, bag, encoded, exif_block, jpeg, raw_of, read_as_photo, xmp_packet

MAKE = 0x010F
ENTITIES = '<!DOCTYPE x [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY f SYSTEM "file:///etc/passwd">]>'


def test_broken_xmp_leaves_exif_and_iptc() -> None:
    broken = b"<x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF><oops"
    raw = raw_of(jpeg({IMAGE: {MAKE: ascii_text(b"Canon")}}, [(2, 25, b"harbour")], broken))
    known = facts_of(raw)
    assert known.make is not None
    assert known.tags is not None
    assert any("not well-formed" in note for note in raw.notes)


def test_broken_exif_leaves_xmp_and_iptc() -> None:
    content = jpeg(iptc=[(2, 25, b"harbour")], xmp="<xmp:Rating>3</xmp:Rating>")
    raw = raw_of(content[:2] + b"\xff\xe1\x00\x14Exif\0\0garbage-here" + content[2:])
    assert raw.xmp["Xmp.xmp.Rating"] == ("3",)
    assert raw.iptc["Iptc.Application2.Keywords"] == (b"harbour",)
    assert any("cannot be read" in note for note in raw.notes)


@pytest.mark.parametrize("entity", ["&a;", "&b;", "&f;"])
def test_entities_of_xmp_are_neither_expanded_nor_fetched(entity: str) -> None:
    raw = raw_of(jpeg(xmp=ENTITIES.encode() + xmp_packet(f"<dc:source>{entity}</dc:source>" + bag("dc:subject", entity))))
    assert raw.xmp == {}
    assert any("entities" in note for note in raw.notes)


def test_a_well_formed_packet_with_nothing_to_say_is_no_reason_for_a_note() -> None:
    assert raw_of(jpeg(xmp="")).notes == ()
    assert raw_of(jpeg(xmp=b"<x:xmpmeta xmlns:x='adobe:ns:meta/'/>")).notes == ()


@pytest.mark.parametrize("content", [b"", b"\xff\xd8", b"\xff\xd8\xff\xe1", b"\xff\xd8\xff\xe1\xff\xffExif", b"GIF89a", b"no picture"])
def test_no_content_is_too_short(content: bytes) -> None:
    raw = raw_of(content)
    assert (raw.exif, raw.iptc, raw.xmp) == ({}, {}, {})


@pytest.mark.parametrize("file_format", ["JPEG", "PNG", "WEBP", "TIFF", "GIF"])
def test_keywords_are_found_in_every_format(file_format: str, tmp_path: Path) -> None:
    photo = read_as_photo(tmp_path, encoded_with_xmp(file_format, xmp_packet(bag("dc:subject", "harbour"))))
    assert photo.format == file_format
    assert photo.facts.tags is not None
    assert [tag.name for tag in photo.facts.tags.value] == ["harbour"]


@pytest.mark.parametrize("file_format", ["JPEG", "PNG", "WEBP", "TIFF"])
def test_exif_is_found_in_every_format(file_format: str, tmp_path: Path) -> None:
    exif = Image.Exif()
    exif[MAKE] = "Canon"
    photo = read_as_photo(tmp_path, encoded(Image.new("RGB", (6, 6)), file_format, exif=exif))
    assert photo.facts.make is not None
    assert photo.facts.make.value == "Canon"


def encoded_with_xmp(file_format: str, packet: bytes) -> bytes:
    if file_format == "PNG":
        texts = PngInfo()
        texts.add_itxt("XML:com.adobe.xmp", packet.decode())
        return encoded(Image.new("RGB", (6, 6)), "PNG", pnginfo=texts)
    if file_format == "GIF":  # Pillow reads XMP of a GIF and does not write it (XMP specification part 3, 1.1.2).
        plain = encoded(Image.new("P", (6, 6)), "GIF")
        trailer = b"\x01" + bytes(range(0xFF, -1, -1)) + b"\0"
        blocks_start = plain.index(b"\x2c")
        return plain[:blocks_start] + b"\x21\xff\x0bXMP DataXMP" + packet + trailer + plain[blocks_start:]
    if file_format == "TIFF":
        return encoded(Image.new("RGB", (6, 6)), "TIFF", tiffinfo={700: packet})
    return encoded(Image.new("RGB", (6, 6)), file_format, xmp=packet)


@pytest.mark.parametrize("file_format", ["HEIF", "AVIF"])
def test_exif_and_xmp_of_the_newer_formats(file_format: str, tmp_path: Path) -> None:
    pillow_heif.register_heif_opener()
    exif = Image.Exif()
    exif[MAKE] = "Canon"
    content = encoded(Image.new("RGB", (64, 64)), file_format, exif=exif.tobytes(), xmp=xmp_packet(bag("dc:subject", "harbour")))
    photo = read_as_photo(tmp_path, content)
    assert photo.facts.make is not None
    assert photo.facts.make.source == "EXIF Make"
    assert photo.facts.tags is not None
    assert photo.facts.tags.source == "XMP dc:subject"


def test_exif_and_xmp_that_another_reader_found_count_where_there_are_none() -> None:
    block, packet = b"Exif\0\0" + exif_block({IMAGE: {MAKE: ascii_text(b"Canon")}}), xmp_packet(bag("dc:subject", "harbour"))
    known = facts_of(read_raw(encoded(Image.new("RGB", (6, 6)), "BMP"), packet, exif=block))
    assert known.make is not None
    assert known.tags is not None
    own = facts_of(read_raw(jpeg({IMAGE: {MAKE: ascii_text(b"Nikon")}}), exif=block))
    assert own.make is not None
    assert own.make.value == "Nikon"


def test_a_hostile_packet_of_another_reader_is_left_out_and_noted() -> None:
    raw = read_raw(encoded(Image.new("RGB", (6, 6)), "BMP"), ENTITIES.encode() + xmp_packet(bag("dc:subject", "&b;")))
    assert raw.xmp == {}
    assert any("entities" in note for note in raw.notes)
