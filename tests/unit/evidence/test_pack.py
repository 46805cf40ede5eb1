"""What of the library goes into a pack, under which names; nothing where the mode is open."""

import itertools
from collections.abc import Iterator

import pytest

from app.domain.evidence import AnswerMode, EvidencePack, LibraryFact, Relation
from app.domain.ids import ContentHash, FolderId, LocalTime, PackId, PhotoId
from app.domain.photo import Fact, FileStamp, Photo, PhotoFacts, Position, Tag
from app.evidence.graph import relate
from app.evidence.pack import ID_LETTERS, PACK_ID, make_pack

ROOTS = {FolderId(1): "/home/me/photos"}


def ids() -> Iterator[PackId]:
    return (PackId(f"P-A{number:03}") for number in itertools.count())


def stored(number: int, path: str, folder: int = 1, facts: PhotoFacts | None = None, look: str | None = None) -> Photo:
    content_hash = ContentHash(f"{number:064x}")
    return Photo(
        PhotoId(number), FolderId(folder), path, FileStamp(1, 1), content_hash, "JPEG", 4, 3, facts or PhotoFacts(), perceptual_hash=look
    )


def packed(*photos: Photo, roots: dict[FolderId, str] = ROOTS) -> EvidencePack:
    return make_pack(AnswerMode.SOURCED, photos, roots, {}, ids())


def folders(roots: list[str], *paths: tuple[int, str]) -> list[str | None]:
    """What the folders of photos are called; a photo is (number of its added folder, path)."""
    photos = [stored(number, path, folder) for number, (folder, path) in enumerate(paths)]
    pack = packed(*photos, roots={FolderId(number): root for number, root in enumerate(roots)})
    assert all(each.folder is None or each.folder.source == "folder" for each in pack.photos)
    return [each.folder.value if each.folder is not None else None for each in pack.photos]


def test_photos_keep_their_facts_and_get_ids_in_order() -> None:
    facts = PhotoFacts(
        taken=Fact(LocalTime("2019-06-14"), "EXIF"),
        gps=Fact(Position(1.0, 2.0), "EXIF GPS"),
        people=Fact(("Anna",), "XMP"),
        serial=Fact("7", "EXIF"),
    )
    pack = packed(stored(1, "/home/me/photos/b.jpg", facts=facts, look="00ff"), stored(2, "/home/me/photos/a.jpg"))
    first, second = pack.photos
    assert (first.id, first.path, first.facts) == ("P-A000", "/home/me/photos/b.jpg", facts)
    assert (first.content_hash, first.perceptual_hash) == (f"{1:064x}", "00ff")
    assert first.folder == Fact("photos", "folder")
    assert (second.id, second.path, second.facts, second.perceptual_hash) == ("P-A001", "/home/me/photos/a.jpg", PhotoFacts(), None)


def test_the_library_facts_and_the_result_set_are_taken_as_they_are() -> None:
    library: dict[str, LibraryFact] = {"matching": 24, "first": "2015-01-02"}
    pack = make_pack(AnswerMode.ADJACENT, [], ROOTS, library, ids(), PackId("R-M41X"))
    assert pack == EvidencePack(AnswerMode.ADJACENT, (), {"matching": 24, "first": "2015-01-02"}, PackId("R-M41X"))
    library["matching"] = 0
    assert pack.library["matching"] == 24


def test_twelve_photos_at_most_and_no_id_more() -> None:
    drawn = ids()
    photos = [stored(number, f"/home/me/photos/{number}.jpg") for number in range(13)]
    pack = make_pack(AnswerMode.SOURCED, photos, ROOTS, {}, drawn)
    assert [each.path for each in pack.photos] == [each.path for each in photos[:12]]
    assert next(drawn) == "P-A012"


def test_nothing_is_in_an_open_pack() -> None:
    drawn = ids()
    photos = [stored(1, "/home/me/photos/a.jpg")]
    assert make_pack(AnswerMode.OPEN, photos, ROOTS, {"matching": 1}, drawn, PackId("R-M41X")) == EvidencePack(AnswerMode.OPEN)
    assert next(drawn) == "P-A000"


def test_tags_go_by_their_own_names_each_once() -> None:
    tags = (Tag("Italy", ("Places",)), Tag("sea"), Tag("Italy", ("Food",)), Tag("Sea"))
    (photo,) = packed(stored(1, "/home/me/photos/a.jpg", facts=PhotoFacts(tags=Fact(tags, "XMP")))).photos
    assert photo.facts.tags == Fact((Tag("Italy"), Tag("sea"), Tag("Sea")), "XMP")


@pytest.mark.parametrize(
    "drawn",
    [["P-A000", "P-A000"], ["P-A000"], ["P-A000", "p-a001"], ["P-A000", "P-1234"], ["P-A000", "P-ABCD"], ["P-A000", "R-M41X"]],
)
def test_ids_that_are_none_or_too_few_or_not_new(drawn: list[str]) -> None:
    photos = [stored(1, "/home/me/photos/a.jpg"), stored(2, "/home/me/photos/b.jpg")]
    with pytest.raises(ValueError, match=r"ids of a pack|argument 2 is shorter"):
        make_pack(AnswerMode.SOURCED, photos, ROOTS, {}, map(PackId, drawn), PackId("R-M41X"))


