"""Names, folders and disks: what a scan finds, what it keeps, and what it must never take for deleted."""

import os
import shutil
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from app.domain.own_words import OwnWords
from app.domain.photo import FoundFile, PhotoState, ReadPhoto, Skipped
from app.library.journal import Journal
from app.library.kept_words import KeptWords
from app.photos.reading import read_photo, read_picture
from app.photos.walk import Listed, compare, walk
from app.services.cancel import CancelSwitch
from app.services.scanning import FEWER_LEAST, HELD_LEAST
from tests.faults.scanned import Scanned

MANY = FEWER_LEAST + 2


@pytest.fixture
def scanned(tmp_path: Path) -> Iterator[Scanned]:
    """An empty folder and a library for it."""
    library = Scanned(tmp_path)
    yield library
    library.catalogue.close()


def say(scanned: Scanned, path: Path, rating: int) -> None:
    """Give a photo a rating of the person's own."""
    KeptWords(scanned.catalogue, Journal(scanned.paths.journal)).change([scanned.id(path)], lambda *_: OwnWords(rating=rating))


def rating(scanned: Scanned, path: Path) -> object:
    facts = scanned.photo(path).facts
    return facts.rating.value if facts.rating else None


# What is seen as a photo

NAMES = (
    b"bad\xff\xfe.jpg",
    "🐾ねこ.jpg".encode(),
    b"new\nline.jpg",
    b"a" * 251 + b".jpg",
    b"50% #1 [a].jpg",
    b" leading and trailing .jpg",
    b"--help.jpg",
    b"Ctrl\x01\x1b[31m.jpg",
    "‮gpj.exe.jpg".encode(),
    "Cafe\u0301.jpg".encode(),
    "Caf\u00e9.jpg".encode(),
    b"a'b\"c;DROP TABLE photo.jpg",
    b"IMG.jpg",
    b"img.JPG",
    b"folder \xff with bytes /and spaces in front.jpg",
    b"folder with space at its end /x.jpg",
    b"...dots/.../x.jpg",
)
"""Among them a pair of the same letters composed and decomposed, and one that differs in case alone: two photos each."""


def test_names_in_any_bytes_are_photos_of_their_own_and_stay_what_they_are(scanned: Scanned) -> None:
    seen = [name for name in NAMES if not name.startswith(b"...")]
    for number, name in enumerate(NAMES):
        scanned.make(name, number)
    assert scanned.run().indexed == len(seen)
    assert [os.fsencode(name) for name in scanned.names()] == sorted(seen)
    again = scanned.run()
    assert (again.unchanged, again.indexed, again.skipped) == (len(seen), 0, ())


NOT_PHOTOS = (
    "._IMG_0142.JPG",
    "@eaDir/IMG_0142.JPG/SYNOPHOTO_THUMB_XL.jpg",
    ".AppleDouble/IMG_0142.JPG",
    ".trash/a.jpg",
    ".Trash-1000/files/a.jpg",
    "$RECYCLE.BIN/a.jpg",
    "#recycle/a.jpg",
    ".thumbnails/a.jpg",
    "__MACOSX/a.jpg",
)


@pytest.mark.parametrize("name", NOT_PHOTOS)
def test_what_other_programs_keep_beside_photos_is_not_seen(name: str, scanned: Scanned) -> None:
    scanned.make(name)
    scanned.make("seen.jpg")
    summary = scanned.run()
    assert (summary.found, scanned.names()) == (1, ["seen.jpg"])


@pytest.mark.parametrize("where", ["photos/Candid", "photos"])
def test_the_library_inside_the_folder_is_not_seen(where: str, tmp_path: Path) -> None:
    library = Scanned(tmp_path, tmp_path / where)
    library.make("a.jpg")
    library.run()
    assert list((library.paths.thumbnails).rglob("*.jpg"))
    assert library.run().found == 1
    library.catalogue.close()


