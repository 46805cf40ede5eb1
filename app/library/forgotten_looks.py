"""Forgetting what models have made of pictures, so that they look again."""

import json
from collections.abc import Iterable

from app.domain.ids import ModelId
from app.library.catalogue import Catalogue


def forget_looks(catalogue: Catalogue, model_ids: Iterable[ModelId]) -> None:
    """Forget it all; how many faces were found stays until they are looked for anew. Raises `LibraryUnavailable`."""
    with catalogue.noting_looks() as connection:
        connection.execute("DELETE FROM look WHERE model IN (SELECT value FROM json_each(?))", (json.dumps(list(model_ids)),))
