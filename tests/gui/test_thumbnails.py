"""Thumbnails: the size that is drawn, bounded memory, what is out of sight forgotten, what cannot be had not asked for for ever."""

import threading

import pytest
from PIL import Image
from PySide6.QtCore import QSize
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from app.domain.photo import Photo
from app.gui.jobs import Runner
from app.gui.thumbnails import Thumbnails, decode, rounded
from tests.gui import looking

BOX = QSize(200, 160)


def jpeg(width: int, height: int) -> bytes:
    """An encoded picture."""
    from io import BytesIO

    held = BytesIO()
    Image.linear_gradient("L").resize((width, height)).convert("RGB").save(held, "JPEG")
    return held.getvalue()


class Store:
    """Gives the same thumbnail for every photo but those that have none; can be halted."""

    def __init__(self, *missing: int) -> None:
        self.missing = missing
        self.asked: list[int] = []
        self.gate = threading.Event()
        self.gate.set()
        self.encoded = jpeg(512, 384)

    def thumbnail(self, photo: Photo) -> bytes | None:
        self.asked.append(photo.id)
        assert self.gate.wait(10)
        return None if photo.id in self.missing else self.encoded


@pytest.fixture
def runner(qtbot: QtBot) -> Runner:
    """Runs the jobs."""
    return Runner()


def test_a_thumbnail_comes_in_the_size_it_is_drawn(runner: Runner) -> None:
    arrived: list[str] = []
    thumbnails = Thumbnails(Store().thumbnail, runner)
    thumbnails.arrived.connect(arrived.append)
    photo = looking.photo(1)
    assert thumbnails.pixmap(photo, BOX, 4) is None
    assert runner.wait_idle()
    assert arrived == [photo.content_hash]
    pixmap = thumbnails.pixmap(photo, BOX, 4)
    assert pixmap is not None
    assert pixmap.size() == QSize(200, 150)


def test_another_size_is_shown_until_the_right_one_comes(runner: Runner) -> None:
    thumbnails, photo = Thumbnails(Store().thumbnail, runner), looking.photo(1)
    thumbnails.pixmap(photo, BOX, 4)
    assert runner.wait_idle()
    meanwhile = thumbnails.pixmap(photo, BOX * 2, 4)
    assert meanwhile is not None
    assert meanwhile.width() == 200
    assert runner.wait_idle()
    sharp = thumbnails.pixmap(photo, BOX * 2, 4)
    assert sharp is not None
    assert sharp.width() == 400


def test_memory_is_bounded_and_what_was_seen_last_is_kept(runner: Runner) -> None:
    one = 200 * 150 * 4
    store = Store()
    thumbnails = Thumbnails(store.thumbnail, runner, kept_bytes=5 * one)
    for number in range(20):
        thumbnails.pixmap(looking.photo(number), BOX, 4)
        assert runner.wait_idle()
        thumbnails.pixmap(looking.photo(0), BOX, 4)
        assert runner.wait_idle()
    assert thumbnails.bytes <= 5 * one
    assert store.asked.count(0) == 1
    assert thumbnails.pixmap(looking.photo(1), BOX, 4) is None


def test_what_left_the_sight_before_its_turn_is_not_fetched(runner: Runner) -> None:
    store = Store()
    thumbnails = Thumbnails(store.thumbnail, runner)
    store.gate.clear()
    for number in range(50):
        thumbnails.pixmap(looking.photo(number), BOX, 4)
    thumbnails.drop_waiting()
    thumbnails.pixmap(looking.photo(99), BOX, 4)
    store.gate.set()
    assert runner.wait_idle()
    assert len(store.asked) <= 3
    assert 99 in store.asked


def test_a_photo_without_a_thumbnail_is_asked_for_once(runner: Runner) -> None:
    store = Store(1)
    thumbnails, photo = Thumbnails(store.thumbnail, runner), looking.photo(1)
    for _ in range(3):
        assert thumbnails.pixmap(photo, BOX, 4) is None
        assert runner.wait_idle()
    assert store.asked == [1]
    assert thumbnails.known_missing(photo)
    store.missing = ()
    thumbnails.try_missing_again()
    thumbnails.pixmap(photo, BOX, 4)
    assert runner.wait_idle()
    assert thumbnails.pixmap(photo, BOX, 4) is not None


@pytest.mark.parametrize(
    ("size", "expected"),
    [((512, 384), (200, 150)), ((384, 512), (120, 160)), ((100, 50), (100, 50)), ((512, 2), (200, 1)), ((160, 160), (160, 160))],
)
def test_pictures_are_fitted_into_the_box_and_never_enlarged(size: tuple[int, int], expected: tuple[int, int]) -> None:
    image = decode(jpeg(*size), BOX)
    assert image is not None
    assert (image.width(), image.height()) == expected


@pytest.mark.qt_log_ignore("(?i)jpeg", extend=True)
@pytest.mark.parametrize("content", [b"", b"\xff\xd8\xff", b"<html>", jpeg(300, 300)[:40]])
def test_bytes_that_are_no_picture(content: bytes) -> None:
    assert decode(content, BOX) is None


def test_corners_are_round_and_the_middle_is_kept() -> None:
    image = QImage(40, 30, QImage.Format.Format_RGB32)
    image.fill(0xFF336699)
    result = rounded(image, 8)
    assert result.pixelColor(0, 0).alpha() == 0
    assert result.pixelColor(20, 15).rgba() == 0xFF336699
    assert result.pixelColor(20, 0).alpha() == 255
