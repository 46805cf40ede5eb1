"""The whole folder of models is gone: words find and answer, what needs meaning says what to do, and the vectors wait."""

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from app import bootstrap
from app.bootstrap import Built, build
from app.config.paths import LibraryPaths, shipped
from app.domain.errors import ModelUnavailable
from app.embedding.sentence import SentenceModel
from app.photos.workers import WorkerReader
from app.services.cancel import CancelSwitch
from app.services.events import IndexSummary
from tests.unit.services.conftest import MakePhoto

TODAY = date(2026, 6, 1)
PLACES = ("harbour", "garden")


@pytest.fixture
def paths(tmp_path: Path, photos: Path, make_photo: MakePhoto, embedder: SentenceModel, reader: WorkerReader) -> LibraryPaths:
    """A library that was indexed with its model."""
    for place in PLACES:
        make_photo(f"{place}.jpg", f"a red boat in the old {place} at dawn")
    found = LibraryPaths(tmp_path / "kept")
    with build(found, embedder, reader) as built:
        list(built.use_cases.index.run([str(photos)], CancelSwitch()))
    return found


@pytest.fixture
def no_models(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bootstrap, "shipped", lambda name: tmp_path / "gone" if name == "models" else shipped(name))


@pytest.fixture
def bare(paths: LibraryPaths, no_models: None, reader: WorkerReader) -> Iterator[Built]:
    """It is opened without one."""
    with build(paths, None, reader) as built:
        yield built


def test_words_answer_and_closeness_is_unknown(bare: Built) -> None:
    answer = bare.use_cases.ask.ask("do I have pictures of the harbour?", TODAY)
    assert answer.closeness is None
    assert [Path(each.path).name for each in answer.cited] == ["harbour.jpg"]
    assert "manifest.toml cannot be read" in answer.lines[0].text


def test_searching_finds_words_and_tells_the_reason(bare: Built) -> None:
    listing = bare.use_cases.search.search("harbour boat", TODAY)
    assert listing.matches
    assert listing.notice is not None
    assert "install Candid again" in listing.notice


def test_measuring_tells_the_reason(bare: Built) -> None:
    with pytest.raises(ModelUnavailable, match="install Candid again"):
        list(bare.use_cases.measure.run(CancelSwitch()))
    assert "never measured" in bare.use_cases.measure.why_again()


def test_vectors_wait_for_the_model(
    paths: LibraryPaths, no_models: None, photos: Path, make_photo: MakePhoto, embedder: SentenceModel, reader: WorkerReader
) -> None:
    make_photo("new.jpg", "a green tram on the bridge")
    with build(paths, None, reader) as built:
        before = built.use_cases.folders.counts().vectors
        *_, summary = built.use_cases.index.run([str(photos)], CancelSwitch())
        assert isinstance(summary, IndexSummary)
        assert summary.meaning_missing is not None
        assert summary.indexed == 1
        assert built.use_cases.folders.counts().vectors == before > 0
    with build(paths, embedder, reader) as built:
        list(built.use_cases.index.run([str(photos)], CancelSwitch()))
        counts = built.use_cases.folders.counts()
        assert counts.vectors == counts.passages > before


def test_a_new_library_without_models(tmp_path: Path, no_models: None, photos: Path, make_photo: MakePhoto, reader: WorkerReader) -> None:
    make_photo("harbour.jpg", "a red boat in the old harbour at dawn")
    with build(LibraryPaths(tmp_path / "new"), None, reader) as built:
        *_, summary = built.use_cases.index.run([str(photos)], CancelSwitch())
        assert isinstance(summary, IndexSummary)
        assert summary.meaning_missing is not None
        assert built.use_cases.search.search("harbour", TODAY).matches
        assert built.use_cases.ask.ask("do I have pictures of the harbour?", TODAY).cited
        with pytest.raises(ModelUnavailable):
            list(built.use_cases.measure.run(CancelSwitch()))
