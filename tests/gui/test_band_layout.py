"""Dots do not hide each other, labels do not overlap, and all of it lies inside of the plot."""

from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.gui.band_layout import DIAMETERS, LEFT, RIGHT, Frame, heights, lanes, placed, swarms

PLACES = st.lists(st.floats(0, 700), max_size=200).map(sorted)


def test_rows_and_lines_share_the_height_without_overlapping() -> None:
    high = heights(300, 18)
    lines = (high.off_edges, high.gap, high.on_edges, high.thresholds, high.zones)
    assert lines == tuple(sorted(lines))
    assert high.off_edges - 9 >= 0
    assert high.off.middle - high.off.half >= high.off_edges + 9
    assert high.gap - 9 >= high.off.middle + high.off.half
    assert high.on.middle - high.on.half >= high.gap + 9
    assert high.on_edges - 9 >= high.on.middle + high.on.half
    assert high.zones + 9 == pytest.approx(300)


@given(PLACES, st.floats(1, 30), st.integers(1, 15))
def test_no_two_on_a_lane_are_too_near_unless_there_was_no_room(places: list[float], apart: float, most: int) -> None:
    chosen, fits = lanes(places, apart, most)
    assert len(chosen) == len(places)
    assert set(chosen) <= set(range(-((most - 1) // 2), most // 2 + 1))
    on_lanes = {lane: [place for place, each in zip(places, chosen, strict=True) if each == lane] for lane in set(chosen)}
    near = [later - earlier < apart for side in on_lanes.values() for earlier, later in pairwise(side)]
    assert fits is not any(near)


def test_the_middle_lane_is_taken_first_and_then_both_sides() -> None:
    assert lanes([1, 1, 1, 1, 1], 5, 5) == ((0, 1, -1, 2, -2), True)
    assert lanes([1, 10, 20], 5, 5) == ((0, 0, 0), True)
    assert lanes([1, 2], 5, 1) == ((0, 0), False)


@given(PLACES, PLACES, st.floats(6, 80))
def test_dots_stay_in_their_row_and_do_not_hide_each_other(off: list[float], on: list[float], half: float) -> None:
    ups, diameter = swarms((off, on), half)
    assert diameter in DIAMETERS
    for places, side in zip((off, on), ups, strict=True):
        assert all(abs(up) + diameter / 2 <= half for up in side)
        if diameter > DIAMETERS[-1]:
            dots = list(zip(places, side, strict=True))
            assert all(max(abs(one[0] - other[0]), abs(one[1] - other[1])) >= diameter for one, other in combinations(dots, 2))


def test_dots_are_large_where_there_are_few_and_small_where_there_are_many() -> None:
    assert swarms(((1, 100, 200), (5,)), 40)[1] == DIAMETERS[0]
    crowd = [200 + number / 10 for number in range(200)]
    assert swarms(((1, 100, 200), crowd), 40)[1] == DIAMETERS[-1]


def test_the_same_questions_lie_at_the_same_places() -> None:
    row = [number * 1.7 for number in range(150)]
    assert swarms((row, row), 40) == swarms((row, row), 40)


@given(st.lists(st.tuples(st.floats(-100, 900), st.floats(5, 120)), min_size=1, max_size=4))
def test_labels_keep_their_order_and_never_overlap(labels: list[tuple[float, float]]) -> None:
    wanted, widths = [left for left, _ in labels], [width for _, width in labels]
    lefts = placed(wanted, widths, 700)
    assert all(earlier + width <= later + 1e-6 for (earlier, later), width in zip(pairwise(lefts), widths, strict=False))
    assert lefts[0] >= -1e-6
    assert lefts[-1] + widths[-1] <= 700 + 1e-6


def test_labels_lie_where_they_are_wanted_if_there_is_room() -> None:
    assert placed([10, 200], [50, 60], 700) == (10, 200)


@given(st.floats(-1, 2))
def test_every_closeness_lies_inside(closeness: float) -> None:
    assert 0 < Frame(700, 300, 18).x(closeness) < 700


def test_the_axis_runs_from_nothing_to_the_same() -> None:
    frame = Frame(1030, 300, 18)
    assert frame.x(0) == pytest.approx(-LEFT * 1000)
    assert frame.x(1) - frame.x(0) == pytest.approx(1030 / (RIGHT - LEFT))
