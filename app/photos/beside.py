"""What stands beside the files of one folder and tells of them: its paths, and a digest that changes when it does."""

import hashlib
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from app.photos.companions import companions

_TELLING = (".xmp", ".json")


@dataclass(frozen=True, slots=True)
class Beside:
    """The files that tell of a photo, the most trusted first, and a digest of their names, sizes and times; empty without any."""

    paths: tuple[str, ...] = ()
    digest: str = ""


NOTHING = Beside()


def all_beside(same: Sequence[str], others: Sequence[os.DirEntry[str]]) -> dict[str, Beside]:
    """For the files of one folder, by name, what tells of them. Most folders have nothing that could."""
    telling = {entry.name: entry for entry in others if entry.name.lower().endswith(_TELLING)}
    if not telling:
        return {}
    told = companions([*same, *(entry.name for entry in others)])
    return {name: _beside(telling[each] for each in tellers) for name, tellers in told.items()}


def beside_file(path: str) -> Beside:
    """What tells of one file, which may be called by itself."""
    folder, name = os.path.split(path)
    try:
        tellers = _companions_in(folder, os.stat(folder).st_mtime_ns).get(name, ())
        with os.scandir(folder) as entries:
            found = {entry.name: entry for entry in entries if entry.name in tellers} if tellers else {}
    except OSError:
        return NOTHING
    return _beside(found[each] for each in tellers if each in found)


@lru_cache(maxsize=1)
def _companions_in(folder: str, _modified_ns: int) -> Mapping[str, tuple[str, ...]]:
    """Kept, because many files of one folder may be asked for one after the other."""
    return companions(name for name in os.listdir(folder) if not name.startswith("."))


def _beside(entries: Iterable[os.DirEntry[str]]) -> Beside:
    """Of those that are there; one that cannot be looked at is not."""
    seen = []
    for entry in entries:
        try:
            status = entry.stat()
        except OSError:
            continue
        seen.append((entry.path, entry.name, status.st_size, status.st_mtime_ns))
    if not seen:
        return NOTHING
    described = repr([each[1:] for each in seen]).encode()
    return Beside(tuple(each[0] for each in seen), hashlib.blake2b(described, digest_size=8).hexdigest())
