"""Moving photos to the trash: what goes and what stays, what is refused, what becomes of the library, and back again."""

import os
from pathlib import Path

import pytest

from app.domain.best import Alike
from app.domain.errors import LibraryUnavailable
from app.domain.own_words import Change
from app.domain.photo import PhotoState
from app.library.kept_words import KeptWords
from app.library.library_vectors import LibraryVectors
from app.photos.thumbnails import ThumbnailFiles
from app.photos.trash import SystemTrash
from app.services.cancel import CancelSwitch
from app.services.own_words import DescribePhotos
from app.services.trash import Picked, Trashed, TrashPhotos, TrashPlan
from app.services.understanding import Understanding
from tests.faults.scanned import Scanned
from tests.originals import seen
from tests.trashing import use_trash


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Scanned:
    use_trash(tmp_path, monkeypatch)
    return Scanned(tmp_path)


def service(library: Scanned) -> TrashPhotos:
    vectors = LibraryVectors(library.paths, library.catalogue, library.reader.model_id, library.reader.dimension)
    understanding = Understanding(library.catalogue, library.reader, vectors)
    return TrashPhotos(library.catalogue, SystemTrash(), ThumbnailFiles(library.paths.thumbnails), vectors, understanding)


def picked(library: Scanned, kind: Alike, paths: list[Path], *going: Path) -> Picked:
    return Picked(kind, tuple(map(library.id, paths)), tuple(map(library.id, going)))


def run(trash: TrashPhotos, plan: TrashPlan) -> Trashed:
    *_, last = trash.run(plan, CancelSwitch())
    assert isinstance(last, Trashed)
    return last


def test_one_of_two_identical_files_goes_and_comes_back(library: Scanned) -> None:
    one, other = library.make("one/a.png", 1), library.make("two/a.png", 1)
    library.run()
    before, trash = seen(library.root), service(library)
    plan = trash.plan([picked(library, Alike.IDENTICAL, [one, other], other)])
    assert ([each.photo.path for each in plan.going], plan.refused, plan.last) == ([os.fspath(other)], (), ())
    assert plan.size == other.stat().st_size
    trashed = run(trash, plan)
    assert (other.exists(), one.exists(), trashed.refused, trashed.undoable) == (False, True, (), True)
    assert (library.names(), library.state(other)) == (["one/a.png"], PhotoState.GONE)
    back = trash.undo(trashed)
    assert (len(back.thrown), back.refused) == (1, ())
    assert library.names() == ["one/a.png", "two/a.png"]
    assert {path: told[:6] for path, told in seen(library.root).items() if path.endswith("png")} == {
        path: told[:6] for path, told in before.items() if path.endswith("png")
    }
    assert not library.run().changed


def test_the_last_copy_is_told(library: Scanned) -> None:
    one, other = library.make("one/a.png", 1), library.make("two/a.png", 1)
    library.run()
    assert service(library).plan([picked(library, Alike.IDENTICAL, [one, other], one, other)]).last == ("a.png",)


def test_a_copy_that_is_not_there_any_more_is_no_copy(library: Scanned) -> None:
    one, other = library.make("one/a.png", 1), library.make("two/a.png", 1)
    library.run()
    one.unlink()
    assert service(library).plan([picked(library, Alike.IDENTICAL, [one, other], other)]).last == ("a.png",)


def test_a_twin_outside_the_group_is_a_copy_that_remains(library: Scanned) -> None:
    one, other, twin = library.make("a.png", 1), library.make("b.png", 2), library.make("elsewhere/a.png", 1)
    library.run()
    trash = service(library)
    assert trash.plan([picked(library, Alike.COPIES, [one, other], one, other)]).last == ()
    twin.unlink()
    assert trash.plan([picked(library, Alike.COPIES, [one, other], one, other)]).last == ("a.png",)


def test_a_file_that_was_changed_since_stays(library: Scanned) -> None:
    one, other = library.make("a.png", 1), library.make("b.png", 1)
    library.run()
    library.make("b.png", 2)
    plan = service(library).plan([picked(library, Alike.IDENTICAL, [one, other], other)])
    assert plan.going == ()
    assert "was changed" in plan.refused[0]


