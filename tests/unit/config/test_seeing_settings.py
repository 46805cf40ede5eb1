"""The choices about looking at photos: kept as they are, and harmless whatever stands in their file."""

from dataclasses import replace
from pathlib import Path

import pytest

from app.config.seeing_settings import SeeingSettings, SeeingSettingsFile
from app.domain.errors import AppError


def test_what_was_chosen_is_read_again(tmp_path: Path) -> None:
    file = SeeingSettingsFile(tmp_path / "library" / "seeing.json")
    assert file.read() == SeeingSettings(content=True, faces=True, text=False, model="")
    file.change(content=False, text=True, model="ViT-B-32 größer")
    kept = SeeingSettings(content=False, faces=True, text=True, model="ViT-B-32 größer")
    assert SeeingSettingsFile(tmp_path / "library" / "seeing.json").read() == kept
    file.change(faces=False)
    assert file.read() == replace(kept, faces=False), "what is not changed stays"


@pytest.mark.parametrize(
    "spoilt",
    [
        b"", b"{", b"[]", b"null", b"\xff\xfe", b'{"content": 1}', b'{"model": "../elsewhere"}', b'{"model": "/etc"}', b'{"model": ".."}',
        b'{"model": "."}', b'{"model": "a\\u0000b"}', b'{"model": ["x"]}',
    ],
)  # fmt: skip
def test_a_spoilt_file_gives_the_beginnings_and_is_kept_aside(tmp_path: Path, spoilt: bytes) -> None:
    path = tmp_path / "seeing.json"
    path.write_bytes(spoilt)
    file = SeeingSettingsFile(path)
    assert file.read() == SeeingSettings()
    file.change(text=True)
    assert file.read() == SeeingSettings(text=True)
    assert (tmp_path / "seeing.json.spoilt").read_bytes() == spoilt


def test_what_a_later_version_adds_is_passed_over(tmp_path: Path) -> None:
    (tmp_path / "seeing.json").write_text('{"faces": false, "smiles": true}')
    assert SeeingSettingsFile(tmp_path / "seeing.json").read() == SeeingSettings(faces=False)


def test_where_nothing_can_be_kept_a_sentence_says_so(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("")
    with pytest.raises(AppError, match="could not be kept"):
        SeeingSettingsFile(tmp_path / "taken" / "seeing.json").change(text=True)
