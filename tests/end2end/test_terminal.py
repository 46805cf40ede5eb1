"""The terminal interface as its own process: exit codes, objects, one-line failures, and what survives being killed."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from app.config.paths import shipped

CANDID = [sys.executable, "-m", "app"]
ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 300
"""The longest wait in seconds for anything, on a machine that others keep busy."""


def candid(*arguments: str | Path, library: Path | None = None, **environment: str) -> subprocess.CompletedProcess[str]:
    named = {"CANDID_LIBRARY": str(library)} if library else {}
    kept = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")}
    return subprocess.run(
        [*CANDID, *map(str, arguments)],
        cwd=ROOT,
        env={**kept, **named, **environment},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


def answer(done: subprocess.CompletedProcess[str]) -> Any:
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sample library, indexed."""
    place = tmp_path_factory.mktemp("library")
    summary = answer(candid("index", shipped("resources") / "sample", "--library", place, "--json"))
    assert summary["indexed"] >= 24
    assert summary["found"] == summary["indexed"] + summary["unchanged"] + len(summary["skipped"])
    assert (summary["looked"], summary["look_troubles"], summary["look_notice"]) == (summary["indexed"], 0, None)
    return place


def test_indexing_again_finds_everything_unchanged(library: Path) -> None:
    again = answer(candid("index", shipped("resources") / "sample", "--library", library, "--json"))
    assert (again["indexed"], again["looked"], again["look_troubles"]) == (0, 0, 0)
    assert again["unchanged"] == again["found"] - len(again["skipped"])


def test_searching_gives_bars_kinds_and_reasons(library: Path) -> None:
    found = answer(candid("search", "fishing boats in the harbour", "--library", library, "--json"))
    results = found["results"]
    assert results[0]["match_percentage"] == 100
    assert [each["match_percentage"] for each in results] == sorted((each["match_percentage"] for each in results), reverse=True)
    assert all(1 <= each["match_percentage"] <= 100 for each in results)
    assert {each["evidence"] for each in results} <= {"exact", "words", "meaning", "content"}
    assert all(each["reasons"] for each in results)
    assert found["nearest"] == []
    limited = answer(candid("search", "fishing boats in the harbour", "--library", library, "--json", "--limit", "1"))
    assert limited["results"] == results[:1]


def test_searching_for_people(library: Path) -> None:
    text = candid("search", "harbour", "--library", library)
    assert text.returncode == 0
    assert "100 % of best" in text.stdout
    assert "and with nothing else" in text.stdout


def test_nothing_matches_is_said_with_the_nearest_apart(library: Path) -> None:
    found = answer(candid("search", "quantum chromodynamics lecture", "--library", library, "--json"))
    assert found["results"] == []
    assert found["notice"].startswith("No photo matches")
    assert found["nearest"]
    assert all("match_percentage" not in each for each in found["nearest"])


def test_filters_alone_have_no_percentages(library: Path) -> None:
    found = answer(candid("search", "type:png", "--library", library, "--json"))
    assert found["results"]
    assert all(each["match_percentage"] is None for each in found["results"])


def test_info_tells_every_fact_with_its_source(library: Path) -> None:
    picture = next(path for path in sorted((shipped("resources") / "sample").rglob("*.jpg")) if "taken" in _facts(path))
    facts = _facts(picture)
    assert all(set(fact) == {"value", "source"} for fact in facts.values())
    assert facts["taken"]["value"][:4].isdigit()


def _facts(path: Path) -> dict[str, dict[str, Any]]:
    told = answer(candid("info", path, "--json"))
    assert {"path", "format", "width", "height", "facts"} <= set(told)
    facts: dict[str, dict[str, Any]] = told["facts"]
    return facts


def test_status_counts_the_library(library: Path) -> None:
    status = answer(candid("status", "--library", library, "--json"))
    assert status["photos"] >= 24
    assert status["folders"][0]["photos"] == status["photos"]
    told = candid("status", "--library", library).stdout
    assert told.startswith(f"{status['photos']} photos")
    assert (status["looked"], f"{status['photos']} of {status['photos']} photos looked at" in told) == (status["photos"], True)


def test_the_demo_indexes_and_searches_without_a_trace(tmp_path: Path) -> None:
    told = answer(candid("demo", "--json", library=tmp_path / "own"))
    assert told["index"]["indexed"] >= 24
    assert told["search"]["results"][0]["match_percentage"] == 100
    assert not (tmp_path / "own").exists()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("info", "/nowhere/at/all.jpg"), "No such file"),
        (("index", "/nowhere/at/all"), "There is no folder"),
    ],
)
def test_a_failure_is_one_clear_line_and_exit_code_one(tmp_path: Path, arguments: tuple[str, ...], words: str) -> None:
    done = candid(*arguments, library=tmp_path)
    assert done.returncode == 1
    assert words in done.stderr
    assert done.stderr.count("\n") == 1
    assert "Traceback" not in done.stderr


def test_a_library_that_is_no_library_is_kept_aside_and_told(tmp_path: Path) -> None:
    foreign = b"this is not a database at all, but long enough to be read as one" * 20
    (tmp_path / "catalogue.sqlite3").write_bytes(foreign)
    done = candid("status", library=tmp_path)
    (kept,) = tmp_path.glob("catalogue.damaged-*.sqlite3")
    assert kept.read_bytes() == foreign
    assert done.returncode == 0
    assert kept.name in done.stderr
    assert "Traceback" not in done.stderr


