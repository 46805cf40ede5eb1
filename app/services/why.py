"""Why an answer has its label, in words, and what to search for where it answers nothing."""

from app.services.evidence import Evidence


def why(evidence: Evidence) -> str:
    """One line that says why the answer is sourced, adjacent or open, without a number."""
    return ""


def suggestions(evidence: Evidence) -> tuple[str, ...]:
    """Searches that may find what the question is after, where it was not answered; texts for the search box."""
    return ()
