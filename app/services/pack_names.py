"""What the photos of a pack are called in sentences."""

import os
from collections.abc import Mapping


def names_of(paths: Mapping[str, str]) -> Mapping[str, str]:
    """The file name of each photo, by its id; with as many of its folders as tell photos of one name apart."""
    parts = {pack_id: path.split(os.sep) for pack_id, path in paths.items()}
    return {pack_id: "/".join(path[-_depth(path, list(parts.values())) :]) for pack_id, path in parts.items()}


def _depth(path: list[str], others: list[list[str]]) -> int:
    """How many last parts of a path no other one has."""
    return next((depth for depth in range(1, len(path)) if sum(each[-depth:] == path[-depth:] for each in others) == 1), len(path))
