"""The face finder on real faces, on pictures without any, and on pictures of any size."""

import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from app.domain.errors import ModelUnavailable
from app.domain.look import FaceBox
from app.embedding.faces import FACE, FaceFinder

ROOT = Path(__file__).resolve().parents[3]
Pixels = NDArray[np.uint8]
ONE, TWO, THREE = "content/caltech101/c0083.jpg", "library/kphotoalbum/bar55_2.jpg", "library/kphotoalbum/qt-logo.jpg"
NETWORKS = ("full.onnx", "back.onnx")
NONE = ("content/caltech101/c0251.jpg", "library/tuscany", "library/budgie")


@pytest.fixture(scope="module")
def finder(models: Path) -> FaceFinder:
    return FaceFinder(models)


@pytest.fixture
def photos(shared: Path) -> Path:
    return shared / "photos"


def pixels(path: Path, side: int = 1024) -> Pixels:
    with Image.open(path) as image:
        image.thumbnail((side, side))
        return np.asarray(image.convert("RGB"))


def overlap(one: FaceBox, other: FaceBox) -> float:
    width = min(one.left + one.width, other.left + other.width) - max(one.left, other.left)
    height = min(one.top + one.height, other.top + other.height) - max(one.top, other.top)
    shared = max(width, 0) * max(height, 0)
    return shared / (one.width * one.height + other.width * other.height - shared)


@pytest.mark.parametrize(("name", "count"), [(ONE, 1), (TWO, 2), (THREE, 3)])
def test_real_faces_are_found_and_counted(finder: FaceFinder, photos: Path, name: str, count: int) -> None:
    assert len(finder.find(pixels(photos / name))) == count


def test_boxes_lie_in_the_picture_from_left_to_right(finder: FaceFinder, photos: Path) -> None:
    faces = finder.find(pixels(photos / "library/nextcloud/Nextcloud community.jpg"))
    assert len(faces) > 10
    assert [face.left for face in faces] == sorted(face.left for face in faces)
    for face in faces:
        assert 0 <= face.left < face.left + face.width <= 1 + 1e-9
        assert 0 <= face.top < face.top + face.height <= 1 + 1e-9
        assert FACE <= face.score <= 1


def test_a_box_agrees_with_what_a_person_has_drawn(finder: FaceFinder, photos: Path) -> None:
    drawn = FaceBox(0.368452 - 0.113095 / 2, 0.307857 - 0.198571 / 2, 0.113095, 0.198571, 1)  # the photo's own region of Marie Curie
    faces = finder.find(pixels(photos / "library/immich/portrait.jpg"))
    assert max(overlap(face, drawn) for face in faces) > 0.4


def test_the_same_picture_gives_the_same_boxes(finder: FaceFinder, models: Path, photos: Path) -> None:
    picture = pixels(photos / THREE)
    assert finder.find(picture) == finder.find(picture.copy()) == FaceFinder(models, threads=2).find(picture)


def test_a_smaller_picture_shows_the_same_faces(finder: FaceFinder, photos: Path) -> None:
    large, small = (finder.find(pixels(photos / TWO, side)) for side in (1024, 512))
    assert all(overlap(one, other) > 0.7 for one, other in zip(large, small, strict=True))


def test_a_mirrored_picture_shows_mirrored_faces(finder: FaceFinder, photos: Path) -> None:
    picture = pixels(photos / TWO)
    mirrored = finder.find(np.ascontiguousarray(picture[:, ::-1]))
    turned = [FaceBox(1 - face.left - face.width, face.top, face.width, face.height, face.score) for face in reversed(mirrored)]
    assert all(overlap(one, other) > 0.7 for one, other in zip(finder.find(picture), turned, strict=True))


def test_a_face_at_the_edge_is_cut_there(finder: FaceFinder, photos: Path) -> None:
    picture = pixels(photos / ONE)
    (face,) = finder.find(picture)
    (cut,) = finder.find(np.ascontiguousarray(picture[round((face.top + face.height * 0.15) * len(picture)) :]))
    assert 0 <= cut.top < 0.1


