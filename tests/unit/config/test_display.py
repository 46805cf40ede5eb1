"""Whether a window can be opened, found out before Qt aborts."""

import pytest

from app.config.display import no_window_because


@pytest.mark.parametrize(
    "environment",
    [{"QT_QPA_PLATFORM": "offscreen"}, {"QT_QPA_PLATFORM": "minimal:fontsize=9"}, {"WAYLAND_DISPLAY": "wayland-0"}],
)
def test_other_platforms_are_left_to_qt(environment: dict[str, str]) -> None:
    assert no_window_because(environment, "linux") is None


def test_no_display_is_one_sentence_that_names_the_commands() -> None:
    sentence = no_window_because({}, "linux")
    assert sentence is not None
    assert "no display" in sentence
    assert "candid index, search, ask, info, status and demo" in sentence


def test_a_display_that_does_not_answer_is_told() -> None:
    sentence = no_window_because({"DISPLAY": ":4711"}, "linux")
    assert sentence is not None
    assert ":4711" in sentence or "library" in sentence


def test_other_systems_have_their_own_screens() -> None:
    assert no_window_because({}, "darwin") is None
    assert no_window_because({}, "win32") is None
