"""How close a question is to the library, and what an answer may therefore claim to be."""

from collections.abc import Sequence

from app.domain.closeness import Thresholds
from app.domain.evidence import AnswerMode, Closeness
from app.domain.ports import PassageRows, Vectors

ADJACENT_MATCH = 0.45
"""From here on the library has something near. One third of the gap between the bands of SHIPPED."""
STRONG_MATCH = 0.50
"""From here on the library says it. Two thirds of that gap."""
NAME_MATCH = 0.55
"""From here on a name of the library is near. Names are short, and so near to much by chance: off-topic questions come up to 0.46."""
LOOK_MATCH = 0.44
"""From here on some photo may show it, by its look: a measure of its own, docs/decisions/0028-answers-by-look.md has its bands."""
SHIPPED = Thresholds(ADJACENT_MATCH, STRONG_MATCH)
"""Used until the person measures their own library. Measured over 2,500 captions: docs/measuring.md has the bands."""


def top_similarity(question: Vectors, passages: PassageRows) -> Closeness | None:
    """The best cosines of a unit question (dimension,) over every passage of words: an exact scan, no shortlist.

    None where the ruler is missing: there are passages, and not one of their vectors can be read.
    """
    if passages.passages and not len(passages.matrix):
        return None
    cosines = passages.matrix @ question
    said, sentences = passages.said, passages.sentences
    return Closeness(_best(cosines[:said]), _best(cosines[sentences:]), _best(cosines[said:sentences]))


def nearest(measured: Sequence[Closeness]) -> Closeness:
    """How close a question lies that was measured in several wordings: of each kind the nearest. Raises ValueError without any."""
    return Closeness(max(each.sentences for each in measured), max(each.names for each in measured), max(each.read for each in measured))


def answer_mode(
    closeness: Closeness | None,
    covered: bool,
    thresholds: Thresholds = SHIPPED,
    *,
    about_the_world: bool = False,
    in_words: bool = False,
    read_alone: bool = False,
    look: float | None = None,
    look_match: float = LOOK_MATCH,
) -> AnswerMode:
    """What an answer may be. `covered`: every content word of the question was understood as something that the library holds.

    None for closeness means that it could not be measured, which is no reason to drop what words have found; but what was found for text
    that was read in pictures alone (`read_alone`) is adjacent then as well. A question that is
    `about_the_world` by its form is adjacent at most, however near: a caption of zebras does not tell what zebras eat. One that asks for
    photos of which some hold all of its words (`in_words`) is adjacent at least: they can be shown, whatever closeness says. Text that was
    read in pictures makes it adjacent and no more: a machine has read it, and no pack carries it (decision 29).
    `look` is the cosine to the nearest look: a guess, which can make an answer adjacent and no more, and says nothing about the world.
    """
    if covered:
        return AnswerMode.SOURCED
    if closeness is None:
        return AnswerMode.ADJACENT if read_alone else AnswerMode.SOURCED
    if closeness.sentences >= thresholds.strong and not about_the_world:
        return AnswerMode.SOURCED
    seen = look is not None and look >= look_match and not about_the_world
    near = in_words or seen or max(closeness.sentences, closeness.read) >= thresholds.adjacent or closeness.names >= NAME_MATCH
    return AnswerMode.ADJACENT if near else AnswerMode.OPEN


def _best(cosines: Vectors) -> float:
    return float(cosines.max()) if len(cosines) else 0.0
