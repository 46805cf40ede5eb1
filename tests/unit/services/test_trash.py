"""Moving photos to the trash: what goes and what stays, what is refused, what becomes of the library, and back again."""

import os
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import pytest

from app.domain.best import Alike
from app.domain.errors import LibraryUnavailable
from app.domain.own_words import Change
from app.domain.photo import PhotoState
from app.library.kept_words import KeptWords
from app.library.library_vectors import LibraryVectors
from app.photos.trash import SystemTrash
from app.services.cancel import CancelSwitch
from app.services.own_words import DescribePhotos
from app.services.trash import Chosen, Picked, Trashed, TrashPhotos, TrashPlan
from app.services.understanding import Understanding
from tests.faults.scanned import Scanned
from tests.originals import seen
from tests.trashing import use_trash
from tests.unit.photos.filming import film, live_still


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Scanned:
    use_trash(tmp_path, monkeypatch)
    return Scanned(tmp_path)


def service(library: Scanned) -> TrashPhotos:
    vectors = LibraryVectors(library.paths, library.catalogue, library.reader.model_id, library.reader.dimension)
    understanding = Understanding(library.catalogue, library.reader, vectors)
    return TrashPhotos(library.catalogue, SystemTrash(), vectors, understanding)


def picked(library: Scanned, kind: Alike, paths: list[Path], *going: Path) -> Picked:
    photos = map(library.photo, paths)
    picture = kind is not Alike.IDENTICAL
    return Picked({each.id: each.content_hash for each in photos}, tuple(map(library.id, going)), picture, picture)


def run(trash: TrashPhotos, plan: TrashPlan) -> Trashed:
    *_, last = trash.run(plan, CancelSwitch())
    assert isinstance(last, Trashed)
    return last


def beside(plan: TrashPlan) -> dict[str, list[str]]:
    """What would go with each photo, by the names of the files."""
    return {os.path.basename(each.photo.path): [os.path.basename(one.path) for one in each.beside] for each in plan.going}


def live(library: Scanned, name: str, identifier: str, color: str = "teal", *, with_film: bool = True) -> Path:
    """A Live Photo: a still and, beside it, its film."""
    path = live_still(library.make(f"{name}.JPG"), whole(identifier), color=color)
    if with_film:
        path.with_suffix(".MOV").write_bytes(film(whole(identifier)))
    return path


def whole(identifier: str) -> str:
    """As Apple writes them."""
    return f"1B2C3D4E-5F60-7182-93A4-B5C6D7E8F90{identifier}"


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


@pytest.mark.parametrize("kind", [Alike.IDENTICAL, Alike.COPIES])
def test_what_became_another_picture_since_it_was_compared_stays(kind: Alike, library: Scanned) -> None:
    one, other, third = library.make("a.png", 1), library.make("b.png", 1), library.make("c.png", 1)
    library.run()
    compared = picked(library, kind, [one, other, third], one, other)
    library.make("b.png", 2)
    library.run()
    plan = service(library).plan([compared])
    assert [each.photo.path for each in plan.going] == [os.fspath(one)]
    assert "b.png is not the picture any more" in plan.refused[0]


def test_what_became_another_picture_since_is_not_what_is_kept(library: Scanned) -> None:
    one, other = library.make("a.png", 1), library.make("b.png", 1)
    library.run()
    compared = picked(library, Alike.IDENTICAL, [one, other], one)
    library.make("b.png", 2)
    library.run()
    assert service(library).plan([compared]).last == ("a.png",)


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
    assert beside(plan) == {"a.png": ["a.png.xmp"], "b.png": []}
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


def damage(kept: Path, _: Path) -> None:
    """Same size and time, and other bytes."""
    status = kept.stat()
    kept.write_bytes(bytes(status.st_size))
    os.utime(kept, ns=(status.st_atime_ns, status.st_mtime_ns))


def link(kept: Path, going: Path) -> None:
    """As programs do that save space."""
    kept.unlink()
    kept.symlink_to(going)