def test_what_only_calls_itself_a_picture_costs_nothing(scanned: Scanned, tmp_path: Path) -> None:
    scanned.make("seen.jpg")
    os.mkfifo(scanned.root / "pipe.jpg")
    (scanned.root / "folder.jpg").mkdir()
    (scanned.root / "gone.jpg").symlink_to(tmp_path / "nothing")
    (scanned.root / "null.jpg").symlink_to("/dev/null")
    with socket.socket(socket.AF_UNIX) as listening:
        # The path of a socket may have 107 bytes.
        short = f"/tmp/candid-{os.getpid()}.jpg"
        listening.bind(short)
        os.rename(short, scanned.root / "socket.jpg")
        summary = scanned.run()
    assert summary.indexed == 1
    reasons = {os.path.basename(each.path): each.reason for each in summary.skipped}
    assert sorted(reasons) == ["gone.jpg", "null.jpg", "pipe.jpg", "socket.jpg"]
    assert {reasons[name] for name in ("null.jpg", "pipe.jpg", "socket.jpg")} == {"This is not a regular file."}


def test_hard_links_are_two_photos(scanned: Scanned) -> None:
    os.link(scanned.make("a.jpg"), scanned.root / "b.jpg")
    assert scanned.run().indexed == 2


# Folders


def test_folders_without_permission_cost_themselves_alone(scanned: Scanned) -> None:
    for name in ("aaa/hidden.jpg", "bbb/seen.jpg", "lost+found/hidden.jpg", "seen.jpg"):
        scanned.make(name)
    closed = [scanned.root / "aaa", scanned.root / "lost+found"]
    for folder in closed:
        folder.chmod(0)
    try:
        found = told_to_nobody(scanned.root)
    finally:
        for folder in closed:
            folder.chmod(0o755)
    assert found == ["FoundFile seen.jpg", "Skipped aaa", "FoundFile seen.jpg", "Skipped lost+found"]


def told_to_nobody(root: Path) -> list[str]:
    """What a walk finds that may not read everything; root may, and so becomes nobody in a child of this process."""
    if os.geteuid() != 0:
        return told(os.fspath(root))
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            # The folders above the tests' own are closed to others.
            os.chdir(root)
            os.setgid(65534)
            os.setuid(65534)
            os.write(writing, "\n".join(told(".")).encode())
        finally:
            os._exit(0)
    os.close(writing)
    os.waitpid(child, 0)
    with open(reading, encoding="utf-8") as answer:
        return answer.read().splitlines()


def told(root: str) -> list[str]:
    return [f"{type(each).__name__} {os.path.basename(each.path)}" for each in walk(root)]


def test_links_make_no_loop_and_find_each_photo_once(scanned: Scanned, tmp_path: Path) -> None:
    scanned.make("loop/a/x.jpg")
    (scanned.root / "loop" / "a" / "up").symlink_to("../../loop")
    (scanned.root / "root").symlink_to(scanned.root)
    (scanned.root / "above").symlink_to(tmp_path)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    shutil.copy(scanned.make("y.jpg"), elsewhere / "y.jpg")
    for name in ("one", "two"):
        (scanned.root / name).symlink_to(elsewhere)
    summary = scanned.run()
    assert (scanned.names(), summary.skipped) == (["loop/a/x.jpg", "one/y.jpg", "y.jpg"], ())
    assert scanned.run().unchanged == 3


