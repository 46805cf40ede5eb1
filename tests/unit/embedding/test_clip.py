"""A CLIP-style pair from a person's folder: it is used as its files say, and refused with the reason where it does not fit."""

import base64
import json
import os
import shutil
from pathlib import Path

import numpy as np
import onnx
import pytest
from numpy.typing import NDArray
from onnx import numpy_helper

from app.domain.errors import ModelUnavailable
from app.embedding.clip import ClipModel
from app.embedding.clip_files import NEEDED
from tests.clip_pair import COLOURS, make_pair


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A pair that no test changes."""
    return make_pair(tmp_path_factory.mktemp("models") / "colours")


@pytest.fixture
def pair(made: Path, tmp_path: Path) -> Path:
    """A copy to be spoilt."""
    return Path(shutil.copytree(made, tmp_path / "colours"))


def _picture(colour: str, width: int = 40, height: int = 30) -> NDArray[np.uint8]:
    return np.full((height, width, 3), np.array(COLOURS[colour]) * 255, np.uint8)


def test_pictures_and_words_meet(made: Path) -> None:
    model = ClipModel(made)
    words = model.embed(["a red wall", "something green", "BLUE blue"])
    looks = np.stack([model.look(_picture(each)) for each in COLOURS])
    assert looks.dtype == words.dtype == np.float32
    assert np.allclose(np.linalg.norm(looks, axis=1), 1, atol=1e-5)
    assert (looks @ words.T).argmax(axis=1).tolist() == [0, 1, 2]


@pytest.mark.parametrize(("width", "height"), [(1, 1), (1, 500), (500, 1), (33, 32)])
def test_any_size_is_taken(made: Path, width: int, height: int) -> None:
    assert np.allclose(ClipModel(made).look(_picture("red", width, height)), ClipModel(made).look(_picture("red")), atol=1e-3)


def test_the_centre_is_cut_out_or_the_whole_is_pressed(pair: Path) -> None:
    wide = np.concatenate([_picture("blue", 30), _picture("red", 30), _picture("blue", 30)], axis=1)
    assert ClipModel(pair).look(wide)[0] > 0.9
    _change(pair / "visual" / "preprocess_cfg.json", resize_mode="squash")
    assert ClipModel(pair).look(wide)[2] > ClipModel(pair).look(wide)[0] > 0.3


def test_a_pair_that_fits_tells_its_dimension(made: Path) -> None:
    assert ClipModel(made).check() == 8


def test_the_id_is_the_name_and_the_content(made: Path, pair: Path) -> None:
    before = ClipModel(pair).model_id
    assert before == ClipModel(made).model_id
    assert before.startswith("colours/")
    make_pair(pair, dimension=16)
    assert ClipModel(pair).model_id != before


@pytest.mark.parametrize("name", NEEDED)
def test_what_is_missing_is_named(pair: Path, name: str) -> None:
    (pair / name).unlink()
    with pytest.raises(ModelUnavailable, match=f"has no {name}"):
        ClipModel(pair)


@pytest.mark.parametrize(
    "name", ["visual/model.onnx", "textual/model.onnx", "textual/tokenizer.json", "visual/preprocess_cfg.json", "config.json"]
)
@pytest.mark.parametrize("content", [b"", b"{}x", b"\x00\xff" * 50, b"[1, 2]"])
def test_nonsense_is_refused_by_name(pair: Path, name: str, content: bytes) -> None:
    (pair / name).write_bytes(content)
    with pytest.raises(ModelUnavailable, match=Path(name).name) as refused:
        ClipModel(pair).check()
    assert str(refused.value).endswith(".")
    assert "ONNXRuntimeError" not in str(refused.value)


@pytest.mark.parametrize(
    "change",
    [
        {"size": 0},
        {"size": 100_000},
        {"size": "large"},
        {"std": [0, 1, 1]},
        {"mean": [1]},
        {"interpolation": "magic"},
        {"resize_mode": "longest"},
    ],
)
def test_preprocessing_that_cannot_be_done_is_refused(pair: Path, change: dict[str, object]) -> None:
    _change(pair / "visual" / "preprocess_cfg.json", **change)
    with pytest.raises(ModelUnavailable, match=f"preprocess_cfg.json” does not fit: {next(iter(change))}"):
        ClipModel(pair)


def test_a_pair_of_two_spaces_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ModelUnavailable, match=r"vectors have 12 numbers, and those of visual/model.onnx 8"):
        ClipModel(make_pair(tmp_path / "odd", texts_dimension=12)).check()


def test_another_size_of_picture_than_the_model_takes_is_refused(pair: Path) -> None:
    _change(pair / "visual" / "preprocess_cfg.json", size=48)
    with pytest.raises(ModelUnavailable, match=r"visual/model.onnx” does not fit"):
        ClipModel(pair).check()


def test_an_unknown_padding_is_refused(pair: Path) -> None:
    _change(pair / "textual" / "tokenizer_config.json", pad_token="<none>")
    with pytest.raises(ModelUnavailable, match="does not know the token “<none>”"):
        ClipModel(pair).check()


def test_halves_that_changed_places_are_refused(pair: Path) -> None:
    visual, textual = pair / "visual" / "model.onnx", pair / "textual" / "model.onnx"
    visual.rename(pair / "kept")
    textual.rename(visual)
    (pair / "kept").rename(textual)
    with pytest.raises(ModelUnavailable, match=r"visual/model.onnx” does not fit: its input is not one picture"):
        ClipModel(pair).check()


def test_files_that_were_replaced_after_the_id_was_told_are_refused(pair: Path) -> None:
    model, loaded = ClipModel(pair), ClipModel(pair)
    loaded.check()
    make_pair(pair, dimension=9)
    with pytest.raises(ModelUnavailable, match="was replaced meanwhile"):
        model.look(_picture("red"))
    with pytest.raises(ModelUnavailable, match="was replaced meanwhile"):
        model.embed(["red"])
    assert (model.is_as_it_was, ClipModel(pair).is_as_it_was) == (False, True)
    assert loaded.check() == 8


def test_numbers_in_a_file_beside_the_model_belong_to_its_id_and_its_size(pair: Path) -> None:
    before, size = ClipModel(pair), ClipModel(pair).size
    (pair / "visual" / "model.onnx.data").write_bytes(bytes(1000))
    after = ClipModel(pair)
    assert (after.model_id != before.model_id, after.size - size) == (True, 1000)


def test_a_tokenizer_that_fails_on_a_word_is_refused_when_it_is_tried_and_when_it_is_asked(pair: Path) -> None:
    """It knows every word of one text, and has nothing for a word that it does not know."""
    _change(pair / "textual" / "tokenizer.json", model={"type": "WordLevel", "vocab": {"[PAD]": 0, "red": 2}, "unk_token": "[UNK]"})
    model = ClipModel(pair)
    assert len(model.embed(["red"])[0]) == 8
    with pytest.raises(ModelUnavailable, match=r"tokenizer.json” does not fit: WordLevel error"):
        model.embed(["zebra"])
    with pytest.raises(ModelUnavailable, match=r"tokenizer.json” does not fit"):
        model.check()


def test_a_tokenizer_that_panics_is_refused(pair: Path) -> None:
    charsmap = base64.b64encode(b"\x08\0\0\0" + bytes(range(1, 9))).decode()
    _change(pair / "textual" / "tokenizer.json", normalizer={"type": "Precompiled", "precompiled_charsmap": charsmap})
    with pytest.raises(ModelUnavailable, match=r"tokenizer.json” does not fit"):
        ClipModel(pair).embed(["red"])


@pytest.mark.parametrize("scale", [1e-44, 3e-22, 1e20, 1e37])
def test_very_small_and_very_large_numbers_make_unit_vectors(pair: Path, scale: float) -> None:
    _scale_numbers(pair, scale)
    vector = ClipModel(pair).look(_picture("red"))
    assert np.allclose(np.linalg.norm(vector), 1, atol=1e-5)


@pytest.mark.parametrize("scale", [0.0, np.nan, np.inf])
def test_a_picture_of_which_no_number_comes_is_refused(pair: Path, scale: float) -> None:
    _scale_numbers(pair, scale)
    with pytest.raises(ModelUnavailable, match="not finite, or of no length"):
        ClipModel(pair).look(_picture("red"))


@pytest.mark.parametrize("name", ["visual", "visual/model.onnx", "textual/tokenizer.json"])
def test_what_may_not_be_read_is_refused_by_name(pair: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    closed, stat = str(pair / name), Path.stat

    def refusing(path: Path, *, follow_symlinks: bool = True) -> os.stat_result:
        if str(path).startswith(closed):
            raise PermissionError(13, "Permission denied", str(path))
        return stat(path, follow_symlinks=follow_symlinks)

    monkeypatch.setattr(Path, "stat", refusing)
    with pytest.raises(ModelUnavailable, match=r"cannot be read \(Permission denied\): see that you may read"):
        ClipModel(pair)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes among files here")
@pytest.mark.parametrize("name", ["config.json", "textual/tokenizer_config.json"])
def test_a_pipe_in_place_of_a_file_is_refused_and_not_waited_for(pair: Path, name: str) -> None:
    (pair / name).unlink()
    os.mkfifo(pair / name)
    with pytest.raises(ModelUnavailable, match="is not a file"):
        ClipModel(pair).check()


def test_what_onnxruntime_quotes_of_a_model_is_one_short_line(pair: Path) -> None:
    content = onnx.load(pair / "visual" / "model.onnx")
    content.graph.node[0].op_type = "Evil\n\u202e\x1b[31m" + "x" * 100_000
    onnx.save(content, pair / "visual" / "model.onnx")
    with pytest.raises(ModelUnavailable) as refused:
        ClipModel(pair).check()
    assert str(refused.value).isprintable()
    assert len(str(refused.value)) < 1000


def _scale_numbers(pair: Path, scale: float) -> None:
    """Multiply all numbers of the half for pictures."""
    model = onnx.load(pair / "visual" / "model.onnx")
    for each in model.graph.initializer:
        if each.name in ("spread", "rest"):
            with np.errstate(all="ignore"):
                each.CopyFrom(numpy_helper.from_array((numpy_helper.to_array(each) * scale).astype(np.float32), each.name))
    onnx.save(model, pair / "visual" / "model.onnx")


def _change(path: Path, **change: object) -> None:
    path.write_text(json.dumps(json.loads(path.read_text()) | change))
