"""The tables, as numbered steps from the first version on. A step that was released is never changed."""

import os
import secrets
import sqlite3
from collections.abc import Callable
from contextlib import closing
from functools import cache
from pathlib import Path

from app.config.private_file import OWNER_ALONE
from app.domain.earth import direction
from app.domain.errors import LibraryTooNew, LibraryUnavailable
from app.library.failures import Damage, shown_path

APPLICATION_ID = 0x43616E64
"""`Cand` in ASCII, in the header of every library (sqlite.org/pragma.html#pragma_application_id)."""

_FIRST = (
    "CREATE TABLE meta(name TEXT PRIMARY KEY, value) WITHOUT ROWID",
    "INSERT INTO meta VALUES ('photos_generation', 0), ('vectors_generation', 0)",
    # Ids are never used again (AUTOINCREMENT): files beside the catalogue know photos and passages by them.
    """CREATE TABLE folder(
        id INTEGER PRIMARY KEY AUTOINCREMENT, path BLOB NOT NULL UNIQUE, available INTEGER NOT NULL DEFAULT 1)""",
    """CREATE TABLE photo(
        id INTEGER PRIMARY KEY AUTOINCREMENT, folder_id INTEGER NOT NULL REFERENCES folder, path BLOB NOT NULL UNIQUE,
        size INTEGER NOT NULL, modified_ns NOT NULL, content_hash TEXT NOT NULL, format TEXT NOT NULL,
        width INTEGER NOT NULL, height INTEGER NOT NULL, taken TEXT, rating INTEGER, state INTEGER NOT NULL)""",
    "CREATE INDEX photo_folder ON photo(folder_id, state)",
    "CREATE INDEX photo_hash ON photo(content_hash)",
    "CREATE INDEX photo_time ON photo((taken IS NULL), taken, path) WHERE state < 2",
    "CREATE INDEX photo_rating ON photo(rating) WHERE state < 2",
    "CREATE INDEX photo_format ON photo(format) WHERE state < 2",
    # Apart, so that a scan over the photos does not read their facts.
    """CREATE TABLE photo_facts(
        photo_id INTEGER PRIMARY KEY REFERENCES photo ON DELETE CASCADE, facts TEXT NOT NULL, notes TEXT NOT NULL)""",
    """CREATE TABLE skipped(
        path BLOB PRIMARY KEY, folder_id INTEGER NOT NULL REFERENCES folder, reason TEXT NOT NULL,
        size INTEGER, modified_ns)""",
    "CREATE INDEX skipped_folder ON skipped(folder_id)",
    # id = photo << 20 | field << 16 | ordinal, so that a match tells photo and field without a join.
    "CREATE TABLE value(id INTEGER PRIMARY KEY, field INTEGER NOT NULL, key TEXT, tokens TEXT NOT NULL)",
    "CREATE INDEX value_key ON value(field, key) WHERE key IS NOT NULL",
    """CREATE VIRTUAL TABLE stems USING fts5(
        tokens, content='value', content_rowid='id', columnsize=0, tokenize='porter ascii')""",
    # Unstemmed, for words that end in a star: `universi*` is no prefix of the stem `univers`.
    """CREATE VIRTUAL TABLE plain USING fts5(
        tokens, content='value', content_rowid='id', columnsize=0, tokenize='ascii')""",
    """CREATE TABLE passage(
        id INTEGER PRIMARY KEY AUTOINCREMENT, field INTEGER NOT NULL, digest BLOB NOT NULL, text TEXT NOT NULL,
        UNIQUE(field, digest))""",
    """CREATE TABLE photo_passage(
        passage_id INTEGER NOT NULL REFERENCES passage ON DELETE CASCADE,
        photo_id INTEGER NOT NULL REFERENCES photo ON DELETE CASCADE,
        PRIMARY KEY(passage_id, photo_id)) WITHOUT ROWID""",
    "CREATE INDEX photo_passage_photo ON photo_passage(photo_id)",
    "CREATE TABLE model(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, dimension INTEGER NOT NULL)",
    """CREATE TABLE vector(
        id INTEGER PRIMARY KEY, passage_id INTEGER NOT NULL REFERENCES passage ON DELETE CASCADE,
        model_id INTEGER NOT NULL REFERENCES model, components BLOB NOT NULL, UNIQUE(passage_id, model_id))""",
)

