"""What the folder of a photo is called in an evidence pack: two folders never get one text."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import permutations

from app.domain.file_names import path_names
from app.domain.ids import FolderId, PhotoId
from app.domain.photo import Photo
from app.domain.words import folder_names, shown

Names = tuple[str, ...]


def folder_texts(photos: Sequence[Photo], roots: Mapping[FolderId, str]) -> dict[PhotoId, str]:
    """`holidays/2019` by photo, from the added folder down, and from farther up where added folders share a name.

    A photo is left out if its added folder is not among `roots`, or if its text would stand for another folder too
    (two names may look alike when shown).
    """
    names = {folder: path_names(root) for folder, root in roots.items()}
    names |= {each.folder_id: path_names(each.path)[:-1] for each in photos if each.path == roots.get(each.folder_id)}
    outer = _outer_names(names.values())
    texts = {
        each.id: "/".join(map(shown, filter(None, (*outer[names[each.folder_id]], *folder_names(each.path, roots[each.folder_id])))))
        for each in photos
        if each.folder_id in roots
    }
    folders: dict[str, set[Names]] = defaultdict(set)
    for each in photos:
        if each.id in texts:
            folders[texts[each.id]].add(path_names(each.path)[:-1])
    return {photo: text for photo, text in texts.items() if text and len(folders[text]) == 1}


def _outer_names(roots: Iterable[Names]) -> dict[Names, Names]:
    """By added folder, the names above its own that tell it and what is in it from all others."""
    depths = dict.fromkeys(roots, 1)
    while alike := {one for one, other in permutations(depths, 2) if depths[one] < len(one) and _may_meet(one, other, depths)}:
        depths |= {each: depths[each] + 1 for each in alike}
    return {each: _end(each, depths)[:-1] for each in depths}


def _end(root: Names, depths: Mapping[Names, int]) -> Names:
    return root[-depths[root] :]


def _may_meet(one: Names, other: Names, depths: Mapping[Names, int]) -> bool:
    """Whether one text begins as the other does, so that a folder in the shorter could be called what the longer is."""
    first, second = _end(one, depths), _end(other, depths)
    return first[: len(second)] == second[: len(first)]
