"""Text for a terminal."""

import io

from hypothesis import given
from hypothesis import strategies as st

from app.cli.output import BAR_WIDTH, ProgressLine, bar, human_seconds, printable
from app.services.events import IndexProgress, Phase


@given(st.text(st.characters()))
def test_nothing_printable_moves_the_cursor(text: str) -> None:
    assert printable(text.encode("utf-8", "replace").decode()).isprintable()


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
