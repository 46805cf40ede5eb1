"""Desktop entries are read as the standard says, and programs get names as they are: no shell ever sees one."""

import os
import stat
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.file_names import RAW_EXTENSIONS
from app.gui.programs import MIME_TYPES, Launcher, Program, ProgramNotStarted, file_uri, installed_programs, outside_environment, read_entry

HOSTILE = [
    "plain.jpg",
    "two words.jpg",
    "$(touch gone).jpg",
    "'; rm -rf x; '.jpg",
    "-rf.jpg",
    "50% #1 [a]?.jpg",
    "bad\udcff.jpg",
    "new\nline.jpg",
]


def program_file(folder: Path, name: str = "viewer") -> Path:
    """A program that writes its arguments, NUL after each, into `seen` beside it."""
    path = folder / name
    lines = (
        "import os, sys",
        f"seen = open({str(folder / 'seen')!r}, 'ab')",
        "seen.write(b''.join(os.fsencode(each) + b'\\0' for each in sys.argv[1:]))",
    )
    path.write_text("\n".join((f"#!{sys.executable}", *lines)))
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path


def entry(folder: Path, name: str, **values: str) -> Path:
    """A desktop entry."""
    keys = {"Type": "Application", "Name": name, "Exec": "viewer %F", "MimeType": "image/jpeg;image/png;text/plain;", **values}
    path = folder / "applications" / f"{name}.desktop"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("[Desktop Entry]\n" + "".join(f"{key}={value}\n" for key, value in keys.items()), encoding="utf-8")
    return path


@pytest.fixture
def desktop(tmp_path: Path) -> dict[str, str]:
    """The environment of a desktop whose only program is `viewer`."""
    (tmp_path / "bin").mkdir()
    program_file(tmp_path / "bin")
    return {
        "XDG_DATA_HOME": str(tmp_path / "home"),
        "XDG_DATA_DIRS": str(tmp_path / "system"),
        "PATH": str(tmp_path / "bin"),
        "HOME": str(tmp_path),
    }


def test_programs_that_open_images_are_offered_by_name(desktop: dict[str, str]) -> None:
    entry(Path(desktop["XDG_DATA_DIRS"]), "zoomer")
    entry(Path(desktop["XDG_DATA_HOME"]), "Artist", Exec='viewer --edit "%f" %i')
    entry(Path(desktop["XDG_DATA_DIRS"]), "writer", MimeType="text/plain;")
    found = installed_programs(desktop)
    assert [program.name for program in found] == ["Artist", "zoomer"]
    assert found[1].types == {"image/jpeg", "image/png"}


@pytest.mark.parametrize(
    "changes",
    [
        {"Hidden": "true"},
        {"Terminal": "true"},
        {"TryExec": "/no/such/program"},
        {"Exec": "nosuchprogram %f"},
        {"Exec": '"open'},
        {"Type": "Link"},
    ],
)
def test_entries_that_cannot_be_used_are_not_offered(desktop: dict[str, str], changes: dict[str, str]) -> None:
    entry(Path(desktop["XDG_DATA_HOME"]), "viewer", **changes)
    assert installed_programs(desktop) == ()


def test_the_persons_entry_hides_the_systems(desktop: dict[str, str]) -> None:
    entry(Path(desktop["XDG_DATA_DIRS"]), "viewer")
    entry(Path(desktop["XDG_DATA_HOME"]), "viewer", Hidden="true")
    assert installed_programs(desktop) == ()


@pytest.mark.parametrize("content", [b"", b"no section", b"[Desktop Entry]\nName", b"\xff\xfe\x00", b"[Other]\nExec=viewer\n"])
def test_entries_that_are_no_entries_are_passed_over(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "x.desktop"
    path.write_bytes(content)
    assert read_entry(str(path)) is None


@given(st.binary(max_size=200))
def test_any_bytes_are_an_entry_or_none(tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    path = tmp_path_factory.getbasetemp() / "any.desktop"
    path.write_bytes(b"[Desktop Entry]\nMimeType=image/png;\nExec=" + content)
    read_entry(str(path))


def test_field_codes() -> None:
    paths = ["/a/one.jpg", "/a/two two.jpg"]
    assert Program("", ("v", "%F"), frozenset()).arguments(paths) == (("v", *paths),)
    assert Program("", ("v", "%f"), frozenset()).arguments(paths) == (("v", paths[0]), ("v", paths[1]))
    assert Program("", ("v", "%U"), frozenset()).arguments(paths[1:]) == (("v", "file:///a/two%20two.jpg"),)
    assert Program("", ("v", "--title=50%%", "%i", "%c", "%F"), frozenset()).arguments(paths[:1]) == (("v", "--title=50%", paths[0]),)
    assert Program("", ("v",), frozenset()).arguments(paths[:1]) == (("v", paths[0]),)


def test_uris_keep_every_byte() -> None:
    assert file_uri("/a/50% #1?.jpg") == "file:///a/50%25%20%231%3F.jpg"
    assert file_uri("/a/bad\udcff.jpg") == "file:///a/bad%FF.jpg"


def test_names_reach_the_program_as_they_are(tmp_path: Path) -> None:
    launcher, program = Launcher(), program_file(tmp_path)
    launcher.start([str(program), *HOSTILE])
    launcher.wait(20)
    assert (tmp_path / "seen").read_bytes().split(b"\0")[:-1] == [os.fsencode(name) for name in HOSTILE]
    assert sorted(each.name for each in tmp_path.iterdir()) == ["seen", "viewer"]


def test_a_program_that_is_not_there_is_told() -> None:
    with pytest.raises(ProgramNotStarted, match="nosuchprogram could not be started: No such file"):
        Launcher().start(["/no/nosuchprogram", "x.jpg"])


def test_a_name_with_nul_is_told_not_raised() -> None:
    with pytest.raises(ProgramNotStarted):
        Launcher().start(["/bin/true", "a\0b"])


@pytest.mark.parametrize(
    ("before", "original", "inside"),
    [("/opt/candid/lib:/usr/mine", None, "/usr/mine"), ("/opt/candid", None, None), ("/opt/candid", "/old", "/old")],
)
def test_a_frozen_program_keeps_its_libraries_to_itself(
    monkeypatch: pytest.MonkeyPatch, before: str, original: str | None, inside: str | None
) -> None:
    monkeypatch.setattr(sys, "_MEIPASS", "/opt/candid", raising=False)
    environment = {"LD_LIBRARY_PATH": before} | ({"LD_LIBRARY_PATH_ORIG": original} if original else {})
    with outside_environment(environment):
        assert environment.get("LD_LIBRARY_PATH") == inside
    assert environment["LD_LIBRARY_PATH"] == before


def test_from_source_the_environment_stays() -> None:
    environment = {"LD_LIBRARY_PATH": "/mine"}
    with outside_environment(environment):
        assert environment == {"LD_LIBRARY_PATH": "/mine"}


def test_every_format_has_a_media_type() -> None:
    assert {"JPEG", "MPO", "HEIF", "AVIF", "JP2", *(each.upper() for each in RAW_EXTENSIONS)} <= MIME_TYPES.keys()
    assert all(each.startswith("image/") for each in MIME_TYPES.values())
