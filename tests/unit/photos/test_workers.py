"""Worker processes: whatever a file does to its worker, it costs that file alone."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.domain.errors import Cancelled
from app.domain.photo import FileStamp, FoundFile, Picture, ReadPhoto, Skipped, Video
from app.photos.worker import WorkerLimits
from app.photos.workers import BrokenOff, NotStarted, WorkerReader, Workers
from tests.unit.photos import worker_faults
from tests.unit.photos.making import encoded, found, jpeg, written
from tests.unit.photos.test_pixels import png_header

LIMITS = WorkerLimits(workers=2, seconds=2.0)


class Token:
    """Cancelled after a number of checks."""

    def __init__(self, checks: int = 1_000_000) -> None:
        self.left = checks

    @property
    def cancelled(self) -> bool:
        return self.left <= 0

    def check(self) -> None:
        self.left -= 1
        if self.cancelled:
            raise Cancelled("stopped")


class Deadline(Token):
    """Fails the test after a number of seconds: what must end is not ending."""

    def __init__(self, seconds: float) -> None:
        super().__init__()
        self.end = time.monotonic() + seconds

    def check(self) -> None:
        assert time.monotonic() < self.end, "the files never came to an end"


@pytest.fixture(scope="module")
def reader() -> Iterator[WorkerReader]:
    shared = WorkerReader(limits=LIMITS, function=worker_faults.read_or_fail)
    yield shared
    shared.close()


def read_all(reader: WorkerReader, files: list[FoundFile]) -> dict[str, ReadPhoto | Video | Skipped]:
    return {os.path.basename(each.path): each for each in reader.read(files, Token())}


def workers_of_this_process() -> set[int]:
    children = " ".join(path.read_text() for path in Path("/proc/self/task").glob("*/children"))
    return {int(pid) for pid in children.split() if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()}


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"


def gone(pids: set[int], seconds: float = 10.0) -> bool:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if not any(is_alive(pid) for pid in pids):
            return True
        time.sleep(0.05)
    return False


FAULTS = {
    "zero.jpg": (b"", "empty"),
    "page.jpg": (b"<!doctype html><html>", "web page"),
    "bomb.png": (png_header(30_000, 30_000), "30,000 × 30,000"),
    "kill.jpg": (jpeg(), "SIGKILL"),
    "crash.jpg": (jpeg(), "SIGSEGV"),
    "exit.jpg": (jpeg(), "exit code 3"),
    "hang.jpg": (jpeg(), "longer than 2 seconds"),
    "memory.jpg": (jpeg(), "more memory"),
    "error.jpg": (jpeg(), "Unpicklable: onetwo"),
    "forbidden.jpg": (jpeg(), "permission denied"),
}
BROKEN_OFF = {"kill.jpg", "crash.jpg", "exit.jpg", "hang.jpg", "memory.jpg"}
"""The worker came to no end with them; of the others it told what is wrong."""
PASSING = {"kill.jpg", "forbidden.jpg"}
"""Not the content's fault: no stamp, so that the next scan reads the file again."""


