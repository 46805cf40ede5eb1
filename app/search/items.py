"""Tokens read as items: a filter, a date among the words, or a term to look up. OR joins neighbouring items into a group."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date

from app.domain.query import DateRange, Filter, FilterField, Term
from app.search.dates import FoundDate, date_value, find_dates
from app.search.filters import filters, label, term
from app.search.lexer import Kind, Token

_DATE_WORDS = 4


@dataclass(frozen=True, slots=True)
class Item:
    """One condition or term of the typed text, `start` to `end`. Exactly one of `filters` and `term` is set.

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
        if dated:
            yield _date_item(dated, run[dated.start].start, run[dated.stop - 1].end)
        elif run[position].kind is not Kind.DASH:
            yield _term_item(run[position])
        position = dated.stop if dated else position + 1


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
    alternatives = filters(token, today) if token.field else ()
    if alternatives:
        item = Item(token.start, token.end, label(token, alternatives), alternatives, negated=token.negated)
    else:
        item = _unfiltered(token, today)
    return (replace(item, label=f"not: {item.label}") if item.negated else item), after


def _unfiltered(token: Token, today: date) -> Item:
    if token.field:
        text = f"{token.field.value} {token.text}"
        return Item(token.start, token.end, text, term=Term(text, phrase=True), negated=token.negated)
    found = find_dates([token.text.casefold()], today) if token.negated and token.kind is Kind.WORD else []
    if found:
        return replace(_date_item(found[0], token.start, token.end), negated=True)
    return _term_item(token)


def _long_date(tokens: Sequence[Token], position: int, today: date) -> tuple[Token, int]:
    """`date:` takes the words after it as far as they make one date: `date:June 2019`."""
    token = tokens[position]
    for stop in range(min(position + _DATE_WORDS, _run(tokens, position + 1)), position + 1, -1):
        text = " ".join([token.text, *(each.text for each in tokens[position + 1 : stop])])
        if date_value(text, today):
            return replace(token, text=text, end=tokens[stop - 1].end), stop
    return token, position + 1


def _term_item(token: Token) -> Item:
    shown = f"“{token.text}”" if token.kind is Kind.PHRASE else f"{token.text}…" if token.prefix else token.text
    return Item(token.start, token.end, shown, term=term(token), negated=token.negated, plain=token.plain)
