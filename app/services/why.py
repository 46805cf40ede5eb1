"""Why an answer has its label, in words, and what to search for where it answers nothing."""

from collections.abc import Iterator

from app.domain.evidence import AnswerMode
from app.domain.question import WHICH_PHOTO
from app.domain.written import quoted
from app.services.evidence import Evidence, Near

UNDERSTOOD = "Every word of the question was understood as something that your library records."
NEARLY_SAID = "Captions or titles of your photos say nearly what the question says."
HANDED_OVER = "It is about the photos that you chose, and they are its evidence."
NOT_MEASURED = "How near your photos come could not be measured, so the words of the question alone decided."
ADJACENT = "Some photos come near to the question, but none of them is known to answer it."
HELD = "Some photos have the words of the question; whether they answer it, words alone cannot tell."
BY_LOOK = "Some photos come near to the question by their look, which is a guess; nothing that is said of them does."
ALSO_BY_LOOK = "What is said of photos comes near to the question, and so does their look, which is a guess; none is known to answer it."
OPEN = "Nothing that your photos say comes near to the question."
NONE_ADJACENT = "The question sounds like one about your photos, but none of them is known to answer it."
BY_FACES = "It asks for what only pictures tell; what Candid finds in them is a guess."
GUESSED = "What Candid says of pictures here is a guess; nobody has said it."
WHICH = "It is about one photo, and Candid cannot tell which."
NO_QUESTION = "This is nothing that the facts of your photos tell."


def why(evidence: Evidence) -> str:
    """Why the answer is sourced, adjacent or open, on one line and without its closeness."""
    question = evidence.question
    if question.cannot:
        return WHICH if question.cannot == WHICH_PHOTO else NO_QUESTION
    if evidence.guesses and evidence.pack.mode is not AnswerMode.SOURCED:
        return BY_FACES if evidence.guess_opens else GUESSED
    match evidence.pack.mode:
        case AnswerMode.OPEN:
            return OPEN
        case AnswerMode.ADJACENT:
            return _near(evidence.near) if evidence.pack.photos else NONE_ADJACENT
    if evidence.scope or question.covered:
        return " ".join([HANDED_OVER if evidence.scope else UNDERSTOOD, *_as_well(evidence)])
    return NEARLY_SAID if evidence.ruler.closeness else NOT_MEASURED


def _near(near: Near) -> str:
    if near.holding:
        return HELD
    if near.by_look:
        return ALSO_BY_LOOK if near.said else BY_LOOK
    return ADJACENT


def suggestions(evidence: Evidence) -> tuple[str, ...]:
    """Searches that may find what the question is after, where it was not answered or finds more; texts for the search box."""
    return tuple(dict.fromkeys((*evidence.suggested, *([evidence.as_well.word] if evidence.as_well else ()))))


def _as_well(evidence: Evidence) -> Iterator[str]:
    """That a word may mean more than the value for which it was taken."""
    if evidence.as_well:
        word, more = quoted(evidence.as_well.word), evidence.as_well.more
        says = "photo has the word" if more == 1 else "photos have the word"
        if more:
            yield f"{more:,} more {says} {word} in {'its' if more == 1 else 'their'} caption or title."
        looks = evidence.as_well.looks
        if looks:
            yield f"A search for {word} finds {looks:,} {'other' if looks == 1 else 'others'} by look alone (a guess)."
