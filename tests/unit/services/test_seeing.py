"""Looking at photos, with real worker processes and stand-ins for the models: what a bad picture costs, and where a pass goes on."""

import os
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from app.config.paths import LibraryPaths
from app.domain.ids import ModelId, PhotoId
from app.domain.look import Guess
from app.domain.photo import FileStamp, FoundFile, ReadPhoto
from app.embedding.sentence import SentenceModel
from app.library.catalogue import Catalogue
from app.library.index_lock import IndexLock
from app.library.library_vectors import LibraryVectors
from app.library.look_matrix import LookMatrix
from app.library.looks import Looks
from app.photos.reading import read_photo
from app.photos.worker import WorkerLimits
from app.services.cancel import CancelSwitch
from app.services.events import LooksStored, SeeEvent, SeeProgress, SeeSummary
from app.services.lookers import Making
from app.services.seeing import OTHER_LOOKS, SeePhotos
from app.services.understanding import Understanding
from tests.unit.photos.test_workers import workers_of_this_process
from tests.unit.services import stand_in_lookers as stand_in

LIMITS = WorkerLimits(workers=2, seconds=6.0)
MODELS = (stand_in.COLOURS, stand_in.SIZES)


class Seen:
    """A library with pictures in it, and the pass over them."""

    def __init__(self, place: Path, embedder: SentenceModel) -> None:
        self.place = place
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
        return SeePhotos(self.catalogue, self.looks, self.understanding, lambda: chosen, self.paths.look_lock, LIMITS)

    def run(self, makings: Sequence[Making] | None = None) -> SeeSummary:
        *_, summary = self.see(makings).run(CancelSwitch())
        assert isinstance(summary, SeeSummary)
        return summary

    def times(self, pixel: int | tuple[int, int, int]) -> int:
        """How often a picture of this colour was looked at."""
        mark = self.place / f"{(pixel, pixel, pixel) if isinstance(pixel, int) else pixel}.seen"
        return len(mark.read_text()) if mark.exists() else 0


@pytest.fixture
def seen(tmp_path: Path, embedder: SentenceModel) -> Iterator[Seen]:
    with closing(Seen(tmp_path, embedder)) as made:
        yield made


def counted(summary: SeeSummary) -> tuple[int, int, bool, str | None]:
    return summary.looked, summary.troubled, summary.cancelled, summary.missing


def stored_ids(events: Sequence[SeeEvent]) -> list[PhotoId]:
    return [photo_id for event in events if isinstance(event, LooksStored) for photo_id in event.photo_ids]


def test_every_photo_is_looked_at_once(seen: Seen) -> None:
    ids = [seen.add(f"{number}", number) for number in range(20)]
    before = workers_of_this_process()
    events = list(seen.see().run(CancelSwitch()))
    assert sorted(stored_ids(events)) == sorted(ids)
    progress = [event for event in events if isinstance(event, SeeProgress)]
    assert {each.found for each in progress} == {20}
    assert [each.done for each in progress] == sorted(each.done for each in progress)
    assert progress[-1] == SeeProgress(20, 20, 0.0)
    assert isinstance(events[-1], SeeSummary)
    assert counted(events[-1]) == (20, 0, False, None)
    assert workers_of_this_process() <= before, "idle workers would hold their memory"
    look = seen.looks.of(ids)[ids[7]]
    assert (look.guesses, look.text, look.faces, look.trouble) == ((Guess("grey 7", 0.5),), ("16 x 12",), (), "")
    rows = LookMatrix(seen.catalogue, stand_in.COLOURS, 3).rows()
    assert rows.photo_ids.tolist() == sorted(ids)
    assert np.allclose(rows.matrix, 3**-0.5)
    assert (seen.looks.counts(MODELS), counted(seen.run())) == ((20, 20), (0, 0, False, None))
    assert [seen.times(number) for number in range(20)] == [1] * 20


def test_a_picture_is_seen_as_it_is_shown(seen: Seen) -> None:
    """Upright, and no larger than a model needs."""
    exif = Image.Exif()
    exif[0x0112] = 6
    turned, wide = seen.add("turned", 1, (60, 20), exif=exif), seen.add("wide", 2, (3000, 600))
    assert counted(seen.run([Making(stand_in.sizes), Making(stand_in.large)])) == (2, 0, False, None)
    looks = seen.looks.of([turned, wide])
    assert [looks[each].text for each in (turned, wide)] == [("20 x 60",), ("1024 x 205",)]
    assert looks[wide].faces[0].score == 2.0


