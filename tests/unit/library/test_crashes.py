"""A process that is killed at any moment leaves a library that opens and answers right."""

import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from app.config.paths import LibraryPaths
from app.domain.ids import ModelId
from app.domain.query import Term
from app.library.catalogue import Catalogue
from app.library.index_files import open_vector_index

CHECKOUT = Path(__file__).parents[3]
MODEL = ModelId("model")

WRITE = """
import sys
from pathlib import Path
from app.library.catalogue import Catalogue
from tests.unit.library.made import read_photo
catalogue = Catalogue(Path(sys.argv[1]))
folder = catalogue.add_folder("/p")
for batch in range(int(sys.argv[2]), 10**6):
    stored = catalogue.store(folder.id, [read_photo(f"/p/{batch}-{n}.jpg", caption=f"a boat of batch {batch}") for n in range(20)])
    catalogue.mark_gone([each.photo_id for each in stored.photos[:5]])
    print(batch, flush=True)
"""

SAVE = """
import sys
from pathlib import Path
from app.config.paths import LibraryPaths
from app.domain.ids import ModelId
from app.library.catalogue import Catalogue
from app.library.index_files import open_vector_index, save_vector_index
paths = LibraryPaths(Path(sys.argv[1]))
catalogue = Catalogue(paths.catalogue)
index = open_vector_index(paths, catalogue, ModelId("model"), 64)
print("loaded", flush=True)
while True:
    save_vector_index(paths, catalogue, ModelId("model"), index)
"""


def killed_after(seconds: float, code: str, *arguments: object) -> list[str]:
    """Lines that a process has printed until it was killed, `seconds` after its first line."""
    process = subprocess.Popen([sys.executable, "-c", code, *map(str, arguments)], cwd=CHECKOUT, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    first = process.stdout.readline()
    time.sleep(seconds)
    process.send_signal(signal.SIGKILL)
    rest, _ = process.communicate(timeout=60)
    assert process.returncode == -signal.SIGKILL
    return [first, *rest.splitlines()]


@pytest.mark.parametrize("attempt", range(3))
def test_killed_while_writing(tmp_path: Path, attempt: int) -> None:
    path = tmp_path / "catalogue.sqlite3"
    reported = [int(line) for line in killed_after(random.Random(attempt).uniform(0.1, 0.5), WRITE, path, 0)]
    with Catalogue(path) as catalogue:
        catalogue.check()
        photos, finished = catalogue.photo_count(), reported[-1] + 1
        # A batch is two transactions: at most one of them was done and not reported.
        assert photos in {15 * finished, 15 * finished + 20, 15 * finished + 15}
        assert len(catalogue.holding(Term("boats")).photo_ids) == len(catalogue.browse()) == photos
        texts = catalogue.passage_texts(passage for passage, _ in catalogue.passages_without_vector(MODEL, 10**6))
        assert len(texts) == catalogue.counts().passages
        folder = catalogue.add_folder("/p")
        assert folder.photos == photos


@pytest.mark.parametrize("attempt", range(4))
def test_killed_while_saving_the_vector_index(tmp_path: Path, attempt: int) -> None:
    paths = LibraryPaths(tmp_path)
    rows = np.random.default_rng(1).normal(size=(2_000, 64))
    units = (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)
    with Catalogue(paths.catalogue) as catalogue:
        from tests.unit.library.made import read_photo

        photos = [read_photo(f"/p/{n}.jpg", caption=f"number {n} of many") for n in range(1_999)]
        new = catalogue.store(catalogue.add_folder("/pictures").id, photos).new_passages
        catalogue.store_vectors(MODEL, new, units[: len(new)])
        killed_after(random.Random(attempt).uniform(0.01, 0.2), SAVE, tmp_path)
        index = open_vector_index(paths, catalogue, MODEL, 64)
        assert index.ids.tolist() == list(new)
        assert [index.nearest(row, 1).ids.tolist() for row in units[: len(new) : 50]] == [[each] for each in new[::50]]
        assert len(list(paths.vectors.glob("*.map"))) == 1
