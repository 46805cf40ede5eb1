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


class HnswIndex:
    """Finds the nearest of unit vectors, almost always the true ones. Threads may share it: one call runs at a time."""

    def __init__(self, dimension: int) -> None:
        self._dimension = dimension
        self._graph = _new_graph(dimension, _FIRST_ROOM)
        self._next = 0
        self._node_of: dict[int, int] = {}
        self._ids_at: dict[int, list[int]] = {}
        self._nodes: dict[bytes, int] = {}
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
            return np.array(sorted(self._node_of), dtype=np.int64)

    @property
    def dead_nodes(self) -> int:
        """How many nodes of the graph stand for nothing any more."""
        with self._lock:
            return self._next - len(self._ids_at)

    def __len__(self) -> int:
        return len(self._node_of)

    def add(self, ids: Sequence[PassageId], vectors: Vectors) -> None:
        """Add or replace. Raises ValueError on a wrong shape, a non-finite value or a vector that is not of unit length."""
        checked = checked_vectors(vectors, len(ids), self._dimension)
        each, rows = unique_rows([int(passage_id) for passage_id in ids], checked)
        with self._lock:
            for passage_id in each:
                self._detach(passage_id)
            self._attach(each, rows)

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

    def vectors_of(self, ids: Iterable[int]) -> Vectors:
        """The vectors of ids that are in the index, float32 (n, dimension), in their order. Raises KeyError for another id."""
        with self._lock:
            return self._vectors_at([self._node_of[passage_id] for passage_id in ids])

    def compact(self) -> None:
        """Build the graph anew from what can be found, so that nothing is left of what was removed."""
        with self._lock:
            each = sorted(self._node_of)
            rows = self._vectors_at([self._node_of[passage_id] for passage_id in each])
            self._graph, self._next = _new_graph(self._dimension, max(_FIRST_ROOM, len(each))), 0
            self._node_of, self._ids_at, self._nodes = {}, {}, {}
            self._attach(each, rows)

    def write_graph(self, path: bytes) -> tuple[int, Ids, Ids, bytes]:
        """Write the graph to a file. The number of its nodes, then ids, the node of each, and fingerprints of the nodes.

        Raises OSError where the file is not as long as it should be, for hnswlib does not notice a full disk.
        """
        with self._lock:
            self._graph.save_index(path)
            if os.path.getsize(path) != self._graph.index_file_size():
                raise OSError("the disk is full")
            pairs = np.array(sorted(self._node_of.items()), dtype=np.int64).reshape(-1, 2)
            prints = {node: mark for mark, node in self._nodes.items()}
            return self._next, pairs[:, 0], pairs[:, 1], b"".join(prints[node] for node in pairs[:, 1].tolist())

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

    def _attach(self, ids: list[int], rows: Vectors) -> None:
        marks = [_fingerprint(row) for row in rows]
        new = {mark: place for place, mark in enumerate(marks) if mark not in self._nodes}
        first = self._next
        # Counted before adding: a node that a failing call leaves behind is known to nobody, and its number is not used again.
        self._next += len(new)
        if new:
            if self._next > self._graph.get_max_elements():
                self._graph.resize_index(max(self._next, 2 * self._graph.get_max_elements()))
            self._graph.add_items(rows[list(new.values())], np.arange(first, self._next))
        nodes = dict(zip(new, range(first, self._next), strict=True))
        for passage_id, mark in zip(ids, marks, strict=True):
            self._note(passage_id, nodes[mark] if mark in nodes else self._nodes[mark], mark)

    def _note(self, passage_id: int, node: int, mark: bytes) -> None:
        self._node_of[passage_id] = node
        self._ids_at.setdefault(node, []).append(passage_id)
        self._nodes[mark] = node

    def _detach(self, passage_id: int) -> None:
        node = self._node_of.pop(passage_id, None)
        if node is None:
            return
        self._ids_at[node].remove(passage_id)
        if not self._ids_at[node]:
            mark = _fingerprint(self._vectors_at([node])[0])
            self._graph.mark_deleted(node)
            del self._ids_at[node], self._nodes[mark]

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

    def _vectors_at(self, nodes: list[int]) -> Vectors:
        if not nodes:
            return np.empty((0, self._dimension), np.float32)
        return np.asarray(self._graph.get_items(nodes, return_type="numpy"), dtype=np.float32)


def _fingerprint(row: Vectors) -> bytes:
    return hashlib.blake2b(row.tobytes(), digest_size=FINGERPRINT).digest()


def _new_graph(dimension: int, room: int) -> hnswlib.Index:
    graph = hnswlib.Index("ip", dimension)
    graph.init_index(room, M=M, ef_construction=EF_CONSTRUCTION, random_seed=100)
    graph.set_ef(EF)
    return graph
