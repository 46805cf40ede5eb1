"""A CLIP-style pair that a person has put into Candid's models folder: pictures and texts become vectors of one space of their own.

What is in the folder is not ours and not trusted to fit: `check` tries it before it is used, and says what does not fit.
"""

from __future__ import annotations

import contextlib
import string
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from app.domain.errors import ModelUnavailable
from app.domain.ids import ModelId
from app.domain.ports import Vectors
from app.domain.words import shown
from app.embedding import clip_files
from app.embedding.once import Once
from app.embedding.sentence import clean
from app.embedding.session import load_session, said_by

if TYPE_CHECKING:
    from onnxruntime import InferenceSession
    from tokenizers import Tokenizer

_NO_PUNCTUATION = str.maketrans("", "", string.punctuation)
_WHOLE = {"tensor(int32)": np.int32, "tensor(int64)": np.int64}
_REAL = {"tensor(float)": np.float32, "tensor(float16)": np.float16}
_NUMBERS = "fiu"

_TRIAL_PICTURES = (np.zeros((8, 8, 3), np.uint8), np.arange(8 * 8 * 3, dtype=np.uint8).reshape(8, 8, 3))
_TRIAL_TEXTS = ("a photo of a dog", "Äpfel, 雪 & 2 zebras!")
"""One in words that any model knows, and one with what a tokenizer may never have seen."""


