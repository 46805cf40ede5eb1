"""Looking at photos with stand-ins for the models: what a bad picture costs, and where a pass goes on. Processes where one can end."""

import os
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

import numpy as np
import pytest
from PIL import Image

from app.config.paths import LibraryPaths
from app.domain.ids import ModelId, PhotoId
from app.domain.look import Guess
from app.domain.photo import FileStamp, FoundFile, ReadPhoto, Skipped
from app.domain.ports import CancelToken
from app.embedding.sentence import SentenceModel
from app.library.catalogue import Catalogue
from app.library.index_lock import IndexLock
from app.library.library_vectors import LibraryVectors
from app.library.look_matrix import LookMatrix
from app.library.looks import Looks
from app.photos.reading import read_photo
from app.photos.worker import WorkerLimits
from app.photos.workers import BrokenOff, Workers, guarded
from app.services.batches import BATCH
from app.services.cancel import CancelSwitch
from app.services.events import LooksStored, SeeEvent, SeeProgress, SeeSummary
from app.services.looked_parts import LookedPart
from app.services.lookers import Making
from app.services.seeing import OTHER_LOOKS, SeePhotos
from app.services.seeing_worker import ToSee
from app.services.understanding import Understanding
from tests.unit.photos.test_workers import workers_of_this_process
from tests.unit.services import stand_in_lookers as stand_in

LIMITS = WorkerLimits(workers=2)
MODELS = (stand_in.COLOURS, stand_in.SIZES)
T = TypeVar("T")
F = TypeVar("F", bound=FoundFile)


class Here(Workers):
    """Works in this process: for pictures that harm nobody."""

    def each(
        self, function: Callable[..., T], files: Iterable[F], token: CancelToken, *arguments: object
    ) -> Iterator[tuple[F, T | Skipped]]:
        """One after the other."""
        for found in files:
            token.check()
            yield found, guarded(function, found, *arguments)


class Slow(Here):
    """The reader of sizes takes too long for a picture whose file is `…slow.png`; `waiting` is called while it is waited for alone."""

    waiting: Callable[[], None] = staticmethod(lambda: None)

    def each(
        self, function: Callable[..., T], files: Iterable[F], token: CancelToken, *arguments: object
    ) -> Iterator[tuple[F, T | Skipped]]:
        """One after the other, in no time."""
        for found in files:
            assert isinstance(found, ToSee)
            if not found.path.endswith("slow.png") or stand_in.SIZES not in found.models:
                yield from super().each(function, [found], token, *arguments)
                continue
            if len(found.models) == 1:
                self.waiting()
            token.check()
            yield found, BrokenOff(found.path, "Reading the file took longer than 180 seconds; it was given up.", found.stamp)


class Seen:
    """A library with pictures in it, and the pass over them."""

    def __init__(self, place: Path, embedder: SentenceModel, workers: type[Workers]) -> None:
        self.place, self.workers, self.limits = place, workers, LIMITS
        self.paths = LibraryPaths(place / "library")
        self.catalogue = Catalogue(self.paths.catalogue)
        self.looks = Looks(self.catalogue)
        vectors = LibraryVectors(self.paths, self.catalogue, embedder.model_id, embedder.dimension)
        self.understanding = Understanding(self.catalogue, embedder, vectors)
        self.makings: tuple[Making, ...] = (Making(stand_in.colours, str(place)), Making(stand_in.sizes))
        self.folder = self.catalogue.add_folder(str(place / "photos"))
        (place / "photos").mkdir()

    def close(self) -> None:
        self.catalogue.close()

    def add(
        self, name: str, pixel: int | tuple[int, int, int] = 0, size: tuple[int, int] = (16, 12), exif: Image.Exif | None = None
    ) -> PhotoId:
        """Write a picture of one colour, and store what a scan would read of it."""
        path = self.place / "photos" / f"{name}.png"
        colour = (pixel, pixel, pixel) if isinstance(pixel, int) else pixel
        Image.new("RGB", size, colour).save(path, exif=exif or Image.Exif())
        return self.scan(path)

    def scan(self, path: Path) -> PhotoId:
        status = os.stat(path)
        read = read_photo(FoundFile(str(path), FileStamp(status.st_size, status.st_mtime_ns)))
        assert isinstance(read, ReadPhoto), read
        return self.catalogue.store(self.folder.id, [read]).photos[0].photo_id

    def see(self, makings: Sequence[Making] | None = None) -> SeePhotos:
        chosen = self.makings if makings is None else makings
        return SeePhotos(self.catalogue, self.looks, self.understanding, lambda: chosen, self.paths.look_lock, self.limits, self.workers)

    def run(self, makings: Sequence[Making] | None = None) -> SeeSummary:
        *_, summary = self.see(makings).run(CancelSwitch())
        assert isinstance(summary, SeeSummary)
        return summary

    @property
    def done(self) -> int:
        """How many photos all models have looked at."""
        return self.looks.tally(MODELS).looked(MODELS)

    @property
    def troubles(self) -> dict[PhotoId, str]:
        """Photos at which a model could not look, and why."""
        looks = self.looks.of(map(PhotoId, self.catalogue.browse().tolist()))
        return {photo: look.trouble for photo, look in looks.items() if look.trouble}

    def times(self, pixel: int | tuple[int, int, int]) -> int:
        """How often a picture of this colour was looked at."""
        mark = self.place / f"{(pixel, pixel, pixel) if isinstance(pixel, int) else pixel}.seen"
        return len(mark.read_text()) if mark.exists() else 0


