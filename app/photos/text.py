"""Bytes of metadata into clean text: declared charset, else UTF-8, else cp1252; no NULs or control characters; NFC; bounded."""

import re
import unicodedata

LONGEST_TEXT = 20_000
"""Characters kept of one text. A book pasted as a caption is cut here, and a note says so."""

_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufeff\ufffe\uffff]+")
_CHARSETS = {b"\x1b%G": "utf-8", b"\x1b%/I": "utf-8", b"\x1b.A": "latin-1", b"\x1b-A": "latin-1", b"\x1b-B": "iso8859-2"}
_COMMENT_CHARSETS = {b"ASCII\0\0\0": None, b"JIS\0\0\0\0\0": "iso2022_jp", b"\0" * 8: None}


def decoded(raw: bytes, charset: str | None = None) -> str:
    """Bytes as text by the declared charset if they fit it, else as UTF-8, else as cp1252. Never raises."""
    for attempt in (charset, "utf-8-sig"):
        if attempt:
            try:
                return raw.decode(attempt)
            except UnicodeDecodeError:
                continue
    return raw.decode("cp1252", "replace")


def cleaned(text: str) -> str:
    """Text for showing, storing and embedding: control characters become one space, NFC, no outer white space. Idempotent."""
    if text.isascii() and text.isprintable():
        return text.strip()
    lines = text.replace("\r\n", "\n").replace("\r", "\n").strip("\x00")
    return unicodedata.normalize("NFC", _CONTROL.sub(" ", lines)).strip()


def bounded(text: str) -> str:
    """Text cut to `LONGEST_TEXT` characters at most."""
    return text[:LONGEST_TEXT].rstrip()


def decoded_ascii(raw: bytes) -> str:
    """An EXIF text of type ASCII: it ends at its first NUL, and what some cameras leave behind that is rubbish (Exif 3.0, 4.6.2)."""
    return decoded(raw.partition(b"\x00")[0])


def iptc_charset(declared: bytes) -> str | None:
    """The codec of IPTC's record 1:90 (ISO 2022 escape sequence), or None if it names none that is known."""
    return _CHARSETS.get(declared.strip(b"\x00 "))


def decoded_windows(raw: bytes, is_ascii: bool) -> str:
    """A Windows XP tag: UTF-16LE, also where a program stored plain text or declared the bytes as ASCII."""
    plain = raw.rstrip(b"\x00")
    looks_narrow = b"\x00" not in plain and (is_ascii or len(plain) == len(raw))
    if len(raw) % 2 or (looks_narrow and _is_utf8(plain)):
        return decoded(plain)
    return raw.decode("utf-16-le", "replace")


def decoded_comment(raw: bytes, little_endian: bool) -> str:
    """EXIF UserComment: eight bytes name the character code (Exif 3.0, 4.6.6.1). Binary content without a code gives an empty text."""
    code, body = raw[:8], raw[8:]
    if code == b"UNICODE\0":
        return _decoded_utf16(body, little_endian)
    if code not in _COMMENT_CHARSETS:
        code, body = b"\0" * 8, raw
    text = decoded(body.strip(b"\x00"), _COMMENT_CHARSETS[code])
    return "" if code == b"\0" * 8 and _CONTROL.search(text) else text


def _decoded_utf16(body: bytes, little_endian: bool) -> str:
    if body[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return body.decode("utf-16", "replace")
    high_first, low_first = body[0::2].count(0), body[1::2].count(0)
    if high_first != low_first:  # Programs disagree about the byte order; Latin text shows it by its zeros.
        little_endian = low_first > high_first
    return body.decode("utf-16-le" if little_endian else "utf-16-be", "replace")


def _is_utf8(raw: bytes) -> bool:
    try:
        raw.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True
