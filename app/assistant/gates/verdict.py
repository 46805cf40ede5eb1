"""What the gates came to: an accepted reply, or reasons why the whole of it was discarded."""

from dataclasses import dataclass

from app.assistant.reply import AssistantReply

REJECTION = "This answer was discarded, because something in it could not be checked against your photos."
"""All that is shown of a discarded reply."""


@dataclass(frozen=True, slots=True)
class Rejection:
    """Why a gate discarded a reply. `code` is stable and listed in the guide; `detail` says where and what, in words."""

    gate: str
    code: str
    detail: str


@dataclass(frozen=True, slots=True)
class Redaction:
    """A path that was replaced in the text of statement number `statement`."""

    statement: int
    path: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """`reply` is what was accepted, its claims unique and its paths redacted; None if it was discarded for `reasons`."""

    reply: AssistantReply | None
    reasons: tuple[Rejection, ...] = ()
    redactions: tuple[Redaction, ...] = ()

    @property
    def accepted(self) -> bool:
        """Whether the reply may be shown."""
        return self.reply is not None
