"""Whole columns of a result as arrays, arrays as parameters, and single values held to their type, which SQLite does not do.

A posting list comes as one text made by `group_concat` and is parsed by numpy: five times faster than a Python object a row.
"""

import os
import sqlite3
from collections.abc import Iterable, Sequence

import numpy as np

from app.domain.ports import Ids
from app.library.failures import Damage

Parameter = int | float | str | bytes | None


def parse_ids(text: str | None) -> Ids:
    """The numbers of a text that `group_concat` made: ids and fields, never negative. Raises `Damage` on anything else."""
    if text is None:
        return np.empty(0, np.int64)
    listed = text.encode()
    # numpy only warns of what is no number, and leaves out the rest.
    if listed.translate(None, b"0123456789,") or b",," in listed or not (listed[:1].isdigit() and listed[-1:].isdigit()):
        raise Damage("ids are not whole numbers")
    return np.fromstring(text, dtype=np.int64, sep=",")


def select_ids(connection: sqlite3.Connection, sql: str, parameters: Sequence[Parameter] = ()) -> Ids:
    """The one value of a query that asks for `group_concat` of whole numbers, int64 (n,), in the order of the rows."""
    (text,) = connection.execute(sql, parameters).fetchone()
    return parse_ids(text)


def select_pairs(connection: sqlite3.Connection, sql: str, parameters: Sequence[Parameter] = ()) -> tuple[Ids, Ids]:
    """The two values of a query that asks for `group_concat` of two columns, int64 (n,) each, row by row."""
    first, second = map(parse_ids, connection.execute(sql, parameters).fetchone())
    if len(first) != len(second):
        raise Damage("a pair of ids lacks one")
    return first, second


def whole_number(value: object) -> int:
    """A stored whole number. Raises `Damage` for anything else."""
    if not isinstance(value, int):
        raise Damage("a value is not a whole number")
    return value


def text_of(value: object) -> str:
    """A stored text. Raises `Damage` for anything else."""
    if not isinstance(value, str):
        raise Damage("a value is not a text")
    return value


def path_of(value: object) -> str:
    """A stored path, as `os.fsdecode` gives it. Raises `Damage` for what cannot be one."""
    if not isinstance(value, bytes) or not value or b"\0" in value:
        raise Damage("a value is not a path")
    return os.fsdecode(value)


def storable(number: int) -> int | str:
    """A whole number for a column without a type: as text where it needs more than 64 bits, as a time far off in nanoseconds does."""
    return number if -(2**63) <= number < 2**63 else str(number)


def as_list(ids: Iterable[int] | Ids) -> str:
    """Ids as the JSON list that `json_each(?)` takes: one parameter, however many there are."""
    numbers = ids.tolist() if isinstance(ids, np.ndarray) else ids
    return "[" + ",".join(map(str, map(int, numbers))) + "]"
