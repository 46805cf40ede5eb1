"""Photos per second of indexing a folder, against the bare work on the same files with the same number of processes.

python -m tests.benchmarks.indexing FOLDER [--json]
"""

import argparse
import io
import multiprocessing
import os
import tempfile
import time
from pathlib import Path

import pillow_heif
import rawpy
from PIL import Image

from app.bootstrap import open_library
from app.config.paths import LibraryPaths, shipped
from app.domain.file_names import RAW_EXTENSIONS, stem_and_extension
from app.domain.photo import FoundFile
from app.embedding.sentence import SentenceModel
from app.library.catalogue import Catalogue
from app.photos.walk import walk
from app.services.cancel import CancelSwitch
from app.services.events import IndexSummary
from tests.benchmarks.measuring import peak_memory, show

Image.MAX_IMAGE_PIXELS = None
pillow_heif.register_heif_opener(decode_threads=1, thumbnails=False)


def bare_photo(path: str) -> bool:
    """Read, decode at a scale of the thumbnail, encode the thumbnail: the least that any indexer does."""
    try:
        picture = Image.open(io.BytesIO(_encoded(path)))
        picture.draft("RGB", (512, 512))
        picture.thumbnail((512, 512))
        picture.convert("RGB").save(io.BytesIO(), "JPEG", quality=85)
    except (OSError, SyntaxError, ValueError, rawpy.LibRawError):
        return False
    return True


def _encoded(path: str) -> bytes:
    """The bytes of a picture; of camera RAW those of its preview."""
    if stem_and_extension(path)[1] in RAW_EXTENSIONS:
        with rawpy.imread(path) as raw:
            return bytes(raw.extract_thumb().data)
    return Path(path).read_bytes()


def bare_seconds(paths: list[str], texts: list[str]) -> float:
    """The bare work: photos in as many processes as there are cores, the texts through the model beside them."""
    model = SentenceModel(shipped("models"))
    model.load()
    with multiprocessing.get_context("spawn").Pool(os.cpu_count()) as pool:
        pool.map(bare_photo, paths[:4])
        start = time.perf_counter()
        photos = pool.map_async(bare_photo, paths, chunksize=4)
        for first in range(0, len(texts), 32):
            model.embed(texts[first : first + 32])
        photos.wait()
        return time.perf_counter() - start


def measure(folder: str) -> dict[str, object]:
    """Index a folder into a fresh library, then do the bare work on what was indexed."""
    with tempfile.TemporaryDirectory() as place:
        with peak_memory() as peak, open_library(LibraryPaths(Path(place))) as candid:
            summaries = [event for event in candid.index.run([folder], CancelSwitch()) if isinstance(event, IndexSummary)]
            again = [event for event in candid.index.run([folder], CancelSwitch()) if isinstance(event, IndexSummary)]
        texts = _passages(Path(place))
    summary = summaries[0]
    skipped = {each.path for each in summary.skipped}
    paths = [each.path for each in walk(folder) if isinstance(each, FoundFile) and each.path not in skipped]
    bare = bare_seconds(paths, texts)
    return {
        "photos": summary.indexed,
        "skipped": len(skipped),
        "passages": len(texts),
        "seconds": summary.seconds,
        "photos per second": summary.indexed / summary.seconds,
        "bare seconds": bare,
        "bare photos per second": len(paths) / bare,
        "ratio to bare": bare / summary.seconds,
        "second run to first": again[0].seconds / summary.seconds,
        "peak memory MiB": peak.mebibytes,
    }


def _passages(place: Path) -> list[str]:
    catalogue = Catalogue(LibraryPaths(place).catalogue)
    try:
        pending = catalogue.passages_without_vector("none", 1_000_000)  # type: ignore[arg-type]
        return [text for _, text in pending]
    finally:
        catalogue.close()


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    show(measure(arguments.folder), arguments.json)


if __name__ == "__main__":
    main()
