"""The scene of duplicates and bursts: photos of the sample beside copies of them as a phone or a messenger makes them."""

from pathlib import Path
from typing import Protocol

from PIL import Image
from PySide6.QtWidgets import QPushButton

from app.domain.best import Alike
from app.gui.alike.page import AlikePage
from app.gui.window import MainWindow

COPIED = 4
"""Photos that get a smaller copy."""


class Session(Protocol):
    """What a scene needs of the run through the window."""

    window: MainWindow
    folder: Path

    def settle(self, milliseconds: int = 350) -> None:
        """Until nothing is under way."""

    def take(self, scene: str) -> None:
        """Save what the window shows."""


def shoot_alike(session: Session) -> None:
    """The page of near copies, all but the suggested ones checked."""
    window = session.window
    _make_copies(session.folder, session.folder.parent / "From the phone")
    window.add_paths([str(session.folder.parent / "From the phone")])
    while window.indexing.running:
        session.settle(100)
    window.top.box.ask_for("")
    window.message.hide()
    window.offer.hide()
    window.strip.hide()
    session.settle()
    window.alike.toggle()
    session.settle()
    page = window.findChild(AlikePage, "alikePage")
    if not isinstance(page, AlikePage):
        raise SystemExit("The page of what is alike did not open.")
    page.tabs.setCurrentIndex(list(Alike).index(Alike.COPIES))
    session.settle()
    button = page.findChild(QPushButton, "alikeCheckAll")
    if isinstance(button, QPushButton):
        button.click()
    session.settle(700)
    session.take("duplicates")
    window.pages.back()


def _make_copies(photos: Path, target: Path) -> None:
    target.mkdir()
    for source in sorted(photos.rglob("*.jpg"))[: COPIED * 6 : 6]:
        with Image.open(source) as image:
            smaller = image.convert("RGB").resize((image.width // 2, image.height // 2), Image.Resampling.LANCZOS)
        smaller.save(target / f"{source.stem} (sent).jpg", quality=60)
