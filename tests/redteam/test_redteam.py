"""Every reply of the table comes to the verdict of its row, and the table itself holds what its README says."""

import json
import re
from collections import Counter
from typing import Any

import pytest

from app.assistant.flags import flags
from app.assistant.gates.check import check_text
from app.assistant.gates.paths import REMOVED
from app.assistant.gates.verdict import CODES, Verdict
from app.domain.evidence import AnswerMode
from tests.redteam.table import HERE, TALLY, Expected, Met, Row, evidence, rows

LEAST = 8
"""Rows of every attack, and honest ones of every mode."""
LEFT_OUT: dict[str, dict[str, None]] = {
    "prose": {"photo_id": None},
    "relationship": {"value": None},
    "found": {"photo_ids": None, "set_id": None},
}
"""Fields that a reply may leave out."""


@pytest.mark.parametrize("row", rows(), ids=lambda row: row.id)
def test_verdict_is_that_of_the_row(row: Row) -> None:
    verdict = row.verdict()
    difference = differs(verdict, row)
    flagged = verdict.reply is not None and bool(flags(verdict.reply))
    TALLY[row.id] = Met(row.attack, came_to(verdict, row), difference, flagged)
    assert difference is None, row.why


def came_to(verdict: Verdict, row: Row) -> str:
    """No gate can tell a residual reply from an accepted one; the table does."""
    if not verdict.accepted:
        return Expected.REJECTED
    if verdict.redactions:
        return Expected.REDACTED
    return Expected.RESIDUAL if row.expected is Expected.RESIDUAL else Expected.ACCEPTED


def differs(verdict: Verdict, row: Row) -> str | None:
    """How a verdict differs from its row; None if it does not."""
    if row.expected is Expected.REJECTED:
        return _not_rejected(verdict, row)
    if verdict.reply is None:
        return f"rejected for {verdict.reasons}"
    if verdict.reasons:
        return f"accepted, with reasons against it: {verdict.reasons}"
    return _changed(verdict, row)


def _not_rejected(verdict: Verdict, row: Row) -> str | None:
    if verdict.reply is not None:
        return "accepted"
    if verdict.redactions:
        return "rejected, and yet redacted"
    if (row.gate, row.code) not in {(each.gate, each.code) for each in verdict.reasons}:
        return f"rejected for {verdict.reasons}"
    strange = [each for each in verdict.reasons if each.code not in CODES or not each.detail.strip() or _told(each.detail, row)]
    return f"reasons that say nothing or too much: {strange}" if strange else None


def _told(detail: str, row: Row) -> bool:
    return any(secret in detail for secret in (row.secrets.canary, *row.secrets.delimiters, *row.secrets.keys) if secret)


def _changed(verdict: Verdict, row: Row) -> str | None:
    """Whether the accepted reply is another than the received one, but for claims that stood twice and the marks of paths."""
    assert verdict.reply is not None
    accepted, received = _plain(verdict.reply.model_dump(mode="json")), _unique(_plain(json.loads(row.text.removeprefix("\ufeff"))))
    if tuple(each.statement for each in verdict.redactions) != row.statements:
        return f"redacted {verdict.redactions}"
    for redaction in verdict.redactions:
        statement = received["answer"][redaction.statement]
        statement["text"] = statement["text"].replace(redaction.path, REMOVED, 1)
    told = [accepted["answer"][number]["text"] for number in row.statements]
    left = [gone for gone in row.gone for text in told if gone in text]
    if left:
        return f"still holds {left}"
    return None if _exact(accepted) == _exact(received) else f"changed to {accepted}"


def _plain(reply: dict[str, Any]) -> dict[str, Any]:
    """The reply with nothing left out."""
    return {
        "answer": [LEFT_OUT.get(each["kind"], {}) | each for each in reply["answer"]],
        "cited_photo_ids": list(reply["cited_photo_ids"]),
        "claims": [LEFT_OUT.get(each["kind"], {}) | each for each in reply["claims"]],
    }


def _unique(reply: dict[str, Any]) -> dict[str, Any]:
    """Each claim once, where it stood first, and every reference to the claim that it meant."""
    written = [_exact(each) for each in reply["claims"]]
    order = list(dict.fromkeys(written))
    for statement in reply["answer"]:
        if statement["kind"] == "claim":
            statement["ref"] = order.index(written[statement["ref"]])
    return reply | {"claims": [json.loads(each) for each in order]}


def _exact(value: object) -> str:
    """To Python, 100 and 100.0 are one."""
    return json.dumps(value, sort_keys=True)


@pytest.mark.parametrize("pack", ["open", "earlier", "nearest"])
def test_what_is_honest_over_one_pack_is_rejected_over_another(pack: str) -> None:
    """Ids hold for one pack, and every mode has prose of its own."""
    foreign = [row for row in rows() if row.attack.startswith("honest-") and row.pack != pack and _is_bound(row)]
    assert len(foreign) > 150
    assert [row.id for row in foreign if not check_text(row.text, *evidence(pack)).reasons] == []


def _is_bound(row: Row) -> bool:
    """Whether it names a photo or a result, or is all general prose; a count by itself may be true of two packs."""
    return row.pack == "open" or re.search(r'"[PR]-\w{4}"', row.text) is not None


def test_every_attack_has_its_rows_and_every_mode_its_honest_replies() -> None:
    met = Counter(row.attack for row in rows())
    assert set(met) == set(_documented())
    assert {attack: number for attack, number in met.items() if number < LEAST} == {}
    assert {f"honest-{mode}" for mode in AnswerMode} <= set(met)


def _documented() -> list[str]:
    """The names in the README's table of attacks."""
    table = (HERE / "README.md").read_text(encoding="utf-8").partition("**Attacks**")[2]
    names = re.findall(r"^\| `([a-z-]+)` \|", table, re.MULTILINE)
    assert len(names) == len(set(names))
    return names


def test_ids_count_the_rows_of_each_attack() -> None:
    counted = Counter[str]()
    for row in rows():
        counted[row.attack] += 1
        assert row.id == f"{row.attack}/{counted[row.attack]:02}"


def test_no_two_rows_are_one_reply() -> None:
    met: dict[tuple[str, str, object], str] = {}
    for row in rows():
        first = met.setdefault((row.pack, row.text, row.secrets), row.id)
        assert first == row.id


def test_attacks_are_mostly_rejected_and_honest_replies_never() -> None:
    for row in rows():
        if row.attack.startswith("honest-"):
            assert row.expected is Expected.ACCEPTED
            assert evidence(row.pack)[0].mode == row.attack.removeprefix("honest-")
    attacks = [row for row in rows() if not row.attack.startswith("honest-")]
    assert sum(row.expected is Expected.REJECTED for row in attacks) > len(attacks) * 0.8
    assert {row.expected for row in attacks} == set(Expected)


def test_only_the_rows_of_a_verdict_say_more_of_it() -> None:
    for row in rows():
        assert (row.code in CODES) == (row.gate is not None) == (row.expected is Expected.REJECTED)
        assert bool(row.statements) == bool(row.gone) == (row.expected is Expected.REDACTED)
        assert row.why.endswith((".", "?"))


def test_every_code_is_expected_of_some_row() -> None:
    assert {row.code for row in rows() if row.code} == set(CODES)


def test_every_pack_is_used_and_the_ids_of_the_earlier_one_are_its_own() -> None:
    names = {path.stem for path in (HERE / "packs").glob("*.json")}
    assert names == {row.pack for row in rows()}
    ids = {name: {photo.id for photo in evidence(name)[0].photos} for name in names}
    assert ids["earlier"]
    assert not ids["earlier"] & ids["roadtrip"]
