"""Nothing that a switch covers, and nothing that never leaves, is left in a reduced pack, for all combinations of switches."""

import itertools
import json
import re
from collections.abc import Iterator
from dataclasses import astuple, fields, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.assistant.address import read_address
from app.assistant.claude.replier import ClaudeReplier
from app.domain.evidence import AnswerMode, EvidencePack, PackPhoto, Relation
from app.domain.ids import ContentHash, LocalTime, PackId
from app.domain.photo import NAMED_POSITION, Fact, PhotoFacts, Position, Tag
from app.domain.query import ParsedQuery
from app.domain.question import Question
from app.domain.sharing import Sharing
from app.evidence.graph import relate
from app.evidence.pack_file import read_pack, write_pack
from app.evidence.reduce import reduced

ALL = [Sharing(*switches) for switches in itertools.product((False, True), repeat=len(fields(Sharing)))]
NEVER = ("NEVERPATH", "NEVERSERIAL", "NEVERCONTENT", "12.345", "67.891", "234.56", "fabcafe", "NEVERKIND", "NEVERFAVOURITE")
"""What stands in the pack that never leaves; 12.345, 67.891 and 234.56 are a position."""
COVERED = {
    "places": (
        "PLACEFACT",
        "PLACESOURCE",
        "PLACELIBRARY",
        "per_place",
        '"places"',
        "COUNTRYLIBRARY",
        "per_country",
        '"countries"',
        "GeoNames",
        "groups.same_place",
    ),
    "people": ("PERSONFACT", "PERSONSOURCE", "PERSONLIBRARY", "per_person", '"people"', "grouped.same_person"),
    "captions": ("TITLEFACT", "TITLESOURCE", "CAPTIONFACT", "CAPTIONSOURCE"),
    "tags": ("TAGFACT", "TAGSOURCE", "TAGLIBRARY", "per_tag", '"tags"', "related.shares_tag"),
    "file_names": (
        "FILENAME",
        "FOLDERFACT",
        "FOLDERSOURCE",
        "FOLDERLIBRARY",
        "per_folder",
        '"folders"',
        "groups.variant_of",
        "related.same_folder",
    ),
    "thumbnails": (),
}
"""What stands in the pack by the switch that lets it through."""
ALWAYS = (
    *("TAKENSOURCE", "OFFSETSOURCE", "2019-06-14", "+02:00", "MAKEFACT", "MODELFACT", "LENSFACT"),
    *(
        "per_year.2019",
        "per_month.2019-06",
        "per_day.2019-06-14",
        "per_camera.CAMERALIBRARY",
        "per_lens.LENSLIBRARY",
        "per_format.FORMATLIBRARY",
    ),
    *("matching", "first", "last", "undated", "R-M41X"),
    *("groups.near_duplicate", "grouped.same_event", "related.same_month", "not_compared.near_duplicate"),
)


def fact(name: str) -> Fact[str]:
    return Fact(f"{name}FACT", f"{name}SOURCE")


def photo(number: int, place: Fact[str]) -> PackPhoto:
    facts = PhotoFacts(
        taken=Fact(LocalTime(f"2019-06-14T10:20:{number:02}"), "TAKENSOURCE"),
        offset=Fact("+02:00", "OFFSETSOURCE"),
        make=fact("MAKE"),
        model=fact("MODEL"),
        lens=fact("LENS"),
        iso=Fact(100, "EXIF"),
        aperture=Fact(2.8, "EXIF"),
        shutter=Fact(0.01, "EXIF"),
        focal_length=Fact(50.0, "EXIF"),
        gps=Fact(Position(12.345, 67.891, 234.56), "NEVERPATH"),
        place=place,
        title=fact("TITLE"),
        caption=fact("CAPTION"),
        tags=Fact((Tag("TAGFACT"),), "TAGSOURCE"),
        people=Fact(("PERSONFACT",), "PERSONSOURCE"),
        rating=Fact(3, "EXIF"),
        favourite=Fact(True, "NEVERFAVOURITE"),
        orientation=Fact(1, "EXIF"),
        serial=Fact("NEVERSERIAL", "NEVERSERIAL"),
    )
    path = f"/home/NEVERPATH/FILENAME{number}.jpg"
    return PackPhoto(PackId(f"P-A00{number}"), path, facts, fact("FOLDER"), ContentHash("NEVERCONTENT"), "fabcafe0fabcafe0")