def test_a_root_that_is_a_link_is_read_and_a_mount_of_itself_inside_is_not_read_twice(
    scanned: Scanned, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scanned.make("a.jpg")
    (scanned.root / "mounted").mkdir()
    scanned.make("mounted/b.jpg")
    link = tmp_path / "link"
    link.symlink_to(scanned.root)
    really = os.stat
    # A bind mount is the same folder by device and inode; making one needs rights that tests do not have.
    monkeypatch.setattr(os, "stat", lambda path, **more: really(scanned.root if str(path).endswith("mounted") else path, **more))
    assert [os.path.basename(each.path) for each in walk(os.fspath(link))] == ["a.jpg"]


def test_folders_deeper_than_a_path_may_be_long_are_told_and_cost_themselves(scanned: Scanned) -> None:
    scanned.make("seen.jpg")
    start = os.getcwd()
    try:
        os.chdir(scanned.root)
        for _ in range(20):
            os.mkdir("d" * 250)
            os.chdir("d" * 250)
            Path("x.jpg").write_bytes(b"x")
        found = list(walk(os.fspath(scanned.root)))
    finally:
        os.chdir(start)
        shutil.rmtree(scanned.root / ("d" * 250))
    (told,) = (each for each in found if isinstance(each, Skipped))
    assert told.reason == "The folder cannot be listed (file name too long); move it to a folder nearer to the top."
    assert 10 < sum(isinstance(each, FoundFile) for each in found) < 20


def test_the_root_of_the_disk_can_be_walked_without_the_kernels_files(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    listed = []
    really = os.scandir

    def only_near(path: str) -> object:
        listed.append(path)
        return really(path if path == "/" else tmp_path)

    monkeypatch.setattr(os, "scandir", only_near)
    assert all(isinstance(each, FoundFile | Skipped) for each in walk("/"))
    assert "/" in listed
    assert not {"/proc", "/sys", "/dev"} & set(listed)
    assert len(listed) > 1


def test_two_folders_of_which_one_contains_the_other_hold_each_photo_once(scanned: Scanned) -> None:
    inner = scanned.make("inner/a.jpg").parent
    scanned.make("b.jpg")
    (scanned.root / "inner" / "broken.jpg").write_bytes(b"")
    first = scanned.run(scanned.root, inner)
    assert (first.found, first.indexed, len(first.skipped)) == (3, 2, 1)
    for folders in ((scanned.root, inner), (inner, scanned.root), (inner,), (scanned.root,)):
        assert scanned.run(*folders).indexed == 0
        assert all(folder.available for folder in scanned.catalogue.folders())
        assert all(scanned.state(path) is PhotoState.PRESENT for path in (inner / "a.jpg", scanned.root / "b.jpg"))


# Identity


def test_a_photo_that_was_moved_is_the_same_photo_with_all_that_was_said_of_it(scanned: Scanned) -> None:
    before, stays = scanned.make("a.jpg"), scanned.make("stays.jpg")
    scanned.run()
    say(scanned, before, 5)
    photo_id, content = scanned.id(before), scanned.photo(before).content_hash
    (scanned.root / "b").mkdir()
    after = before.rename(scanned.root / "b" / "a.jpg")
    summary = scanned.run()
    assert (summary.moved, summary.gone, scanned.names()) == (1, 0, ["b/a.jpg", "stays.jpg"])
    assert (scanned.id(after), rating(scanned, after), rating(scanned, stays)) == (photo_id, 5, None)
    assert list(scanned.paths.thumbnails.rglob(f"*{content}*"))


@pytest.mark.parametrize("both", [True, False])
def test_a_photo_that_was_moved_to_another_added_folder_is_the_same_photo(both: bool, scanned: Scanned, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    moving = scanned.make("a.jpg")
    scanned.make("stays.jpg")
    scanned.run(scanned.root, other)
    say(scanned, moving, 4)
    photo_id = scanned.id(moving)
    after = Path(shutil.move(moving, other / "renamed.jpg"))
    # Where only the other folder is scanned, nobody has told yet that the first one misses it.
    summary = scanned.run(other, *([scanned.root] if both else []))
    assert (summary.moved, scanned.id(after), rating(scanned, after)) == (1, photo_id, 4)
    assert (scanned.run(scanned.root, other).gone, scanned.catalogue.counts().photos) == (0, 2)


def test_two_folders_renamed_at_once_keep_their_photos_apart_even_where_they_hold_the_same(scanned: Scanned) -> None:
    for folder in ("2019", "2020"):
        for number in range(3):
            scanned.make(f"{folder}/{number}.jpg", number)
    scanned.run()
    before = {name: scanned.id(scanned.root / name) for name in scanned.names()}
    (scanned.root / "2019").rename(scanned.root / "2019 Rome")
    (scanned.root / "2020").rename(scanned.root / "2020 Oslo")
    summary = scanned.run()
    assert (summary.moved, summary.gone, summary.unavailable) == (6, 0, 0)
    after = {name: scanned.id(scanned.root / name) for name in scanned.names()}
    assert after == {name.replace("2019", "2019 Rome").replace("2020", "2020 Oslo"): each for name, each in before.items()}


@pytest.mark.parametrize("backwards", [False, True])
@pytest.mark.parametrize("names", ["ab", "abc", "abcdefghijklmnopqrstuvwxyz0123456789"])
def test_names_that_change_places_take_their_photos_along(
    names: str, backwards: bool, scanned: Scanned, monkeypatch: pytest.MonkeyPatch
) -> None:
    paths = [scanned.make(f"{name}.jpg", number) for number, name in enumerate(names)]
    for number, path in enumerate(paths):
        os.utime(path, (number, number))
    scanned.run()
    before = [scanned.id(path) for path in paths]
    for number, path in enumerate(paths):
        say(scanned, path, number % 5 + 1)
        path.rename(path.with_suffix(".new"))
    turned = [*paths[1:], paths[0]]
    really = scanned.reader.read
    # Workers finish in any order.
    monkeypatch.setattr(scanned.reader, "read", lambda files, token: really(sorted(files, key=str, reverse=backwards), token))
    for path, other in zip(paths, turned, strict=True):
        path.with_suffix(".new").rename(other)
    scanned.run()
    assert [scanned.id(path) for path in turned] == before
    assert [rating(scanned, path) for path in turned] == [number % 5 + 1 for number in range(len(names))]
    assert (scanned.run().unchanged, scanned.catalogue.counts().photos) == (len(names), len(names))


def test_a_photo_that_was_moved_over_another_one_stays_itself(scanned: Scanned) -> None:
    lost, kept = scanned.make("a.jpg", 1), scanned.make("b.jpg", 2)
    os.utime(lost, (1, 1))
    scanned.run()
    say(scanned, lost, 1)
    say(scanned, kept, 5)
    photo_id, other_id = scanned.id(kept), scanned.id(lost)
    kept.rename(lost)
    summary = scanned.run()
    assert (summary.moved, summary.gone, scanned.names()) == (1, 1, ["a.jpg"])
    assert (scanned.id(lost), rating(scanned, lost)) == (photo_id, 5)
    # What was lost is known again when it comes back.
    back = scanned.make("back.jpg", 1)
    scanned.run()
    assert (scanned.id(back), rating(scanned, back)) == (other_id, 1)


def test_a_photo_that_comes_back_where_another_one_was_deleted_is_itself_with_all_that_was_said_of_it(scanned: Scanned) -> None:
    one, two, _ = scanned.make("a.jpg", 1), scanned.make("b.jpg", 2), scanned.make("stays.jpg")
    scanned.run()
    say(scanned, one, 1)
    say(scanned, two, 5)
    ids = scanned.id(one), scanned.id(two)
    one.unlink()
    two.unlink()
    assert scanned.run().gone == 2
    scanned.make("a.jpg", 2)
    scanned.run()
    assert (scanned.id(one), rating(scanned, one)) == (ids[1], 5)
    scanned.make("b.jpg", 1)
    scanned.run()
    assert (scanned.id(two), rating(scanned, two)) == (ids[0], 1)
    assert (scanned.run().unchanged, scanned.names()) == (3, ["a.jpg", "b.jpg", "stays.jpg"])


def test_names_that_move_up_by_one_take_their_photos_along(scanned: Scanned) -> None:
    paths = [scanned.make(f"{number}.jpg", number) for number in range(4)]
    for number, path in enumerate(paths):
        os.utime(path, (number, number))
    scanned.run()
    before = [scanned.id(path) for path in paths]
    for number in (3, 2, 1, 0):
        (scanned.root / f"{number}.jpg").rename(scanned.root / f"{number + 1}.jpg")
    scanned.run()
    assert [scanned.id(scanned.root / f"{number + 1}.jpg") for number in range(4)] == before
    assert scanned.names() == ["1.jpg", "2.jpg", "3.jpg", "4.jpg"]


def test_an_edited_photo_beside_a_copy_of_what_it_was_stays_itself(scanned: Scanned) -> None:
    path = scanned.make("a.jpg", 1)
    scanned.run()
    photo_id = scanned.id(path)
    shutil.copy(path, scanned.root / "a (original).jpg")
    scanned.make("a.jpg", 2)
    os.utime(path, (1, 1))
    scanned.run()
    assert (scanned.id(path), len(scanned.names())) == (photo_id, 2)


def test_a_copy_whose_original_is_deleted_later_is_a_photo_of_its_own_and_takes_nothing_along_unasked(scanned: Scanned) -> None:
    path = scanned.make("a.jpg")
    scanned.run()
    say(scanned, path, 3)
    copy = Path(shutil.copy(path, scanned.root / "copy.jpg"))
    scanned.run()
    path.unlink()
    summary = scanned.run()
    assert (summary.gone, scanned.names(), rating(scanned, copy)) == (1, ["copy.jpg"], None)


def test_a_photo_copied_and_deleted_between_two_scans_was_moved(scanned: Scanned) -> None:
    path, _ = scanned.make("a.jpg"), scanned.make("stays.jpg")
    scanned.run()
    photo_id = scanned.id(path)
    copy = Path(shutil.copyfile(path, scanned.root / "z.jpg"))
    path.unlink()
    assert (scanned.run().moved, scanned.id(copy)) == (1, photo_id)


# While it is being read


def test_a_file_renamed_or_deleted_while_indexing_leaves_no_trace(scanned: Scanned, monkeypatch: pytest.MonkeyPatch) -> None:
    renamed, deleted = scanned.make("a.jpg"), scanned.make("b.jpg")
    scanned.make("c.jpg")
    really = scanned.reader.read

    def too_late(files: list[FoundFile], token: object) -> object:
        if renamed.exists():
            renamed.rename(scanned.root / "z.jpg")
            deleted.unlink()
        return really(files, token)  # type: ignore[arg-type]

    monkeypatch.setattr(scanned.reader, "read", too_late)
    summary = scanned.run()
    assert (summary.found, summary.skipped, scanned.names()) == (1, (), ["c.jpg"])
    summary = scanned.run()
    assert (summary.found, summary.skipped, scanned.names()) == (2, (), ["c.jpg", "z.jpg"])


def test_a_known_photo_renamed_while_it_is_read_again_is_the_same_photo_afterwards(
    scanned: Scanned, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = scanned.make("a.jpg")
    scanned.make("b.jpg")
    scanned.run()
    photo_id = scanned.id(path)
    os.utime(path, (1, 1))
    really = scanned.reader.read

    def too_late(files: list[FoundFile], token: object) -> object:
        path.rename(scanned.root / "z.jpg")
        return really(files, token)  # type: ignore[arg-type]

    with monkeypatch.context() as patched:
        patched.setattr(scanned.reader, "read", too_late)
        scanned.run()
    assert (scanned.run().moved, scanned.id(scanned.root / "z.jpg"), len(scanned.names())) == (1, photo_id, 2)


def test_a_file_that_changes_after_it_was_listed_is_stored_with_the_stamp_of_what_was_read(scanned: Scanned) -> None:
    path = scanned.make("a.jpg")
    (found,) = (each for each in walk(os.fspath(scanned.root)) if isinstance(each, FoundFile))
    os.utime(path, ns=(5, 5))
    read = read_photo(found)
    assert isinstance(read, ReadPhoto)
    assert (read.stamp.modified_ns, read.stamp.size) == (5, path.stat().st_size)


def test_a_photo_deleted_while_it_is_shown_is_told_and_stays_known_until_the_next_scan(scanned: Scanned) -> None:
    path = scanned.make("a.jpg")
    scanned.make("b.jpg")
    scanned.run()
    photo = scanned.photo(path)
    path.unlink()
    shown = read_picture(FoundFile(photo.path, photo.stamp), 100)
    assert isinstance(shown, Skipped)
    assert shown.reason == "The file cannot be opened (no such file or directory); check that it is there and may be read."
    assert scanned.retry(path).found == 0
    assert scanned.names() == ["a.jpg", "b.jpg"]
    assert (scanned.run().gone, scanned.names()) == (1, ["b.jpg"])


def test_a_file_that_grows_while_it_is_copied_is_read_again_when_it_is_whole(scanned: Scanned) -> None:
    whole = scanned.make("a.jpg").read_bytes()
    path = scanned.root / "a.jpg"
    path.write_bytes(whole[: len(whole) // 2])
    assert len(scanned.run().skipped) == 1
    path.write_bytes(whole)
    assert (scanned.run().skipped, scanned.names()) == ((), ["a.jpg"])


# Sidecars


def test_a_sidecar_that_comes_changes_or_goes_makes_its_photo_read_again_and_no_other(scanned: Scanned) -> None:
    path = scanned.make("a.jpg")
    scanned.make("b.jpg")
    scanned.run()
    photo_id, sidecar = scanned.id(path), scanned.root / "a.jpg.xmp"
    for change in (lambda: sidecar.write_text("<x/>"), lambda: os.utime(sidecar, (1, 1)), sidecar.unlink):
        change()
        summary = scanned.run()
        assert (summary.indexed, summary.unchanged, scanned.id(path)) == (1, 1, photo_id)
        assert scanned.run().unchanged == 2


def test_a_photo_carries_the_sidecars_that_tell_of_it(scanned: Scanned) -> None:
    path = scanned.make("a.jpg")
    scanned.make("b.jpg")
    sidecar = scanned.root / "a.jpg.xmp"
    sidecar.write_text("<x/>")
    told, other = (each for each in walk(os.fspath(scanned.root)) if isinstance(each, FoundFile))
    (alone,) = walk(os.fspath(path))
    assert (told.sidecars, other.sidecars, other.stamp.sidecars) == ((os.fspath(sidecar),), (), "")
    assert told == alone
    assert len(told.stamp.sidecars) == 16


# Disks


def test_an_unmounted_drive_deletes_nothing_and_is_back_when_it_is_back(scanned: Scanned, tmp_path: Path) -> None:
    path = scanned.make("a.jpg")
    scanned.run()
    say(scanned, path, 5)
    photo_id = scanned.id(path)
    scanned.root.rename(tmp_path / "elsewhere")
    for is_mounted_empty in (False, True):
        if is_mounted_empty:
            scanned.root.mkdir()
        for _ in range(2):
            summary = scanned.run()
            assert (summary.unavailable, summary.gone, scanned.names()) == (1, 0, ["a.jpg"])
            assert scanned.state(path) is PhotoState.UNAVAILABLE
    scanned.root.rmdir()
    (tmp_path / "elsewhere").rename(scanned.root)
    summary = scanned.run()
    assert (summary.unchanged, summary.indexed, scanned.state(path)) == (1, 0, PhotoState.PRESENT)
    assert (scanned.id(path), rating(scanned, path)) == (photo_id, 5)


def many(scanned: Scanned, folder: str = "") -> list[Path]:
    return [scanned.make(os.path.join(folder, f"{number:02}.jpg"), number) for number in range(MANY)]


def test_a_folder_suddenly_much_smaller_is_unavailable_until_it_is_back_or_the_person_says_that_it_is_gone(
    scanned: Scanned, tmp_path: Path
) -> None:
    paths = many(scanned)
    scanned.run()
    aside = tmp_path / "aside"
    aside.mkdir()
    lost = paths[: MANY - 2]
    for path in lost:
        shutil.move(path, aside / path.name)
    assert (scanned.run().gone, scanned.run().unavailable) == (0, len(lost))
    # Others that come do not make them gone.
    more = [scanned.make(f"more {number}.jpg", 100 + number) for number in range(2 * MANY)]
    assert (scanned.run().gone, scanned.run().unavailable) == (0, len(lost))
    shutil.move(aside / lost[0].name, lost[0])
    assert (scanned.run().unavailable, scanned.state(lost[0])) == (len(lost) - 1, PhotoState.PRESENT)
    summary = scanned.run(accept_missing=True)
    assert (summary.gone, summary.unavailable, len(scanned.names())) == (len(lost) - 1, 0, len(more) + 3)
    # Even then each is known again.
    ids = [scanned.id(path) for path in lost]
    for path in lost[1:]:
        shutil.move(aside / path.name, path)
    scanned.run()
    assert [scanned.id(path) for path in lost] == ids
    assert len(scanned.names()) == len(more) + MANY


def test_a_drive_that_comes_back_with_a_part_of_its_photos_keeps_the_others(scanned: Scanned, tmp_path: Path) -> None:
    paths = many(scanned)
    scanned.run()
    scanned.root.rename(tmp_path / "elsewhere")
    scanned.run()
    (tmp_path / "elsewhere").rename(scanned.root)
    lost = paths[:HELD_LEAST]
    for path in lost:
        path.unlink()
    for _ in range(2):
        summary = scanned.run()
        assert (summary.gone, summary.unavailable, summary.unchanged) == (0, HELD_LEAST, MANY - HELD_LEAST)
        assert {scanned.state(path) for path in lost} == {PhotoState.UNAVAILABLE}
    assert scanned.catalogue.folders()[0].available


def test_a_folder_that_is_no_more_is_empty_once_the_person_says_that_its_photos_are_gone(scanned: Scanned) -> None:
    scanned.make("a.jpg")
    scanned.run()
    shutil.rmtree(scanned.root)
    assert scanned.run().unavailable == 1
    assert (scanned.run(accept_missing=True).gone, scanned.names()) == (1, [])
    assert not scanned.catalogue.folders()[0].available


def test_a_scan_that_is_cancelled_calls_nothing_back_and_nothing_gone(scanned: Scanned, tmp_path: Path) -> None:
    path = scanned.make("a.jpg")
    scanned.run()
    scanned.root.rename(tmp_path / "elsewhere")
    scanned.run()
    switch = CancelSwitch()
    switch.cancel()
    list(scanned.index.run([os.fspath(scanned.root)], switch))
    assert scanned.state(path) is PhotoState.UNAVAILABLE
    assert not scanned.catalogue.folders()[0].available


def test_a_few_that_were_unavailable_are_gone_when_the_rest_of_the_folder_is_there(scanned: Scanned, tmp_path: Path) -> None:
    few = [scanned.make(f"few/{number}.jpg", number) for number in range(HELD_LEAST - 1)]
    scanned.run()
    (scanned.root / "few").rename(tmp_path / "aside")
    assert scanned.run().unavailable == len(few)
    scanned.make("other.jpg", 500)
    assert scanned.run().gone == len(few)


def test_the_empty_mount_point_of_a_drive_inside_the_folder_makes_its_photos_unavailable(scanned: Scanned, tmp_path: Path) -> None:
    drive = many(scanned, "drive/2019")
    stays = [scanned.make(f"stays {number}.jpg", 200 + number) for number in range(3 * MANY)]
    scanned.run()
    shutil.move(scanned.root / "drive" / "2019", tmp_path / "aside")
    for _ in range(2):
        summary = scanned.run()
        assert (summary.gone, summary.unavailable, summary.unchanged) == (0, MANY, len(stays))
    shutil.move(tmp_path / "aside", scanned.root / "drive" / "2019")
    assert scanned.run().unchanged == MANY + len(stays)
    assert scanned.state(drive[0]) is PhotoState.PRESENT
    # A folder that is deleted with what it held is gone.
    shutil.rmtree(scanned.root / "drive")
    assert scanned.run().gone == MANY


@contextmanager
def unlisted(monkeypatch: pytest.MonkeyPatch, name: str) -> Iterator[None]:
    """Folders of this name cannot be listed, as far as the system tells the program."""
    really = os.scandir

    def refusing(path: str) -> object:
        if os.fspath(path).endswith(name):
            raise PermissionError(13, "Permission denied")
        return really(path)

    with monkeypatch.context() as patched:
        patched.setattr(os, "scandir", refusing)
        yield


def test_photos_below_a_folder_that_cannot_be_listed_are_unavailable_even_where_the_person_accepts_what_is_missing(
    scanned: Scanned, monkeypatch: pytest.MonkeyPatch
) -> None:
    closed, deleted = scanned.make("closed/a.jpg"), scanned.make("deleted.jpg")
    scanned.make("c.jpg")
    scanned.run()
    deleted.unlink()
    with unlisted(monkeypatch, "closed"):
        summary = scanned.run(accept_missing=True)
        assert (summary.unavailable, summary.gone, len(summary.skipped)) == (1, 1, 1)
        assert (scanned.state(closed), scanned.run().unavailable) == (PhotoState.UNAVAILABLE, 1)
    summary = scanned.run()
    assert (summary.unchanged, summary.skipped, scanned.state(closed)) == (2, (), PhotoState.PRESENT)


# What does not change


def test_a_run_that_finds_nothing_new_writes_nothing(scanned: Scanned) -> None:
    for number in range(3):
        scanned.make(f"{number}.jpg", number)
    (scanned.root / "broken.jpg").write_bytes(b"")
    scanned.make("a.jpg.xmp")
    scanned.run()
    scanned.run()
    generation, files = scanned.catalogue.generation, _stamps(scanned.paths.root)
    summary = scanned.run()
    assert (summary.unchanged, summary.changed) == (3, False)
    assert scanned.catalogue.generation == generation
    assert _stamps(scanned.paths.root) == files


def _stamps(folder: Path) -> dict[str, int]:
    # What SQLite's readers share is no part of the library.
    return {os.fspath(path): path.stat().st_mtime_ns for path in folder.rglob("*") if path.is_file() and not path.name.endswith("-shm")}


def test_only_what_is_not_as_known_is_told_by_itself(scanned: Scanned) -> None:
    scanned.make("a.jpg")
    scanned.make("b.jpg")
    scanned.run()
    changed = scanned.make("b.jpg", 9)
    os.utime(changed, (1, 1))
    known = scanned.catalogue.known_files(scanned.catalogue.folders()[0].id)
    listed, found = compare(os.fspath(scanned.root), known.marks)
    assert isinstance(listed, Listed)
    assert (list(listed.same), found.path) == (["a.jpg"], os.fspath(changed))


# Skipped files


def test_a_skipped_file_is_read_again_on_request_although_it_is_as_it_was(scanned: Scanned, monkeypatch: pytest.MonkeyPatch) -> None:
    path = scanned.make("a.jpg")
    broken = scanned.root / "broken.jpg"
    broken.write_bytes(b"")
    really = scanned.reader.read
    monkeypatch.setattr(
        scanned.reader, "read", lambda files, token: (Skipped(each.path, "It took too long.", each.stamp) for each in files)
    )
    assert len(scanned.run().skipped) == 2
    monkeypatch.setattr(scanned.reader, "read", really)
    assert len(scanned.run().skipped) == 2
    summary = scanned.retry(path, broken)
    assert (summary.found, summary.indexed, [each.path for each in summary.skipped]) == (2, 1, [os.fspath(broken)])
    assert [(each.path, each.reason) for each in scanned.catalogue.skipped()] == [(os.fspath(broken), "The file is empty (0 bytes).")]
    assert scanned.names() == ["a.jpg"]
    broken.unlink()
    assert scanned.retry(broken).found == 0
    assert scanned.catalogue.skipped() == ()


def test_a_folder_that_could_not_be_listed_is_looked_through_on_request(scanned: Scanned, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = scanned.make("closed/a.jpg").parent
    with unlisted(monkeypatch, "closed"):
        assert len(scanned.run().skipped) == 1
        assert len(scanned.retry(folder).skipped) == 1
    assert scanned.retry(folder).indexed == 1
    assert (scanned.catalogue.skipped(), scanned.names()) == ((), ["closed/a.jpg"])


def test_a_file_that_is_read_at_last_after_another_try_is_told_of_no_more(scanned: Scanned) -> None:
    path = scanned.root / "a.jpg"
    path.write_bytes(b"not yet")
    scanned.run()
    scanned.make("a.jpg")
    scanned.run()
    assert scanned.catalogue.skipped() == ()
    assert scanned.retry(path).indexed == 1
