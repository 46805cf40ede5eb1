"""Questions that this library has answers to, made from what is in it: a beginning for somebody who does not know yet what to ask."""

from collections.abc import Callable, Mapping

from app.domain.evidence import LibraryFact

MOST = 5
LONGEST_NAME = 32
"""Characters of a place, tag or person; a longer one makes no question that is read at a glance."""

Facts = Mapping[str, LibraryFact]


def suggested_questions(facts: Facts) -> tuple[str, ...]:
    """At most five questions with values of the library (see `library_facts`); none for an empty one."""
    if not facts.get("matching"):
        return ()
    asked = (make(facts) for make in _QUESTIONS)
    return tuple(each for each in asked if each)[:MOST]


def _year(facts: Facts) -> str:
    year = _commonest(facts, "per_year.")
    return f"How many photos were taken in {year}?" if year else ""


def _place(facts: Facts) -> str:
    place = _commonest(facts, "per_place.").partition(",")[0].strip()
    return f"Show photos from {place}" if place else ""


def _camera(facts: Facts) -> str:
    return "Which camera took the most photos?" if _number(facts, "cameras") > 1 else ""


def _undated(facts: Facts) -> str:
    return "Which photos have no capture date?" if 0 < _number(facts, "undated") < _number(facts, "matching") else ""


def _person(facts: Facts) -> str:
    person = _commonest(facts, "per_person.")
    return f"Show photos of {person}" if person else ""


def _tag(facts: Facts) -> str:
    tag = _commonest(facts, "per_tag.")
    return f"How many photos are tagged {tag}?" if tag else ""


def _oldest(facts: Facts) -> str:
    return "Which is the oldest photo?" if "first" in facts else ""


_QUESTIONS: tuple[Callable[[Facts], str], ...] = (_year, _place, _camera, _undated, _person, _tag, _oldest)


def _commonest(facts: Facts, prefix: str) -> str:
    """The name with most photos that is short and of one line."""
    named = ((count, name.removeprefix(prefix)) for name, count in facts.items() if name.startswith(prefix) and isinstance(count, int))
    return max(((count, name) for count, name in named if _plain(name)), key=lambda each: each[0], default=(0, ""))[1]


def _plain(name: str) -> bool:
    return 1 < len(name) <= LONGEST_NAME and name.isprintable() and not set(name) & set('"“”<>?!')


def _number(facts: Facts, name: str) -> int:
    value = facts.get(name, 0)
    return value if isinstance(value, int) else 0
