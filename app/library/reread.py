"""Letting photos be found by what was read in them, or no more."""

from collections.abc import Iterable

from app.domain.ids import PhotoId
from app.domain.words import Field
from app.library.catalogue import Catalogue
from app.library.columns import as_list
from app.library.photos import GONE
from app.library.records import Stored
from app.library.storing import Batch


class PictureWords:
    """Keeps the words of a catalogue's photos in step with what was read in them. Both methods raise `LibraryUnavailable`."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue

    def reread(self, photo_ids: Iterable[PhotoId]) -> Stored:
        """Let photos be found by what stands in them now; what is gone stays gone."""
        photo_ids = tuple(photo_ids)
        if not photo_ids:
            return Stored()
        with self._catalogue.changing() as connection:
            batch = Batch(connection)
            batch.rewrite_words([PhotoId(each) for (each,) in connection.execute(_FINDABLE, (as_list(photo_ids),)).fetchall()])
            return batch.finish()

    def read_photos(self) -> tuple[PhotoId, ...]:
        """The photos that are found by what stands in them."""
        with self._catalogue.one_view() as connection:
            return tuple(PhotoId(each) for (each,) in connection.execute(_READ, (int(Field.TEXT),)).fetchall())


_FINDABLE = f"SELECT id FROM photo WHERE id IN (SELECT value FROM json_each(?)) AND state < {GONE}"  # noqa: S608
_READ = "SELECT DISTINCT photo_id FROM photo_passage JOIN passage ON passage.id = passage_id WHERE field = ?"
