"""The form of a reply, in which nobody but Candid can write a sentence about two photos: prose is about one at most, claims are checked."""

import json
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

LONGEST_REPLY = 30_000
"""Characters of a reply as JSON; honest ones have fewer than 20,000."""

Text = Annotated[str, Field(min_length=1, max_length=2_000)]
Name = Annotated[str, Field(max_length=2_000)]
Value = str | int | float


class _Part(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, allow_inf_nan=False)


class Prose(_Part):
    """A statement in the replier's own words: `library` prose is about one photo, `general` prose about none."""

    kind: Literal["prose"]
    text: Text
    photo_id: Name | None = None
    origin: Literal["library", "general"]


class ClaimReference(_Part):
    """Stands for the sentence that Candid writes of claim number `ref`, counted from 0."""

    kind: Literal["claim"]
    ref: int


class RelationshipClaim(_Part):
    """The relation holds between every two of the photos; with a value, it is this that they share."""

    kind: Literal["relationship"]
    relation: Name
    photo_ids: Annotated[tuple[Name, ...], Field(max_length=50)]
    value: Name | None = None


class FactClaim(_Part):
    """A fact of a photo has this value; of several values (tags, people) it is one of them, or each of a list is."""

    kind: Literal["fact"]
    photo_id: Name
    field: Name
    value: Value | Annotated[tuple[Name, ...], Field(max_length=50)]


class CountClaim(_Part):
    """The library fact of this name has this value."""

    kind: Literal["count"]
    fact: Name
    value: int | Name


class FoundClaim(_Part):
    """These photos, or the whole result of this id, were found for the question, which says no more than that."""

    kind: Literal["found"]
    photo_ids: Annotated[tuple[Name, ...], Field(max_length=50)] | None = None
    set_id: Name | None = None


Statement = Annotated[Prose | ClaimReference, Field(discriminator="kind")]
Claim = Annotated[RelationshipClaim | FactClaim | CountClaim | FoundClaim, Field(discriminator="kind")]


class AssistantReply(_Part):
    """What a replier gives: statements, the photos it cites, and the claims that its references point to."""

    answer: Annotated[tuple[Statement, ...], Field(max_length=60)]
    cited_photo_ids: Annotated[tuple[Name, ...], Field(max_length=50)]
    claims: Annotated[tuple[Claim, ...], Field(max_length=100)]


class NotAReply(ValueError):
    """Text that is no reply; `code` is `not_json`, `too_long` or `schema`; `str(error)` says where and what, and repeats none of it."""

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(detail)
        self.code = code


def read_reply(text: str) -> AssistantReply:
    """The reply that a JSON text is, with or without a byte order mark. Raises `NotAReply`."""
    text = text.removeprefix("\ufeff")
    if len(text) > LONGEST_REPLY:
        raise NotAReply("too_long", f"more than {LONGEST_REPLY:,} characters")
    try:
        json.loads(text, object_pairs_hook=_each_once)
    except json.JSONDecodeError as error:
        raise NotAReply("not_json", f"line {error.lineno}, column {error.colno}") from error
    except _StandsTwice as error:
        raise NotAReply("not_json", "a field stands twice") from error
    except RecursionError as error:
        raise NotAReply("not_json", "it is nested too deeply") from error
    except ValueError as error:
        raise NotAReply("not_json", "a number has too many digits") from error
    try:
        return AssistantReply.model_validate_json(text)
    except ValidationError as error:
        first = error.errors()[0]
        # Of a field that does not belong, the name is the reply's own word.
        place = first["loc"][:-1] if first["type"] == "extra_forbidden" else first["loc"]
        raise NotAReply("schema", f"{'.'.join(map(str, place)) or 'reply'}: {first['type'].replace('_', ' ')}") from error


class _StandsTwice(ValueError):
    pass


def _each_once(pairs: list[tuple[str, object]]) -> None:
    """Of two fields of one name, readers differ in which one counts."""
    if len(dict(pairs)) < len(pairs):
        raise _StandsTwice
