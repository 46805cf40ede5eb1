from collections.abc import Iterator
from pathlib import Path

import pytest

from app.domain.photo import Folder
from app.library.catalogue import Catalogue


@pytest.fixture
def catalogue(tmp_path: Path) -> Iterator[Catalogue]:
    with Catalogue(tmp_path / "library" / "catalogue.sqlite3") as opened:
        yield opened


@pytest.fixture
def folder(catalogue: Catalogue) -> Folder:
    return catalogue.add_folder("/pictures")
