"""What the gates came to: an accepted reply, or reasons why the whole of it was discarded."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from app.assistant.reply import AssistantReply

REJECTION = "This answer was discarded, because something in it could not be checked against your photos."
"""All that is shown of a discarded reply."""

CODES: Mapping[str, str] = MappingProxyType(
    {
        "not_json": "it is no JSON, or a field stands in it twice",
        "too_long": "it is longer than a reply may be",
        "schema": "it has not the form of a reply",
        "unknown_relation": "there is no relation of this name",
        "too_few_photos": "a relationship takes two photos",
        "repeated_photo": "it names a photo twice",
        "unknown_photo": "the evidence holds no photo of exactly this id",
        "relation_not_held": "the relation does not hold between every two of the photos",
        "order_not_held": "the photos were not certainly taken in this order",
        "value_not_held": "this is not what all the photos share by the relation",
        "unknown_field": "there is no fact of this name that may be claimed",
        "fact_not_known": "this fact of the photo is not known",
        "wrong_value": "what the photo says is another",
        "unknown_library_fact": "the evidence holds no library fact of this name",
        "wrong_count": "a number over your photos is another",
        "empty_found": "it names nothing that was found",
        "found_both": "it names photos and a whole result, where one of them belongs",
        "unknown_set": "the evidence holds no result of exactly this id",
        "reference_out_of_range": "it refers to a claim that is not there",
        "no_statement": "the answer is empty",
        "blank_prose": "its text shows nothing",
        "many_lines": "its text has more lines than a statement may have",
        "library_prose_without_photo": "prose from the library must be about a photo",
        "general_prose_with_photo": "general prose must not be about a photo",
        "general_prose_in_sourced": "a sourced answer must not hold general prose",
        "nothing_from_library": "the answer must hold something from the library",
        "library_prose_in_open": "an open answer holds general prose only",
        "claim_in_open": "an open answer must hold no claim",
        "citation_in_open": "an open answer must cite nothing",
        "unknown_id_in_prose": "its text holds what looks like an id, and the evidence does not",
        "second_photo_in_prose": "its text names an id of the evidence that the statement is not about",
        "leak": "it holds something that must not leave the prompt",
    }
)
"""The reasons a reply is discarded for: codes, which are stable, and what each means."""


@dataclass(frozen=True, slots=True)
class Rejection:
    """Why a gate discarded a reply. `code` is one of `CODES`; `detail` says where and what, in words, and never repeats the reply."""

    gate: str
    code: str
    detail: str


@dataclass(frozen=True, slots=True)
class Redaction:
    """A path that was replaced in the text of statement number `statement`, counted from 0."""

    statement: int
    path: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """`reply` is what was accepted, its claims unique and its paths redacted; None if it was discarded for `reasons`."""

    reply: AssistantReply | None
    reasons: tuple[Rejection, ...] = ()
    redactions: tuple[Redaction, ...] = ()

    @property
    def accepted(self) -> bool:
        """Whether the reply may be shown."""
        return self.reply is not None


def rejection(gate: str, code: str, where: str) -> Rejection:
    """The reason `code` of a gate; `where` is a place in the reply, as `claim 2`, counted from 0 as references are."""
    return Rejection(gate, code, f"{where}: {CODES[code]}")
