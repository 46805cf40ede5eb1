"""Any pack that is made can be written and read again, and two folders never have one name in it."""

import itertools
from collections.abc import Mapping

from hypothesis import given
from hypothesis import strategies as st

from app.domain.evidence import AnswerMode, LibraryFact
from app.domain.ids import ContentHash, FolderId, LocalTime, PackId, PhotoId
from app.domain.photo import Fact, FileStamp, Photo, PhotoFacts, Position, Tag
from app.evidence.graph import relate
from app.evidence.pack import make_pack
from app.evidence.pack_file import read_pack, write_pack

TEXTS = st.text(max_size=8)
NUMBERS = st.floats(allow_nan=False, allow_infinity=False)
TIMES = st.datetimes().map(lambda time: time.isoformat()) | st.dates().map(lambda day: day.isoformat())
OFFSETS = st.builds("{}{:02}:{:02}".format, st.sampled_from("+-"), st.integers(0, 13), st.integers(0, 59))
POSITIONS = st.builds(Position, st.floats(-90, 90), st.floats(-180, 180), st.none() | NUMBERS)
TAGS = st.lists(st.builds(Tag, TEXTS, st.lists(TEXTS, max_size=2).map(tuple)), max_size=3).map(tuple)


def facts_of(values: st.SearchStrategy[object]) -> st.SearchStrategy[object]:
    return st.none() | st.builds(Fact, values, TEXTS)


FACTS = st.builds(
    PhotoFacts,
    taken=facts_of(TIMES.map(LocalTime)),
    offset=facts_of(OFFSETS),
    iso=facts_of(st.integers()),
    gps=facts_of(POSITIONS),
    tags=facts_of(TAGS),
    people=facts_of(st.lists(TEXTS, max_size=3).map(tuple)),
    rating=facts_of(st.integers(-1, 5)),
    orientation=facts_of(st.integers(1, 8)),
    **{name: facts_of(NUMBERS) for name in ("aperture", "shutter", "focal_length")},
    **{name: facts_of(TEXTS) for name in ("make", "model", "lens", "place", "title", "caption", "serial")},
)

NAMES = st.sampled_from(["a", "b", "photos", "bad\udcff", "bad\udcfe", "bad\ufffd", "n\nn", "n\u23cen"])
PATHS = st.lists(NAMES, min_size=1, max_size=3).map(lambda names: "/" + "/".join(names))
ROOTS = st.lists(PATHS, min_size=1, max_size=4, unique=True).map(
    lambda paths: {FolderId(number): path for number, path in enumerate(paths)}
)
LIBRARY: st.SearchStrategy[Mapping[str, LibraryFact]] = st.dictionaries(TEXTS, st.integers() | TEXTS, max_size=3)
MODES = st.sampled_from(AnswerMode)


@st.composite
def photos_in(draw: st.DrawFn, roots: Mapping[FolderId, str]) -> list[Photo]:
    made = []
    for number in range(draw(st.integers(0, 4))):
        folder = draw(st.sampled_from(sorted(roots)))
        inner = draw(st.lists(NAMES, max_size=2))
        path = "/".join((roots[folder], *inner, f"IMG_{number}.jpg"))
        look = draw(st.none() | st.text("0123456789abcdef", min_size=1, max_size=64))
        photo = Photo(PhotoId(number), folder, path, FileStamp(1, 1), ContentHash("c"), "JPEG", 4, 3, draw(FACTS), perceptual_hash=look)
        made.append(photo)
    return made


@given(st.data(), ROOTS, LIBRARY, MODES, st.none() | st.just(PackId("R-M41X")))
def test_what_is_made_and_written_is_read_again(
    data: st.DataObject, roots: Mapping[FolderId, str], library: Mapping[str, LibraryFact], mode: AnswerMode, set_id: PackId | None
) -> None:
    photos = data.draw(photos_in(roots))
    pack = make_pack(mode, photos, roots, library, (PackId(f"P-A00{number}") for number in itertools.count()), set_id)
    again = read_pack(write_pack(pack))
    assert again == pack
    assert write_pack(again) == write_pack(pack)
    assert list(relate(again).edges()) == list(relate(pack).edges())


@given(st.data(), ROOTS)
def test_no_two_folders_have_one_name(data: st.DataObject, roots: Mapping[FolderId, str]) -> None:
    photos = data.draw(photos_in(roots))
    pack = make_pack(AnswerMode.SOURCED, photos, roots, {}, (PackId(f"P-A00{number}") for number in itertools.count()))
    named = {each.folder.value: each.path.rpartition("/")[0] for each in pack.photos if each.folder}
    assert all(named[each.folder.value] == each.path.rpartition("/")[0] for each in pack.photos if each.folder)
    assert all(name.strip() for name in named)


@given(st.data(), ROOTS.filter(lambda roots: all("bad" not in path and "n" not in path for path in roots.values())))
def test_a_folder_whose_name_can_be_shown_has_one(data: st.DataObject, roots: Mapping[FolderId, str]) -> None:
    photos = [photo for photo in data.draw(photos_in(roots)) if "bad" not in photo.path and "n" not in photo.path]
    pack = make_pack(AnswerMode.SOURCED, photos, roots, {}, (PackId(f"P-A00{number}") for number in itertools.count()))
    assert all(each.folder for each in pack.photos)
