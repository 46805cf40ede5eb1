"""The log of discarded replies: a bounded file that only the person can read."""

from dataclasses import dataclass
from pathlib import Path

MOST_KEPT = 50


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


class DiscardedReplies:
    """Keeps the last `MOST_KEPT`."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def add(self, reply: DiscardedReply) -> None:
        """Keep one; a full disk or a read-only library is not an error."""

    def all(self) -> tuple[DiscardedReply, ...]:
        """The latest first; what cannot be read is left out."""
        return ()

    def clear(self) -> None:
        """Erase all."""
