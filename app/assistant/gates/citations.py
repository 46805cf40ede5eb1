"""The third gate: every id is one of the pack's, every reference leads to a claim, and every statement comes from where the mode allows."""

import re
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import accumulate, product
from typing import Self

from app.assistant.gates.verdict import Rejection, rejection
from app.assistant.gates.visible import visible
from app.assistant.reply import AssistantReply, Claim, ClaimReference, FactClaim, FoundClaim, Prose, RelationshipClaim
from app.domain.evidence import AnswerMode, EvidencePack

_ID = re.compile(r"(?<![^\W_])([PR]) *-+ *([0-9A-Z]{4})(?![^\W_])", re.IGNORECASE)
"""What looks like an id of a pack, in visible text."""

_WORD = re.compile(r"[^\W_]+")

MOST_LINES = 12
"""Of one statement, blank ones too; a list of photos is as long, and more would push what Candid has checked out of sight."""

Fault = tuple[str, str]
"""Where, and a code."""


def validate_citations(reply: AssistantReply, pack: EvidencePack) -> tuple[Rejection, ...]:
    """All that is wrong with ids, references and origins; empty if nothing is."""
    faults = (*_ids(reply, pack), *_references(reply), *_origins(reply, pack.mode), *_mode(reply, pack.mode), *_mentions(reply, pack))
    return tuple(rejection("citations", code, where) for where, code in faults)


def _prose(reply: AssistantReply) -> Iterator[tuple[str, Prose]]:
    for number, statement in enumerate(reply.answer):
        if isinstance(statement, Prose):
            yield f"statement {number}", statement


def _ids(reply: AssistantReply, pack: EvidencePack) -> Iterator[Fault]:
    held = {photo.id for photo in pack.photos}
    for where, photo_id in _photo_ids(reply):
        if photo_id not in held:
            yield where, "unknown_photo"
    for number, claim in enumerate(reply.claims):
        if isinstance(claim, FoundClaim) and claim.set_id is not None and claim.set_id != pack.set_id:
            yield f"claim {number}", "unknown_set"


def _photo_ids(reply: AssistantReply) -> Iterator[tuple[str, str]]:
    """Every id of a photo in the reply, and where it stands."""
    yield from ((f"citation {number}", photo_id) for number, photo_id in enumerate(reply.cited_photo_ids))
    yield from ((where, prose.photo_id) for where, prose in _prose(reply) if prose.photo_id is not None)
    for number, claim in enumerate(reply.claims):
        yield from ((f"claim {number}", photo_id) for photo_id in _claimed_ids(claim))


def _claimed_ids(claim: Claim) -> tuple[str, ...]:
    if isinstance(claim, FactClaim):
        return (claim.photo_id,)
    return (claim.photo_ids or ()) if isinstance(claim, RelationshipClaim | FoundClaim) else ()


def _references(reply: AssistantReply) -> Iterator[Fault]:
    for number, statement in enumerate(reply.answer):
        if isinstance(statement, ClaimReference) and not 0 <= statement.ref < len(reply.claims):
            yield f"statement {number}", "reference_out_of_range"


def _origins(reply: AssistantReply, mode: AnswerMode) -> Iterator[Fault]:
    for where, prose in _prose(reply):
        if not visible(prose.text).strip():
            yield where, "blank_prose"
        if len(prose.text.splitlines()) > MOST_LINES:
            yield where, "many_lines"
        if prose.origin == "library" and prose.photo_id is None:
            yield where, "library_prose_without_photo"
        if prose.origin == "general" and prose.photo_id is not None:
            yield where, "general_prose_with_photo"
        if prose.origin == "general" and mode is AnswerMode.SOURCED:
            yield where, "general_prose_in_sourced"
        if prose.origin == "library" and mode is AnswerMode.OPEN:
            yield where, "library_prose_in_open"


def _mode(reply: AssistantReply, mode: AnswerMode) -> Iterator[Fault]:
    if not reply.answer:
        yield "answer", "no_statement"
    if mode is AnswerMode.OPEN:
        yield from (("claims", "claim_in_open"),) if reply.claims else ()
        yield from (("citations", "citation_in_open"),) if reply.cited_photo_ids else ()
    elif not any(isinstance(each, ClaimReference) or each.photo_id is not None for each in reply.answer):
        yield "answer", "nothing_from_library"


def _mentions(reply: AssistantReply, pack: EvidencePack) -> Iterator[Fault]:
    """Ids in the text of prose: one that the pack does not hold, or one that the statement is not about."""
    held = [*(photo.id for photo in pack.photos), *((pack.set_id,) if pack.set_id else ())]
    known = {_key(match) for each in held if (match := _ID.fullmatch(visible(each)))}
    names = _Names.of(held)
    for where, prose in _prose(reply):
        text = visible(prose.text)
        if any(_key(match) not in known and _looks_like_id(match, bool(held)) for match in _ID.finditer(text)):
            yield where, "unknown_id_in_prose"
        if any(each != prose.photo_id for each in names.in_text(text)):
            yield where, "second_photo_in_prose"


def _key(match: re.Match[str]) -> str:
    return f"{match[1]}-{match[2]}".casefold()


def _looks_like_id(match: re.Match[str], ids_were_given: bool) -> bool:
    """With a digit and a letter in any case: `p-7k2q`. Where there are ids to be taken for, also as they are written: `P-1000`."""
    code = match[2]
    return (ids_were_given and match[0].isupper()) or (any(map(str.isdigit, code)) and any(map(str.isalpha, code)))


@dataclass(frozen=True, slots=True)
class _Name:
    """An id as a name: its words, which may stand together or apart, and whether its case counts."""

    id: str
    words: tuple[str, ...]
    cased: bool

    def is_written(self, words: Sequence[str]) -> bool:
        """Whether these words are its own, some of them run together."""
        ends = set(accumulate(map(len, self.words)))
        return ends.issuperset(accumulate(map(len, words))) and not (self.cased and "".join(words) != "".join(self.words))


@dataclass(frozen=True, slots=True)
class _Names:
    """The ids of a pack by their letters, what each may begin with, and of how many words the longest is."""

    by_letters: Mapping[str, Sequence[_Name]]
    beginnings: Set[str]
    most_words: int

    @classmethod
    def of(cls, held: Sequence[str]) -> Self:
        """Of these ids; one that could be a word or a number is none."""
        by_letters: dict[str, list[_Name]] = {}
        for each in held:
            seen = visible(each)
            digits, letters = (any(map(kind, seen)) for kind in (str.isdigit, str.isalpha))
            if letters and (digits or _ID.fullmatch(seen)):
                words = tuple(_WORD.findall(seen))
                by_letters.setdefault("".join(words).casefold(), []).append(_Name(each, words, not digits))
        words_of = [name.words for names in by_letters.values() for name in names]
        beginnings = {letters.casefold() for words in words_of for letters in accumulate(words)}
        return cls(by_letters, beginnings, max(map(len, words_of), default=0))

    def in_text(self, text: str) -> Iterator[str]:
        """The ids that a visible text holds as a whole, however they are joined."""
        words = _WORD.findall(text)
        starts = (place for place, word in enumerate(words) if word.casefold() in self.beginnings)
        for first, count in product(starts, range(1, self.most_words + 1)):
            run = words[first : first + count]
            yield from (name.id for name in self.by_letters.get("".join(run).casefold(), ()) if name.is_written(run))