@pytest.mark.parametrize("spoil", [damage, link])
def test_what_was_to_be_kept_is_no_copy_any_more_so_the_last_one_stays(spoil: Callable[[Path, Path], None], library: Scanned) -> None:
    one, other = library.make("a.png", 1), library.make("b.png", 1)
    os.utime(other, ns=(one.stat().st_atime_ns, one.stat().st_mtime_ns))
    library.run()
    trash = service(library)
    plan = trash.plan([picked(library, Alike.IDENTICAL, [one, other], other)])
    spoil(one, other)
    trashed = run(trash, plan)
    assert (trashed.thrown, other.exists()) == ((), True)
    assert "to be kept" in trashed.refused[0]


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


def test_what_was_put_back_is_told_even_if_the_library_cannot_note_it(library: Scanned, monkeypatch: pytest.MonkeyPatch) -> None:
    one, other = library.make("a.png", 1), library.make("b.png", 1)
    library.run()
    trash = service(library)
    trashed = run(trash, trash.plan([picked(library, Alike.IDENTICAL, [one, other], other)]))

    def refuse(_photo_ids: object) -> None:
        raise LibraryUnavailable("The disk is full.")

    with monkeypatch.context() as patch:
        patch.setattr(library.catalogue, "mark_present", refuse)
        back = trash.undo(trashed)
    assert ([each.photo_id for each in back.thrown], other.exists()) == ([trashed.thrown[0].photo_id], True)
    assert "not noted in the library" in back.refused[0]
    assert "The disk is full." in back.refused[0]
    library.run()
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
    other.unlink()
    assert back.left == trashed.thrown
    assert trash.undo(Trashed(back.left)).thrown == trashed.thrown


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


def test_what_was_restored_changed_and_thrown_away_again_is_not_brought_back_as_the_old_one(library: Scanned) -> None:
    one, other = library.make("a.png", 1), library.make("b.png", 1)
    library.run()
    trash = service(library)
    trashed = run(trash, trash.plan([picked(library, Alike.IDENTICAL, [one, other], other)]))
    lies = trashed.thrown[0].lies[os.fspath(other)] or ""
    SystemTrash().take_back(lies, os.fspath(other))
    library.make("b.png", 77)
    assert SystemTrash().throw(os.fspath(other)) == lies
    back = trash.undo(trashed)
    assert (back.thrown, other.exists(), os.path.exists(lies)) == ((), False, True)
    assert "Another file lies in the trash now" in back.refused[0]
    assert back.left == ()
    assert library.names() == ["a.png"]


def test_what_is_back_where_the_library_knows_another_picture_waits_for_a_scan(library: Scanned) -> None:
    one, other = library.make("a.png", 1), library.make("b.png", 1)
    library.run()
    trash = service(library)
    trashed = run(trash, trash.plan([picked(library, Alike.IDENTICAL, [one, other], other)]))
    library.make("b.png", 77)
    library.run()
    other.unlink()
    back = trash.undo(trashed)
    assert other.exists()
    assert "look for changes" in back.refused[0]
    library.run()
    assert library.photo(other).content_hash == library.photo(one).content_hash


def test_a_photo_that_is_put_back_has_its_thumbnail(library: Scanned) -> None:
    one = library.make("a.png", 1)
    library.run()
    trash, content = service(library), library.photo(one).content_hash
    before = library.thumbnails.get(content)
    trash.undo(run(trash, trash.plan([picked(library, Alike.COPIES, [one], one)])))
    assert before is not None
    assert library.thumbnails.get(content) == before


def test_a_film_goes_with_its_still_and_comes_back(library: Scanned) -> None:
    one, other = live(library, "A", "1", "teal"), live(library, "B", "2", "navy")
    library.run()
    before, trash = seen(library.root), service(library)
    plan = trash.plan([picked(library, Alike.COPIES, [one, other], one)])
    assert beside(plan) == {"A.JPG": ["A.MOV"]}
    assert plan.size == one.stat().st_size + one.with_suffix(".MOV").stat().st_size
    trashed = run(trash, plan)
    assert sorted(each.name for each in library.root.iterdir()) == ["B.JPG", "B.MOV"]
    assert library.catalogue.counts().videos == 1
    assert trash.undo(trashed).refused == ()
    assert {path: told[:6] for path, told in seen(library.root).items() if path != "."} == {
        path: told[:6] for path, told in before.items() if path != "."
    }
    assert beside(trash.plan([picked(library, Alike.COPIES, [one, other], one)])) == {"A.JPG": ["A.MOV"]}
    assert not library.run().changed


