"""The photos that a person hands over to ask about: a selection, a result, a folder, a day; and what each is called."""

from collections.abc import Callable
from datetime import date

import numpy as np

from app.domain.ids import LocalTime, PhotoId
from app.domain.photo import Folder, Photo
from app.domain.ports import Ids
from app.domain.question import Scope
from app.domain.written import day
from app.gui.formatting import count, file_name
from app.services.listing import Listing
from app.services.search_photos import SearchPhotos

LONGEST_QUERY = 40
"""Characters of a query in a label."""
MakeScope = Callable[[], Scope]
"""Makes a scope in a job."""


def of_selection(ids: Ids, photo: Photo | None) -> Scope:
    """Selected photos; `photo` is the only one, if it is only one and known."""
    label = file_name(photo.path) if photo is not None else count(len(ids), "selected photo")
    return Scope(label, _photo_ids(ids))


def of_listing(listing: Listing) -> Scope:
    """The whole result of a search, or a list that has a heading."""
    query = " ".join(listing.query.split())
    fitted = query if len(query) <= LONGEST_QUERY else query[: LONGEST_QUERY - 1] + "…"
    label = f"the search “{fitted}”" if query else listing.heading[:1].lower() + listing.heading[1:] or "the photos in the grid"
    return Scope(label, _photo_ids(listing.all_ids))


def of_folder(search: SearchPhotos, folder: Folder) -> Scope:
    """All photos of a folder that was added."""
    return Scope(f"folder {file_name(folder.path)}", _photo_ids(search.in_folder(folder.id).listed))


def of_day(search: SearchPhotos, taken: LocalTime, today: date) -> Scope:
    """All photos of the day of a capture time."""
    return Scope(day(taken), _photo_ids(search.search(f"date:{taken[:10]}", today).ids))


def dated(photo: Photo) -> LocalTime | None:
    """The capture time of a photo of which the day is known."""
    taken = photo.facts.taken
    return taken.value if taken is not None and len(taken.value) >= len("2019-06-14") else None


def _photo_ids(ids: Ids) -> tuple[PhotoId, ...]:
    return tuple(map(PhotoId, np.asarray(ids, np.int64).tolist()))
