"""Stacks as they are stored: settled when photos come, dissolved when they go, and nothing to do where nothing changed."""

from collections.abc import Sequence

import pytest

from app.domain.ids import PhotoId
from app.domain.photo import Folder, PhotoFacts
from app.library.catalogue import Catalogue
from app.library.stacks import Stacks
from tests.unit.library.made import read_photo

NOON = "2019-06-14T12:00:00"


class Shelf:
    """A folder with photos, and what is stored of their stacks by name."""

    def __init__(self, catalogue: Catalogue, folder: Folder) -> None:
        self.catalogue = catalogue
        self.folder = folder
        self.stacks = Stacks(catalogue)

    def store(self, *paths: str, taken: str | None = NOON, missing: Sequence[PhotoId] = ()) -> None:
        photos = [read_photo(f"/pictures/{path}", content=path.rpartition("/")[2], taken=taken, camera="EOS R5") for path in paths]
        self.catalogue.store(self.folder.id, photos, missing)
        self.stacks.settle()

    def id_of(self, path: str) -> PhotoId:
        found = self.catalogue.by_path(f"/pictures/{path}")
        assert found is not None
        return found.id

    def go(self, *paths: str) -> None:
        self.catalogue.mark_gone([self.id_of(path) for path in paths])
        self.stacks.settle()

    def stacked(self) -> list[list[str]]:
        covers = {int(cover) for cover in self.stacks.covers()[1]}
        members = self.stacks.members(map(PhotoId, covers)).values()
        return sorted([photo.path.removeprefix("/pictures/") for photo in photos] for photos in members)


@pytest.fixture
def shelf(catalogue: Catalogue, folder: Folder) -> Shelf:
    return Shelf(catalogue, folder)


def test_versions_are_stacked_whenever_they_come(shelf: Shelf) -> None:
    shelf.store("a.dng", "b.jpg", "inner/a.jpg")
    assert shelf.stacked() == []
    shelf.store("a.jpg")
    assert shelf.stacked() == [["a.jpg", "a.dng"]]
    shelf.store("a-edited.jpg")
    assert shelf.stacked() == [["a-edited.jpg", "a.dng", "a.jpg"]]
    photo = shelf.catalogue.photo(shelf.id_of("a.dng"))
    assert photo is not None
    assert photo.stack == shelf.id_of("a-edited.jpg")
    alone = shelf.catalogue.photo(shelf.id_of("b.jpg"))
    assert alone is not None
    assert alone.stack is None


def test_a_stack_dissolves_when_members_go(shelf: Shelf) -> None:
    shelf.store("a.dng", "a.jpg", "a-edited.jpg")
    shelf.go("a-edited.jpg")
    assert shelf.stacked() == [["a.jpg", "a.dng"]]
    shelf.go("a.dng")
    assert shelf.stacked() == []
    shelf.catalogue.mark_present([shelf.id_of("a.dng"), shelf.id_of("a-edited.jpg")])
    shelf.stacks.settle()
    assert shelf.stacked() == [["a-edited.jpg", "a.dng", "a.jpg"]]


def test_a_stack_loses_and_finds_members_that_move(shelf: Shelf) -> None:
    shelf.store("a.dng", "a.jpg")
    shelf.store("inner/a.jpg", missing=[shelf.id_of("a.jpg")])
    assert shelf.stacked() == []
    shelf.store("inner/a.dng", missing=[shelf.id_of("a.dng")])
    assert shelf.stacked() == [["inner/a.jpg", "inner/a.dng"]]


def test_a_changed_time_dissolves_a_stack(shelf: Shelf) -> None:
    shelf.store("a.dng", "a.jpg")
    shelf.store("a.jpg", taken="2020-01-01T00:00:00")
    assert shelf.stacked() == []
    shelf.store("a.jpg")
    assert shelf.stacked() == [["a.jpg", "a.dng"]]


def test_forgetting_leaves_whole_stacks_only(shelf: Shelf) -> None:
    inner = shelf.catalogue.add_folder("/pictures/inner")
    shelf.store("a.dng", "a.jpg", "inner/b.dng", "inner/b.jpg")
    assert len(shelf.stacked()) == 2
    shelf.catalogue.forget_folder(shelf.folder.id)
    shelf.stacks.settle()
    assert shelf.stacked() == [["inner/b.jpg", "inner/b.dng"]]
    shelf.catalogue.forget_folder(inner.id)
    shelf.stacks.settle()
    assert shelf.stacked() == []


def test_where_nothing_changed_nothing_is_written(shelf: Shelf) -> None:
    shelf.store("a.dng", "a.jpg", "b.jpg")
    before = shelf.catalogue.generation
    shelf.stacks.settle()
    assert shelf.catalogue.generation == before


def test_unreachable_photos_stay_stacked(shelf: Shelf) -> None:
    shelf.store("a.dng", "a.jpg")
    shelf.catalogue.mark_unavailable([shelf.id_of("a.dng")])
    shelf.stacks.settle()
    assert shelf.stacked() == [["a.jpg", "a.dng"]]


def test_two_formats_need_one_camera(shelf: Shelf) -> None:
    shelf.store("a.HIF", "a.JPG")
    assert shelf.stacked() == [["a.HIF", "a.JPG"]]
    other = read_photo("/pictures/b.HIF", taken=NOON, camera="iPhone")
    shelf.catalogue.store(shelf.folder.id, [other])
    shelf.store("b.JPG")
    assert shelf.stacked() == [["a.HIF", "a.JPG"]]
    assert other.facts != PhotoFacts()