def test_a_bad_picture_costs_itself_and_is_not_tried_again(seen: Seen) -> None:
    bad = {stand_in.CRASH: "SIGSEGV", stand_in.HANG: "6 seconds", stand_in.MEMORY: "memory", stand_in.ERROR: "colours-1"}
    ids = {colour: seen.add(f"bad{number}", colour) for number, colour in enumerate(bad)}
    good = [seen.add(f"{number}", number) for number in range(6)]
    summary = seen.run()
    assert (summary.looked, summary.troubled) == (10, 0), "a model that fails leaves the others their part"
    troubles = {each.photo_id: each.sentence for each in seen.looks.troubles(MODELS)}
    assert {colour: troubles[photo] for colour, photo in ids.items() if bad[colour] not in troubles[photo]} == {}
    assert set(troubles) == set(ids.values())
    assert all(seen.looks.of(good)[each].guesses for each in good)
    assert {look.text for look in seen.looks.of(ids.values()).values()} == {("16 x 12",)}
    tried = {colour: seen.times(colour) for colour in bad}
    assert counted(seen.run()) == (0, 0, False, None)
    assert {colour: seen.times(colour) for colour in bad} == tried
    assert seen.looks.counts(MODELS) == (10, 10)


def test_a_worker_that_was_ended_from_outside_is_no_fault_of_its_picture(seen: Seen) -> None:
    killed, good = seen.add("killed", stand_in.KILLED), seen.add("good", 9)
    assert counted(seen.run()) == (1, 1, False, None)
    assert list(seen.looks.of([killed, good])) == [good]
    assert counted(seen.run()) == (1, 0, False, None)
    assert seen.looks.troubles(MODELS) == ()


def test_a_file_that_is_away_waits_until_it_is_back(seen: Seen) -> None:
    photo = seen.add("away", 4)
    path = seen.place / "photos" / "away.png"
    path.rename(path.with_suffix(".later"))
    assert counted(seen.run()) == (0, 1, False, None)
    assert seen.looks.of([photo]) == {}
    path.with_suffix(".later").rename(path)
    assert counted(seen.run()) == (1, 0, False, None)


def test_a_pass_that_is_cancelled_goes_on_where_it_stopped(seen: Seen) -> None:
    ids = [seen.add(f"{number}", number) for number in range(30)]
    switch, events = CancelSwitch(), []
    for event in seen.see().run(switch):
        events.append(event)
        if isinstance(event, LooksStored):
            switch.cancel()
    assert isinstance(events[-1], SeeSummary)
    assert events[-1].cancelled
    first = stored_ids(events)
    assert 0 < len(first) == events[-1].looked < 30
    assert seen.run().looked == 30 - len(first)
    assert set(seen.looks.of(ids)) == set(ids)


def test_who_stops_listening_ends_the_workers_and_lets_others_look(seen: Seen) -> None:
    for number in range(10):
        seen.add(f"{number}", number)
    before = workers_of_this_process()
    events = seen.see().run(CancelSwitch())
    while not isinstance(next(events), LooksStored):
        pass
    assert counted(seen.run()) == (0, 0, False, OTHER_LOOKS)
    assert isinstance(events, Generator)
    events.close()
    assert workers_of_this_process() <= before
    assert seen.run().missing is None
    assert seen.looks.counts(MODELS) == (10, 10)


def test_closing_ends_a_pass(seen: Seen) -> None:
    for number in range(10):
        seen.add(f"{number}", number)
    see = seen.see()
    events = see.run(CancelSwitch())
    next(events)
    see.close()
    assert isinstance(list(events)[-1], SeeSummary)
    assert seen.run().looked == 10


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


def test_a_picture_that_no_model_survives_is_in_trouble(seen: Seen) -> None:
    seen.makings = seen.makings[:1]
    photo, good = seen.add("crash", stand_in.CRASH), seen.add("good", 7)
    assert counted(seen.run()) == (1, 1, False, None)
    assert [each.photo_id for each in seen.looks.troubles(MODELS)] == [photo]
    assert (counted(seen.run()), seen.times(stand_in.CRASH), seen.times(7)) == ((0, 0, False, None), 1, 1)
    assert good in seen.looks.of([good])
