"""Texts are compared with terms exactly as the word index compares them."""

import random
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.query import Term
from app.domain.words import Field, FieldValue
from app.library.catalogue import Catalogue
from app.library.marks import WordMarks
from tests.unit.library.made import read_photo

WORDS = (
    "run", "running", "runs", "ponies", "pony", "happiness", "happy", "universe", "universities", "Smørrebrød", "smorrebrod", "写真集",
    "写", "dog's", "dogs", "a", "b", "IMG_12", "12", "कि", "क", "½", "İ", "ｶﾞ", "it", "flies", "fly", "агент", "🐾", "cafe\u0301", "Cafés",
)  # fmt: skip
CHANCE = random.Random(7)
TEXTS = [*WORDS, *(" ".join(CHANCE.choices(WORDS, k=CHANCE.randint(2, 5))) for _ in range(300))]
TERMS = st.builds(Term, st.lists(st.sampled_from(WORDS), min_size=1, max_size=2).map(" ".join), prefix=st.booleans())


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Catalogue]:
    """A photo for each text, which is its only tag."""
    with Catalogue(tmp_path_factory.mktemp("marks") / "catalogue.sqlite3") as opened:
        folder = opened.add_folder("/pictures")
        opened.store(folder.id, [read_photo(f"/pictures/{number:03d}.jpg", tags=(text,)) for number, text in enumerate(TEXTS)])
        yield opened


@given(term=TERMS)
def test_a_text_holds_what_the_index_finds_in_it(library: Catalogue, term: Term) -> None:
    found = library.holding(term)
    photos = library.photos(found.photo_ids[found.fields == Field.TAG].tolist())
    with WordMarks() as marks:
        held = {number for number, text in enumerate(TEXTS) if marks.holding(text, term) is not None}
    assert held == {int(photo.path[-7:-4]) for photo in photos.values()}


@given(text=st.sampled_from(TEXTS), term=TERMS)
def test_what_is_marked_is_the_term(text: str, term: Term) -> None:
    with WordMarks() as marks:
        spans = marks.holding(text, term)
        assert spans is None or spans, "every one of these texts can be placed"
        assert all(marks.holding(text[start:stop], term) is not None for start, stop in spans or ())


@given(text=st.sampled_from(TEXTS), whole=st.sampled_from(TEXTS))
def test_a_value_equals_what_the_index_says_it_equals(library: Catalogue, text: str, whole: str) -> None:
    found = library.equal_to(whole)
    paths = {photo.path for photo in library.photos(found.photo_ids[found.fields == Field.TAG].tolist()).values()}
    with WordMarks() as marks:
        assert marks.equal(FieldValue(Field.TAG, text), whole) == (f"/pictures/{TEXTS.index(text):03d}.jpg" in paths)


@pytest.mark.parametrize(("whole", "equal"), [("a.b.jpg", True), ("A.B", True), ("a", False), ("a.b.", False), ("jpg", False)])
def test_a_file_name_equals_also_without_its_extension(whole: str, equal: bool) -> None:
    with WordMarks() as marks:
        assert marks.equal(FieldValue(Field.NAME, "a.b.jpg"), whole) is equal
        assert not marks.equal(FieldValue(Field.TITLE, "a.b.jpg"), "a.b")
