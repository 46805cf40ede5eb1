"""What of a pack may leave the machine: what no switch lets through, or no line here names, is gone."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import TypeVar

from app.domain.evidence import EvidencePack, LibraryFact, PackPhoto
from app.domain.file_names import path_names
from app.domain.photo import Fact, PhotoFacts
from app.domain.sharing import Sharing

T = TypeVar("T")

ALWAYS_SENT = frozenset(
    {
        *("matching", "undated", "first", "last", "years", "months", "days", "cameras", "lenses", "formats"),
        *("per_year", "per_month", "per_day", "per_camera", "per_lens", "per_format"),
        *("same_camera", "same_lens", "same_day", "same_month", "same_year", "same_event", "burst", "near_duplicate", "identical_file"),
    }
)
"""What library facts may be about whatever the switches say: times, cameras, and how many photos are alike."""

OF_RELATIONS = frozenset({"groups", "grouped", "related", "not_compared"})
"""Library facts that are about what follows the dot in their names: `groups.same_place`."""


def reduced(pack: EvidencePack, sharing: Sharing) -> EvidencePack:
    """The pack without what may not leave; graph, prompt and gates see nothing else of it.

    Of the path of a file or folder its own name is left, where names of files may leave; numbers of photos in folders that then are
    called the same stay behind. So do library facts of a kind unknown here.
    """
    photos = tuple(_photo(each, sharing) for each in pack.photos)
    return replace(pack, photos=photos, library=_library(pack.library, sharing))


def _photo(photo: PackPhoto, sharing: Sharing) -> PackPhoto:
    names = path_names(photo.path) if sharing.file_names else ()
    return PackPhoto(
        photo.id,
        path=names[-1] if names else "",
        facts=_facts(photo.facts, sharing),
        folder=Fact(_own_name(photo.folder.value), photo.folder.source) if photo.folder and sharing.file_names else None,
    )


def _facts(facts: PhotoFacts, sharing: Sharing) -> PhotoFacts:
    return PhotoFacts(
        taken=facts.taken,
        offset=facts.offset,
        make=facts.make,
        model=facts.model,
        lens=facts.lens,
        iso=facts.iso,
        aperture=facts.aperture,
        shutter=facts.shutter,
        focal_length=facts.focal_length,
        place=_if(facts.place, sharing.places),
        title=_if(facts.title, sharing.captions),
        caption=_if(facts.caption, sharing.captions),
        tags=_if(facts.tags, sharing.tags),
        people=_if(facts.people, sharing.people),
        rating=facts.rating,
        orientation=facts.orientation,
    )


def _if(fact: Fact[T] | None, may_leave: bool) -> Fact[T] | None:
    return fact if may_leave else None


def _library(library: Mapping[str, LibraryFact], sharing: Sharing) -> dict[str, LibraryFact]:
    switched = (
        ({"places", "per_place", "countries", "per_country", "same_place"}, sharing.places),
        ({"people", "per_person", "same_person"}, sharing.people),
        ({"tags", "per_tag", "shares_tag"}, sharing.tags),
        ({"folders", "per_folder", "same_folder", "variant_of"}, sharing.file_names),
    )
    sent = ALWAYS_SENT.union(*(names for names, on in switched if on))
    kept = [(_sent_name(name), value) for name, value in library.items() if _about(name) in sent]
    met = Counter(name for name, _ in kept)
    return {name: value for name, value in kept if met[name] == 1}


def _sent_name(name: str) -> str:
    kind, _, folder = name.partition(".")
    return f"{kind}.{_own_name(folder)}" if kind == "per_folder" else name


def _own_name(folder: str) -> str:
    return folder.rpartition("/")[2]


def _about(name: str) -> str:
    kind, _, rest = name.partition(".")
    return rest if kind in OF_RELATIONS else kind