_SECOND = (
    "ALTER TABLE photo ADD COLUMN perceptual_hash TEXT",
    # A time beyond 64 bits of seconds, which no file has: the next scan reads every photo anew, for its hash and its camera's number.
    "UPDATE photo SET modified_ns = '999999999999999999999999999999'",
    """CREATE TABLE measurement(
        id INTEGER PRIMARY KEY AUTOINCREMENT, model TEXT NOT NULL, photos INTEGER NOT NULL, passages INTEGER NOT NULL,
        last_passage INTEGER NOT NULL, measured_at TEXT NOT NULL, adjacent REAL, strong REAL, questions TEXT NOT NULL,
        applied INTEGER NOT NULL DEFAULT 0)""",
    "CREATE UNIQUE INDEX measurement_applied ON measurement(applied) WHERE applied = 1",
)

_THIRD = (
    "ALTER TABLE photo ADD COLUMN x REAL",
    "ALTER TABLE photo ADD COLUMN y REAL",
    "ALTER TABLE photo ADD COLUMN z REAL",
    """UPDATE photo SET (x, y, z) = (
        SELECT direction(0, latitude, longitude), direction(1, latitude, longitude), direction(2, latitude, longitude) FROM (
            SELECT json_extract(facts, '$.gps[0][0]') AS latitude, json_extract(facts, '$.gps[0][1]') AS longitude
            FROM photo_facts WHERE photo_id = photo.id AND json_valid(facts)))""",
    "CREATE INDEX photo_position ON photo(z, x, y, state) WHERE z IS NOT NULL",
)

_FOURTH = (
    "ALTER TABLE photo ADD COLUMN sidecars TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE photo ADD COLUMN content_identifier TEXT",
    # The photo that stands for a stack of versions, on each of its members; 0 where that is not settled yet.
    "ALTER TABLE photo ADD COLUMN stack INTEGER DEFAULT 0",
    "CREATE INDEX photo_stack ON photo(stack, state) WHERE stack IS NOT NULL",
    "CREATE INDEX photo_content ON photo(content_identifier) WHERE content_identifier IS NOT NULL",
    # What the file says by itself, where the person's own words lie over it in `facts`.
    "ALTER TABLE photo_facts ADD COLUMN said TEXT",
    "ALTER TABLE skipped ADD COLUMN sidecars TEXT NOT NULL DEFAULT ''",
    """CREATE TABLE video(
        path BLOB PRIMARY KEY, folder_id INTEGER NOT NULL REFERENCES folder, size INTEGER NOT NULL, modified_ns NOT NULL,
        sidecars TEXT NOT NULL DEFAULT '', content_identifier TEXT, taken TEXT)""",
    "CREATE INDEX video_folder ON video(folder_id)",
    "CREATE INDEX video_content ON video(content_identifier) WHERE content_identifier IS NOT NULL",
    # Words outlive their photo's row: without one they wait for a photo of this content, else of this path.
    """CREATE TABLE own_words(
        id INTEGER PRIMARY KEY, photo_id INTEGER UNIQUE REFERENCES photo ON DELETE SET NULL, content_hash TEXT NOT NULL,
        path BLOB NOT NULL, words TEXT NOT NULL)""",
    "CREATE INDEX own_words_content ON own_words(content_hash)",
    "CREATE INDEX own_words_waiting ON own_words(path) WHERE photo_id IS NULL",
    # Formats that were not read before are read now, and every photo for what it says beside what was taken of it until now.
    "DELETE FROM skipped",
    "UPDATE photo SET modified_ns = '999999999999999999999999999999'",
)

_FIFTH = (
    "INSERT INTO meta VALUES ('looks_generation', 0)",
    # What one model makes of the pixels of one photo's content; `trouble` says why it made nothing of them. A row never changes.
    """CREATE TABLE look(
        id INTEGER PRIMARY KEY AUTOINCREMENT, photo_id INTEGER NOT NULL REFERENCES photo ON DELETE CASCADE, model TEXT NOT NULL,
        content_hash TEXT NOT NULL, seen TEXT NOT NULL, components BLOB, trouble TEXT, UNIQUE(photo_id, model))""",
    # How many faces a picture shows: as other programs have marked them, else as they were found; NULL until it was looked at.
    "ALTER TABLE photo ADD COLUMN faces INTEGER",
    # What that says of the picture, as a place in `look.PEOPLE_PHRASES`.
    "ALTER TABLE photo ADD COLUMN people INTEGER NOT NULL DEFAULT 0",
    "CREATE INDEX photo_faces ON photo(faces, state) WHERE faces > 0",
    "ALTER TABLE photo_facts ADD COLUMN regions TEXT NOT NULL DEFAULT '[]'",
    # The next scan reads every photo anew, for the faces that other programs have marked in it.
    "UPDATE photo SET modified_ns = '999999999999999999999999999999'",
)

MIGRATIONS = (_FIRST, _SECOND, _THIRD, _FOURTH, _FIFTH)
"""Step n brings a library of version n to version n + 1; the version is SQLite's `user_version`."""


