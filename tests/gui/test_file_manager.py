"""The file manager gets the files over D-Bus as the interface has it; without one, nobody pretends that it did."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

HAS_BUS = shutil.which("dbus-run-session") is not None and shutil.which("dbus-monitor") is not None

SENDER = """
from PySide6.QtCore import QCoreApplication
from PySide6.QtDBus import QDBusConnection
from app.gui import file_manager
application = QCoreApplication([])
paths = ["/photos/b c.jpg", "/photos/bad\\udcff.jpg"]
print("without", file_manager._show_items(paths))
QDBusConnection.sessionBus().registerService(file_manager.SERVICE)
print("with", file_manager._show_items(paths))
"""

SCRIPT = """
dbus-monitor --session "interface='org.freedesktop.FileManager1'" > "$1" 2>/dev/null &
monitor=$!
while [ ! -s "$1" ]; do sleep 0.1; done
"$2" -c "$3"
while ! grep -q ShowItems "$1"; do sleep 0.1; done
sleep 0.2
kill $monitor
"""


@pytest.mark.skipif(
    not (shutil.which("dbus-run-session") and shutil.which("dbus-monitor")), reason="needs dbus-run-session and dbus-monitor"
)
def test_show_items_arrives_with_every_file(tmp_path: Path) -> None:
    heard = tmp_path / "heard"
    command = ["dbus-run-session", "--", "sh", "-c", SCRIPT, "sh", str(heard), sys.executable, SENDER]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=240, check=True)
    assert done.stdout.split() == ["without", "False", "with", "True"]
    text = heard.read_text()
    call = text[text.index("member=ShowItems") :]
    assert [line.strip() for line in call.splitlines()[1:6]] == [
        "array [",
        'string "file:///photos/b%20c.jpg"',
        'string "file:///photos/bad%FF.jpg"',
        "]",
        'string ""',
    ]


def test_without_a_bus_nothing_is_shown() -> None:
    code = "from app.gui import file_manager; print(file_manager._show_items(['/a']))"
    environment = {**os.environ, "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent/bus"}
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=240, check=True)
    assert done.stdout.strip() == "False"
