"""Groups of a whole library: what is one picture is one, what is gone is in none, and no photo is twice in one kind."""

from pathlib import Path

import pytest
from PIL import ExifTags, Image

from app.domain.best import Alike
from app.domain.errors import Cancelled
from app.domain.ids import ContentHash, ModelId, PhotoId
from app.domain.look import Look, Quality
from app.library.looks import Looks
from app.services.cancel import CancelSwitch
from app.services.groups import FindGroups, FoundGroups
from tests.faults.scanned import Scanned
from tests.pictures import scene


def save(library: Scanned, name: str, image: Image.Image, quality: int = 92) -> Path:
    path = library.root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    image.save(path, quality=quality)
    return path


@pytest.fixture
def library(tmp_path: Path) -> Scanned:
    return Scanned(tmp_path)


def groups(library: Scanned, kind: Alike) -> list[list[str]]:
    *_, found = FindGroups(Looks(library.catalogue), library.thumbnails).run(CancelSwitch())
    assert isinstance(found, FoundGroups)
    return [sorted(Path(photo.path).name for photo in library.catalogue.photos(group).values()) for group in found.groups[kind]]


def contents_of(library: Scanned, *paths: Path) -> dict[PhotoId, ContentHash]:
    photos = map(library.photo, paths)
    return {photo.id: photo.content_hash for photo in photos}


def test_versions_of_one_picture_are_no_near_copies(library: Scanned) -> None:
    save(library, "IMG_1.jpg", scene(1))
    save(library, "IMG_1-edited.jpg", scene(1), 60)
    library.run()
    assert groups(library, Alike.COPIES) == []


def test_a_copy_beside_versions_is_grouped_with_the_one_that_stands_for_them(library: Scanned) -> None:
    save(library, "IMG_1.jpg", scene(1))
    save(library, "IMG_1-edited.jpg", scene(1), 60)
    save(library, "sent.jpg", scene(1, (160, 120)))
    library.run()
    assert groups(library, Alike.COPIES) == [["IMG_1-edited.jpg", "sent.jpg"]]


def test_identical_files_are_no_near_copies_of_each_other(library: Scanned) -> None:
    one = save(library, "a/one.jpg", scene(1))
    (library.root / "two.jpg").write_bytes(one.read_bytes())
    library.run()
    assert groups(library, Alike.COPIES) == []
    assert groups(library, Alike.IDENTICAL) == [["one.jpg", "two.jpg"]]


def test_what_is_gone_is_in_no_group(library: Scanned) -> None:
    save(library, "a.jpg", scene(1))
    small = save(library, "b.jpg", scene(1, (160, 120)))
    library.run()
    assert groups(library, Alike.COPIES) == [["a.jpg", "b.jpg"]]
    small.unlink()
    library.run()
    assert groups(library, Alike.COPIES) == []


def test_a_group_of_which_one_is_left_is_not_shown(library: Scanned) -> None:
    one, other = save(library, "a.jpg", scene(1)), save(library, "b.jpg", scene(1, (160, 120)))
    library.run()
    contents = contents_of(library, one, other)
    other.unlink()
    library.run()
    assert FindGroups(Looks(library.catalogue), library.thumbnails).shown(Alike.COPIES, [tuple(contents)], contents) == ()


def test_what_became_another_picture_since_is_in_no_group_any_more(library: Scanned) -> None:
    paths = [save(library, f"{name}.jpg", scene(1), quality) for name, quality in (("a", 92), ("b", 80), ("c", 70))]
    library.run()
    contents = contents_of(library, *paths)
    save(library, "b.jpg", scene(2))
    library.run()
    (group,) = FindGroups(Looks(library.catalogue), library.thumbnails).shown(Alike.COPIES, [tuple(contents)], contents)
    assert group.ids == (library.id(paths[0]), library.id(paths[2]))
    assert group.suggested.spare < set(group.ids)


def test_the_sharper_one_is_suggested_where_both_were_looked_at(library: Scanned) -> None:
    one, other = save(library, "a.jpg", scene(1)), save(library, "b.jpg", scene(1), 80)
    library.run()
    looks = [
        (photo.id, photo.content_hash, Look(quality=Quality(sharpness, 0, 0)))
        for photo, sharpness in ((library.photo(one), 1.0), (library.photo(other), 2.0))
    ]
    Looks(library.catalogue).store(ModelId("pixels"), looks)
    contents = contents_of(library, one, other)
    (group,) = FindGroups(Looks(library.catalogue), library.thumbnails).shown(Alike.COPIES, [tuple(contents)], contents)
    assert (group.suggested.keep, group.suggested.why) == (library.id(other), "sharper")


def cut(image: Image.Image) -> Image.Image:
    width, height = image.size
    return image.crop((round(width * 0.05), round(height * 0.05), width, height))


def taken(time: str) -> Image.Exif:
    exif = Image.Exif()
    exif.get_ifd(ExifTags.IFD.Exif)[ExifTags.Base.DateTimeOriginal] = time
    return exif


def test_a_cut_copy_is_a_near_copy(library: Scanned) -> None:
    save(library, "a.jpg", scene(1))
    save(library, "b.jpg", cut(scene(1)))
    save(library, "c.jpg", scene(2))
    library.run()
    assert groups(library, Alike.COPIES) == [["a.jpg", "b.jpg"]]


def test_an_edited_copy_that_kept_its_time_is_one_and_another_shot_of_the_same_view_is_not(library: Scanned) -> None:
    scene(1).save(library.root / "a.jpg", exif=taken("2020:01:01 10:00:00"))
    cut(scene(1)).save(library.root / "edited.jpg", exif=taken("2020:01:01 10:00:00"))
    cut(scene(1)).save(library.root / "later.jpg", exif=taken("2020:01:01 10:05:00"), quality=70)
    library.run()
    assert groups(library, Alike.COPIES) == [["a.jpg", "edited.jpg"]]


def test_a_cut_copy_without_its_thumbnail_is_not_told(library: Scanned) -> None:
    one = save(library, "a.jpg", scene(1))
    save(library, "b.jpg", cut(scene(1)))
    library.run()
    library.thumbnails.remove([library.photo(one).content_hash])
    assert groups(library, Alike.COPIES) == []


def test_an_empty_library_has_none(library: Scanned) -> None:
    library.run()
    assert [groups(library, kind) for kind in Alike] == [[], [], []]


def test_it_can_be_stopped(library: Scanned) -> None:
    save(library, "a.jpg", scene(1))
    library.run()
    token = CancelSwitch()
    token.cancel()
    with pytest.raises(Cancelled):
        list(FindGroups(Looks(library.catalogue), library.thumbnails).run(token))
