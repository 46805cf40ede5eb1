"""A CLIP-style pair that a person has put into Candid's models folder: pictures and texts become vectors of one space of their own.

What is in the folder is not ours and not trusted to fit: `check` tries it before it is used, and says what does not fit.
"""

from __future__ import annotations

import string
from collections.abc import Mapping, Sequence
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
        """Run both halves once, and tell the dimension of their space. Raises `ModelUnavailable` where they do not fit together."""
        seen, said = self.look(np.zeros((8, 8, 3), np.uint8)), self.embed(["a photo of a dog"])
        if seen.shape != said[0].shape:
            raise self._unfit(clip_files.TEXTUAL, f"its vectors have {said.shape[1]} numbers, and those of {clip_files.VISUAL} {len(seen)}")
        return len(seen)

    def look(self, picture: NDArray[np.uint8]) -> Vectors:
        """The unit vector, float32 (dimension,), of an upright RGB picture (height, width, 3). Raises `ModelUnavailable`."""
        session = self._visual()
        (first, *others) = session.get_inputs()
        if others or first.type not in _REAL:
            raise self._unfit(clip_files.VISUAL, "its input is not one picture of real numbers")
        given = {first.name: self._input(picture).astype(_REAL[first.type])}
        return self._run(session, clip_files.VISUAL, given)

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Unit vectors, float32 (n, dimension), in the order of the texts. Raises `ModelUnavailable`."""
        textual = self._textual()
        rows = [self._run(textual.session, clip_files.TEXTUAL, textual.tokens(self._canonical(text))) for text in texts]
        if not rows:
            return np.empty((0, 0), np.float32)
        return np.stack(rows)

    def _input(self, picture: NDArray[np.uint8]) -> Vectors:
        """The picture as the model takes it, (1, 3, side, side)."""
        wanted = self._preprocessing
        resampling = Image.Resampling[wanted.interpolation.upper()]
        scaled = _squared(Image.fromarray(picture), wanted.side, resampling, squash=wanted.resize_mode == "squash")
        colours = np.asarray(scaled, np.float32) / 255
        normal = (colours - np.array(wanted.mean, np.float32)) / np.array(wanted.std, np.float32)
        return np.ascontiguousarray(normal.transpose(2, 0, 1)[None])

    def _run(self, session: InferenceSession, name: str, given: Mapping[str, NDArray[np.generic]]) -> Vectors:
        from onnxruntime.capi import onnxruntime_pybind11_state as failures

        try:
            made = np.asarray(session.run([session.get_outputs()[0].name], dict(given))[0])
        except (failures.Fail, failures.InvalidArgument, failures.InvalidGraph, failures.RuntimeException) as error:
            raise self._unfit(name, f"it does not take what was given to it: {error}") from error
        if made.ndim != 2 or made.shape[0] != 1 or not 2 <= made.shape[1] <= 8192:
            raise self._unfit(name, f"it gives an array of shape {made.shape} and not one vector")
        vector: Vectors = made[0].astype(np.float32)
        length = float(np.linalg.norm(vector))
        if not np.isfinite(length) or length == 0:
            raise self._unfit(name, "its vectors are not finite, or of no length")
        vector /= np.float32(length)
        return vector

    def _load_visual(self) -> InferenceSession:
        session = load_session(self._folder / clip_files.VISUAL, self._named(clip_files.VISUAL), self._threads)
        self._hold_to_id()
        return session

    def _load_textual(self) -> _Textual:
        session = load_session(self._folder / clip_files.TEXTUAL, self._named(clip_files.TEXTUAL), self._threads)
        kinds = {each.name: each.type for each in session.get_inputs()}
        if not set(kinds.values()) <= set(_WHOLE) or not (len(kinds) == 1 or set(kinds) == {"input_ids", "attention_mask"}):
            raise self._unfit(clip_files.TEXTUAL, "its inputs are not tokens, or not those of a text alone")
        textual = _Textual(session, self._load_tokenizer(), kinds)
        self._hold_to_id()
        return textual

    def _hold_to_id(self) -> None:
        """What was loaded is what the id was made of: the vectors of another model must not pass for its own."""
        if not self.is_as_it_was:
            raise ModelUnavailable(f"The model in “{shown(str(self._folder))}” was replaced meanwhile: look at the photos again.")

    def _load_tokenizer(self) -> Tokenizer:
        from tokenizers import Tokenizer

        try:
            tokenizer = Tokenizer.from_file(str(self._folder / clip_files.TOKENIZER))
        except Exception as error:  # tokenizers raises nothing more exact.
            raise self._unfit(clip_files.TOKENIZER, str(error)) from error
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


def _squared(image: Image.Image, side: int, resampling: Image.Resampling, *, squash: bool) -> Image.Image:
    """Scaled to a square of this side: pressed into it, or its centre cut out of the shorter side."""
    if squash:
        return image.resize((side, side), resampling)
    cut = min(image.size)
    left, top = (image.width - cut) / 2, (image.height - cut) / 2
    return image.resize((side, side), resampling, box=(left, top, left + cut, top + cut))
