"""One box of text as a question to the library: words, phrases, exclusions, OR groups, filters and dates, with a chip for each.

Pure: the day that "last summer" counts from is given. Any text whatever gives a query; nothing raises.
"""

from collections.abc import Iterator, Sequence, Set
from dataclasses import replace
from datetime import date
from itertools import groupby

from app.domain.content_words import STOP_WORDS
from app.domain.query import Chip, Condition, DateRange, Filter, FilterField, ParsedQuery
from app.search.asking import asked
from app.search.items import Group, Item, groups
from app.search.lexer import MAX_CHARACTERS, clean, tokens

MAX_TERMS = 48
"""Words beyond this many are not looked up and count for the meaning alone. Exclusions and conditions all hold."""

_DANGLING = frozenset({"and", "or", "in", "of", "from", "on", "at", "with", "by", "to", "during"})
"""Left over at the end where a date or filter was cut off: "dogs in 2018 and 2020"."""
_BRACKETS = "()[]{}"
_ARTICLES = ("the ", "a ", "an ")


def parse(text: str, today: date) -> ParsedQuery:
    """What the text asks for. `chips` carry spans of `text` itself."""
    read = clean(text)
    found = groups(list(tokens(read)), today)
    known = [group for group in found if _is_understood(group)]
    excluded = tuple(item.term for (item, *_) in known if item.negated and item.term)
    conditions = _conditions(known)
    alone = not conditions and not excluded and len(known) == len(found)
    kept = _kept([group for group in known if _is_text(group)], alone=alone)
    counted = _counted(kept, alone=alone)
    refusal = _too_long(text) or ("" if counted or excluded or conditions else _not_understood(read, found))
    return ParsedQuery(
        text=text,
        groups=tuple(dict.fromkeys(tuple(item.term for item in group if item.term) for group in counted))[:MAX_TERMS],
        excluded=excluded,
        conditions=_widened(conditions, known, worded=bool(counted)),
        meaning=_typed(read, kept, found) if counted else "",
        whole=_whole(read, kept, found) if counted else "",
        chips=() if _too_long(text) else tuple(_chips(read, kept if counted else [], found)),
        refusal=refusal,
    )


def _too_long(text: str) -> str:
    return f"The query is longer than {MAX_CHARACTERS:,} characters: shorten it." if text[MAX_CHARACTERS:].strip() else ""


def _not_understood(read: str, found: Sequence[Group]) -> str:
    parts = [read[group[0].start : group[-1].end] for group in found if not _is_understood(group)]
    return f"Candid does not understand “{' '.join(parts)}”." if parts else ""


def _is_understood(group: Group) -> bool:
    """An alternative that is not understood leaves open what the others mean."""
    return all(item.understood for item in group)


def _is_text(group: Group) -> bool:
    return all(item.term and not item.negated for item in group)


def _kept(positive: Sequence[Group], *, alone: bool) -> list[Group]:
    """Without the words that only ask; all of them where nothing else is left and nothing else was typed."""
    stretch = asked([group[0].folded if len(group) == 1 and group[0].plain else "\0" for group in positive])
    kept = list(positive[stretch.start : stretch.stop])
    if not kept and alone:
        return list(positive)
    while kept and not alone and len(kept[-1]) == 1 and kept[-1][0].plain and kept[-1][0].folded in _DANGLING:
        kept.pop()
    return kept


def _counted(kept: Sequence[Group], *, alone: bool) -> list[Group]:
    """The groups that are looked up: stop words only where they are all there is ("at" is a word of the tag "at night")."""
    counted = [group for group in kept if len(group) > 1 or not group[0].plain or group[0].folded not in STOP_WORDS]
    return list(kept) if not counted and alone else counted


