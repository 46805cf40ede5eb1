"""Change the code that answers rest on in every small way, and list the changes that no test notices.

`python -m tests.mutation [--only app/evidence/closeness.py] [--children N]` works on a copy. It needs mutmut (the extra `mutation`) and
takes minutes to an hour; it is no part of the suite. Exit code 1 if a change lives that README.md does not list.
"""

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
MUTATED = (
    "app/assistant/gates/*", "app/evidence/graph.py", "app/evidence/relations.py", "app/evidence/nodes.py", "app/domain/moments.py",
    "app/domain/versions.py", "app/evidence/closeness.py", "app/evidence/measuring.py", "app/search/percentage.py",
)  # fmt: skip
TESTS = (
    "tests/unit/assistant", "tests/unit/evidence", "tests/unit/search/test_percentage.py",
)  # fmt: skip
_SURVIVOR = re.compile(r"^\s*(\S+__mutmut_\d+): (survived|no tests|suspicious)", re.MULTILINE)


def copy(place: Path, only: list[str]) -> None:
    """The code and its tests, with the settings of mutmut."""
    for name in ("app", "tests", "models", "resources"):
        shutil.copytree(ROOT / name, place / name, ignore=shutil.ignore_patterns("__pycache__", "export"))
    settings = {"source_paths": ["app"], "only_mutate": only, "also_copy": ["app", "tests", "models", "resources"]}
    settings["pytest_add_cli_args_test_selection"] = list(TESTS)
    lines = [f"{name} = {value!r}".replace("'", '"') for name, value in settings.items()]
    (place / "pyproject.toml").write_text(
        "\n".join(["[tool.pytest.ini_options]", 'addopts = "-p no:cacheprovider"', "[tool.mutmut]", *lines])
    )


def mutmut(place: Path, *arguments: str) -> str:
    """What mutmut says."""
    command = [sys.executable, "-m", "mutmut", *arguments]
    done = subprocess.run(command, cwd=place, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"mutmut {arguments[0]} failed:\n{done.stdout[-2000:]}\n{done.stderr[-2000:]}")
    return done.stdout


def survivors(place: Path) -> list[str]:
    """The file of each living mutant and the lines that it changes."""
    names = [match[1] for match in _SURVIVOR.finditer(mutmut(place, "results"))]
    return [_changed(mutmut(place, "show", name)) for name in names]


def _changed(difference: str) -> str:
    lines = [line.rstrip() for line in difference.splitlines() if line.startswith(("+", "-")) and not line.startswith("+++")]
    return "\n".join(lines).removeprefix("--- ")


def main() -> int:
    """Run, and print what lives."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", action="append", help="a file to change, instead of all")
    parser.add_argument("--children", default="2", help="how many at once")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        copy(place, options.only or list(MUTATED))
        print(mutmut(place, "run", "--max-children", options.children).rsplit("\r", 1)[-1].strip()[-200:])
        alive = survivors(place)
    known = (Path(__file__).parent / "README.md").read_text("utf-8")
    strange = [each for each in alive if each not in known]
    print(f"{len(alive)} changes live, {len(strange)} of them unknown")
    print("\n\n".join(strange))
    return 1 if strange else 0


if __name__ == "__main__":
    sys.exit(main())
