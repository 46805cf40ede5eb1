"""Whatever is done to a library in whatever order, it equals one that was made anew of what it should hold."""

import tempfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from app.domain.ids import FolderId, ModelId, PassageId, PhotoId
from app.domain.photo import ReadPhoto
from app.domain.ports import Postings
from app.domain.query import Term
from app.domain.words import Field
from app.library.catalogue import Catalogue
from app.library.records import Stored, StoredKind
from tests.unit.library.made import read_photo

ROOTS = ("/p", "/p/a", "/q")
WORDS = ("boat", "boats", "café", "写真", "sea side", "dog's")
PATHS = st.sampled_from([f"{root}/{name}.jpg" for root in ("/p", "/p/a", "/p/a/b", "/q") for name in ("one", "two")])
TEXTS = st.none() | st.sampled_from(WORDS)
PHOTOS = st.builds(
    read_photo,
    PATHS,
    content=st.sampled_from("ABCDEF"),
    caption=TEXTS,
    title=TEXTS,
    tags=st.lists(st.sampled_from(WORDS), max_size=2, unique=True).map(tuple),
)
MODEL = ModelId("model")

Words = dict[str, set[tuple[str, Field]]]


class Steps(RuleBasedStateMachine):
    """A real library beside a model of it: which photo is at which path, in which folder, and what it says."""

    def __init__(self) -> None:
        super().__init__()
        self.place = tempfile.TemporaryDirectory()
        self.catalogue = Catalogue(Path(self.place.name) / "catalogue.sqlite3")
        self.folders: dict[str, FolderId] = {}
        self.known: dict[PhotoId, tuple[str, ReadPhoto]] = {}
        self.gone: set[PhotoId] = set()
        self.vectors: set[PassageId] = set()

    def teardown(self) -> None:
        try:
            self.compare_with_one_made_anew()
        finally:
            self.catalogue.close()
            self.place.cleanup()

    def take(self, stored: Stored) -> None:
        """Embed what is new and forget what was removed, as indexing does."""
        self.vectors -= set(stored.removed_passages)
        self.embed(stored.new_passages)

    def embed(self, passage_ids: Sequence[PassageId]) -> None:
        new = sorted(passage_ids)
        assert not self.vectors & set(new)
        self.vectors |= set(self.catalogue.store_vectors(MODEL, new, np.ones((len(new), 1), np.float32)))

    @rule(root=st.sampled_from(ROOTS))
    def add_folder(self, root: str) -> None:
        self.folders[root] = self.catalogue.add_folder(root).id

    @precondition(lambda self: self.folders)
    @rule(data=st.data(), photos=st.lists(PHOTOS, max_size=4, unique_by=lambda photo: photo.path))
    def store(self, data: st.DataObject, photos: list[ReadPhoto]) -> None:
        root = data.draw(st.sampled_from(sorted(self.folders)))
        below = [photo for photo in photos if photo.path.startswith(root + "/")]
        kept = {photo.path for photo in below}
        missing = data.draw(
            st.sets(st.sampled_from([each for each, (_, photo) in self.known.items() if photo.path not in kept] or [PhotoId(-1)]))
        )
        stored = self.catalogue.store(self.folders[root], below, missing)
        made_way = dict(stored.exchanged)
        for photo, outcome in zip(below, stored.photos, strict=True):
            before = self.known.get(outcome.photo_id)
            assert (outcome.kind == StoredKind.MOVED) == (
                before is not None and before[1].path != photo.path and self._was_free(before, photo)
            )
            if outcome.photo_id in made_way and before is not None:
                other = made_way[outcome.photo_id]
                self.known[other] = (before[0], replace(self.known[other][1], path=before[1].path))
            owner = before[0] if before and outcome.kind != StoredKind.MOVED else self.innermost(photo.path)
            self.known[outcome.photo_id] = (owner, photo)
        self.gone = {each for each in self.gone if each not in {outcome.photo_id for outcome in stored.photos}}
        self.take(stored)

    def _was_free(self, before: tuple[str, ReadPhoto], photo: ReadPhoto) -> bool:
        return before[1].content_hash == photo.content_hash

    def innermost(self, path: str) -> str:
        return max((root for root in self.folders if path.startswith(root + "/")), key=len)

    @precondition(lambda self: self.known)
    @rule(data=st.data())
    def lose(self, data: st.DataObject) -> None:
        lost = data.draw(st.sets(st.sampled_from(sorted(self.known)), min_size=1))
        self.gone = self.gone | lost
        self.take(self.catalogue.mark_gone(sorted(lost)))

    @precondition(lambda self: self.known)
    @rule(data=st.data())
    def come_back(self, data: st.DataObject) -> None:
        back = data.draw(st.sets(st.sampled_from(sorted(self.known)), min_size=1))
        self.gone = self.gone - back
        self.take(self.catalogue.mark_present(sorted(back)))

    @precondition(lambda self: self.folders)
    @rule(data=st.data(), unavailable=st.booleans())
    def lose_sight(self, data: st.DataObject, unavailable: bool) -> None:
        self.catalogue.set_unavailable(self.folders[data.draw(st.sampled_from(sorted(self.folders)))], unavailable)

    @precondition(lambda self: self.folders)
    @rule(data=st.data())
    def forget(self, data: st.DataObject) -> None:
        root = data.draw(st.sampled_from(sorted(self.folders)))
        forgotten = self.catalogue.forget_folder(self.folders.pop(root))
        self.take(Stored((), forgotten.new_passages, forgotten.removed_passages))
        erased = set()
        for photo_id, (owner, photo) in list(self.known.items()):
            if owner == root:
                heirs = [other for other in self.folders if photo.path.startswith(other + "/")]
                if heirs:
                    self.known[photo_id] = (max(heirs, key=len), photo)
                else:
                    erased.add(self.known.pop(photo_id)[1].content_hash)
        assert set(forgotten.content_hashes) == erased - {photo.content_hash for _, photo in self.findable().values()}

    def findable(self) -> dict[PhotoId, tuple[str, ReadPhoto]]:
        return {each: known for each, known in self.known.items() if each not in self.gone}

    @invariant()
    def nothing_is_out_of_step(self) -> None:
        self.catalogue.check()
        findable = self.findable()
        assert set(self.catalogue.browse().tolist()) == set(self.catalogue.satisfying([]).tolist()) == set(findable)
        assert {each: photo.path for each, photo in self.catalogue.photos(list(self.known)).items()} == {
            each: photo.path for each, (_, photo) in self.known.items()
        }
        assert set(self.catalogue.vector_ids(MODEL).tolist()) == self.vectors
        assert self.catalogue.passages_without_vector(MODEL, 1) == ()

    def compare_with_one_made_anew(self) -> None:
        with tempfile.TemporaryDirectory() as place, Catalogue(Path(place) / "catalogue.sqlite3") as fresh:
            for root in self.folders:
                mine = [replace(photo, thumbnail=b"") for owner, photo in self.findable().values() if owner == root]
                fresh.store(fresh.add_folder(root).id, mine)
            assert words(self.catalogue) == words(fresh)
            assert passages(self.catalogue) == passages(fresh)
            assert self.catalogue.counts().passages == fresh.counts().passages


