"""Added folders, overlapping ones too, what was skipped, and forgetting."""

import sqlite3
from pathlib import Path

import numpy as np

from app.domain.ids import ModelId, PassageId
from app.domain.photo import FileStamp, Folder, Skipped
from app.domain.query import Term
from app.library.catalogue import Catalogue
from tests.unit.library.made import read_photo


def test_the_same_path_is_the_same_folder(catalogue: Catalogue) -> None:
    first = catalogue.add_folder("/pictures/summer")
    assert catalogue.add_folder("/pictures/summer/") == catalogue.add_folder("/pictures/./summer") == first
    assert [each.path for each in catalogue.folders()] == ["/pictures/summer"]


def test_folders_count_their_photos_and_skipped_files(catalogue: Catalogue, folder: Folder) -> None:
    stored = catalogue.store(folder.id, [read_photo("/pictures/a.jpg"), read_photo("/pictures/b.jpg")])
    catalogue.mark_gone([stored.photos[0].photo_id])
    catalogue.record_skipped(folder.id, [Skipped("/pictures/c.jpg", "Empty.", FileStamp(0, 3))])
    (counted,) = catalogue.folders()
    assert (counted.photos, counted.skipped, counted.available) == (1, 1, True)


def test_skipped_files_are_known_until_they_are_read(catalogue: Catalogue, folder: Folder) -> None:
    catalogue.record_skipped(folder.id, [Skipped("/pictures/c.jpg", "Empty.", FileStamp(0, 3)), Skipped("/pictures/d", "No permission.")])
    catalogue.record_skipped(folder.id, [Skipped("/pictures/c.jpg", "Half.", FileStamp(1, 4))])
    assert {path: each.stamp for path, each in catalogue.known_files(folder.id).skipped.items()} == {
        "/pictures/c.jpg": FileStamp(1, 4),
        "/pictures/d": None,
    }
    assert [each.reason for each in catalogue.skipped(folder.id)] == ["Half.", "No permission."]
    catalogue.store(folder.id, [read_photo("/pictures/c.jpg")])
    catalogue.clear_skipped(["/pictures/d"])
    assert catalogue.skipped() == ()


def test_folders_inside_each_other_hold_each_photo_once(catalogue: Catalogue) -> None:
    outer, inner = catalogue.add_folder("/pictures"), catalogue.add_folder("/pictures/2019")
    photo = read_photo("/pictures/2019/sea/a.jpg")
    catalogue.store(outer.id, [photo])
    catalogue.store(inner.id, [photo])
    assert [(each.path, each.photos) for each in catalogue.folders()] == [("/pictures", 0), ("/pictures/2019", 1)]
    assert catalogue.known_files(outer.id).photos.keys() == catalogue.known_files(inner.id).photos.keys() == {photo.path}


def test_known_files_are_those_below(catalogue: Catalogue) -> None:
    one, other = catalogue.add_folder("/pictures/a"), catalogue.add_folder("/pictures/a b")
    catalogue.store(one.id, [read_photo("/pictures/a/x.jpg")])
    catalogue.store(other.id, [read_photo("/pictures/a b/x.jpg")])
    assert catalogue.known_files(one.id).photos.keys() == {"/pictures/a/x.jpg"}
    assert catalogue.known_files(other.id).photos.keys() == {"/pictures/a b/x.jpg"}


def test_everything_is_below_the_root_of_the_disk(catalogue: Catalogue) -> None:
    root = catalogue.add_folder("/")
    catalogue.store(root.id, [read_photo("/x.jpg")])
    assert catalogue.known_files(root.id).photos.keys() == {"/x.jpg"}


def test_forgetting_erases_what_came_from_a_folder_alone(catalogue: Catalogue, folder: Folder) -> None:
    other = catalogue.add_folder("/other")
    here = catalogue.store(
        folder.id,
        [read_photo("/pictures/a.jpg", content="A", caption="secret boat"), read_photo("/pictures/b.jpg", content="B", caption="sea")],
    )
    catalogue.store(other.id, [read_photo("/other/b.jpg", content="B", caption="sea")])
    catalogue.record_skipped(folder.id, [Skipped("/pictures/c.jpg", "Empty.")])
    texts = catalogue.passage_texts(here.new_passages)
    only_here = {passage for passage, (_, text) in texts.items() if text != "sea"}
    catalogue.store_vectors(ModelId("m"), here.new_passages, np.eye(8, dtype=np.float32)[: len(here.new_passages)])
    forgotten = catalogue.forget_folder(folder.id)
    assert (forgotten.photos, forgotten.content_hashes, set(forgotten.removed_passages)) == (2, ("A",), only_here)
    assert [each.path for each in catalogue.folders()] == ["/other"]
    assert (catalogue.skipped(), catalogue.vector_ids(ModelId("m")).tolist()) == (
        (),
        [passage for passage in here.new_passages if passage not in only_here],
    )
    assert catalogue.holding(Term("boat")).photo_ids.tolist() == []
    catalogue.check()


