"""The walk: fixed order, no loops, what is passed over, what is reported."""

import os
import stat
from contextlib import nullcontext
from pathlib import Path
from unittest import mock

import pytest

from app.domain.errors import FolderUnavailable
from app.domain.photo import FileStamp, FoundFile, Skipped
from app.photos.walk import walk


def touch(folder: Path, *names: str) -> None:
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"x")


def paths(root: Path, own: frozenset[str] = frozenset()) -> list[str]:
    return [os.path.relpath(each.path, root) for each in walk(str(root), own) if isinstance(each, FoundFile)]


def skipped(root: Path) -> dict[str, str]:
    return {os.path.relpath(each.path, root): each.reason for each in walk(str(root)) if isinstance(each, Skipped)}


def test_pictures_in_a_fixed_order_a_folder_before_its_subfolders(tmp_path: Path) -> None:
    touch(tmp_path, "b.JPG", "a.png", "sub/c.webp", "sub/deep/d.gif", "another/e.tiff", "z.jpeg")
    assert paths(tmp_path) == ["a.png", "b.JPG", "z.jpeg", "another/e.tiff", "sub/c.webp", "sub/deep/d.gif"]


def test_a_file_carries_its_stamp(tmp_path: Path) -> None:
    touch(tmp_path, "a.jpg")
    os.utime(tmp_path / "a.jpg", ns=(1, 1_234_567_891_234_567_891))
    (each,) = walk(str(tmp_path))
    assert each == FoundFile(str(tmp_path / "a.jpg"), FileStamp(1, 1_234_567_891_234_567_891))


def test_what_is_not_seen_as_a_photo(tmp_path: Path) -> None:
    touch(
        tmp_path,
        "._a.jpg",
        ".hidden.jpg",
        "@eaDir/a.jpg",
        ".AppleDouble/a.jpg",
        ".trash/a.jpg",
        ".Trash-1000/files/a.jpg",
        "$RECYCLE.BIN/a.jpg",
    )
    touch(tmp_path, "a.txt", "a.jpg.xmp", "a.json", "index.html", "table.tsv", "README", "jpg")
    assert list(walk(str(tmp_path))) == []


def test_folders_of_our_own_are_not_entered(tmp_path: Path) -> None:
    touch(tmp_path, "a.jpg", "library/thumbnails/b.jpg")
    (tmp_path / "link").symlink_to(tmp_path / "library")
    assert paths(tmp_path, frozenset({str(tmp_path / "library")})) == ["a.jpg"]


@pytest.mark.parametrize(("name", "words"), [("a.psd", "PSD"), ("a.jxl", "JPEG XL")])
def test_later_formats_are_named(name: str, words: str, tmp_path: Path) -> None:
    touch(tmp_path, name)
    (each,) = walk(str(tmp_path))
    assert isinstance(each, Skipped)
    assert words in each.reason
    assert each.stamp is not None


def test_videos_are_found_like_photos(tmp_path: Path) -> None:
    touch(tmp_path, "IMG_0001.MOV")
    assert paths(tmp_path) == ["IMG_0001.MOV"]


def test_names_of_any_bytes(tmp_path: Path) -> None:
    names = [b"bad\xff\xfe.jpg", "🐾ねこ.jpg".encode(), b"new\nline.jpg", b"a" * 251 + b".jpg", b"50% #1 [a].jpg"]
    for name in names:
        with open(os.path.join(os.fsencode(tmp_path), name), "wb"):
            pass
    assert [os.path.basename(os.fsencode(each.path)) for each in walk(str(tmp_path))] == sorted(names)


def test_a_loop_ends_and_photos_behind_links_are_found_once(tmp_path: Path) -> None:
    touch(tmp_path, "album/loop/a/x.jpg", "elsewhere/y.jpg", "elsewhere/z.jpg")
    album = tmp_path / "album"
    (album / "loop" / "a" / "up").symlink_to("../../loop")
    (album / "root").symlink_to(album)
    (album / "above").symlink_to(tmp_path)
    (album / "one.jpg").symlink_to(tmp_path / "elsewhere" / "y.jpg")
    (album / "two.jpg").symlink_to(tmp_path / "elsewhere" / "y.jpg")
    (album / "same.jpg").symlink_to(album / "loop" / "a" / "x.jpg")
    assert paths(album) == ["loop/a/x.jpg", "one.jpg"]


