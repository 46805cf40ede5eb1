"""Text for a terminal: safe to print whatever a file name or caption holds, and bars drawn in characters."""

import io
import json
import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TextIO

from app.domain.errors import AppError
from app.domain.words import shown
from app.services.events import OTHER_INDEXES, IndexProgress, Phase

BAR_WIDTH = 20
_BEGINNINGS = "\u2066\u2067\u2068"
_END = "\u2069"
_KEPT = f"\u200c\u200d{_BEGINNINGS}{_END}"
_EIGHTHS = " ▏▎▍▌▋▊▉█"


def printable(text: str) -> str:
    """Text without control characters, so that no name can move the cursor, colour the screen or turn its surroundings.

    Joiners stay, which emoji and many scripts are written with, and isolates (UAX #9) that are begun and ended.
    """
    clean = [each if each.isprintable() or each in _KEPT else "\N{REPLACEMENT CHARACTER}" for each in shown(text)]
    begun: list[int] = []
    for place, each in enumerate(clean):
        if each in _BEGINNINGS:
            begun.append(place)
        elif each == _END and not begun:
            clean[place] = "\N{REPLACEMENT CHARACTER}"
        elif each == _END:
            begun.pop()
    for place in begun:
        clean[place] = "\N{REPLACEMENT CHARACTER}"
    return "".join(clean)


def emit(text: str) -> None:
    """Text and a line break on stdout, whatever its encoding; a reader that has gone is no failure.

    Raises `AppError` if it cannot be written.
    """
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")
    try:
        print(text, flush=True)
    except BrokenPipeError:
        _silence_stdout()
    except OSError as error:
        _silence_stdout()
        raise AppError(f"The output cannot be written ({(error.strerror or 'unknown error').lower()}).") from error


def _silence_stdout() -> None:
    """Python flushes stdout once more when it ends, and would complain again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def complain(sentence: str) -> None:
    """One clear line on stderr."""
    print(f"candid: {printable(sentence)}", file=sys.stderr)


def as_json(value: Mapping[str, object]) -> str:
    """One object; bytes of names that are not text stay as escaped lone surrogates and so survive the round trip."""
    return json.dumps(value, indent=2)


def bar(percentage: int, width: int = BAR_WIDTH) -> str:
    """A bar of `width` characters, filled in eighths of one."""
    eighths = round(percentage / 100 * width * 8)
    full, rest = divmod(eighths, 8)
    return ("█" * full + (_EIGHTHS[rest] if rest else "")).ljust(width, "·")


def human_seconds(seconds: float) -> str:
    """`4 s`, `2 min`, `1 h 5 min`: as precise as a person needs."""
    if seconds < 90:
        return f"{max(1, round(seconds))} s"
    hours, minutes = divmod(round(seconds / 60), 60)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min"


@dataclass(slots=True)
class ProgressLine:
    """Progress on stderr: one line that is rewritten on a terminal, a line per phase elsewhere."""

    stream: TextIO = field(default_factory=lambda: sys.stderr)
    _phases: set[str] = field(default_factory=set)
    _width: int = 0

    def show(self, progress: IndexProgress) -> None:
        """Show counts of files and the time left, or that another program is at work."""
        if progress.phase is Phase.WAITING:
            self._write(progress.phase, OTHER_INDEXES)
            return
        self.tell(progress.phase, f"{progress.done} of {progress.found} done, {progress.skipped} skipped", progress.seconds_left)

    def tell(self, phase: str, counts: str, seconds_left: float | None) -> None:
        """Show how far a phase has come."""
        left = f", about {human_seconds(seconds_left)} left" if seconds_left else ""
        self._write(phase, f"{phase}: {counts}{left}")

    def _write(self, phase: str, line: str) -> None:
        if self.stream.isatty():
            self.stream.write("\r" + line.ljust(self._width))
            self._width = len(line)
        elif phase not in self._phases:
            self.stream.write(line + "\n")
        self._phases.add(phase)
        self.stream.flush()

    def end(self) -> None:
        """Leave the line."""
        if self._width:
            self.stream.write("\n")
            self._width = 0
