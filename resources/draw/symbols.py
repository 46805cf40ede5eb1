"""The monochrome icons of the window: paths on a 24 × 24 grid, stroked 1.75 wide with round ends."""
# ruff: noqa: E501 - a path is one string.

from __future__ import annotations

from pathlib import Path

HEAD = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" width="24" height="24" fill="none" '
    'stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round">'
)
FOLDER = "M3.5 18V6.5A1.5 1.5 0 0 1 5 5h4.2l2.3 2.5H19A1.5 1.5 0 0 1 20.5 9v9a1.5 1.5 0 0 1-1.5 1.5H5A1.5 1.5 0 0 1 3.5 18Z"
LENS = "M10.5 4a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13ZM15.3 15.3 20.5 20.5"
STAR = "m12 3.5 2.6 5.4 5.9.8-4.3 4.1 1 5.9-5.2-2.8-5.2 2.8 1-5.9L3.5 9.7l5.9-.8L12 3.5Z"
HEART = (
    "M12 20.2C6.6 16 3.5 12.9 3.5 9.2A4.6 4.6 0 0 1 8 4.5c1.7 0 3.1.8 4 2.3.9-1.5 2.3-2.3 4-2.3a4.6 4.6 0 0 1 4.5 4.7c0 3.7-3.1 6.8-8.5 11Z"
)
CIRCLE = "M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17Z"


def _dot(x: float, y: float, r: float = 1.15) -> str:
    return f'<circle cx="{x}" cy="{y}" r="{r}" fill="currentColor" stroke="none"/>'


def _disc(x: float, y: float, r: float) -> str:
    return f'<circle cx="{x}" cy="{y}" r="{r}"/>'


def _path(d: str) -> str:
    return f'<path d="{d}"/>'


