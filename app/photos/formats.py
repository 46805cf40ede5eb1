"""Which files are pictures: by extension before they are opened, by their first bytes after. Later formats are widened here alone."""

import os
from enum import Enum, auto

from app.domain.file_names import RAW_EXTENSIONS


class Kind(Enum):
    """What a name's extension promises."""

    CANDIDATE = auto()
    LATER = auto()
    OTHER = auto()


PILLOW_FORMATS = ("JPEG", "PNG", "WEBP", "TIFF", "GIF", "BMP")
"""Decoders that may be tried on a file, by Pillow's names. MPO is reached through JPEG."""

_CANDIDATES = frozenset({"jpg", "jpeg", "jpe", "jfif", "mpo", "png", "webp", "tif", "tiff", "gif", "bmp", "dib"})

# Cameras and exports often give JPEGs these names, so the first bytes decide about them.
_SNIFFED = frozenset({"heic", "heif", "hif", "avif"})

_VIDEO = ("3g2", "3gp", "avi", "m2ts", "m4v", "mkv", "mov", "mp4", "mpeg", "mpg", "mts", "webm", "wmv")

_LATER: dict[str, str] = {
    **{extension: f"Camera RAW ({extension.upper()}) is not read yet." for extension in RAW_EXTENSIONS},
    **{extension: f"Video ({extension.upper()}) is not read yet." for extension in _VIDEO},
    "jxl": "JPEG XL is not read yet.",
    "jp2": "JPEG 2000 is not read yet.",
    "j2k": "JPEG 2000 is not read yet.",
    "psd": "Photoshop's PSD is not read yet.",
}

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
    return Kind.LATER if extension in _LATER else Kind.OTHER


def later_reason(name: str) -> str:
    """Why a file of a later format is skipped. Raises KeyError if `kind_of(name)` is not LATER."""
    return _LATER[extension_of(name)]


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
