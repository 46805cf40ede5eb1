"""A file's identity: BLAKE2b-256 over its bytes, so that a moved or renamed file keeps what is known of it."""

import hashlib
from typing import BinaryIO

from app.domain.ids import ContentHash

_CHUNK = 1 << 20


def hash_of_bytes(content: bytes) -> ContentHash:
    """Lower-case hex BLAKE2b-256 (RFC 7693) of bytes in memory."""
    return ContentHash(hashlib.blake2b(content, digest_size=32).hexdigest())


def hash_of_file(file: BinaryIO) -> ContentHash:
    """The same for an open file, from its start, in pieces of 1 MiB. Raises OSError."""
    digest = hashlib.blake2b(digest_size=32)
    file.seek(0)
    while chunk := file.read(_CHUNK):
        digest.update(chunk)
    return ContentHash(digest.hexdigest())
