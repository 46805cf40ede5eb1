"""Before and after hold only where the order is certain, and each is the other read backwards."""

from typing import Any

import pytest

from app.domain.evidence import Relation
from tests.unit.evidence.made import graph, photo

NOON = "2019-06-14T12:00:00"


def in_order(first: dict[str, Any], second: dict[str, Any]) -> bool:
    """Whether it is certain that the first comes before the second; `after` must be its mirror, and never both."""
    made = graph(photo("a", **first), photo("b", **second))
    before = made.common_values(Relation.BEFORE, ["a", "b"])
    assert made.common_values(Relation.AFTER, ["b", "a"]) == before
    assert before is None or made.common_values(Relation.BEFORE, ["b", "a"]) is None
    assert before in (None, frozenset())
    return before is not None


class TestOrder:
    @pytest.mark.parametrize(
        ("first", "second", "certain"),
        [
            ("2019-06-14T12:00:00", "2019-06-14T12:00:01", True),
            ("2019-06-14T12:00:00", "2019-06-14T12:00:00", False),
            ("2019-06-14T12:00:00", "2019-06-14T12:00:00.5", False),
            ("2019-06-14T12:00:00.05", "2019-06-14T12:00:00.06", True),
            ("2019-06-14T12:00:00.05", "2019-06-14T12:00:00.059", False),
            ("2019-06-14T12:00:00.05", "2019-06-14T12:00:00.5", True),
            ("2019-06-14T12:00:00.5", "2019-06-14T12:00:00.05", False),
            ("2019-06-14T12:00:01", "2019-06-14T12:00:00", False),
            ("2019-06-14", "2019-06-14T12:00:00", False),
            ("2019-06-14", "2019-06-15T00:00:00", True),
            ("2019-06-14", "2019-06-15", True),
        ],
    )
    def test_by_one_camera_or_by_utc_to_the_last_digit(self, first: str, second: str, certain: bool) -> None:
        assert in_order({"taken": first, "model": "D70"}, {"taken": second, "model": "D70"}) is certain
        assert in_order({"taken": first, "offset": "+02:00"}, {"taken": second, "offset": "+02:00"}) is certain

    def test_utc_counts_where_both_offsets_are_known_even_for_one_camera(self) -> None:
        sydney = {"taken": "2019-01-01T00:15:00", "offset": "+11:00"}
        london = {"taken": "2019-01-01T00:15:00", "offset": "+00:00"}
        assert in_order(sydney, london)
        assert not in_order(london, sydney)
        assert in_order(sydney | {"model": "D70"}, {"taken": "2018-12-31T23:00:00", "offset": "+00:00", "model": "D70"})

    @pytest.mark.parametrize(
        ("second", "certain"),
        [("2019-06-15T14:00:01", False), ("2019-06-15T14:00:01.000000001", True), ("2019-06-15", False), ("2019-06-16", True)],
    )
    def test_two_clocks_need_more_than_26_hours(self, second: str, certain: bool) -> None:
        assert in_order({"taken": NOON}, {"taken": second}) is certain
        assert in_order({"taken": NOON, "model": "D70"}, {"taken": second, "model": "D80"}) is certain
        assert in_order({"taken": NOON, "model": "D70"}, {"taken": second}) is certain
        assert in_order({"taken": NOON, "offset": "+14:00"}, {"taken": second}) is certain
        assert in_order({"taken": NOON}, {"taken": second, "offset": "-12:00"}) is certain
        assert in_order({"taken": NOON, "model": "D70", "serial": "1"}, {"taken": second, "model": "D70", "serial": "2"}) is certain

    def test_two_dates_of_two_clocks(self) -> None:
        assert not in_order({"taken": "2019-06-14"}, {"taken": "2019-06-15"})
        assert not in_order({"taken": "2019-06-14"}, {"taken": "2019-06-16"})
        assert in_order({"taken": "2019-06-14"}, {"taken": "2019-06-17"})

    def test_unknown(self) -> None:
        assert not in_order({"model": "D70"}, {"taken": NOON, "model": "D70"})
        assert not in_order({"taken": NOON, "model": "D70"}, {"model": "D70"})
        assert not in_order({"model": "D70"}, {"model": "D70"})

    def test_several_in_order(self) -> None:
        made = graph(
            *(photo(pack_id, taken=f"2019-06-14T12:00:0{second}", model="D70") for pack_id, second in zip("abc", "123", strict=True))
        )
        assert made.common_values(Relation.BEFORE, ["a", "b", "c"]) == frozenset()
        assert made.common_values(Relation.AFTER, ["c", "b", "a"]) == frozenset()
        for wrong in (["a", "c", "b"], ["b", "a", "c"], ["c", "b", "a"]):
            assert made.common_values(Relation.BEFORE, wrong) is None
