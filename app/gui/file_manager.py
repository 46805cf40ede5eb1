"""Showing files where they are: the desktop's file manager over D-Bus with the files selected, or else their folder."""

import os
from collections.abc import Sequence

from PySide6.QtCore import QUrl
from PySide6.QtDBus import QDBusConnection, QDBusMessage
from PySide6.QtGui import QDesktopServices

from app.gui.programs import file_uri, outside_environment

SERVICE, PATH, INTERFACE = "org.freedesktop.FileManager1", "/org/freedesktop/FileManager1", "org.freedesktop.FileManager1"
MOST = 50
"""Files that are shown at once."""
NO_FILE_MANAGER = "No file manager could be opened. The path can be copied instead."
NO_PROGRAM = "No program is set for this kind of file."


def show_in_file_manager(paths: Sequence[str]) -> bool:
    """Show files selected in the file manager, or open the folder of the first; False where neither is possible."""
    if not paths:
        return False
    folder = QUrl.fromEncoded(file_uri(os.path.dirname(paths[0])).encode())
    with outside_environment(os.environ):
        return _show_items(paths[:MOST]) or QDesktopServices.openUrl(folder)


def open_files(paths: Sequence[str]) -> bool:
    """Open each file with the program that the desktop has for it; False where there is none for any of them."""
    with outside_environment(os.environ):
        opened = [QDesktopServices.openUrl(QUrl.fromEncoded(file_uri(path).encode())) for path in paths]
    return all(opened)


def _show_items(paths: Sequence[str]) -> bool:
    bus = QDBusConnection.sessionBus()
    if not bus.isConnected() or not _reachable(bus):
        return False
    message = QDBusMessage.createMethodCall(SERVICE, PATH, INTERFACE, "ShowItems")
    message.setArguments([[file_uri(path) for path in paths], ""])
    return bus.send(message)


def _reachable(bus: QDBusConnection) -> bool:
    """Whether a file manager runs or would be started for a message."""
    services = bus.interface()
    if services.isServiceRegistered(SERVICE).value():
        return True
    listed = QDBusMessage.createMethodCall("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "ListActivatableNames")
    answer = bus.call(listed, timeout=1000)
    return any(SERVICE in names for names in answer.arguments())