@pytest.fixture
def seen(tmp_path: Path, embedder: SentenceModel) -> Iterator[Seen]:
    with closing(Seen(tmp_path, embedder, Here)) as made:
        yield made


@pytest.fixture
def apart(tmp_path: Path, embedder: SentenceModel) -> Iterator[Seen]:
    """With worker processes."""
    with closing(Seen(tmp_path, embedder, Workers)) as made:
        yield made


def counted(summary: SeeSummary) -> tuple[int, int, bool, str | None]:
    return summary.looked, summary.troubled, summary.cancelled, summary.missing


def stored_ids(events: Sequence[SeeEvent]) -> list[PhotoId]:
    return [photo_id for event in events if isinstance(event, LooksStored) for photo_id in event.photo_ids]


def test_every_photo_is_looked_at_once(seen: Seen) -> None:
    ids = [seen.add(f"{number}", number) for number in range(20)]
    events = list(seen.see().run(CancelSwitch()))
    assert sorted(stored_ids(events)) == sorted(ids)
    progress = [event for event in events if isinstance(event, SeeProgress)]
    assert {each.found for each in progress} == {20}
    assert [each.done for each in progress] == sorted(each.done for each in progress)
    assert progress[-1] == SeeProgress(20, 20, 0.0, (LookedPart("", 20),), 20)
    assert [each.least for each in progress] == [(each.done, 20) for each in progress]
    assert isinstance(events[-1], SeeSummary)
    assert counted(events[-1]) == (20, 0, False, None)
    look = seen.looks.of(ids)[ids[7]]
    assert (look.guesses, look.text, look.faces, look.trouble) == ((Guess("grey 7", 0.5),), ("16 x 12",), (), "")
    rows = LookMatrix(seen.looks, stand_in.COLOURS, 3).rows()
    assert rows.photo_ids.tolist() == sorted(ids)
    assert np.allclose(rows.stored, 3**-0.5)
    assert (seen.done, counted(seen.run())) == (20, (0, 0, False, None))
    assert [seen.times(number) for number in range(20)] == [1] * 20


def test_how_far_it_is_is_told_of_the_whole_library_and_for_each_purpose(seen: Seen) -> None:
    for number in range(4):
        seen.add(f"{number}", number)
    colours, sizes = (replace(making, purpose=purpose) for making, purpose in zip(seen.makings, ("Guesses", "Text"), strict=True))
    seen.makings = (colours,)
    list(seen.see().run(CancelSwitch()))
    seen.add("new", 4)
    seen.makings = (colours, sizes)
    told = [event for event in seen.see().run(CancelSwitch()) if isinstance(event, SeeProgress)]
    assert (told[0].counts, told[0].least) == ("Guesses: 4 of 5 · Text: 0 of 5", (0, 5))
    assert (told[-1].counts, told[-1].least) == ("Guesses: 5 of 5 · Text: 5 of 5", (5, 5))


def test_a_picture_is_seen_as_it_is_shown(seen: Seen) -> None:
    """Upright, and no larger than a model needs."""
    exif = Image.Exif()
    exif[0x0112] = 6
    turned, wide = seen.add("turned", 1, (60, 20), exif=exif), seen.add("wide", 2, (3000, 600))
    assert counted(seen.run([Making(stand_in.sizes), Making(stand_in.large)])) == (2, 0, False, None)
    looks = seen.looks.of([turned, wide])
    assert [looks[each].text for each in (turned, wide)] == [("20 x 60",), ("1024 x 205",)]
    assert looks[wide].faces[0].score == 2.0


