"""The library that runs the models sends nothing and keeps no trace of this machine."""

import os
import subprocess
import sys
from pathlib import Path

from app.config.paths import shipped

# Without the switch its files stand there within half a second, and its first message leaves within ten.
PROGRAM = """
import sys, time
from pathlib import Path
from app.embedding.sentence import SentenceModel
SentenceModel(Path(sys.argv[1])).embed(["boats at dawn"])
time.sleep(3)
"""


def test_running_a_model_leaves_no_trace_of_telemetry(tmp_path: Path) -> None:
    places = {name: str(tmp_path) for name in ("HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME")}
    kept = {name: value for name, value in os.environ.items() if name != "ORT_DISABLE_TELEMETRY"}
    root = Path(__file__).resolve().parents[3]
    subprocess.run([sys.executable, "-B", "-c", PROGRAM, shipped("models")], cwd=root, env={**kept, **places}, check=True, timeout=60)
    assert [str(path) for path in tmp_path.rglob("*")] == []
