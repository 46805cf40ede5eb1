"""What pictures seem to show, in the library: kept by photo, model and content, so that another content makes it void."""

import json
import sqlite3
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from app.domain.ids import ContentHash, ModelId, PhotoId
from app.domain.look import Look, Told
from app.domain.ports import Vectors
from app.library.catalogue import Catalogue
from app.library.columns import as_list, path_of, text_of, whole_number
from app.library.face_counts import count_faces
from app.library.failures import as_written
from app.library.looks_codec import encode_look, read_seen
from app.library.photos import stamp_of
from app.library.records import PendingLook
from app.library.vectors import are_units, checked_vectors

_FORM = np.dtype("<f4")
MOST_PENDING = 2_000


@dataclass(frozen=True, slots=True)
class LookTally:
    """Of `all` photos that can be found, how many were looked at; what could not be looked at is done as well, and is `troubled`.

    `by_models` are photos by all of the models asked about that have looked at them.
    """

    all: int
    troubled: int
    by_models: Mapping[frozenset[ModelId], int]

    def looked(self, model_ids: Iterable[ModelId]) -> int:
        """How many photos all of these models have looked at."""
        wanted = frozenset(model_ids)
        return sum(photos for models, photos in self.by_models.items() if wanted <= models)

    @property
    def looked_by_any(self) -> int:
        """How many photos at least one of the models has looked at."""
        return sum(self.by_models.values())


class Looks:
    """The looks of a catalogue's photos, one for a library: it knows whether damage was met.

    Every method may be called from any thread and raises `LibraryUnavailable`.
    """

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self._whole = self._damage_met = False

    def meet_damage(self) -> None:
        """A look could not be read: `drop_damaged` will find it."""
        self._damage_met = True

    def store(self, model_id: ModelId, looks: Sequence[tuple[PhotoId, ContentHash, Look]], told: Collection[Told] = ()) -> None:
        """Keep what a model makes of photos in place of what it made of them; nothing of photos that have another content now.

        `told` are the parts that the model tells of even where it finds nothing. Raises ValueError on a vector that is not of unit length.
        """
        rows = [(int(photo_id), model_id, content, *_row(look, told)) for photo_id, content, look in looks]
        with self.catalogue.noting_looks() as connection:
            connection.executemany(_STORE, rows)
            if Told.FACES in told or any(look.faces for _, _, look in looks):
                count_faces(connection, (PhotoId(row[0]) for row in rows))

    def of(self, photo_ids: Iterable[PhotoId]) -> dict[PhotoId, Look]:
        """What all models make of those of these photos that were looked at, laid together; of one part the latest counts."""
        with self.catalogue.one_view() as connection:
            rows = connection.execute(_OF, (as_list(photo_ids),)).fetchall()
        laid: defaultdict[PhotoId, dict[str, Any]] = defaultdict(dict)
        for photo_id, *row in rows:
            parts = _parts(*row)
            self._damage_met |= parts is None
            laid[PhotoId(photo_id)] |= parts or {}
        return {photo_id: Look(**parts) for photo_id, parts in laid.items() if parts}

    def pending(self, model_ids: Sequence[ModelId], limit: int = MOST_PENDING, but: Iterable[PhotoId] = ()) -> Sequence[PendingLook]:
        """Photos that are there and that one of the models has not looked at as they are now, newest first, without `but`."""
        with self.catalogue.one_view() as connection, as_written():
            rows = connection.execute(_PENDING, (_names(model_ids), len(set(model_ids)), as_list(but), limit)).fetchall()
            return [_pending(model_ids, *row) for row in rows]

    def left(self, model_ids: Sequence[ModelId], but: Iterable[PhotoId] = ()) -> int:
        """How many photos are pending."""
        with self.catalogue.one_view() as connection:
            return whole_number(connection.execute(_LEFT, (_names(model_ids), len(set(model_ids)), as_list(but))).fetchone()[0])

    def tally(self, model_ids: Iterable[ModelId]) -> LookTally:
        """How far the models have come. It goes over all photos, which takes a second for 100,000."""
        with self.catalogue.one_view() as connection:
            rows = connection.execute(_TALLY, (_names(model_ids),)).fetchall()
            photos = whole_number(connection.execute(_FINDABLE).fetchone()[0])
        by_models: Counter[frozenset[ModelId]] = Counter()
        for models, looked, _ in rows:
            by_models[frozenset(map(ModelId, json.loads(models)))] += looked
        return LookTally(photos, sum(troubled for *_, troubled in rows), by_models)

    def drop_damaged(self, dimensions: Mapping[ModelId, int | None]) -> None:
        """Forget what these models cannot have made, so that it is made again. `dimensions` of vectors: 0 for none, None for any.

        What is plain to see is looked for once, and each look is read where damage was met, which takes its time.
        """
        if self._whole and not self._damage_met:
            return
        find = _damaged if self._damage_met else _plainly_damaged
        with self.catalogue.one_view() as connection:
            damaged = [each for model_id, dimension in dimensions.items() for each in find(connection, model_id, dimension)]
        if damaged:
            with self.catalogue.noting_looks() as connection:
                connection.execute("DELETE FROM look WHERE id IN (SELECT value FROM json_each(?))", (as_list(damaged),))
        self._whole, self._damage_met = True, False