def test_the_film_of_a_photo_that_stays_stays(library: Scanned) -> None:
    one, other, kept = live(library, "A", "1", "teal"), live(library, "B", "2", "navy"), library.make("c.png")
    library.run()
    library.make("B.JPG", 9)
    plan = service(library).plan([picked(library, Alike.COPIES, [one, other, kept], one, other)])
    assert beside(plan) == {"A.JPG": ["A.MOV"]}
    assert "B.JPG was changed" in plan.refused[0]


def test_a_film_that_copies_share_goes_with_the_last_of_them(library: Scanned) -> None:
    one, other = live(library, "A", "1", "teal"), live(library, "A (1)", "1", "navy", with_film=False)
    library.run()
    trash = service(library)
    assert beside(trash.plan([picked(library, Alike.COPIES, [one, other], one)])) == {"A.JPG": []}
    assert beside(trash.plan([picked(library, Alike.COPIES, [one, other], other)])) == {"A (1).JPG": []}
    assert beside(trash.plan([picked(library, Alike.COPIES, [one, other], one, other)])) == {"A.JPG": [], "A (1).JPG": ["A.MOV"]}


def test_of_copies_each_goes_with_the_film_of_its_own_name_in_its_own_folder(library: Scanned) -> None:
    one, other = live(library, "A", "1", "teal"), live(library, "A (1)", "1", "navy")
    bare = live(library, "copy/B", "1", "red", with_film=False)
    library.run()
    plan = service(library).plan([picked(library, Alike.COPIES, [one, other, bare], other, bare)])
    assert beside(plan) == {"A (1).JPG": ["A (1).MOV"], "B.JPG": []}


def test_an_identical_still_goes_without_the_film_that_may_be_the_only_one(library: Scanned) -> None:
    one, other = live(library, "A", "1"), live(library, "copy/A", "1", with_film=False)
    library.run()
    assert beside(service(library).plan([picked(library, Alike.IDENTICAL, [one, other], one)])) == {"A.JPG": []}


def test_a_live_photo_whose_film_was_changed_since_stays(library: Scanned) -> None:
    one, other = live(library, "A", "1", "teal"), live(library, "B", "2", "navy")
    library.run()
    one.with_suffix(".MOV").write_bytes(film(whole("1")) + b"cut anew")
    plan = service(library).plan([picked(library, Alike.COPIES, [one, other], one)])
    assert plan.going == ()
    assert "A.MOV was changed" in plan.refused[0]


def test_a_live_photo_whose_film_is_changed_after_the_question_stays(library: Scanned) -> None:
    one, other = live(library, "A", "1", "teal"), live(library, "B", "2", "navy")
    library.run()
    trash = service(library)
    plan = trash.plan([picked(library, Alike.COPIES, [one, other], one)])
    one.with_suffix(".MOV").write_bytes(film(whole("1")) + b"cut anew")
    trashed = run(trash, plan)
    assert (trashed.thrown, one.exists()) == ((), True)
    assert "A.MOV was changed" in trashed.refused[0]


@pytest.mark.parametrize("changed", ["IMG_1.png", "IMG_1-edited.png"])
def test_a_picture_stays_whole_if_one_version_was_changed_since(changed: str, library: Scanned) -> None:
    edited, copy = library.make("IMG_1-edited.png", 2), library.make("other/x.png", 3)
    library.make("IMG_1.png", 1)
    library.run()
    library.make(changed, 9)
    plan = service(library).plan([picked(library, Alike.COPIES, [edited, copy], edited)])
    assert (plan.going, len(plan.refused)) == ((), 2)
    assert f"{changed} was changed" in " ".join(plan.refused)
    assert f"stays with {changed}" in " ".join(plan.refused)


