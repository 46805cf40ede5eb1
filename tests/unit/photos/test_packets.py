"""XMP packets as text: encodings, and what is refused before anybody reads it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.photos.packets import DEEPEST, danger, packet_bytes, packet_text, problem
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
