"""What one model does costs that model alone: the others go on, it is told once with what to do, and at last it is given up."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import TypeVar

import pytest

from app.domain.ids import ModelId, PhotoId
from app.domain.look import Guess
from app.domain.photo import FoundFile, Skipped
from app.domain.ports import CancelToken
from app.embedding.sentence import SentenceModel
from app.library.reread import PictureWords
from app.photos.worker import Preparation, WorkerLimits
from app.photos.workers import BrokenOff, NotStarted
from app.services.cancel import CancelSwitch
from app.services.events import LooksStored, SeeEvent, SeeSummary
from app.services.lookers import Making
from app.services.seeing import SeePhotos
from app.services.seeing_run import MOST_BROKEN_OFF
from app.services.seeing_worker import Sight, ToSee
from tests.unit.services import failing_lookers as failing
from tests.unit.services import stand_in_lookers as stand_in
from tests.unit.services.test_seeing import Here, Seen, counted

T = TypeVar("T")
F = TypeVar("F", bound=FoundFile)


class Failing(Here):
    """One model, `model`, comes to no end with the pictures whose names hold `word`, or is never `ready`. `asked` is what was looked at."""

    model, word, ready = stand_in.SIZES, "", True
    asked: list[tuple[str, tuple[ModelId, ...]]]

    def __init__(self, limits: WorkerLimits, prepare: Preparation) -> None:
        super().__init__(limits, prepare)
        self.prepared = {making().model_id for making in prepare[1][0]}  # type: ignore[attr-defined]

    def each(
        self, function: Callable[..., T], files: Iterable[F], token: CancelToken, *arguments: object
    ) -> Iterator[tuple[F, T | Skipped]]:
        """One after the other, in no time."""
        for found in files:
            assert isinstance(found, ToSee)
            self.asked.append((Path(found.path).stem, found.models))
            token.check()
            if not self.ready and self.model in self.prepared:
                yield found, NotStarted(found.path, "They do not start.", why="it took longer than 300 seconds")
            elif self.model in found.models and self.word in Path(found.path).stem:
                yield found, BrokenOff(found.path, "Reading the file took longer than 180 seconds; it was given up.", found.stamp)
            else:
                yield from super().each(function, [found], token, *arguments)


@pytest.fixture
def seen(tmp_path: Path, embedder: SentenceModel, monkeypatch: pytest.MonkeyPatch) -> Iterator[Seen]:
    monkeypatch.setattr(Failing, "asked", [], raising=False)
    with closing(Seen(tmp_path, embedder, Failing)) as made:
        yield made


def run(see: SeePhotos) -> tuple[list[SeeEvent], SeeSummary]:
    *events, summary = see.run(CancelSwitch())
    assert isinstance(summary, SeeSummary)
    return events, summary


def test_a_model_that_comes_to_no_end_with_any_picture_is_given_up_and_keeps_nothing_from_the_others(seen: Seen) -> None:
    ids = [seen.add(f"{number}", number) for number in range(9)]
    see = seen.see()
    _, summary = run(see)
    assert (summary.looked, summary.troubled) == (9, 0)
    assert summary.missing is not None
    assert "“sizes-1” came to no end with 3 photos" in summary.missing
    assert "(the last: Reading the file took longer than 180 seconds; it was given up)." in summary.missing
    assert "until Candid is started again" in summary.missing
    assert all(look.guesses for look in seen.looks.of(ids).values())
    assert len(seen.troubles) == MOST_BROKEN_OFF, "only those with which it was tried"
    together = [models for _, models in Failing.asked if len(models) > 1]
    assert len(together) == 1, "once it has failed, it looks alone and after the others"
    Failing.asked.clear()
    _, again = run(see)
    assert (again.missing, Failing.asked) == (summary.missing, [])


def test_a_picture_now_and_then_gives_no_model_up(seen: Seen, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Failing, "word", "bad")
    for number in range(4):
        seen.add(f"{number} bad", number)
        seen.add(f"{number} good", number + 10)
    assert counted(seen.run()) == (8, 0, False, None)
    assert len(seen.troubles) == 4
    assert seen.looks.tally([stand_in.SIZES]).looked_by_any == 8


def test_a_picture_that_is_too_much_for_every_model_is_held_against_none(seen: Seen, monkeypatch: pytest.MonkeyPatch) -> None:
    both = {stand_in.COLOURS, stand_in.SIZES}

    def each(
        self: Failing, function: Callable[..., Sight], files: Iterable[ToSee], token: CancelToken, *arguments: object
    ) -> Iterator[tuple[ToSee, Sight | Skipped]]:
        for found in files:
            assert set(found.models) <= both
            yield found, BrokenOff(found.path, "It crashed.", found.stamp)

    monkeypatch.setattr(Failing, "each", each)
    for number in range(5):
        seen.add(f"{number}", number)
    assert counted(seen.run()) == (0, 5, False, None)


@pytest.mark.parametrize("model", [stand_in.COLOURS, failing.OWN])
def test_a_model_that_is_never_ready_is_left_out_and_the_others_look(seen: Seen, model: ModelId, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Failing, "ready", False)
    monkeypatch.setattr(Failing, "model", model)
    ids = [seen.add(f"{number}", number) for number in range(3)]
    see = seen.see([*seen.makings, Making(failing.own)])
    _, summary = run(see)
    assert (summary.looked, summary.troubled) == (3, 0)
    assert summary.missing is not None
    assert f"“{model.partition('/')[0]}” could not be made ready to look at photos (it took longer than 300 seconds)" in summary.missing
    others = [each for each in (stand_in.COLOURS, stand_in.SIZES, failing.OWN) if each != model]
    assert seen.looks.tally(others).looked(others) == 3
    assert seen.looks.tally([model]).looked_by_any == 0
    assert seen.troubles == {}, "a model that cannot look is no fault of the pictures"
    assert set(seen.looks.of(ids)) == set(ids)
    Failing.asked.clear()
    assert run(see)[1].missing == summary.missing
    assert Failing.asked == []


def test_a_model_of_ones_own_looks_in_workers_of_its_own_after_the_others(seen: Seen, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Failing, "model", ModelId("none"))
    for number in range(3):
        seen.add(f"{number}", number)
    events, summary = run(seen.see([Making(failing.own), *seen.makings]))
    shipped = (stand_in.COLOURS, stand_in.SIZES)
    assert [models for _, models in Failing.asked] == [shipped] * 3 + [(failing.OWN,)] * 3
    assert summary.looked == 3, "a photo counts once"
    assert sum(len(each.photo_ids) for each in events if isinstance(each, LooksStored)) == 6


@pytest.mark.parametrize("how", ["short", "nan", "other", "none", "faces"])
def test_a_look_that_cannot_be_kept_is_the_trouble_of_its_model_and_photo(seen: Seen, how: str) -> None:
    photo = seen.add("one", 1)
    makings = [Making(failing.bent, how), Making(stand_in.colours, str(seen.place))]
    assert counted(seen.run(makings)) == (1, 0, False, None)
    assert seen.looks.of([photo])[photo].guesses == (Guess("grey 1", 0.5),)
    assert "the model bent/1" in seen.troubles[photo]
    assert counted(seen.run(makings)) == (0, 0, False, None)


def test_a_model_that_cannot_be_made_whatever_the_reason_leaves_the_others(seen: Seen, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Failing, "model", ModelId("none"))
    seen.add("one", 1)
    summary = seen.run([Making(failing.broken), *seen.makings])
    assert (summary.looked, summary.troubled) == (1, 0)
    assert summary.missing == "A model that looks at photos could not be made ready (RuntimeError: no such device); please report this."


def test_what_was_read_is_found_although_the_model_is_dropped_in_the_same_batch(seen: Seen, monkeypatch: pytest.MonkeyPatch) -> None:
    """One worker has read a text, and another has no memory for the model."""

    def each(
        self: Failing, function: Callable[..., Sight], files: Iterable[ToSee], token: CancelToken, *arguments: object
    ) -> Iterator[tuple[ToSee, Sight | Skipped]]:
        for number, found in enumerate(files):
            sight = function(found, *arguments)
            if number == 0:
                yield found, sight
            else:
                yield found, Sight((), tuple((model_id, "There is not enough memory.") for model_id in found.models))

    monkeypatch.setattr(Failing, "each", each)
    for number in range(2):
        seen.add(f"{number}", number)
    summary = seen.run([Making(failing.reader)])
    assert (summary.looked, summary.missing) == (1, "There is not enough memory.")
    (photo,) = seen.looks.of(map(PhotoId, seen.catalogue.browse().tolist()))
    assert PictureWords(seen.catalogue).read_photos() == (photo,)
    with seen.catalogue.one_view() as connection:
        assert connection.execute("SELECT faces FROM photo WHERE id = ?", (photo,)).fetchone() == (0,)