class ClipModel:
    """Pictures and texts in, unit vectors of one space out (the port `LookQuery`). Each half is loaded when it is first needed."""

    def __init__(self, folder: Path, threads: int = 1) -> None:
        """Read what the files beside the models say. Raises `ModelUnavailable` where one is missing or says nonsense."""
        clip_files.check_files(folder)
        self._folder = folder
        self._threads = threads
        self._preprocessing = clip_files.preprocessing(folder)
        self._texts = clip_files.texts(folder)
        self._id = clip_files.model_id(folder)
        self._visual, self._textual = Once(self._load_visual), Once(self._load_textual)

    @property
    def model_id(self) -> ModelId:
        """Names the folder and what is in it; vectors of different ids are never compared."""
        return self._id

    @property
    def is_as_it_was(self) -> bool:
        """Whether the folder still holds what the id names."""
        try:
            return clip_files.model_id(self._folder) == self._id
        except ModelUnavailable:
            return False

    @property
    def size(self) -> int:
        """Bytes of the files of the half that looks; 0 where it is gone."""
        return clip_files.size_of(self._folder, "visual")

    def load(self) -> None:
        """Load now what `look` would load. Raises `ModelUnavailable`."""
        self._visual()

    def check(self) -> int:
        """Run both halves on a little of what comes, and tell the dimension of their space.

        Raises `ModelUnavailable` where they do not fit together.
        """
        seen, said = [self.look(each) for each in _TRIAL_PICTURES], self.embed(_TRIAL_TEXTS)
        if seen[0].shape != said[0].shape:
            raise self._unfit(
                clip_files.TEXTUAL, f"its vectors have {said.shape[1]} numbers, and those of {clip_files.VISUAL} {len(seen[0])}"
            )
        return len(seen[0])

    def look(self, picture: NDArray[np.uint8]) -> Vectors:
        """The unit vector, float32 (dimension,), of an upright RGB picture (height, width, 3). Raises `ModelUnavailable`."""
        session = self._visual()
        given = session.get_inputs()
        if len(given) != 1 or given[0].type not in _REAL:
            raise self._unfit(clip_files.VISUAL, "its input is not one picture of real numbers")
        return self._run(session, clip_files.VISUAL, {given[0].name: self._input(picture).astype(_REAL[given[0].type])})

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Unit vectors, float32 (n, dimension), in the order of the texts. Raises `ModelUnavailable`."""
        rows = [self._said(text) for text in texts]
        return np.stack(rows) if rows else np.empty((0, 0), np.float32)

    def _said(self, text: str) -> Vectors:
        textual = self._textual()
        with self._guarded(clip_files.TOKENIZER):
            tokens = textual.tokens(self._canonical(text))
        return self._run(textual.session, clip_files.TEXTUAL, tokens)

    def _input(self, picture: NDArray[np.uint8]) -> Vectors:
        """The picture as the model takes it, (1, 3, side, side)."""
        wanted = self._preprocessing
        resampling = Image.Resampling[wanted.interpolation.upper()]
        scaled = _squared(Image.fromarray(picture), wanted.side, resampling, squash=wanted.resize_mode == "squash")
        colours = np.asarray(scaled, np.float32) / 255
        normal = (colours - np.array(wanted.mean, np.float32)) / np.array(wanted.std, np.float32)
        return np.ascontiguousarray(normal.transpose(2, 0, 1)[None])

    def _run(self, session: InferenceSession, name: str, given: Mapping[str, NDArray[np.generic]]) -> Vectors:
        with self._guarded(name, "it does not take what was given to it"):
            made = np.asarray(session.run([session.get_outputs()[0].name], dict(given))[0])
        if made.ndim != 2 or made.shape[0] != 1 or not 2 <= made.shape[1] <= 8192 or made.dtype.kind not in _NUMBERS:
            raise self._unfit(name, f"it gives an array of shape {made.shape} and not one vector of numbers")
        unit = _unit(made[0].astype(np.float64))
        if unit is None:
            raise self._unfit(name, "its vectors are not finite, or of no length")
        return unit

    @contextlib.contextmanager
    def _guarded(self, name: str, saying: str = "") -> Iterator[None]:
        """Whatever the libraries raise over a file of the person's is the model's unfitness. Raises `ModelUnavailable`, `MemoryError`."""
        try:
            yield
        except (ModelUnavailable, MemoryError, KeyboardInterrupt, SystemExit, GeneratorExit):
            raise
        except BaseException as error:  # Of tokenizers a panic, which is no Exception.
            raise self._unfit(name, saying or str(error)) from error

    def _load_visual(self) -> InferenceSession:
        session = self._session(clip_files.VISUAL)
        self._hold_to_id()
        return session

    def _load_textual(self) -> _Textual:
        session = self._session(clip_files.TEXTUAL)
        kinds = {each.name: each.type for each in session.get_inputs()}
        if not set(kinds.values()) <= set(_WHOLE) or not (len(kinds) == 1 or set(kinds) == {"input_ids", "attention_mask"}):
            raise self._unfit(clip_files.TEXTUAL, "its inputs are not tokens, or not those of a text alone")
        with self._guarded(clip_files.TOKENIZER):
            textual = _Textual(session, self._load_tokenizer(), kinds)
        self._hold_to_id()
        return textual

    def _session(self, name: str) -> InferenceSession:
        with self._guarded(name):
            return load_session(self._folder / name, self._named(name), self._threads)

    def _hold_to_id(self) -> None:
        """What was loaded is what the id was made of: the vectors of another model must not pass for its own."""
        if not self.is_as_it_was:
            raise ModelUnavailable(f"The model in “{shown(str(self._folder))}” was replaced meanwhile: look at the photos again.")

    def _load_tokenizer(self) -> Tokenizer:
        from tokenizers import Tokenizer

        tokenizer = Tokenizer.from_file(str(self._folder / clip_files.TOKENIZER))
        padding = clip_files.pad_token(self._folder)
        pad_id = tokenizer.token_to_id(padding) if padding else 0
        if pad_id is None:
            raise self._unfit(clip_files.TOKENIZER, f"it does not know the token “{shown(str(padding))}” that fills texts up")
        tokenizer.enable_padding(length=self._texts.length, pad_id=pad_id, pad_token=padding or "")
        tokenizer.enable_truncation(self._texts.length)
        tokenizer.encode_special_tokens = True
        return tokenizer

    def _canonical(self, text: str) -> str:
        words = " ".join(clean(text).split())
        return words.translate(_NO_PUNCTUATION).lower() if self._texts.canonical else words

    def _named(self, name: str) -> str:
        return f"“{shown(str(self._folder / name))}”"

    def _unfit(self, name: str, why: str) -> ModelUnavailable:
        return ModelUnavailable(f"{self._named(name)} does not fit: {said_by(why)}.")


class _Textual:
    """The half for texts, loaded."""

    def __init__(self, session: InferenceSession, tokenizer: Tokenizer, kinds: Mapping[str, str]) -> None:
        self.session = session
        self._tokenizer = tokenizer
        self._kinds = kinds

    def tokens(self, text: str) -> dict[str, NDArray[np.generic]]:
        """The model's inputs for one text."""
        encoding = self._tokenizer.encode(text)
        return {
            name: np.array([encoding.attention_mask if name == "attention_mask" else encoding.ids], _WHOLE[kind])
            for name, kind in self._kinds.items()
        }


def _unit(vector: NDArray[np.float64]) -> Vectors | None:
    """Of length 1, float32; None where it has none. By the largest first: squares of small numbers are nothing, of large ones infinite."""
    largest = np.abs(vector).max()
    if not np.isfinite(largest) or largest == 0:
        return None
    vector = vector / largest
    return (vector / np.linalg.norm(vector)).astype(np.float32)


def _squared(image: Image.Image, side: int, resampling: Image.Resampling, *, squash: bool) -> Image.Image:
    """Scaled to a square of this side: pressed into it, or its centre cut out of the shorter side."""
    if squash:
        return image.resize((side, side), resampling)
    cut = min(image.size)
    left, top = (image.width - cut) / 2, (image.height - cut) / 2
    return image.resize((side, side), resampling, box=(left, top, left + cut, top + cut))
