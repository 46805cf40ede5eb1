"""A pack file is read as it was written; whatever is no pack is refused in one sentence that says where."""

import json
from collections.abc import Callable
from dataclasses import fields
from typing import Any

import pytest

from app.domain.errors import AppError, BadFile
from app.domain.evidence import AnswerMode, EvidencePack, PackPhoto
from app.domain.ids import ContentHash, LocalTime, PackId
from app.domain.photo import Fact, PhotoFacts, Position, Tag
from app.evidence.pack_file import read_pack, write_pack
from app.evidence.pack_form import FactsForm

FULL = PackPhoto(
    PackId("P-7K2Q"),
    "/photos/bad\udcff\udcfe/🐾\n.jpg",
    PhotoFacts(
        taken=Fact(LocalTime("2019-06-14T10:20:30.05"), "EXIF DateTimeOriginal"),
        offset=Fact("+02:00", "EXIF OffsetTimeOriginal"),
        make=Fact("NIKON CORPORATION", "EXIF Make"),
        model=Fact("NIKON D70", "EXIF Model"),
        lens=Fact("50 mm f/1.8", "XMP aux:Lens"),
        iso=Fact(200, "EXIF"),
        aperture=Fact(1.8, "EXIF"),
        shutter=Fact(0.004, "EXIF"),
        focal_length=Fact(50.0, "EXIF"),
        gps=Fact(Position(-33.5, 151.25, -3.5), "EXIF GPS"),
        place=Fact("Heinrichshütte", "IPTC City"),
        title=Fact("", "IPTC"),
        caption=Fact('Say "yes"\x00\u202e 写真', "IPTC"),
        tags=Fact((Tag("sea"), Tag("Sea")), "IPTC Keywords"),
        people=Fact(("Anna", "Ben"), "XMP mwg-rs"),
        rating=Fact(-1, "XMP"),
        orientation=Fact(8, "EXIF"),
        serial=Fact("0042", "EXIF"),
    ),
    Fact("holidays/2019", "folder"),
    ContentHash("ab" * 32),
    "00ff00ff00ff00ff",
)
WHOLE = EvidencePack(AnswerMode.SOURCED, (FULL,), {"matching": 24, "first": "2015-01-02", "per_tag.säa": 0}, PackId("R-M41X"))


def test_what_is_written_is_read_again() -> None:
    assert read_pack(write_pack(WHOLE)) == WHOLE
    for mode in AnswerMode:
        assert read_pack(write_pack(EvidencePack(mode))) == EvidencePack(mode)


def test_the_written_form() -> None:
    written = json.loads(write_pack(WHOLE))
    assert list(written) == ["mode", "photos", "library", "set_id"]
    (photo,) = written["photos"]
    assert list(photo) == ["id", "path", "facts", "sources"]
    assert photo["facts"]["gps"] == {"lat": -33.5, "lon": 151.25, "alt": -3.5}
    assert photo["facts"]["tags"] == ["sea", "Sea"]
    assert photo["facts"]["people"] == ["Anna", "Ben"]
    assert (photo["facts"]["content_hash"], photo["facts"]["perceptual_hash"]) == ("ab" * 32, "00ff00ff00ff00ff")
    assert photo["sources"]["taken"] == "EXIF DateTimeOriginal"
    assert (photo["facts"]["folder"], photo["sources"]["folder"]) == ("holidays/2019", "folder")
    assert write_pack(WHOLE).isascii()
    assert write_pack(WHOLE).startswith('{\n  "mode": "sourced",\n  "photos": [\n    {\n      "id"')


def test_what_no_file_can_hold_is_not_written() -> None:
    photo = PackPhoto(PackId("P-1"), "a.jpg", PhotoFacts(aperture=Fact(float("nan"), "x")))
    with pytest.raises(ValueError, match="not JSON compliant"):
        write_pack(EvidencePack(AnswerMode.SOURCED, (photo,)))


def test_unknown_facts_are_not_written() -> None:
    pack = EvidencePack(AnswerMode.ADJACENT, (PackPhoto(PackId("P-1"), "a.jpg", PhotoFacts(gps=Fact(Position(1.0, 2.0), "x"))),))
    written = json.loads(write_pack(pack))
    assert written["photos"] == [{"id": "P-1", "path": "a.jpg", "facts": {"gps": {"lat": 1.0, "lon": 2.0}}, "sources": {"gps": "x"}}]
    assert "set_id" not in written


