"""Where a model is: an address that a key may be sent to."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Address:
    """`url` is the base URL without a slash at its end; `host` with its port where it is not the usual one, as consent names it."""

    url: str
    host: str


def read_address(text: str) -> Address:
    """The address that a person typed. Raises `ModelTrouble` (kind `address`) with what is wrong.

    https, or http on this machine (loopback) alone; no user name, query or fragment in it.
    """
    raise NotImplementedError
