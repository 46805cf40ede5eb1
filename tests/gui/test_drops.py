"""Dropping on the window: every name that a file system allows, what is not of this computer, and the highlight."""

import os
import shutil
import socket
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QMimeData, QUrl
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.domain.words import shown
from app.gui.drops import dropped, local_path, parse_uri_list
from app.gui.photo_actions import mime_of_paths
from app.gui.window import MainWindow
from tests.gui.conftest import WEEKEND
from tests.gui.driving import (
    child,
    drop,
    drop_paths,
    hold_over,
    mime_of,
    names,
    take_away,
    uri_list,
    wait_cards,
    wait_indexed,
)

HOSTILE = (
    b"50% #1 [a].jpg",
    "🐾ねこ.jpg".encode(),
    b"new\nline.jpg",
    b"bad\xff\xfe.jpg",
    b'it\'s "quoted"?.jpg',
    b" leading and trailing .jpg",
    b"<img src=x onerror=alert(1)>.jpg",
    b"-rf.jpg",
    "Łódź – naïve & co.jpg".encode(),
    b"%41%00%ff.jpg",
    b"x" * 251 + b".jpg",
)


@pytest.mark.parametrize("name", HOSTILE, ids=[str(number) for number in range(len(HOSTILE))])
def test_hostile_names_survive_the_way_from_address_to_path(name: bytes) -> None:
    path = os.fsdecode(b"/photos/" + name)
    assert parse_uri_list(uri_list([path])).paths == (path,)
    assert dropped(mime_of_paths([path])).paths == (path,), "as the grid itself drags it out"


def test_hostile_names_are_indexed_and_shown(empty_window: MainWindow, tmp_path: Path, qtbot: QtBot) -> None:
    window, grid, folder = empty_window, empty_window.pages.grid, tmp_path / "50% #1 ‘q’ 日本"
    folder.mkdir()
    picture = (WEEKEND / "LRC_4411.JPG").read_bytes()
    paths = [os.path.join(os.fsencode(folder), name) for name in HOSTILE]
    for number, path in enumerate(paths):
        with open(path, "wb") as file:
            file.write(picture + bytes(f"{number}", "ascii"))
    drop_paths(window, folder)
    wait_indexed(window, qtbot)
    wait_cards(window, grid, range(len(HOSTILE)))
    assert sorted(names(grid)) == sorted(shown(os.fsdecode(name)) for name in HOSTILE)
    cards = [window.pages.model.card(row) for row in range(len(HOSTILE))]
    assert {card.photo.path for card in cards if card} == {os.fsdecode(path) for path in paths}


def test_single_files_with_hostile_names_can_be_dropped(empty_window: MainWindow, tmp_path: Path, qtbot: QtBot) -> None:
    single = os.fsdecode(os.path.join(os.fsencode(tmp_path), b"a \xff#%.jpg"))
    shutil.copy(WEEKEND / "LRC_4411.JPG", single)
    drop_paths(empty_window, single)
    wait_indexed(empty_window, qtbot)
    card = empty_window.pages.model.card(0) or empty_window.pages.model.card(0)
    assert empty_window.runner.wait_idle()
    card = empty_window.pages.model.card(0)
    assert card is not None
    assert card.photo.path == single


def test_what_is_not_of_this_computer_is_refused_in_a_sentence(empty_window: MainWindow) -> None:
    drop(empty_window, mime_of(b"https://example.org/photo.jpg\r\nsmb://server/share\r\n"))
    assert "https://example.org/photo.jpg" in empty_window.message.text
    assert "and 1 other" in empty_window.message.text
    assert not empty_window.indexing.running


def test_local_files_beside_foreign_ones_are_taken(empty_window: MainWindow, photos: Path, qtbot: QtBot) -> None:
    drop(empty_window, mime_of(b"https://example.org/photo.jpg\r\n" + uri_list([photos])))
    assert "https://example.org" in empty_window.message.text
    wait_indexed(empty_window, qtbot)
    assert len(empty_window.pages.model) == 9


def test_the_window_shows_where_to_drop_and_refuses_what_is_no_file(empty_window: MainWindow, photos: Path) -> None:
    highlight = child(empty_window, QWidget, "dropHighlight")
    assert hold_over(empty_window, mime_of(uri_list([photos])))
    assert highlight.isVisible()
    assert highlight.size() == empty_window.size()
    take_away(empty_window)
    assert not highlight.isVisible()
    text = QMimeData()
    text.setText("only words")
    assert not hold_over(empty_window, text)
    assert not highlight.isVisible()


def test_urls_as_qt_gives_them(photos: Path) -> None:
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(photos)), QUrl("http://localhost/x.jpg")])
    drop_ = dropped(mime)
    assert drop_.paths == (str(photos),)
    assert drop_.refused == ("http://localhost/x.jpg",)


@pytest.mark.parametrize(
    ("address", "path"),
    [
        (b"file:///a/b%20c", "/a/b c"),
        (b"file://localhost/a", "/a"),
        (b"FILE:/a", "/a"),
        (b"file://" + socket.gethostname().encode() + b"/a", "/a"),
        (b"file:///a/", "/a"),
        (b"file:///a#b?c", "/a#b?c"),
        (b"file:///a%zz", "/a%zz"),
        (b"file:///a/../b", "/b"),
        (b"file://elsewhere/a", None),
        (b"file:relative", None),
        (b"file:///a%00b", None),
        (b"http:///a", None),
        (b"/a", None),
        (b"file:", None),
        (b"", None),
    ],
)
def test_file_addresses(address: bytes, path: str | None) -> None:
    assert local_path(address) == path


@given(st.lists(st.binary(min_size=1, max_size=40).filter(lambda name: not set(b"\0/") & set(name) and name not in (b".", b".."))))
def test_any_name_comes_back(names: list[bytes]) -> None:
    paths = list(dict.fromkeys(os.fsdecode(b"/d/" + name) for name in names))
    assert list(parse_uri_list(uri_list(paths)).paths) == paths


@given(st.binary(max_size=300))
def test_any_list_is_read_without_an_error(raw: bytes) -> None:
    for path in parse_uri_list(raw).paths:
        assert os.path.isabs(path)
        assert "\0" not in path