def test_each_fault_costs_its_own_file_only(reader: WorkerReader, tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    whole = jpeg(image=None)
    files = [found(written(tmp_path, content, name)) for name, (content, _) in FAULTS.items()]
    (tmp_path / "forbidden.jpg").chmod(0)
    good = [found(written(tmp_path, whole, f"good{number}.jpg")) for number in range(len(files) * 2)]
    mixed = [each for number, fault in enumerate(files) for each in (good[2 * number], fault, good[2 * number + 1])]
    outcomes = read_all(reader, mixed)
    assert len(outcomes) == len(mixed)
    for name, (_, words) in FAULTS.items():
        outcome = outcomes[name]
        assert isinstance(outcome, Skipped), name
        assert words in outcome.reason
        assert (outcome.stamp is None) == (name in PASSING), name
        assert isinstance(outcome, BrokenOff) == (name in BROKEN_OFF), name
    assert all(isinstance(outcome, ReadPhoto) for name, outcome in outcomes.items() if name.startswith("good"))


def test_half_a_jpeg_comes_with_a_note(reader: WorkerReader, tmp_path: Path) -> None:
    from PIL import Image

    whole = encoded(Image.effect_noise((300, 200), 80).convert("RGB"), "JPEG")
    (outcome,) = reader.read([found(written(tmp_path, whole[: len(whole) // 2]))], Token())
    assert isinstance(outcome, ReadPhoto)
    assert any("cut short" in note for note in outcome.notes)


def test_no_files_start_no_workers() -> None:
    idle = WorkerReader(limits=LIMITS)
    assert list(idle.read([], Token())) == []
    idle.close()


def test_only_a_few_files_are_taken_from_a_long_walk() -> None:
    taken = []

    def endless() -> Iterator[FoundFile]:
        while True:
            taken.append(1)
            yield FoundFile("/nowhere.jpg", FileStamp(0, 0))

    reader = WorkerReader(workers=1)
    outcomes = reader.read(endless(), Token())
    assert isinstance(next(outcomes), Skipped)
    outcomes.close()  # type: ignore[attr-defined]
    reader.close()
    assert len(taken) < 20


def test_cancelling_stops_soon_and_the_reader_can_go_on(tmp_path: Path) -> None:
    files = [found(written(tmp_path, b"x", f"{number}.jpg")) for number in range(60)]
    reader = WorkerReader(limits=LIMITS, function=worker_faults.slow)
    with pytest.raises(Cancelled):
        list(reader.read(files, Token(6)))
    assert len(list(reader.read(files[:2], Token()))) == 2
    reader.close()
    time.sleep(0.5)
    assert len(list(tmp_path.glob("*.ran"))) < 20


def test_closing_ends_every_worker_even_one_that_hangs(tmp_path: Path) -> None:
    files = [found(written(tmp_path, jpeg(), name)) for name in ("a.jpg", "b.jpg")]
    reader = WorkerReader(limits=WorkerLimits(workers=2), function=worker_faults.pid_of_worker)
    reasons = [each.reason for each in reader.read(files * 10, Token()) if isinstance(each, Skipped)]
    pids = {int(reason.split()[0]) for reason in reasons}
    assert all(reason.split()[1:] == ["10", "1500000000"] for reason in reasons)
    hanging = WorkerReader(workers=1, function=worker_faults.read_or_fail)
    outcomes = hanging.read([found(written(tmp_path, jpeg(), name)) for name in ("good.jpg", "hang.jpg")], Token())
    next(iter(outcomes))
    hanging.close()
    reader.close()
    assert gone(pids)
    with pytest.raises(Cancelled):
        next(iter(outcomes))


def test_a_closed_reader_reads_nothing_more(tmp_path: Path) -> None:
    reader = WorkerReader(workers=1)
    reader.close()
    with pytest.raises(Cancelled):
        list(reader.read([found(written(tmp_path, jpeg()))], Token()))


def test_workers_killed_while_idle_are_replaced(tmp_path: Path) -> None:
    file = found(written(tmp_path, jpeg()))
    reader = WorkerReader(workers=1, function=worker_faults.pid_of_worker)
    (first,) = reader.read([file], Token())
    assert isinstance(first, Skipped)
    os.kill(int(first.reason.split()[0]), signal.SIGKILL)
    (second,) = reader.read([file], Token())
    (third,) = reader.read([file], Token())
    assert isinstance(second, Skipped)
    assert isinstance(third, Skipped)
    assert third.reason.split()[0] != first.reason.split()[0]
    reader.close()


def test_killing_all_workers_again_and_again_costs_only_what_they_held(tmp_path: Path) -> None:
    before = workers_of_this_process()
    reader = WorkerReader(limits=WorkerLimits(workers=2), function=worker_faults.long_answer)
    files = [FoundFile(f"{number}.jpg", FileStamp(1, 1)) for number in range(60)]
    lost, read, killed = {}, [], 0
    for outcome in reader.read(iter(files), Deadline(60.0)):
        assert isinstance(outcome, Skipped)
        if outcome.stamp is None:
            lost[outcome.path] = outcome.reason
            continue
        read.append(outcome.path)
        if len(read) % 10 == 5:
            time.sleep(0.02)  # So that both are at work.
            for pid in workers_of_this_process() - before:
                os.kill(pid, signal.SIGKILL)
                killed += 1
    reader.close()
    assert sorted([*lost, *read]) == sorted(each.path for each in files)
    assert 0 < len(lost) <= killed
    assert all("SIGKILL" in reason for reason in lost.values())


def test_workers_that_cannot_start_are_not_the_fault_of_the_file(tmp_path: Path) -> None:
    reader = WorkerReader(limits=WorkerLimits(workers=1, memory_bytes=50_000_000))
    (outcome,) = reader.read([found(written(tmp_path, jpeg()))], Token())
    reader.close()
    assert isinstance(outcome, NotStarted)
    assert "do not start" in outcome.reason
    assert (outcome.why, outcome.stamp) == ("it ended its program", None)


def test_workers_that_are_not_ready_in_time_say_so_after_one_try(tmp_path: Path) -> None:
    workers = Workers(WorkerLimits(workers=1, start_seconds=0.01), (worker_faults.never_ready, ()))
    ((_, outcome),) = workers.each(worker_faults.pid_of_worker, [found(written(tmp_path, jpeg()))], Token())
    workers.close()
    assert isinstance(outcome, NotStarted)
    assert (outcome.why, outcome.stamp) == ("it took longer than 0.01 seconds", None)


def test_large_views_come_from_a_worker(reader: WorkerReader, tmp_path: Path) -> None:
    from PIL import Image

    picture = reader.picture(found(written(tmp_path, jpeg(image=Image.new("RGB", (3000, 1500), "teal")))), 1000)
    assert isinstance(picture, Picture)
    assert (picture.width, picture.height, picture.full_width, picture.full_height) == (1000, 500, 3000, 1500)
    assert len(picture.rgb) == 1000 * 500 * 3
    assert isinstance(reader.picture(found(written(tmp_path, b"<html>", "b.jpg")), 1000), Skipped)


def test_workers_end_when_their_parent_is_killed(tmp_path: Path) -> None:
    path = written(tmp_path, jpeg())
    script = tmp_path / "parent.py"
    script.write_text(
        "import time\n"
        "from app.domain.photo import FileStamp, FoundFile\n"
        "from app.photos.workers import WorkerReader\n"
        "from tests.unit.photos.test_workers import Token\n"
        "from tests.unit.photos.worker_faults import pid_of_worker\n"
        "if __name__ == '__main__':\n"
        "    reader = WorkerReader(workers=1, function=pid_of_worker)\n"
        f"    (outcome,) = reader.read([FoundFile({str(path)!r}, FileStamp(0, 0))], Token())\n"
        "    print(outcome.reason, flush=True)\n"
        "    time.sleep(60)\n"
    )
    root = Path(__file__).resolve().parents[3]
    with subprocess.Popen(
        [sys.executable, str(script)], stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": str(root)}
    ) as parent:
        assert parent.stdout is not None
        pid = int(parent.stdout.readline().split()[0])
        parent.kill()
    assert gone({pid})


def test_every_decoder_has_room_in_a_worker_of_ordinary_limits(tmp_path: Path) -> None:
    import pillow_heif
    from PIL import Image

    from tests.unit.photos.making import dng

    pillow_heif.register_heif_opener()
    image = Image.new("RGB", (2_000, 1_500), "teal")
    files = {f"a.{name.lower()}": encoded(image, name) for name in ("HEIF", "AVIF", "JPEG2000", "WEBP")} | {"a.dng": dng(image)}
    reader = WorkerReader(limits=WorkerLimits(workers=1, niceness=0))
    outcomes = list(reader.read([found(written(tmp_path, content, name)) for name, content in files.items()], Token()))
    reader.close()
    assert {(each.width, each.height) for each in outcomes if isinstance(each, ReadPhoto)} == {(2_000, 1_500)}
    assert len(outcomes) == len(files)
    assert all(isinstance(each, ReadPhoto) for each in outcomes), outcomes
