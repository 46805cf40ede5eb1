"""Named facts over a result are exactly what counting over its photos gives."""

import sqlite3
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from itertools import dropwhile
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.domain.country_names import english_name
from app.domain.errors import LibraryUnavailable
from app.domain.evidence import LibraryFact
from app.domain.ids import PhotoId
from app.domain.photo import Folder, FoundFile, Photo, ReadPhoto, Tag
from app.domain.ports import Ids
from app.domain.words import camera_name
from app.library.catalogue import Catalogue
from app.photos.walk import walk
from app.photos.workers import WorkerReader
from app.services.cancel import CancelSwitch
from tests.unit.library.made import read_photo

MOST = 50


def counted(photos: Iterable[Photo]) -> dict[str, LibraryFact]:
    """The same facts, counted photo by photo."""
    every = list(photos)
    times = sorted(photo.facts.taken.value for photo in every if photo.facts.taken)
    facts: dict[str, LibraryFact] = {"matching": len(every), "undated": len(every) - len(times)}
    if times:
        facts |= {"first": times[0], "last": times[-1]}
    for kind, number, length, most in (("per_year", "years", 4, None), ("per_month", "months", 7, None), ("per_day", "days", 10, MOST)):
        photos_of = sorted(Counter(time[:length] for time in times).items(), key=lambda pair: (-pair[1], pair[0]))
        facts |= {number: len(photos_of)} | {f"{kind}.{name}": photos for name, photos in photos_of[:most]}
    for kind, names_of in NAMES.items():
        named = commonest([names_of(photo) for photo in every])
        facts |= {NUMBERS[kind]: len(named)} | {f"{kind}.{name}": photos for name, photos in named[:MOST]}
    return facts


def commonest(names_of_photos: Sequence[Iterable[str]]) -> list[tuple[str, int]]:
    photos: Counter[str] = Counter()
    spellings: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for names in names_of_photos:
        spelled = {unicodedata.normalize("NFC", name) for name in names if name.strip()}
        photos.update({key(name) for name in spelled})
        for name in spelled:
            spellings[key(name)][name] += 1
    shown = {each: min(spelled, key=lambda name, spelled=spelled: (-spelled[name], name)) for each, spelled in spellings.items()}  # type: ignore[misc]
    return sorted(((shown[each], count) for each, count in photos.items()), key=lambda pair: (-pair[1], pair[0]))


def key(name: str) -> str:
    return unicodedata.normalize("NFC", name.casefold())


def camera(photo: Photo) -> str:
    make, model = (fact.value if fact else None for fact in (photo.facts.make, photo.facts.model))
    return camera_name(make, model)


ROOTS = ("pictures", "photos")
"""The names of the folders that are added here."""
NO_LENS = ("----", "0.0 mm f/0.0", "unknown", "0", "n/a", "0.0-0.0 mm f/0.0", "-", "NONE", " Unknown ", "\0", "\u2028", '"]', "🐈")
"""Also what nobody could read a lens in."""
NUMBERS = {
    "per_camera": "cameras", "per_lens": "lenses", "per_place": "places", "per_country": "countries", "per_person": "people",
    "per_tag": "tags", "per_folder": "folders", "per_format": "formats",
}  # fmt: skip
NONE_KNOWN = dict.fromkeys(("years", "months", "days", *NUMBERS.values()), 0)
NAMES: dict[str, Callable[[Photo], Iterable[str]]] = {
    "per_camera": lambda photo: [camera(photo)],
    "per_lens": lambda photo: [photo.facts.lens.value] if photo.facts.lens and photo.facts.lens.value not in NO_LENS else [],
    "per_place": lambda photo: [photo.facts.place.value] if photo.facts.place else [],
    "per_country": lambda photo: [english_name(photo.facts.place.value.split(",")[-1].strip())] if photo.facts.place else [],
    "per_folder": lambda photo: ["/".join(dropwhile(lambda name: name not in ROOTS, photo.path.split("/")[:-1]))],
    "per_format": lambda photo: [photo.format],
    "per_person": lambda photo: photo.facts.people.value if photo.facts.people else (),
    "per_tag": lambda photo: [tag.name for tag in photo.facts.tags.value] if photo.facts.tags else [],
}


