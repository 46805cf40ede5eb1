"""XMP packets as text: encodings, and what is refused before anybody reads it."""

import exiv2
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.photos.packets import DEEPEST, MOST_BESIDE, MOST_NAMESPACES, MOST_PARTS, danger, packet_bytes, packet_text, problem
from app.photos.raw import read_packet
from tests.unit.photos.making import bag, jpeg, raw_of, xmp_packet

PACKET = xmp_packet(bag("dc:subject", "Heinrichshütte")).decode()


@pytest.mark.parametrize(
    "content",
    [
        PACKET.encode(),
        PACKET.encode("utf-8-sig"),
        PACKET.encode("utf-16"),
        PACKET.encode("cp1252"),
        f'<?xml version="1.0" encoding="ISO-8859-1"?>{PACKET}'.encode("latin-1"),
        f'<?xml version="1.0" encoding="no such thing"?>{PACKET}'.encode(),
        f"<!-- by hand -->\n\n{PACKET}".encode(),
        PACKET.replace("Heinrichs", "\x01Heinrichs").encode(),
    ],
)
def test_every_encoding_is_read(content: bytes) -> None:
    raw, wrong = read_packet(packet_text(content))
    assert wrong == ""
    assert [word.strip() for word in raw.xmp["Xmp.dc.subject"]] == ["Heinrichshütte"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('<!DOCTYPE x [<!ENTITY a "lol">]>' + PACKET, "entities"),
        ('<!DOCTYPE x SYSTEM "http://127.0.0.1/x.dtd">' + PACKET, "entities"),
        ("<a>" * (DEEPEST + 1) + "</a>" * (DEEPEST + 1), "inside one another"),
    ],
)
def test_what_is_dangerous_is_told_and_not_read(text: str, words: str) -> None:
    assert words in danger(text)
    assert problem(text) == danger(text)
    raw, wrong = read_packet(text)
    assert (raw.xmp, wrong) == ({}, danger(text))


@pytest.mark.parametrize(
    "properties",
    [
        "".join(f"<dc:a{number}/>" for number in range(MOST_BESIDE + 1)),
        "<dc:a " + " ".join(f'dc:b{number}=""' for number in range(MOST_BESIDE + 1)) + "/>",
        "".join(f'<dc:a xmlns:n{number}="urn:{number}"/>' for number in range(MOST_NAMESPACES + 1)),
        bag("dc:subject", *("k" for _ in range(MOST_PARTS))),
    ],
)
def test_more_than_libexiv2_can_read_in_time_is_left_out(properties: str) -> None:
    raw, wrong = read_packet(xmp_packet(properties).decode())
    assert (raw.xmp, "more elements" in wrong) == ({}, True)


def test_properties_count_as_one_list_however_many_descriptions_state_them() -> None:
    half = [" ".join(f'dc:{side}{number}=""' for number in range(MOST_BESIDE // 2 + 1)) for side in "xy"]
    one, both = f"<rdf:Description {half[0]}/>", "".join(f"<rdf:Description {each}/>" for each in half)
    assert danger(f"<rdf:RDF>{one}</rdf:RDF>") == ""
    assert "more elements" in danger(f"<rdf:RDF>{both}</rdf:RDF>")


def test_what_one_packet_declares_is_not_kept_for_those_that_come_later() -> None:
    packet = xmp_packet('<odd:a xmlns:odd="urn:odd/">1</odd:a>')
    read_packet(packet.decode())
    raw_of(jpeg(xmp=packet))
    with pytest.raises(exiv2.Exiv2Error):
        exiv2.XmpProperties.ns("odd")


def test_what_is_only_broken_is_no_danger() -> None:
    assert danger("<a><b></a>") == ""
    assert "not well-formed" in problem("<a><b></a>")
    assert danger(PACKET) == ""


def test_a_property_that_is_stated_twice_breaks_the_rules_and_nothing_is_lost_silently() -> None:
    twice = xmp_packet("<tiff:Make>Sony</tiff:Make><tiff:Make>Sony</tiff:Make>").decode()
    raw, wrong = read_packet(twice)
    assert (raw.xmp, wrong) == ({}, "breaks the rules of XMP")
    assert raw_of(jpeg(xmp=twice.encode())).notes == ("The XMP packet breaks the rules of XMP; it was left out.",)


@pytest.mark.parametrize("body", ["", "<aux:Firmware>1</aux:Firmware>"])
def test_what_says_nothing_of_interest_is_no_problem(body: str) -> None:
    assert read_packet(xmp_packet(body).decode())[1] == ""
    assert raw_of(jpeg(xmp=body)).notes == ()


@given(st.binary(max_size=200))
def test_any_bytes(content: bytes) -> None:
    text = packet_text(content)
    packet_bytes(text).decode("utf-8")
    problem(text)
    read_packet(text)
