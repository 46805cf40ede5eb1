"""A trash of the test's own, by the real program that moves files to it."""

import os
from pathlib import Path

import pytest


def use_trash(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Let the trash be in this folder, which is taken for the person's home; where it is."""
    from send2trash import plat_other

    home = folder / "share"
    home.mkdir(exist_ok=True)
    monkeypatch.setenv("HOME", os.fspath(folder))
    monkeypatch.setenv("XDG_DATA_HOME", os.fspath(home))
    monkeypatch.setattr(plat_other, "XDG_DATA_HOME", os.fsencode(home))
    monkeypatch.setattr(plat_other, "HOMETRASH_B", os.fsencode(home / "Trash"))
    monkeypatch.setattr("send2trash.send2trash", plat_other.send2trash)
    return home / "Trash"
