"""Whether a file ends before its own structure says that it ends: decoders fill in what is missing and do not tell."""

from app.photos.raw_content import directories, is_tiff

_STRIPS, _TILES = (273, 279), (324, 325)
"""Tags of a TIFF: where the parts of a picture begin, and how many bytes they have."""


def is_cut_short(content: bytes) -> bool:
    """Whether a TIFF or a file of boxes (ISO/IEC 14496-12: HEIC, AVIF, CR3) names what lies behind its end. False for all other files."""
    if is_tiff(content):
        return _end_of_parts(content) > len(content)
    return content[4:8] == b"ftyp" and _end_of_boxes(content) > len(content)


def _end_of_parts(content: bytes) -> int:
    ends = (
        start + length
        for tags in directories(content)
        for starts, lengths in (_STRIPS, _TILES)
        for start, length in zip(tags.get(starts, ()), tags.get(lengths, ()), strict=False)
    )
    return max(ends, default=0)


def _end_of_boxes(content: bytes) -> int:
    """The end of the last outermost box; a size of 0 means up to the end, of 1 that it follows in eight bytes."""
    at = 0
    while at + 8 <= len(content):
        size = int.from_bytes(content[at : at + 4], "big")
        if size == 1:
            size = int.from_bytes(content[at + 8 : at + 16], "big")
        if size < 8:
            break
        at += size
    return at