def words(catalogue: Catalogue) -> Words:
    """Where every word of the tests stands, by path."""
    looked_up = {word: catalogue.holding(Term(word)) for word in (*WORDS, "one", "two", "jpg", "p", "a", "b", "q")}
    equal = {"=" + word: catalogue.equal_to(word) for word in (*WORDS, "one", "p")}
    return {word: _by_path(catalogue, postings) for word, postings in (looked_up | equal).items()}


def _by_path(catalogue: Catalogue, postings: Postings) -> set[tuple[str, Field]]:
    photos = catalogue.photos(map(PhotoId, postings.photo_ids.tolist()))
    return {
        (photos[PhotoId(each)].path, Field(field))
        for each, field in zip(postings.photo_ids.tolist(), postings.fields.tolist(), strict=True)
    }


def passages(catalogue: Catalogue) -> set[tuple[Field, str, frozenset[str]]]:
    """Field and text of every passage, with the paths of the photos that share it."""
    texts = catalogue.passage_texts(range(10_000))
    ids = np.array(sorted(texts), dtype=np.int64)
    photo_ids, places = catalogue.photos_of(ids)
    paths = catalogue.photos(map(PhotoId, set(photo_ids.tolist())))
    shared: dict[int, set[str]] = {each: set() for each in ids.tolist()}
    for photo_id, place in zip(photo_ids.tolist(), places.tolist(), strict=True):
        shared[int(ids[place])].add(paths[photo_id].path)
    return {(*texts[PassageId(each)], frozenset(found)) for each, found in shared.items()}


Steps.TestCase.settings = settings(max_examples=60, stateful_step_count=15, deadline=None)
TestSteps = Steps.TestCase
