"""Text for a terminal."""

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.cli.output import BAR_WIDTH, ProgressLine, bar, human_seconds, printable
from app.services.events import IndexProgress, Phase


@given(st.text(st.characters()))
def test_nothing_printable_moves_the_cursor(text: str) -> None:
    shown = printable(text.encode("utf-8", "replace").decode())
    assert shown.translate(dict.fromkeys(map(ord, "\u200c\u200d\u2066\u2067\u2068\u2069"))).isprintable()
    depth = 0
    for each in shown:
        depth += (each in "\u2066\u2067\u2068") - (each == "\u2069")
        assert depth >= 0
    assert depth == 0


@pytest.mark.parametrize(
    "text", ["👨\u200d👩\u200d👧.jpg", "نمی\u200cخواهم", "“\u2068שלום.jpg\u2069” and “\u2068٣.jpg\u2069”", "\u2066a\u2067b\u2069\u2069"]
)
def test_joiners_and_closed_isolates_stay(text: str) -> None:
    assert printable(text) == text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a\u2068b", "a\ufffdb"),
        ("a\u2069b", "a\ufffdb"),
        ("\u2069a\u2068", "\ufffda\ufffd"),
        ("\u2066a\u2067b\u2069", "\ufffda\u2067b\u2069"),
        ("\u2068a\u2069\u2069", "\u2068a\u2069\ufffd"),
        ("\u202aa\u202bb\u202cc\u202dd\u202ee", "\ufffda\ufffdb\ufffdc\ufffdd\ufffde"),
        ("a\x00b\x9bc\u200ed\u200be\ufeff", "a\ufffdb\ufffdc\ufffdd\ufffde\ufffd"),
    ],
)
def test_what_turns_or_hides_text_does_not(text: str, shown: str) -> None:
    assert printable(text) == shown


def test_names_that_are_no_text_and_escape_sequences_are_shown_harmless() -> None:
    assert printable("bad\udcff\x1b[31m.jpg") == "bad\ufffd\ufffd[31m.jpg"


@given(st.integers(1, 100))
def test_a_bar_keeps_its_width_and_grows(percentage: int) -> None:
    assert len(bar(percentage)) == BAR_WIDTH
    assert bar(percentage).count("█") >= bar(max(1, percentage - 1)).count("█")


def test_bars_at_their_ends() -> None:
    assert bar(100) == "█" * BAR_WIDTH
    assert bar(50) == "█" * 10 + "·" * 10
    assert bar(1).strip("·") != ""


def test_seconds_as_a_person_says_them() -> None:
    assert [human_seconds(each) for each in (0.2, 4.4, 100, 3900)] == ["1 s", "4 s", "2 min", "1 h 5 min"]


def test_progress_prints_a_line_a_phase_where_there_is_no_terminal() -> None:
    stream = io.StringIO()
    line = ProgressLine(stream)
    for done in range(3):
        line.show(IndexProgress(Phase.READING, 3, done, 0, 4.0))
    line.show(IndexProgress(Phase.DONE, 3, 3, 1))
    line.end()
    assert stream.getvalue().splitlines() == ["reading: 0 of 3 done, 0 skipped, about 4 s left", "done: 3 of 3 done, 1 skipped"]
