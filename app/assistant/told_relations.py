"""Claims about several photos: what those that are compared share and in what they differ, which belong together, and with which."""

from collections.abc import Iterator, Sequence

from app.assistant.reply import Claim, CountClaim, FoundClaim, RelationshipClaim
from app.assistant.told_facts import fact_claims, told
from app.domain.evidence import EvidencePack, PackPhoto, Relation, Relationships
from app.domain.question import Question

GROUPS_TOLD = 4
"""Groups of one relation that are named."""
NAMED_TOGETHER = 6
"""Photos that are named in one sentence."""
_ALL_TOLD, _MOST_TOLD = 2, 4
"""Compared photos of which every difference is told, and the main ones."""

SHARED = (
    Relation.IDENTICAL_FILE, Relation.VARIANT_OF, Relation.NEAR_DUPLICATE, Relation.BURST, Relation.SAME_DAY, Relation.SAME_EVENT,
    Relation.SAME_PLACE, Relation.SAME_CAMERA, Relation.SAME_LENS, Relation.SAME_PERSON, Relation.SHARES_TAG, Relation.SAME_FOLDER,
)  # fmt: skip
"""The most telling first."""
_SAID_BY = {
    Relation.SAME_EVENT: (Relation.SAME_DAY, Relation.BURST),
    Relation.NEAR_DUPLICATE: (Relation.IDENTICAL_FILE, Relation.VARIANT_OF),
    Relation.VARIANT_OF: (Relation.IDENTICAL_FILE,), Relation.BURST: (Relation.IDENTICAL_FILE,),
    Relation.SAME_CAMERA: (Relation.BURST,),
}  # fmt: skip
"""What need not be said beside a relation from which it follows, or which tells more."""
_FACTS = (
    "taken",
    "model",
    "lens",
    "aperture",
    "shutter",
    "iso",
    "focal_length",
    "place",
    "tags",
    "people",
    "rating",
    "folder",
    "offset",
    "caption",
)
_MAIN = ("taken", "model", "place")
_TELLING = {
    Relation.SAME_DAY: ("taken",), Relation.SAME_EVENT: ("taken",), Relation.BURST: ("taken",), Relation.SAME_PLACE: ("place",),
    Relation.SAME_CAMERA: ("model",), Relation.SAME_LENS: ("lens",), Relation.SAME_PERSON: ("people",), Relation.SHARES_TAG: ("tags",),
    Relation.SAME_FOLDER: ("folder",),
}  # fmt: skip
"""The facts that show why a relation holds or not."""
_ORDERS = (Relation.BEFORE, Relation.AFTER)
_LONGEST_ORDER = 6


def compared(question: Question, pack: EvidencePack, graph: Relationships) -> Iterator[Claim]:
    """Whether they are related as asked; else all that they share, their order, and the facts in which they differ."""
    photos = pack.photos
    if len(photos) < 2:
        return
    if question.relation in _ORDERS:
        yield from _in_order(photos, graph)
        yield from _differing(photos, ("taken",), always=True)
        return
    if question.relation:
        yield from _asked(question.relation, pack, graph)
        yield from _differing(photos, _TELLING.get(question.relation, ("taken",)), always=True)
        return
    ids = tuple(photo.id for photo in photos)
    shared = [relation for relation in SHARED if graph.common_values(relation, ids) is not None]
    yield from (_related(each, ids) for each in shared if not set(_SAID_BY.get(each, ())) & set(shared))
    yield from _in_order(photos, graph)
    yield from _differing(photos, _FACTS if len(photos) <= _ALL_TOLD else _MAIN if len(photos) <= _MOST_TOLD else ("taken",))


def _asked(relation: Relation, pack: EvidencePack, graph: Relationships) -> Iterator[Claim]:
    ids = tuple(photo.id for photo in pack.photos)
    if graph.common_values(relation, ids) is not None:
        yield _related(relation, ids)
        return
    yield from _counted(pack, f"groups.{relation.value}")
    yield from _groups(pack.photos, relation, graph)


def _in_order(photos: Sequence[PackPhoto], graph: Relationships) -> Iterator[Claim]:
    """The order in which they were taken, where it is certain."""
    dated = [(photo.facts.taken.value, photo.id) for photo in photos if photo.facts.taken]
    ids = tuple(photo_id for _, photo_id in sorted(dated))
    if 1 < len(ids) == len(photos) <= _LONGEST_ORDER and graph.common_values(Relation.BEFORE, ids) is not None:
        yield _related(Relation.BEFORE, ids)


def _differing(photos: Sequence[PackPhoto], fields: Sequence[str], *, always: bool = False) -> Iterator[Claim]:
    """Photo by photo the facts in which they differ; always where it shows why they are related or not."""
    telling = [field for field in fields if always or len({told(photo, field) for photo in photos}) > 1]
    for photo in photos[:NAMED_TOGETHER]:
        for field in telling:
            yield from fact_claims([photo], field)


def together(question: Question, pack: EvidencePack, graph: Relationships) -> Iterator[Claim]:
    """How many groups there are by each relation that was looked for, and the first of them."""
    if not pack.library.get("matching"):
        return
    looked = [Relation(name.removeprefix("groups.")) for name in pack.library if name.startswith("groups.")]
    found = [relation for relation in looked if pack.library[f"groups.{relation.value}"]]
    for relation in looked if question.relation else (found or looked):
        yield from _counted(pack, f"groups.{relation.value}")
        yield from _groups(pack.photos, relation, graph)
    yield from _counted(pack, "not_compared.near_duplicate")


def _groups(photos: Sequence[PackPhoto], relation: Relation, graph: Relationships) -> Iterator[Claim]:
    """Groups of photos that follow each other in the pack."""
    group: list[str] = []
    told_groups = 0
    for photo in (*photos, None):
        longer = (*group, photo.id) if photo else ()
        if photo and (not group or graph.common_values(relation, longer) is not None):
            group.append(photo.id)
            continue
        if len(group) > 1 and told_groups < GROUPS_TOLD:
            told_groups += 1
            yield _related(relation, tuple(group[:NAMED_TOGETHER]))
        group = [photo.id] if photo else []


def related(question: Question, pack: EvidencePack, graph: Relationships) -> Iterator[Claim]:
    """How many others there are, and how the first of them are related to those that they were looked for with, which end the pack."""
    for name in pack.library:
        if name.startswith("related."):
            yield from _counted(pack, name)
    matching = pack.library.get("matching")
    others = pack.photos[:matching] if isinstance(matching, int) else ()
    others = others[: len(pack.photos) - 1]
    anchors = pack.photos[len(others) :]
    ids = tuple(photo.id for photo in (*anchors, *others))[:NAMED_TOGETHER]
    if others and question.relation and graph.common_values(question.relation, ids) is not None:
        yield _related(question.relation, ids)
    elif others:
        yield FoundClaim(kind="found", photo_ids=tuple(photo.id for photo in others[:NAMED_TOGETHER]))
        yield from fact_claims(others[:_MOST_TOLD], _TELLING.get(question.relation, ("taken",))[0] if question.relation else "taken")


def _counted(pack: EvidencePack, name: str) -> Iterator[Claim]:
    if name in pack.library:
        yield CountClaim(kind="count", fact=name, value=pack.library[name])


def _related(relation: Relation, ids: tuple[str, ...]) -> RelationshipClaim:
    return RelationshipClaim(kind="relationship", relation=relation.value, photo_ids=ids)
