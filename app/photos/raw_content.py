"""Which files are camera RAW by their content: first bytes, or what the directories of a TIFF say (TIFF 6.0, TIFF/EP, DNG 1.7)."""

import struct
from collections.abc import Iterator, Mapping

from app.domain.file_names import RAW_EXTENSIONS

_TIFF_STARTS = (b"II*\x00", b"MM\x00*")
_STARTS: tuple[tuple[int, bytes, str], ...] = (
    (0, b"FUJIFILMCCD-RAW", "RAF"),
    (0, b"II\x55\x00", "RW2"),
    (0, b"IIRO", "ORF"),
    (0, b"IIRS", "ORF"),
    (0, b"MMOR", "ORF"),
    (0, b"\x00MRM", "MRW"),
    (0, b"FOVb", "X3F"),
    (4, b"ftypcrx ", "CR3"),
    (6, b"HEAPCCDR", "CRW"),
    (8, b"CR\x02", "CR2"),
    (8, b"IIII", "IIQ"),
    (8, b"MMMM", "IIQ"),
)
_TWINS = {"RW2": ("rwl",), "IIQ": ("mos",)}
"""Formats that other makers use under a name of their own."""
_MAKERS = (
    ("NIKON", "NEF"),
    ("SONY", "ARW"),
    ("PENTAX", "PEF"),
    ("RICOH", "PEF"),
    ("SAMSUNG", "SRW"),
    ("HASSELBLAD", "3FR"),
    ("OLYMPUS", "ORF"),
    ("EPSON", "ERF"),
    ("MAMIYA", "MEF"),
    ("KODAK", "DCR"),
)  # fmt: skip

_COMPRESSION, _PHOTOMETRIC, _MAKE, _SUB_DIRECTORIES, _DNG_VERSION = 259, 262, 271, 330, 50_706
_OF_SENSORS = frozenset({32_803, 34_892})
"""Photometric interpretations: a colour filter array, and linear sensor values."""
_COMPRESSIONS_OF_SENSORS = frozenset({32_767, 32_769, 32_770, 34_713, 65_000, 65_535})
_MOST_DIRECTORIES, _MOST_ENTRIES, _MOST_VALUES = 16, 1_000, 5_000
_SIZES = {1: 1, 2: 1, 3: 2, 4: 4, 7: 1, 13: 4}

Tags = Mapping[int, bytes | tuple[int, ...]]


def is_tiff(content: bytes) -> bool:
    """Whether the content has a TIFF's first bytes, as many RAW formats have."""
    return content.startswith(_TIFF_STARTS)


def raw_format(content: bytes, extension: str) -> str | None:
    """The RAW format of a file, as its usual extension in upper case; None if nothing in the content says that it is RAW."""
    for offset, start, name in _STARTS:
        if content.startswith(start, offset) and (offset != 8 or is_tiff(content)):
            return extension.upper() if extension in _TWINS.get(name, ()) else name
    if not is_tiff(content):
        return None
    every = list(directories(content))
    if any(_DNG_VERSION in tags for tags in every):
        return "DNG"
    return _format_by_maker(every, extension) if any(map(_is_of_sensor, every)) else None


def _is_of_sensor(tags: Tags) -> bool:
    photometric, compression = tags.get(_PHOTOMETRIC, ()), tags.get(_COMPRESSION, ())
    return not _OF_SENSORS.isdisjoint(photometric) or not _COMPRESSIONS_OF_SENSORS.isdisjoint(compression)


def _format_by_maker(every: list[Tags], extension: str) -> str:
    if extension in RAW_EXTENSIONS:
        return extension.upper()
    make = next((tags[_MAKE] for tags in every if _MAKE in tags), b"")
    written = bytes(make).decode("latin-1").upper()
    return next((name for maker, name in _MAKERS if written.startswith(maker)), "RAW")


def directories(content: bytes) -> Iterator[Tags]:
    """The directories of a TIFF in their chain and below, each once, as far as they lie in the content. Long values end early."""
    order = "<" if content.startswith(b"II") else ">"
    waiting, met = [_unsigned(content, 4, order)], set[int]()
    while waiting and len(met) < _MOST_DIRECTORIES:
        start = waiting.pop(0)
        if start in met or not 8 <= start <= len(content) - 2:
            continue
        met.add(start)
        count = struct.unpack_from(f"{order}H", content, start)[0]
        tags = dict(_entries(content, start + 2, min(count, _MOST_ENTRIES), order))
        yield tags
        below = tags.get(_SUB_DIRECTORIES, ())
        waiting += [*(below if isinstance(below, tuple) else ()), _unsigned(content, start + 2 + 12 * count, order)]


def _entries(content: bytes, start: int, count: int, order: str) -> Iterator[tuple[int, bytes | tuple[int, ...]]]:
    for position in range(start, min(start + 12 * count, len(content) - 11), 12):
        tag, kind, number = struct.unpack_from(f"{order}HHI", content, position)
        size = _SIZES.get(kind, 0) * min(number, _MOST_VALUES)
        where = position + 8 if _SIZES.get(kind, 0) * number <= 4 else _unsigned(content, position + 8, order)
        value = content[where : where + size]
        if kind in (3, 4, 13) and len(value) == size:
            yield tag, struct.unpack(f"{order}{min(number, _MOST_VALUES)}{'H' if kind == 3 else 'I'}", value)
        elif size:
            yield tag, value


def _unsigned(content: bytes, position: int, order: str) -> int:
    """Four bytes as a number; 0, which leads nowhere, behind the end."""
    return int(struct.unpack_from(f"{order}I", content, position)[0]) if position + 4 <= len(content) else 0
