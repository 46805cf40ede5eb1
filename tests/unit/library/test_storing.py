"""Adding, changing, moving and losing photos."""

from collections.abc import Sequence

import pytest

from app.domain.errors import FolderUnavailable
from app.domain.ids import FolderId, LocalTime, PhotoId
from app.domain.photo import Fact, FileStamp, Folder, PhotoFacts, PhotoState, Position, ReadPhoto, Skipped, Tag
from app.domain.query import Term
from app.library.catalogue import Catalogue
from app.library.records import StoredKind
from tests.unit.library.made import read_photo


def store(catalogue: Catalogue, folder: Folder, *photos: ReadPhoto, missing: Sequence[PhotoId] = ()) -> list[tuple[PhotoId, StoredKind]]:
    return [(each.photo_id, each.kind) for each in catalogue.store(folder.id, photos, set(missing)).photos]


def holders(catalogue: Catalogue, word: str) -> list[int]:
    ids: list[int] = catalogue.holding(Term(word)).photo_ids.tolist()
    return ids


def test_a_photo_comes_back_as_it_was_read(catalogue: Catalogue, folder: Folder) -> None:
    facts = PhotoFacts(
        taken=Fact(LocalTime("2019-06-14T10:20:30.05"), "EXIF"),
        gps=Fact(Position(-1.5, 0.0, None), "EXIF"),
        tags=Fact((Tag("Italy", ("Places",)), Tag("sea")), "XMP"),
        people=Fact(("Ann",), "XMP"),
        aperture=Fact(2.8, "EXIF"),
        rating=Fact(0, "XMP"),
        serial=Fact("032033001107", "EXIF"),
    )
    stamp, content_hash = FileStamp(7, 2**70), read_photo("x").content_hash
    read = ReadPhoto("/pictures/a.jpg", stamp, content_hash, "JPEG", 40, 30, facts, b"", ("One thing failed.",), "0f" * 32)
    ((photo_id, kind),) = store(catalogue, folder, read)
    photo = catalogue.photo(photo_id)
    assert kind == StoredKind.ADDED
    assert photo is not None
    assert (photo.path, photo.stamp, photo.content_hash, photo.format, photo.width, photo.height, photo.facts, photo.notes) == (
        read.path, read.stamp, read.content_hash, read.format, 40, 30, facts, read.notes,
    )  # fmt: skip
    assert (photo.state, photo.folder_id, photo.perceptual_hash) == (PhotoState.PRESENT, folder.id, "0f" * 32)
    assert catalogue.by_path(read.path) == photo
    assert catalogue.known_files(folder.id).photos[read.path].stamp == read.stamp


def test_records_come_in_the_order_asked(catalogue: Catalogue, folder: Folder) -> None:
    ids = [photo_id for photo_id, _ in store(catalogue, folder, *(read_photo(f"/pictures/{n}.jpg") for n in range(5)))]
    assert list(catalogue.photos([ids[3], PhotoId(99), ids[0]])) == [ids[3], ids[0]]
    assert catalogue.photo(PhotoId(99)) is None
    assert catalogue.by_path("/no") is None


def test_the_same_again_changes_nothing_but_the_stamp(catalogue: Catalogue, folder: Folder) -> None:
    first = store(catalogue, folder, read_photo("/pictures/a.jpg", caption="one boat"))
    again = catalogue.store(folder.id, [read_photo("/pictures/a.jpg", caption="one boat", modified_ns=5)])
    assert [(each.photo_id, each.kind) for each in again.photos] == [(first[0][0], StoredKind.SAME)]
    assert again.new_passages == again.removed_passages == ()
    assert catalogue.known_files(folder.id).photos["/pictures/a.jpg"].stamp.modified_ns == 5


def test_changed_words_replace_the_old_ones(catalogue: Catalogue, folder: Folder) -> None:
    ((photo_id, _),) = store(catalogue, folder, read_photo("/pictures/a.jpg", caption="one boat", tags=("harbour",)))
    changed = catalogue.store(folder.id, [read_photo("/pictures/a.jpg", caption="two cats", tags=("harbour",))])
    assert changed.photos[0].kind == StoredKind.CHANGED
    assert (holders(catalogue, "boat"), holders(catalogue, "cat"), holders(catalogue, "harbour")) == ([], [photo_id], [photo_id])
    assert [text for _, text in catalogue.passage_texts(changed.new_passages).values()] == ["two cats"]
    assert len(changed.removed_passages) == 1