NAMED = {
    "place": "PLACE",
    "person": "PERSON",
    "tag": "TAG",
    "folder": "FOLDER",
    "camera": "CAMERA",
    "lens": "LENS",
    "country": "COUNTRY",
    "format": "FORMAT",
}
FULL = EvidencePack(
    AnswerMode.SOURCED,
    (photo(1, fact("PLACE")), photo(2, Fact("PLACEFACT", NAMED_POSITION)), photo(3, fact("PLACE"))),
    {
        **dict.fromkeys(
            (
                "matching",
                "undated",
                "years",
                "months",
                "days",
                "cameras",
                "lenses",
                "places",
                "countries",
                "people",
                "tags",
                "folders",
                "formats",
            ),
            3,
        ),
        **dict.fromkeys(("per_year.2019", "per_month.2019-06", "per_day.2019-06-14"), 3),
        **{f"per_{kind}.{name}LIBRARY": 3 for kind, name in NAMED.items()},
        **dict.fromkeys((name for names in (*COVERED.values(), ALWAYS) for name in names if re.fullmatch(r"[a-z_]+\.[a-z_]+", name)), 3),
        **{"first": "2019-06-14", "last": "2019-06-14", "per_hash.NEVERKIND": 3, "related.NEVERKIND": 3, "NEVERKIND": "NEVERKIND"},
    },
    PackId("R-M41X"),
)


def everything(pack: EvidencePack) -> str:
    """All that can be read off a pack: its text, its values, and what its graph says."""
    edges = [(each.relation.value, sorted(each.values)) for each in relate(pack).edges()]
    return f"{write_pack(pack)} {pack!r} {edges}"


def off(sharing: Sharing) -> Iterator[str]:
    return (marker for name, markers in COVERED.items() if not getattr(sharing, name) for marker in markers)


@pytest.mark.parametrize("sharing", ALL, ids=lambda sharing: "".join("01"[each] for each in astuple(sharing)))
def test_what_may_not_leave_stands_nowhere(sharing: Sharing) -> None:
    left = everything(reduced(FULL, sharing))
    assert [marker for marker in (*NEVER, *off(sharing)) if marker in left] == []


@pytest.mark.parametrize("sharing", ALL, ids=lambda sharing: "".join("01"[each] for each in astuple(sharing)))
def test_what_may_leave_is_there(sharing: Sharing) -> None:
    left = everything(reduced(FULL, sharing))
    on = [marker for name, markers in COVERED.items() if getattr(sharing, name) for marker in markers]
    assert [marker for marker in (*ALWAYS, *on) if marker not in left] == []


@pytest.mark.parametrize("sharing", ALL, ids=lambda sharing: "".join("01"[each] for each in astuple(sharing)))
def test_what_may_not_leave_stands_in_no_request(sharing: Sharing) -> None:
    pack = reduced(FULL, sharing)
    question = Question("Where is it?", ParsedQuery("Where is it?"))
    body = ClaudeReplier(read_address("http://localhost:1"), "claude", "key").request(question, pack, relate(pack)).body.decode()
    told = json.loads(body)["messages"][0]["content"][0]["text"]
    assert [marker for marker in (*NEVER, *off(sharing)) if marker in told or (marker.isupper() and marker in body)] == []
    on = [
        marker for name, markers in COVERED.items() if getattr(sharing, name) for marker in markers if marker.endswith(("FACT", "LIBRARY"))
    ]
    assert [marker for marker in on if marker not in told] == []


