"""The order of ranking and percentage is enforced by types: a percentage cannot be read before it is computed."""

import subprocess
import sys
from pathlib import Path

SNIPPETS = Path(__file__).parent / "snippets"
ROOT = Path(__file__).resolve().parents[3]


def type_check(snippet: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file=", "--cache-dir=/dev/null", str(SNIPPETS / snippet)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def test_a_percentage_cannot_be_read_on_a_ranked_photo() -> None:
    checked = type_check("reads_too_early.py")
    assert checked.returncode == 1
    assert '"RankedPhoto" has no attribute "match_percentage"' in checked.stdout
    assert "[attr-defined]" in checked.stdout
    assert "Found 1 error" in checked.stdout


def test_a_percentage_can_be_read_after_it_is_computed() -> None:
    checked = type_check("computes_first.py")
    assert checked.returncode == 0, checked.stdout + checked.stderr
