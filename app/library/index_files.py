"""The vector index on disk: a cache that is used only if it agrees with the catalogue, and is made again from it otherwise.

A small map file names the graph file that belongs to it and takes its place by renaming, so a crash leaves the old pair or the new one.
"""

import contextlib
import hashlib
import json
import os
import secrets
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from app.config.paths import LibraryPaths
from app.domain.errors import LibraryUnavailable
from app.domain.ids import ModelId, PassageId
from app.domain.ports import Ids
from app.library.catalogue import Catalogue
from app.library.hnsw import FINGERPRINT, HnswIndex

_FORMAT = "candid vector index 1"
_DEAD_SHARE = 0.25
"""A graph with a greater share of dead nodes is built anew when it is opened."""

_COMPARED = 64
_AT_ONCE = 10_000


@dataclass(frozen=True, slots=True)
class _Header:
    """First line of the map file. `nodes` counts the graph's nodes, `ids` what can be found; digests are BLAKE2b-256 in hex."""

    format: str
    library_id: str
    model_id: str
    dimension: int
    nodes: int
    ids: int
    graph: str
    graph_digest: str
    map_digest: str


def open_vector_index(paths: LibraryPaths, catalogue: Catalogue, model_id: ModelId, dimension: int) -> HnswIndex:
    """The index of all vectors that the catalogue holds of a model: from its file if that agrees, else made again and saved.

    Raises `LibraryUnavailable` if the catalogue cannot be read.
    """
    catalogue.settle_dimension(model_id, dimension)
    index = _load(paths.vectors, catalogue.library_id, model_id, dimension)
    if index is not None and _brought_up_to_date(index, catalogue, model_id):
        return index
    index = HnswIndex(dimension)
    _add(index, catalogue, model_id, catalogue.vector_ids(model_id))
    # A cache that cannot be written costs time at the next start and nothing else.
    with contextlib.suppress(LibraryUnavailable):
        save_vector_index(paths, catalogue, model_id, index)
    return index


def save_vector_index(paths: LibraryPaths, catalogue: Catalogue, model_id: ModelId, index: HnswIndex) -> None:
    """Write the index beside the catalogue, in place of the one before. Raises `LibraryUnavailable` if that is not possible."""
    folder = os.fsencode(paths.vectors)
    graph = f"{_stem(model_id)}-{secrets.token_hex(8)}.hnsw"
    try:
        os.makedirs(folder, exist_ok=True)
        nodes, ids, nodes_of_ids, marks = index.write_graph(os.path.join(folder, graph.encode()))
        body = ids.astype("<i8").tobytes() + nodes_of_ids.astype("<i8").tobytes() + marks
        header = _Header(
            _FORMAT,
            catalogue.library_id,
            model_id,
            index.dimension,
            nodes,
            len(ids),
            graph,
            _flushed_digest(paths.vectors / graph),
            _digest(body),
        )
        _replace(paths.vectors / f"{_stem(model_id)}.map", json.dumps(asdict(header)).encode() + b"\n" + body)
        _sweep(paths.vectors, model_id, graph)
    except (OSError, RuntimeError) as error:
        # A full disk has no room for half a graph.
        with contextlib.suppress(OSError):
            (paths.vectors / graph).unlink(missing_ok=True)
        raise LibraryUnavailable(
            f"The vector index in {paths.vectors} cannot be written ({error}): check the disk and its permissions."
        ) from error


def _load(folder: Path, library_id: str, model_id: ModelId, dimension: int) -> HnswIndex | None:
    """The index in the files, or None if there is none or it is not wholly what it should be."""
    try:
        first, body = (folder / f"{_stem(model_id)}.map").read_bytes().split(b"\n", 1)
        header = _Header(**json.loads(first))
        graph = folder / header.graph
        expected = (_FORMAT, library_id, model_id, dimension)
        if (header.format, header.library_id, header.model_id, header.dimension) != expected or header.map_digest != _digest(body):
            return None
        # hnswlib trusts what it loads: a damaged file would crash a later search.
        if graph.parent != folder or header.graph_digest != _digest(graph.read_bytes()):
            return None
        ids, nodes, marks = _parts(body, header.ids)
        return HnswIndex.read_graph(os.fsencode(graph), dimension, header.nodes, ids, nodes, marks)
    except (OSError, ValueError, TypeError, RuntimeError):
        return None


def _brought_up_to_date(index: HnswIndex, catalogue: Catalogue, model_id: ModelId) -> bool:
    """Add and remove what the catalogue has added and removed since; False if it is better to start anew."""
    wanted = catalogue.vector_ids(model_id)
    have = index.ids
    missing = np.setdiff1d(wanted, have, assume_unique=True)
    if len(missing) > len(have) or not _agrees(index, catalogue, model_id, np.intersect1d(wanted, have, assume_unique=True)):
        return False
    index.remove(PassageId(each) for each in np.setdiff1d(have, wanted, assume_unique=True).tolist())
    if index.dead_nodes > _DEAD_SHARE * (len(index) + len(missing)):
        return False
    _add(index, catalogue, model_id, missing)
    return True


def _agrees(index: HnswIndex, catalogue: Catalogue, model_id: ModelId, shared: Ids) -> bool:
    """Whether the latest vectors, and some of the others, are the catalogue's: a copy put back may have used the same ids otherwise."""
    spread = shared[:: max(1, len(shared) // _COMPARED)]
    ids, stored = catalogue.vectors_of(model_id, np.union1d(spread, shared[-_COMPARED:]))
    return len(ids) == 0 or np.array_equal(index.vectors_of(ids.tolist()), stored)


def _add(index: HnswIndex, catalogue: Catalogue, model_id: ModelId, ids: Ids) -> None:
    for start in range(0, len(ids), _AT_ONCE):
        found, vectors = catalogue.vectors_of(model_id, ids[start : start + _AT_ONCE])
        index.add([PassageId(each) for each in found.tolist()], vectors)


def _parts(body: bytes, count: int) -> tuple[Ids, Ids, bytes]:
    if len(body) != count * (16 + FINGERPRINT):
        raise ValueError("the map has another length")
    numbers = np.frombuffer(body, "<i8", 2 * count).astype(np.int64)
    return numbers[:count], numbers[count:], body[16 * count :]


def _stem(model_id: ModelId) -> str:
    return hashlib.blake2b(model_id.encode(), digest_size=8).hexdigest()


def _digest(content: bytes) -> str:
    return hashlib.blake2b(content, digest_size=32).hexdigest()


def _flushed_digest(path: Path) -> str:
    with path.open("rb+") as file:
        os.fsync(file.fileno())
        return _digest(file.read())


def _replace(path: Path, content: bytes) -> None:
    temporary = path.with_suffix(f".{secrets.token_hex(8)}.new")
    try:
        with temporary.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    finally:
        temporary.unlink(missing_ok=True)


def _sweep(folder: Path, model_id: ModelId, graph: str) -> None:
    """Remove the files of this model that an earlier save has left."""
    for path in (*folder.glob(f"{_stem(model_id)}-*.hnsw"), *folder.glob(f"{_stem(model_id)}.*.new")):
        if path.name != graph:
            path.unlink(missing_ok=True)
