"""Which content is camera RAW, under which name, and which files end too early."""

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from app.photos.raw_content import directories, raw_format
from app.photos.wholeness import is_cut_short
from tests.unit.photos.making import ascii_text, dng, encoded, jpeg

SMALL = Image.new("RGB", (32, 24), "teal")
PLAIN = {
    "JPEG": jpeg(),
    "PNG": encoded(SMALL, "PNG"),
    "TIFF": encoded(SMALL, "TIFF"),
    "TIFF of JPEG": encoded(SMALL, "TIFF", compression="jpeg"),
    "big-endian TIFF": b"MM\0*" + struct.pack(">IHHHII", 8, 1, 256, 3, 1, 32 << 16) + b"\0\0\0\0",
    "HEIC": b"\0\0\0\x18ftypheic\0\0\0\0mif1heic",
}


@pytest.mark.parametrize(
    ("start", "name"),
    [
        (b"FUJIFILMCCD-RAW 0201", "RAF"),
        (b"II\x55\0\x18\0\0\0", "RW2"),
        (b"IIRO\x08\0\0\0", "ORF"),
        (b"IIRS\x08\0\0\0", "ORF"),
        (b"MMOR\0\0\0\x08", "ORF"),
        (b"\0MRM\0\0\0\0", "MRW"),
        (b"FOVb\0\0\0\0", "X3F"),
        (b"\0\0\0\x18ftypcrx \0\0\0\x01", "CR3"),
        (b"II\x1a\0\0\0HEAPCCDR", "CRW"),
        (b"II*\0\x10\0\0\0CR\x02\0", "CR2"),
        (b"II*\0\x10\0\0\0IIIITwaR", "IIQ"),
    ],
)
def test_first_bytes_tell_the_format(start: bytes, name: str) -> None:
    assert raw_format(start + b"\0" * 40, "jpg") == name


@pytest.mark.parametrize("content", PLAIN.values(), ids=PLAIN)
@pytest.mark.parametrize("extension", ["jpg", "nef", "dng"])
def test_ordinary_pictures_are_not_raw_whatever_their_name(content: bytes, extension: str) -> None:
    assert raw_format(content, extension) is None


def test_a_dng_by_its_version_and_others_by_their_sensors_values() -> None:
    content = dng(SMALL)
    assert raw_format(content, "jpg") == "DNG"
    without = content.replace(struct.pack("<HH", 50_706, 1), struct.pack("<HH", 50_705, 1))
    assert raw_format(without, "pef") == "PEF"
    assert raw_format(without, "jpg") == "RAW"
    assert raw_format(without.replace(b"Candid\0", b"SONY\0\0\0"), "jpg") == "ARW"
    assert raw_format(without.replace(b"Candid\0", b"NIKON\0\0"), "tif") == "NEF"


def test_sensors_values_in_a_subdirectory_count() -> None:
    content = dng(SMALL, SMALL)
    assert raw_format(content.replace(struct.pack("<HH", 50_706, 1), struct.pack("<HH", 50_705, 1)), "arw") == "ARW"


def test_a_leica_is_called_by_its_own_name() -> None:
    assert raw_format(b"II\x55\0" + b"\0" * 40, "rwl") == "RWL"


def test_a_ring_of_directories_ends() -> None:
    ring = b"II*\0\x08\0\0\0" + struct.pack("<H", 1) + struct.pack("<HHII", 330, 4, 1, 8) + struct.pack("<I", 8)
    assert len(list(directories(ring))) == 1


def test_what_a_file_says_of_its_end() -> None:
    whole = dng(SMALL, SMALL, exif={305: ascii_text(b"Candid")})
    assert not is_cut_short(whole)
    assert is_cut_short(whole[:-1])
    boxes = struct.pack(">I4s", 16, b"ftyp") + b"heic\0\0\0\0" + struct.pack(">I4sQ", 1, b"mdat", 20) + b"last"
    assert not is_cut_short(boxes)
    assert is_cut_short(boxes[:-1])
    assert not is_cut_short(boxes[:16] + struct.pack(">I4s", 0, b"mdat"))
    assert not is_cut_short(jpeg()[:100])


@given(st.binary(max_size=400), st.sampled_from([b"II*\0", b"MM\0*", b"\0\0\0\x18ftypheic", b""]), st.sampled_from(["jpg", "nef"]))
def test_nothing_in_a_file_breaks_the_question(rest: bytes, start: bytes, extension: str) -> None:
    content = start + rest
    assert isinstance(raw_format(content, extension), (str, type(None)))
    assert is_cut_short(content) in (True, False)


@given(st.data())
def test_no_flipped_byte_breaks_the_question(data: st.DataObject) -> None:
    content = bytearray(dng(Image.new("RGB", (4, 4)), Image.new("RGB", (8, 8)))[:900])
    for _ in range(data.draw(st.integers(1, 6))):
        content[data.draw(st.integers(4, len(content) - 1))] = data.draw(st.integers(0, 255))
    assert isinstance(raw_format(bytes(content), "nef"), (str, type(None)))
    assert is_cut_short(bytes(content)) in (True, False)