def stored(catalogue: Catalogue, photos: Sequence[ReadPhoto]) -> Ids:
    folder = catalogue.add_folder("/pictures")
    return np.array([each.photo_id for each in catalogue.store(folder.id, photos).photos], np.int64)


def test_every_fact_by_its_name(catalogue: Catalogue) -> None:
    ids = stored(
        catalogue,
        [
            read_photo("/pictures/a.jpg", taken="2015-07-01", tags=("Sea", Tag("Italy", ("Places",))), place="Rome, Italy"),
            read_photo(
                "/pictures/b.jpg",
                taken="2015-07-01T10:20:30.05",
                tags=("sea", "sea"),
                people=("Ann", "Bob"),
                camera="Nikon D70",
                lens="50mm f/1.8",
            ),
            read_photo(
                "/pictures/c.jpg", taken="2016-12-31T23:59:59", tags=("SEA", "sea"), people=("Ann",), camera="Nikon D70", lens="----"
            ),
            read_photo("/pictures/d.jpg", caption="unknown"),
        ],
    )
    facts = catalogue.library_facts(ids)
    assert facts == {
        "matching": 4, "first": "2015-07-01", "last": "2016-12-31T23:59:59", "undated": 1,
        "per_year.2015": 2, "per_year.2016": 1, "per_month.2015-07": 2, "per_month.2016-12": 1,
        "per_day.2015-07-01": 2, "per_day.2016-12-31": 1, "per_lens.50mm f/1.8": 1, "years": 2, "months": 2, "days": 2, "cameras": 1,
        "lenses": 1, "places": 1, "people": 2, "tags": 2,
        "per_camera.Nikon D70": 2, "per_place.Rome, Italy": 1, "per_person.Ann": 2, "per_person.Bob": 1,
        "per_tag.sea": 3, "per_tag.Italy": 1,
        "countries": 1, "per_country.Italy": 1, "folders": 1, "per_folder.pictures": 4, "formats": 1, "per_format.JPEG": 4,
    }  # fmt: skip
    assert list(facts)[:4] == ["matching", "first", "last", "undated"]
    assert catalogue.library_facts(ids[:1])["per_tag.Sea"] == 1
    assert catalogue.library_facts(np.empty(0, np.int64)) == {"matching": 0, "undated": 0} | NONE_KNOWN


def test_only_photos_that_can_be_found_count_and_each_once(catalogue: Catalogue, folder: Folder) -> None:
    ids = stored(catalogue, [read_photo(f"/pictures/{n}.jpg", tags=(f"tag {n}",)) for n in range(4)])
    catalogue.mark_gone([PhotoId(int(ids[0]))])
    catalogue.mark_unavailable([PhotoId(int(ids[1]))])
    asked = np.concatenate([ids, ids[2:], [999, -1]])
    told = {
        "folders": 1,
        "formats": 1,
        "per_folder.pictures": 3,
        "per_format.JPEG": 3,
        "per_tag.tag 1": 1,
        "per_tag.tag 2": 1,
        "per_tag.tag 3": 1,
    }
    assert catalogue.library_facts(asked) == {"matching": 3, "undated": 3} | NONE_KNOWN | {"tags": 3} | told
    catalogue.forget_folder(folder.id)
    assert catalogue.library_facts(asked) == {"matching": 0, "undated": 0} | NONE_KNOWN