def test_the_names_are_those_of_the_facts() -> None:
    names = [each.name for each in fields(PhotoFacts)]
    assert list(FactsForm.model_fields) == [*names, "folder", "content_hash", "perceptual_hash"]


def plain() -> dict[str, Any]:
    """The least that a pack by hand needs, and a fact."""
    return {"mode": "sourced", "photos": [{"id": "p1", "path": "a.jpg", "facts": {"iso": 100}}], "library": {"matching": 1}}


def with_facts(**facts: Any) -> dict[str, Any]:
    pack = plain()
    pack["photos"][0]["facts"] = facts
    return pack


def read_facts(**facts: Any) -> PhotoFacts:
    return read_pack(json.dumps(with_facts(**facts))).photos[0].facts


def test_a_pack_by_hand() -> None:
    photo = PackPhoto(PackId("p1"), "a.jpg", PhotoFacts(iso=Fact(100, "pack file")))
    assert read_pack(json.dumps(plain())) == EvidencePack(AnswerMode.SOURCED, (photo,), {"matching": 1})
    without_library = {name: value for name, value in plain().items() if name != "library"}
    assert read_pack(json.dumps(without_library)).library == {}


def test_null_is_unknown() -> None:
    pack = with_facts(**dict.fromkeys(FactsForm.model_fields)) | {"set_id": None}
    assert read_pack(json.dumps(pack)).photos == (PackPhoto(PackId("p1"), "a.jpg", PhotoFacts()),)
    assert read_facts(gps={"lat": 1, "lon": 2, "alt": None}).gps == Fact(Position(1.0, 2.0), "pack file")


def test_a_photo_may_have_some_of_its_sources() -> None:
    pack = with_facts(iso=100, lens="50 mm", folder="x")
    pack["photos"][0]["sources"] = {"iso": "EXIF", "folder": "by hand", "title": "unused"}
    (photo,) = read_pack(json.dumps(pack)).photos
    assert (photo.facts.iso, photo.facts.lens, photo.folder) == (Fact(100, "EXIF"), Fact("50 mm", "pack file"), Fact("x", "by hand"))


def test_the_edges_of_what_is_allowed() -> None:
    for gps in ({"lat": 90, "lon": 180}, {"lat": -90, "lon": -180}, {"lat": 0, "lon": 79}):
        assert read_facts(gps=gps).gps == Fact(Position(float(gps["lat"]), float(gps["lon"])), "pack file")
    for rating in (-1, 0, 5):
        assert read_facts(rating=rating).rating == Fact(rating, "pack file")
    for orientation in (1, 8):
        assert read_facts(orientation=orientation).orientation == Fact(orientation, "pack file")
    assert read_facts(tags=[], people=[]) == PhotoFacts(tags=Fact((), "pack file"), people=Fact((), "pack file"))
    assert read_facts(aperture=8).aperture == Fact(8.0, "pack file")


def many(count: int) -> dict[str, Any]:
    return {"mode": "open", "photos": [{"id": f"p{number}", "path": "", "facts": {}} for number in range(count)], "library": {}}


def test_a_thousand_photos_are_read() -> None:
    assert len(read_pack(json.dumps(many(1000))).photos) == 1000


def changed(change: Callable[[dict[str, Any]], object]) -> str:
    pack = plain()
    change(pack)
    return json.dumps(pack)


def repeated(pack: dict[str, Any]) -> None:
    pack["photos"] *= 2


def refused(text: str) -> str:
    with pytest.raises(BadFile) as caught:
        read_pack(text)
    sentence = str(caught.value)
    assert sentence.startswith("The pack file is ")
    assert sentence.endswith("Correct it there, or save the pack again with candid ask --save-pack.")
    assert "pydantic" not in sentence
    assert sentence.isprintable()
    return sentence.removeprefix("The pack file is ").removesuffix(" Correct it there, or save the pack again with candid ask --save-pack.")


LOCAL_TIME = "it should be a local time: 2019-06-14, 2019-06-14T10:20:30 or 2019-06-14T10:20:30.05"
NO_TEXT = "it should be text, without halves of surrogate pairs"


