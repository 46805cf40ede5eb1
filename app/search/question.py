"""A question in everyday words as conditions on the photos, what is asked of them, and whether every word was understood."""

from datetime import date

from app.domain.ports import WordIndex
from app.domain.question import Question
from app.search.parse import parse


def understand(question: str, today: date, words: WordIndex) -> Question:
    """What is asked, and whether facts and values of the library answer it. Any text gives a question.

    Raises `LibraryUnavailable`.
    """
    query = parse(question, today)
    covered = bool(query.conditions) and not query.groups and not query.refusal and words.photo_count() > 0
    return Question(question, query, covered, understood=query.chips)
