"""A hundred kills at random moments of indexing 600 photos: nothing is lost, nothing is half, and the end is that of an undisturbed run."""

import io
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from app.bootstrap import Built, build
from app.config.paths import LibraryPaths
from app.domain.own_words import Change
from app.domain.photo import Photo
from app.embedding.sentence import SentenceModel
from app.photos.workers import WorkerReader

pytestmark = pytest.mark.soak

CHECKOUT = Path(__file__).parents[2]
PHOTOS, KILLS, KILLS_PER_LIBRARY = 600, int(os.environ.get("CANDID_SOAK_KILLS", "100")), 10
SEED = 20261130
TODAY = date(2026, 11, 30)
WORDS = ("boat", "harbour", "lighthouse", "beach", "dog", "meadow", "night", "snow", "bridge", "market", "rain", "orchard", "lantern")
QUERIES = ("boat", "a dog on a meadow", "snow at night", "lantern -rain", "lighthouse harbour", "ships in a port", "date:2014")


@pytest.fixture(scope="module")
def photos(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Small pictures that all differ, with captions and times."""
    folder, rng = tmp_path_factory.mktemp("photos"), random.Random(SEED)
    for n in range(PHOTOS):
        picture = Image.frombytes("RGB", (24, 18), rng.randbytes(24 * 18 * 3)).resize((160, 120))
        facts = Image.Exif()
        facts[0x010E] = " ".join(rng.sample(WORDS, 3)) + f" {n}"
        facts.get_ifd(0x8769)[0x9003] = f"{2005 + n % 20}:06:14 10:{n % 60:02}:{n // 60:02}"
        place = folder / f"day {n % 7}"
        place.mkdir(exist_ok=True)
        picture.save(place / f"{n:03}.jpg", exif=facts, quality=90)
    return folder


def index_command(photos: Path, paths: LibraryPaths) -> list[str]:
    return [sys.executable, "-m", "app", "index", str(photos), "--library", str(paths.root), "--json"]


def finish(photos: Path, paths: LibraryPaths) -> float:
    """Index to the end; the seconds that took."""
    began = time.monotonic()
    done = subprocess.run(index_command(photos, paths), cwd=CHECKOUT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return time.monotonic() - began


@dataclass
class Log:
    """What happened, for the report."""

    kills: int = 0
    too_late: int = 0
    libraries: int = 0
    put_back: int = 0
    unfinished: int = 0
    drawn_later: int = 0
    photos_at_kills: list[int] = field(default_factory=list)


@dataclass(frozen=True)
class Undisturbed:
    """A library that was indexed without a kill, and how long that took."""

    paths: LibraryPaths
    seconds: float


@dataclass
class Said:
    """The words that were said until now, by path."""

    ratings: dict[str, int] = field(default_factory=dict)
    tagged: set[str] = field(default_factory=set)

    def say(self, built: Built, rng: random.Random) -> None:
        """Rate and tag some photos that are there."""
        known = sorted(photos_of(built))
        for path in rng.sample(known, min(4, len(known))):
            rating = rng.randrange(1, 6)
            photo = photos_of(built)[path]
            built.use_cases.describe.change([photo.id], Change(rating=rating, add_tags=("Keepsake",)))
            self.ratings[path] = rating
            self.tagged.add(path)

    def repeat(self, built: Built) -> None:
        """Say the same in another library."""
        known = photos_of(built)
        for path, rating in self.ratings.items():
            built.use_cases.describe.change([known[path].id], Change(rating=rating, add_tags=("Keepsake",)))

    def check(self, built: Built) -> None:
        """All of it is there, and nothing else."""
        known = photos_of(built)
        assert {path: each.facts.rating.value for path, each in known.items() if each.facts.rating} == self.ratings
        assert {path for path, each in known.items() if each.facts.tags} == self.tagged
        assert sorted(known[path].id for path in self.tagged) == built.catalogue.equal_to("keepsake").photo_ids.tolist()


def photos_of(built: Built) -> dict[str, Photo]:
    found = built.catalogue.photos(built.catalogue.browse().tolist())
    return {each.path: each for each in found.values()}


def killed(photos: Path, paths: LibraryPaths, seconds: float, *, reading: bool) -> bool:
    """Start indexing and kill it with all its workers so many seconds after it began, or began to read; False if it was done before."""
    told = paths.root.with_suffix(".told")
    with told.open("w") as stderr:
        process = subprocess.Popen(
            index_command(photos, paths), cwd=CHECKOUT, stdout=subprocess.DEVNULL, stderr=stderr, start_new_session=True
        )
    while reading and process.poll() is None and "reading" not in told.read_text():
        time.sleep(0.01)
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        return True
    assert process.returncode == 0, told.read_text()
    return False


def whole_thumbnails(paths: LibraryPaths) -> Iterator[str]:
    """The contents that have one; each can be drawn to its last line."""
    for each in paths.thumbnails.rglob("*.jpg"):
        encoded = each.read_bytes()
        assert encoded.endswith(b"\xff\xd9")
        Image.open(io.BytesIO(encoded)).load()
        yield each.stem


def look(built: Built, paths: LibraryPaths, said: Said, before: dict[str, Photo]) -> dict[str, Photo]:
    """What must hold after any kill; the photos that are there now."""
    built.catalogue.check()
    with built.catalogue.one_view() as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    now = photos_of(built)
    assert {path: each.id for path, each in now.items()}.items() >= {path: each.id for path, each in before.items()}.items()
    said.check(built)
    model = built.embedder.model_id
    ids, vectors = built.catalogue.vectors(model)
    assert built.catalogue.vector_ids(model).tolist() == ids.tolist()
    assert len(built.vectors) == len(ids)
    for passage, row in list(zip(ids.tolist(), vectors, strict=True))[:: max(1, len(ids) // 20)]:
        assert built.vectors.nearest(row, 1).ids.tolist() == [passage]
    for query in QUERIES:
        listing = built.use_cases.search.search(query, TODAY)
        built.use_cases.search.cards(listing, 0, 50)
    list(whole_thumbnails(paths))
    return now


def results(built: Built) -> object:
    """All that can be seen of a library, by path and text."""
    photos = {
        path: (each.content_hash, each.facts, each.said, each.stamp, each.width, each.height, each.notes, each.perceptual_hash, each.state)
        for path, each in photos_of(built).items()
    }
    lists = {}
    for query in QUERIES:
        listing = built.use_cases.search.search(query, TODAY)
        cards = built.use_cases.search.cards(listing, 0, 1000)
        lists[query] = sorted((card.photo.path, card.match_percentage or 0) for card in cards)
    return photos, lists, built.catalogue.counts()


def meanings(built: Built) -> dict[tuple[int, str], np.ndarray[tuple[int], np.dtype[np.float32]]]:
    ids, vectors = built.catalogue.vectors(built.embedder.model_id)
    texts = built.catalogue.passage_texts(ids.tolist())
    return {(int(field_), text): row for (field_, text), row in zip(texts.values(), vectors, strict=True)}


@pytest.fixture(scope="module")
def undisturbed(photos: Path, tmp_path_factory: pytest.TempPathFactory) -> Undisturbed:
    """A library that nobody disturbed."""
    paths = LibraryPaths(tmp_path_factory.mktemp("undisturbed") / "library")
    return Undisturbed(paths, finish(photos, paths))


@pytest.fixture(scope="module")
def log(undisturbed: Undisturbed) -> Iterator[Log]:
    log = Log()
    yield log
    print(f"\nan undisturbed run took {undisturbed.seconds:.1f} s; {log}", flush=True)


@pytest.mark.parametrize("seed", range(KILLS // KILLS_PER_LIBRARY))
def test_ten_of_a_hundred_kills(
    photos: Path, undisturbed: Undisturbed, log: Log, embedder: SentenceModel, reader: WorkerReader, tmp_path: Path, seed: int
) -> None:
    parts, rng = (embedder, reader), random.Random(SEED + seed)
    kills = log.kills
    while log.kills < kills + KILLS_PER_LIBRARY:
        paths = LibraryPaths(tmp_path / f"library {log.libraries}")
        said = disturb(photos, paths, log, undisturbed.seconds, parts, rng, kills + KILLS_PER_LIBRARY)
        compare(photos, paths, undisturbed.paths, said, log, parts)
        shutil.rmtree(paths.root)
        log.libraries += 1


def disturb(
    photos: Path, paths: LibraryPaths, log: Log, whole: float, parts: tuple[SentenceModel, WorkerReader], rng: random.Random, until: int
) -> Said:
    """Index under kills, and say something between them, until so many kills or until all is read."""
    said, known = Said(), dict[str, Photo]()
    while log.kills < until:
        reading = rng.random() < 0.8
        left = whole * (1 - len(known) / PHOTOS) / 3 + 0.2 if reading else 3
        if not killed(photos, paths, rng.uniform(0, left), reading=reading):
            log.too_late += 1
            break
        log.kills += 1
        with build(paths, *parts) as built:
            log.put_back += built.use_cases.rescued is not None
            assert built.use_cases.rescued is None or "lacked its last changes" in built.use_cases.rescued.sentence
            known = look(built, paths, said, known)
            said.say(built, rng)
        log.photos_at_kills.append(len(known))
    return said


def compare(
    photos: Path, paths: LibraryPaths, undisturbed: LibraryPaths, said: Said, log: Log, parts: tuple[SentenceModel, WorkerReader]
) -> None:
    """After a finishing run all is as if nothing had happened."""
    finish(photos, paths)
    log.unfinished += sum(1 for _ in paths.root.rglob("*.part"))
    twin = LibraryPaths(Path(shutil.copytree(undisturbed.root, paths.root.with_name("twin"))))
    with build(paths, *parts) as built, build(twin, *parts) as other:
        assert built.use_cases.rescued is None
        said.check(built)
        said.repeat(other)
        look(built, paths, said, {})
        assert results(built) == results(other)
        ours, theirs = meanings(built), meanings(other)
        assert ours.keys() == theirs.keys()
        assert max(float(np.abs(ours[key] - theirs[key]).max()) for key in ours) < 1e-5
        # One that was killed between its row and its thumbnail is drawn when it is first looked at.
        known = {each.content_hash: each for each in photos_of(built).values()}
        kept = set(whole_thumbnails(paths))
        log.drawn_later += len(known.keys() - kept)
        assert kept <= known.keys()
        assert all(built.use_cases.look.thumbnail(known[each]) for each in known.keys() - kept)
        assert set(whole_thumbnails(paths)) == known.keys()
    shutil.rmtree(twin.root)
