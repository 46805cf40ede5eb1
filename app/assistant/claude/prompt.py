"""The prompt of one question: the rules from resources/prompts, and the evidence as data in a block that its own text cannot close."""

import json
from base64 import b64encode
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from secrets import token_hex

from app.assistant.claude.evidence import evidence
from app.assistant.gates.leaks import NO_COINCIDENCE, Secrets
from app.config.paths import shipped
from app.domain.evidence import EvidencePack, Relationships
from app.domain.ids import PackId
from app.domain.question import Question

RANDOM_BYTES = 16
FENCE = "EVIDENCE-"
"""How the line before and after the evidence begins; a random part follows, the same in both and another for every question."""


@dataclass(frozen=True, slots=True)
class Prompt:
    """`system` are the rules, `content` the blocks of the one message; `secrets` hold the canary and the delimiter, and the key."""

    system: str
    content: tuple[Mapping[str, object], ...]
    secrets: Secrets


def make_prompt(
    question: Question,
    pack: EvidencePack,
    graph: Relationships,
    earlier: Sequence[str],
    thumbnails: Mapping[PackId, bytes],
    key: str,
    draw: Callable[[], str] = lambda: token_hex(RANDOM_BYTES),
) -> Prompt:
    """The prompt of a reduced pack; the same for the same inputs but for what `draw` gives. Raises ValueError if the pack holds paths."""
    told = as_data(evidence(question, pack, graph, earlier))
    pictures = [block for each in pack.photos if each.id in thumbnails for block in _picture(each.id, thumbnails[each.id])]
    canary, delimiter = f"mark-{draw()}", FENCE + draw()
    while delimiter in told:
        delimiter = FENCE + draw()
    block = {"type": "text", "text": f"{delimiter}\n{told}\n{delimiter}"}
    system = _rules().replace("{canary}", canary)
    return Prompt(system, (block, *pictures), Secrets(canary, (delimiter,), secret_keys(key)))


def secret_keys(key: str) -> tuple[str, ...]:
    """The key, if it is one that nobody writes by chance; some servers on one's own machine take any word."""
    return (key,) if len(key) >= NO_COINCIDENCE else ()


def as_data(told: Mapping[str, object]) -> str:
    """JSON on one line, in which every character but visible ASCII is escaped: nothing steers, hides or ends a line."""
    return json.dumps(told, ensure_ascii=True, allow_nan=False, separators=(",", ":")).replace("\x7f", "\\u007f")


def _picture(photo_id: PackId, jpeg: bytes) -> tuple[Mapping[str, object], Mapping[str, object]]:
    source = {"type": "base64", "media_type": "image/jpeg", "data": b64encode(jpeg).decode("ascii")}
    return {"type": "text", "text": f"The picture of {photo_id}:"}, {"type": "image", "source": source}


@cache
def _rules() -> str:
    return (shipped("resources") / "prompts" / "answer.md").read_text("utf-8")
