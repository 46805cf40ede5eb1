"""What an answer cost, where it is known."""

import pytest

from app.assistant.claude.prices import dollars
from app.config.assistant_settings import OFFICIAL_HOST


@pytest.mark.parametrize(
    ("model", "tokens", "cost"),
    [
        ("claude-opus-5-5", (1_000_000, 0), 4.0),
        ("claude-opus-5-5", (0, 1_000_000), 20.0),
        ("claude-sonnet-4-5-20250929", (1_000, 1_000), 0.018),
        ("claude-haiku-5-5", (100_000, 1_000), 0.0105),
        ("claude-haiku-5-5", (100_001, 0), 0.0500005),
        ("claude-opus-5-5", (0, 0), 0.0),
    ],
)
def test_known_prices(model: str, tokens: tuple[int, int], cost: float) -> None:
    assert dollars(OFFICIAL_HOST, model, *tokens) == pytest.approx(cost)


@pytest.mark.parametrize("model", ["", "claude", "claude-opus-5-50", "claude-opus-5-5-fast", "claude-opus-9", "llama", "x-claude-opus-5-5"])
def test_unknown_models_have_no_price(model: str) -> None:
    assert dollars(OFFICIAL_HOST, model, 1, 1) is None


@pytest.mark.parametrize("host", ["localhost:8080", "gate.example", "api.anthropic.com:8443", "api.anthropic.com.evil.example"])
def test_other_hosts_have_no_price(host: str) -> None:
    assert dollars(host, "claude-opus-5-5", 1, 1) is None
