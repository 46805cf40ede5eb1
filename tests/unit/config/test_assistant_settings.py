"""What was chosen comes back; what cannot be read is nothing that anybody has agreed to."""

import json
import os
import stat
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.config.assistant_settings import AssistantSettings, AssistantSettingsFile
from app.domain.errors import AppError
from app.domain.sharing import Sharing

SHARINGS = st.builds(Sharing, *[st.booleans()] * 6)
SETTINGS = st.builds(
    AssistantSettings, st.booleans(), st.text(), st.text(), st.booleans(), st.booleans(), st.dictionaries(st.text(), SHARINGS, max_size=3)
)
AGREED = AssistantSettings(use_model=True, model="claude", consents={"localhost:8080": Sharing(people=True)})


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the file will be; its folder is not there yet."""
    return tmp_path / "library" / "assistant.json"


@given(SETTINGS)
def test_what_is_written_is_read(settings: AssistantSettings) -> None:
    with TemporaryDirectory() as folder:
        file = AssistantSettingsFile(Path(folder) / "assistant.json")
        file.write(settings)
        assert file.read() == settings
        assert os.listdir(folder) == ["assistant.json"]


def test_without_a_file_there_is_no_model(path: Path) -> None:
    assert AssistantSettingsFile(path).read() == AssistantSettings()
    assert not path.exists()


def test_it_is_for_the_owners_eyes_alone(path: Path) -> None:
    file = AssistantSettingsFile(path)
    file.write(AGREED)
    path.chmod(0o644)
    file.write(AGREED)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


WHOLE = {"use_model": True, "base_url": "", "model": "", "preview": False, "key_from_environment": False, "consents": {}}
SPOILT = [
    *(b"", b"{", b"[]", b"null", b"\xff\xfe", b'{"use_model": true}', b"[" * 100_000),
    json.dumps(WHOLE | {"use_model": 1}).encode(),
    json.dumps(WHOLE | {"consents": {"h": {"places": "yes"}}}).encode(),
]


@pytest.mark.parametrize("spoilt", SPOILT)
def test_a_spoilt_file_gives_the_beginnings_and_is_kept_aside(path: Path, spoilt: bytes) -> None:
    path.parent.mkdir()
    path.write_bytes(spoilt)
    file = AssistantSettingsFile(path)
    assert file.read() == AssistantSettings()
    assert path.read_bytes() == spoilt
    file.write(AGREED)
    assert file.read() == AGREED
    assert Path(f"{path}.spoilt").read_bytes() == spoilt


@given(
    st.binary()
    | st.recursive(st.none() | st.booleans() | st.text(), lambda inner: st.dictionaries(st.text(), inner)).map(
        lambda made: json.dumps(made).encode()
    )
)
def test_any_file_can_be_read(content: bytes) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "assistant.json"
        path.write_bytes(content)
        assert AssistantSettingsFile(path).read() == AssistantSettings()


def test_nobody_has_agreed_to_a_switch_that_the_file_does_not_name(path: Path) -> None:
    file = AssistantSettingsFile(path)
    file.write(AGREED)
    written = json.loads(path.read_text())
    written["consents"] = {"h": {"people": True, "moods": True}}
    written["later"] = 1
    path.write_text(json.dumps(written))
    only_people = Sharing(places=False, people=True, captions=False, tags=False, file_names=False, thumbnails=False)
    assert file.read().consents == {"h": only_people}


def test_where_it_cannot_be_written_the_file_and_the_sentence_say_so(path: Path) -> None:
    path.mkdir(parents=True)
    (path / "in the way").touch()
    with pytest.raises(AppError, match=r"could not be kept in “.*assistant\.json”"):
        AssistantSettingsFile(path.parent / "assistant.json" / "in the way" / "assistant.json").write(AGREED)
    assert os.listdir(path) == ["in the way"]
