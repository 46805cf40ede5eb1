"""Looks follow their photo, hold for one content of it, and are made anew where damaged; the matrix holds what the library holds."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import date

import numpy as np
import pytest

from app.domain.errors import Cancelled
from app.domain.ids import ContentHash, ModelId, PhotoId
from app.domain.look import FaceBox, FaceRegion, Guess, Look, Quality, Told
from app.domain.photo import Folder, ReadPhoto
from app.domain.ports import LookRows, Vectors
from app.domain.query import Term
from app.library.catalogue import Catalogue
from app.library.look_matrix import LookMatrix
from app.library.looks import Looks, LookTally
from app.library.reread import PictureWords
from app.search.parse import parse
from app.services.cancel import CancelSwitch
from tests.unit.library.made import read_photo, units

CONTENT, FACES = ModelId("content-1"), ModelId("faces-1")
DIMENSION = 8
FACE = FaceBox(0.25, 0.25, 0.25, 0.5, 0.9)
CANOE = (Guess("canoe", 0.5), Guess("lake shore", 0.25))


@pytest.fixture
def looks(catalogue: Catalogue) -> Looks:
    return Looks(catalogue)


@pytest.fixture
def matrix(looks: Looks) -> LookMatrix:
    return LookMatrix(looks, CONTENT, DIMENSION)


def vectors(rows: LookRows) -> Vectors:
    return rows.vectors(np.arange(len(rows.photo_ids)))


def stored(catalogue: Catalogue, folder: Folder, photos: Sequence[ReadPhoto]) -> list[PhotoId]:
    return [each.photo_id for each in catalogue.store(folder.id, photos).photos]


def vector(seed: int = 0) -> Vectors:
    return np.asarray(units(1, DIMENSION, seed)[0], np.float32)


def look_at(
    catalogue: Catalogue, looks: Looks, photo_id: PhotoId, look: Look, model: ModelId = CONTENT, told: tuple[Told, ...] = ()
) -> None:
    photo = catalogue.photo(photo_id)
    assert photo is not None
    looks.store(model, [(photo_id, photo.content_hash, look)], told)


def faces(catalogue: Catalogue, photo_id: PhotoId) -> tuple[object, object]:
    with catalogue.one_view() as connection:
        found: tuple[object, object] = connection.execute("SELECT faces, people FROM photo WHERE id = ?", (photo_id,)).fetchone()
    return found


def pending(looks: Looks, *models: ModelId) -> list[str]:
    return [each.path for each in looks.pending(models or (CONTENT,))]


def test_what_models_tell_is_laid_together(catalogue: Catalogue, folder: Folder, looks: Looks) -> None:
    (photo,) = stored(catalogue, folder, [read_photo(f"{folder.path}/a.jpg")])
    assert looks.of([photo]) == {}
    whole = Look(vector(), CANOE, (FACE,), ("EXIT",), Quality(0.5, 0.25, 0.125))
    look_at(catalogue, looks, photo, Look(whole.vector, whole.guesses))
    look_at(catalogue, looks, photo, Look(faces=whole.faces), FACES)
    look_at(catalogue, looks, photo, Look(text=whole.text, quality=whole.quality), ModelId("other"))
    found = looks.of([photo, PhotoId(99)])[photo]
    assert found.vector is not None
    assert whole.vector is not None
    assert np.array_equal(found.vector, whole.vector)
    assert replace(found, vector=None) == replace(whole, vector=None)


def test_of_one_part_the_latest_counts(catalogue: Catalogue, folder: Folder, looks: Looks) -> None:
    (photo,) = stored(catalogue, folder, [read_photo(f"{folder.path}/a.jpg")])
    look_at(catalogue, looks, photo, Look(faces=(FACE,)), FACES)
    look_at(catalogue, looks, photo, Look(), ModelId("faces-2"), (Told.FACES,))
    assert looks.of([photo])[photo].faces == ()
    assert faces(catalogue, photo) == (0, 0)


def test_another_content_makes_a_look_void(catalogue: Catalogue, folder: Folder, looks: Looks, matrix: LookMatrix) -> None:
    path = f"{folder.path}/a.jpg"
    (photo,) = stored(catalogue, folder, [read_photo(path, content="one")])
    look_at(catalogue, looks, photo, Look(vector(), CANOE, (FACE,)))
    assert (pending(looks), faces(catalogue, photo), matrix.rows().photo_ids.tolist()) == ([], (1, 1), [photo])
    stored(catalogue, folder, [read_photo(path, content="two", modified_ns=2)])
    assert (pending(looks), faces(catalogue, photo), matrix.rows().photo_ids.tolist()) == ([path], (None, 0), [])
    assert looks.of([photo]) == {}
    looks.store(CONTENT, [(photo, ContentHash("one"), Look(vector()))])
    assert pending(looks) == [path]


def test_a_look_stays_with_a_photo_that_was_moved_or_told_anew(
    catalogue: Catalogue, folder: Folder, looks: Looks, matrix: LookMatrix
) -> None:
    (photo,) = stored(catalogue, folder, [read_photo(f"{folder.path}/a.jpg", content="one")])
    look_at(catalogue, looks, photo, Look(vector(), CANOE, (FACE, FACE)))
    moved = replace(read_photo(f"{folder.path}/b.jpg", content="one", caption="new"))
    assert [each.photo_id for each in catalogue.store(folder.id, [moved], {photo}).photos] == [photo]
    assert looks.of([photo])[photo].guesses == CANOE
    assert (faces(catalogue, photo), matrix.rows().photo_ids.tolist(), pending(looks)) == ((2, 3), [photo], [])


def test_what_is_gone_is_not_found_until_it_is_back(catalogue: Catalogue, folder: Folder, looks: Looks, matrix: LookMatrix) -> None:
    (photo,) = stored(catalogue, folder, [read_photo(f"{folder.path}/a.jpg")])
    look_at(catalogue, looks, photo, Look(vector(), CANOE))
    catalogue.mark_gone([photo])
    assert (looks.of([photo]), matrix.rows().photo_ids.tolist(), looks.tally([CONTENT])) == ({}, [], LookTally(0, 0, {}))
    catalogue.mark_present([photo])
    assert (looks.of([photo])[photo].guesses, matrix.rows().photo_ids.tolist()) == (CANOE, [photo])
    assert looks.tally([CONTENT]) == LookTally(1, 0, {frozenset([CONTENT]): 1})


def test_forgetting_a_folder_leaves_nothing_in_the_files(catalogue: Catalogue, folder: Folder, looks: Looks, matrix: LookMatrix) -> None:
    (photo,) = stored(catalogue, folder, [read_photo(f"{folder.path}/a.jpg")])
    one = vector()
    look_at(catalogue, looks, photo, Look(one, (Guess("xylophonequartet", 0.5),), text=("sesquipedalian",)))
    assert len(matrix.rows().photo_ids) == 1
    path = catalogue._database.path
    catalogue.checkpoint()
    assert one.tobytes() in path.read_bytes()
    catalogue.forget_folder(folder.id)
    assert looks.of([photo]) == {}
    assert len(matrix.rows().photo_ids) == 0
    written = b"".join(each.read_bytes() for each in path.parent.iterdir() if each.is_file())
    assert not any(trace in written for trace in (b"xylophonequartet", b"sesquipedalian", one.tobytes()))


def test_newest_first_and_each_with_the_models_it_misses(catalogue: Catalogue, folder: Folder, looks: Looks) -> None:
    times = {"a": "2019-05-01T10:00:00", "b": None, "c": "2021-05-01T10:00:00"}
    ids = stored(catalogue, folder, [read_photo(f"{folder.path}/{name}.jpg", taken=taken) for name, taken in times.items()])
    assert pending(looks, CONTENT, FACES) == [f"{folder.path}/{name}.jpg" for name in "cab"]
    look_at(catalogue, looks, ids[2], Look(vector()))
    look_at(catalogue, looks, ids[0], Look(vector()))
    look_at(catalogue, looks, ids[0], Look(), FACES, (Told.FACES,))
    assert [(each.photo_id, each.missing) for each in looks.pending([CONTENT, FACES])] == [(ids[2], (FACES,)), (ids[1], (CONTENT, FACES))]
    assert [each.photo_id for each in looks.pending([CONTENT, FACES], but=[ids[2]])] == [ids[1]]
    assert len(looks.pending([CONTENT, FACES], limit=1)) == 1
    tally = looks.tally([CONTENT, FACES])
    assert [tally.looked(each) for each in ([CONTENT, FACES], [CONTENT], [FACES])] == [1, 2, 1]
    assert (tally.looked_by_any, tally.all) == (2, 3)
    assert looks.tally([FACES]) == LookTally(3, 0, {frozenset([FACES]): 1}), "others are not counted"
    catalogue.mark_unavailable([ids[1]])
    assert pending(looks, CONTENT) == []


def test_a_trouble_is_kept_like_a_look(catalogue: Catalogue, folder: Folder, looks: Looks, matrix: LookMatrix) -> None:
    path = f"{folder.path}/a.jpg"
    (photo,) = stored(catalogue, folder, [read_photo(path)])
    look_at(catalogue, looks, photo, Look(trouble="It took too long."))
    assert (pending(looks), looks.of([photo])) == ([], {photo: Look(trouble="It took too long.")})
    look_at(catalogue, looks, photo, Look(trouble="It took too long again."), FACES)
    assert looks.tally([CONTENT, FACES]) == LookTally(1, 1, {frozenset([CONTENT, FACES]): 1}), "a photo is in trouble once"
    assert len(matrix.rows().photo_ids) == 0


def test_regions_come_before_found_faces(catalogue: Catalogue, folder: Folder, looks: Looks, matrix: LookMatrix) -> None:
    path = f"{folder.path}/a.jpg"
    regions = tuple(FaceRegion(name, 0.25, 0.25, 0.125, 0.125) for name in ("Anna", None, "Béla"))
    (photo,) = stored(catalogue, folder, [read_photo(path)])
    look_at(catalogue, looks, photo, Look(vector(), faces=(FACE,)))
    assert (faces(catalogue, photo), matrix.rows().people.tolist()) == ((1, 1), [1])
    stored(catalogue, folder, [replace(read_photo(path), regions=regions)])
    assert (faces(catalogue, photo), matrix.rows().people.tolist()) == ((3, 4), [4])
    look_at(catalogue, looks, photo, Look(), FACES, (Told.FACES,))
    assert faces(catalogue, photo) == (3, 4)
    read = catalogue.photo(photo)
    assert read is not None
    assert read.regions == regions
    stored(catalogue, folder, [read_photo(path)])
    assert faces(catalogue, photo) == (0, 0)


@pytest.mark.parametrize(
    "damage",
    [
        "seen = '{'", "seen = '[]'", "seen = x'ff'", "seen = CAST(x'7bff7d' AS TEXT)", """seen = '{"faces":[[1,2]]}'""",
        """seen = '{"faces":[[0,0,1,1,NaN]]}'""", """seen = '{"nothing":1}'""", """seen = '{"guesses":[["a",true]]}'""",
        "seen = '{\"guesses\":' || replace(hex(zeroblob(50000)), '0', '[') || '}'", "components = x'00'", "components = 'text'",
        "components = zeroblob(32)", "components = substr(components, 1, 28)", "components = x''", "components = 7",
    ],
)  # fmt: skip
def test_a_damaged_look_costs_itself_and_is_made_again(
    catalogue: Catalogue, folder: Folder, looks: Looks, matrix: LookMatrix, damage: str
) -> None:
    ids = stored(catalogue, folder, [read_photo(f"{folder.path}/{name}.jpg") for name in "ab"])
    for photo in ids:
        look_at(catalogue, looks, photo, Look(vector(), CANOE, (FACE,)))
    looks.drop_damaged({CONTENT: DIMENSION})
    with catalogue.noting_looks() as connection:
        connection.execute(f"UPDATE look SET {damage}, id = 99 WHERE photo_id = ?", (ids[0],))
    assert looks.of(ids)[ids[1]].guesses == CANOE
    assert ids[1] in matrix.rows().photo_ids.tolist()
    catalogue.store(folder.id, [read_photo(f"{folder.path}/a.jpg", caption="told anew")])
    looks.drop_damaged({CONTENT: DIMENSION})
    assert pending(looks) == [f"{folder.path}/a.jpg"]
    assert matrix.rows().photo_ids.tolist() == ids[1:]
    look_at(catalogue, looks, ids[0], Look(vector(1)))
    assert matrix.rows().photo_ids.tolist() == ids


@pytest.mark.parametrize("damage", ["'many'", "x'ff'", "99", "-1", "1.5"])
def test_a_damaged_number_of_people_says_nothing(
    catalogue: Catalogue, folder: Folder, looks: Looks, matrix: LookMatrix, damage: str
) -> None:
    ids = stored(catalogue, folder, [read_photo(f"{folder.path}/{name}.jpg") for name in "ab"])
    for photo in ids:
        look_at(catalogue, looks, photo, Look(vector(), faces=(FACE, FACE)))
    with catalogue.noting_looks() as connection:
        connection.execute(f"UPDATE photo SET people = {damage} WHERE id = ?", (ids[0],))
    assert matrix.rows().people.tolist() == [0, 3]


def test_damage_that_was_met_is_looked_for_again(catalogue: Catalogue, folder: Folder, looks: Looks, matrix: LookMatrix) -> None:
    (photo,) = stored(catalogue, folder, [read_photo(f"{folder.path}/a.jpg")])
    look_at(catalogue, looks, photo, Look(vector()))
    looks.drop_damaged({CONTENT: DIMENSION})
    with catalogue.noting_looks() as connection:
        connection.execute("UPDATE look SET components = x'00'")
    assert len(matrix.rows().photo_ids) == 0
    looks.drop_damaged({CONTENT: DIMENSION})
    assert len(pending(looks)) == 1


@pytest.mark.parametrize("damage", ["seen = '{'", "seen = x'7b7d'", "components = x'00'", "components = NULL", "components = 7"])
def test_plain_damage_is_found_before_it_is_met(catalogue: Catalogue, folder: Folder, looks: Looks, damage: str) -> None:
    ids = stored(catalogue, folder, [read_photo(f"{folder.path}/{name}.jpg") for name in "abc"])
    for photo in ids[:2]:
        look_at(catalogue, looks, photo, Look(vector(), CANOE))
    look_at(catalogue, looks, ids[2], Look(trouble="It took too long."))
    with catalogue.noting_looks() as connection:
        connection.execute(f"UPDATE look SET {damage} WHERE photo_id = ?", (ids[0],))
    looks.drop_damaged({CONTENT: DIMENSION})
    assert pending(looks) == [f"{folder.path}/a.jpg"]


def test_a_vector_that_is_none_is_refused(catalogue: Catalogue, folder: Folder, looks: Looks) -> None:
    (photo,) = stored(catalogue, folder, [read_photo(f"{folder.path}/a.jpg")])
    for wrong in (np.zeros(DIMENSION, np.float32), np.full(DIMENSION, np.nan, np.float32)):
        with pytest.raises(ValueError, match="unit"):
            look_at(catalogue, looks, photo, Look(wrong))
    assert len(pending(looks)) == 1


def test_the_matrix_follows_every_change(catalogue: Catalogue, folder: Folder, looks: Looks, matrix: LookMatrix) -> None:
    ids = stored(catalogue, folder, [read_photo(f"{folder.path}/{n}.jpg") for n in range(20)])
    expected: dict[int, Vectors] = {}
    for step, photo in enumerate([*ids[::-1], ids[3], ids[17]]):
        expected[photo] = vector(step)
        look_at(catalogue, looks, photo, Look(expected[photo]))
        rows = matrix.rows()
        assert rows.photo_ids.tolist() == sorted(expected)
        assert np.array_equal(vectors(rows), [expected[each] for each in sorted(expected)])
        assert not any(each.flags.writeable for each in (rows.stored, rows.photo_ids, rows.people))
    assert matrix.rows() is matrix.rows()
    catalogue.mark_gone(ids[:5])
    assert matrix.rows().photo_ids.tolist() == ids[5:]
    assert np.array_equal(vectors(matrix.rows()), vectors(LookMatrix(looks, CONTENT, DIMENSION).rows()))
    assert len(LookMatrix(looks, FACES, DIMENSION).rows().photo_ids) == 0


def test_what_comes_is_added_to_the_matrix_and_what_was_given_stays_as_it_was(
    catalogue: Catalogue, folder: Folder, looks: Looks, matrix: LookMatrix
) -> None:
    ids = stored(catalogue, folder, [read_photo(f"{folder.path}/{n}.jpg") for n in range(20)])
    for photo in ids[:16]:
        look_at(catalogue, looks, photo, Look(vector(photo)))
    before = matrix.rows()
    given = vectors(before).copy()
    look_at(catalogue, looks, ids[16], Look(vector(16)))
    look_at(catalogue, looks, ids[0], Look(vector(99)))
    after = matrix.rows()
    assert np.shares_memory(before.stored, after.stored), "no copy of what is known"
    assert len(after.stored) == len(before.stored) + 2
    assert np.array_equal(vectors(before), given)
    assert np.allclose(after.cosines(vector(99)), vectors(after) @ vector(99), atol=1e-6)
    assert after.photo_ids[np.argmax(after.cosines(vector(99)))] == ids[0]


def test_a_content_that_is_back_has_its_look_again(catalogue: Catalogue, folder: Folder, looks: Looks, matrix: LookMatrix) -> None:
    path = f"{folder.path}/a.jpg"
    (photo,) = stored(catalogue, folder, [read_photo(path, content="one")])
    look_at(catalogue, looks, photo, Look(vector()))
    found = []
    for number, content in enumerate(("one", "two", "one"), 2):
        stored(catalogue, folder, [read_photo(path, content=content, modified_ns=number)])
        found.append(matrix.rows().photo_ids.tolist())
    assert found == [[photo], [], [photo]]


def test_rows_of_looks_that_are_no_more_go_when_they_are_many(
    catalogue: Catalogue, folder: Folder, looks: Looks, matrix: LookMatrix
) -> None:
    ids = stored(catalogue, folder, [read_photo(f"{folder.path}/{n}.jpg") for n in range(8)])
    for turn in range(6):
        for photo in ids:
            look_at(catalogue, looks, photo, Look(vector(turn)))
        rows = matrix.rows()
        assert np.array_equal(vectors(rows), [vector(turn)] * 8)
        assert len(rows.stored) <= 16


def test_looks_that_are_dropped_leave_the_matrix(catalogue: Catalogue, folder: Folder, looks: Looks, matrix: LookMatrix) -> None:
    ids = stored(catalogue, folder, [read_photo(f"{folder.path}/{n}.jpg") for n in range(8)])
    for photo in ids:
        look_at(catalogue, looks, photo, Look(vector(photo)))
    assert len(matrix.rows().photo_ids) == 8
    with catalogue.noting_looks() as connection:
        connection.execute("UPDATE look SET seen = '{' WHERE photo_id = ?", (ids[3],))
    Looks(catalogue).drop_damaged({CONTENT: DIMENSION})
    assert matrix.rows().photo_ids.tolist() == [*ids[:3], *ids[4:]]


def test_reading_ahead_can_be_stopped_and_is_done_when_it_is_asked_for(
    catalogue: Catalogue, folder: Folder, looks: Looks, matrix: LookMatrix
) -> None:
    (photo,) = stored(catalogue, folder, [read_photo(f"{folder.path}/a.jpg")])
    look_at(catalogue, looks, photo, Look(vector()))
    switch = CancelSwitch()
    switch.cancel()
    with pytest.raises(Cancelled):
        matrix.prepare(switch)
    assert matrix.rows().photo_ids.tolist() == [photo]
    matrix.prepare(switch)


def test_threads_that_ask_while_looks_come_see_what_the_library_holds(
    catalogue: Catalogue, folder: Folder, looks: Looks, matrix: LookMatrix
) -> None:
    ids = stored(catalogue, folder, [read_photo(f"{folder.path}/{n}.jpg") for n in range(40)])

    def search() -> bool:
        rows = [matrix.rows() for _ in range(20)]
        found = [(photo, look) for each in rows for photo, look in zip(each.photo_ids.tolist(), vectors(each), strict=True)]
        return all(np.array_equal(look, vector(photo)) for photo, look in found)

    with ThreadPoolExecutor(4) as pool:
        searches = [pool.submit(search) for _ in range(4)]
        for photo in ids:
            look_at(catalogue, looks, photo, Look(vector(photo)))
        assert all(each.result() for each in searches)
    assert matrix.rows().photo_ids.tolist() == ids


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("faces:2", "c"), ("faces:>=2", "cd"), ("faces:1..2", "bc"), ("faces:2-4", "cd"), ("faces:<2", "ab"), ("faces:0", "a"),
        ("faces:none", "a"), ("has:faces", "bcd"), ("-has:faces", "ae"), ("-faces:2", "abde"), ("faces:>3", ""), ("faces:3+", "d"),
    ],
)  # fmt: skip
def test_how_many_faces_a_photo_shows(catalogue: Catalogue, folder: Folder, looks: Looks, query: str, expected: str) -> None:
    """Those that were not looked at show none, and not no face."""
    names = dict(zip(stored(catalogue, folder, [read_photo(f"{folder.path}/{name}.jpg") for name in "abcde"]), "abcde", strict=True))
    for number, photo in enumerate(list(names)[:3]):
        look_at(catalogue, looks, photo, Look(faces=(FACE,) * number), FACES, (Told.FACES,))
    regions = (FaceRegion("Anna", 0.25, 0.25, 0.125, 0.125),) * 3
    stored(catalogue, folder, [replace(read_photo(f"{folder.path}/d.jpg"), regions=regions)])
    found = catalogue.satisfying(parse(query, date(2026, 1, 1)).conditions).tolist()
    assert "".join(names[PhotoId(each)] for each in found) == expected


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("has:text", "bc"), ("-has:text", "a"), ("text:stop", "b"), ("text:tick*", "bc"), ('text:"one way"', "b"), ('text:"way one"', ""),
        ("-text:stop", "ac"), ("text:captioned", ""), ("text:stop OR text:tickets", "bc"), ("text:STOPS", "b"),
    ],
)  # fmt: skip
def test_what_was_read_in_pictures(catalogue: Catalogue, folder: Folder, looks: Looks, query: str, expected: str) -> None:
    """And not what is said of them."""
    photos = [read_photo(f"{folder.path}/{name}.jpg", caption="a captioned stop") for name in "abc"]
    names = dict(zip(stored(catalogue, folder, photos), "abc", strict=True))
    for photo, lines in zip(names, ((), ("one way", "STOP", "a ticket"), ("Tickets",)), strict=True):
        look_at(catalogue, looks, photo, Look(text=lines), ModelId("texts-1"), (Told.TEXT,))
    PictureWords(catalogue).reread(list(names))
    found = catalogue.satisfying(parse(query, date(2026, 1, 1)).conditions).tolist()
    assert "".join(names[PhotoId(each)] for each in found) == expected


def test_only_pictures_in_which_something_was_read_change_the_words(catalogue: Catalogue, folder: Folder, looks: Looks) -> None:
    ids = stored(catalogue, folder, [read_photo(f"{folder.path}/{name}.jpg") for name in "ab"])
    words, texts = PictureWords(catalogue), ModelId("texts-1")

    def reread(lines: tuple[str, ...]) -> bool:
        before = catalogue.generations
        for photo, text in zip(ids, ((), lines), strict=True):
            look_at(catalogue, looks, photo, Look(text=text), texts, (Told.TEXT,))
        words.reread(ids)
        return catalogue.generations != before

    def found() -> list[int]:
        return [int(each) for each in catalogue.holding(Term("sesquipedalian")).photo_ids]

    assert not reread(())
    assert (reread(("sesquipedalian",)), found()) == (True, ids[1:])
    assert (reread(()), found()) == (True, [])
    assert not reread(())
