"""Keeps tests off the network: from Python nothing can be reached but a running `MessagesServer` and local sockets.

Processes that tests start, Qt's own sockets, and the look-up of a name that is given straight to `connect` are not seen.
"""

import socket
import sys

from tests.messages_server import PORTS

TRIED: list[str] = []
"""What was refused since a test began; a test that means it takes it out."""

_HERE = ("127.0.0.1", "::1", "localhost")
_LOOK_UPS = ("socket.getaddrinfo", "socket.gethostbyname", "socket.gethostbyaddr", "socket.getnameinfo")
_hooked: list[bool] = []


class NetworkReached(BaseException):
    """Something tried to reach a network. No `except Exception` takes it for an ordinary failure."""


def refuse_network() -> None:
    """Refuse it from now on to the end of the process; Python has no way back."""
    if not _hooked:
        _hooked.append(True)
        sys.addaudithook(_guard)


def _guard(event: str, args: tuple[object, ...]) -> None:
    if event.startswith("socket.") and not _allowed(event, args):
        TRIED.append(f"{event} {args[-1] if isinstance(args[0], socket.socket) else args}")
        raise NetworkReached(TRIED[-1])


def _allowed(event: str, args: tuple[object, ...]) -> bool:
    if event in ("socket.connect", "socket.sendto", "socket.sendmsg"):
        return not _internet(args[0]) or args[1] is None or _served(args[1])
    if event == "socket.bind":
        return not _internet(args[0]) or _host(args[1]) in _HERE
    return event not in _LOOK_UPS or _host(args) in (*_HERE, None)


def _served(address: object) -> bool:
    # Windows makes the pair of sockets that every event loop has over loopback.
    return isinstance(address, tuple) and address[0] in _HERE and (address[1] in PORTS or sys.platform == "win32")


def _internet(opened: object) -> bool:
    return isinstance(opened, socket.socket) and opened.family in (socket.AF_INET, socket.AF_INET6)


def _host(args: object) -> object:
    """The first of an address, or of the arguments of a look-up."""
    first = args[0] if isinstance(args, tuple) and args else args
    first = first[0] if isinstance(first, tuple) else first
    return first.decode("ascii", "replace") if isinstance(first, bytes) else first
