"""Where things are."""

import sys
from pathlib import Path

import pytest

from app.config.paths import LONGEST_SOCKET, LibraryPaths, default_library, shipped, window_name


def test_what_is_shipped_is_found_in_a_checkout() -> None:
    assert (shipped("models") / "manifest.toml").is_file()
    assert (shipped("resources") / "candid.desktop").is_file()


def test_what_is_shipped_is_found_in_a_frozen_program(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sys, "_MEIPASS", str(tmp_path), raising=False)
    assert shipped("models") == tmp_path / "models"


def test_the_environment_may_name_the_library(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("CANDID_LIBRARY", str(tmp_path))
    assert default_library().catalogue == tmp_path / "catalogue.sqlite3"
    monkeypatch.delenv("CANDID_LIBRARY")
    assert default_library().root.name == "library"


def test_the_windows_socket_lies_in_the_library_or_has_a_short_name(tmp_path: Path) -> None:
    assert window_name(LibraryPaths(Path("/home/ann/library"))) == "/home/ann/library/window.socket"
    long = window_name(LibraryPaths(tmp_path / ("x" * LONGEST_SOCKET)))
    assert "/" not in long
    assert long != window_name(LibraryPaths(tmp_path / ("y" * LONGEST_SOCKET)))
