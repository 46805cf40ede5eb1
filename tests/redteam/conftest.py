"""Prints what became of the table of replies, behind the tests."""

import pytest

from tests.redteam.table import TALLY, report


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if TALLY:
        terminalreporter.section("redteam")
        for line in report():
            terminalreporter.write_line(line)
