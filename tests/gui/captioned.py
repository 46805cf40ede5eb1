"""A library of captions without picture files: real ones where they are at hand, else sentences put together here."""

from collections.abc import Sequence
from itertools import product
from pathlib import Path

from app.config.paths import LibraryPaths
from app.domain.ids import ContentHash, PassageId
from app.domain.photo import Fact, FileStamp, PhotoFacts, ReadPhoto
from app.embedding.sentence import SentenceModel
from app.library.catalogue import Catalogue
from tests.conftest import SHARED

FOLDER = "/photos/captioned"
_WHO = ("An old fisherman", "A brown dog", "Two laughing children", "A woman in a red coat", "A marching band", "Several white horses")
_WHAT = ("carrying a wicker basket", "waiting beside a bicycle", "looking at the distant mountains", "playing under a large umbrella")
_WHERE = ("on a wooden harbour pier", "in the snowy village square", "near a field of yellow tulips", "at the crowded railway station")


def captions(number: int) -> list[str]:
    """So many sentences, each of a picture of its own."""
    file = SHARED / "text" / "captions_dev.tsv"
    made = [" ".join(parts) for parts in product(_WHO, _WHAT, _WHERE)]
    real = [line.split("\t")[1] for line in file.read_text(encoding="utf-8").splitlines()[1:]] if file.is_file() else made
    return real[:number]


def fill(library: Path, embedder: SentenceModel, texts: Sequence[str]) -> None:
    """Make a library of photos with these captions, each with its vector."""
    with Catalogue(LibraryPaths(library).catalogue) as catalogue:
        folder = catalogue.add_folder(FOLDER)
        catalogue.store(folder.id, [_photo(number, text) for number, text in enumerate(texts)])
        pending = catalogue.passages_without_vector(embedder.model_id, len(texts) * 4)
        catalogue.store_vectors(embedder.model_id, [PassageId(each) for each, _ in pending], embedder.embed([text for _, text in pending]))


def _photo(number: int, caption: str) -> ReadPhoto:
    facts = PhotoFacts(caption=Fact(caption, "made") if caption else None)
    return ReadPhoto(f"{FOLDER}/{number}.jpg", FileStamp(1, 1), ContentHash(f"{number:064x}"), "JPEG", 640, 480, facts, b"")
