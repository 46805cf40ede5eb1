"""Letting photos be found by what was read in them, or no more."""

import sqlite3
from collections.abc import Iterable, Sequence

from app.domain.ids import PhotoId
from app.domain.words import Field
from app.library.catalogue import Catalogue
from app.library.columns import as_list
from app.library.photos import GONE
from app.library.picture_words import words_in_pictures
from app.library.records import Stored
from app.library.storing import Batch
from app.library.values import FIELD_SHIFT, PHOTO_SHIFT


class PictureWords:
    """Keeps the words of a catalogue's photos in step with what was read in them. Both methods raise `LibraryUnavailable`."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue

    def reread(self, photo_ids: Iterable[PhotoId]) -> Stored:
        """Let photos be found by what stands in them now; what is gone stays gone. Of those without a word nothing changes."""
        with self._catalogue.one_view() as connection:
            worded = _worded(connection, tuple(photo_ids))
        if not worded:
            return Stored()
        with self._catalogue.changing() as connection:
            batch = Batch(connection)
            batch.rewrite_words([PhotoId(each) for (each,) in connection.execute(_FINDABLE, (as_list(worded),)).fetchall()])
            return batch.finish()

    def read_photos(self) -> tuple[PhotoId, ...]:
        """The photos that are found by what stands in them."""
        with self._catalogue.one_view() as connection:
            return tuple(PhotoId(each) for (each,) in connection.execute(_READ, (int(Field.TEXT),)).fetchall())


def _worded(connection: sqlite3.Connection, photo_ids: Sequence[PhotoId]) -> list[PhotoId]:
    """Those of these photos in which something was read, now or before."""
    now = {photo_id for photo_id, words in words_in_pictures(connection, photo_ids).items() if words}
    before = {PhotoId(each) for (each,) in connection.execute(_WORDED, (as_list(photo_ids),))}
    return sorted(now | before)


_WORDED = f"""SELECT id FROM photo WHERE id IN (SELECT value FROM json_each(?)) AND EXISTS (SELECT 1 FROM value WHERE value.id
              BETWEEN (photo.id << {PHOTO_SHIFT}) + {Field.TEXT << FIELD_SHIFT}
              AND (photo.id << {PHOTO_SHIFT}) + {(Field.TEXT + 1 << FIELD_SHIFT) - 1})"""  # noqa: S608
_FINDABLE = f"SELECT id FROM photo WHERE id IN (SELECT value FROM json_each(?)) AND state < {GONE}"  # noqa: S608
_READ = "SELECT DISTINCT photo_id FROM photo_passage JOIN passage ON passage.id = passage_id WHERE field = ?"
