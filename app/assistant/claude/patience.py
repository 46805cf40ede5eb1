"""How long a server is waited for, and how often it is asked again."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Patience:
    """All in seconds. `total` ends everything, pauses included; `pauses` are before each further try where the server names none.

    A server that asks for a longer wait than `longest_wait` is not asked again.
    """

    total: float = 300.0
    connect: float = 10.0
    longest_wait: float = 20.0
    pauses: tuple[float, ...] = (1.0, 3.0)


ANSWERING = Patience()
LISTING = Patience(total=30.0, longest_wait=5.0)
