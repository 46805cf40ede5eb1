"""Questions for measuring that are made from a library: on-topic ones from its sentences, world knowledge from its names."""

from collections.abc import Iterable, Mapping, Sequence
from hashlib import blake2b
from itertools import islice

from app.domain.content_words import STOP_WORDS, WORD, content_words
from app.domain.evidence import LibraryFact

MOST_ON_TOPIC = 200
FEWEST_QUESTIONS = 20
"""Questions of a side that make a band; an edge over fewer says nothing."""
FEWEST_WORDS, MOST_WORDS = (6, 4), 40
"""Content words of a sentence that can be asked for by half of them: of fewer than six half says little, of fewer than four nothing."""
MOST_NAMES = 8
"""Names of each kind that world knowledge is asked about."""

_WORLD = {
    "per_place.": ("what is the population of {}", "when was {} founded", "who is the mayor of {}", "what is {} famous for"),
    "per_person.": ("when was {} born", "what did {} invent", "what is {} known for", "how rich is {}"),
    "per_tag.": ("what is the history of {}", "what does {} mean", "how much does {} cost", "what is the best book about {}"),
}


def on_topic(sentences: Iterable[str]) -> tuple[str, ...]:
    """Questions that the library covers: of each sentence its beginning, with at most half of its content words, in a fixed mixed order.

    Short sentences are asked for only where long ones are too few to make a band.
    """
    counted = [(len(content_words(text)), text) for text in dict.fromkeys(sentences)]
    questions: tuple[str, ...] = ()
    for fewest in FEWEST_WORDS:
        questions = _asked([text for words, text in counted if fewest <= words <= MOST_WORDS])
        if len(questions) >= FEWEST_QUESTIONS:
            break
    return questions


def _asked(sentences: Iterable[str]) -> tuple[str, ...]:
    mixed = sorted(sentences, key=lambda text: blake2b(text.encode()).digest())
    return tuple(dict.fromkeys(_first_half(text) for text in mixed[:MOST_ON_TOPIC]))


def world_knowledge(library: Mapping[str, LibraryFact]) -> tuple[str, ...]:
    """Questions that name the commonest places, people and tags of the library, and that no library of photos can answer."""
    return tuple(question for kind in _WORLD for question in _about(kind, library))


def own_questions(text: str) -> tuple[str, ...]:
    """The questions of a list, one a line, each once, without blank lines."""
    return tuple(dict.fromkeys(line.strip() for line in text.splitlines() if line.strip()))


def _about(kind: str, library: Mapping[str, LibraryFact]) -> Sequence[str]:
    counted = sorted((-int(value), name) for name, value in library.items() if name.startswith(kind))
    commonest = islice((name.removeprefix(kind) for _, name in counted), MOST_NAMES)
    return [_WORLD[kind][number % len(_WORLD[kind])].format(name) for number, name in enumerate(commonest)]


def _first_half(sentence: str) -> str:
    words = list(WORD.finditer(sentence))
    content = [word for word in words if word[0].casefold() not in STOP_WORDS]
    return sentence[words[0].start() : content[len(content) // 2 - 1].end()]
