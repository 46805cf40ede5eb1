"""The log of discarded replies: a bounded file that only the person can read."""

import contextlib
import json
import threading
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from app.config.private_file import erase_private, write_private
from app.domain.errors import LibraryUnavailable

MOST_KEPT = 50

LONGEST_KEPT = 20_000
"""Characters of one text; what follows is cut, and that is said."""


@dataclass(frozen=True, slots=True)
class DiscardedReply:
    """A reply that was discarded: local ISO 8601 time, the question, the model, the mode, why (gate, code, detail).

    `text` is the reply with secrets and paths taken out.
    """

    at: str
    question: str
    model: str
    mode: str
    reasons: tuple[tuple[str, str, str], ...]
    text: str


_FORM = TypeAdapter(DiscardedReply)


class DiscardedReplies:
    """Keeps the last `MOST_KEPT`. Each writing replaces the file whole: of two writers at once, one may lose its reply, and no more."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._cleared = 0
        self._one_at_a_time = threading.Lock()

    @property
    def cleared(self) -> int:
        """How often all was erased since the program was started."""
        return self._cleared

    def add(self, reply: DiscardedReply, cleared: int | None = None) -> None:
        """Keep one; a full disk or a read-only library is not an error.

        Nothing is kept if all was erased since `cleared` was read: the reply may tell of what the person wanted to be gone.
        """
        with self._one_at_a_time, contextlib.suppress(OSError):
            if cleared in (None, self._cleared):
                self._write((*self._in_time(), _cut(reply))[-MOST_KEPT:])

    def all(self) -> tuple[DiscardedReply, ...]:
        """The latest first; what cannot be read is left out."""
        return tuple(reversed(self._in_time()[-MOST_KEPT:]))

    def clear(self) -> None:
        """Erase all, and what unfinished writings left behind. Raises `LibraryUnavailable` where that cannot be done."""
        try:
            with self._one_at_a_time:
                self._cleared += 1
                erase_private(self._path)
        except OSError as error:
            why = error.strerror or str(error)
            raise LibraryUnavailable(f"The log of discarded replies, “{self._path}”, could not be erased: {why}.") from error

    def _in_time(self) -> list[DiscardedReply]:
        try:
            lines = self._path.read_bytes().split(b"\n")
        except OSError:
            return []
        return [reply for reply in map(_read, lines) if reply]

    def _write(self, replies: Sequence[DiscardedReply]) -> None:
        write_private(self._path, "".join(json.dumps(asdict(each), ensure_ascii=False) + "\n" for each in replies))


def _read(line: bytes) -> DiscardedReply | None:
    try:
        return _FORM.validate_json(line, strict=True)
    except ValidationError:
        return None


def _cut(reply: DiscardedReply) -> DiscardedReply:
    reasons = tuple((gate, code, _shortened(detail)) for gate, code, detail in reply.reasons[:MOST_KEPT])
    return replace(reply, question=_shortened(reply.question), reasons=reasons, text=_shortened(reply.text))


def _shortened(text: str) -> str:
    """Bounded, and text that any reader takes: halves of surrogate pairs become question marks."""
    kept = text[:LONGEST_KEPT].encode("utf-8", "replace").decode()
    left = len(text) - LONGEST_KEPT
    return f"{kept}\n[cut here: {left:,} characters more]" if left > 0 else kept