SYMBOLS: dict[str, str] = {
    "add-folder": _path(f"{FOLDER}M12 10.5v6M9 13.5h6"),
    "folder": _path(FOLDER),
    "forget": _path(f"{FOLDER}M9 13.5h6"),
    "reveal": _path(
        "M3.5 17.5v-11A1.5 1.5 0 0 1 5 5h4.2l2.3 2.5h6A1.5 1.5 0 0 1 19 9v1.5M4.2 19.5h13.3a1.5 1.5 0 0 0 1.4-1l2.1-6.2a1.3 1.3 0 0 0-1.3-1.8H8.2a1.5 1.5 0 0 0-1.4 1l-3.2 6.2c-.5 1 .2 1.8.6 1.8Z"
    ),
    "search": _path(LENS),
    "zoom-in": _path(f"{LENS}M10.5 7.7v5.6M7.7 10.5h5.6"),
    "zoom-out": _path(f"{LENS}M7.7 10.5h5.6"),
    "close": _path("M6 6l12 12M18 6 6 18"),
    "compare": _path("M4.5 5h5.5v14H4.5A1 1 0 0 1 3.5 18V6a1 1 0 0 1 1-1ZM14 5h5.5a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1H14ZM12 3v18"),
    "grid": _path("M4 4h6.3v6.3H4ZM13.7 4H20v6.3h-6.3ZM4 13.7h6.3V20H4ZM13.7 13.7H20V20h-6.3Z"),
    "large": _path("M4 9V5a1 1 0 0 1 1-1h4M15 4h4a1 1 0 0 1 1 1v4M20 15v4a1 1 0 0 1-1 1h-4M9 20H5a1 1 0 0 1-1-1v-4"),
    "fit": _path("M9 4v4a1 1 0 0 1-1 1H4M20 9h-4a1 1 0 0 1-1-1V4M15 20v-4a1 1 0 0 1 1-1h4M4 15h4a1 1 0 0 1 1 1v4"),
    "info": _path(f"{CIRCLE}M12 11.2v5.3") + _dot(12, 7.9),
    "help": _path(f"{CIRCLE}M9.4 9.6a2.7 2.7 0 1 1 4 2.4c-.9.5-1.4 1-1.4 2") + _dot(12, 16.8),
    "copy": _path(
        "M9.5 8.5h9a1.5 1.5 0 0 1 1.5 1.5v9a1.5 1.5 0 0 1-1.5 1.5h-9A1.5 1.5 0 0 1 8 19v-9a1.5 1.5 0 0 1 1.5-1.5ZM5.5 15.5A1.5 1.5 0 0 1 4 14V5a1.5 1.5 0 0 1 1.5-1.5h9A1.5 1.5 0 0 1 16 5"
    ),
    "external": _path("M13.5 4H20v6.5M20 4l-9 9M17.5 14v4.5A1.5 1.5 0 0 1 16 20H5.5A1.5 1.5 0 0 1 4 18.5V8a1.5 1.5 0 0 1 1.5-1.5H10"),
    "star": _path(STAR),
    "star-filled": f'<path d="{STAR}" fill="currentColor"/>',
    "heart": _path(HEART),
    "heart-filled": f'<path d="{HEART}" fill="currentColor"/>',
    "reject": _path(f"{CIRCLE}M6 6l12 12"),
    "undo": _path("M4.5 9.5H15a5 5 0 0 1 0 10H8.5M8.5 5.2 4.2 9.5l4.3 4.3"),
    "tag": _path(
        "M4 4.8A.8.8 0 0 1 4.8 4h6.4a2 2 0 0 1 1.4.6l7.3 7.3a1.6 1.6 0 0 1 0 2.3l-5.7 5.7a1.6 1.6 0 0 1-2.3 0l-7.3-7.3a2 2 0 0 1-.6-1.4Z"
    )
    + _dot(8.3, 8.3, 1.3),
    "person": _disc(12, 8, 4) + _path("M4.5 20.5c.6-4.2 3.6-6 7.5-6s6.9 1.8 7.5 6"),
    "place": _path("M12 21c-4-4.3-7-7.6-7-11a7 7 0 0 1 14 0c0 3.4-3 6.7-7 11Z") + _disc(12, 10, 2.5),
    "camera": _path(
        "M4.5 7.5h3l1.6-2.6a1 1 0 0 1 .9-.4h4a1 1 0 0 1 .9.4l1.6 2.6h3A1.5 1.5 0 0 1 21 9v9a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 3 18V9a1.5 1.5 0 0 1 1.5-1.5Z"
    )
    + _disc(12, 13.2, 3.6),
    "calendar": _path(
        "M5.5 5.5h13A1.5 1.5 0 0 1 20 7v12a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 4 19V7a1.5 1.5 0 0 1 1.5-1.5ZM4 10.2h16M8.2 3.2v4M15.8 3.2v4"
    ),
    "caption": _path("M4 6.5h16M4 12h16M4 17.5h9.5"),
    "meaning": _disc(6, 17.5, 2.4)
    + _disc(18, 15.5, 2.4)
    + _disc(11, 6.5, 2.9)
    + _path("M7 15.3 9.8 9.3M8.4 17.1l7.2-1.2M12.7 8.9l3.9 4.6"),
    "exact": _disc(12, 12, 8.5) + _path("m8.2 12.3 2.6 2.6 5-5.4"),
    "look": _path("M2.5 12C5 7.6 8.3 5.5 12 5.5s7 2.1 9.5 6.5c-2.5 4.4-5.8 6.5-9.5 6.5S5 16.4 2.5 12Z") + _disc(12, 12, 3),
    "words": _path("M3.2 18 7.7 6h.9l4.5 12M4.8 14h6.7") + _disc(17.3, 14.7, 3.3) + _path("M20.6 11.2V18"),
    "filename": _path(
        "M6.5 3.5h7L19 9v10a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 5 19V5a1.5 1.5 0 0 1 1.5-1.5ZM13.5 3.5V9H19M8.5 13.2h7M8.5 16.7h4.5"
    ),
    "warning": _path("M10.8 4.6 3.2 18a1.4 1.4 0 0 0 1.2 2.1h15.2a1.4 1.4 0 0 0 1.2-2.1L13.2 4.6a1.4 1.4 0 0 0-2.4 0ZM12 9.5v4.6")
    + _dot(12, 17),
    "rescan": _path("M20 12a8 8 0 1 1-2.6-5.9L20 8.5M20 3.8v4.7h-4.7"),
    "back": _path("M20 12H4.5M10.5 5.5 4 12l6.5 6.5"),
    "left": _path("m15 5-7 7 7 7"),
    "right": _path("m9 5 7 7-7 7"),
    "cancel": _path("M8.5 3.5h7l5 5v7l-5 5h-7l-5-5v-7ZM9.3 9.3l5.4 5.4M14.7 9.3l-5.4 5.4"),
    "check": _path("m4.5 12.8 5 5L19.5 6.5"),
    "sun-moon": _path(
        "M12 8a4 4 0 0 0 0 8ZM12 2.5v2M12 19.5v2M2.5 12h2M5.3 5.3l1.4 1.4M5.3 18.7l1.4-1.4M14.5 5.7a6.5 6.5 0 0 1 0 12.6c1.8-1.5 2.9-3.8 2.9-6.3s-1.1-4.8-2.9-6.3Z"
    ),
    "sort": _path("M7.5 4.5v15M3.8 15.8l3.7 3.7 3.7-3.7M13.5 6h7M13.5 11h5M13.5 16h3"),
    "chat": _path("M5.5 4.5h13A2 2 0 0 1 20.5 6.5v8.5a2 2 0 0 1-2 2h-6.8L7 20.8V17H5.5a2 2 0 0 1-2-2V6.5a2 2 0 0 1 2-2ZM8 9h8M8 12.5h5"),
    "ruler": _path("M4 8h16a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V9a1 1 0 0 1 1-1ZM7 8v3.5M12 8v4.5M17 8v3.5"),
    "adjacent": _disc(9, 12, 5.5) + _disc(15, 12, 5.5),
    "down": _path("m6.5 9.5 5.5 5.5 5.5-5.5"),
    "export": _path("M12 14.5V4M7.5 8.2 12 3.8l4.5 4.4M5 13.5V19a1 1 0 0 0 1 1h12a1 1 0 0 0 1-1v-5.5"),
    "link": _path(
        "M10.2 13.8a3.8 3.8 0 0 0 5.4 0l3.2-3.2a3.8 3.8 0 0 0-5.4-5.4l-1 1M13.8 10.2a3.8 3.8 0 0 0-5.4 0l-3.2 3.2a3.8 3.8 0 0 0 5.4 5.4l1-1"
    ),
    "more": _dot(5.5, 12, 1.25) + _dot(12, 12, 1.25) + _dot(18.5, 12, 1.25),
    "new-chat": _path("M12 5v14M5 12h14"),
    "open-answer": _path(
        "M12 3.5a8.5 8.5 0 0 1 8.5 8.5M17.9 18.1A8.5 8.5 0 0 1 12 20.5M6.1 18.1A8.5 8.5 0 0 1 3.5 12M6.1 5.9A8.5 8.5 0 0 1 8.6 4.2"
    ),
    "send": _path("M12 19.5V5M5.8 11.2 12 5l6.2 6.2"),
    "stack": _path(
        "M8 3.5h11A1.5 1.5 0 0 1 20.5 5v11M5 7.5h10A1.5 1.5 0 0 1 16.5 9v10a1.5 1.5 0 0 1-1.5 1.5H5A1.5 1.5 0 0 1 3.5 19V9A1.5 1.5 0 0 1 5 7.5Z"
    ),
    "live": _disc(12, 12, 2.2) + _disc(12, 12, 5.3) + _disc(12, 12, 8.5),
    "stop": _path("M7.5 6.5h9a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1h-9a1 1 0 0 1-1-1v-9a1 1 0 0 1 1-1Z"),
}


def write_symbols(folder: Path) -> None:
    """Write every symbol as `<name>.svg`."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, body in SYMBOLS.items():
        (folder / f"{name}.svg").write_text(f"{HEAD}{body}</svg>\n", encoding="utf-8")
