"""Starts the window over the use cases of one library, and ends it cleanly."""

import sys
from collections.abc import Callable, Sequence
from datetime import date, datetime
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication

from app import __version__
from app.gui.crash import CrashReporter
from app.gui.library_news import LibraryNews
from app.gui.memory import GarbageCollector, settle_memory
from app.gui.remembered import recall
from app.gui.signals import EndSignals
from app.gui.single_instance import Answer, Listener, hand_over
from app.gui.theme import ThemeKeeper
from app.gui.window import MainWindow
from app.services.notices import OTHER_IS_SILENT
from app.services.use_cases import UseCases, only_reading

SWITCH_SECONDS = 0.001
"""How long a busy thread may keep the others from running Python: a fifth of the usual, so that the window answers while jobs run."""
ICON_SIDES = (16, 24, 32, 48, 64, 128, 256, 512)


def local_day() -> date:
    """Today where the person is."""
    return datetime.now().astimezone().date()


def prepare_application(resources: Path) -> QApplication:
    """The one QApplication, named and with its icon."""
    sys.setswitchinterval(SWITCH_SECONDS)
    existing = QApplication.instance()
    application = existing if isinstance(existing, QApplication) else QApplication(["candid"])
    application.setApplicationName("candid")
    application.setApplicationDisplayName("Candid")
    application.setApplicationVersion(__version__)
    application.setDesktopFileName("candid")
    icon = QIcon()
    for side in ICON_SIDES:
        icon.addFile(str(resources / "icons" / f"candid-{side}.png"))
    application.setWindowIcon(icon)
    return application


def build_window(
    use_cases: UseCases,
    resources: Path,
    sample: Path,
    *,
    settings_file: Path,
    today: Callable[[], date] = local_day,
) -> MainWindow:
    """Everything but the event loop: the application, its theme and the window, not yet shown."""
    application = prepare_application(resources)
    themes = ThemeKeeper(application, recall(settings_file).mode, application)
    window = MainWindow(use_cases, themes, sample, settings_file, today)
    GarbageCollector(window)
    LibraryNews(use_cases, window)
    return window


def run_window(
    use_cases: UseCases,
    resources: Path,
    sample: Path,
    folders: Sequence[str],
    *,
    settings_file: Path,
    instance_name: str,
) -> int:
    """Show the window until it is closed, with `folders` (absolute paths) added. Returns the exit code.

    If the window of this library is open already, it gets the folders and comes to the front, and this returns at once. One that does
    not answer is left alone: this window then changes nothing.
    On return no job is left that uses the use cases: their owner may close them.
    """
    prepare_application(resources)
    listener = Listener(instance_name)
    if not listener.listening:
        answer = hand_over(instance_name, folders)
        if answer is Answer.HEARD:
            return 0
        if answer is Answer.SILENT:
            use_cases = only_reading(use_cases, OTHER_IS_SILENT)
        else:
            listener.take_over()
    window = build_window(use_cases, resources, sample, settings_file=settings_file)
    CrashReporter(window).install()
    listener.asked.connect(window.heed_other_start)
    signals = EndSignals(window.close, window)
    window.show()
    settle_memory()
    # Nothing is to keep the first photos from being seen.
    window.browsing.shown.connect(window.browsing.prepare, Qt.ConnectionType.SingleShotConnection)
    if use_cases.read_only is None:
        window.add_paths(folders)
        window.watching.begin()
        window.looking.begin()
    code = QApplication.exec()
    signals.restore()
    listener.close()
    window.shut_down()
    sys.excepthook = sys.__excepthook__
    return code