@pytest.mark.parametrize("change", [{"form": "MPO"}, {"serial": "7031"}, {"perceptual_hash": "0f" * 32}])
def test_whatever_is_read_otherwise_is_a_change(catalogue: Catalogue, folder: Folder, change: dict[str, str]) -> None:
    store(catalogue, folder, read_photo("/pictures/a.jpg"))
    changed = read_photo("/pictures/a.jpg", **change)  # type: ignore[arg-type]
    ((photo_id, kind),) = store(catalogue, folder, changed)
    photo = catalogue.photo(photo_id)
    assert kind == StoredKind.CHANGED
    assert photo is not None
    assert (photo.format, photo.facts, photo.perceptual_hash) == (changed.format, changed.facts, changed.perceptual_hash)
    assert store(catalogue, folder, changed)[0][1] == StoredKind.SAME


def test_a_photo_that_was_missed_moves_with_its_content(catalogue: Catalogue, folder: Folder) -> None:
    ((photo_id, _),) = store(catalogue, folder, read_photo("/pictures/old/a.jpg", content="A"))
    moved = store(catalogue, folder, read_photo("/pictures/new/a.jpg", content="A"), missing=[photo_id])
    assert moved == [(photo_id, StoredKind.MOVED)]
    assert (holders(catalogue, "old"), holders(catalogue, "new")) == ([], [photo_id])
    assert catalogue.by_path("/pictures/old/a.jpg") is None


def test_a_copy_is_a_photo_of_its_own(catalogue: Catalogue, folder: Folder) -> None:
    ((first, _),) = store(catalogue, folder, read_photo("/pictures/a.jpg", content="A"))
    ((second, kind),) = store(catalogue, folder, read_photo("/pictures/b.jpg", content="A"))
    assert kind == StoredKind.ADDED
    assert first != second


def test_one_missed_photo_moves_once_and_to_its_own_name(catalogue: Catalogue, folder: Folder) -> None:
    originals = store(catalogue, folder, *(read_photo(f"/pictures/{name}.jpg", content="A") for name in "ab"))
    ids = [photo_id for photo_id, _ in originals]
    moved = store(catalogue, folder, *(read_photo(f"/pictures/new/{name}.jpg", content="A") for name in "bca"), missing=ids)
    assert moved[0] == (ids[1], StoredKind.MOVED)
    assert moved[1] == (ids[0], StoredKind.MOVED)
    assert moved[2][1] == StoredKind.ADDED


@pytest.mark.parametrize("path", ["/pictures/regatta/a.jpg", "/pictures/regatta/elsewhere.jpg"])
def test_what_was_gone_comes_back_with_its_id(catalogue: Catalogue, folder: Folder, path: str) -> None:
    ((photo_id, _),) = store(catalogue, folder, read_photo("/pictures/regatta/a.jpg", content="A", caption="one boat"))
    gone = catalogue.mark_gone([photo_id])
    assert len(gone.removed_passages) == 2  # the caption and the name of the inner folder
    assert holders(catalogue, "boat") == catalogue.browse().tolist() == catalogue.satisfying([]).tolist() == []
    photo = catalogue.photo(photo_id)
    assert photo is not None
    assert photo.state == PhotoState.GONE
    assert photo.facts.caption is not None
    ((back, _),) = store(catalogue, folder, read_photo(path, content="A", caption="one boat"))
    assert (back, holders(catalogue, "boat")) == (photo_id, [photo_id])


def test_a_photo_marked_present_is_found_again(catalogue: Catalogue, folder: Folder) -> None:
    ((photo_id, _),) = store(catalogue, folder, read_photo("/pictures/regatta/a.jpg", caption="one boat"))
    catalogue.mark_gone([photo_id])
    catalogue.mark_unavailable([photo_id])
    assert catalogue.browse().tolist() == []
    back = catalogue.mark_present([photo_id])
    assert len(back.new_passages) == 2
    assert holders(catalogue, "boat") == catalogue.browse().tolist() == [photo_id]
    assert catalogue.mark_present([photo_id]).new_passages == ()


