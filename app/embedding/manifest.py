"""Which models were shipped, and the hashes their files must have. A file that is missing or altered is refused."""

import hashlib
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from app.domain.errors import ModelUnavailable
from app.domain.ids import ModelId

REINSTALL = "install Candid again"


@dataclass(frozen=True, slots=True)
class ModelFile:
    """One file of a model and the SHA-256 (lower-case hex) it must have."""

    path: Path
    sha256: str

    def read(self) -> bytes:
        """The checked content. Raises `ModelUnavailable` if the file is missing or differs.

        What is checked is what is returned: the file is read once and not looked at again.
        """
        try:
            content = self.path.read_bytes()
        except OSError as error:
            raise ModelUnavailable(f"The model file {self.path} cannot be read ({error.strerror}); {REINSTALL}.") from error
        if hashlib.sha256(content).hexdigest() != self.sha256:
            raise ModelUnavailable(f"The model file {self.path} is not the one that Candid was made with; {REINSTALL}.")
        return content


@dataclass(frozen=True, slots=True)
class WeightsSource:
    """Where the weights come from and what was changed, as their licence asks."""

    model: str
    package: str
    version: str
    weights: str
    sha256: str
    changes: str


@dataclass(frozen=True, slots=True)
class SentenceEntry:
    """The sentence model: vectors of `dimension` numbers from at most `maximum_tokens` tokens."""

    id: ModelId
    dimension: int
    maximum_tokens: int
    pooling: str
    licence: str
    source: WeightsSource
    model: ModelFile
    tokenizer: ModelFile


@dataclass(frozen=True, slots=True)
class ContentEntry:
    """The content model: looks at pictures whose shorter side is `side` pixels; its `dimension` is the sentence model's."""

    id: ModelId
    sentence: ModelId
    dimension: int
    side: int
    licence: str
    source: WeightsSource
    model: ModelFile
    names: ModelFile
    vectors: ModelFile


@dataclass(frozen=True, slots=True)
class FacesEntry:
    """The face finder: two networks for boxes of faces, and how they are used."""

    id: ModelId
    licence: str
    full_source: WeightsSource
    back_source: WeightsSource
    full: ModelFile
    back: ModelFile


@dataclass(frozen=True, slots=True)
class Manifest:
    """Every model that was shipped."""

    sentence: SentenceEntry
    content: ContentEntry
    faces: FacesEntry


def read_manifest(models: Path) -> Manifest:
    """Read `manifest.toml` of a models folder. Raises `ModelUnavailable` if it is missing or makes no sense.

    No model file is opened: that happens when one is needed.
    """
    path = models / "manifest.toml"
    try:
        tables = tomllib.loads(path.read_text("utf-8"))
        return Manifest(
            sentence=_sentence(models, tables["sentence"]),
            content=_content(models, tables["content"]),
            faces=_faces(models, tables["faces"]),
        )
    except OSError as error:
        raise ModelUnavailable(f"The list of models {path} cannot be read ({error.strerror}); {REINSTALL}.") from error
    except (ValueError, KeyError, TypeError, ArithmeticError, RecursionError) as error:
        raise ModelUnavailable(f"The list of models {path} is damaged ({error}); {REINSTALL}.") from error


def _sentence(models: Path, table: Mapping[str, Any]) -> SentenceEntry:
    return SentenceEntry(
        id=ModelId(str(table["id"])),
        dimension=int(table["dimension"]),
        maximum_tokens=int(table["maximum_tokens"]),
        pooling=str(table["pooling"]),
        licence=str(table["licence"]),
        source=WeightsSource(**table["source"]),
        model=_file(models, table, "sentence/model.onnx"),
        tokenizer=_file(models, table, "sentence/tokenizer.json"),
    )


def _content(models: Path, table: Mapping[str, Any]) -> ContentEntry:
    return ContentEntry(
        id=ModelId(str(table["id"])),
        sentence=ModelId(str(table["sentence"])),
        dimension=int(table["dimension"]),
        side=int(table["side"]),
        licence=str(table["licence"]),
        source=WeightsSource(**table["source"]),
        model=_file(models, table, "content/model.onnx"),
        names=_file(models, table, "content/classes.tsv"),
        vectors=_file(models, table, "content/class_vectors.npy"),
    )


def _faces(models: Path, table: Mapping[str, Any]) -> FacesEntry:
    return FacesEntry(
        id=ModelId(str(table["id"])),
        licence=str(table["licence"]),
        full_source=WeightsSource(**table["full_source"]),
        back_source=WeightsSource(**table["back_source"]),
        full=_file(models, table, "faces/full.onnx"),
        back=_file(models, table, "faces/back.onnx"),
    )


def _file(models: Path, table: Mapping[str, Any], name: str) -> ModelFile:
    return ModelFile(models / name, str(table["files"][name]))
