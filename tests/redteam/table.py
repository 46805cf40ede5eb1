"""The table of replies: rows out of the JSON files beside this one, the packs they are checked against, and the tally of verdicts."""

import json
from collections import Counter
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any

from app.assistant.gates.check import check_text
from app.assistant.gates.leaks import Secrets
from app.assistant.gates.verdict import Verdict
from app.domain.evidence import EvidencePack
from app.evidence.graph import RelationshipGraph, relate
from app.evidence.pack_file import read_pack

HERE = Path(__file__).parent
REPEATED = "@"
"""What in a row's text stands for its repeated piece."""


class Expected(StrEnum):
    REJECTED = "rejected"
    REDACTED = "redacted"
    RESIDUAL = "residual"
    ACCEPTED = "accepted"


@dataclass(frozen=True, slots=True)
class Row:
    """One reply as it arrives, and what must become of it."""

    id: str
    pack: str
    expected: Expected
    why: str
    text: str
    secrets: Secrets
    gate: str | None = None
    code: str | None = None
    statements: tuple[int, ...] = ()
    gone: tuple[str, ...] = ()

    @property
    def attack(self) -> str:
        return self.id.split("/")[0]

    def verdict(self) -> Verdict:
        pack, graph = evidence(self.pack)
        return check_text(self.text, pack, graph, self.secrets)


@dataclass(frozen=True, slots=True)
class Met:
    """What became of one row: the verdict's name, how it differs from the row if it does, and whether the flag marks any of its prose."""

    attack: str
    came_to: str
    difference: str | None
    flagged: bool


TALLY: dict[str, Met] = {}
"""Rows that were checked in this run."""


@cache
def evidence(name: str) -> tuple[EvidencePack, RelationshipGraph]:
    pack = read_pack((HERE / "packs" / f"{name}.json").read_text(encoding="utf-8"))
    return pack, relate(pack)


@cache
def rows() -> tuple[Row, ...]:
    return tuple(row for path in sorted(HERE.glob("*.json")) for row in _rows(json.loads(path.read_text(encoding="utf-8"))))


def _rows(file: dict[str, Any]) -> list[Row]:
    return [_row(each, file["secrets"]) for each in file["rows"]]


def _row(written: dict[str, Any], secrets: dict[str, Any]) -> Row:
    allowed = {"id", "pack", "expected", "gate", "code", "why", "secrets", "repeat", "redacted", "text", "reply"}
    if not written.keys() <= allowed or ("text" in written) == ("reply" in written):
        raise ValueError(f"{written['id']} has not the form of a row")
    redacted = written.get("redacted", {})
    return Row(
        id=written["id"],
        pack=written["pack"],
        expected=Expected(written["expected"]),
        why=written["why"],
        text=_text(written),
        secrets=_secrets(written.get("secrets", secrets)),
        gate=written.get("gate"),
        code=written.get("code"),
        statements=tuple(redacted.get("statements", ())),
        gone=tuple(redacted.get("gone", ())),
    )


def _secrets(written: dict[str, Any]) -> Secrets:
    return Secrets(written["canary"], tuple(written["delimiters"]), tuple(written["keys"]))


def _text(written: dict[str, Any]) -> str:
    """Long texts are not written out: `repeat` says what stands in place of the one `@`."""
    text: str = json.dumps(written["reply"], ensure_ascii=False) if "reply" in written else written["text"]
    repeat = written.get("repeat")
    return text.replace(REPEATED, repeat["joint"].join([repeat["piece"]] * repeat["times"])) if repeat else text


def report() -> list[str]:
    """How many rows of each attack came to what, and which differ from the table."""
    attacks = sorted({met.attack for met in TALLY.values()})
    lines = [f"{'attack':<28}{''.join(f'{name:>10}' for name in (*Expected, 'mismatch'))}"]
    lines += [f"{attack:<28}{''.join(f'{number or chr(183):>10}' for number in _counts(attack))}" for attack in attacks]
    lines.append(f"{'all':<28}{''.join(f'{number:>10}' for number in _counts(None))}")
    residual = [met for met in TALLY.values() if met.came_to == Expected.RESIDUAL]
    lines.append(f"residual (RR-011): {len(residual)}, of which the flag marks {sum(met.flagged for met in residual)}")
    return lines + [f"differs from the table: {row_id}: {met.difference}" for row_id, met in TALLY.items() if met.difference]


def _counts(attack: str | None) -> list[int]:
    mets = [met for met in TALLY.values() if attack in (None, met.attack)]
    came = Counter(met.came_to for met in mets)
    return [*(came[name] for name in Expected), sum(met.difference is not None for met in mets)]
