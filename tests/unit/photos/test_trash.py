"""The trash of the desktop: what is thrown away lies in it as the specification says, and comes back as it was."""

import errno
import os
from pathlib import Path

import pytest

from app.domain.errors import TrashRefused
from app.domain.photo import FileStamp
from app.photos.trash import SystemTrash
from tests.trashing import use_trash


@pytest.fixture
def trash(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    return use_trash(tmp_path, monkeypatch)


def made(tmp_path: Path, name: str, content: bytes = b"a photo") -> str:
    path = tmp_path / "photos" / name
    path.parent.mkdir(exist_ok=True, parents=True)
    path.write_bytes(content)
    os.utime(path, ns=(1, 1_600_000_000_123_456_789))
    return os.fspath(path)


NAMES = ["a.jpg", "with space & %41.jpg", "ünïcödé 写真.jpg", ".hidden.jpg", "no extension", "line\nbreak.jpg", os.fsdecode(b"caf\xe9.jpg")]


@pytest.mark.parametrize("name", NAMES)
def test_a_file_goes_and_comes_back_as_it_was(name: str, tmp_path: Path, trash: Path) -> None:
    path = made(tmp_path, name)
    before = os.stat(path)
    lies = SystemTrash().throw(path)
    assert lies is not None
    assert not os.path.lexists(path)
    assert os.path.dirname(lies) == os.fspath(trash / "files")
    assert len(list((trash / "info").iterdir())) == 1
    SystemTrash().take_back(lies, path)
    assert (os.stat(path).st_mtime_ns, os.stat(path).st_ino) == (before.st_mtime_ns, before.st_ino)
    assert list((trash / "info").iterdir()) == list((trash / "files").iterdir()) == []


def test_files_of_one_name_are_told_apart(tmp_path: Path, trash: Path) -> None:
    paths = [made(tmp_path, f"{folder}/a.jpg", folder.encode()) for folder in ("one", "two", "three")]
    lies = [SystemTrash().throw(each) for each in paths]
    assert len(set(lies)) == 3
    for place, path in zip(lies, paths, strict=True):
        assert place is not None
        SystemTrash().take_back(place, path)
    assert [Path(each).read_bytes() for each in paths] == [b"one", b"two", b"three"]


def test_a_copy_is_found_on_a_disk_that_is_connected_at_two_places(tmp_path: Path, trash: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, rename = made(tmp_path, "a.jpg"), os.rename

    def refuse(source: str, place: str) -> None:
        if os.fspath(tmp_path / "photos") in os.fsdecode(source):
            raise OSError(errno.EXDEV, "Invalid cross-device link")
        rename(source, place)

    monkeypatch.setattr(os, "rename", refuse)
    lies = SystemTrash().throw(path)
    assert lies is not None
    SystemTrash().take_back(lies, path)
    assert Path(path).read_bytes() == b"a photo"


def test_one_path_thrown_twice_is_two_files(tmp_path: Path, trash: Path) -> None:
    path = made(tmp_path, "a.jpg", b"first")
    first = SystemTrash().throw(path)
    made(tmp_path, "a.jpg", b"second")
    second = SystemTrash().throw(path)
    assert first is not None
    assert second is not None
    assert (Path(first).read_bytes(), Path(second).read_bytes()) == (b"first", b"second")


def test_what_stands_there_now_is_not_overwritten(tmp_path: Path, trash: Path) -> None:
    path = made(tmp_path, "a.jpg", b"first")
    lies = SystemTrash().throw(path)
    made(tmp_path, "a.jpg", b"second")
    with pytest.raises(TrashRefused, match="another file"):
        SystemTrash().take_back(lies or "", path)
    assert Path(path).read_bytes() == b"second"


def test_what_appears_there_at_the_last_moment_is_not_overwritten(tmp_path: Path, trash: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = made(tmp_path, "a.jpg", b"first")
    lies = SystemTrash().throw(path) or ""
    monkeypatch.setattr(os, "makedirs", lambda _folder, exist_ok: made(tmp_path, "a.jpg", b"second"))
    with pytest.raises(TrashRefused, match="another file"):
        SystemTrash().take_back(lies, path)
    assert (Path(path).read_bytes(), Path(lies).read_bytes()) == (b"second", b"first")


def without_links(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on FAT, or if the trash lies on another disk."""

    def refuse(*_paths: str, follow_symlinks: bool) -> None:
        raise PermissionError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(os, "link", refuse)


def test_a_disk_without_links_gives_a_file_back_as_it_was(tmp_path: Path, trash: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    without_links(monkeypatch)
    path = made(tmp_path, "a.jpg", b"first")
    before = os.stat(path)
    SystemTrash().take_back(SystemTrash().throw(path) or "", path)
    assert (Path(path).read_bytes(), os.stat(path).st_mtime_ns) == (b"first", before.st_mtime_ns)
    assert list((trash / "info").iterdir()) == list((trash / "files").iterdir()) == []


def test_nor_is_anything_overwritten_on_a_disk_without_links(tmp_path: Path, trash: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    without_links(monkeypatch)
    path = made(tmp_path, "a.jpg", b"first")
    lies = SystemTrash().throw(path) or ""
    made(tmp_path, "a.jpg", b"second")
    with pytest.raises(TrashRefused, match="another file"):
        SystemTrash().take_back(lies, path)
    assert (Path(path).read_bytes(), Path(lies).read_bytes()) == (b"second", b"first")


def test_a_full_disk_leaves_a_file_in_the_trash_and_nothing_half(tmp_path: Path, trash: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    without_links(monkeypatch)
    path = made(tmp_path, "a.jpg", b"first")
    lies = SystemTrash().throw(path) or ""

    def refuse(_file: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", refuse)
    with pytest.raises(TrashRefused, match="No space left"):
        SystemTrash().take_back(lies, path)
    assert (os.path.lexists(path), Path(lies).read_bytes()) == (False, b"first")


def test_a_link_comes_back_as_a_link(tmp_path: Path, trash: Path) -> None:
    made(tmp_path, "a.jpg")
    link = tmp_path / "photos" / "link.jpg"
    link.symlink_to("a.jpg")
    SystemTrash().take_back(SystemTrash().throw(os.fspath(link)) or "", os.fspath(link))
    assert os.readlink(link) == "a.jpg"


def test_a_trash_is_not_listed_for_every_file(tmp_path: Path, trash: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    SystemTrash().throw(made(tmp_path, "a.jpg", b"first"))
    path = made(tmp_path, "a.jpg", b"second")
    monkeypatch.setattr(os, "listdir", lambda folder: pytest.fail(f"{folder} was listed"))
    assert Path(SystemTrash().throw(path) or "").read_bytes() == b"second"


def test_a_file_is_found_however_the_trash_numbers_it(tmp_path: Path, trash: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = made(tmp_path, "a.jpg", b"first")
    SystemTrash().throw(first)

    def send(path: str) -> None:
        os.rename(path, trash / "files" / "a.2.jpg")
        (trash / "info" / "a.2.jpg.trashinfo").write_text(f"[Trash Info]\nPath={path}\n")

    monkeypatch.setattr("send2trash.send2trash", send)
    made(tmp_path, "a.jpg", b"second")
    assert SystemTrash().throw(first) == os.fspath(trash / "files" / "a.2.jpg")


def test_an_emptied_trash_is_told(tmp_path: Path, trash: Path) -> None:
    path = made(tmp_path, "a.jpg")
    lies = SystemTrash().throw(path) or ""
    os.unlink(lies)
    with pytest.raises(TrashRefused, match="not in the trash any more"):
        SystemTrash().take_back(lies, path)


def test_a_file_of_another_size_or_time_stays_in_the_trash(tmp_path: Path, trash: Path) -> None:
    path = made(tmp_path, "a.jpg", b"first")
    lies = SystemTrash().throw(path) or ""
    for stamp in (FileStamp(6, 1_600_000_000_123_456_789), FileStamp(5, 1)):
        with pytest.raises(TrashRefused, match="Another file lies in the trash"):
            SystemTrash().take_back(lies, path, stamp)
    assert (os.path.lexists(path), Path(lies).read_bytes()) == (False, b"first")
    SystemTrash().take_back(lies, path, FileStamp(5, 1_600_000_000_123_456_789))
    assert Path(path).read_bytes() == b"first"


def test_a_folder_that_cannot_be_written_keeps_its_files(tmp_path: Path, trash: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = made(tmp_path, "a.jpg")
    monkeypatch.setattr(os, "access", lambda _path, _mode: False)
    with pytest.raises(TrashRefused, match="cannot be written"):
        SystemTrash().throw(path)
    assert os.path.exists(path)


def test_a_disk_without_a_trash_keeps_its_files(tmp_path: Path, trash: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import send2trash

    def refuse(path: str) -> None:
        raise send2trash.TrashPermissionError(path)

    monkeypatch.setattr(send2trash, "send2trash", refuse)
    path = made(tmp_path, "a.jpg")
    with pytest.raises(TrashRefused, match="has no trash"):
        SystemTrash().throw(path)
    assert os.path.exists(path)


def test_a_file_that_is_not_there_is_refused(tmp_path: Path, trash: Path) -> None:
    with pytest.raises(TrashRefused):
        SystemTrash().throw(os.fspath(tmp_path / "none.jpg"))


def test_the_trash_of_another_disk_is_found(tmp_path: Path, trash: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    disk = tmp_path / "disk"
    path = made(disk, "a.jpg")
    from send2trash import plat_other

    device = plat_other.get_dev
    monkeypatch.setattr(plat_other, "get_dev", lambda each: 99 if os.fspath(disk) in os.fsdecode(each) else device(each))
    monkeypatch.setattr(os.path, "ismount", lambda each: os.fsdecode(each) in (os.fspath(disk), "/"))
    lies = SystemTrash().throw(path)
    assert lies == os.fspath(disk / f".Trash-{os.getuid()}" / "files" / "a.jpg")
    SystemTrash().take_back(lies, path)
    assert os.path.exists(path)
