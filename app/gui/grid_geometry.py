"""Where the cells of a grid are: plain arithmetic, so that a hundred thousand photos cost no more to lay out than ten."""

from dataclasses import dataclass

MARGIN = 12
GAP = 4


def fitted_width(width: int, least: int) -> int:
    """The width of cells that fill `width` with as many columns as cells of `least` allow."""
    room = width - 2 * MARGIN + GAP
    columns = max(1, room // (least + GAP))
    return max(least if columns > 1 else 1, room // columns - GAP)


@dataclass(frozen=True, slots=True)
class GridGeometry:
    """A grid of `count` equal cells in `width` pixels. Rows of cells are lines here; all lengths are logical pixels, from the top left."""

    count: int
    width: int
    cell_width: int
    cell_height: int
    gap: int = GAP

    @property
    def columns(self) -> int:
        """Cells side by side, at least one."""
        return max(1, (self.width - 2 * MARGIN + self.gap) // (self.cell_width + self.gap))

    @property
    def lines(self) -> int:
        """Cells one under the other."""
        return -(-self.count // self.columns)

    @property
    def line_height(self) -> int:
        """From the top of one line to the top of the next."""
        return self.cell_height + self.gap

    @property
    def height(self) -> int:
        """Of all lines with their margins."""
        return 2 * MARGIN + max(0, self.lines * self.line_height - self.gap)

    def left(self, column: int) -> int:
        """Left edge of a column; what is left of the width is spread between the columns."""
        free = max(0, self.width - 2 * MARGIN - self.cell_width)
        return MARGIN + (free * column // (self.columns - 1) if self.columns > 1 else 0)

    def corner(self, position: int) -> tuple[int, int]:
        """Left and top of a cell."""
        line, column = divmod(position, self.columns)
        return self.left(column), MARGIN + line * self.line_height

    def at(self, x: int, y: int) -> int | None:
        """The cell at a point, or None between and beside them."""
        line, below = divmod(y - MARGIN, self.line_height)
        if y < MARGIN or below >= self.cell_height:
            return None
        for column in range(self.columns):
            position = line * self.columns + column
            if 0 <= x - self.left(column) < self.cell_width:
                return position if position < self.count else None
        return None

    def between(self, top: int, bottom: int) -> range:
        """The cells of every line that is at least partly between two heights."""
        first = max(0, (top - MARGIN) // self.line_height) * self.columns
        beyond = (max(-1, (bottom - MARGIN) // self.line_height) + 1) * self.columns
        return range(min(first, self.count), min(beyond, self.count))

    def within(self, left: int, top: int, right: int, bottom: int) -> list[range]:
        """The cells that a rectangle touches, as one stretch for each line."""
        columns = [each for each in range(self.columns) if self.left(each) <= right and self.left(each) + self.cell_width > left]
        if not columns:
            return []
        stretches = []
        for start in range(*self._touched(top, bottom)):
            row = start * self.columns
            stretch = range(row + columns[0], min(row + columns[-1] + 1, self.count))
            if stretch:
                stretches.append(stretch)
        return stretches

    def vertically(self, position: int, lines: int) -> int:
        """The cell so many lines below (above, where negative); above the top the column stays, below it the last cell is meant."""
        wanted, last = position + lines * self.columns, self.count - 1
        if wanted < 0:
            return position % self.columns
        if wanted <= last:
            return wanted
        return last if position // self.columns < last // self.columns else position

    def _touched(self, top: int, bottom: int) -> tuple[int, int]:
        """Lines whose cells (not the gaps under them) are between two heights, the last one not included."""
        first, below = divmod(top - MARGIN, self.line_height)
        first += below >= self.cell_height
        return max(0, first), min(self.lines, (bottom - MARGIN) // self.line_height + 1)
