"""A pair of models in the layout of Immich's machine-learning service, as small as can be: it knows three colours and their names."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper
from tokenizers import Tokenizer
from tokenizers.models import WordLevel
from tokenizers.pre_tokenizers import Whitespace

COLOURS = {"red": (1.0, 0.0, 0.0), "green": (0.0, 1.0, 0.0), "blue": (0.0, 0.0, 1.0)}
WORDS = ("[PAD]", "[UNK]", *COLOURS)
LENGTH = 12


def make_pair(folder: Path, *, dimension: int = 8, texts_dimension: int | None = None) -> Path:
    """Write a pair into this folder, which is made. The last components of a vector are the same for everything."""
    for half in ("visual", "textual"):
        (folder / half).mkdir(parents=True, exist_ok=True)
    onnx.save(_visual(dimension), folder / "visual" / "model.onnx")
    onnx.save(_textual(texts_dimension or dimension), folder / "textual" / "model.onnx")
    square = {"size": [32, 32], "interpolation": "bicubic", "resize_mode": "shortest"}
    preprocessing = square | {"mean": [0.0, 0.0, 0.0], "std": [1.0, 1.0, 1.0]}
    (folder / "visual" / "preprocess_cfg.json").write_text(json.dumps(preprocessing))
    (folder / "config.json").write_text(json.dumps({"embed_dim": dimension, "text_cfg": {"context_length": LENGTH}}))
    (folder / "textual" / "tokenizer_config.json").write_text(json.dumps({"pad_token": "[PAD]"}))
    _tokenizer().save(str(folder / "textual" / "tokenizer.json"))
    return folder


def make_endless(path: Path) -> None:
    """Put a loop without an end before the result of a model."""
    model = onnx.load(path)
    (result,) = model.graph.output
    model.graph.node[-1].output[0] = "first"
    flag, vector = (helper.make_tensor_value_info(name, kind, None) for name, kind in (("on", TensorProto.BOOL), ("v", TensorProto.FLOAT)))
    turn = helper.make_tensor_value_info("turn", TensorProto.INT64, [])
    kept = [helper.make_node("Identity", [name], [f"{name} kept"]) for name in ("on", "v")]
    out = [helper.make_tensor_value_info(f"{name} kept", kind, None) for name, kind in (("on", TensorProto.BOOL), ("v", TensorProto.FLOAT))]
    body = helper.make_graph(kept, "again", [turn, flag, vector], out)
    model.graph.initializer.append(numpy_helper.from_array(np.array(True), "yes"))
    model.graph.node.append(helper.make_node("Loop", ["", "yes", "first"], [result.name], body=body))
    onnx.save(model, path)


def _visual(dimension: int) -> onnx.ModelProto:
    """The mean colour of a picture, and a little of one more thing."""
    nodes = [
        helper.make_node("ReduceMean", ["image", "axes"], ["mean"], keepdims=0),
        helper.make_node("MatMul", ["mean", "spread"], ["turned"]),
        helper.make_node("Add", ["turned", "rest"], ["embedding"]),
    ]
    spread = np.eye(3, dimension, dtype=np.float32)
    constants = {"axes": np.array([2, 3], np.int64), "spread": spread, "rest": _rest(dimension)}
    image = helper.make_tensor_value_info("image", TensorProto.FLOAT, [1, 3, 32, 32])
    return _model(nodes, constants, image, dimension)


def _textual(dimension: int) -> onnx.ModelProto:
    """The sum of the colours that a text names."""
    nodes = [
        helper.make_node("Gather", ["table", "text"], ["each"]),
        helper.make_node("ReduceSum", ["each", "axes"], ["sum"], keepdims=0),
        helper.make_node("Add", ["sum", "rest"], ["embedding"]),
    ]
    table = np.zeros((len(WORDS), dimension), np.float32)
    table[2:, :3] = list(COLOURS.values())
    constants = {"axes": np.array([1], np.int64), "table": table, "rest": _rest(dimension)}
    text = helper.make_tensor_value_info("text", TensorProto.INT32, [1, LENGTH])
    return _model(nodes, constants, text, dimension)


def _rest(dimension: int) -> NDArray[np.float32]:
    rest = np.zeros((1, dimension), np.float32)
    rest[0, -1] = 0.05
    return rest


def _model(nodes: Sequence[onnx.NodeProto], constants: Mapping[str, object], given: onnx.ValueInfoProto, dimension: int) -> onnx.ModelProto:
    made = helper.make_tensor_value_info("embedding", TensorProto.FLOAT, [1, dimension])
    stored = [numpy_helper.from_array(np.asarray(values), name) for name, values in constants.items()]
    graph = helper.make_graph(list(nodes), "pair", [given], [made], stored)
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 20)], ir_version=10)


def _tokenizer() -> Tokenizer:
    tokenizer = Tokenizer(WordLevel({word: number for number, word in enumerate(WORDS)}, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = Whitespace()
    return tokenizer
