"""What models cost, as their maker published it in October 2026 (platform.claude.com, its pages of models); it can be outdated by now.

Only what was found there is listed; of every other model, and of every other host, the price is not known.
"""

import re
from dataclasses import dataclass

from app.config.assistant_settings import OFFICIAL_HOST


@dataclass(frozen=True, slots=True)
class Price:
    """US dollars for a million tokens of input and of output."""

    input: float
    output: float


_PRICES = {
    "claude-fable-5-1": Price(10, 50),
    "claude-opus-5-5": Price(4, 20),
    "claude-opus-5": Price(5, 25),
    "claude-opus-4-6": Price(5, 25),
    "claude-opus-4-5": Price(5, 25),
    "claude-sonnet-5-5": Price(2, 10),
    "claude-sonnet-4-6": Price(3, 15),
    "claude-sonnet-4-5": Price(3, 15),
    "claude-haiku-5-5": Price(0.1, 0.5),
    "claude-haiku-4-5": Price(1, 5),
}
_LONG_PROMPT = 100_000
"""Tokens of a prompt beyond which some models cost more."""
_LONG_PRICES = {"claude-haiku-5-5": Price(0.5, 2.5)}
_SNAPSHOT = re.compile(r"-\d{8}\Z", re.ASCII)


def dollars(host: str, model: str, input_tokens: int, output_tokens: int) -> float | None:
    """What an answer cost; None where the price is not known. A model is known by its name, with the date of a snapshot or without."""
    name = _SNAPSHOT.sub("", model)
    price = _PRICES.get(name) if host == OFFICIAL_HOST else None
    if input_tokens > _LONG_PROMPT:
        price = _LONG_PRICES.get(name, price) if price else None
    if price is None:
        return None
    return (input_tokens * price.input + output_tokens * price.output) / 1_000_000
