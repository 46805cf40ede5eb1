"""Zooming keeps what is under the cursor, panning never leaves an empty stripe, fitting shows all."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.gui.viewport import FIT, LARGEST_FIT, LARGEST_SCALE, Area, View

AREAS = st.builds(
    Area, st.floats(100, 3000), st.floats(100, 2000), st.sampled_from([1.0, 1.25, 2.0, 3.0]), st.integers(1, 20000), st.integers(1, 20000)
)
VIEWS = st.builds(View, st.floats(0.01, 100), st.floats(-1, 2), st.floats(-1, 2))


@st.composite
def covered(draw: st.DrawFn, beyond: float = 0.0) -> tuple[Area, View]:
    """An area and a view in which the photo reaches over every edge, by so many logical pixels altogether."""
    width, height, ratio = draw(st.floats(100, 3000)), draw(st.floats(100, 2000)), draw(st.sampled_from([1.0, 1.25, 2.0, 3.0]))
    most = 0.9 * LARGEST_SCALE
    photo = [draw(st.integers(math.ceil((side + beyond) / most), 20000)) for side in (width, height)]
    least = max((side + beyond) / pixels for side, pixels in zip((width, height), photo, strict=True))
    area = Area(width, height, ratio, photo[0], photo[1])
    scale = draw(st.floats(least * 1.001, LARGEST_SCALE))
    return area, area.held(View(scale / area.fit_scale))


def test_fitting_shows_all_of_a_large_photo() -> None:
    area = Area(800, 600, 1.0, 4000, 2000)
    assert area.rect(FIT) == pytest.approx((0, 100, 800, 400))


def test_a_small_photo_is_not_blown_up() -> None:
    left, top, width, height = Area(800, 600, 1.0, 100, 50).rect(FIT)
    assert (width, height) == (100 * LARGEST_FIT, 50 * LARGEST_FIT)
    assert (left, top) == (300, 250)


@pytest.mark.parametrize("ratio", [1.0, 2.0])
def test_actual_size_is_one_photo_pixel_on_one_device_pixel(ratio: float) -> None:
    area = Area(800, 600, ratio, 4000, 3000)
    assert area.longest_side(View(area.actual_zoom)) == 4000


@given(AREAS, VIEWS)
def test_held_views_leave_no_stripe(area: Area, view: View) -> None:
    left, top, width, height = area.rect(area.held(view))
    for start, length, room in ((left, width, area.width), (top, height, area.height)):
        if length >= room:
            assert start <= 1e-3 * length
            assert start + length >= room - 1e-3 * length
        else:
            assert start == pytest.approx((room - length) / 2, abs=1e-3 * room)


@given(AREAS, VIEWS)
def test_holding_twice_changes_nothing(area: Area, view: View) -> None:
    once = area.held(view)
    twice = area.held(once)
    assert (twice.zoom, twice.x, twice.y) == pytest.approx((once.zoom, once.x, once.y))


@given(covered(), st.floats(0, 1), st.floats(0, 1), st.floats(1.1, 3))
def test_zooming_in_keeps_the_point_under_the_cursor(seen: tuple[Area, View], x: float, y: float, factor: float) -> None:
    area, start = seen
    left, top, width, height = area.rect(start)
    assert width > area.width
    assert height > area.height
    at_x, at_y = x * area.width, y * area.height
    after = area.zoomed(start, factor, at_x, at_y)
    new_left, new_top, new_width, new_height = area.rect(after)
    assert (at_x - new_left) / new_width == pytest.approx((at_x - left) / width, abs=1e-6)
    assert (at_y - new_top) / new_height == pytest.approx((at_y - top) / height, abs=1e-6)


@given(covered(beyond=200), st.floats(-50, 50), st.floats(-50, 50))
def test_panning_moves_the_photo_by_as_much(seen: tuple[Area, View], right: float, down: float) -> None:
    area, start = seen
    left, top, width, height = area.rect(start)
    new_left, new_top, _, _ = area.rect(area.panned(start, right, down))
    assert new_left - left == pytest.approx(right, abs=1e-6 * width)
    assert new_top - top == pytest.approx(down, abs=1e-6 * height)


def test_nothing_to_show_is_no_error() -> None:
    area = Area(0, 0, 1.0, 0, 0)
    assert area.zoomed(area.held(FIT), 2, 0, 0)
    assert area.longest_side(FIT) == 1
