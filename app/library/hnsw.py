"""The vector index of everyday use: hnswlib's graph, guarded against what hnswlib does not check.

Equal vectors share one node of the graph, because many equal ones cut it into parts that a search cannot leave.
"""

import hashlib
import os
import threading
from collections.abc import Iterable, Sequence

import hnswlib
import numpy as np
from numpy.typing import NDArray

from app.domain.ids import PassageId
from app.domain.ports import Ids, Neighbours, Vectors
from app.library.vectors import checked_query, checked_vectors, nearest_first, no_neighbours, unique_rows

M = 16
EF_CONSTRUCTION = 200
EF = 600
"""Size of the candidate list of a search; docs/decisions/0002 has the measured recall."""

FINGERPRINT = 16
_FIRST_ROOM = 1024
_AT_ONCE = 64
"""Vectors added before a search may come between."""


class HnswIndex:
    """Finds the nearest of unit vectors, almost always the true ones. Threads may share it: one call runs at a time."""

    def __init__(self, dimension: int) -> None:
        self._dimension = dimension
        self._graph = _new_graph(dimension)
        self._next = 0
        self._mark_of: dict[int, bytes] = {}
        self._node_of: dict[bytes, int] = {}
        self._ids_at: dict[int, list[int]] = {}
        # hnswlib crashes when one thread adds while another searches.
        self._lock = threading.Lock()

    @property
    def dimension(self) -> int:
        """Length of a vector."""
        return self._dimension

    @property
    def ids(self) -> Ids:
        """Sorted ids of all that can be found."""
        with self._lock:
            return np.array(sorted(self._mark_of), dtype=np.int64)

    @property
    def dead_nodes(self) -> int:
        """How many nodes of the graph stand for nothing any more."""
        with self._lock:
            return self._next - len(self._ids_at)

    def __len__(self) -> int:
        return len(self._mark_of)

    def add(self, ids: Sequence[PassageId], vectors: Vectors) -> None:
        """Add or replace. Raises ValueError on a wrong shape, a non-finite value or a vector that is not of unit length."""
        checked = checked_vectors(vectors, len(ids), self._dimension)
        each, rows = unique_rows([int(passage_id) for passage_id in ids], checked)
        for start in range(0, len(each), _AT_ONCE):
            with self._lock:
                self._put(each[start : start + _AT_ONCE], rows[start : start + _AT_ONCE])

    def remove(self, ids: Iterable[PassageId]) -> None:
        """Forget these; unknown ids are ignored. The graph keeps dead nodes, vectors included, until `compact`."""
        with self._lock:
            for passage_id in ids:
                self._detach(int(passage_id))

    def nearest(self, query: Vectors, k: int) -> Neighbours:
        """Up to k nearest of a unit query (dimension,), equal ones by id. Raises ValueError on a wrong shape or k < 1."""
        row = checked_query(query, self._dimension, k)
        with self._lock:
            if not self._ids_at:
                return no_neighbours()
            nodes, cosines = self._search(row, min(k, len(self._ids_at)))
            found = [self._ids_at.get(node, []) for node in nodes.tolist()]
        lengths = [len(each) for each in found]
        ids = np.array([passage_id for each in found for passage_id in each], dtype=np.int64)
        return nearest_first(ids, np.repeat(cosines, lengths), k)

    def vectors_of(self, ids: Sequence[int]) -> Vectors:
        """The vectors of ids that are in the index, float32 (n, dimension), in their order. Raises KeyError for another id."""
        with self._lock:
            return self._rows(ids)

    def compact(self) -> None:
        """Build the graph anew from what can be found, so that nothing is left of what was removed. Searches go on meanwhile."""
        fresh = HnswIndex(self._dimension)
        ids = self.ids.tolist()
        for start in range(0, len(ids), _AT_ONCE):
            with self._lock:
                alive = [each for each in ids[start : start + _AT_ONCE] if each in self._mark_of]
                rows = self._rows(alive)
            fresh._put(alive, rows)
        with self._lock:
            fresh._follow(self)
            self._graph, self._next = fresh._graph, fresh._next
            self._mark_of, self._node_of, self._ids_at = fresh._mark_of, fresh._node_of, fresh._ids_at

    def write_graph(self, path: bytes) -> tuple[int, Ids, Ids, bytes]:
        """Write the graph to a file. The number of its nodes, then ids, the node of each, and the fingerprint of each.

        Raises OSError where the file is not as long as it should be, for hnswlib does not notice a full disk.
        """
        with self._lock:
            self._graph.save_index(path)
            if os.path.getsize(path) != self._graph.index_file_size():
                raise OSError("the disk is full")
            marks = dict(sorted(self._mark_of.items()))
            nodes = [self._node_of[mark] for mark in marks.values()]
            return self._next, np.array(list(marks), dtype=np.int64), np.array(nodes, dtype=np.int64), b"".join(marks.values())

    @classmethod
    def read_graph(cls, path: bytes, dimension: int, count: int, ids: Ids, nodes: Ids, fingerprints: bytes) -> "HnswIndex":
        """The index that `write_graph` wrote. Raises ValueError or RuntimeError if the file holds something else."""
        index = cls(dimension)
        index._graph = hnswlib.Index("ip", dimension)
        index._graph.load_index(path)
        if index._graph.get_current_count() != count:
            raise ValueError("the graph holds another number of nodes")
        index._graph.set_ef(EF)
        index._next = count
        for place, (passage_id, node) in enumerate(zip(ids.tolist(), nodes.tolist(), strict=True)):
            index._note(passage_id, node, fingerprints[FINGERPRINT * place : FINGERPRINT * (place + 1)])
        return index

    def _put(self, ids: list[int], rows: Vectors) -> None:
        for passage_id in ids:
            self._detach(passage_id)
        marks = [_fingerprint(row) for row in rows]
        new = {mark: place for place, mark in enumerate(marks) if mark not in self._node_of}
        nodes = dict(zip(new, self._add_nodes(rows[list(new.values())]), strict=True))
        for passage_id, mark in zip(ids, marks, strict=True):
            self._note(passage_id, nodes[mark] if mark in nodes else self._node_of[mark], mark)

    def _add_nodes(self, rows: Vectors) -> range:
        nodes = range(self._next, self._next + len(rows))
        # Counted before adding: a node that a failing call leaves behind is known to nobody, and its number is not used again.
        self._next = nodes.stop
        if self._next > self._graph.get_max_elements():
            self._graph.resize_index(max(self._next, 2 * self._graph.get_max_elements()))
        if len(rows):
            self._graph.add_items(rows, np.arange(nodes.start, nodes.stop))
        return nodes

    def _note(self, passage_id: int, node: int, mark: bytes) -> None:
        self._mark_of[passage_id] = mark
        self._node_of[mark] = node
        self._ids_at.setdefault(node, []).append(passage_id)

    def _detach(self, passage_id: int) -> None:
        mark = self._mark_of.pop(passage_id, None)
        if mark is None:
            return
        node = self._node_of[mark]
        self._ids_at[node].remove(passage_id)
        if not self._ids_at[node]:
            self._graph.mark_deleted(node)
            del self._ids_at[node], self._node_of[mark]

    def _follow(self, other: "HnswIndex") -> None:
        """Become equal to another index that has changed a little."""
        for passage_id in self._mark_of.keys() - other._mark_of.keys():
            self._detach(passage_id)
        behind = [each for each, mark in other._mark_of.items() if self._mark_of.get(each) != mark]
        self._put(behind, other._rows(behind))

    def _search(self, row: Vectors, k: int) -> tuple[NDArray[np.uint64], Vectors]:
        try:
            nodes, distances = self._graph.knn_query(row[None, :], k, num_threads=1)
        except RuntimeError:
            # Dead nodes can hide so many live ones that hnswlib finds fewer than k.
            return self._scan(row, k)
        return nodes[0], 1 - distances[0]

    def _scan(self, row: Vectors, k: int) -> tuple[NDArray[np.uint64], Vectors]:
        live = np.array(list(self._ids_at), dtype=np.uint64)
        cosines = self._vectors_at(live.tolist()) @ row
        best = np.argsort(-cosines, kind="stable")[:k]
        return live[best], cosines[best]

    def _rows(self, ids: Sequence[int]) -> Vectors:
        return self._vectors_at([self._node_of[self._mark_of[passage_id]] for passage_id in ids])

    def _vectors_at(self, nodes: list[int]) -> Vectors:
        if not nodes:
            return np.empty((0, self._dimension), np.float32)
        return np.asarray(self._graph.get_items(nodes, return_type="numpy"), dtype=np.float32)


def _fingerprint(row: Vectors) -> bytes:
    return hashlib.blake2b(row.tobytes(), digest_size=FINGERPRINT).digest()


def _new_graph(dimension: int) -> hnswlib.Index:
    graph = hnswlib.Index("ip", dimension)
    graph.init_index(_FIRST_ROOM, M=M, ef_construction=EF_CONSTRUCTION, random_seed=100)
    graph.set_ef(EF)
    return graph
