"""The shipped sentence model: what it says, and that no text, order or company changes it."""

import json
import random
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.domain.ports import TextEmbedder, Vectors
from app.embedding.sentence import LONGEST_TEXT, SentenceModel, clean

RECORDED = json.loads(Path(__file__).with_name("sentence_fp32.json").read_text("utf-8"))
HOSTILE = (
    "",
    " \t\n ",
    "\0",
    "abc\0def\0",
    "bad\udcff\udcfe.jpg",
    "\ud800",
    "\ud83d\ude00",
    "\udc00\ud800 reversed",
    "🐾ねこ.jpg",
    "שלום עולם \u202egnp.exe",
    "e\u0301" * 5000,
    "x" * 300_000,
    "word " * 100_000,
    "[PAD] [PAD]",
    "[CLS] [SEP] [MASK] [UNK]",
    "\ufffd\ufeff\u200b",
    "'; DROP TABLE photo; --",
)


def cosines(a: Vectors, b: Vectors) -> Vectors:
    products: Vectors = np.einsum("ij,ij->i", a, b)
    return products


def test_is_a_text_embedder_of_the_manifest(model: SentenceModel) -> None:
    embedder: TextEmbedder = model
    assert embedder.model_id == "all-MiniLM-L6-v2/int8b32-1"
    assert embedder.dimension == 384


def test_agrees_with_the_published_weights_in_single_precision(model: SentenceModel) -> None:
    reference = np.array([entry["vector"] for entry in RECORDED], np.float32)
    vectors = model.embed([entry["text"] for entry in RECORDED])
    assert len(reference) == 12
    assert cosines(vectors, reference).min() >= 0.9995


def test_the_recorded_vectors_tell_texts_apart() -> None:
    reference = np.array([entry["vector"] for entry in RECORDED], np.float32)
    among_each_other = reference @ reference.T - np.eye(len(reference))
    assert among_each_other.max() < 0.9


def test_rows_have_length_one_and_type_float32(model: SentenceModel) -> None:
    vectors = model.embed([entry["text"] for entry in RECORDED])
    assert vectors.dtype == np.float32
    assert vectors.shape == (12, 384)
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)


def test_nothing_in_nothing_out(model: SentenceModel) -> None:
    vectors = model.embed([])
    assert vectors.shape == (0, 384)
    assert vectors.dtype == np.float32


def test_a_vector_does_not_depend_on_its_batch(model: SentenceModel) -> None:
    texts = [f"{'very ' * (number % 40)}old photo number {number} of the harbour" for number in range(100)]
    together = model.embed(texts)
    alone = np.concatenate([model.embed([text]) for text in texts[::7]])
    np.testing.assert_allclose(together[::7], alone, atol=2e-6)


def test_vectors_come_in_the_order_of_the_texts(model: SentenceModel) -> None:
    texts = [f"{'a long way ' * (number % 9)}to house {number}" for number in range(70)]
    shuffled = random.Random(7).sample(range(70), 70)
    np.testing.assert_allclose(model.embed([texts[index] for index in shuffled]), model.embed(texts)[shuffled], atol=2e-6)


def test_the_same_text_twice_gives_the_same_vector(model: SentenceModel) -> None:
    first, second, other = model.embed(["a red boat", "a red boat", "a quarterly report"])
    assert first @ second == pytest.approx(1, abs=1e-5)
    assert first @ other < 0.5


def test_a_paraphrase_is_nearer_than_another_subject(model: SentenceModel) -> None:
    query, paraphrase, other = model.embed(["kids playing football", "children kick a soccer ball", "a plate of pasta"])
    assert query @ paraphrase > query @ other + 0.3


def test_text_beyond_the_maximum_is_not_read(model: SentenceModel) -> None:
    long, longer, shorter = model.embed(["boat " * 300, "boat " * 300 + "mountain " * 300, "boat " * 100 + "mountain " * 100])
    np.testing.assert_allclose(long, longer, atol=2e-6)
    assert long @ shorter < 0.999


def test_text_between_128_and_256_tokens_is_read(model: SentenceModel) -> None:
    """The published tokenizer file cuts at 128; the model's own configuration says 256."""
    without, within = model.embed(["boat " * 150, "boat " * 150 + "mountain " * 50])
    assert without @ within < 0.99


@pytest.mark.parametrize("text", HOSTILE, ids=lambda text: ascii(text[:20]))
def test_hostile_text_gives_a_unit_vector(model: SentenceModel, text: str) -> None:
    vectors = model.embed([text])
    assert np.isfinite(vectors).all()
    assert np.linalg.norm(vectors) == pytest.approx(1, abs=1e-5)


def test_hostile_text_does_not_touch_its_neighbours(model: SentenceModel) -> None:
    among = model.embed(["a red boat", *HOSTILE, "a quarterly report"])
    np.testing.assert_allclose(among[[0, -1]], model.embed(["a red boat", "a quarterly report"]), atol=2e-6)


@settings(max_examples=60, deadline=None)
@given(text=st.text(st.characters(), max_size=60))
def test_any_string_gives_a_unit_vector(model: SentenceModel, text: str) -> None:
    assert np.linalg.norm(model.embed([text])) == pytest.approx(1, abs=1e-5)


def test_names_of_special_tokens_are_ordinary_text(model: SentenceModel) -> None:
    """Otherwise a caption could end the sentence or hide its words as padding."""
    plain, marked, spelt = model.embed(["boat", "boat [SEP]", "boat [ sep ]"])
    assert marked @ spelt == pytest.approx(1, abs=1e-5)
    assert marked @ plain < 0.99


def test_decomposed_and_composed_text_are_the_same(model: SentenceModel) -> None:
    composed, decomposed = model.embed(["H\u00f4tel de Ville \u304c", "Ho\u0302tel de Ville \u304b\u3099"])
    assert composed @ decomposed == pytest.approx(1, abs=1e-5)


@given(st.text(st.characters(), max_size=40))
def test_clean_text_is_valid_unicode_and_cleaning_it_again_changes_nothing(text: str) -> None:
    cleaned = clean(text)
    cleaned.encode("utf-8")
    assert clean(cleaned) == cleaned


@pytest.mark.parametrize(
    ("text", "cleaned"),
    [
        ("\ud83d\ude00 smile", "😀 smile"),
        ("bad\udcff.jpg", "bad\ufffd.jpg"),
        ("\ud800", "\ufffd"),
        ("\ud800a", "\ufffda"),
        ("  both ends \n", "both ends"),
        ("e\u0301", "é"),
        ("x" * (LONGEST_TEXT + 5), "x" * LONGEST_TEXT),
    ],
)
def test_clean(text: str, cleaned: str) -> None:
    assert clean(text) == cleaned


def test_two_threads_load_one_model_and_agree(models: Path) -> None:
    fresh = SentenceModel(models)
    texts = [f"photo {number} of a boat" for number in range(40)]
    with ThreadPoolExecutor(4) as pool:
        results = list(pool.map(fresh.embed, [texts, texts[:1], texts, texts[:1]] * 3))
    for result in results:
        np.testing.assert_allclose(result, results[0][: len(result)], atol=2e-6)
