"""What forgetting a folder would erase, counted before anything is. `folders.forget_folder` does it."""

import os
import sqlite3
from dataclasses import dataclass, field
from pathlib import Path

from app.domain.ids import FolderId


@dataclass(frozen=True, slots=True)
class ForgetForecast:
    """How much goes: `texts` are passages that no other photo holds, `thumbnails` pictures that no other photo shows.

    `described` is how many photos have words of the person's own, which can be kept. `kept_aside` are the files of damaged libraries
    that stay as they are.
    """

    photos: int
    videos: int
    thumbnails: int
    texts: int
    vectors: int
    described: int
    kept_aside: tuple[Path, ...] = field(default=(), kw_only=True)


def would_forget(connection: sqlite3.Connection, folder_id: FolderId) -> ForgetForecast:
    """What lies below another added folder as well stays with that one."""
    return ForgetForecast(*map(int, connection.execute(_COUNTS, (folder_id, os.sep)).fetchone()))


# Paths are blobs: text put together is one only after a cast, and the root itself ends in a separator already.
_ELSEWHERE = """EXISTS (
    SELECT 1 FROM (SELECT path AS other, CAST(rtrim(path, ?2) || ?2 AS BLOB) AS prefix FROM folder WHERE folder.id <> ?1)
    WHERE {path} = other OR substr({path}, 1, length(prefix)) = prefix)"""
# Each passage is counted once, however many photos share it.
_COUNTS = f"""WITH
    leaving AS MATERIALIZED (
        SELECT id, content_hash, state FROM photo WHERE folder_id = ?1 AND NOT {_ELSEWHERE.format(path="photo.path")}),
    held AS (SELECT passage_id, count(*) AS held FROM photo_passage WHERE photo_id IN (SELECT id FROM leaving) GROUP BY passage_id),
    lone AS MATERIALIZED (
        SELECT passage_id FROM held
        WHERE held = (SELECT count(*) FROM photo_passage AS every WHERE every.passage_id = held.passage_id))
    SELECT
        (SELECT count(*) FROM leaving WHERE state < 2),
        (SELECT count(*) FROM video WHERE folder_id = ?1 AND NOT {_ELSEWHERE.format(path="video.path")}),
        (SELECT count(DISTINCT content_hash) FROM leaving WHERE state < 2 AND content_hash NOT IN (
            SELECT content_hash FROM photo WHERE state < 2 AND id NOT IN (SELECT id FROM leaving))),
        (SELECT count(*) FROM lone),
        (SELECT count(*) FROM vector WHERE passage_id IN (SELECT passage_id FROM lone)),
        (SELECT count(*) FROM own_words WHERE photo_id IN (SELECT id FROM leaving))"""  # noqa: S608
