"""Tokens read as items: a filter, a date among the words, or a term to look up. OR joins neighbouring items into a group."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date

from app.domain.query import DateRange, Filter, FilterField, Term
from app.search.dates import FoundDate, date_value, find_dates, impossible_day
from app.search.filters import filters, label, opposite, term
from app.search.lexer import Kind, Token

_DATE_WORDS = 4


@dataclass(frozen=True, slots=True)
class Item:
    """One condition or term of the typed text, `start` to `end`. One of `filters` and `term` is set, or it was not understood.

    `dated` marks a date that stood among plain words; `plain` a single word that may turn out to be asking only.
    """

    start: int
    end: int
    label: str
    filters: tuple[Filter, ...] = ()
    term: Term | None = None
    negated: bool = False
    dated: bool = False
    plain: bool = False

    @property
    def understood(self) -> bool:
        """Whether it says anything; a filter with an impossible value does not."""
        return bool(self.filters) or self.term is not None

    @property
    def folded(self) -> str:
        """The word in lower case, for comparing with lists of words."""
        return self.term.text.casefold() if self.term else ""


Group = tuple[Item, ...]
"""Items joined by OR, or one item alone."""


def groups(tokens: Sequence[Token], today: date) -> list[Group]:
    """All items in typed order, those joined by OR together. OR beside a negation or at an end means nothing."""
    found: list[Group] = []
    joining = False
    for item in _items(tokens, today):
        if item is None:
            joining = True
            continue
        if joining and found and not item.negated and not found[-1][0].negated:
            found[-1] = (*found[-1], item)
        else:
            found.append((item,))
        joining = False
    return found


def _items(tokens: Sequence[Token], today: date) -> Iterator[Item | None]:
    """Items in order; None stands for OR."""
    position = 0
    while position < len(tokens):
        run = _run(tokens, position)
        if run > position:
            yield from _plain_items(tokens[position:run], today)
            position = run
        elif tokens[position].kind is Kind.OR:
            yield None
            position += 1
        else:
            item, position = _marked_item(tokens, position, today)
            yield item


def _run(tokens: Sequence[Token], start: int) -> int:
    """Where the plain words and dashes that begin at `start` end."""
    stop = start
    while stop < len(tokens) and (tokens[stop].plain or tokens[stop].kind is Kind.DASH):
        stop += 1
    return stop


def _plain_items(run: Sequence[Token], today: date) -> Iterator[Item]:
    found = {each.start: each for each in find_dates([token.text.casefold() for token in run], today)}
    position = 0
    while position < len(run):
        dated = found.get(position)
        stop = dated.stop if dated else position + (impossible_day([token.text.casefold() for token in run[position:]]) or 1)
        if dated:
            yield _date_item(dated, run[position].start, run[stop - 1].end)
        elif stop > position + 1:
            yield Item(run[position].start, run[stop - 1].end, "")
        elif run[position].kind is not Kind.DASH:
            yield _term_item(run[position])
        position = stop


def _date_item(found: FoundDate, start: int, end: int) -> Item:
    return Item(start, end, f"date: {found.label}", _dated(found.ranges, found.named), dated=True)


def _dated(ranges: tuple[DateRange, ...], named: str) -> tuple[Filter, ...]:
    """A date among words may as well be the name of a tag or of a folder ("Christmas 2015"): either counts."""
    dates = tuple(Filter(FilterField.DATE, each) for each in ranges)
    if not named:
        return dates
    name = Term(named, phrase=" " in named)
    return (*dates, Filter(FilterField.TAG, name), Filter(FilterField.FOLDER, name))


def _marked_item(tokens: Sequence[Token], position: int, today: date) -> tuple[Item, int]:
    token, after = tokens[position], position + 1
    if token.field is FilterField.DATE and token.kind is Kind.WORD:
        token, after = _long_date(tokens, position, today)
    alternatives = filters(token, today) if token.field and token.kind is not Kind.UNREAD else ()
    if alternatives:
        item = Item(token.start, token.end, label(token, alternatives), alternatives, negated=token.negated)
    else:
        item = _unfiltered(token, today)
    return (replace(item, label=opposite(item.label)) if item.negated else item), after


def _unfiltered(token: Token, today: date) -> Item:
    if token.field:
        return Item(token.start, token.end, "")
    found = find_dates([token.text.casefold()], today) if token.negated and token.kind is Kind.WORD else []
    if found:
        return replace(_date_item(found[0], token.start, token.end), negated=True)
    return _term_item(token)


def _long_date(tokens: Sequence[Token], position: int, today: date) -> tuple[Token, int]:
    """`date:` takes the words after it as far as they make one date, even one that no calendar has: `date:June 2019`."""
    token = tokens[position]
    words = [token.text, *(each.text for each in tokens[position + 1 : min(position + _DATE_WORDS, _run(tokens, position + 1))])]
    dated = (count for count in range(len(words), 1, -1) if date_value(" ".join(words[:count]), today))
    count = next(dated, 0) or impossible_day([word.casefold() for word in words]) or 1
    return replace(token, text=" ".join(words[:count]), end=tokens[position + count - 1].end), position + count


def _term_item(token: Token) -> Item:
    shown = f"“{token.text}”" if token.kind is Kind.PHRASE else f"{token.text}…" if token.prefix else token.text
    return Item(token.start, token.end, shown, term=term(token), negated=token.negated, plain=token.plain)
