"""Why an answer has its label, in words, and what to search for where it answers nothing."""

from app.domain.evidence import AnswerMode
from app.services.evidence import Evidence

UNDERSTOOD = "Every word of the question was understood as something that your library records."
NEARLY_SAID = "Captions or titles of your photos say nearly what the question says."
HANDED_OVER = "It is about the photos that you chose, and they are its evidence."
NOT_MEASURED = "How near your photos come could not be measured, so the words of the question alone decided."
ADJACENT = "Some photos come near to the question, but none of them is known to answer it."
OPEN = "Nothing that your photos say comes near to the question."
NO_QUESTION = "This is nothing that the facts of your photos tell."


def why(evidence: Evidence) -> str:
    """One line that says why the answer is sourced, adjacent or open, without a number."""
    question = evidence.question
    if question.cannot:
        return NO_QUESTION
    match evidence.pack.mode:
        case AnswerMode.OPEN:
            return OPEN
        case AnswerMode.ADJACENT:
            return ADJACENT
    if evidence.scope:
        return HANDED_OVER
    if question.covered:
        return UNDERSTOOD
    return NEARLY_SAID if evidence.ruler.closeness else NOT_MEASURED


def suggestions(evidence: Evidence) -> tuple[str, ...]:
    """Searches that may find what the question is after, where it was not answered; texts for the search box."""
    return evidence.suggested
