"""The icon, the symbols and the desktop entry are whole, self-contained and in every size."""

import configparser
import io
import re
import shutil
import subprocess
import xml.etree.ElementTree as ET
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from resources.draw.symbols import SYMBOLS, write_symbols
from resources.make_icons import ICO_SIZES, ICONS, SIZES, drawing, make_icons, rendered

DESKTOP = ICONS.parent / "candid.desktop"
SVGS = sorted(ICONS.rglob("*.svg"))
SVG = "{http://www.w3.org/2000/svg}"
WANTED = {
    *("add-folder", "folder", "search", "close", "compare", "grid", "large", "info", "reveal", "copy", "external", "star", "star-filled"),
    *("tag", "person", "place", "camera", "calendar", "caption", "meaning", "exact", "words", "filename", "warning", "rescan", "forget"),
    *("back", "left", "right", "zoom-in", "zoom-out", "fit", "cancel", "check", "help", "sun-moon", "sort", "chat", "ruler"),
    *("adjacent", "down", "export", "link", "more", "new-chat", "open-answer", "send", "stop"),
}


def test_every_symbol_that_the_window_needs_is_there() -> None:
    assert set(SYMBOLS) >= WANTED
    assert {path.stem for path in (ICONS / "ui").glob("*.svg")} == set(SYMBOLS)


def test_the_symbols_are_what_their_module_says(tmp_path: Path) -> None:
    write_symbols(tmp_path)
    for name in SYMBOLS:
        assert (tmp_path / f"{name}.svg").read_bytes() == (ICONS / "ui" / f"{name}.svg").read_bytes()


@pytest.mark.parametrize("path", SVGS, ids=lambda path: path.stem)
def test_a_drawing_is_well_formed_and_refers_to_nothing_outside(path: Path) -> None:
    root = ET.fromstring(path.read_bytes())
    assert root.tag == f"{SVG}svg"
    for element in root.iter():
        assert element.tag in {f"{SVG}{tag}" for tag in ("svg", "title", "defs", "linearGradient", "stop", "rect", "circle", "path")}
        for name, value in element.attrib.items():
            assert "href" not in name
            assert "://" not in value
            assert not re.search(r"url\((?!#)", value)


@pytest.mark.parametrize("name", sorted(SYMBOLS))
def test_a_symbol_is_drawn_in_one_colour_inside_its_square(name: str) -> None:
    path = ICONS / "ui" / f"{name}.svg"
    text = path.read_text(encoding="utf-8")
    assert 'viewBox="0 0 24 24"' in text
    assert 'stroke-width="1.75"' in text
    assert "#" not in text
    alpha = np.asarray(rendered(path, 48).getchannel("A"))
    assert alpha.max() > 200
    edge = np.concatenate([alpha[0], alpha[-1], alpha[:, 0], alpha[:, -1]])
    assert edge.max() == 0


@pytest.mark.parametrize("size", SIZES)
def test_the_icon_has_every_size_and_is_what_its_drawing_gives(size: int) -> None:
    with Image.open(ICONS / f"candid-{size}.png") as icon:
        assert icon.size == (size, size)
        assert icon.mode == "RGBA"
        difference = np.abs(np.asarray(icon).astype(np.int16) - np.asarray(rendered(drawing(size), size)))
    assert difference.mean() < 1


def test_the_ico_holds_the_usual_sizes() -> None:
    with Image.open(ICONS / "candid.ico") as icon:
        assert icon.info["sizes"] == {(size, size) for size in ICO_SIZES}


def test_making_the_icons_writes_every_file(tmp_path: Path) -> None:
    make_icons(tmp_path)
    written = {path.name for path in tmp_path.rglob("*") if path.is_file()}
    assert written == {path.name for path in ICONS.rglob("*") if path.is_file()} - {"candid.svg", "candid-small.svg"}


@pytest.mark.parametrize("background", [255, 30], ids=["light", "dark"])
def test_the_smallest_icon_stands_out_and_shows_its_bar(background: int) -> None:
    icon = Image.open(ICONS / "candid-16.png")
    ground = Image.new("RGBA", icon.size, (background, background, background, 255))
    pixels = np.asarray(Image.alpha_composite(ground, icon).convert("RGB")).astype(int)
    assert abs(pixels[8, 0].mean() - background) > 40
    full, empty = pixels[12, 4], pixels[12, 12]
    assert full[0] - full[2] > 100
    assert np.abs(full - empty).sum() > 200


def test_the_desktop_entry_opens_folders_with_candid() -> None:
    entry = configparser.ConfigParser(interpolation=None)
    entry.optionxform = str  # type: ignore[assignment,method-assign]
    entry.read_file(io.StringIO(DESKTOP.read_text(encoding="utf-8")))
    keys = dict(entry["Desktop Entry"])
    wanted = {"Type": "Application", "Name": "Candid", "GenericName": "Photo Browser", "Exec": "candid %F", "Icon": "candid",
              "MimeType": "inode/directory;", "Categories": "Graphics;Viewer;Photography;", "StartupWMClass": "candid"}  # fmt: skip
    assert wanted.items() <= keys.items()
    assert keys["Keywords"].endswith(";")


def test_the_desktop_entry_is_valid() -> None:
    validator = shutil.which("desktop-file-validate")
    if validator is None:
        pytest.skip("needs desktop-file-validate")
    result = subprocess.run([validator, DESKTOP], capture_output=True, text=True, check=False)
    assert (result.returncode, result.stdout) == (0, "")
