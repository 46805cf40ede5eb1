"""Which photos may be related to one, as filters that need no reading of the others; and when two are of one named place."""

from collections.abc import Iterator
from datetime import date, timedelta

from app.domain.evidence import Relation
from app.domain.photo import Photo
from app.domain.query import DateRange, Filter, FilterField, Named
from app.domain.words import camera_name
from app.evidence.nodes import metres
from app.evidence.relations import SAME_EVENT_KILOMETRES

_DAYS_AROUND = {Relation.SAME_DAY: 0, Relation.SAME_EVENT: 2, Relation.BURST: 2, Relation.VARIANT_OF: 2}
"""Days to each side: clocks of two zones may show dates that are two days apart at one moment."""
_BY_VALUE = frozenset({Relation.SAME_CAMERA, Relation.SAME_LENS, Relation.SHARES_TAG, Relation.SAME_PERSON})
HINTED = frozenset(_DAYS_AROUND) | _BY_VALUE
"""Relations to which a photo without hints has none."""


def hints_of(relation: Relation, photo: Photo) -> Iterator[Filter]:
    """Any photo that is related to this one has one of these; none where the relation has no such hint, or the photo not the fact."""
    facts = photo.facts
    if relation in _DAYS_AROUND and facts.taken:
        yield Filter(FilterField.DATE, _around(facts.taken.value[:10], _DAYS_AROUND[relation]))
    elif relation is Relation.SAME_CAMERA and facts.model:
        yield Filter(FilterField.CAMERA, Named(camera_name(facts.make.value if facts.make else None, facts.model.value)))
    elif relation is Relation.SAME_LENS and facts.lens:
        yield Filter(FilterField.LENS, Named(facts.lens.value))
    elif relation is Relation.SHARES_TAG and facts.tags:
        yield from (Filter(FilterField.TAG, Named(tag.name)) for tag in facts.tags.value)
    elif relation is Relation.SAME_PERSON and facts.people:
        yield from (Filter(FilterField.PERSON, Named(name)) for name in facts.people.value)


def _around(day: str, days: int) -> DateRange:
    try:
        middle = date.fromisoformat(day)
        return DateRange((middle - timedelta(days)).isoformat(), (middle + timedelta(days + 1)).isoformat())
    except (ValueError, OverflowError):
        return DateRange(day, f"{day}~")


def of_one_place(photo: Photo, other: Photo) -> bool:
    """Whether their places have one name: all of it, or its first part within a town's width."""
    one, two = photo.facts.place, other.facts.place
    if one is None or two is None:
        return False
    if one.value == two.value:
        return True
    here, there = photo.facts.gps, other.facts.gps
    near = here is not None and there is not None and metres(here.value, there.value) <= SAME_EVENT_KILOMETRES * 1000
    return near and one.value.split(",")[0] == two.value.split(",")[0]
