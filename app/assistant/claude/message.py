"""A response of the Messages API: the text of its reply and its tokens, or what is wrong with it."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from app.assistant.claude.prices import dollars
from app.assistant.model import ModelReply, Usage
from app.domain.errors import ModelTrouble

_THINKING = ("thinking", "redacted_thinking")
"""Blocks that newer models put before their text; nobody reads them."""
MOST_COUNTED = 10_000_000
"""Tokens; no model takes or gives as many, and a count beyond it is none."""


class _Loose(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True)


class _Block(_Loose):
    type: str
    text: str = ""


_Count = Annotated[int, Field(strict=True, ge=0, le=MOST_COUNTED)]


class _Tokens(_Loose):
    input_tokens: _Count
    output_tokens: _Count
    cache_creation_input_tokens: _Count | None = None
    cache_read_input_tokens: _Count | None = None


class _Message(_Loose):
    type: Literal["message"]
    content: tuple[_Block, ...]
    stop_reason: str | None
    usage: object = None


def read_message(response: bytes, host: str, model: str) -> ModelReply:
    """The reply, its blocks of text joined. Raises `ModelTrouble` where there is none or it did not come to its end."""
    try:
        message = _Message.model_validate_json(response)
    except ValidationError:
        raise ModelTrouble(
            "not_json", f"{host} answered with something that is no reply of a model: check the address of the server."
        ) from None
    _check_end(message.stop_reason, host)
    if any(each.type not in ("text", *_THINKING) for each in message.content):
        raise ModelTrouble("unexpected", f"{host} answered with something else than text: ask again, or choose another model.")
    text = "".join(each.text for each in message.content if each.type == "text")
    if not text.strip():
        raise ModelTrouble("empty", f"{host} answered with an empty reply: ask again.")
    return ModelReply(text, _usage(message.usage, host, model))


def _check_end(stop_reason: str | None, host: str) -> None:
    match stop_reason:
        case "end_turn" | "stop_sequence":
            return
        case "refusal":
            raise ModelTrouble("refusal", "The model declined to answer this question: ask it in other words, or ask without a model.")
        case "max_tokens":
            raise ModelTrouble("truncated", "The reply grew too long and was cut off: ask for less, or about fewer photos.")
        case "model_context_window_exceeded":
            raise ModelTrouble("too_large", "The question with its evidence is too long for this model: ask about fewer photos.")
        case None:
            raise ModelTrouble("unfinished", f"The reply of {host} broke off before its end: ask again.")
        case _:
            raise ModelTrouble("unexpected", f"{host} stopped for a reason that Candid does not know: ask again, or choose another model.")


def _usage(counted: object, host: str, model: str) -> Usage:
    """What the server counted, unless that can be no count.

    Candid asks for no cache; where a server used one all the same, its tokens are counted, and their price is not known.
    """
    try:
        tokens = _Tokens.model_validate(counted)
    except ValidationError:
        return Usage(model, None, None, None)
    cached = (tokens.cache_creation_input_tokens or 0) + (tokens.cache_read_input_tokens or 0)
    cost = None if cached else dollars(host, model, tokens.input_tokens, tokens.output_tokens)
    return Usage(model, tokens.input_tokens + cached, tokens.output_tokens, cost)
