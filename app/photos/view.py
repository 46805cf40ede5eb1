"""A decoded picture as plain bytes, the one form in which pixels of a large view travel between processes."""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Pixels:
    """An upright picture, 8-bit sRGB: `rgb` holds height rows of width times three bytes, without padding."""

    width: int
    height: int
    rgb: bytes = field(repr=False)
    notes: tuple[str, ...] = ()
