"""XMP that is too long for one segment of a JPEG: joined if it is whole, else noted."""

import shutil
import subprocess
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.photos.extended_xmp import LONGEST, extended_packet
from app.photos.metadata import facts_of
from app.photos.raw import RawMetadata
from tests.unit.photos.making import alternatives, bag, extension_part, jpeg, raw_of, read_as_photo, written, xmp_packet

GUID, OTHER = "0123456789ABCDEF" * 2, "F" * 32
STEP = 65_000
NAMED = f"<xmpNote:HasExtendedXMP>{GUID}</xmpNote:HasExtendedXMP>"
WORDS = [f"word {number}" for number in range(900)]
PACKET = xmp_packet(bag("dc:subject", *WORDS) + alternatives("dc:description", default="A long story. " * 9000))

Parts = list[tuple[int, bytes]]


def parts_of(packet: bytes) -> Parts:
    return [(offset, packet[offset : offset + STEP]) for offset in range(0, len(packet), STEP)]


def with_parts(parts: Sequence[tuple[int, bytes]], guid: str = GUID, full_length: int = len(PACKET), xmp: str = NAMED) -> bytes:
    whole = jpeg(xmp="<xmp:Rating>3</xmp:Rating>" + xmp)
    return whole[:2] + b"".join(extension_part(guid, full_length, offset, part) for offset, part in parts) + whole[2:]


def words_of(raw: RawMetadata) -> list[str]:
    tags = facts_of(raw).tags
    return [tag.name for tag in tags.value] if tags else []


@pytest.mark.parametrize("order", [list, lambda parts: parts[::-1]])
def test_parts_are_joined_in_any_order(order: Callable[[Parts], Parts]) -> None:
    raw = raw_of(with_parts(order(parts_of(PACKET))))
    assert len(parts_of(PACKET)) > 2
    assert words_of(raw) == WORDS
    assert raw.xmp["Xmp.dc.description"][0].startswith("A long story.")
    assert raw.xmp["Xmp.xmp.Rating"] == ("3",)
    assert (raw.exif, raw.iptc, raw.notes) == ({}, {}, ())


def test_the_first_packet_wins() -> None:
    raw = raw_of(with_parts(parts_of(PACKET), xmp=NAMED + bag("dc:subject", "first")))
    assert words_of(raw) == ["first"]


FIRST, *REST = parts_of(PACKET)
BROKEN = {
    "gap": (with_parts(REST), "gaps or overlaps"),
    "twice": (with_parts([FIRST, FIRST, *REST]), "gaps or overlaps"),
    "short": (with_parts([FIRST, *REST[:-1]]), "instead of"),
    "long": (with_parts(parts_of(PACKET), full_length=len(PACKET) - 1), "instead of"),
    "other": (with_parts(parts_of(PACKET), guid=OTHER), "belongs to no other"),
    "unnamed": (with_parts(parts_of(PACKET), xmp=""), "belongs to no other"),
    "absent": (with_parts([]), "not in the file"),
    "huge": (with_parts(parts_of(PACKET), full_length=LONGEST + 1), "the limit is 16 MB"),
    "malformed": (with_parts(parts_of(PACKET[:-50]), full_length=len(PACKET) - 50), "not well-formed"),
    "no XMP": (with_parts([(0, b"nothing of the kind")], full_length=19), "not well-formed"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_what_is_not_whole_is_left_out_and_noted(name: str) -> None:
    content, words = BROKEN[name]
    raw = raw_of(content)
    assert words_of(raw) == []
    assert raw.xmp["Xmp.xmp.Rating"] == ("3",)
    (note,) = raw.notes
    assert words in note


def test_entities_are_not_expanded_there_either() -> None:
    hostile = b'<!DOCTYPE x [<!ENTITY a "lol">]>' + xmp_packet(bag("dc:subject", "&a;"))
    raw = raw_of(with_parts(parts_of(hostile), full_length=len(hostile)))
    assert words_of(raw) == []
    assert raw.notes


@given(st.binary(min_size=1, max_size=60), st.lists(st.integers(0, 60), max_size=8), st.randoms())
def test_any_cutting_is_undone(packet: bytes, cuts: list[int], random: Random) -> None:
    edges = sorted({0, len(packet), *(cut for cut in cuts if cut < len(packet))})
    parts = [(start, packet[start:end]) for start, end in pairwise(edges)]
    random.shuffle(parts)
    assert extended_packet(with_parts(parts, full_length=len(packet)), GUID) == (packet, "")


@given(st.lists(st.tuples(st.integers(0, 2**32 - 1), st.binary(max_size=20)), max_size=4), st.integers(0, 2**32 - 1))
def test_any_parts_give_a_whole_packet_or_a_note(parts: Parts, full_length: int) -> None:
    packet, note = extended_packet(with_parts(parts, full_length=full_length), GUID)
    assert len(packet) == full_length if not note else packet == b""


@pytest.mark.skipif(shutil.which("exiftool") is None, reason="exiftool is not installed")
def test_what_exiftool_writes_is_read(tmp_path: Path) -> None:
    (tmp_path / "story.txt").write_text("A long story. " * 350_000)
    path = written(tmp_path, jpeg())
    words = [f"-XMP-dc:Subject={word}" for word in WORDS]
    subprocess.run(["exiftool", "-q", f"-XMP-dc:Description<={tmp_path / 'story.txt'}", *words, str(path)], check=True)
    photo = read_as_photo(tmp_path, path.read_bytes())
    assert photo.facts.caption is not None
    assert photo.facts.caption.value.startswith("A long story.")
    assert photo.facts.tags is not None
    assert [tag.name for tag in photo.facts.tags.value] == WORDS
    assert photo.notes == ("A text was cut to its first 20,000 characters.",)
