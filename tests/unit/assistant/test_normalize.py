"""Unique claims, with references that follow."""

from collections.abc import Sequence

import pytest

from app.assistant.gates.normalize import normalize_claims
from app.assistant.reply import Claim, ClaimReference
from tests.unit.assistant.made import BOAT, PIER, counted, found, general, ref, related, reply, stated, told

A, B, C = counted("matching", 24), stated(BOAT, "iso", 400), found(BOAT)


@pytest.mark.parametrize(
    ("claims", "refs", "kept", "remapped"),
    [
        ([], [], [], []),
        ([A, B, C], [0, 1, 2], [A, B, C], [0, 1, 2]),
        ([A, A, B], [0, 1, 2], [A, B], [0, 0, 1]),
        ([A, B, A, C, B], [4, 3, 2, 1, 0], [A, B, C], [1, 2, 0, 1, 0]),
        ([A, A], [2, 3, -1, -2, 99], [A], [2, 3, -1, -2, 99]),
    ],
)
def test_references_follow_their_claims(
    claims: Sequence[Claim], refs: Sequence[int], kept: Sequence[Claim], remapped: Sequence[int]
) -> None:
    found = normalize_claims(reply(*map(ref, refs), claims=claims))
    assert found.claims == tuple(kept)
    assert [each.ref for each in found.answer if isinstance(each, ClaimReference)] == remapped


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (related("same_day", BOAT, PIER), related("same_day", PIER, BOAT)),
        (related("same_day", BOAT, PIER), related("same_day", BOAT, PIER, value="2019-06-14")),
        (stated(BOAT, "iso", 400), stated(BOAT, "iso", 400.0)),
        (stated(BOAT, "tags", "harbour"), stated(BOAT, "tags", ("harbour",))),
        (stated(BOAT, "iso", "400"), stated(BOAT, "iso", 400)),
        (counted("matching", 24), counted("matching ", 24)),
    ],
)
def test_only_exact_duplicates_are_dropped(first: Claim, second: Claim) -> None:
    assert normalize_claims(reply(claims=[first, second])).claims == (first, second)


def test_nothing_else_changes() -> None:
    before = reply(told(), ref(1), general(), told(), cited=[BOAT, BOAT], claims=[A, A])
    after = normalize_claims(before)
    assert after == reply(told(), ref(0), general(), told(), cited=[BOAT, BOAT], claims=[A])
