"""What would be left of contents when photos go."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence

from app.domain.ids import ContentHash
from app.domain.photo import Photo
from app.library.catalogue import Catalogue
from app.services.belongings import not_as_known
from app.services.throwing import one_file

Left = Mapping[ContentHash, Sequence[Photo]]
"""By content the photos that stay; without what stays nowhere."""


def what_is_left(catalogue: Catalogue, contents: Collection[ContentHash], leaving: Sequence[Photo]) -> Left:
    """What would be left of these contents, wherever it is; the files are looked at as they are now."""
    there = catalogue.photos(catalogue.paths_of_content(list(contents)))
    going, gone = {each.id for each in leaving}, {one_file(each.path) for each in leaving}
    left: defaultdict[ContentHash, list[Photo]] = defaultdict(list)
    for each in there.values():
        if each.id not in going and not_as_known(each.path, each.stamp) is None and one_file(each.path) not in gone:
            left[each.content_hash].append(each)
    return dict(left)


def all_left(contents: Iterable[ContentHash], left: Left) -> tuple[Photo, ...]:
    """What would be left of any of these contents."""
    return tuple(photo for content in dict.fromkeys(contents) for photo in left.get(content, ()))