def test_a_result_needs_an_id_too() -> None:
    with pytest.raises(ValueError, match="ids of a pack"):
        make_pack(AnswerMode.SOURCED, [], ROOTS, {}, ids(), PackId("result"))


class TestIds:
    @pytest.mark.parametrize("good", ["P-7K2Q", "R-M41X", "P-0AAA", "P-AAA9", "R-Z000", "P-000Z"])
    def test_ids(self, good: str) -> None:
        assert PACK_ID.fullmatch(good)

    @pytest.mark.parametrize(
        "bad",
        ["7K2Q", "Q-7K2Q", "p-7K2Q", "P-7k2q", "P-7K2", "P-7K2QA", "P 7K2Q", "P-1234", "P-ABCD", "P-7KIQ", "P-7KLQ", "P-7KOQ", "P-7KUQ",
         "P-7K2Q\n", " P-7K2Q", "P-7K２Q", "P–7K2Q", "P-7-2Q"],
    )  # fmt: skip
    def test_what_is_none(self, bad: str) -> None:
        assert not PACK_ID.fullmatch(bad)

    def test_letters_that_nobody_takes_for_others(self) -> None:
        assert len(ID_LETTERS) == len(set(ID_LETTERS)) == 32
        assert not set(ID_LETTERS) & set("ILOU")


class TestFolders:
    def test_from_the_added_folder_down(self) -> None:
        assert folders(["/home/me/photos"], (0, "/home/me/photos/holidays/2019/a.jpg"), (0, "/home/me/photos/b.jpg")) == [
            "photos/holidays/2019",
            "photos",
        ]

    def test_added_folders_of_one_name(self) -> None:
        roots = ["/home/me/photos", "/media/stick/photos", "/home/me/scans"]
        paths = (0, "/home/me/photos/a.jpg"), (1, "/media/stick/photos/2019/a.jpg"), (2, "/home/me/scans/a.jpg")
        assert folders(roots, *paths) == ["me/photos", "stick/photos/2019", "scans"]

    def test_they_are_told_apart_even_if_the_other_is_not_in_the_pack(self) -> None:
        assert folders(["/home/me/photos", "/media/stick/photos"], (0, "/home/me/photos/a.jpg")) == ["me/photos"]

    def test_as_much_of_the_path_as_it_takes(self) -> None:
        roots = ["/a/x/y/photos", "/b/x/y/photos", "/photos"]
        paths = (0, "/a/x/y/photos/1.jpg"), (1, "/b/x/y/photos/1.jpg"), (2, "/photos/1.jpg")
        assert folders(roots, *paths) == ["a/x/y/photos", "b/x/y/photos", "photos"]

    def test_a_folder_inside_one_is_not_taken_for_another_added_one(self) -> None:
        roots = ["/x/a", "/y/a/photos", "/z/photos"]
        found = folders(roots, (0, "/x/a/photos/1.jpg"), (1, "/y/a/photos/1.jpg"), (2, "/z/photos/1.jpg"))
        assert found == ["x/a/photos", "y/a/photos", "z/photos"]

    def test_one_inside_the_other(self) -> None:
        assert folders(["/p", "/p/p"], (0, "/p/1.jpg"), (1, "/p/p/2.jpg")) == ["p", "p/p"]
        assert folders(["/p/p", "/p"], (0, "/p/p/2.jpg"), (1, "/p/p.jpg")) == ["p/p", "p"]

    def test_a_file_added_by_itself(self) -> None:
        roots = ["/x/photos/a.jpg", "/y/photos/a.jpg", "/z/scans/b.jpg"]
        assert folders(roots, (0, roots[0]), (1, roots[1]), (2, roots[2])) == ["x/photos", "y/photos", "scans"]

    def test_the_whole_disk(self) -> None:
        assert folders(["/"], (0, "/photos/2019/a.jpg"), (0, "/a.jpg")) == ["photos/2019", None]

    def test_names_that_only_look_alike_when_shown_name_no_folder(self) -> None:
        paths = (0, "/p/bad\udcff/1.jpg"), (0, "/p/bad\udcfe/2.jpg"), (0, "/p/bad\udcff/3.jpg"), (0, "/p/good/4.jpg")
        assert folders(["/p"], *paths) == [None, None, None, "p/good"]
        assert folders(["/p"], paths[0], paths[2]) == ["p/bad\ufffd", "p/bad\ufffd"]
        assert folders(["/p"], (0, "/p/a\nb/1.jpg"), (0, "/p/a\u23ceb/2.jpg")) == [None, None]

    def test_a_folder_that_has_been_forgotten(self) -> None:
        assert folders(["/p"], (7, "/p/a.jpg"), (0, "/p/a.jpg")) == [None, "p"]
        assert packed(stored(1, "/p/a.jpg", 7)).photos[0].folder is None

    def test_they_are_the_graphs(self) -> None:
        photos = stored(1, "/a/photos/1.jpg", 1), stored(2, "/b/photos/2.jpg", 2), stored(3, "/b/photos/3.jpg", 2)
        graph = relate(packed(*photos, roots={FolderId(1): "/a/photos", FolderId(2): "/b/photos"}))
        assert graph.common_values(Relation.SAME_FOLDER, ["P-A000", "P-A001"]) is None
        assert graph.common_values(Relation.SAME_FOLDER, ["P-A001", "P-A002"]) == frozenset({"b/photos"})
