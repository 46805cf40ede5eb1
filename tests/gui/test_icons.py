"""Every icon that is named anywhere is there, takes the colour that is asked for and is sharp on every screen."""

import re
from pathlib import Path

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QIcon
from PySide6.QtWidgets import QApplication

from app.domain.match import Evidence
from app.gui.icons import icon, icon_image, icon_path
from app.gui.match_bar import EVIDENCE_ICONS

GUI = Path(__file__).parents[2] / "app" / "gui"
ICON_NAMES = ["large", "compare", "reveal", "external", "copy", "left", "right", "zoom-in", "zoom-out", "fit", "close", "info"]


@pytest.mark.parametrize("name", sorted({*ICON_NAMES, *EVIDENCE_ICONS.values()}))
def test_the_icon_is_drawn(name: str) -> None:
    image = icon_image(name, QColor("#336699"), 20, 2)
    opaque = [image.pixelColor(x, y) for x in range(image.width()) for y in range(image.height()) if image.pixelColor(x, y).alpha() == 255]
    assert opaque, "nothing is drawn"
    assert {color.name() for color in opaque} == {"#336699"}


def test_names_in_the_code_have_drawings() -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in GUI.rglob("*.py"))
    named = set(re.findall(r'(?:(?:IconButton|Chip|Sign)\([\w.]+, |\bicon\(|paint_icon\(\w+, |show_sign\()"([a-z-]+)"', text))
    assert "zoom-in" in named
    assert [name for name in sorted(named) if not icon_path(name).is_file()] == []


def test_every_kind_of_evidence_has_an_icon_of_its_own() -> None:
    assert set(EVIDENCE_ICONS) == set(Evidence)
    assert len(set(EVIDENCE_ICONS.values())) == len(Evidence)


def test_an_icon_has_a_fainter_form_and_device_pixels(qapp: QApplication) -> None:
    made = icon("close", QColor("black"), 16)
    assert made.pixmap(QSize(16, 16), 2.0).toImage().width() == 32
    enabled, disabled = (made.pixmap(QSize(16, 16), 1.0, mode).toImage() for mode in (QIcon.Mode.Normal, QIcon.Mode.Disabled))
    strongest = [max(each.pixelColor(x, y).alpha() for x in range(16) for y in range(16)) for each in (enabled, disabled)]
    assert strongest[1] < strongest[0] / 2


def test_a_missing_icon_costs_itself_alone() -> None:
    assert icon_image("no such icon", QColor("black"), 16, 1).pixelColor(8, 8).alpha() == 0
