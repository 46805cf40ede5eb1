"""The frozen program: built once, installed into a menu, started by its desktop entry on a real X server, used, and quit."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
NEEDED = ("Xvfb", "xdotool", "gio", "desktop-file-validate")

pytestmark = pytest.mark.bundle


@pytest.fixture(scope="module", autouse=True)
def programs() -> None:
    missing = [name for name in NEEDED if shutil.which(name) is None]
    if missing:
        pytest.skip(f"needs {', '.join(missing)}")


@pytest.fixture(scope="module")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("bundle")
    command = [sys.executable, "-m", "PyInstaller", "--noconfirm", "--log-level", "ERROR"]
    subprocess.run(
        [*command, "--distpath", place / "dist", "--workpath", place / "work", ROOT / "build.spec"], check=True, cwd=place, timeout=900
    )
    return place / "dist" / "candid"


@pytest.fixture(scope="module")
def display() -> Iterator[str]:
    reading, writing = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1280x800x24", "-nolisten", "tcp"],
        pass_fds=[writing],
        stderr=subprocess.DEVNULL,
    )
    os.close(writing)
    with os.fdopen(reading) as answer:
        number = answer.readline().strip()
    yield f":{number}"
    server.terminate()
    server.wait(10)


@pytest.fixture
def home(tmp_path: Path, display: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("QT_", "XDG_", "PYTEST"))}
    places = {name: str(tmp_path / name) for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_RUNTIME_DIR")}
    for place in places.values():
        Path(place).mkdir(mode=0o700)
    return {**kept, **places, "DISPLAY": display, "HOME": str(tmp_path), "CANDID_LIBRARY": str(tmp_path / "library")}


def test_the_terminal_interface_works_without_a_display(bundle: Path, home: dict[str, str]) -> None:
    blind = {name: value for name, value in home.items() if name != "DISPLAY"}
    done = subprocess.run([bundle / "candid", "demo", "--json"], env=blind, capture_output=True, text=True, timeout=300, check=True)
    answer = json.loads(done.stdout)
    assert answer["index"]["indexed"] >= 24
    assert answer["search"]["results"][0]["match_percentage"] == 100


def test_it_can_find_the_keyrings_of_a_desktop(bundle: Path) -> None:
    """They are looked up in the package's metadata, which a bundle does not have by itself."""
    assert [each.name for each in (bundle / "_internal").glob("keyring-*.dist-info/entry_points.txt")] == ["entry_points.txt"]


def test_it_opens_by_its_desktop_entry_searches_and_quits(bundle: Path, home: dict[str, str]) -> None:
    inside = bundle / "_internal" / "resources"
    subprocess.run([inside / "install-desktop.sh"], env=home, check=True, capture_output=True)
    entry = Path(home["XDG_DATA_HOME"]) / "applications" / "candid.desktop"
    subprocess.run(["desktop-file-validate", entry], check=True)
    subprocess.run(["gio", "launch", entry, inside / "sample"], env=home, check=True, timeout=60)
    window = _wait_for_window(home)
    _wait_until(lambda: _status(bundle, home)["photos"] >= 24, "the sample library to be indexed")
    _xdotool(home, "windowfocus", "--sync", window)
    _xdotool(home, "key", "ctrl+f")
    _xdotool(home, "type", "--delay", "20", "harbour")
    _wait_until(lambda: "harbour" in _title(home, window), "the search to show in the window's title")
    process = int(_xdotool(home, "getwindowpid", window))
    _xdotool(home, "key", "ctrl+q")
    _wait_until(lambda: not _alive(process), "the program to quit")


def test_a_second_start_raises_the_first_window(bundle: Path, home: dict[str, str]) -> None:
    first = subprocess.Popen([bundle / "candid"], env=home)
    try:
        _wait_for_window(home)
        second = subprocess.run([bundle / "candid"], env=home, timeout=60, check=False)
        assert second.returncode == 0
        assert first.poll() is None
    finally:
        first.send_signal(signal.SIGTERM)
        assert first.wait(20) == 0
    assert not (Path(home["CANDID_LIBRARY"]) / "window.socket").exists()


def _xdotool(home: dict[str, str], *words: str) -> str:
    return subprocess.run(["xdotool", *words], env=home, capture_output=True, text=True, check=True, timeout=30).stdout.strip()


def _title(home: dict[str, str], window: str) -> str:
    return _xdotool(home, "getwindowname", window)


def _status(bundle: Path, home: dict[str, str]) -> dict[str, int]:
    done = subprocess.run([bundle / "candid", "status", "--json"], env=home, capture_output=True, text=True, check=True, timeout=60)
    answer: dict[str, int] = json.loads(done.stdout)
    return answer


def _alive(process: int) -> bool:
    status = Path(f"/proc/{process}/stat")
    return status.exists() and status.read_text().rpartition(")")[2].split()[0] != "Z"


def _wait_for_window(home: dict[str, str]) -> str:
    done = subprocess.run(
        ["xdotool", "search", "--sync", "--onlyvisible", "--class", "candid"],
        env=home,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    return done.stdout.split()[0]


def _wait_until(holds: Callable[[], bool], what: str, seconds: float = 120) -> None:

    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if holds():
            return
        time.sleep(0.3)
    pytest.fail(f"waited {seconds:.0f} s for {what}")