def test_the_fifty_commonest_of_names_and_all_years_and_months(catalogue: Catalogue) -> None:
    photos = [
        read_photo(
            f"/pictures/{n}.jpg", taken=f"{1900 + n}-01-01", tags=tuple(f"tag {each:02}" for each in range(n, 70)), place=f"place {n:02}"
        )
        for n in range(70)
    ]
    facts = catalogue.library_facts(stored(catalogue, photos))
    assert [name for name in facts if name.startswith("per_tag.")] == [f"per_tag.tag {n:02}" for n in range(69, 19, -1)]
    assert [name for name in facts if name.startswith("per_place.")] == [f"per_place.place {n:02}" for n in range(50)]
    assert [name for name in facts if name.startswith("per_day.")] == [f"per_day.{1900 + n}-01-01" for n in range(50)]
    assert [facts[name] for name in ("tags", "places", "days", "years", "months")] == [70] * 5
    assert sum(name.startswith("per_year.") for name in facts) == sum(name.startswith("per_month.") for name in facts) == 70


def test_a_name_that_is_composed_or_cased_otherwise_is_the_same(catalogue: Catalogue) -> None:
    ids = stored(
        catalogue,
        [
            read_photo("/pictures/1.jpg", tags=("Cafe\u0301", "café", "Straße", "  "), people=("CAFÉ",)),
            read_photo("/pictures/same.jpg", tags=("Cafe\u0301", "café", "Straße", "  "), people=("CAFÉ",)),
            read_photo("/pictures/2.jpg", tags=("Café", "STRASSE"), camera="nikon d70"),
            read_photo("/pictures/3.jpg", tags=("CAFÉ", "strasse", "per_tag.x"), camera="NIKON D70"),
        ],
    )
    assert {name: value for name, value in catalogue.library_facts(ids).items() if name.startswith(("per_tag", "per_p", "per_c"))} == {
        "per_tag.Café": 4, "per_tag.Straße": 4, "per_tag.per_tag.x": 1, "per_person.CAFÉ": 2, "per_camera.NIKON D70": 2,
    }  # fmt: skip


def test_folders_of_one_name_are_told_apart(catalogue: Catalogue) -> None:
    ids = []
    for root in ("/pictures/2019", "/backup/2019"):
        folder = catalogue.add_folder(root)
        photos = [read_photo(f"{root}/a.jpg"), read_photo(f"{root}/summer/a.jpg"), read_photo(f"{root}/summer/b.jpg")]
        ids += [each.photo_id for each in catalogue.store(folder.id, photos).photos]
    facts = catalogue.library_facts(np.array(ids, np.int64))
    assert {name: value for name, value in facts.items() if name.startswith("per_folder")} == {
        "per_folder.backup/2019": 1, "per_folder.backup/2019/summer": 2,
        "per_folder.pictures/2019": 1, "per_folder.pictures/2019/summer": 2,
    }  # fmt: skip
    assert facts["folders"] == 4


def test_a_country_is_the_end_of_a_place_under_its_english_name(catalogue: Catalogue) -> None:
    places = ("New York, USA", "Utah, United States", "Skagen, Danmark", "Denmark", "Atlantis, Nowhere")
    facts = catalogue.library_facts(stored(catalogue, [read_photo(f"/pictures/{place}.jpg", place=place) for place in places]))
    assert {name: value for name, value in facts.items() if name.startswith("per_country")} == {
        "per_country.Denmark": 2, "per_country.United States": 2, "per_country.Nowhere": 1,
    }  # fmt: skip
    assert facts["countries"] == 3


times = st.sampled_from(["2015-07-01", "2015-07-01T00:00:00", "2015-07-31T23:59:59.999", "1883-11-17", "2016-01-01T00:00:00.05"])
SAMPLES = [
    "sea", "Sea", "SEA", "Cafe\u0301", "Café", "ﬁsh", "FISH", "ς", "Σ", "ǰ", "J\u030c", "a.b", "", " ", "\0", "\u2028", '"]', "🐈",
]  # fmt: skip
names = st.one_of(
    st.sampled_from(SAMPLES),
    st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=4),
)
several = st.lists(names, max_size=5).map(tuple)
facts_of_photo = st.fixed_dictionaries(
    {
        "taken": st.none() | times,
        "tags": st.lists(st.builds(Tag, names, several), max_size=5).map(tuple),
        "people": several,
        "place": st.none() | names,
        "camera": st.none() | names,
        "lens": st.none() | st.sampled_from([*SAMPLES, *NO_LENS]),
    }
)


