"""Random ids for evidence packs."""

import secrets
from collections.abc import Iterator

from app.domain.ids import PackId

_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's base 32: no I, L, O or U."""


class PackIds:
    """Draws ids that one conversation has not met: `P-7K2Q` for photos, `R-M41X` for a whole result."""

    def __init__(self) -> None:
        self._met: set[str] = set()

    def photos(self) -> Iterator[PackId]:
        """Ids of photos, without end."""
        while True:
            yield self._new("P")

    def result(self) -> PackId:
        """The id of a whole result."""
        return self._new("R")

    def _new(self, letter: str) -> PackId:
        while True:
            signs = "".join(secrets.choice(_ALPHABET) for _ in range(4))
            # With a digit and a letter among them no word or number can be taken for an id.
            if f"{letter}-{signs}" not in self._met and not signs.isdigit() and not signs.isalpha():
                self._met.add(f"{letter}-{signs}")
                return PackId(f"{letter}-{signs}")
