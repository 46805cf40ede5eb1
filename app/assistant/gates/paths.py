"""Absolute paths in a text: of POSIX, with a drive, of a server, of a home folder or variable, and as the URL of a file. Links are none."""

import re
from functools import cache

REMOVED = "[path removed]"
"""What stands in place of a path."""

_SLASH = r"[/／∕⁄]"
_SEPARATOR = r"[/／∕⁄\\＼]"
_NONE = r"[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]*"
"""Nothing that is seen."""
_FREE = r"(?<![^\W_])"
_BEHIND_CJK = r"(?<=[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af])"
"""Where words are not kept apart by spaces."""
_ROOTS = r"(?:home|Users|mnt|media|Volumes|private|root|run|storage|tmp|var|etc|opt|srv|usr)"

_ROOTS_OF_DRIVE = r"(?:Users|Windows|ProgramData|Program Files(?: \(x86\))?|Documents and Settings|home)"
_HOME_FOLDERS = r"(?:Pictures|Photos?|Pics|Images|Documents|Desktop|Downloads|Bilder|Fotos)"
_VARIABLE = (
    r"(?:%[a-z][\w()]*%|\$\{[a-z_]\w*\}|\$env:\w+"
    r"|\$(?:HOME(?:PATH|DRIVE)?|USERPROFILE|PWD|OLDPWD|TMP(?:DIR)?|TEMP|(?:LOCAL)?APPDATA|XDG_\w+)(?!\w))"
)
"""A variable of the environment; by name where `$USD/EUR` has the same form."""

_WORD = r"[^\s/／∕⁄\\＼<>\"“”`|*]+"
_GAP = r"(?<![,;:.!?])[ ](?!and/or\b|\d{1,2}/\d)"
"""A space inside a name; none stands behind a stop, before a fraction, or before `and/or`."""
_NAME = rf"{_WORD}(?:{_GAP}{_WORD}){{0,2}}"
_BEGINS = r"(?=[^\w\s/\\]{0,2}\w)"
_FIRST = rf"{_NAME}{_SEPARATOR}++"
_INNER = rf"(?:{_WORD}(?:{_GAP}{_WORD}){{0,5}}{_SEPARATOR}++)"
"""Names of folders are longer than those at the end, behind which a sentence may go on."""
_EXTENSION = rf"\.(?=\d?[a-z])[a-z0-9]{{2,4}}(?![a-z0-9]|{_SEPARATOR})"

# Of another's home folder what is surely a path; `~he/she/they` is none. Behind one backslash too: `\alpha\beta` is none.
_STARTS = (
    rf"file:{_SEPARATOR}++",
    rf"[a-z]{_NONE}[:：]{_NONE}{_SEPARATOR}++{_BEGINS}",
    rf"[\\＼]{_NONE}[\\＼][\w?.$-]+{_SEPARATOR}++",
    rf"~{_NONE}{_SEPARATOR}++{_BEGINS}",
    rf"~[a-z_][\w.-]+{_SEPARATOR}(?={_HOME_FOLDERS}{_SEPARATOR}{_BEGINS}|(?:{_WORD}{_SEPARATOR})*{_WORD}{_EXTENSION})",
    rf"[\\＼]{_ROOTS_OF_DRIVE}[\\＼]++{_BEGINS}",
    rf"[\\＼](?=(?:\w[\w .-]*[\\＼])+\w[\w.-]*{_EXTENSION}){_BEGINS}",
    rf"{_VARIABLE}{_SEPARATOR}++{_BEGINS}",
)
# Two names at least, not from here (`./x/y`), and not numbers alone: those are fractions and dates.
_ROOTED = rf"(?<!{_SLASH})(?<!^\.)(?<!\W\.){_SLASH}++{_BEGINS}(?![\d/]+(?![\w/])){_FIRST}{_BEGINS}"
_START = rf"(?:(?:{_FREE}|{_BEHIND_CJK})(?:{'|'.join(_STARTS)})|{_FREE}{_ROOTED}|{_BEHIND_CJK}{_SLASH}{_ROOTS}{_SLASH}{_BEGINS})"

_ONWARD = rf"(?:(?!{_START}|[.!?]\s+(?-i:[A-Z]))[^\n<>\"“”`|*]){{0,300}}?{_SEPARATOR}"
_TO_A_FILE = rf"(?:{_ONWARD})??{_WORD}{_EXTENSION}"
"""With any blanks on the way, but not into another sentence or path."""
_ENOUGH = rf"{_INNER}*(?:{_NAME}{_EXTENSION}|{_WORD})?(?<![.,;:!?)\]}}'’»…。、])"

_LINK = rf"(?P<link>(?:https?|ftps?)://[^\s/](?:(?![,;|]{_START})[^\s<>\"`])*)"
"""Up to a comma or the like with a path behind it."""
_QUOTED = rf"(?<=[\"“`]){_START}[^\"“”`\n]*(?=[\"”`])"


@cache  # Compiled when the first reply comes: the program starts without it.
def _path() -> re.Pattern[str]:
    """A link, so that nothing inside it is taken for a path; a path that quotes enclose, whole; any other path."""
    return re.compile(rf"{_LINK}|{_QUOTED}|{_START}(?:{_TO_A_FILE}|{_ENOUGH})", re.IGNORECASE)


def absolute_paths(text: str) -> tuple[str, ...]:
    """The paths in a text, in their order."""
    return tuple(match[0] for match in _path().finditer(text) if match["link"] is None)


def without_paths(text: str) -> str:
    """The text with `REMOVED` in place of each path."""
    return _path().sub(lambda match: match["link"] or REMOVED, text)