def migrate(connection: sqlite3.Connection, path: Path, begin: Callable[[sqlite3.Connection], object]) -> None:
    """Bring an open library to this version; `begin` starts a writing transaction.

    Raises `LibraryTooNew`, `LibraryUnavailable` or `Damage`, and then leaves the library as it was.
    """
    if version_of(connection, path) < len(MIGRATIONS):
        _upgrade(connection, path, begin)
    _check_schema(connection)


def check_version(connection: sqlite3.Connection, path: Path) -> None:
    """Hold a library that cannot be written to this version. Raises as `migrate` does."""
    if version_of(connection, path) < len(MIGRATIONS):
        raise LibraryUnavailable(
            f"The library {shown_path(path)} is of an earlier version of Candid and cannot be written: check the permissions of its folder."
        )
    _check_schema(connection)


def copy_kept(path: Path) -> Path:
    """Where the library is kept as it was before it was brought to a later version, until something is forgotten or the next time."""
    return path.with_name(f"{path.stem}.before{path.suffix}")


def _check_schema(connection: sqlite3.Connection) -> None:
    if not _expected_schema() <= _schema(connection):
        raise Damage("a table is not what it was made to be")


def roll_back(connection: sqlite3.Connection) -> None:
    """Undo the open transaction, if a full disk or a failed write has not ended it already."""
    if connection.in_transaction:
        connection.execute("ROLLBACK")


def _upgrade(connection: sqlite3.Connection, path: Path, begin: Callable[[sqlite3.Connection], object]) -> None:
    begin(connection)
    try:
        # Asked again: another program may have migrated while this one waited.
        version = version_of(connection, path)
        if 0 < version < len(MIGRATIONS):
            _keep_copy(path)
        _run_steps(connection, version)
        connection.execute("COMMIT")
    except BaseException:
        roll_back(connection)
        raise


def _keep_copy(path: Path) -> None:
    """Copy the library, which nobody else can change now, by a connection of its own: one that writes cannot be copied from."""
    kept = copy_kept(path)
    unfinished = kept.with_name(f"{kept.name}.part")
    try:
        unfinished.unlink(missing_ok=True)
        unfinished.touch(OWNER_ALONE)
        with closing(sqlite3.connect(path)) as source, closing(sqlite3.connect(unfinished)) as target:
            source.backup(target)
        os.replace(unfinished, kept)
    finally:
        unfinished.unlink(missing_ok=True)


def _run_steps(connection: sqlite3.Connection, version: int) -> None:
    # The mathematics of SQLite are not in every build of it.
    connection.create_function("direction", 3, _direction, deterministic=True)
    for step in MIGRATIONS[version:]:
        for statement in step:
            connection.execute(statement)
    if version == 0:
        connection.execute("INSERT INTO meta VALUES ('library_id', ?)", (secrets.token_hex(16),))
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")


def _direction(axis: int, latitude: object, longitude: object) -> float | None:
    """One component of the direction of a stored position; None where it is none."""
    if isinstance(latitude, int | float) and isinstance(longitude, int | float):
        return direction(latitude, longitude)[axis]
    return None


def version_of(connection: sqlite3.Connection, path: Path) -> int:
    """The version of an open library, 0 for a new one. Raises `LibraryTooNew`, `LibraryUnavailable` for what is none, or `Damage`."""
    # In one statement, and so of one moment: another program may be making the library.
    tables, application, version = connection.execute(_HEADER).fetchone()
    if application != APPLICATION_ID and (tables or version):
        if connection.execute("SELECT 1 FROM sqlite_schema WHERE name = 'photo_facts'").fetchone():
            raise Damage("the header is not that of a library")
        raise LibraryUnavailable(f"{path} is not a library of Candid: move it away or choose another folder for the library.")
    if version > len(MIGRATIONS):
        raise LibraryTooNew(
            f"The library {path} was written by a later version of Candid (library version {version}, this one knows {len(MIGRATIONS)}): "
            "update Candid, or choose another folder for the library."
        )
    if version < 0 or (version == 0 and tables):
        raise Damage("a version that was never made")
    return int(version)


_HEADER = """SELECT tables, application_id, user_version
             FROM (SELECT count(*) AS tables FROM sqlite_schema), pragma_application_id, pragma_user_version"""


@cache
def _expected_schema() -> frozenset[tuple[str, str]]:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as fresh:
        _run_steps(fresh, 0)
        return _schema(fresh)


def _schema(connection: sqlite3.Connection) -> frozenset[tuple[str, str]]:
    """Name and statement of each table and index of ours; SQLite's own, and those inside a word index, differ from version to version."""
    rows = connection.execute("SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL")
    return frozenset((name, sql) for name, sql in rows if not name.startswith(("sqlite_", "stems_", "plain_")))