def test_output_that_cannot_be_written_is_no_traceback(library: Path) -> None:
    command = f"{sys.executable} -m app search harbour --library '{library}'"
    for shell, code in ((f"{command} | head -c 5", 0), (f"{command} > /dev/full", 1), (f"LC_ALL=C PYTHONIOENCODING=ascii {command}", 0)):
        bash = ["bash", "-o", "pipefail", "-c", shell]
        done = subprocess.run(bash, cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE, check=False)
        assert done.returncode == code, (shell, done.stderr)
        assert "Traceback" not in done.stderr
        assert "Error" not in done.stderr


def test_wrong_usage_is_two(tmp_path: Path) -> None:
    assert candid("search").returncode == 2
    mistyped = candid("serach", "dog", library=tmp_path)
    assert (mistyped.returncode, mistyped.stderr.count("\n")) == (2, 1)
    assert "serach" in mistyped.stderr


def test_without_a_display_the_window_says_so_in_one_sentence(tmp_path: Path) -> None:
    done = candid(library=tmp_path)
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert "no display" in done.stderr
    assert "index, search, ask, info, status and demo" in done.stderr


def _many_photos(folder: Path, count: int) -> None:
    folder.mkdir()
    for number in range(count):
        Image.effect_noise((640, 480), 60).save(folder / f"{number:03}.jpg")


def _started(folder: Path, library: Path) -> subprocess.Popen[str]:
    running = subprocess.Popen(
        [*CANDID, "index", folder, "--library", library, "--json", "--no-look"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and not any((library / "thumbnails").rglob("*.jpg")):
        time.sleep(0.02)
    return running


def test_killing_the_program_in_the_middle_leaves_a_library_that_works(tmp_path: Path) -> None:
    _many_photos(tmp_path / "photos", 120)
    running = _started(tmp_path / "photos", tmp_path / "library")
    running.kill()
    running.communicate()
    summary = answer(candid("index", tmp_path / "photos", "--library", tmp_path / "library", "--json", "--no-look"))
    assert summary["indexed"] + summary["unchanged"] == 120
    assert summary["unchanged"] > 0, "what was stored before the kill is still there"
    assert answer(candid("status", "--library", tmp_path / "library", "--json"))["photos"] == 120


def test_interrupting_ends_cleanly_and_keeps_what_was_stored(tmp_path: Path) -> None:
    _many_photos(tmp_path / "photos", 120)
    running = _started(tmp_path / "photos", tmp_path / "library")
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=PATIENCE)
    assert running.returncode == 1
    assert json.loads(out)["cancelled"] is True
    assert "Traceback" not in err


STOPPED = "candid: Stopped.\n"


def _interrupted(said: Path, seen: str, seconds: float, *arguments: str | Path) -> tuple[int, str]:
    """Exit code and stderr of a command that Ctrl+C reaches, with all its workers, so long after `seen` stands in stderr."""
    with said.open("w") as stderr:
        running = subprocess.Popen(
            [sys.executable, "-X", "importtime", *CANDID[1:], *arguments],
            cwd=ROOT,
            stdout=subprocess.DEVNULL,
            stderr=stderr,
            start_new_session=True,
        )
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end and seen not in said.read_text():
            time.sleep(0.005)
        time.sleep(seconds)
        if running.poll() is None:
            os.killpg(running.pid, signal.SIGINT)
        code = running.wait(PATIENCE)
    lines = said.read_text().splitlines(keepends=True)
    return code, "".join(each for each in lines if not each.startswith("import time:"))


@pytest.mark.skipif(os.name != "posix", reason="Windows has no groups of processes")
@pytest.mark.parametrize("command", ["check", "ask", "measure"])
def test_ctrl_c_is_one_line_whatever_the_moment(library: Path, tmp_path: Path, command: str) -> None:
    (tmp_path / "pack").write_text('{"mode": "sourced", "photos": [], "library": {}}')
    (tmp_path / "reply").write_text("{}")
    arguments: dict[str, list[str | Path]] = {
        "check": ["check", "--pack", tmp_path / "pack", "--reply", tmp_path / "reply"],
        "ask": ["ask", "boats", "--library", library],
        "measure": ["measure", "--library", library],
    }
    told = [_interrupted(tmp_path / "said", " multiprocessing", each, *arguments[command]) for each in (0, 0.1, 0.3, 0.5, 0.7, 1)]
    assert (1, STOPPED) in told
    for code, said in told:
        assert code == 0 or (code, said.endswith(STOPPED)) == (1, True), said
        assert said.removesuffix(STOPPED) == "" or said.startswith("measuring: "), said
        assert said.count("\n") <= 2, said


@pytest.mark.skipif(os.name != "posix", reason="Windows has no groups of processes")
def test_ctrl_c_while_workers_start_is_no_traceback(tmp_path: Path) -> None:
    told = [_interrupted(tmp_path / "said", "scanning: ", each, "demo") for each in (0, 0.03, 0.06, 0.1, 0.2)]
    for code, said in told:
        assert code == 0 or (code, said.endswith(STOPPED)) == (1, True), said
        assert all(each.startswith(("scanning: ", "reading: ", "understanding: ", "done: ", STOPPED)) for each in said.splitlines(True)), (
            said
        )
    assert any(code == 1 for code, _ in told)


def test_a_killed_worker_costs_one_file_at_most(tmp_path: Path) -> None:
    _many_photos(tmp_path / "photos", 120)
    running = _started(tmp_path / "photos", tmp_path / "library")
    children = " ".join(thread.read_text() for thread in Path(f"/proc/{running.pid}/task").glob("*/children"))
    workers = [child for child in children.split() if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()]
    os.kill(int(workers[0]), signal.SIGKILL)
    out, _ = running.communicate(timeout=PATIENCE)
    summary = json.loads(out)
    assert running.returncode == 0
    assert summary["indexed"] >= 119
    assert summary["indexed"] + len(summary["skipped"]) == 120