@settings(max_examples=120)
@given(st.lists(facts_of_photo, max_size=12), st.sets(st.integers(0, 11)), st.integers(1, 5))
def test_facts_are_those_of_counting_photo_by_photo(
    tmp_path_factory: pytest.TempPathFactory, every: list[dict[str, str]], some: set[int], at_once: int
) -> None:
    with pytest.MonkeyPatch.context() as patch, Catalogue(tmp_path_factory.mktemp("facts") / "catalogue.sqlite3") as catalogue:
        patch.setattr("app.library.library_facts._AT_ONCE", at_once)
        ids = stored(catalogue, [read_photo(f"/pictures/{n}.jpg", **each) for n, each in enumerate(every)])  # type: ignore[arg-type]
        asked = np.array([each for place, each in enumerate(ids.tolist()) if place in some], np.int64)
        for each in (ids, asked):
            assert catalogue.library_facts(each) == counted(catalogue.photos(each.tolist()).values())


@pytest.mark.shared
def test_facts_of_the_real_photos(catalogue: Catalogue, shared: Path, reader: WorkerReader) -> None:
    found = [each for each in walk(str(shared / "photos")) if isinstance(each, FoundFile)]
    photos = [each for each in reader.read(found, CancelSwitch()) if isinstance(each, ReadPhoto)]
    folder = catalogue.add_folder(str(shared / "photos"))
    catalogue.store(folder.id, photos)
    facts = catalogue.library_facts(catalogue.browse())
    assert facts == counted(catalogue.photos(catalogue.browse().tolist()).values())
    assert facts["matching"] == catalogue.photo_count() > 100
    assert {name.partition(".")[0] for name in facts} == {
        "matching", "first", "last", "undated", "per_year", "per_month", "per_day", *NAMES, *NONE_KNOWN,
    }  # fmt: skip
    assert not any(name.startswith(("per_lens.-", "per_lens.0.0 mm")) for name in facts)


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE photo SET taken = 'yesterday'",
        "UPDATE photo SET taken = '2015-13-01'",
        "UPDATE photo SET taken = '2015-07-01T10:20:30.'",
        "UPDATE photo SET taken = '2015-07-01' || char(10)",
        "UPDATE photo SET taken = x'00'",
        "DELETE FROM photo_facts",
        "UPDATE photo_facts SET facts = '{\"tags'",
        "UPDATE photo_facts SET facts = x'ff00'",
        'UPDATE photo_facts SET facts = \'{"tags": [[[]], "XMP"]}\'',
        'UPDATE photo_facts SET facts = \'{"tags": [[[1]], "XMP"]}\'',
        'UPDATE photo_facts SET facts = \'{"tags": [["sea"], "XMP"]}\'',
        'UPDATE photo_facts SET facts = \'{"people": ["Ann", "XMP"]}\'',
        'UPDATE photo_facts SET facts = \'{"people": [[["Ann"]], "XMP"]}\'',
        'UPDATE photo_facts SET facts = \'{"place": [1, "XMP"]}\'',
        'UPDATE photo_facts SET facts = \'{"lens": [1, "XMP"]}\'',
        'UPDATE photo_facts SET facts = \'{"make": [{}, "XMP"]}\'',
    ],
)
def test_a_fact_that_nobody_wrote_is_damage(catalogue: Catalogue, tmp_path: Path, sql: str) -> None:
    ids = stored(catalogue, [read_photo("/pictures/a.jpg", taken="2015-07-01", tags=("sea",))])
    with closing(sqlite3.connect(tmp_path / "library" / "catalogue.sqlite3", isolation_level=None)) as connection:
        connection.execute(sql)
    with pytest.raises(LibraryUnavailable, match="is damaged"):
        catalogue.library_facts(ids)
