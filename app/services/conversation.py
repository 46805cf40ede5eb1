"""One conversation: what was asked before, what it is about, and the ids that it has used."""

from app.domain.ids import PhotoId
from app.domain.question import Context, Scope, Turn
from app.services.pack_ids import PackIds

EARLIER = 4
"""Questions before this one that a model is told."""


class Conversation:
    """Used by one job at a time."""

    def __init__(self, scope: Scope | None = None) -> None:
        self.ids = PackIds()
        self._scope = scope
        self._turns: list[Turn] = []
        self._hosts: list[str] = []
        self._first = 0
        self._pointed: PhotoId | None = None

    @property
    def scope(self) -> Scope | None:
        """The photos that questions are asked of; None for all."""
        return self._scope

    def set_scope(self, scope: Scope | None) -> None:
        """Ask of these from now on. Other photos are another subject: what was asked of those before is not leaned on."""
        if scope != self._scope:
            self._scope = scope
            self._first = len(self._turns)

    def point_at(self, photo_id: PhotoId | None) -> None:
        """The one photo that is selected now, which "this photo" may mean; None where none or several are."""
        self._pointed = photo_id

    @property
    def context(self) -> Context:
        """What the next question may lean on."""
        return Context(self._scope, next(filter(_tells, reversed(self._turns[self._first :])), None), self._pointed)

    def earlier(self, host: str) -> tuple[str, ...]:
        """The last questions that were put to the model there, as they were typed: no host is told what was asked of another."""
        asked = [turn.question.text for turn, of in zip(self._turns, self._hosts, strict=True) if of == host]
        return tuple(asked[-EARLIER:])

    def note(self, turn: Turn, host: str = "") -> None:
        """This was asked and answered: by the model at `host`, or by Candid, of which no model is told."""
        self._turns.append(turn)
        self._hosts.append(host)


def _tells(turn: Turn) -> bool:
    """Whether a question can lean on it: "delete them" and what was not understood leave the photos before as they were."""
    return not turn.question.cannot and (turn.question.covered or bool(turn.shown))
