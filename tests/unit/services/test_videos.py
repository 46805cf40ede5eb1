"""Videos in a folder of photos: counted, never skipped, found unchanged, and gone when they are gone."""

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path

from app.bootstrap import Built
from app.cli import views
from app.services.events import IndexSummary
from tests.unit.photos.filming import film, live_still

Index = Callable[..., IndexSummary]


def test_a_video_is_counted_and_not_skipped(built: Built, index: Index, make_photo: Callable[..., Path], photos: Path) -> None:
    make_photo("a.jpg")
    (photos / "film.mov").write_bytes(film())
    (photos / "other.avi").write_bytes(b"RIFF\0\0\0\0AVI LIST")
    first = index(photos)
    assert (first.found, first.indexed, first.videos, first.new_videos, first.skipped) == (3, 3, 2, 2, ())
    second = index(photos)
    assert (second.found, second.indexed, second.unchanged, second.videos, second.new_videos) == (3, 0, 3, 2, 0)
    counts = built.use_cases.folders.counts()
    assert (counts.photos, counts.videos, counts.skipped) == (1, 2, 0)
    assert views.index_object(second)["videos"] == 2
    assert "videos: 2" in views.index_text(second)
    status = json.loads(json.dumps(views.status_object(counts, built.use_cases.folders.folders(), ())))
    assert (status["photos"], status["videos"], status["skipped"]) == (1, 2, [])
    assert "2 videos" in views.status_text(counts, (), ())


def test_a_video_that_is_gone_is_forgotten(built: Built, index: Index, make_photo: Callable[..., Path], photos: Path) -> None:
    make_photo("a.jpg")
    (photos / "film.mov").write_bytes(film())
    index(photos)
    (photos / "film.mov").unlink()
    assert index(photos).videos == 0


def test_videos_wait_for_a_disk_that_is_away(index: Index, make_photo: Callable[..., Path], photos: Path, tmp_path: Path) -> None:
    make_photo("a.jpg")
    (photos / "film.mov").write_bytes(film())
    index(photos)
    shutil.move(photos, tmp_path / "away")
    assert index(photos).videos == 1
    shutil.move(tmp_path / "away", photos)
    assert index(photos).indexed == 0


def test_a_photo_that_became_a_video_and_a_video_that_became_a_photo(
    built: Built, index: Index, make_photo: Callable[..., Path], photos: Path
) -> None:
    make_photo("a.jpg", "a zebra")
    make_photo("b.jpg")
    (photos / "c.mov").write_bytes(film())
    index(photos)
    (photos / "a.jpg").write_bytes(film())
    os.replace(make_photo("d.jpg"), photos / "c.mov")
    summary = index(photos)
    assert (summary.videos, summary.skipped) == (1, ())
    assert built.catalogue.by_path(str(photos / "c.mov")) is not None


def test_a_still_and_its_film_are_found_together_by_their_identifier_alone(built: Built, index: Index, photos: Path) -> None:
    live_still(photos / "IMG_9140.JPG")
    live_still(photos / "IMG_9141.JPG", "0" * 30, color="red")
    (photos / "elsewhere").mkdir()
    (photos / "elsewhere" / "other name.MOV").write_bytes(film())
    (photos / "IMG_9141.MOV").write_bytes(film(None))
    index(photos)
    listing = built.use_cases.search.browse()
    cards = {Path(card.photo.path).name: card for card in built.use_cases.search.cards(listing, 0, 10)}
    assert [Path(each.path).name for each in cards["IMG_9140.JPG"].versions] == ["IMG_9140.JPG", "other name.MOV"]
    assert cards["IMG_9140.JPG"].live
    assert cards["IMG_9141.JPG"].versions == ()


def test_stacks_are_settled_when_folders_are_indexed(built: Built, index: Index, make_photo: Callable[..., Path], photos: Path) -> None:
    make_photo("a.jpg", "a zebra", taken="2019:06:14 12:00:00")
    make_photo("b.jpg")
    index(photos)
    make_photo("a-edited.jpg", "a zebra", taken="2019:06:14 12:00:00")
    index(photos)
    search = built.use_cases.search
    folded = search.folded(search.browse())
    assert [Path(card.photo.path).name for card in search.cards(folded, 0, 10)] == ["a-edited.jpg", "b.jpg"]
    (photos / "a-edited.jpg").unlink()
    index(photos)
    assert [Path(card.photo.path).name for card in search.cards(search.folded(search.browse()), 0, 10)] == ["a.jpg", "b.jpg"]
