"""Which photos are nearly the same picture as one: a scan over the perceptual hashes of all that can be found."""

import sqlite3

import numpy as np

from app.domain.ports import Ids
from app.library.columns import parse_ids, text_of


def within_bits(connection: sqlite3.Connection, perceptual_hash: str, bits: float) -> Ids:
    """Sorted ids of the photos whose hash, of the same size, differs from this one (hex) in at most so many bits."""
    ids, hashes = connection.execute(_HASHES, (len(perceptual_hash),)).fetchone()
    if ids is None:
        return np.empty(0, np.int64)
    try:
        own, known = bytes.fromhex(perceptual_hash), bytes.fromhex(text_of(hashes))
    except ValueError:
        return np.empty(0, np.int64)
    rows = np.frombuffer(known, np.uint8).reshape(-1, len(own))
    differing = np.bitwise_count(rows ^ np.frombuffer(own, np.uint8)).sum(axis=1)
    return np.sort(parse_ids(text_of(ids))[differing <= bits])


_HASHES = """SELECT group_concat(id), group_concat(perceptual_hash, '') FROM photo
             WHERE state < 2 AND perceptual_hash IS NOT NULL AND length(perceptual_hash) = ?"""