@pytest.mark.parametrize(
    ("facts", "where", "why"),
    [
        ({"aperature": 8}, "facts.aperature", "nothing of this name belongs here"),
        ({"tag_paths": []}, "facts.tag_paths", "nothing of this name belongs here"),
        ({"iso": "100"}, "facts.iso", "it should be a whole number"),
        ({"iso": True}, "facts.iso", "it should be a whole number"),
        ({"iso": 100.5}, "facts.iso", "it should be a whole number"),
        ({"aperture": "8"}, "facts.aperture", "it should be a number"),
        ({"aperture": False}, "facts.aperture", "it should be a number"),
        ({"gps": {"lat": 90.001, "lon": 0}}, "facts.gps.lat", "it should be less than or equal to 90"),
        ({"gps": {"lat": -90.001, "lon": 0}}, "facts.gps.lat", "it should be greater than or equal to -90"),
        ({"gps": {"lat": 0, "lon": 180.001}}, "facts.gps.lon", "it should be less than or equal to 180"),
        ({"gps": {"lat": 0, "lon": -180.001}}, "facts.gps.lon", "it should be greater than or equal to -180"),
        ({"gps": {"lat": 0}}, "facts.gps.lon", "it is missing"),
        ({"gps": {"lat": 0, "lon": 0, "height": 1}}, "facts.gps.height", "nothing of this name belongs here"),
        ({"gps": [1, 2]}, "facts.gps", "it should be an object"),
        ({"taken": "2019-06-14 10:20:30"}, "facts.taken", LOCAL_TIME),
        ({"taken": "2019-02-30"}, "facts.taken", LOCAL_TIME),
        ({"taken": ""}, "facts.taken", LOCAL_TIME),
        ({"taken": 2019}, "facts.taken", "it should be text"),
        ({"offset": "+2"}, "facts.offset", "it should be an offset from UTC such as +02:00, of 14 hours at most"),
        ({"offset": "+14:30"}, "facts.offset", "it should be an offset from UTC such as +02:00, of 14 hours at most"),
        ({"rating": 6}, "facts.rating", "it should be less than or equal to 5"),
        ({"rating": -2}, "facts.rating", "it should be greater than or equal to -1"),
        ({"orientation": 0}, "facts.orientation", "it should be greater than or equal to 1"),
        ({"orientation": 9}, "facts.orientation", "it should be less than or equal to 8"),
        ({"tags": "sea"}, "facts.tags", "it should be a list"),
        ({"tags": ["sea", None]}, "facts.tags[1]", "it should be text"),
        ({"people": {"name": "Anna"}}, "facts.people", "it should be a list"),
        ({"caption": "\ud800"}, "facts.caption", NO_TEXT),
        ({"lens": "\udc80"}, "facts.lens", NO_TEXT),
        ({"perceptual_hash": "xyz"}, "facts.perceptual_hash", "it should be hexadecimal digits, at most 256"),
        ({"perceptual_hash": ""}, "facts.perceptual_hash", "it should be hexadecimal digits, at most 256"),
        ({"perceptual_hash": "0" * 257}, "facts.perceptual_hash", "it should be hexadecimal digits, at most 256"),
        ({"perceptual_hash": "0x12"}, "facts.perceptual_hash", "it should be hexadecimal digits, at most 256"),
    ],
)
def test_a_wrong_fact(facts: dict[str, Any], where: str, why: str) -> None:
    assert refused(json.dumps(with_facts(**facts))) == f"wrong at photos[0].{where}: {why}."


