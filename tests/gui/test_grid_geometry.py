"""The arithmetic of the grid: every cell is found where it is, whatever the sizes."""

from itertools import pairwise

from hypothesis import assume, given
from hypothesis import strategies as st

from app.gui.grid_geometry import GAP, MARGIN, GridGeometry, fitted_width

geometries = st.builds(
    GridGeometry,
    count=st.integers(0, 100_000),
    width=st.integers(1, 4_000),
    cell_width=st.integers(20, 600),
    cell_height=st.integers(20, 600),
)


@given(geometries, st.data())
def test_every_cell_is_found_at_its_corners(geometry: GridGeometry, data: st.DataObject) -> None:
    assume(geometry.count)
    position = data.draw(st.integers(0, geometry.count - 1))
    left, top = geometry.corner(position)
    right, bottom = left + geometry.cell_width - 1, top + geometry.cell_height - 1
    assert geometry.at(left, top) == position
    assert geometry.at(right, bottom) == position
    assert position in geometry.between(top, bottom)
    assert any(position in stretch for stretch in geometry.within(left, top, right, bottom))


@given(geometries)
def test_cells_fit_and_do_not_overlap(geometry: GridGeometry) -> None:
    lefts = [geometry.left(column) for column in range(geometry.columns)]
    assert lefts[0] == MARGIN
    assert all(later - earlier >= geometry.cell_width for earlier, later in pairwise(lefts))
    if geometry.columns > 1:
        assert lefts[-1] + geometry.cell_width <= geometry.width - MARGIN
    assert geometry.columns * geometry.lines >= geometry.count
    if geometry.count:
        assert geometry.corner(geometry.count - 1)[1] + geometry.cell_height + MARGIN == geometry.height


@given(geometries, st.integers(-100, 5_000), st.integers(-100, 100_000_000))
def test_a_point_is_in_the_cell_that_is_found_there(geometry: GridGeometry, x: int, y: int) -> None:
    position = geometry.at(x, y)
    if position is not None:
        left, top = geometry.corner(position)
        assert 0 <= position < geometry.count
        assert left <= x < left + geometry.cell_width
        assert top <= y < top + geometry.cell_height


@given(geometries, st.data(), st.integers(-50, 50))
def test_moving_up_and_down_stays_in_the_list(geometry: GridGeometry, data: st.DataObject, lines: int) -> None:
    assume(geometry.count)
    position = data.draw(st.integers(0, geometry.count - 1))
    reached = geometry.vertically(position, lines)
    assert 0 <= reached < geometry.count
    if 0 <= position + lines * geometry.columns < geometry.count:
        assert reached == position + lines * geometry.columns


@given(geometries, st.integers(0, 5_000), st.integers(0, 5_000), st.integers(0, 3_000), st.integers(0, 3_000))
def test_a_band_touches_what_overlaps_it(geometry: GridGeometry, left: int, top: int, width: int, height: int) -> None:
    assume(geometry.count <= 2_000)
    right, bottom = left + width, top + height
    found = {position for stretch in geometry.within(left, top, right, bottom) for position in stretch}
    for position in range(geometry.count):
        x, y = geometry.corner(position)
        overlaps = x <= right and x + geometry.cell_width > left and y <= bottom and y + geometry.cell_height > top
        assert (position in found) == overlaps


@given(st.integers(100, 4_000), st.integers(20, 400))
def test_fitted_cells_fill_the_line(width: int, least: int) -> None:
    assume(least + 2 * MARGIN <= width)
    fitted = fitted_width(width, least)
    columns = GridGeometry(1, width, least, 100).columns
    assert GridGeometry(1, width, fitted, 100).columns == columns
    assert fitted >= least
    used = columns * (fitted + GAP) - GAP + 2 * MARGIN
    assert width - columns < used <= width
