"""A receipt is found by what stands on it, once text in pictures is read, and no more when that is forgotten or the file is another one."""

import os
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest
from PIL import Image, ImageDraw, ImageFont

from app.bootstrap import build
from app.config.paths import LibraryPaths
from app.config.seeing_settings import SeeingSettingsFile
from app.domain.match import Evidence
from app.embedding.picture_text import can_read_text
from app.services.cancel import CancelSwitch
from app.services.listing import Card
from app.services.use_cases import UseCases

pytestmark = pytest.mark.skipif(not can_read_text(), reason="candid[ocr] is not installed")


def _receipt(path: Path, *lines: str) -> None:
    image = Image.new("RGB", (700, 80 + 70 * len(lines)), "white")
    draw, font = ImageDraw.Draw(image), ImageFont.load_default(28)
    for n, line in enumerate(lines):
        draw.text((40, 40 + 70 * n), line, fill="black", font=font)
    image.save(path)


@pytest.fixture
def photos(tmp_path: Path) -> Path:
    folder = tmp_path / "photos"
    folder.mkdir()
    _receipt(folder / "0001.png", "Cafe Zenith", "two cups of espresso", "Total 12.80")
    Image.new("RGB", (300, 200), "olive").save(folder / "0002.png")
    return folder


@pytest.fixture
def rooms(tmp_path: Path, photos: Path) -> Iterator[UseCases]:
    paths = LibraryPaths(tmp_path / "library")
    SeeingSettingsFile(paths.seeing).change(content=False, faces=False, text=True)
    with build(paths) as built:
        _look(built.use_cases, photos)
        yield built.use_cases


def _look(rooms: UseCases, photos: Path) -> None:
    for _ in rooms.index.run([str(photos)], CancelSwitch()):
        pass
    for _ in rooms.see.run(CancelSwitch()):
        pass


def _found(rooms: UseCases, query: str) -> tuple[Card, ...]:
    listing = rooms.search.search(query, date(2026, 1, 1))
    return rooms.search.cards(listing, 0, 10) if listing.matches else ()


def test_by_its_words_and_by_their_meaning(rooms: UseCases, photos: Path) -> None:
    (card,) = _found(rooms, "zenith espresso")
    assert os.path.basename(card.photo.path) == "0001.png"
    assert card.evidence is Evidence.WORDS
    assert card.reasons[0].label == "text in picture"
    assert "Zenith" in card.reasons[0].text
    assert [card.photo.path for card in _found(rooms, '"cups of espresso"')] == [card.photo.path]

    _receipt(photos / "0001.png", "Nothing but bicycles", "in this picture now")
    os.utime(photos / "0001.png", (1, 1))
    _look(rooms, photos)
    assert not _found(rooms, "zenith espresso")
    assert len(_found(rooms, "bicycles")) == 1