def _conditions(found: Sequence[Group]) -> tuple[Condition, ...]:
    """Dates among the words are one condition: a photo has one date, so two dates mean either. Open ranges narrow instead."""
    dates = [item for group in found for item in group if _merges(group)]
    merged = (Condition(tuple(each for item in dates for each in item.filters)),) if dates else ()
    return merged + tuple(_condition(group) for group in found if not _is_text(group) and not _merges(group) and not _is_excluded(group))


def _merges(group: Group) -> bool:
    return len(group) == 1 and group[0].dated and not group[0].negated and not any(_is_open(each) for each in group[0].filters)


def _is_open(each: Filter) -> bool:
    return isinstance(each.value, DateRange) and (each.value.first is None or each.value.beyond is None)


def _is_excluded(group: Group) -> bool:
    return group[0].negated and group[0].term is not None


def _condition(group: Group) -> Condition:
    alternatives = (each for item in group for each in (item.filters or _any_field(item)))
    return Condition(tuple(alternatives), negated=group[0].negated)


def _any_field(item: Item) -> tuple[Filter, ...]:
    return (Filter(FilterField.WORDS, item.term),) if item.term else ()


def _widened(conditions: tuple[Condition, ...], found: Sequence[Group], *, worded: bool) -> tuple[Condition, ...]:
    """Beside other words a date may be one of the words of a caption ("1950 Chevrolet"): then any field that says so counts."""
    named = {each.value for group in found for item in group if item.dated for each in item.filters if each.field is FilterField.TAG}
    if not worded or not named:
        return conditions
    return tuple(
        replace(condition, any_of=tuple(dict.fromkeys(_anywhere(each, named) for each in condition.any_of))) for condition in conditions
    )


def _anywhere(each: Filter, named: Set[object]) -> Filter:
    return replace(each, field=FilterField.WORDS) if each.value in named else each


def _typed(read: str, kept: Sequence[Group], found: Sequence[Group]) -> str:
    """The positive text as it was typed, or its pieces where a filter stands between them."""
    if not kept:
        return ""
    first, final = found.index(kept[0]), found.index(kept[-1])
    if final - first + 1 == len(kept):
        start, end = _bracketed(read, kept[0][0].start, kept[-1][-1].end)
        return _unquoted(read[start:end])
    return " ".join(_unquoted(read[group[0].start : group[-1].end]) for group in kept)


def _bracketed(read: str, start: int, end: int) -> tuple[int, int]:
    """A stretch with the brackets that touch it: words are cut from them, names are not."""
    while start and read[start - 1] in _BRACKETS:
        start -= 1
    while end < len(read) and read[end] in _BRACKETS:
        end += 1
    return start, end


def _unquoted(text: str) -> str:
    bare = "".join(" " if each in '"“”„‟«»＂|*' else each for each in text.replace(" OR ", " or "))
    return " ".join(bare.split()).rstrip("?!.,;:")


def _whole(read: str, kept: Sequence[Group], found: Sequence[Group]) -> str:
    if any(len(group) > 1 for group in kept):
        return ""
    text = _typed(read, kept, found)
    article = next((each for each in _ARTICLES if text.casefold().startswith(each)), "")
    return text[len(article) :]


def _chips(read: str, kept: Sequence[Group], found: Sequence[Group]) -> Iterator[Chip]:
    """One chip for each filter, date, exclusion, phrase and OR group, and one for each unbroken run of plain words."""
    for plain, run in groupby(found, key=lambda group: group in kept and len(group) == 1 and group[0].plain):
        if plain:
            stretch = list(run)
            start, end = _bracketed(read, stretch[0][0].start, stretch[-1][0].end)
            yield Chip(_unquoted(read[start:end]), start, end)
        else:
            yield from (_chip(read, group) for group in run if not _is_text(group) or group in kept)


def _chip(read: str, group: Group) -> Chip:
    start, end = group[0].start, group[-1].end
    label = " or ".join(item.label for item in group) if _is_understood(group) else f"not understood: {read[start:end]}"
    return Chip(label, start, end)
