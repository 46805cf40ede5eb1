"""The space that questions about looks are asked in: the guesses', until a pair of the person's own has looked at as many photos."""

from collections.abc import Callable, Sequence
from datetime import date
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from app.bootstrap import Built
from app.config.seeing_settings import SeeingSettings
from app.domain.ids import ModelId, PhotoId
from app.domain.look import Look
from app.domain.ports import Vectors
from app.embedding.clip import ClipModel
from app.library.look_matrix import LookMatrix
from app.library.looks import Looks
from app.search.looks import LookScan, LookSpace
from app.search.parse import parse
from app.services.events import IndexSummary
from app.services.look_space import LookSpaces
from tests.clip_pair import COLOURS, make_pair

OFF = ("what is the capital of Peru?", "how do I boil an egg?", "quantum physics", "tax return", "who won the game?")
GUESSES = ModelId("guesses")


class Guessing:
    """Questions among the guesses, which all mean the same here."""

    model_id = GUESSES

    def embed(self, texts: Sequence[str]) -> Vectors:
        return np.tile(np.array([[1.0, 0.0]], np.float32), (len(texts), 1))


class Rooms:
    """A library of one photo of each colour, at which the guessing model has looked."""

    def __init__(self, built: Built, photos: Path, models: Path) -> None:
        self.looks, self.chosen, self.model = Looks(built.catalogue), "", ClipModel(models / "colours")
        self._catalogue = built.catalogue
        self.ids = {name: self._photo(photos / f"{name}.png") for name in COLOURS}
        self.look(Guessing.model_id, {name: np.array([1.0, 0.0], np.float32) for name in COLOURS})
        guesses = LookSpace(LookMatrix(self.looks, GUESSES, 2), Guessing())
        self.space = LookSpaces(self.looks, lambda: SeeingSettings(model=self.chosen), guesses, models, lambda: OFF)

    def _photo(self, path: Path) -> PhotoId:
        photo = self._catalogue.by_path(str(path))
        assert photo
        return photo.id

    def look(self, model_id: ModelId, vectors: dict[str, Vectors]) -> None:
        self.keep(model_id, {name: Look(each) for name, each in vectors.items()})

    def keep(self, model_id: ModelId, looks: dict[str, Look]) -> None:
        photos = self._catalogue.photos(self.ids.values())
        self.looks.store(model_id, [(self.ids[name], photos[self.ids[name]].content_hash, look) for name, look in looks.items()])

    def look_by_pair(self, *names: str) -> None:
        pictures = {name: np.full((9, 9, 3), np.array(COLOURS[name]) * 255, np.uint8) for name in names}
        self.look(self.model.model_id, {name: self.model.look(picture) for name, picture in pictures.items()})

    @property
    def counts(self) -> ModelId | None:
        space = self.space()
        return space.model_id if space else None


@pytest.fixture
def rooms(built: Built, photos: Path, index: Callable[..., IndexSummary], tmp_path: Path) -> Rooms:
    make_pair(tmp_path / "models" / "colours")
    for name, colour in COLOURS.items():
        Image.new("RGB", (40, 30), tuple(round(255 * part) for part in colour)).save(photos / f"{name}.png")
    index(photos)
    return Rooms(built, photos, tmp_path / "models")


def test_a_pair_counts_when_it_has_looked_at_all_that_was_looked_at(rooms: Rooms) -> None:
    assert rooms.counts == GUESSES
    rooms.chosen = "colours"
    assert rooms.counts == GUESSES
    rooms.look_by_pair("red", "green")
    assert rooms.counts == GUESSES
    rooms.look_by_pair("blue")
    assert rooms.counts == rooms.model.model_id


def test_switching_back_loses_nothing(rooms: Rooms) -> None:
    rooms.look_by_pair(*COLOURS)
    rooms.chosen = "colours"
    assert rooms.counts == rooms.model.model_id
    rooms.chosen = ""
    space = rooms.space()
    assert space
    assert space.model_id == GUESSES
    assert len(space.vectors.rows().photo_ids) == len(COLOURS)
    rooms.chosen = "colours"
    assert rooms.counts == rooms.model.model_id


@pytest.mark.parametrize("name", ["nowhere", "broken"])
def test_a_model_that_is_gone_or_does_not_fit_leaves_the_guesses(rooms: Rooms, tmp_path: Path, name: str) -> None:
    (tmp_path / "models" / "broken").mkdir()
    rooms.look_by_pair(*COLOURS)
    rooms.chosen = name
    assert rooms.counts == GUESSES


def test_a_model_that_is_taken_away_leaves_the_guesses_and_is_back_when_its_folder_is(rooms: Rooms, tmp_path: Path) -> None:
    rooms.look_by_pair(*COLOURS)
    rooms.chosen = "colours"
    assert rooms.counts == rooms.model.model_id
    (tmp_path / "models" / "colours").rename(tmp_path / "models" / "moved")
    assert rooms.counts == GUESSES
    (tmp_path / "models" / "moved").rename(tmp_path / "models" / "colours")
    assert rooms.counts == rooms.model.model_id


def test_a_model_in_place_of_another_counts_when_it_has_looked_itself(rooms: Rooms, tmp_path: Path) -> None:
    rooms.look_by_pair(*COLOURS)
    rooms.chosen = "colours"
    assert rooms.counts == rooms.model.model_id
    make_pair(tmp_path / "models" / "colours", dimension=9)
    assert rooms.counts == GUESSES


@pytest.mark.parametrize("colour", COLOURS)
def test_photos_are_found_by_their_look_in_its_space(rooms: Rooms, colour: str) -> None:
    rooms.look_by_pair(*COLOURS)
    rooms.chosen = "colours"
    scores = LookScan(rooms.space).scores(parse(f"something {colour}", date(2026, 1, 1)), None)
    assert scores.photo_ids[scores.listed].tolist() == [rooms.ids[colour]]


def test_a_pair_that_fails_on_every_picture_leaves_the_guesses(rooms: Rooms) -> None:
    rooms.keep(rooms.model.model_id, {name: Look(trouble="It took too long.") for name in COLOURS})
    rooms.chosen = "colours"
    assert rooms.counts == GUESSES
    assert LookScan(rooms.space).scores(parse("green", date(2026, 1, 1)), None).listed.all()
    rooms.look_by_pair("red")
    assert rooms.counts == rooms.model.model_id


def test_the_half_that_looks_at_pictures_stays_out_of_the_process_that_searches(rooms: Rooms, monkeypatch: pytest.MonkeyPatch) -> None:
    rooms.look_by_pair(*COLOURS)
    rooms.chosen = "colours"
    monkeypatch.delattr(ClipModel, "look")
    assert rooms.counts == rooms.model.model_id


@pytest.mark.parametrize("question", [*OFF, "where did I leave my keys?"])
def test_questions_about_other_things_list_nothing(rooms: Rooms, question: str) -> None:
    rooms.look_by_pair(*COLOURS)
    rooms.chosen = "colours"
    assert not LookScan(rooms.space).scores(parse(question, date(2026, 1, 1)), None).listed.any()


def test_a_scan_follows_the_choice(rooms: Rooms) -> None:
    rooms.look_by_pair(*COLOURS)
    scan, query = LookScan(rooms.space), parse("green", date(2026, 1, 1))
    assert scan.scores(query, None).listed.all()
    rooms.chosen = "colours"
    assert scan.scores(query, None).listed.sum() == 1