@pytest.mark.parametrize("name", NONE)
def test_photos_without_people_have_no_face(finder: FaceFinder, photos: Path, name: str) -> None:
    place = photos / name
    files = [place] if place.is_file() else sorted(place.glob("*.jpg"))[:4]
    assert files
    assert [finder.find(pixels(file)) for file in files] == [()] * len(files)


@pytest.mark.parametrize("size", [(1, 1), (1, 700), (700, 1), (3, 2), (31, 33), (200, 150), (2000, 60)])
@pytest.mark.parametrize("kind", ["black", "white", "noise"])
def test_pictures_of_any_size_without_content_have_no_face(finder: FaceFinder, size: tuple[int, int], kind: str) -> None:
    shape = (*size, 3)
    noise = np.random.default_rng(7).integers(0, 256, shape, np.uint8)
    picture = noise if kind == "noise" else np.full(shape, 255 * (kind == "white"), np.uint8)
    assert finder.find(picture) == ()


def test_a_drawn_landscape_has_no_face(finder: FaceFinder) -> None:
    image = Image.new("RGB", (640, 480), "skyblue")
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 300, 640, 480), fill="forestgreen")
    draw.polygon([(100, 300), (250, 90), (400, 300)], fill="grey")
    draw.ellipse((500, 40, 580, 120), fill="gold")
    assert finder.find(np.asarray(image)) == ()


def test_a_picture_that_may_not_be_written_to_is_looked_at(finder: FaceFinder) -> None:
    picture = np.zeros((40, 30, 3), np.uint8)
    picture.flags.writeable = False
    assert finder.find(picture) == ()


def test_threads_may_share_a_finder_that_is_not_loaded_yet(models: Path, photos: Path) -> None:
    finder, picture = FaceFinder(models), pixels(photos / TWO)
    with ThreadPoolExecutor(4) as threads:
        found = list(threads.map(lambda _: finder.find(picture), range(8)))
    assert len(found[0]) == 2
    assert found == [found[0]] * 8


def test_the_id_names_the_weights_and_their_use(finder: FaceFinder) -> None:
    assert finder.model_id.startswith("blazeface-")


def copied(models: Path, folder: Path) -> Path:
    (folder / "faces").mkdir()
    shutil.copy(models / "manifest.toml", folder)
    for name in NETWORKS:
        shutil.copy(models / "faces" / name, folder / "faces")
    return folder


@pytest.mark.parametrize("name", NETWORKS)
def test_a_missing_model_is_told_when_it_is_needed(models: Path, tmp_path: Path, name: str) -> None:
    finder = FaceFinder(copied(models, tmp_path))
    (tmp_path / "faces" / name).unlink()
    with pytest.raises(ModelUnavailable, match="cannot be read"):
        finder.find(np.zeros((8, 8, 3), np.uint8))


@pytest.mark.parametrize("name", NETWORKS)
def test_an_altered_model_is_refused(models: Path, tmp_path: Path, name: str) -> None:
    finder = FaceFinder(copied(models, tmp_path))
    with (tmp_path / "faces" / name).open("ab") as file:
        file.write(b"\n")
    with pytest.raises(ModelUnavailable, match="not the one that Candid was made with"):
        finder.load()


PROGRAM = """
import resource, sys
resource.setrlimit(resource.RLIMIT_AS, (1_500_000_000, 1_500_000_000))
from pathlib import Path
import numpy as np
from app.embedding.faces import FACE, FaceFinder
print(FaceFinder(Path(sys.argv[1])).find(np.zeros((768, 1024, 3), np.uint8)))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux holds the limit")
def test_it_works_in_the_memory_of_a_worker(models: Path) -> None:
    ran = subprocess.run([sys.executable, "-c", PROGRAM, str(models)], cwd=ROOT, capture_output=True, text=True, check=False, timeout=120)
    assert (ran.stdout.strip(), ran.returncode) == ("()", 0), ran.stderr
