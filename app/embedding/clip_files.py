"""What the files beside a CLIP-style pair of models say of it. A file that is missing or says nonsense is refused by name."""

import hashlib
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from app.domain.errors import ModelUnavailable
from app.domain.ids import ModelId
from app.domain.words import shown

VISUAL, TEXTUAL = "visual/model.onnx", "textual/model.onnx"
PREPROCESSING, TOKENIZER = "visual/preprocess_cfg.json", "textual/tokenizer.json"
_TOKENIZER_CONFIG, _CONFIG = "textual/tokenizer_config.json", "config.json"
NEEDED = (VISUAL, TEXTUAL, PREPROCESSING, TOKENIZER)
"""The layout of Immich's machine-learning service (docs: immich.app), without which there is nothing to run."""

LARGEST_CONFIG = 1_000_000
_SAMPLES, _SAMPLE = 16, 65_536

Config = TypeVar("Config", bound=BaseModel)
Side = Annotated[int, Field(ge=16, le=2048)]
Colours = tuple[float, float, float]
Positive = Annotated[float, Field(gt=0, le=1000)]


class _Lenient(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True, allow_inf_nan=False)


class Preprocessing(_Lenient):
    """How a picture becomes the model's input: the side of its square, and the mean and spread of its colours (0 to 1)."""

    size: Side | tuple[Side, Side]
    mean: Colours = (0.48145466, 0.4578275, 0.40821073)
    std: tuple[Positive, Positive, Positive] = (0.26862954, 0.26130258, 0.27577711)
    interpolation: Literal["nearest", "bilinear", "bicubic", "lanczos", "box", "hamming"] = "bicubic"
    resize_mode: Literal["shortest", "squash"] = "shortest"

    @property
    def side(self) -> int:
        """Pixels of the square."""
        return self.size if isinstance(self.size, int) else self.size[0]


class _TokenizerArguments(_Lenient):
    clean: str | None = None


class _Texts(_Lenient):
    context_length: Annotated[int, Field(ge=1, le=4096)] = 77
    tokenizer_kwargs: _TokenizerArguments | None = None


class Texts(_Lenient):
    """How a text becomes the model's input."""

    text_cfg: _Texts = _Texts()

    @property
    def length(self) -> int:
        """Tokens of every text; shorter ones are padded, longer ones cut."""
        return self.text_cfg.context_length

    @property
    def canonical(self) -> bool:
        """Whether texts are lower-case and without punctuation."""
        return self.text_cfg.tokenizer_kwargs is not None and self.text_cfg.tokenizer_kwargs.clean == "canonicalize"


class _Padding(_Lenient):
    pad_token: str | dict[str, Any] | None = None


def check_files(folder: Path) -> None:
    """Raises `ModelUnavailable` where a file of the pair is missing, or may not even be looked for."""
    missing = [name for name in NEEDED if not _is_file(folder / name)]
    if missing:
        raise ModelUnavailable(
            f"The model in {_named(folder)} has no {missing[0]}; a model needs {', '.join(NEEDED[:-1])} and {NEEDED[-1]}."
        )


def preprocessing(folder: Path) -> Preprocessing:
    """Raises `ModelUnavailable`."""
    return _read(folder, PREPROCESSING, Preprocessing)


def texts(folder: Path) -> Texts:
    """The usual ones where there is no such file. Raises `ModelUnavailable`."""
    return _read(folder, _CONFIG, Texts) if _is_there(folder / _CONFIG) else Texts()


def pad_token(folder: Path) -> str | None:
    """The token that fills texts up, if it is said. Raises `ModelUnavailable`."""
    if not _is_there(folder / _TOKENIZER_CONFIG):
        return None
    said = _read(folder, _TOKENIZER_CONFIG, _Padding).pad_token
    return str(said.get("content", "")) if isinstance(said, dict) else said


def model_id(folder: Path) -> ModelId:
    """The folder's name, and a digest over its files: of the large ones their sizes and 16 stretches spread over each.

    Raises `ModelUnavailable`.
    """
    digest = hashlib.blake2b(digest_size=8)
    try:
        for path in (*files_of(folder, "visual"), *files_of(folder, "textual"), folder / _CONFIG):
            if _is_there(path):
                digest.update(_sampled(path))
    except OSError as error:
        raise _unreadable(folder, error) from error
    return ModelId(f"{shown(folder.name)}/{digest.hexdigest()}")


def stamps(folder: Path) -> tuple[tuple[str, int, int], ...]:
    """Name, time in nanoseconds and size of each file of both halves: cheaper than the id, it tells that a model was changed or is gone."""
    try:
        files = [(each.name, each.stat()) for half in ("visual", "textual") for each in files_of(folder, half)]
    except OSError:
        return ()
    return tuple((name, status.st_mtime_ns, status.st_size) for name, status in files)


def files_of(folder: Path, half: str) -> list[Path]:
    """All files of one half by name: a large model keeps its numbers in files beside it. Raises `OSError`."""
    return sorted(each for each in (folder / half).iterdir() if each.is_file())


def size_of(folder: Path, half: str) -> int:
    """Bytes of all files of one half; 0 where it is gone."""
    try:
        return sum(each.stat().st_size for each in files_of(folder, half))
    except OSError:
        return 0


def _is_there(path: Path) -> bool:
    """Whether there is such a file. Raises `ModelUnavailable` for what is none: to read from a pipe never ends."""
    if _is_file(path):
        return True
    if path.exists():
        raise ModelUnavailable(f"{_named(path)} is not a file: take it out of the folder.")
    return False


def _is_file(path: Path) -> bool:
    """Raises `ModelUnavailable` where that cannot be told."""
    try:
        return path.is_file()
    except OSError as error:
        raise _unreadable(path, error) from error


def _sampled(path: Path) -> bytes:
    size = path.stat().st_size
    with path.open("rb") as file:
        parts = [str(size).encode()]
        for n in range(_SAMPLES):
            file.seek(max(0, size - _SAMPLE) * n // (_SAMPLES - 1))
            parts.append(file.read(_SAMPLE))
    return b"".join(parts)


def _read(folder: Path, name: str, kind: type[Config]) -> Config:
    try:
        with (folder / name).open("rb") as file:
            content = file.read(LARGEST_CONFIG + 1)
    except OSError as error:
        raise _unreadable(folder / name, error) from error
    try:
        return kind.model_validate_json(content)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(map(str, first["loc"]))
        raise ModelUnavailable(f"{_named(folder / name)} does not fit: {where + ': ' if where else ''}{first['msg']}.") from error


def _unreadable(path: Path, error: OSError) -> ModelUnavailable:
    return ModelUnavailable(f"{_named(path)} cannot be read ({error.strerror}): see that you may read the model's folder and all in it.")


def _named(path: Path) -> str:
    return f"“{shown(str(path))}”"