def test_unavailable_photos_are_found_and_counted(catalogue: Catalogue, folder: Folder) -> None:
    ids = [photo_id for photo_id, _ in store(catalogue, folder, *(read_photo(f"/pictures/{n}.jpg", caption="boat") for n in range(3)))]
    catalogue.mark_gone(ids[2:])
    catalogue.set_unavailable(folder.id, True)
    assert not catalogue.folders()[0].available
    assert holders(catalogue, "boat") == ids[:2]
    assert (catalogue.counts().unavailable, catalogue.counts().photos) == (2, 2)
    catalogue.set_unavailable(folder.id, False)
    assert (catalogue.folders()[0].available, catalogue.counts().unavailable) == (True, 2)
    catalogue.mark_present(ids[:2])
    assert (catalogue.folders()[0].available, catalogue.counts().unavailable, catalogue.counts().photos) == (True, 0, 2)
    catalogue.mark_unavailable(ids)
    assert [catalogue.photos(ids)[each].state for each in ids] == [PhotoState.UNAVAILABLE, PhotoState.UNAVAILABLE, PhotoState.GONE]


def test_a_batch_is_stored_whole_or_not_at_all(catalogue: Catalogue, folder: Folder) -> None:
    unreadable = ReadPhoto("/pictures/\0\ud800.jpg", FileStamp(1, 1), read_photo("x").content_hash, "JPEG", 1, 1, PhotoFacts(), b"")
    with pytest.raises(UnicodeEncodeError):
        catalogue.store(folder.id, [read_photo("/pictures/a.jpg"), unreadable])
    assert catalogue.counts().photos == 0
    store(catalogue, folder, read_photo("/pictures/a.jpg"))
    catalogue.check()


def test_any_bytes_make_a_path(catalogue: Catalogue, folder: Folder) -> None:
    path = b"/pictures/bad\xff\xfe\n.jpg".decode("utf-8", "surrogateescape")
    ((photo_id, _),) = store(catalogue, folder, read_photo(path))
    photo = catalogue.photo(photo_id)
    assert photo is not None
    assert photo.path == path
    assert catalogue.known_files(folder.id).photos.keys() == {path}
    assert holders(catalogue, "bad") == [photo_id]
    catalogue.record_skipped(folder.id, [Skipped(path + "x", "No picture.")])
    assert catalogue.skipped()[0].path == path + "x"


def test_a_forgotten_folder_takes_no_photos(catalogue: Catalogue, folder: Folder) -> None:
    catalogue.forget_folder(folder.id)
    with pytest.raises(FolderUnavailable, match=r"a\.jpg"):
        catalogue.store(folder.id, [read_photo("/pictures/a.jpg")])
    catalogue.record_skipped(folder.id, [Skipped("/pictures/b.jpg", "Empty.")])
    assert catalogue.skipped() == ()
    assert catalogue.forget_folder(FolderId(77)).photos == 0


def test_every_change_raises_the_generation(catalogue: Catalogue, folder: Folder) -> None:
    before = catalogue.generation
    ((photo_id, _),) = store(catalogue, folder, read_photo("/pictures/a.jpg"))
    stored = catalogue.generation
    catalogue.mark_gone([photo_id])
    assert before < stored < catalogue.generation


def test_contents_that_nothing_shows_any_more_are_told(catalogue: Catalogue, folder: Folder) -> None:
    (first, _), (second, _), (third, _) = store(
        catalogue,
        folder,
        *(read_photo(f"/pictures/{name}.jpg", content=content) for name, content in (("a", "A"), ("b", "B"), ("c", "B"))),
    )
    assert catalogue.known_hashes() == {"A", "B"}
    assert catalogue.mark_gone([first, second]).unused_hashes == ("A",)
    assert catalogue.known_hashes() == {"B"}
    edited = catalogue.store(folder.id, [read_photo("/pictures/c.jpg", content="C")])
    assert edited.unused_hashes == ("B",)
    assert catalogue.known_hashes() == {"C"}
    assert catalogue.mark_present([first]).unused_hashes == ()
    assert catalogue.known_hashes() == {"A", "C"}
    catalogue.mark_unavailable([third])
    assert catalogue.known_hashes() == {"A", "C"}


def test_a_photo_may_be_named_twice(catalogue: Catalogue, folder: Folder) -> None:
    ((photo_id, _),) = store(catalogue, folder, read_photo("/pictures/a.jpg", caption="a harbour"))
    catalogue.mark_gone([photo_id, photo_id])
    catalogue.mark_present([photo_id, photo_id])
    catalogue.mark_gone([photo_id, photo_id])
    catalogue.check()