def test_a_file_that_changes_after_the_question_stays_even_with_its_old_time(library: Scanned) -> None:
    one, other = library.make("a.png", 1), library.make("b.png", 1)
    library.run()
    trash, status = service(library), other.stat()
    plan = trash.plan([picked(library, Alike.IDENTICAL, [one, other], other)])
    content = bytearray(other.read_bytes())
    content[-1] ^= 1
    other.write_bytes(bytes(content))
    os.utime(other, ns=(status.st_atime_ns, status.st_mtime_ns))
    trashed = run(trash, plan)
    assert trashed.thrown == ()
    assert "another picture" in trashed.refused[0]
    assert other.exists()
    assert library.names() == ["a.png", "b.png"]


def test_versions_go_with_a_picture_and_stay_with_an_identical_file(library: Scanned) -> None:
    one, edited, copy = library.make("IMG_1.png", 1), library.make("IMG_1-edited.png", 2), library.make("other/x.png", 2)
    library.run()
    trash = service(library)
    as_picture = trash.plan([picked(library, Alike.COPIES, [edited, copy], edited)])
    assert sorted(each.photo.path for each in as_picture.going) == sorted(map(os.fspath, (one, edited)))
    alone = trash.plan([picked(library, Alike.IDENTICAL, [edited, copy], edited)])
    assert [each.photo.path for each in alone.going] == [os.fspath(edited)]


def test_sidecars_go_along_that_tell_of_nothing_else(library: Scanned) -> None:
    one, other = library.make("a.png", 1), library.make("b.png", 1)
    mine, shared = library.root / "a.png.xmp", library.root / "b.xmp"
    for each in (mine, shared):
        each.write_text("<x:xmpmeta xmlns:x='adobe:ns:meta/'/>")
    library.make("b.jpg", 3)
    library.run()
    trash = service(library)
    plan = trash.plan([picked(library, Alike.IDENTICAL, [one, other], one, other)])
    assert {each.photo.path: each.beside for each in plan.going} == {os.fspath(one): (os.fspath(mine),), os.fspath(other): ()}
    trashed = run(trash, plan)
    assert (mine.exists(), shared.exists()) == (False, True)
    trash.undo(trashed)
    assert mine.exists()
    assert not library.run().changed


def test_what_was_to_be_kept_went_meanwhile_so_the_last_copy_stays(library: Scanned) -> None:
    one, other = library.make("a.png", 1), library.make("b.png", 1)
    library.run()
    trash = service(library)
    plan = trash.plan([picked(library, Alike.IDENTICAL, [one, other], other)])
    one.unlink()
    trashed = run(trash, plan)
    assert trashed.thrown == ()
    assert "to be kept" in trashed.refused[0]
    assert other.exists()


def test_versions_stay_with_their_picture_if_what_was_to_be_kept_went(library: Scanned) -> None:
    one, edited, copy = library.make("IMG_1.png", 1), library.make("IMG_1-edited.png", 2), library.make("other/x.png", 3)
    library.run()
    trash = service(library)
    plan = trash.plan([picked(library, Alike.COPIES, [edited, copy], edited)])
    copy.unlink()
    assert run(trash, plan).thrown == ()
    assert (one.exists(), edited.exists()) == (True, True)


def test_what_was_moved_can_be_put_back_even_if_the_library_could_not_note_it(library: Scanned, monkeypatch: pytest.MonkeyPatch) -> None:
    one, other = library.make("a.png", 1), library.make("b.png", 1)
    library.run()
    trash = service(library)
    plan = trash.plan([picked(library, Alike.IDENTICAL, [one, other], other)])

    def refuse(_photo_ids: object) -> None:
        raise LibraryUnavailable("The disk is full.")

    with monkeypatch.context() as patch:
        patch.setattr(library.catalogue, "mark_gone", refuse)
        trashed = run(trash, plan)
    assert (trashed.refused, trashed.undoable, other.exists()) == (("The disk is full.",), True, False)
    trash.undo(trashed)
    assert other.exists()
    assert library.names() == ["a.png", "b.png"]


def test_own_words_wait_for_their_photo(library: Scanned) -> None:
    one, other = library.make("a.png", 1), library.make("b.png", 1)
    library.run()
    vectors = LibraryVectors(library.paths, library.catalogue, library.reader.model_id, library.reader.dimension)
    words = KeptWords(library.catalogue, library.catalogue.journal)
    DescribePhotos(library.catalogue, words, Understanding(library.catalogue, library.reader, vectors)).change(
        [library.id(other)], Change(rating=5)
    )
    trash = service(library)
    trashed = run(trash, trash.plan([picked(library, Alike.IDENTICAL, [one, other], other)]))
    trash.undo(trashed)
    rating = library.photo(other).facts.rating
    assert rating is not None
    assert rating.value == 5


