"""Which photos are nearly the same picture as one: a scan over the perceptual hashes of all that can be found."""

import sqlite3

import numpy as np

from app.domain.ports import Ids
from app.library.columns import parse_ids, text_of


def within_bits(connection: sqlite3.Connection, perceptual_hash: str, bits: int) -> Ids:
    """Sorted ids of the photos whose hash, of the same size, differs from this one (hex) in at most so many bits."""
    ids, hashes = connection.execute(_HASHES, (len(perceptual_hash),)).fetchone()
    if ids is None or len(perceptual_hash) % 2:
        return np.empty(0, np.int64)
    own = np.frombuffer(bytes.fromhex(perceptual_hash), np.uint8)
    rows = np.frombuffer(bytes.fromhex(text_of(hashes)), np.uint8).reshape(-1, len(own))
    differing = np.bitwise_count(rows ^ own).sum(axis=1)
    return np.sort(parse_ids(text_of(ids))[differing <= bits])


_HASHES = """SELECT group_concat(id), group_concat(perceptual_hash, '') FROM photo
             WHERE state < 2 AND typeof(perceptual_hash) = 'text' AND length(perceptual_hash) = ?
               AND perceptual_hash NOT GLOB '*[^0-9a-f]*'"""
