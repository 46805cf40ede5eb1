"""The real photos beside the checkout, held to what is known of them."""

import csv
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from app.bootstrap import Built, build
from app.embedding.sentence import SentenceModel
from app.photos.workers import WorkerReader
from app.services.events import IndexSummary
from tests.indexed import CopyOf

pytestmark = pytest.mark.shared

READ = {"JPEG", "PNG", "WEBP", "TIFF", "GIF", "MPO", "BMP", "HEIF", "HEIC", "AVIF"}
"""Formats by Pillow's names and by exiftool's."""
DAY = date(2024, 6, 1)


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


@pytest.fixture(scope="module")
def indexed(shared: Path, copy_of: CopyOf, embedder: SentenceModel, reader: WorkerReader) -> Iterator[tuple[Built, IndexSummary]]:
    paths, summary = copy_of(shared / "photos")
    with build(paths, embedder, reader) as built:
        yield built, summary


def test_every_photo_that_can_be_read_is_indexed_and_every_other_named(indexed: tuple[Built, IndexSummary], shared: Path) -> None:
    built, summary = indexed
    skipped = {each.path: each.reason for each in summary.skipped}
    assert all(reason.endswith(".") and "Traceback" not in reason for reason in skipped.values())
    for table in ("library_decode.tsv", "formats_decode.tsv", "odd_decode.tsv"):
        for row in rows(shared / "photos" / "truth" / table):
            path = str(shared / "photos" / row["path"])
            if row["pillow13_verdict"] == "ok" and row["pillow_format"] in READ:
                assert built.catalogue.by_path(path), path
            elif Path(path).suffix not in (".xml", ".xmp"):
                assert path in skipped or built.catalogue.by_path(path), path


def test_every_keyword_finds_its_photos_first(indexed: tuple[Built, IndexSummary], shared: Path) -> None:
    search = indexed[0].use_cases.search
    carriers: dict[str, set[str]] = {}
    for row in rows(shared / "photos" / "truth" / "library_metadata.tsv"):
        if row["format"] in READ:
            for keyword in filter(None, row["keywords"].split("|")):
                carriers.setdefault(keyword, set()).add(str(shared / "photos" / row["path"]))
    assert len(carriers) > 50
    for keyword, paths in carriers.items():
        quoted = f'tag:"{keyword}"'
        for query in (quoted, keyword):
            listing = search.search(query, DAY)
            first = {card.photo.path for card in search.cards(listing, 0, len(paths))}
            assert first == paths, query
