"""The installed wheel finds its models and resources."""

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_an_unpacked_wheel_runs_the_demo(tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", tmp_path], cwd=ROOT, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("candid-*.whl")
    installed = tmp_path / "installed"
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(installed)
    environment = {**os.environ, "PYTHONPATH": str(installed), "CANDID_LIBRARY": str(tmp_path / "library")}
    # -P: the checkout's own `app` in the working folder must not be found.
    done = subprocess.run(
        [sys.executable, "-P", "-m", "app", "demo", "--json"],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert told["index"]["indexed"] >= 24
    assert str(installed) in told["search"]["results"][0]["path"]