def test_a_picture_of_which_one_version_cannot_be_moved_stays_whole(library: Scanned, monkeypatch: pytest.MonkeyPatch) -> None:
    one, edited, copy = library.make("IMG_1.png", 1), library.make("IMG_1-edited.png", 2), library.make("other/x.png", 3)
    library.run()
    access = os.access
    monkeypatch.setattr(os, "access", lambda path, mode: os.fspath(path) != os.fspath(one) and access(path, mode))
    trash = service(library)
    trashed = run(trash, trash.plan([picked(library, Alike.COPIES, [edited, copy], edited)]))
    assert (trashed.thrown, one.exists(), edited.exists()) == ((), True, True)
    assert len(trashed.refused) == 2
    assert not library.run().changed


def test_a_version_that_was_shown_and_not_chosen_stays(library: Scanned) -> None:
    one, edited = library.make("IMG_1.png", 1), library.make("IMG_1-edited.png", 2)
    library.run()
    plan = service(library).plan([picked(library, Alike.COPIES, [one, edited], edited)])
    assert [each.photo.path for each in plan.going] == [os.fspath(edited)]


def chosen(library: Scanned, *paths: Path, listed: Sequence[Path] = (), behind: Sequence[Path] = (), as_one: bool = True) -> Chosen:
    """Photos of a list, all of which have been seen; those `behind` them are in it and not shown."""
    photos = [library.photo(each) for each in paths]
    ids = tuple(each.id for each in photos)
    shown = np.array([*ids, *map(library.id, listed)], np.int64)
    found = np.array([*shown.tolist(), *map(library.id, behind)], np.int64)
    return Chosen(ids, {each.id: each.content_hash for each in photos}, shown, found, as_one)


def going(plan: TrashPlan) -> list[str]:
    return sorted(os.path.basename(each.photo.path) for each in plan.going)


def test_a_photo_of_a_list_goes_with_its_versions_save_those_that_are_listed(library: Scanned) -> None:
    edited, original, other = library.make("IMG_1-edited.png", 2), library.make("IMG_1.png", 1), library.make("a.png", 3)
    library.run()
    trash = service(library)
    plan = trash.plan_chosen(chosen(library, edited, listed=[other]))
    assert (going(plan), plan.roots) == (["IMG_1-edited.png", "IMG_1.png"], (os.fspath(library.root),))
    assert going(trash.plan_chosen(chosen(library, edited, listed=[original, other]))) == ["IMG_1-edited.png"]
    assert going(trash.plan_chosen(chosen(library, edited, original))) == ["IMG_1-edited.png", "IMG_1.png"]
    assert going(trash.plan_chosen(chosen(library, edited, as_one=False))) == ["IMG_1-edited.png"]


def test_versions_that_the_list_does_not_hold_are_told(library: Scanned) -> None:
    edited, original, other = library.make("IMG_1-edited.png", 2), library.make("IMG_1.png", 1), library.make("a.png", 3)
    library.run()
    trash = service(library)
    assert trash.plan_chosen(chosen(library, original, other)).unlisted == ("IMG_1-edited.png",)
    assert trash.plan_chosen(chosen(library, edited, behind=[original])).unlisted == ()
    assert trash.plan_chosen(chosen(library, edited, listed=[original])).unlisted == ()
    assert trash.plan_chosen(chosen(library, original, as_one=False)).unlisted == ()


def test_a_version_that_goes_along_must_have_its_own_copy_elsewhere(library: Scanned) -> None:
    edited, original = library.make("IMG_1-edited.png", 2), library.make("IMG_1.png", 1)
    copy = library.make("backup/x.png", 2)
    library.run()
    trash = service(library)
    assert trash.plan_chosen(chosen(library, edited)).last == ("IMG_1.png",)
    assert trash.plan([picked(library, Alike.COPIES, [edited, copy], edited)]).last == ("IMG_1.png",)
    copy.unlink()
    assert trash.plan_chosen(chosen(library, edited)).last == ("IMG_1-edited.png", "IMG_1.png")
    backup = library.make("backup/y.png", 1)
    library.run()
    plan = trash.plan_chosen(chosen(library, edited))
    assert plan.last == ("IMG_1-edited.png",)
    backup.unlink()
    assert (run(trash, plan).thrown, original.exists()) == ((), True)


