"""What is said before a folder is forgotten is what then happens."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.domain.ids import ModelId
from app.domain.photo import FileStamp, Folder, Skipped
from app.library.catalogue import Catalogue
from app.library.forecast import ForgetForecast, would_forget
from app.library.missing import MissingPhotos, missing_photos
from tests.unit.library.made import read_photo, units

MODEL = ModelId("m")
FOLDERS = ("/", "/p", "/p/a", "/p/a b", "/p/\udcff")
NAMES = st.tuples(st.sampled_from(FOLDERS), st.sampled_from(("x", "y", "a/z", "0")))


def forecast(catalogue: Catalogue, folder: Folder) -> ForgetForecast:
    with catalogue.one_view() as connection:
        return would_forget(connection, folder.id)


def embed_all(catalogue: Catalogue) -> None:
    wanting = [passage for passage, _ in catalogue.passages_without_vector(MODEL, 1000)]
    catalogue.store_vectors(MODEL, wanting, units(len(wanting)))


@given(
    added=st.sets(st.sampled_from(FOLDERS), min_size=1),
    files=st.dictionaries(NAMES, st.tuples(st.sampled_from("AB"), st.sampled_from(("sea", "hill"))), max_size=8),
    data=st.data(),
)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
def test_the_forecast_is_what_happens(
    tmp_path_factory: pytest.TempPathFactory, added: set[str], files: dict[tuple[str, str], tuple[str, str]], data: st.DataObject
) -> None:
    with Catalogue(tmp_path_factory.mktemp("forecast") / "catalogue.sqlite3") as catalogue:
        folders = {path: catalogue.add_folder(path) for path in sorted(added)}
        for (root, name), (content, caption) in files.items():
            if root in folders:
                path = f"{root.rstrip('/')}/{name}.jpg"
                catalogue.store(folders[root].id, [read_photo(path, content=content, caption=caption)])
        embed_all(catalogue)
        folder = data.draw(st.sampled_from(list(folders.values())))
        told, vectors = forecast(catalogue, folder), len(catalogue.vector_ids(MODEL))
        done = catalogue.forget_folder(folder.id)
        assert told.photos == done.photos
        assert told.thumbnails == len(done.content_hashes)
        assert told.texts == len(set(done.removed_passages) - set(done.new_passages))
        assert told.vectors == vectors - len(catalogue.vector_ids(MODEL))


def test_photos_out_of_reach_are_counted_by_folder(catalogue: Catalogue, folder: Folder) -> None:
    other = catalogue.add_folder("/other")
    stored = catalogue.store(folder.id, [read_photo("/pictures/a.jpg"), read_photo("/pictures/b.jpg")])
    catalogue.store(other.id, [read_photo("/other/b.jpg")])
    catalogue.mark_unavailable([stored.photos[0].photo_id])
    with catalogue.one_view() as connection:
        assert missing_photos(connection) == {folder.id: MissingPhotos(1)}


def test_why_photos_are_out_of_reach_is_told_apart(catalogue: Catalogue, folder: Folder) -> None:
    paths = ["/pictures/closed/a.jpg", "/pictures/half.jpg", "/pictures/lost.jpg"]
    stored = catalogue.store(folder.id, [read_photo(path) for path in paths])
    catalogue.mark_unavailable([each.photo_id for each in stored.photos])
    closed = Skipped("/pictures/closed", "The folder cannot be listed.", None)
    other = Skipped("/pictures/other", "The folder cannot be listed.", None)
    catalogue.record_skipped(folder.id, [closed, other, Skipped("/pictures/half.jpg", "Half of it is missing.", FileStamp(1, 1))])
    with catalogue.one_view() as connection:
        assert missing_photos(connection) == {folder.id: MissingPhotos(3, shut_in=1, closed=(closed,), unreadable=1)}
