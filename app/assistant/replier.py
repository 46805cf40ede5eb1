"""Whoever gives replies: the built-in one, or a model."""

from typing import Protocol

from app.assistant.reply import AssistantReply
from app.domain.evidence import EvidencePack, Relationships
from app.domain.question import Question


class Replier(Protocol):
    """Gives a reply to a question from its evidence. It decides nothing: the mode is decided before, the gates check after."""

    def structured_generate(self, question: Question, pack: EvidencePack, graph: Relationships) -> AssistantReply:
        """A reply in the pack's mode."""