def test_a_bad_picture_costs_itself_and_is_not_tried_again(apart: Seen) -> None:
    bad = {stand_in.CRASH: "SIGSEGV", stand_in.MEMORY: "memory", stand_in.ERROR: "colours-1"}
    ids = {colour: apart.add(f"bad{number}", colour) for number, colour in enumerate(bad)}
    good = [apart.add(f"{number}", number) for number in range(6)]
    before = workers_of_this_process()
    summary = apart.run()
    assert workers_of_this_process() <= before, "idle workers would hold their memory"
    assert (summary.looked, summary.troubled) == (9, 0), "a model that fails leaves the others their part"
    troubles = apart.troubles
    assert {colour: troubles[photo] for colour, photo in ids.items() if bad[colour] not in troubles[photo]} == {}
    assert set(troubles) == set(ids.values())
    assert all(apart.looks.of(good)[each].guesses for each in good)
    assert {look.text for look in apart.looks.of(ids.values()).values()} == {("16 x 12",)}
    tried = {colour: apart.times(colour) for colour in bad}
    assert counted(apart.run()) == (0, 0, False, None)
    assert {colour: apart.times(colour) for colour in bad} == tried
    assert apart.done == 9


def test_a_picture_over_which_a_model_hangs_is_given_up_and_not_tried_again(apart: Seen) -> None:
    apart.makings, apart.limits = apart.makings[:1], WorkerLimits(workers=1, seconds=2.0)
    photo = apart.add("hangs", stand_in.HANG)
    assert counted(apart.run()) == (0, 1, False, None)
    ((troubled, why),) = apart.troubles.items()
    assert (troubled, "2 seconds" in why) == (photo, True)
    assert counted(apart.run()) == (0, 0, False, None)


@pytest.fixture
def slow(tmp_path: Path, embedder: SentenceModel) -> Iterator[Seen]:
    with closing(Seen(tmp_path, embedder, Slow)) as made:
        yield made


def test_a_model_that_is_too_slow_for_a_picture_keeps_nothing_of_it_from_the_others(slow: Seen) -> None:
    photo, other = slow.add("slow", 1), slow.add("other", 2)
    assert counted(slow.run()) == (2, 0, False, None)
    looks = slow.looks.of([photo, other])
    assert (looks[photo].guesses, looks[photo].text) == ((Guess("grey 1", 0.5),), ())
    assert "longer than 180 seconds" in looks[photo].trouble
    assert (looks[other].guesses, looks[other].text, looks[other].trouble) == ((Guess("grey 2", 0.5),), ("16 x 12",), "")
    assert LookMatrix(slow.looks, stand_in.COLOURS, 3).rows().photo_ids.tolist() == sorted([photo, other])
    assert counted(slow.run()) == (0, 0, False, None)


def test_what_the_others_made_is_kept_although_the_pass_is_stopped_while_the_slow_one_is_waited_for(
    slow: Seen, monkeypatch: pytest.MonkeyPatch
) -> None:
    photo, switch = slow.add("1 slow", 1), CancelSwitch()
    others = [slow.add(f"{number}", number) for number in range(2, 6)]
    monkeypatch.setattr(Slow, "waiting", staticmethod(switch.cancel))
    *_, summary = slow.see().run(switch)
    assert isinstance(summary, SeeSummary)
    assert summary.cancelled
    assert slow.looks.of([photo, *others])[photo].guesses == (Guess("grey 1", 0.5),)
    monkeypatch.undo()
    assert slow.run().looked == len(others)
    assert slow.times(1) == 1


def test_a_worker_that_was_ended_from_outside_is_no_fault_of_its_picture(apart: Seen) -> None:
    killed, good = apart.add("killed", stand_in.KILLED), apart.add("good", 9)
    assert counted(apart.run()) == (1, 1, False, None)
    assert list(apart.looks.of([killed, good])) == [good]
    assert counted(apart.run()) == (1, 0, False, None)
    assert apart.troubles == {}


def test_a_file_that_is_away_waits_until_it_is_back(seen: Seen) -> None:
    photo = seen.add("away", 4)
    path = seen.place / "photos" / "away.png"
    path.rename(path.with_suffix(".later"))
    assert counted(seen.run()) == (0, 1, False, None)
    assert seen.looks.of([photo]) == {}
    path.with_suffix(".later").rename(path)
    assert counted(seen.run()) == (1, 0, False, None)


