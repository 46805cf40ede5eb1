"""The gates alone, over a saved pack and any reply, so that anyone can audit one."""

from dataclasses import dataclass

from app.assistant.flags import Flag, flags
from app.assistant.gates.check import check_text
from app.assistant.gates.verdict import Verdict
from app.domain.errors import BadFile
from app.domain.words import shown
from app.evidence.graph import relate
from app.evidence.pack_file import read_pack

LARGEST_FILE = 50_000_000
"""Bytes; a pack of a thousand photos has a hundredth of it."""


@dataclass(frozen=True, slots=True)
class Audit:
    """A verdict, and the prose of an accepted reply that names a relationship."""

    verdict: Verdict
    flags: tuple[Flag, ...]


def audit(pack_path: str, reply_path: str) -> Audit:
    """Check the reply in one file against the pack in another. Raises `BadFile`."""
    pack = read_pack(read_text(pack_path))
    verdict = check_text(_read(reply_path).decode("utf-8", "surrogateescape"), pack, relate(pack))
    return Audit(verdict, flags(verdict.reply) if verdict.reply else ())


def read_text(path: str) -> str:
    """A UTF-8 text file. Raises `BadFile`."""
    try:
        return _read(path).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadFile(f"{shown(path)} is not UTF-8 text (byte {error.start}): save it as UTF-8.") from error


def _read(path: str) -> bytes:
    try:
        with open(path, "rb") as file:
            content = file.read(LARGEST_FILE + 1)
    except OSError as error:
        raise BadFile(f"{shown(path)} cannot be read ({(error.strerror or 'unknown error').lower()}): check its name.") from error
    if len(content) > LARGEST_FILE:
        raise BadFile(f"{shown(path)} is larger than {LARGEST_FILE / 1e6:,.0f} MB: that is no pack, reply or list of questions.")
    return content
