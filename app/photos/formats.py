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


PILLOW_FORMATS = ("JPEG", "PNG", "WEBP", "TIFF", "GIF", "BMP", "HEIF", "AVIF", "JPEG2000")
"""Decoders that may be tried on a file, by Pillow's names. MPO is reached through JPEG."""

_JPEG = frozenset({"jpg", "jpeg", "jpe", "jfif", "mpo"})
_HEIF = frozenset({"heic", "heics", "heif", "heifs", "hif", "avif", "avifs"})
_JPEG_2000 = frozenset({"jp2", "j2c", "j2k", "jpc", "jpf", "jpx"})
_CANDIDATES = _JPEG | _HEIF | _JPEG_2000 | {"png", "apng", "webp", "tif", "tiff", "gif", "bmp", "dib"} | RAW_EXTENSIONS

_VIDEO = frozenset({"3g2", "3gp", "avi", "m2ts", "m4v", "mkv", "mov", "mp4", "mpeg", "mpg", "mts", "webm", "wmv"})

_LATER: dict[str, str] = {"jxl": "JPEG XL is not read yet.", "psd": "Photoshop's PSD is not read yet."}

_VIDEO_STARTS = (
    b"\x1a\x45\xdf\xa3",  # Matroska, WebM
    b"\x30\x26\xb2\x75\x8e\x66\xcf\x11",  # Windows Media
    b"\x00\x00\x01\xba",  # MPEG program stream
    b"\x00\x00\x01\xb3",  # MPEG video
)
_VIDEO_BOXES = frozenset({b"moov", b"mdat", b"wide", b"pnot"})
"""Boxes that may begin a QuickTime film that is older than `ftyp`."""
_PICTURE_STARTS = (b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n", b"GIF8", b"BM", b"II*\x00", b"MM\x00*", b"\x00\x00\x00\x0cjP  ")

_PICTURE_BRANDS = frozenset(
    {b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevm", b"hevs", b"hevx", b"mif1", b"msf1", b"avif", b"avis", b"crx "}
)  # fmt: skip
"""Brands of HEIF (ISO/IEC 23008-12), AVIF and Canon's CR3."""

_OTHER_CONTENT: tuple[tuple[bytes, str], ...] = (
    (b"8BPS", "Photoshop's PSD is not read yet."),
    (b"\x00\x00\x00\x0cJXL ", "JPEG XL is not read yet."),
    (b"\xff\x0a", "JPEG XL is not read yet."),
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
    if extension in _CANDIDATES:
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


def refused_content(head: bytes) -> str | None:
    """Why content that starts like this is no photo of these formats, or None if a decoder may try it."""
    if not head:
        return "The file is empty (0 bytes)."
    if not head.strip(b"\x00"):
        return "The file holds nothing but zeros; copy it again from where it came."
    if head[4:8] == b"ftyp" and not _is_picture_container(head):
        return "This is a video, not a photo."
    binary = next((reason for magic, reason in _OTHER_CONTENT if head.startswith(magic)), None)
    return binary or _refused_markup(head)


def _is_picture_container(head: bytes) -> bool:
    """Whether an ISO base media file (ISO/IEC 14496-12, `ftyp`) names a brand of pictures, as its major brand or beside it."""
    size = int.from_bytes(head[:4], "big")
    brands = (head[8:12], *(head[start : start + 4] for start in range(16, min(size, len(head)), 4)))
    return any(brand in _PICTURE_BRANDS for brand in brands)


def _refused_markup(head: bytes) -> str | None:
    text = head.removeprefix(b"\xef\xbb\xbf").lstrip().lower()
    reason = next((reason for start, reason in _MARKUP if text.startswith(start)), None)
    return "This is a web page, not a photo." if reason and b"<html" in text else reason
