"""Which files of a folder tell of which photo: sidecars and Takeout's descriptions, by their names alone.

The owner rule: `x.NEF.xmp` tells of x.NEF alone and comes before `x.xmp`. `x.xmp` tells of the RAW files of that stem, as Adobe's
programs mean it; where there is none, of the other photos of that stem, then of its videos. Takeout's JSON comes last.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

from app.domain.file_names import RAW_EXTENSIONS, stem_and_extension
from app.photos.formats import Kind, kind_of
from app.photos.takeout_names import JSON, Descriptions

XMP = ".xmp"


def companions(names: Iterable[str]) -> Mapping[str, tuple[str, ...]]:
    """For photos and videos among the file names of one folder the names of the files that tell of them, the most trusted first."""
    known = sorted(names)
    telling = [name for name in known if name.lower().endswith((XMP, JSON))]
    if not telling:
        return {}
    photos = {name: stem_and_extension(name) for name in known if kind_of(name) is not Kind.OTHER}
    found = _sidecars([name for name in telling if name.lower().endswith(XMP)], photos)
    descriptions = Descriptions((name for name in telling if name.lower().endswith(JSON)), (stem for stem, _ in photos.values()))
    for photo in photos:
        found[photo].extend(descriptions.of(photo))
    return {photo: tuple(owned) for photo, owned in found.items() if owned}


def _sidecars(sidecars: list[str], photos: Mapping[str, tuple[str, str]]) -> defaultdict[str, list[str]]:
    """Sidecars by photo: first those with the photo's whole name, then those with its stem."""
    by_name: dict[tuple[str, str], list[str]] = defaultdict(list)
    by_stem: dict[str, list[str]] = defaultdict(list)
    for photo, (stem, extension) in photos.items():
        by_name[stem, extension].append(photo)
        by_stem[stem].append(photo)
    found: defaultdict[str, list[str]] = defaultdict(list)
    for_stems = []
    for sidecar in sidecars:
        inner = sidecar[: -len(XMP)]
        whole = by_name.get(stem_and_extension(inner), [])
        for photo in [inner] if inner in whole else whole:
            found[photo].append(sidecar)
        if not whole:
            for_stems.append(sidecar)
    for sidecar in for_stems:
        for photo in _owners(by_stem.get(sidecar[: -len(XMP)], [])):
            found[photo].append(sidecar)
    return found


def _owners(of_stem: list[str]) -> Iterator[str]:
    """Of the photos and videos of one stem those that a sidecar of this stem tells of."""
    best = min(map(_rank, of_stem), default=0)
    return (photo for photo in of_stem if _rank(photo) == best)


def _rank(photo: str) -> int:
    if stem_and_extension(photo)[1] in RAW_EXTENSIONS:
        return 0
    return 2 if kind_of(photo) is Kind.VIDEO else 1
