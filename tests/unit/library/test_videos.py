"""Videos are kept, counted, found by their identifier, and go with their folder."""

import os

from app.domain.photo import FileStamp, Folder, Video
from app.library.catalogue import Catalogue
from app.library.videos import Videos

ONE = "1B2C3D4E-5F60-7182-93A4-B5C6D7E8F901"


def video(path: str, identifier: str | None = None, taken: str | None = None) -> Video:
    return Video(path, FileStamp(10, 1, "beside"), identifier, taken)  # type: ignore[arg-type]


def test_a_film_is_found_by_its_identifier(catalogue: Catalogue, folder: Folder) -> None:
    videos = Videos(catalogue)
    one, other = video("/pictures/a.MOV", ONE, "2018-09-03T10:20:30"), video(os.fsdecode(b"/pictures/\xff.MOV"), ONE)
    videos.store(folder.id, [other, one, video("/pictures/c.mov")])
    assert videos.films_of([ONE, "ANOTHER"]) == {ONE: (one, other)}
    assert videos.films_of([]) == {}
    assert catalogue.counts().videos == 3
    assert catalogue.counts().photos == 0


def test_a_film_that_changed_is_stored_in_place_of_what_it_was(catalogue: Catalogue, folder: Folder) -> None:
    videos = Videos(catalogue)
    videos.store(folder.id, [video("/pictures/a.MOV", ONE)])
    videos.store(folder.id, [video("/pictures/a.MOV")])
    assert catalogue.counts().videos == 1
    assert videos.films_of([ONE]) == {}


def test_films_that_are_gone_are_forgotten(catalogue: Catalogue, folder: Folder) -> None:
    videos = Videos(catalogue)
    videos.store(folder.id, [video("/pictures/a.MOV"), video("/pictures/b.MOV")])
    before = catalogue.generation
    videos.remove(["/pictures/none.MOV"])
    assert catalogue.generation == before, "nothing changed"
    videos.remove(["/pictures/a.MOV"])
    assert catalogue.counts().videos == 1


def test_a_film_goes_with_its_folder_or_to_the_other_around_it(catalogue: Catalogue, folder: Folder) -> None:
    videos = Videos(catalogue)
    inner = catalogue.add_folder("/pictures/inner")
    videos.store(folder.id, [video("/pictures/a.MOV"), video("/pictures/inner/b.MOV")])
    catalogue.forget_folder(inner.id)
    assert catalogue.counts().videos == 2
    catalogue.forget_folder(folder.id)
    assert catalogue.counts().videos == 0
    videos.store(folder.id, [video("/pictures/a.MOV")])
    assert catalogue.counts().videos == 0, "the folder was forgotten"
