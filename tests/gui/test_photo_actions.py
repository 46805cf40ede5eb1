"""What can be done with photos: offered when it makes sense, and done."""

import stat
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication, QImage
from PySide6.QtWidgets import QApplication, QFileDialog, QMenu, QWidget
from pytestqt.qtbot import QtBot

from app.gui import file_manager, photo_actions
from app.gui.jobs import Runner
from app.gui.photo_actions import PhotoActions, mime_of
from app.gui.programs import Program
from app.gui.theme import ThemeKeeper
from tests.gui.driving import PATIENCE_MS
from tests.gui.looking import DrawnLook, card, color_of, near, photo

CARDS = [card(number) for number in range(1, 6)]


class Bench:
    """The actions in a window of their own."""

    def __init__(self, qapp: QApplication, qtbot: QtBot, look: DrawnLook) -> None:
        self.runner = Runner()
        self.window = QWidget()
        qtbot.addWidget(self.window)
        self.actions = PhotoActions(look, self.runner, ThemeKeeper(qapp, "light"), self.window)
        self.trouble: list[str] = []
        self.actions.trouble.connect(self.trouble.append)


@pytest.fixture
def bench(qapp: QApplication, qtbot: QtBot) -> Iterator[Bench]:
    made = Bench(qapp, qtbot, DrawnLook(5))
    yield made
    assert made.runner.wait_idle()
    # The offscreen platform deletes what is on its clipboard after Python has ended, and crashes on an object that Python made.
    QGuiApplication.clipboard().clear()


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The URLs that the desktop is asked to open, instead of opening them."""
    urls: list[str] = []

    def open_url(url: QUrl) -> bool:
        urls.append(bytes(url.toEncoded().data()).decode())
        return True

    monkeypatch.setattr(QDesktopServices, "openUrl", open_url)
    return urls


def entries(menu: QMenu) -> list[str]:
    return [action.text() for action in menu.actions() if not action.isSeparator()]


@pytest.mark.parametrize(
    ("count", "compare", "copy"), [(0, False, False), (1, False, True), (2, True, False), (4, True, False), (5, False, False)]
)
def test_actions_are_offered_when_they_make_sense(bench: Bench, count: int, compare: bool, copy: bool) -> None:
    bench.actions.set_cards(CARDS[:count])
    assert bench.actions.open_compare.isEnabled() is compare
    assert bench.actions.copy_picture.isEnabled() is copy
    assert bench.actions.open_large.isEnabled() is bench.actions.reveal.isEnabled() is (count > 0)


def test_the_menu_has_everything(bench: Bench) -> None:
    bench.actions.set_cards(CARDS[:1])
    menu = bench.actions.menu()
    assert entries(menu) == [
        "Open large",
        "Compare",
        "More like this",
        "Show its near copies",
        "Ask about this photo",
        "Ask about this day",
        "Show in file manager",
        "Open with the default program",
        "Open with another program",
        "Copy picture",
        "Copy path",
        "Move to the trash…",
    ]
    submenu = menu.findChild(QMenu)
    assert isinstance(submenu, QMenu)
    assert entries(submenu)[-1] == "Choose a program…"
    menu.close()


def test_programs_are_offered_that_open_every_format(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    both = Program("Both & more", ("v", "%f"), frozenset({"image/jpeg", "image/png"}))
    one = Program("Only PNG", ("v", "%f"), frozenset({"image/png"}))
    monkeypatch.setattr(photo_actions, "installed_programs", lambda: (both, one))
    bench.actions.set_cards(CARDS[:2])
    menu = bench.actions.menu()
    submenu = menu.findChild(QMenu)
    assert isinstance(submenu, QMenu)
    assert entries(submenu) == ["Both && more", "Choose a program…"]
    menu.close()


def test_views_are_asked_for(bench: Bench, qtbot: QtBot) -> None:
    bench.actions.set_cards(CARDS[:2])
    with qtbot.waitSignals([bench.actions.large, bench.actions.compare]):
        bench.actions.open_large.trigger()
        bench.actions.open_compare.trigger()


def test_keys_are_unique(bench: Bench) -> None:
    keys = [key.toString() for action in (*bench.actions.actions(), bench.actions.move_to_trash) for key in action.shortcuts()]
    assert len(keys) == len(set(keys)) == 11


def test_paths_are_copied(bench: Bench) -> None:
    bench.actions.set_cards([card(1, of=photo(1, path="/a/50% #1.jpg")), card(2, of=photo(2, path="/a/bad\udcff.jpg"))])
    assert bench.actions.copy_path.text() == "Copy 2 paths"
    bench.actions.copy_path.trigger()
    assert QGuiApplication.clipboard().text() == "/a/50% #1.jpg\n/a/bad\ufffd.jpg"


def test_the_whole_picture_is_copied_with_its_file(bench: Bench, qtbot: QtBot) -> None:
    bench.actions.set_cards([card(1, of=photo(1, width=1500, height=900))])
    with qtbot.waitSignal(bench.actions.told, timeout=PATIENCE_MS):
        bench.actions.copy_picture.trigger()
    mime = QGuiApplication.clipboard().mimeData()
    image = mime.imageData()
    assert isinstance(image, QImage)
    assert (image.width(), image.height()) == (1500, 900)
    assert near(image.pixelColor(100, 100), color_of(1))
    assert [url.toLocalFile() for url in mime.urls()] == ["/photos/picture 1.jpg"]
    assert mime.text() == "/photos/picture 1.jpg"


def test_a_picture_that_cannot_be_read_is_told(bench: Bench) -> None:
    bench.actions.set_cards(CARDS[4:])
    bench.actions.copy_picture.trigger()
    assert bench.runner.wait_idle()
    assert bench.trouble == ["/photos/picture 5.jpg is not a picture."]


@pytest.mark.parametrize("name", ["a b.jpg", "50% #1?.jpg", "写真.jpg", 'quote".jpg'])
def test_dragged_files_are_found_again(name: str) -> None:
    mime = mime_of([card(1, of=photo(1, path=f"/photos/{name}"))])
    assert [url.toLocalFile() for url in mime.urls()] == [f"/photos/{name}"]


def test_a_dragged_name_that_is_no_text_keeps_its_bytes() -> None:
    url = mime_of([card(1, of=photo(1, path="/photos/bad\udcff.jpg"))]).urls()[0]
    assert bytes(url.toEncoded().data()) == b"file:///photos/bad%FF.jpg"


def test_opening_with_the_default_program(bench: Bench, opened: list[str]) -> None:
    bench.actions.set_cards(CARDS[:2])
    bench.actions.open_default.trigger()
    assert opened == ["file:///photos/picture%201.jpg", "file:///photos/picture%202.jpg"]
    assert bench.trouble == []


def test_where_nothing_opens_it_the_person_is_told(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: False)
    monkeypatch.setattr(file_manager, "_show_items", lambda paths: False)
    bench.actions.set_cards(CARDS[:1])
    bench.actions.open_default.trigger()
    bench.actions.reveal.trigger()
    assert len(bench.trouble) == 2


def test_without_a_file_manager_the_folder_is_opened(bench: Bench, opened: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(file_manager, "_show_items", lambda paths: False)
    bench.actions.set_cards(CARDS[:1])
    bench.actions.reveal.trigger()
    assert opened == ["file:///photos"]


def test_any_program_can_be_chosen(bench: Bench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen, program = tmp_path / "seen", tmp_path / "my viewer"
    program.write_text(f"#!{sys.executable}\nimport sys\nopen({str(seen)!r}, 'w').write(sys.argv[1])\n")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(program), ""))
    bench.actions.set_cards([card(1, of=photo(1, path="/photos/$(x) 'y'.jpg"))])
    bench.actions.choose_program()
    bench.actions.launcher.wait(20)
    assert seen.read_text() == "/photos/$(x) 'y'.jpg"


def test_a_chosen_file_that_is_no_program_is_told(bench: Bench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "notes.txt").write_text("no program")
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(tmp_path / "notes.txt"), ""))
    bench.actions.set_cards(CARDS[:1])
    bench.actions.choose_program()
    assert bench.trouble == ["notes.txt could not be started: Permission denied."]