def test_what_cannot_go_is_told_and_the_rest_goes(library: Scanned, monkeypatch: pytest.MonkeyPatch) -> None:
    one, two, three = (library.make(f"{name}/a.png", 1) for name in ("one", "two", "three"))
    library.run()
    access = os.access
    monkeypatch.setattr(os, "access", lambda path, mode: os.fspath(path) != os.fspath(two.parent) and access(path, mode))
    trash = service(library)
    trashed = run(trash, trash.plan([picked(library, Alike.IDENTICAL, [one, two, three], two, three)]))
    assert [each.photo_id for each in trashed.thrown] == [library.id(three)]
    assert "cannot be written" in trashed.refused[0]
    assert library.names() == ["one/a.png", "two/a.png"]


def test_cancelled_at_once_moves_nothing(library: Scanned) -> None:
    one, other = library.make("a.png", 1), library.make("b.png", 1)
    library.run()
    before, trash, token = seen(library.root), service(library), CancelSwitch()
    plan = trash.plan([picked(library, Alike.IDENTICAL, [one, other], other)])
    token.cancel()
    assert list(trash.run(plan, token)) == [Trashed(())]
    assert seen(library.root) == before


def test_a_library_that_cannot_be_written_moves_nothing(library: Scanned) -> None:
    one, other = library.make("a.png", 1), library.make("b.png", 1)
    library.run()
    before, trash = seen(library.root), service(library)
    plan = trash.plan([picked(library, Alike.IDENTICAL, [one, other], other)])
    library.catalogue.refuse_changes("Not now.")
    with pytest.raises(LibraryUnavailable, match="Not now"):
        list(trash.run(plan, CancelSwitch()))
    assert seen(library.root) == before


def test_what_was_put_elsewhere_meanwhile_is_not_overwritten(library: Scanned) -> None:
    one, other = library.make("a.png", 1), library.make("b.png", 1)
    library.run()
    trash = service(library)
    trashed = run(trash, trash.plan([picked(library, Alike.IDENTICAL, [one, other], other)]))
    library.make("b.png", 9)
    content = other.read_bytes()
    back = trash.undo(trashed)
    assert back.thrown == ()
    assert "another file" in back.refused[0]
    assert other.read_bytes() == content


def test_a_file_that_is_reached_in_two_ways_is_no_copy_of_itself(library: Scanned) -> None:
    one, other = library.make("a.png", 1), library.root.parent / "link" / "a.png"
    other.parent.symlink_to(library.root)
    library.run()
    list(library.index.run([os.fspath(other.parent)], CancelSwitch()))
    assert service(library).plan([picked(library, Alike.IDENTICAL, [one, other], other)]).last == ("a.png",)


def test_each_name_of_a_file_with_two_names_is_a_copy(library: Scanned) -> None:
    one, other = library.make("a.png", 1), library.root / "b.png"
    os.link(one, other)
    library.run()
    trash = service(library)
    plan = trash.plan([picked(library, Alike.IDENTICAL, [one, other], other)])
    assert plan.last == ()
    run(trash, plan)
    assert (one.exists(), other.exists()) == (True, False)


def test_a_sidecar_does_not_come_back_beside_another_photo(library: Scanned) -> None:
    one, other = library.make("a.png", 1), library.make("b.png", 1)
    sidecar = library.root / "b.png.xmp"
    sidecar.write_text("<x:xmpmeta xmlns:x='adobe:ns:meta/'/>")
    library.run()
    trash = service(library)
    trashed = run(trash, trash.plan([picked(library, Alike.IDENTICAL, [one, other], other)]))
    library.make("b.png", 9)
    back = trash.undo(trashed)
    assert (back.thrown, len(back.refused), sidecar.exists()) == ((), 1, False)


def test_another_file_that_lies_there_now_does_not_come_back(library: Scanned) -> None:
    one, other = library.make("a.png", 1), library.make("b.png", 1)
    library.run()
    trash = service(library)
    trashed = run(trash, trash.plan([picked(library, Alike.IDENTICAL, [one, other], other)]))
    lies = Path(trashed.thrown[0].lies[os.fspath(other)] or "")
    lies.write_bytes(b"another picture")
    (lies.parents[1] / "info" / f"{lies.name}.trashinfo").write_text("[Trash Info]\nPath=/elsewhere/b.png\n")
    back = trash.undo(trashed)
    assert (back.thrown, other.exists(), lies.exists()) == ((), False, True)
    assert "not in the trash any more" in back.refused[0]