def test_a_linked_folder_is_entered_once(tmp_path: Path) -> None:
    touch(tmp_path, "album/a.jpg", "elsewhere/deep/y.jpg")
    (tmp_path / "album" / "link1").symlink_to(tmp_path / "elsewhere")
    (tmp_path / "album" / "link2").symlink_to(tmp_path / "elsewhere")
    (tmp_path / "elsewhere" / "deep" / "back").symlink_to(tmp_path / "album")
    assert paths(tmp_path / "album") == ["a.jpg", "link1/deep/y.jpg"]


def test_hard_links_are_two_files(tmp_path: Path) -> None:
    touch(tmp_path, "a.jpg")
    os.link(tmp_path / "a.jpg", tmp_path / "b.jpg")
    assert paths(tmp_path) == ["a.jpg", "b.jpg"]


def test_a_link_that_leads_nowhere_is_reported_if_it_is_called_a_picture(tmp_path: Path) -> None:
    (tmp_path / "gone.jpg").symlink_to("nothing.jpg")
    (tmp_path / "ring.jpg").symlink_to("ring.jpg")
    (tmp_path / "gone.txt").symlink_to("nothing")
    assert sorted(skipped(tmp_path)) == ["gone.jpg", "ring.jpg"]


def test_a_pipe_called_a_picture_is_no_file(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "a.jpg")
    assert skipped(tmp_path) == {"a.jpg": "This is not a regular file."}


def test_a_folder_that_cannot_be_listed_costs_itself(tmp_path: Path) -> None:
    touch(tmp_path, "aaa/hidden.jpg", "lost+found/hidden.jpg", "bbb/seen.jpg", "seen.jpg")
    real = os.scandir

    def refused(path: str) -> object:
        if os.path.basename(path) in ("aaa", "lost+found"):
            raise PermissionError(13, "Permission denied", path)
        return real(path)

    with mock.patch("os.scandir", refused):
        outcomes = list(walk(str(tmp_path)))
    assert [os.path.relpath(each.path, tmp_path) for each in outcomes if isinstance(each, FoundFile)] == ["seen.jpg", "bbb/seen.jpg"]
    reasons = {os.path.relpath(each.path, tmp_path): each.reason for each in outcomes if isinstance(each, Skipped)}
    assert sorted(reasons) == ["aaa", "lost+found"]
    assert reasons["aaa"] == "The folder cannot be listed (permission denied); allow reading it and scan again."


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything; the same is tested with a refusing scandir")
def test_a_folder_without_permission_costs_itself(tmp_path: Path) -> None:
    touch(tmp_path, "aaa/hidden.jpg", "seen.jpg")
    (tmp_path / "aaa").chmod(0)
    try:
        assert sorted(skipped(tmp_path)) == ["aaa"]
        assert paths(tmp_path) == ["seen.jpg"]
    finally:
        (tmp_path / "aaa").chmod(stat.S_IRWXU)


def test_a_root_that_is_missing_is_an_error_with_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(FolderUnavailable, match="cannot be listed \\(no such file or directory\\)"):
        list(walk(str(tmp_path / "gone")))


def test_a_single_file(tmp_path: Path) -> None:
    touch(tmp_path, "a.jpg", "a.txt", "a.psd")
    (picture,) = walk(str(tmp_path / "a.jpg"))
    (text,) = walk(str(tmp_path / "a.txt"))
    (other,) = walk(str(tmp_path / "a.psd"))
    assert isinstance(picture, FoundFile)
    assert isinstance(text, Skipped)
    assert isinstance(other, Skipped)


def test_a_file_that_vanishes_after_its_folder_was_listed_is_left_out(tmp_path: Path) -> None:
    touch(tmp_path, "a.jpg", "b.jpg")
    really = os.scandir

    def too_late(path: str) -> object:
        with really(path) as entries:
            listed = list(entries)
        (tmp_path / "b.jpg").unlink()
        return nullcontext(listed)

    with mock.patch("os.scandir", too_late):
        assert paths(tmp_path) == ["a.jpg"]


def test_thousands_of_files_in_one_folder(tmp_path: Path) -> None:
    for number in range(3_000):
        with open(tmp_path / f"{number:05}.jpg", "wb"):
            pass
    assert paths(tmp_path) == [f"{number:05}.jpg" for number in range(3_000)]