def _row(look: Look, told: Collection[Told]) -> tuple[str, bytes | None, str | None]:
    vector = None if look.vector is None else checked_vectors(look.vector[None, :], 1, len(look.vector)).astype(_FORM).tobytes()
    return encode_look(look, () if look.trouble else told), vector, look.trouble or None


def _parts(seen: object, components: object, trouble: object) -> dict[str, Any] | None:
    """The parts of a stored look by their names in `Look`; None of one that is damaged."""
    parts = read_seen(seen) if isinstance(seen, bytes) else None
    vector = None if components is None else unit_vector(components)
    if parts is None or (components is not None and vector is None):
        return None
    told = {part.value: value for part, value in parts.items()}
    told |= {} if vector is None else {"vector": vector}
    return told | ({"trouble": trouble.decode("utf-8", "replace")} if isinstance(trouble, bytes) else {})


def unit_vector(components: object) -> Vectors | None:
    """A stored vector, float32 (n,), not to be written to; None for anything but a unit vector."""
    if not isinstance(components, bytes) or not components or len(components) % _FORM.itemsize:
        return None
    vector = np.frombuffer(components, _FORM)
    return vector if are_units(vector[None, :])[0] else None


def _plainly_damaged(connection: sqlite3.Connection, model_id: ModelId, dimension: int | None) -> list[int]:
    size = None if dimension is None else dimension * _FORM.itemsize
    return [look_id for (look_id,) in connection.execute(_PLAINLY_DAMAGED, (model_id, size))]


def _damaged(connection: sqlite3.Connection, model_id: ModelId, dimension: int | None) -> list[int]:
    unreadable = [look_id for look_id, *row in connection.execute(_ROWS, (model_id,)) if _parts(*row) is None]
    return [*unreadable, *_plainly_damaged(connection, model_id, dimension)]


def _pending(
    model_ids: Sequence[ModelId], known: str, content: object, path: object, photo_id: object, orientation: object, *stamp: Any
) -> PendingLook:
    done = json.loads(known)
    missing = tuple(each for each in dict.fromkeys(model_ids) if each not in done)
    turned = None if orientation is None else whole_number(orientation)
    return PendingLook(PhotoId(whole_number(photo_id)), path_of(path), stamp_of(*stamp), ContentHash(text_of(content)), missing, turned)


def _names(model_ids: Iterable[ModelId]) -> str:
    return json.dumps(list(model_ids))


_STORE = """INSERT OR REPLACE INTO look(photo_id, model, content_hash, seen, components, trouble)
            SELECT id, ?2, content_hash, ?4, ?5, ?6 FROM photo WHERE id = ?1 AND content_hash = ?3"""
# Text that is no UTF-8 would cost the whole answer: it comes as bytes.
_SEEN = "CAST(seen AS BLOB), components, CAST(trouble AS BLOB)"
_OF = f"""SELECT photo_id, {_SEEN} FROM look JOIN photo ON photo.id = photo_id AND photo.content_hash = look.content_hash
          WHERE photo_id IN (SELECT value FROM json_each(?)) AND state < 2 ORDER BY look.id"""  # noqa: S608
_ROWS = f"SELECT id, {_SEEN} FROM look WHERE model = ?"  # noqa: S608
_PLAINLY_DAMAGED = """SELECT id FROM look WHERE model = ?1 AND (typeof(seen) <> 'text' OR NOT json_valid(seen) OR CASE
                      WHEN trouble IS NOT NULL THEN components IS NOT NULL WHEN ?2 IS NULL THEN typeof(components) <> 'blob'
                      ELSE ifnull(length(components), 0) <> ?2 OR typeof(components) NOT IN ('blob', 'null') END)"""
_DONE = """FROM look WHERE photo_id = photo.id AND look.content_hash = photo.content_hash
           AND model IN (SELECT value FROM json_each(?1))"""
_UNDONE = f"FROM photo WHERE state = 0 AND (SELECT count(*) {_DONE}) < ?2 AND id NOT IN (SELECT value FROM json_each(?3))"  # noqa: S608
_LEFT = f"SELECT count(*) {_UNDONE}"
_NEWEST_FIRST = "ORDER BY taken IS NULL, taken DESC, path"
_PENDING = f"""SELECT (SELECT json_group_array(model) {_DONE}), content_hash, path, photo.id,
                      CASE WHEN json_valid(facts) THEN json_extract(facts, '$.orientation[0]') END, size, modified_ns, sidecars
               FROM (SELECT id AS chosen {_UNDONE} {_NEWEST_FIRST} LIMIT ?4)
               JOIN photo ON photo.id = chosen JOIN photo_facts ON photo_facts.photo_id = chosen {_NEWEST_FIRST}"""  # noqa: S608
_TALLY = """SELECT models, count(*), sum(troubled) FROM (
              SELECT json_group_array(model) AS models, max(trouble IS NOT NULL) AS troubled
              FROM look JOIN photo ON photo.id = photo_id AND photo.content_hash = look.content_hash
              WHERE model IN (SELECT value FROM json_each(?)) AND state < 2 GROUP BY photo_id) GROUP BY models"""
_FINDABLE = "SELECT count(*) FROM photo WHERE state < 2"
