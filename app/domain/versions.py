"""Which file names belong to one picture: a RAW file and its rendering, a picture and its edited copy, one shot in two formats."""

import re
import unicodedata
from enum import Enum, StrEnum

from app.domain.file_names import RAW_EXTENSIONS

NamedAs = tuple[str, str]
"""The stem of a file's name and its extension in lower case (`file_names.stem_and_extension`)."""


class Kinship(Enum):
    """How much two names say: `PLAIN` is enough where the capture times do not contradict it, `TIMED` only with one time and one camera."""

    PLAIN = "plain"
    TIMED = "timed"


class Part(StrEnum):
    """What one version is by its name, in the order in which it may stand for all of them."""

    EDITED = "edited"
    CAMERA = "from the camera"
    RAW = "RAW"


EDITED_WORDS = (
    "edited", "edit", "effects", "smile", "mix", "bearbeitet", "bewerkt", "edytowane", "modificato", "modifié", "editado", "ha editado",
    "editada", "editat", "redigerad", "redigeret", "redigert", "muokattu", "upraveno", "upravené", "szerkesztett", "düzenlendi",
    "измененный", "изменено", "編集済み", "已修改", "已編輯", "수정됨",
)  # fmt: skip
"""What stands behind a name to say that it is an edited copy: Google's word in the language of the account, Lightroom's, people's."""

_EDITED_WORD = "|".join(EDITED_WORDS)
_SUFFIX = rf"(?:[-_ ](?:{_EDITED_WORD})|[-_ ]?\((?:{_EDITED_WORD})\))(?:[-_ ]?\d{{1,2}})?"
_EDITED = re.compile(_SUFFIX)
"""What editors add to a name: Google Photos `-edited` and its translations, Lightroom `-Edit` and `-Edit-2`, people ` (edited)`."""

_EFFECT = re.compile(r"[-_ (](?:effects|smile|mix)\)?(?:[-_ ]?\d{1,2}|\(\d{1,6}\))?$")
"""Google's words for pictures that it made by itself. People say them of other pictures: `Anna smile`."""

_NUMBERED = re.compile(rf"(.+)-(?:{_EDITED_WORD})(\(\d{{1,6}}\))")
"""Takeout calls the edited copy of the second IMG_1, `IMG_1(1).jpg`, `IMG_1-edited(1).jpg`."""

_SAVED_AGAIN = re.compile(r"~\d{1,2}")
"""Android's galleries call an edited copy `PXL_…~2`, and some number two files of one name so."""

_IPHONE_EDITED = re.compile(r"img_e(\d{4})")
"""iPhones call the edited IMG_0042 IMG_E0042."""

_PIXEL_PART = re.compile(r"\.raw-\d{2}(?:\.mp)?\.(?:cover|original)$")
"""Pixels call both parts of one shot `PXL_….RAW-01.COVER.jpg` and `PXL_….RAW-02.ORIGINAL.dng`."""

_PORTRAIT_PART = re.compile(r"\.portrait-\d{2}\.(cover|original)$")
"""Pixels keep the picture from which they made a portrait with a blurred ground."""

_ADDED = re.compile(rf"(?:{_SUFFIX}|{_SAVED_AGAIN.pattern})+$|{_PIXEL_PART.pattern}|{_PORTRAIT_PART.pattern}")
_BY_CAMERA = re.compile(r"_?[a-z]{0,3}[-_ ]?[\d_ -]*")
"""Names that cameras give (`img_0042`, `dsc01234`, `_mg_0042`, `20190614_102030`): nothing was added to them, which is quickly seen."""

_HEIF, _JPEG = frozenset({"heic", "heif", "hif"}), frozenset({"jpg", "jpeg", "jpe"})


def kinship(first: NamedAs, second: NamedAs) -> Kinship | None:
    """How two names belong to one picture; None where they do not."""
    (one, one_extension), (other, other_extension) = first, second
    rendered = (one_extension in RAW_EXTENSIONS) != (other_extension in RAW_EXTENSIONS)
    one, other = _folded(one), _folded(other)
    edited = _is_edited(one, other) or _is_edited(other, one)
    by_google = edited and _EFFECT.search(max(one, other, key=len)) is not None
    if (rendered and _PIXEL_PART.sub("", one) == _PIXEL_PART.sub("", other)) or (edited and not by_google):
        return Kinship.PLAIN
    in_two_formats = one == other and _is_heif_and_jpeg(one_extension, other_extension)
    timed = in_two_formats or by_google or _is_saved_again(one, other) or _is_saved_again(other, one) or _are_portrait_parts(one, other)
    return Kinship.TIMED if timed else None


def shot_of(stem: str) -> str:
    """The part of a name that all versions of one picture share; others may share it too."""
    folded = _folded(stem)
    if _BY_CAMERA.fullmatch(folded):
        return folded
    found = _IPHONE_EDITED.fullmatch(folded)
    if found:
        return f"img_{found[1]}"
    numbered = _NUMBERED.fullmatch(folded)
    if numbered:
        return shot_of(f"{numbered[1]}{numbered[2]}")
    shorter = _ADDED.sub("", folded)
    return shorter if shorter == folded else shot_of(shorter)


def part_of(name: NamedAs) -> Part:
    """What a version is by its name."""
    stem, extension = name
    if extension in RAW_EXTENSIONS:
        return Part.RAW
    return Part.EDITED if is_edit(stem) else Part.CAMERA


def is_edit(stem: str) -> bool:
    """Whether a name is one that is given to edited copies."""
    portrait = _PORTRAIT_PART.search(_folded(stem))
    return portrait[1] == "cover" if portrait else shot_of(stem) != _PIXEL_PART.sub("", _folded(stem))


def _folded(stem: str) -> str:
    # Some disks keep an accent apart from its letter.
    return stem.lower() if stem.isascii() else unicodedata.normalize("NFC", stem).casefold()


def _is_edited(edited: str, original: str) -> bool:
    if edited.startswith(original) and _EDITED.fullmatch(edited, len(original)):
        return True
    found, numbered = _IPHONE_EDITED.fullmatch(edited), _NUMBERED.fullmatch(edited)
    return (found is not None and original == f"img_{found[1]}") or (numbered is not None and original == f"{numbered[1]}{numbered[2]}")


def _is_saved_again(again: str, original: str) -> bool:
    return again.startswith(original) and _SAVED_AGAIN.fullmatch(again, len(original)) is not None


def _are_portrait_parts(one: str, other: str) -> bool:
    first, second = _PORTRAIT_PART.search(one), _PORTRAIT_PART.search(other)
    if first is None or second is None:
        return False
    return one[: first.start()] == other[: second.start()] and first[1] != second[1]


def _is_heif_and_jpeg(one: str, other: str) -> bool:
    return (one in _HEIF and other in _JPEG) or (one in _JPEG and other in _HEIF)