def test_every_marker_stands_in_the_full_pack() -> None:
    full = everything(FULL)
    assert [marker for marker in (*NEVER, *itertools.chain(*COVERED.values()), *ALWAYS) if marker not in full] == []
    assert COVERED.keys() == {each.name for each in fields(Sharing)}


def test_every_fact_of_a_photo_is_decided_upon() -> None:
    """A fact that is new to photos goes nowhere until somebody has said under which switch."""
    first = reduced(FULL, Sharing(*[True] * 6)).photos[0]
    facts = FULL.photos[0].facts.known()
    assert dict(first.facts.known()) == {name: fact for name, fact in facts if name not in ("gps", "serial", "favourite")}
    assert {each.name for each in fields(PackPhoto)} == {"id", "path", "facts", "folder", "content_hash", "perceptual_hash"}


def test_of_a_path_the_files_own_name_is_left() -> None:
    assert [each.path for each in reduced(FULL, Sharing(file_names=True)).photos] == ["FILENAME1.jpg", "FILENAME2.jpg", "FILENAME3.jpg"]
    assert [each.path for each in reduced(FULL, Sharing()).photos] == ["", "", ""]
    odd = replace(FULL, photos=tuple(replace(each, path=path) for each, path in zip(FULL.photos, ("", "/", "a\udcff"), strict=True)))
    assert [each.path for each in reduced(odd, Sharing(file_names=True)).photos] == ["", "", "a\udcff"]


def test_of_a_folder_its_own_name_is_left() -> None:
    names = ("a/2019/Harbour", "b/Harbour", "Harbour")
    photos = tuple(replace(each, folder=Fact(name, "folder")) for each, name in zip(FULL.photos, names, strict=True))
    library = {"per_folder.a/2019/Harbour": 2, "per_folder.b/Harbour": 3, "per_folder.a/Hills v. 2": 4, "per_camera.a/b": 5}
    left = reduced(replace(FULL, photos=photos, library=library), Sharing(file_names=True))
    assert [each.folder and each.folder.value for each in left.photos] == ["Harbour"] * 3
    assert left.library == {"per_folder.Hills v. 2": 4, "per_camera.a/b": 5}


def test_relations_rest_on_what_is_left() -> None:
    pair = replace(FULL, photos=(FULL.photos[0], FULL.photos[2]))
    ids = [each.id for each in pair.photos]

    def holding(sharing: Sharing) -> set[str]:
        graph = relate(reduced(pair, sharing))
        return {relation.value for relation in Relation if graph.common_values(relation, ids) is not None}

    always = {"same_camera", "same_lens", "same_day", "same_event", "burst", "before"}
    nothing = Sharing(*[False] * 6)
    assert holding(nothing) == always
    assert holding(replace(nothing, places=True)) == always | {"same_place"}
    assert holding(replace(nothing, people=True)) == always | {"same_person"}
    assert holding(replace(nothing, tags=True)) == always | {"shares_tag"}
    assert holding(replace(nothing, file_names=True)) == always | {"same_folder"}
    assert holding(replace(nothing, captions=True, thumbnails=True)) == always


@given(st.sampled_from(ALL), st.dictionaries(st.text() | st.sampled_from(sorted(FULL.library)), st.integers()))
def test_a_reduced_pack_is_a_pack_and_as_small_as_it_gets(sharing: Sharing, library: dict[str, int]) -> None:
    once = reduced(replace(FULL, library=library), sharing)
    assert reduced(once, sharing) == once
    assert read_pack(write_pack(once)) == once
    assert (
        once.library.items() <= {re.sub(r"\Aper_folder\.(?s:.*)/", "per_folder.", name): value for name, value in library.items()}.items()
    )
    assert [each.id for each in once.photos] == [each.id for each in FULL.photos]