def test_a_pass_that_is_cancelled_goes_on_where_it_stopped(seen: Seen) -> None:
    ids = [seen.add(f"{number}", number) for number in range(BATCH + 8)]
    switch, events = CancelSwitch(), []
    for event in seen.see().run(switch):
        events.append(event)
        if isinstance(event, LooksStored):
            switch.cancel()
    assert isinstance(events[-1], SeeSummary)
    assert events[-1].cancelled
    first = stored_ids(events)
    assert 0 < len(first) == events[-1].looked < len(ids)
    assert seen.run().looked == len(ids) - len(first)
    assert set(seen.looks.of(ids)) == set(ids)


def test_who_stops_listening_ends_the_workers_and_lets_others_look(apart: Seen) -> None:
    for number in range(10):
        apart.add(f"{number}", number)
    before = workers_of_this_process()
    events = apart.see().run(CancelSwitch())
    while not isinstance(next(events), LooksStored):
        pass
    assert counted(apart.run()) == (0, 0, False, OTHER_LOOKS)
    assert isinstance(events, Generator)
    events.close()
    assert workers_of_this_process() <= before
    assert apart.run().missing is None
    assert apart.done == 10


def test_closing_ends_a_pass(apart: Seen) -> None:
    for number in range(10):
        apart.add(f"{number}", number)
    see = apart.see()
    events = see.run(CancelSwitch())
    next(events)
    see.close()
    assert isinstance(list(events)[-1], SeeSummary)
    assert apart.run().looked == 10


def test_without_a_model_the_others_look(seen: Seen) -> None:
    photo = seen.add("one", 1)
    makings = [Making(stand_in.absent), Making(stand_in.altered), *seen.makings]
    assert counted(seen.run(makings)) == (
        1, 0, False, "The first model is not there. The second model is not the one that was shipped.",
    )  # fmt: skip
    assert seen.looks.of([photo])[photo].trouble == ""
    assert seen.run(makings[:2]).missing == "The first model is not there. The second model is not the one that was shipped."
    assert seen.looks.pending([ModelId("altered-1")])[0].photo_id == photo


def test_another_content_and_another_model_are_looked_at(seen: Seen) -> None:
    photo, other = seen.add("one", 1), seen.add("two", 2)
    seen.run()
    assert seen.add("one", 3) == photo
    assert counted(seen.run()) == (1, 0, False, None)
    assert seen.looks.of([photo])[photo].guesses == (Guess("grey 3", 0.5),)
    assert seen.run([*seen.makings, Making(stand_in.large)]).looked == 2
    assert (seen.times(2), len(seen.looks.of([other])[other].faces)) == (1, 1)


def test_a_damaged_look_is_made_again(seen: Seen) -> None:
    photo = seen.add("one", 1)
    seen.run()
    with seen.catalogue.noting_looks() as connection:
        connection.execute("UPDATE look SET components = x'00' WHERE model = ?", (stand_in.COLOURS,))
    assert seen.looks.of([photo])[photo].guesses == ()
    assert counted(seen.run()) == (1, 0, False, None)
    assert seen.looks.of([photo])[photo].guesses == (Guess("grey 1", 0.5),)


def test_nothing_is_looked_at_in_a_library_that_cannot_be_written(seen: Seen, monkeypatch: pytest.MonkeyPatch) -> None:
    seen.add("one", 1)
    monkeypatch.setattr(seen.catalogue._database, "read_only", True)
    assert [type(event) for event in seen.see().run(CancelSwitch())] == [SeeSummary]
    assert seen.times(1) == 0


def test_the_lock_is_free_after_a_pass(seen: Seen) -> None:
    seen.run()
    lock = IndexLock(seen.paths.look_lock)
    assert lock.take()
    lock.release()


def test_a_picture_that_no_model_survives_is_in_trouble(apart: Seen) -> None:
    apart.makings = apart.makings[:1]
    photo, good = apart.add("crash", stand_in.CRASH), apart.add("good", 7)
    assert counted(apart.run()) == (1, 1, False, None)
    assert list(apart.troubles) == [photo]
    assert (counted(apart.run()), apart.times(stand_in.CRASH), apart.times(7)) == ((0, 0, False, None), 1, 1)
    assert good in apart.looks.of([good])