def test_nothing_of_a_forgotten_folder_stays_in_the_file(tmp_path: Path) -> None:
    path = tmp_path / "catalogue.sqlite3"
    with Catalogue(path) as catalogue:
        kept, secret = catalogue.add_folder("/kept"), catalogue.add_folder("/zanzibar")
        catalogue.store(kept.id, [read_photo(f"/kept/{n}.jpg", caption=f"word{n}") for n in range(50)])
        catalogue.store(secret.id, [read_photo("/zanzibar/a.jpg", content="q" * 64, caption="xylophone", tags=("quagmire",))])
        catalogue.checkpoint()
        assert all(word in path.read_bytes() for word in (b"xylophone", b"quagmire", b"zanzibar", b"q" * 64))
        catalogue.forget_folder(secret.id)
        files = b"".join(each.read_bytes() for each in tmp_path.iterdir())
        assert not any(word in files for word in (b"xylophon", b"quagmir", b"zanzibar", b"q" * 64))
        assert catalogue.holding(Term("word7")).photo_ids.tolist() == [8]


def test_nearly_all_of_a_large_library_is_forgotten(catalogue: Catalogue, folder: Folder) -> None:
    other = catalogue.add_folder("/other")
    catalogue.store(folder.id, [read_photo(f"/pictures/{n}.jpg", caption=f"boat {n}") for n in range(1_200)])
    stored = catalogue.store(other.id, [read_photo("/other/a.jpg", caption="boat")])
    assert catalogue.forget_folder(folder.id).photos == 1_200
    catalogue.check()
    assert catalogue.holding(Term("boats")).photo_ids.tolist() == [stored.photos[0].photo_id]


def test_photos_below_another_added_folder_go_over_to_it(catalogue: Catalogue) -> None:
    outer = catalogue.add_folder("/pictures")
    stored = catalogue.store(outer.id, [read_photo("/pictures/2019/a.jpg", caption="boat"), read_photo("/pictures/b.jpg")])
    inner = catalogue.add_folder("/pictures/2019")
    catalogue.record_skipped(outer.id, [Skipped("/pictures/2019/c.jpg", "Empty.")])
    forgotten = catalogue.forget_folder(outer.id)
    assert (forgotten.photos, forgotten.content_hashes) == (1, ("/pictures/b.jpg",))
    assert [(each.id, each.photos, each.skipped) for each in catalogue.folders()] == [(inner.id, 1, 1)]
    assert catalogue.holding(Term("pictures")).photo_ids.tolist() == []  # its name is outside the folder now
    assert catalogue.holding(Term("2019")).photo_ids.tolist() == [stored.photos[0].photo_id]
    catalogue.check()


def test_ids_are_never_used_again(catalogue: Catalogue, folder: Folder) -> None:
    first = catalogue.store(folder.id, [read_photo("/pictures/a.jpg", caption="boat")])
    catalogue.forget_folder(folder.id)
    again = catalogue.store(catalogue.add_folder("/pictures").id, [read_photo("/pictures/a.jpg", caption="boat")])
    assert again.photos[0].photo_id > first.photos[0].photo_id
    assert min(again.new_passages) > max(first.new_passages)
    assert isinstance(min(again.new_passages), int)
    assert PassageId(0) < min(first.new_passages)


def test_the_word_indexes_are_compared_with_the_values(tmp_path: Path) -> None:
    import pytest

    from app.domain.errors import LibraryUnavailable

    path = tmp_path / "catalogue.sqlite3"
    with Catalogue(path) as catalogue:
        catalogue.store(catalogue.add_folder("/p").id, [read_photo("/p/a.jpg", caption="boat")])
        catalogue.check()
        other = sqlite3.connect(path)
        other.execute("UPDATE value SET tokens = 'cat' WHERE tokens = 'boat'")
        other.commit()
        other.close()
        with pytest.raises(LibraryUnavailable, match="damaged"):
            catalogue.check()


def test_a_file_may_be_added_by_itself(catalogue: Catalogue) -> None:
    outer, single = catalogue.add_folder("/pictures"), catalogue.add_folder("/pictures/a.jpg")
    catalogue.store(outer.id, [read_photo("/pictures/a.jpg"), read_photo("/pictures/b.jpg")])
    assert catalogue.known_files(single.id).photos.keys() == {"/pictures/a.jpg"}
    assert [each.photos for each in catalogue.folders()] == [1, 1]
    catalogue.forget_folder(single.id)
    assert [each.photos for each in catalogue.folders()] == [2]
    catalogue.add_folder("/pictures/a.jpg")
    catalogue.forget_folder(outer.id)
    assert [(each.path, each.photos) for each in catalogue.folders()] == [("/pictures/a.jpg", 1)]
