"""What every test shares: the photos and texts beside the checkout, where they are."""

import os
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import settings

from app.config.paths import shipped
from app.embedding.sentence import SentenceModel
from app.photos.workers import WorkerReader
from tests.indexed import CopyOf, make_copier
from tests.no_network import TRIED, refuse_network
from tests.originals import seen
from tests.turns import take_longest_first

refuse_network()
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
# No test may touch the keyring, or use the key, of the person who runs it.
os.environ["PYTHON_KEYRING_BACKEND"] = "keyring.backends.null.Keyring"
os.environ.pop("ANTHROPIC_API_KEY", None)

# No test says how long anything may take: a machine that is busy with other things must not fail one.
settings.register_profile("patient", deadline=None)
settings.load_profile("patient")

SHARED = Path(__file__).resolve().parents[2] / "shared"


def pytest_configure(config: pytest.Config) -> None:
    # xdist would begin with the files of most tests; the longest ones have few, and one process would end with them alone.
    config.option.loadscopereorder = False


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if hasattr(config, "workerinput"):
        take_longest_first(items)


@pytest.fixture(autouse=True)
def nothing_reaches_a_network() -> Iterator[None]:
    """A connection that was refused fails the test, even where the program made nothing of it."""
    TRIED.clear()
    yield
    assert TRIED == []


@pytest.fixture(autouse=True, scope="session")
def originals_stay_as_they_are() -> Iterator[None]:
    """Whatever the tests do, every original that they read has its bytes, mode and times at the end of them all."""
    folders = [each for each in (SHARED / "photos", shipped("resources") / "sample") if each.is_dir()]
    before = [seen(each) for each in folders]
    yield
    changed = [path for was, folder in zip(before, folders, strict=True) for path, _ in was.items() ^ seen(folder).items()]
    assert changed == []


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of real photos and texts; the test is skipped, visibly, where there is none."""
    if not SHARED.is_dir():
        pytest.skip("needs the photos and texts in ../shared")
    return SHARED


@pytest.fixture(scope="session")
def embedder() -> SentenceModel:
    """The real sentence model, loaded once."""
    return SentenceModel(shipped("models"))


@pytest.fixture(scope="session")
def reader() -> Iterator[WorkerReader]:
    """Real worker processes, started once."""
    with closing(WorkerReader()) as workers:
        yield workers


@pytest.fixture(scope="session")
def copy_of(tmp_path_factory: pytest.TempPathFactory, embedder: SentenceModel, reader: WorkerReader) -> CopyOf:
    """Gives copies of libraries over photos that nobody changes, each indexed once."""
    return make_copier(tmp_path_factory, embedder, reader)