def test_of_photos_of_a_list_each_must_have_its_own_copy_elsewhere(library: Scanned) -> None:
    one, two, twin = library.make("one.png", 1), library.make("two.png", 2), library.make("elsewhere/one.png", 1)
    library.run()
    trash = service(library)
    plan = trash.plan_chosen(chosen(library, one, two))
    assert plan.last == ("two.png",)
    twin.unlink()
    assert [each.photo_id for each in run(trash, plan).thrown] == [library.id(two)]


def test_a_photo_of_a_list_that_is_another_picture_or_out_of_reach_by_now_stays(library: Scanned) -> None:
    one, two = library.make("one.png", 1), library.make("two.png", 2)
    library.run()
    wanted = chosen(library, one, two)
    library.make("one.png", 9)
    library.run()
    library.catalogue.mark_unavailable([library.id(two)])
    plan = service(library).plan_chosen(wanted)
    assert plan.going == ()
    assert ["two.png is out of reach" in plan.refused[0], "one.png is not the picture any more" in plan.refused[1]] == [True, True]


SIDECAR = "<x:xmpmeta xmlns:x='adobe:ns:meta/'/>"


def test_a_photo_of_which_more_was_said_since_stays(library: Scanned) -> None:
    one, two, three = (library.make(f"{name}.png", 1) for name in "abc")
    (library.root / "b.png.xmp").write_text(SIDECAR)
    library.run()
    for each in (two, three):
        Path(f"{each}.xmp").write_text(SIDECAR + "<!-- five stars -->")
    plan = service(library).plan([picked(library, Alike.IDENTICAL, [one, two, three], two, three)])
    assert plan.going == ()
    assert all("was changed, added or removed" in each for each in plan.refused)
    assert len(plan.refused) == 2


def test_a_photo_of_which_more_is_said_after_the_question_stays(library: Scanned) -> None:
    one, other = library.make("a.png", 1), library.make("b.png", 1)
    sidecar = library.root / "b.png.xmp"
    sidecar.write_text(SIDECAR)
    library.run()
    trash = service(library)
    plan = trash.plan([picked(library, Alike.IDENTICAL, [one, other], other)])
    sidecar.write_text(SIDECAR + "<!-- five stars -->")
    assert (run(trash, plan).thrown, other.exists(), sidecar.exists()) == ((), True, True)


def test_a_sidecar_stays_that_by_then_tells_of_another_photo_as_well(library: Scanned) -> None:
    one, other = library.make("a.png", 1), library.make("b.png", 1)
    sidecar = library.root / "b.xmp"
    sidecar.write_text(SIDECAR)
    library.run()
    trash = service(library)
    plan = trash.plan([picked(library, Alike.IDENTICAL, [one, other], other)])
    assert beside(plan) == {"b.png": ["b.xmp"]}
    library.make("b.jpg", 3)
    trashed = run(trash, plan)
    assert (other.exists(), sidecar.exists()) == (False, True)
    assert "b.xmp stays" in trashed.refused[0]


def test_a_film_stays_that_by_then_belongs_to_another_still_as_well(library: Scanned) -> None:
    one, other = live(library, "A", "1", "teal"), live(library, "B", "2", "navy")
    library.run()
    trash = service(library)
    plan = trash.plan([picked(library, Alike.COPIES, [one, other], one)])
    live(library, "A (1)", "1", "red", with_film=False)
    library.run()
    trashed = run(trash, plan)
    assert (one.exists(), one.with_suffix(".MOV").exists()) == (False, True)
    assert "A.MOV stays" in trashed.refused[0]


