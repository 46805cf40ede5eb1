"""Which file names belong to one picture: a RAW file and its JPEG, a picture and its edited copy."""

import re

from app.domain.file_names import RAW_EXTENSIONS

_EDITED_WORD = "edit|edited|bearbeitet|modifié|modificato|editado|editada|bewerkt|edytowane"
_EDITED = re.compile(rf"(?:[-_ ](?:{_EDITED_WORD})|[-_ ]?\((?:{_EDITED_WORD})\))(?:[-_ ]?\d{{1,2}})?")
"""What editors add to a name: Google Photos `-edited` and its translations, Lightroom `-Edit` and `-Edit-2`, people ` (edited)`."""

_IPHONE_EDITED = re.compile(r"img_e(\d{4})")
"""iPhones call the edited IMG_0042 IMG_E0042."""

_PIXEL_PART = re.compile(r"\.raw-\d{2}(?:\.mp)?\.(?:cover|original)$")
"""Pixels call both parts of one shot `PXL_….RAW-01.COVER.jpg` and `PXL_….RAW-02.ORIGINAL.dng`."""


def is_version(first: tuple[str, str], second: tuple[str, str]) -> bool:
    """Whether two (stem, extension) name a RAW file and its rendering, or a picture and its edited copy."""
    (one, one_extension), (other, other_extension) = first, second
    rendered = (one_extension in RAW_EXTENSIONS) != (other_extension in RAW_EXTENSIONS)
    one, other = one.casefold(), other.casefold()
    return (rendered and _shot(one) == _shot(other)) or _is_edited(one, other) or _is_edited(other, one)


def _shot(stem: str) -> str:
    return _PIXEL_PART.split(stem)[0]


def _is_edited(edited: str, original: str) -> bool:
    if edited.startswith(original) and _EDITED.fullmatch(edited, len(original)):
        return True
    found = _IPHONE_EDITED.fullmatch(edited)
    return found is not None and original == f"img_{found[1]}"
