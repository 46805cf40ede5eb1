"""The BERT encoder (Devlin et al. 2019) as an ONNX graph that ends in one unit vector a text."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import onnx
from onnx import TensorProto, helper
from onnx_graph import Graph
from stored_forms import Floats, StoredForm

MASKED = np.float32(-1e4)  # added to a masked score: its softmax is then exactly 0 in float32


@dataclass(frozen=True, slots=True)
class BertShape:
    """The numbers of a BERT's config.json that its graph depends on."""

    layers: int
    heads: int
    width: int
    epsilon: float


@dataclass(frozen=True, slots=True)
class BertGraph:
    """Builds the graph, layer by layer, from weights under their published names."""

    shape: BertShape
    weights: Mapping[str, Floats]
    form: StoredForm
    graph: Graph

    def embeddings(self) -> str:
        """Word, position and segment embeddings; all of a text is segment 0."""
        graph = self.graph
        words = self._rows("input_ids", "embeddings.word_embeddings")
        length = graph.op("Shape", "input_ids", start=1, end=2)
        count = graph.op("Squeeze", length)
        places = graph.op(
            "Range",
            graph.constant("first", np.array(0, np.int64)),
            count,
            graph.constant("step", np.array(1, np.int64)),
        )
        positions = graph.op("Unsqueeze", places, graph.numbers(0))
        placed = graph.op("Add", words, self._rows(positions, "embeddings.position_embeddings"))
        segment = self.weights["embeddings.token_type_embeddings.weight"][0]
        total = graph.op("Add", placed, graph.constant("segment", segment))
        return self._norm(total, "embeddings.LayerNorm")

    def layer(self, x: str, mask: str, number: int) -> str:
        """One transformer layer over (n, length, width)."""
        at = f"encoder.layer.{number}"
        mixed = self._linear(self._attention(x, mask, at), f"{at}.attention.output.dense")
        x = self._norm(self.graph.op("Add", mixed, x), f"{at}.attention.output.LayerNorm")
        wide = self.graph.op("Gelu", self._linear(x, f"{at}.intermediate.dense"))
        narrow = self._linear(wide, f"{at}.output.dense")
        return self._norm(self.graph.op("Add", narrow, x), f"{at}.output.LayerNorm")

    def score_mask(self) -> str:
        """(n, 1, 1, length): 0 where a token stands, a large negative number at padding."""
        graph = self.graph
        present = graph.op("Unsqueeze", graph.to_float("attention_mask"), graph.numbers(1, 2))
        absent = graph.op("Sub", graph.constant("one", np.array(1, np.float32)), present)
        return graph.op("Mul", absent, graph.constant("masked", np.array(MASKED)))

    def unit_mean(self, x: str) -> str:
        """Mean over the tokens that are no padding, scaled to length 1: (n, width)."""
        graph = self.graph
        present = graph.op("Unsqueeze", graph.to_float("attention_mask"), graph.numbers(2))
        total = graph.op("ReduceSum", graph.op("Mul", x, present), graph.numbers(1), keepdims=0)
        # The mean's divisor cancels out when the length is made 1.
        length = graph.op("ReduceL2", total, graph.numbers(1), keepdims=1)
        least = graph.constant("least", np.array(1e-12, np.float32))
        return graph.op("Div", total, graph.op("Max", length, least))

    def _attention(self, x: str, mask: str, at: str) -> str:
        graph, heads = self.graph, self.shape.heads
        each = self.shape.width // heads
        split = graph.numbers(0, 0, heads, each)
        query, key, value = (
            graph.op("Reshape", self._linear(x, f"{at}.attention.self.{part}"), split) for part in ("query", "key", "value")
        )
        by_head = graph.op("Transpose", query, perm=[0, 2, 1, 3])
        against = graph.op("Transpose", key, perm=[0, 2, 3, 1])
        scores = graph.op("MatMul", by_head, against)
        root = f"{at}.root"
        scaled = graph.op("Div", scores, graph.constant(root, np.array(math.sqrt(each), np.float32)))
        shares = graph.op("Softmax", graph.op("Add", scaled, mask), axis=-1)
        mixed = graph.op("MatMul", shares, graph.op("Transpose", value, perm=[0, 2, 1, 3]))
        together = graph.op("Transpose", mixed, perm=[0, 2, 1, 3])
        return graph.op("Reshape", together, graph.numbers(0, 0, self.shape.width))

    def _linear(self, x: str, name: str) -> str:
        product = self.form.linear(self.graph, x, name, self.weights[f"{name}.weight"])
        bias = self.graph.constant(f"{name}.bias", self.weights[f"{name}.bias"])
        return self.graph.op("Add", product, bias)

    def _rows(self, index: str, name: str) -> str:
        return self.form.rows(self.graph, index, name, self.weights[f"{name}.weight"])

    def _norm(self, x: str, name: str) -> str:
        scale = self.graph.constant(f"{name}.weight", self.weights[f"{name}.weight"])
        bias = self.graph.constant(f"{name}.bias", self.weights[f"{name}.bias"])
        return self.graph.op("LayerNormalization", x, scale, bias, axis=-1, epsilon=self.shape.epsilon)


def sentence_encoder(shape: BertShape, weights: Mapping[str, Floats], form: StoredForm) -> onnx.ModelProto:
    """The whole encoder: int64 ``input_ids`` and ``attention_mask`` of shape (n, length) in,
    float32 ``embedding`` of shape (n, width) with rows of length 1 out."""
    bert = BertGraph(shape, weights, form, Graph())
    x = bert.embeddings()
    mask = bert.score_mask()
    for number in range(shape.layers):
        x = bert.layer(x, mask, number)
    bert.unit_mean(x)
    tokens = [helper.make_tensor_value_info(name, TensorProto.INT64, ["n", "length"]) for name in ("input_ids", "attention_mask")]
    vectors = helper.make_tensor_value_info("embedding", TensorProto.FLOAT, ["n", shape.width])
    return bert.graph.model(tokens, vectors, "candid models/export")
