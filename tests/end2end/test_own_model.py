"""A model of the person's own: chosen, looked with, searched by and measured; and given up again without a loss."""

import os
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest
from PIL import Image

from app.bootstrap import build
from app.config.paths import LibraryPaths
from app.domain.errors import ModelUnavailable
from app.domain.match import Evidence
from app.services.cancel import CancelSwitch
from app.services.events import SeeSummary
from app.services.measure import Measured
from app.services.use_cases import UseCases
from tests.clip_pair import COLOURS, make_pair

TODAY = date(2026, 1, 1)


@pytest.fixture
def paths(tmp_path: Path) -> LibraryPaths:
    return LibraryPaths(tmp_path / "library")


@pytest.fixture
def rooms(paths: LibraryPaths, tmp_path: Path) -> Iterator[UseCases]:
    photos = tmp_path / "photos"
    photos.mkdir()
    for n, colour in enumerate(COLOURS.values()):
        Image.new("RGB", (60, 40), tuple(round(255 * part) for part in colour)).save(photos / f"{n:04}.png")
    make_pair(paths.own_models / "colours")
    with build(paths) as built:
        for _ in built.use_cases.index.run([str(photos)], CancelSwitch()):
            pass
        yield built.use_cases


def choose(rooms: UseCases, name: str) -> SeeSummary:
    rooms.choose_seeing.choose(faces=False, model=name)
    *_, summary = rooms.see.run(CancelSwitch())
    assert isinstance(summary, SeeSummary)
    return summary


def found(rooms: UseCases, query: str) -> list[tuple[str, Evidence]]:
    listing = rooms.search.search(query, TODAY)
    cards = rooms.search.cards(listing, 0, 10) if listing.matches else ()
    return [(os.path.basename(card.photo.path), card.evidence) for card in cards]


def test_it_finds_what_it_knows_until_it_is_given_up(rooms: UseCases) -> None:
    assert choose(rooms, "").looked == len(COLOURS)
    before = found(rooms, "blue")
    assert choose(rooms, "colours").looked == len(COLOURS)
    assert found(rooms, "blue") == [("0002.png", Evidence.CONTENT)]
    assert found(rooms, "tax return") == []
    assert choose(rooms, "").looked == 0
    assert found(rooms, "blue") == before


def test_it_is_measured_like_any_other(rooms: UseCases) -> None:
    choose(rooms, "colours")
    on = [f"which photos show something {name}?" for name in COLOURS] * 10
    off = ["what is the capital of Peru?", "how do I boil an egg?", "when does the bank open?"] * 10
    *_, measured = rooms.measure.run(CancelSwitch(), on, off)
    assert isinstance(measured, Measured)
    looks = measured.stored.measurement.looks
    assert looks
    assert looks.model_id.startswith("colours/")
    assert looks.threshold is not None
    assert 0.1 < looks.threshold < 0.9


def test_one_that_does_not_fit_is_refused_and_nothing_changes(rooms: UseCases, paths: LibraryPaths) -> None:
    make_pair(paths.own_models / "odd", texts_dimension=5)
    with pytest.raises(ModelUnavailable, match="does not fit"):
        rooms.choose_seeing.choose(model="odd")
    standing = rooms.choose_seeing.standing()
    assert standing.settings.model == ""
    assert [each.name for each in standing.own] == ["colours", "odd"]


def test_one_that_is_taken_away_leaves_the_guesses_and_says_so(rooms: UseCases, paths: LibraryPaths) -> None:
    choose(rooms, "")
    by_guesses = found(rooms, "blue")
    choose(rooms, "colours")
    assert found(rooms, "blue") != by_guesses
    os.rename(paths.own_models / "colours", paths.own_models / "moved")
    *_, summary = rooms.see.run(CancelSwitch())
    assert isinstance(summary, SeeSummary)
    assert summary.missing
    assert "has no visual/model.onnx" in summary.missing
    assert found(rooms, "blue") == by_guesses
