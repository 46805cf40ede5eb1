"""What pictures seem to show, as a person gets to see it: without the refused guesses, and nothing before they were looked at."""

from app.bootstrap import Built
from app.domain.ids import ModelId, PhotoId
from app.domain.look import FaceBox, Guess, Look, Told
from app.domain.own_words import Change
from app.library.forgotten_looks import forget_looks
from app.library.looks import Looks
from app.services.seen import Seen
from tests.unit.services.test_own_words import Index, ids  # noqa: F401 - the fixture

CANOE, SHORE = Guess("canoe", 0.6), Guess("lake shore", 0.5)
FACE = FaceBox(0.1, 0.1, 0.2, 0.3, 0.9)
CONTENT, FACES = ModelId("content"), ModelId("faces")


def look_at(built: Built, photo_id: PhotoId) -> None:
    """Two models look at a photo."""
    content = built.catalogue.photos([photo_id])[photo_id].content_hash
    looks = Looks(built.catalogue)
    looks.store(CONTENT, [(photo_id, content, Look(guesses=(CANOE, SHORE)))], (Told.GUESSES,))
    looks.store(FACES, [(photo_id, content, Look(faces=(FACE,)))], (Told.FACES,))


def test_only_what_was_looked_at_is_seen(built: Built, ids: list[PhotoId]) -> None:  # noqa: F811
    look_at(built, ids[0])
    assert built.use_cases.look.seen(ids) == {ids[0]: Seen((CANOE, SHORE), "a portrait of a person", (FACE,))}


def test_refused_guesses_are_left_out_and_named_apart(built: Built, ids: list[PhotoId]) -> None:  # noqa: F811
    look_at(built, ids[0])
    built.use_cases.describe.change(ids[:1], Change(refuse=("Canoe", "a portrait of a person", "otter")))
    seen = built.use_cases.look.seen(ids)[ids[0]]
    assert (seen.guesses, seen.people, seen.refused) == ((SHORE,), "", ("a portrait of a person", "canoe"))
    assert seen.faces == (FACE,), "how many faces there are is another question"
    built.use_cases.describe.change(ids[:1], Change(unrefuse=seen.refused))
    assert built.use_cases.look.seen(ids)[ids[0]].refused == ()


def test_what_is_forgotten_is_not_seen_until_it_is_looked_at_again(built: Built, ids: list[PhotoId]) -> None:  # noqa: F811
    look_at(built, ids[0])
    forget_looks(built.catalogue, [CONTENT])
    assert built.use_cases.look.seen(ids) == {ids[0]: Seen((), "a portrait of a person", (FACE,))}
    forget_looks(built.catalogue, [CONTENT, FACES])
    assert built.use_cases.look.seen(ids) == {}
    look_at(built, ids[0])
    assert built.use_cases.look.seen(ids)[ids[0]].guesses == (CANOE, SHORE)