@pytest.mark.parametrize(
    ("change", "where", "why"),
    [
        (lambda pack: pack.update(mode="Sourced"), "mode", "it should be sourced, adjacent or open"),
        (lambda pack: pack.update(mode=None), "mode", "it should be sourced, adjacent or open"),
        (lambda pack: pack.pop("mode"), "mode", "it is missing"),
        (lambda pack: pack.pop("photos"), "photos", "it is missing"),
        (lambda pack: pack.update(photos={}), "photos", "it should be a list"),
        (lambda pack: pack.update(graph=[]), "graph", "nothing of this name belongs here"),
        (lambda pack: pack.update(set_id=""), "set_id", "it should not be blank"),
        (lambda pack: pack.update(set_id=7), "set_id", "it should be text"),
        (lambda pack: pack.update(library=[]), "library", "it should be an object"),
        (lambda pack: pack.update(library={"matching": True}), "library.matching", "it should be a whole number or a text"),
        (lambda pack: pack.update(library={"matching": 1.0}), "library.matching", "it should be a whole number or a text"),
        (lambda pack: pack.update(library={"matching": None}), "library.matching", "it should be a whole number or a text"),
        (lambda pack: pack.update(library={"first": "\udc80"}), "library.first", NO_TEXT),
        (lambda pack: pack.update(library={"\udc80\n": 1}), "library.\ufffd\ufffd\ufffd\\n.[key]", NO_TEXT),
        (lambda pack: pack["photos"][0].pop("id"), "photos[0].id", "it is missing"),
        (lambda pack: pack["photos"][0].pop("path"), "photos[0].path", "it is missing"),
        (lambda pack: pack["photos"][0].pop("facts"), "photos[0].facts", "it is missing"),
        (lambda pack: pack["photos"][0].update(id="  "), "photos[0].id", "it should not be blank"),
        (lambda pack: pack["photos"][0].update(path=7), "photos[0].path", "it should be text"),
        (lambda pack: pack["photos"][0].update(sources={"camera": "x"}), "photos[0].sources", "no fact has the name 'camera'"),
        (lambda pack: pack["photos"][0].update(sources={"iso": 1}), "photos[0].sources.iso", "it should be text"),
        (repeated, "photos", "the id 'p1' stands twice"),
        (lambda pack: pack.update(many(1001)), "photos", "it should hold at most 1,000 photos"),
    ],
)
def test_a_wrong_pack(change: Callable[[dict[str, Any]], object], where: str, why: str) -> None:
    assert refused(changed(change)) == f"wrong at {where}: {why}."


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "Expecting value"),
        ("not JSON", "Expecting value"),
        ("[" * 100_000, "recursion"),
        ('{"mode": "open", "photos": [], "mode": "sourced"}', "the name 'mode' stands twice"),
        ('{"mode": "open", "photos": [{"id": "a", "path": "", "facts": {"iso": 1, "iso": 2}}]}', "the name 'iso' stands twice"),
        ('{"mode": "open", "photos": [], "library": {"a": NaN}}', "NaN is no number"),
        ('{"mode": "open", "photos": [{"id": "a", "path": "", "facts": {"shutter": -Infinity}}]}', "-Infinity is no number"),
        ('{"mode": "open", "photos": [], "library": {"a": ' + "9" * 5000 + "}}", "integer"),
    ],
)
def test_no_json(text: str, why: str) -> None:
    sentence = refused(text)
    assert sentence.startswith("not JSON: ")
    assert why in sentence


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("[]", "wrong at its top: it should be an object"),
        ("null", "wrong at its top: it should be an object"),
        ('{"mode": "open", "photos": [{"id": "a", "path": "", "facts": {"shutter": 1e999}}]}', "wrong at photos[0].facts.shutter: "),
        ('{"mode": "open", "photos": [], "library": {"a": 1e999}}', "wrong at library.a: "),
    ],
)
def test_json_that_is_no_pack(text: str, why: str) -> None:
    assert why in refused(text)


def test_hostile_names_are_cut_and_made_fit_to_be_shown() -> None:
    sentence = refused(changed(lambda pack: pack.update({"x" * 5000: 1})))
    assert len(sentence) < 250
    assert len(refused('{"' + "y" * 5000 + '": 1, "' + "y" * 5000 + '": 2}')) < 250
    source = refused(changed(lambda pack: pack["photos"][0].update(sources={"z" * 5000: ""})))
    assert source == f"wrong at photos[0].sources: no fact has the name '{'z' * 40}'."
    twice = [{"id": "w" * 5000, "path": "", "facts": {}}] * 2
    assert refused(changed(lambda pack: pack.update(photos=twice))) == f"wrong at photos: the id '{'w' * 40}' stands twice."
    refused(changed(lambda pack: pack.update({"a\nb\x1b[31m\u202e": 1})))


def test_it_is_an_expected_failure() -> None:
    assert issubclass(BadFile, AppError)
