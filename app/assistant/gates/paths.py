"""Absolute paths in a text: of POSIX, with a drive, of a server, of the home folder, and as the URL of a file. Links are none."""

import re

REMOVED = "[path removed]"
"""What stands in place of a path."""

_SLASH = r"[/／∕⁄]"
_SEPARATOR = r"[/／∕⁄\\＼]"
_WORD = r"[^\s/／∕⁄\\＼<>\"“”`|*]+"
_GAP = r"(?<![,;:])(?<!\.\w\w)(?<!\.\w\w\w)(?<!\.\w\w\w\w)[ ](?!and/or\b|\d{1,3}/\d{1,3}(?![\w/]))"
"""A space inside a name; none stands behind a comma or an extension, before a fraction, or in `and/or`."""
_NAME = rf"{_WORD}(?:{_GAP}{_WORD}){{0,2}}"
_BEGINS = r"(?=[^\w\s/\\]{0,2}\w)"
_INNER = rf"(?:{_NAME}{_SEPARATOR}++)"
_REST = rf"{_INNER}*(?:{_NAME}\.[a-z]\w{{1,3}}\b|{_WORD})?(?<![.,;:!?)\]}}'’»…])"
_STARTS = (
    rf"file:{_SEPARATOR}++",
    rf"[a-z][:：]{_SEPARATOR}++{_BEGINS}",
    rf"[\\＼]{{2}}[\w?.$-]+{_SEPARATOR}",
    rf"~{_SEPARATOR}++{_BEGINS}",
    # Two names at least, not from here (`./x/y`), and not numbers alone: those are fractions and dates.
    rf"(?<!{_SLASH})(?<!^\.)(?<!\W\.){_SLASH}++{_BEGINS}(?![\d/]+(?![\w/])){_INNER}{_BEGINS}",
)
_START = rf"(?<![^\W_])(?:{'|'.join(_STARTS)})"
_PATH = re.compile(rf"(?P<link>https?://[^\s/][^\s<>\"`]*)|(?<=[\"“`]){_START}[^\"“”`\n]*(?=[\"”`])|{_START}{_REST}", re.IGNORECASE)
"""A link, so that nothing inside it is taken for a path; a path that quotes enclose, whole; any other path."""


def absolute_paths(text: str) -> tuple[str, ...]:
    """The paths in a text, in their order."""
    return tuple(match[0] for match in _PATH.finditer(text) if match["link"] is None)


def without_paths(text: str) -> str:
    """The text with `REMOVED` in place of each path."""
    return _PATH.sub(lambda match: match["link"] or REMOVED, text)
