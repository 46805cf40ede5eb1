"""Which files are pictures and videos: by extension before they are opened, by their first bytes after. Later formats are widened here."""

import os
from enum import Enum, auto

from app.domain.file_names import RAW_EXTENSIONS


class Kind(Enum):
    """What a name's extension promises."""

    CANDIDATE = auto()
    VIDEO = auto()
    LATER = auto()
    OTHER = auto()


PILLOW_FORMATS = ("JPEG", "PNG", "WEBP", "TIFF", "GIF", "BMP")
"""Decoders that may be tried on a file, by Pillow's names. MPO is reached through JPEG."""

_CANDIDATES = frozenset({"jpg", "jpeg", "jpe", "jfif", "mpo", "png", "webp", "tif", "tiff", "gif", "bmp", "dib"})

# Cameras and exports often give JPEGs these names, so the first bytes decide about them.
_SNIFFED = frozenset({"heic", "heif", "hif", "avif"})

_VIDEO = frozenset({"3g2", "3gp", "avi", "m2ts", "m4v", "mkv", "mov", "mp4", "mpeg", "mpg", "mts", "webm", "wmv"})

_LATER: dict[str, str] = {
    **{extension: f"Camera RAW ({extension.upper()}) is not read yet." for extension in RAW_EXTENSIONS},
    "jxl": "JPEG XL is not read yet.",
    "jp2": "JPEG 2000 is not read yet.",
    "j2k": "JPEG 2000 is not read yet.",
    "psd": "Photoshop's PSD is not read yet.",
}

_VIDEO_STARTS = (
    b"\x1a\x45\xdf\xa3",  # Matroska, WebM
    b"\x30\x26\xb2\x75\x8e\x66\xcf\x11",  # Windows Media
    b"\x00\x00\x01\xba",  # MPEG program stream
    b"\x00\x00\x01\xb3",  # MPEG video
)
_VIDEO_BOXES = frozenset({b"moov", b"mdat", b"wide", b"pnot"})
"""Boxes that may begin a QuickTime film that is older than `ftyp`."""
_PICTURE_STARTS = (b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n", b"GIF8", b"BM", b"II*\x00", b"MM\x00*")

_ISO_BRANDS: dict[bytes, str] = {
    **dict.fromkeys((b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1"), "HEIC is not read yet."),
    **dict.fromkeys((b"avif", b"avis"), "AVIF is not read yet."),
    b"crx ": "Camera RAW (CR3) is not read yet.",
}

_OTHER_CONTENT: tuple[tuple[bytes, str], ...] = (
    (b"8BPS", "Photoshop's PSD is not read yet."),
    (b"\x00\x00\x00\x0cJXL ", "JPEG XL is not read yet."),
    (b"\xff\x0a", "JPEG XL is not read yet."),
    (b"\x00\x00\x00\x0cjP  ", "JPEG 2000 is not read yet."),
    (b"%PDF", "This is a PDF document, not a photo."),
    (b"PK\x03\x04", "This is a ZIP archive, not a photo."),
)

_MARKUP: tuple[tuple[bytes, str], ...] = (
    (b"<!doctype html", "This is a web page, not a photo."),
    (b"<html", "This is a web page, not a photo."),
    (b"<head", "This is a web page, not a photo."),
    (b"<svg", "SVG drawings are not read."),
    (b"<?xml", "This is an XML document, not a photo."),
    (b"{", "This is text, not a photo."),
)


def extension_of(name: str) -> str:
    """The extension in lower case without its dot; empty if there is none."""
    return os.path.splitext(name)[1][1:].lower()


def kind_of(name: str) -> Kind:
    """What the extension of a file name promises."""
    extension = extension_of(name)
    if extension in _CANDIDATES or extension in _SNIFFED:
        return Kind.CANDIDATE
    if extension in _VIDEO:
        return Kind.VIDEO
    return Kind.LATER if extension in _LATER else Kind.OTHER


def later_reason(name: str) -> str:
    """Why a file of a later format is skipped. Raises KeyError if `kind_of(name)` is not LATER."""
    return _LATER[extension_of(name)]


def is_video(name: str, head: bytes) -> bool:
    """Whether a file of this name that starts like this is a video: by its content, and by its name where the content is nothing else."""
    if head[4:8] == b"ftyp":
        return not _is_picture_container(head)
    if head.startswith(_VIDEO_STARTS) or head[4:8] in _VIDEO_BOXES or (head[:4] == b"RIFF" and head[8:12] == b"AVI "):
        return True
    is_other = head.startswith(_PICTURE_STARTS) or head[8:12] == b"WEBP" or refused_content(head) is not None
    return kind_of(name) is Kind.VIDEO and not is_other


def _is_picture_container(head: bytes) -> bool:
    """Whether an ISO base media file (ISO/IEC 14496-12, `ftyp`) names a brand of pictures, as its major brand or beside it."""
    size = int.from_bytes(head[:4], "big")
    brands = (head[8:12], *(head[start : start + 4] for start in range(16, min(size, len(head)), 4)))
    return any(brand in _ISO_BRANDS for brand in brands)


def refused_content(head: bytes) -> str | None:
    """Why content that starts like this is no photo of these formats, or None if a decoder may try it."""
    if not head:
        return "The file is empty (0 bytes)."
    if not head.strip(b"\x00"):
        return "The file holds nothing but zeros; copy it again from where it came."
    if head[4:8] == b"ftyp":
        return _ISO_BRANDS.get(head[8:12], "Video is not read yet.")
    binary = next((reason for magic, reason in _OTHER_CONTENT if head.startswith(magic)), None)
    return binary or _refused_markup(head)


def _refused_markup(head: bytes) -> str | None:
    text = head.removeprefix(b"\xef\xbb\xbf").lstrip().lower()
    reason = next((reason for start, reason in _MARKUP if text.startswith(start)), None)
    return "This is a web page, not a photo." if reason and b"<html" in text else reason
