"""Whether a window can be opened here, found out before Qt aborts over it."""

import ctypes
import os
import sys
from collections.abc import Mapping

TERMINAL_COMMANDS = "index, search, ask, info, status and demo"
_NEEDED = ("libxcb.so.1", "libxcb-cursor.so.0", "libxcb-icccm.so.4", "libxcb-keysyms.so.1", "libxkbcommon-x11.so.0")


def no_window_because(environment: Mapping[str, str] = os.environ, platform: str = sys.platform) -> str | None:
    """One sentence why no window can be opened, or None if one can."""
    chosen = environment.get("QT_QPA_PLATFORM", "").partition(":")[0].partition(";")[0]
    if platform != "linux" or (chosen and chosen != "xcb"):
        return None
    if environment.get("WAYLAND_DISPLAY") and not chosen:
        return None
    if not environment.get("DISPLAY"):
        return _sentence("there is no display here")
    return _x11_trouble(environment["DISPLAY"])


def _x11_trouble(display: str) -> str | None:
    for name in _NEEDED:
        try:
            ctypes.CDLL(name)
        except OSError:
            return _sentence(f"the system library {name} is missing (README lists the packages)")
    xcb = ctypes.CDLL(_NEEDED[0])
    xcb.xcb_connect.restype = ctypes.c_void_p
    connection = ctypes.c_void_p(xcb.xcb_connect(os.fsencode(display), None))
    refused = bool(xcb.xcb_connection_has_error(connection))
    xcb.xcb_disconnect(connection)
    return _sentence(f"the display {display} cannot be reached") if refused else None


def _sentence(cause: str) -> str:
    return f"Candid cannot open its window because {cause}; in a terminal there are candid {TERMINAL_COMMANDS}."
