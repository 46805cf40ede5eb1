"""Where a photo lies in its view: fitting, zooming around a point, panning. Pure geometry, shared by the large view and by comparing."""

from dataclasses import dataclass, replace

LARGEST_FIT = 2.0
"""Small pictures are enlarged at most so far to fill the view, in logical pixels per photo pixel."""
LARGEST_SCALE = 8.0
"""Logical pixels per photo pixel at which zooming in ends."""


@dataclass(frozen=True, slots=True)
class View:
    """What is looked at: `zoom` relative to fitting (1 shows all), and the point of the photo in the middle, both axes 0 to 1."""

    zoom: float = 1.0
    x: float = 0.5
    y: float = 0.5


FIT = View()


@dataclass(frozen=True, slots=True)
class Area:
    """A view of `width` x `height` logical pixels on a screen with `ratio` device pixels each, showing a photo of the given pixels."""

    width: float
    height: float
    ratio: float
    photo_width: int
    photo_height: int

    @property
    def fit_scale(self) -> float:
        """Logical pixels per photo pixel at which all of the photo is seen."""
        return min(self.width / max(1, self.photo_width), self.height / max(1, self.photo_height), LARGEST_FIT)

    @property
    def actual_zoom(self) -> float:
        """The zoom at which one photo pixel is one device pixel."""
        return 1 / (self.ratio * max(self.fit_scale, 1e-9))

    def limits(self) -> tuple[float, float]:
        """The smallest and the largest zoom."""
        return min(1.0, self.actual_zoom), max(1.0, self.actual_zoom, LARGEST_SCALE / max(self.fit_scale, 1e-9))

    def scale(self, view: View) -> float:
        """Logical pixels per photo pixel."""
        return self.fit_scale * view.zoom

    def rect(self, view: View) -> tuple[float, float, float, float]:
        """Left, top, width, height of the whole photo in the view; parts of it may lie outside."""
        width, height = self.photo_width * self.scale(view), self.photo_height * self.scale(view)
        return self.width / 2 - view.x * width, self.height / 2 - view.y * height, width, height

    def longest_side(self, view: View) -> int:
        """The longest side of the whole photo in device pixels, at least 1."""
        return max(1, round(max(self.rect(view)[2:]) * self.ratio))

    def held(self, view: View) -> View:
        """The nearest view that leaves no empty stripe beside a photo larger than the view, and keeps a smaller one in the middle."""
        low, high = self.limits()
        view = replace(view, zoom=min(max(view.zoom, low), high))
        _, _, width, height = self.rect(view)
        return replace(view, x=_held(view.x, self.width / max(width, 1e-9)), y=_held(view.y, self.height / max(height, 1e-9)))

    def zoomed(self, view: View, factor: float, x: float, y: float) -> View:
        """The view with another zoom that keeps what is at (x, y), in logical pixels, where it is."""
        low, high = self.limits()
        zoom = min(max(view.zoom * factor, low), high)
        left, top, width, height = self.rect(view)
        at_x, at_y = (x - left) / max(width, 1e-9), (y - top) / max(height, 1e-9)
        new_width, new_height = width * zoom / view.zoom, height * zoom / view.zoom
        middle_x = at_x + (self.width / 2 - x) / max(new_width, 1e-9)
        middle_y = at_y + (self.height / 2 - y) / max(new_height, 1e-9)
        return self.held(View(zoom, middle_x, middle_y))

    def panned(self, view: View, right: float, down: float) -> View:
        """The view after dragging the photo by logical pixels."""
        _, _, width, height = self.rect(view)
        return self.held(replace(view, x=view.x - right / max(width, 1e-9), y=view.y - down / max(height, 1e-9)))


def _held(middle: float, seen: float) -> float:
    """The middle of an axis of which the share `seen` fits into the view."""
    return 0.5 if seen >= 1 else min(max(middle, seen / 2), 1 - seen / 2)