def test_what_is_named_as_if_it_told_of_a_photo_and_does_not_stays(library: Scanned) -> None:
    cut = "a photo with a name that is so long that Takeout cuts it"
    kept, *going = (library.make(f"{name}.png", 1) for name in ("kept", "folder", "raw", "broken", "chart", cut[:47]))
    library.make("folder.png.xmp/other.png", 5)
    (library.root / "raw.xmp").write_text(
        """<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description
        xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" photoshop:SidecarForExtension="NEF"/></rdf:RDF></x:xmpmeta>"""
    )
    (library.root / "broken.png.json").write_text("{")
    (library.root / "chart.png.json").write_text('{"title": "chart.png", "measurements": [1, 2]}')
    (library.root / f"{cut[:46]}.json").write_text('{"title": "another photo altogether.png", "photoTakenTime": {"timestamp": "1"}}')
    library.run()
    plan = service(library).plan([picked(library, Alike.IDENTICAL, [kept, *going], *going)])
    assert beside(plan) == {each.name: [] for each in going}


def test_a_description_of_two_stays_if_one_of_them_does(library: Scanned, monkeypatch: pytest.MonkeyPatch) -> None:
    one, edited = library.make("a.png", 1), library.make("a-edited.png", 2)
    twins = library.make("twins/a.png", 1), library.make("twins/b.png", 2)
    description = library.root / "a.png.json"
    description.write_text('{"title": "a.png", "photoTakenTime": {"timestamp": "1"}}')
    library.run()
    trash = service(library)
    groups = [picked(library, Alike.IDENTICAL, [one, twins[0]], one), picked(library, Alike.IDENTICAL, [edited, twins[1]], edited)]
    plan = trash.plan(groups)
    assert beside(plan) == {"a.png": [], "a-edited.png": ["a.png.json"]}
    access = os.access
    monkeypatch.setattr(os, "access", lambda path, mode: os.fspath(path) != os.fspath(edited) and access(path, mode))
    trashed = run(trash, plan)
    assert [each.photo_id for each in trashed.thrown] == [library.id(one)]
    assert description.exists()


def test_what_belongs_to_a_photo_and_cannot_be_moved_is_told(library: Scanned, monkeypatch: pytest.MonkeyPatch) -> None:
    one, other = live(library, "A", "1", "teal"), live(library, "B", "2", "navy")
    library.run()
    access, stays = os.access, os.fspath(one.with_suffix(".MOV"))
    monkeypatch.setattr(os, "access", lambda path, mode: os.fspath(path) != stays and access(path, mode))
    trash = service(library)
    trashed = run(trash, trash.plan([picked(library, Alike.COPIES, [one, other], one)]))
    assert (one.exists(), os.path.exists(stays)) == (False, True)
    assert "A.MOV is write-protected" in trashed.refused[0]


def test_of_a_group_that_would_be_lost_a_photo_is_named_that_goes(library: Scanned) -> None:
    one, other = library.make("a.png", 1), library.make("b.png", 1)
    library.run()
    library.make("a.png", 2)
    assert service(library).plan([picked(library, Alike.IDENTICAL, [one, other], one, other)]).last == ("b.png",)


class TwoWays(SystemTrash):
    """The trash of a disk that is connected in two ways: what goes in one is gone in the other."""

    def throw(self, path: str) -> str | None:
        """Move a file, which is at both paths."""
        lies = super().throw(path)
        for other in Path(path).parents[1].glob("*/a.png"):
            other.unlink()
        return lies


def test_a_file_comes_back_if_what_was_to_be_kept_went_with_it(library: Scanned, monkeypatch: pytest.MonkeyPatch) -> None:
    one, other = library.make("one/a.png", 1), library.make("two/a.png", 1)
    library.run()
    monkeypatch.setattr("tests.unit.services.test_trash.SystemTrash", TwoWays)
    trash = service(library)
    trashed = run(trash, trash.plan([picked(library, Alike.IDENTICAL, [one, other], other)]))
    assert (trashed.thrown, other.exists()) == ((), True)
    assert "to be kept" in trashed.refused[0]
