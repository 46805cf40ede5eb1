"""Passages are stored once, map to their photos, and keep a vector for each model."""

import numpy as np
import pytest

from app.domain.ids import ModelId, PassageId
from app.domain.photo import Folder
from app.domain.words import Field
from app.library.catalogue import Catalogue
from tests.unit.library.made import read_photo, units

MODEL = ModelId("model")


def test_a_text_is_one_passage_of_a_field_however_many_photos_share_it(catalogue: Catalogue, folder: Folder) -> None:
    stored = catalogue.store(
        folder.id, [read_photo(f"/pictures/regatta/{n}.jpg", caption="a boat", tags=("boat",), title="boat") for n in range(5)]
    )
    assert sorted(catalogue.passage_texts(stored.new_passages).values()) == [
        (Field.TAG, "boat"), (Field.TITLE, "boat"), (Field.FOLDER, "regatta"), (Field.CAPTION, "a boat"),
    ]  # fmt: skip
    assert catalogue.counts().passages == 4


def test_photos_and_fields_of_passages(catalogue: Catalogue, folder: Folder) -> None:
    stored = catalogue.store(folder.id, [read_photo(f"/pictures/regatta/{n}.jpg", caption="sea" if n % 2 else "hill") for n in range(4)])
    photos = [each.photo_id for each in stored.photos]
    by_text = {text: passage for passage, (_, text) in catalogue.passage_texts(stored.new_passages).items()}
    asked = np.array([by_text["sea"], 999, by_text["regatta"], by_text["hill"]], dtype=np.int64)
    ids, places = catalogue.photos_of(asked)
    assert sorted(zip(places.tolist(), ids.tolist(), strict=True)) == [
        (0, photos[1]), (0, photos[3]), *((2, each) for each in photos), (3, photos[0]), (3, photos[2]),
    ]  # fmt: skip
    assert catalogue.fields_of(asked).tolist() == [Field.CAPTION, 0, Field.FOLDER, Field.CAPTION]
    assert ids.dtype == places.dtype == np.int64
    assert catalogue.fields_of(asked).dtype == np.uint8
    held, holders = catalogue.passages_of(np.array([photos[1], photos[3], 999], dtype=np.int64))
    assert sorted(zip(holders.tolist(), held.tolist(), strict=True)) == sorted(
        (photo, by_text[text]) for photo in (photos[1], photos[3]) for text in ("sea", "regatta")
    )
    empty = np.empty(0, np.int64)
    assert [len(each) for each in (*catalogue.photos_of(empty), catalogue.fields_of(empty), *catalogue.passages_of(empty))] == [0] * 5


def test_vectors_come_back_bit_for_bit(catalogue: Catalogue, folder: Folder) -> None:
    new = catalogue.store(folder.id, [read_photo(f"/pictures/regatta/{n}.jpg", caption=f"sea {'abc'[n]}xx") for n in range(3)]).new_passages
    rows = units(len(new))
    assert catalogue.store_vectors(MODEL, new[::-1], rows) == new[::-1]
    ids, matrix = catalogue.vectors(MODEL)
    assert ids.tolist() == list(new)
    assert np.array_equal(matrix, rows[::-1])
    assert matrix.dtype == np.float32
    some, part = catalogue.vectors_of(MODEL, np.array([new[2], 12345, new[0]], dtype=np.int64))
    assert some.tolist() == [new[0], new[2]]
    assert np.array_equal(part, matrix[[0, 2]])
    assert catalogue.counts().vectors == len(new)
    catalogue.store_vectors(MODEL, new[:1], rows[:1])
    assert np.array_equal(catalogue.vectors(MODEL)[1][0], rows[0])


def test_each_model_embeds_every_passage(catalogue: Catalogue, folder: Folder) -> None:
    new = catalogue.store(folder.id, [read_photo(f"/pictures/regatta/{n}.jpg", caption=f"sea {'abc'[n]}xx") for n in range(3)]).new_passages
    assert [passage for passage, _ in catalogue.passages_without_vector(MODEL, 10)] == list(new)
    assert [passage for passage, _ in catalogue.passages_without_vector(MODEL, 2)] == list(new[:2])
    catalogue.store_vectors(MODEL, new[1:3], units(2))
    assert [passage for passage, _ in catalogue.passages_without_vector(MODEL, 10)] == [new[0], new[3]]
    assert [passage for passage, _ in catalogue.passages_without_vector(MODEL, 10, after=new[0])] == [new[3]]
    assert len(catalogue.passages_without_vector(ModelId("other"), 10)) == len(new)
    assert catalogue.vectors(ModelId("other"))[1].shape == (0, 0)


def test_a_passage_that_nobody_holds_goes_with_its_vector(catalogue: Catalogue, folder: Folder) -> None:
    stored = catalogue.store(
        folder.id, [read_photo("/pictures/regatta/a.jpg", caption="sea"), read_photo("/pictures/regatta/b.jpg", caption="sea")]
    )
    catalogue.store_vectors(MODEL, stored.new_passages, units(2))
    assert catalogue.mark_gone([stored.photos[0].photo_id]).removed_passages == ()
    assert catalogue.mark_gone([stored.photos[1].photo_id]).removed_passages == stored.new_passages
    assert (catalogue.counts().passages, catalogue.counts().vectors) == (0, 0)
    assert catalogue.store_vectors(MODEL, stored.new_passages, units(2)) == ()
    assert catalogue.vector_ids(MODEL).tolist() == []


def test_vectors_that_are_none_are_refused(catalogue: Catalogue, folder: Folder) -> None:
    new = catalogue.store(folder.id, [read_photo("/pictures/regatta/a.jpg", caption="sea")]).new_passages
    nan = units(2)
    nan[0, 0] = np.nan
    for rows in (nan, np.zeros((2, 8), np.float32), units(2) * 2, units(1), units(2).reshape(-1)):
        with pytest.raises(ValueError, match="vector"):
            catalogue.store_vectors(MODEL, new, rows)
    catalogue.store_vectors(MODEL, new, units(2))
    with pytest.raises(ValueError, match="dimension"):
        catalogue.store_vectors(MODEL, new, units(2, dimension=9))
    assert catalogue.counts().vectors == 2
    assert PassageId(1) in new


def test_texts_that_cannot_be_encoded_are_cleaned(catalogue: Catalogue, folder: Folder) -> None:
    new = catalogue.store(folder.id, [read_photo("/pictures/regatta/a.jpg", caption="sea \ud800\0 side")]).new_passages
    assert (Field.CAPTION, "sea ?\0 side") in catalogue.passage_texts(new).values()
