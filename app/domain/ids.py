"""Ids as types, so that a photo's id cannot be taken for a passage's."""

from typing import NewType

PhotoId = NewType("PhotoId", int)
FolderId = NewType("FolderId", int)
PassageId = NewType("PassageId", int)
ContentHash = NewType("ContentHash", str)
"""Lower-case hex BLAKE2b-256 of a file's bytes."""
ModelId = NewType("ModelId", str)
PackId = NewType("PackId", str)
"""The id of a photo (`P-7K2Q`) or of a whole result (`R-M41X`) in one evidence pack: random, and never used again in a conversation."""
LocalTime = NewType("LocalTime", str)
"""ISO 8601 local time as precise as it is known: a date, a second, or a second with its decimal fraction
(`2019-06-14`, `2019-06-14T10:20:30`, `2019-06-14T10:20:30.05`). Sorting the text sorts the times."""
