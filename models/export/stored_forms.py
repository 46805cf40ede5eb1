"""Ways of storing a network's weight matrices in an ONNX file, from four bytes a weight to one.

Vectors (biases, layer norms) stay float32 in every form: they are few, and errors in them spread.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray
from onnx_graph import CONTRIB, Graph

BLOCK = 32  # weights that share one scale

Floats = NDArray[np.float32]


class StoredForm(Protocol):
    """How the two kinds of weight matrix are written and used."""

    def linear(self, graph: Graph, x: str, name: str, weight: Floats) -> str:
        """Add ``x @ weight.T`` for a weight of shape (outputs, inputs)."""
        ...

    def rows(self, graph: Graph, index: str, name: str, table: Floats) -> str:
        """Add the look-up of rows ``index`` in a table of shape (rows, width)."""
        ...


@dataclass(frozen=True, slots=True)
class Fp32:
    """As published: the reference for all others."""

    def linear(self, graph: Graph, x: str, name: str, weight: Floats) -> str:
        """One MatMul with a float32 constant."""
        return graph.op("MatMul", x, graph.constant(name, weight.T))

    def rows(self, graph: Graph, index: str, name: str, table: Floats) -> str:
        """One Gather from a float32 constant."""
        return graph.op("Gather", graph.constant(name, table), index)


@dataclass(frozen=True, slots=True)
class Fp16:
    """Stored in half precision, computed in single."""

    def linear(self, graph: Graph, x: str, name: str, weight: Floats) -> str:
        """The Cast has only constant inputs, so onnxruntime does it once, at load."""
        return graph.op("MatMul", x, graph.to_float(graph.constant(name, half(weight.T))))

    def rows(self, graph: Graph, index: str, name: str, table: Floats) -> str:
        """Only the rows that were looked up are cast, so the table stays small in memory too."""
        return graph.to_float(graph.op("Gather", graph.constant(name, half(table)), index))


@dataclass(frozen=True, slots=True)
class Int8Blocks:
    """Eight bits a weight and one half-precision scale for each block of 32, computed in single."""

    def linear(self, graph: Graph, x: str, name: str, weight: Floats) -> str:
        """The expansion has only constant inputs, so onnxruntime does it once, at load."""
        stored, scale = (part.transpose(1, 2, 0) for part in in_blocks(weight))
        blocks = graph.to_float(graph.constant(name, stored))
        scales = graph.to_float(graph.constant(f"{name}.scale", scale))
        expanded = graph.op("Mul", blocks, scales)
        return graph.op("MatMul", x, graph.op("Reshape", expanded, graph.numbers(*weight.T.shape)))

    def rows(self, graph: Graph, index: str, name: str, table: Floats) -> str:
        """Only the rows that were looked up are expanded, so the table stays small in memory too."""
        stored, scale = in_blocks(table)
        blocks = graph.op("Gather", graph.constant(name, stored), index)
        scales = graph.op("Gather", graph.constant(f"{name}.scale", scale), index)
        expanded = graph.op("Mul", graph.to_float(blocks), graph.to_float(scales))
        return graph.op("Reshape", expanded, graph.numbers(0, 0, table.shape[1]))


@dataclass(frozen=True, slots=True)
class NBits:
    """onnxruntime's own operator for block-wise eight-bit weights, which it keeps packed in memory.

    ``accuracy`` is the operator's accuracy_level: 0 computes in single precision, 4 lets it
    quantise the inputs to eight bits as well.
    """

    accuracy: int

    def linear(self, graph: Graph, x: str, name: str, weight: Floats) -> str:
        """Its weights are unsigned around 128 and its scales single precision."""
        stored, scale = in_blocks(weight)
        unsigned = (stored.astype(np.int16) + 128).astype(np.uint8)
        packed = graph.constant(name, unsigned)
        scales = graph.constant(f"{name}.scale", scale.astype(np.float32).reshape(-1))
        outputs, inputs = weight.shape
        return graph.op(
            "MatMulNBits", x, packed, scales, domain=CONTRIB, K=inputs, N=outputs,
            bits=8, block_size=BLOCK, accuracy_level=self.accuracy,
        )  # fmt: skip

    def rows(self, graph: Graph, index: str, name: str, table: Floats) -> str:
        """The operator has no look-up, so tables are stored as plain blocks."""
        return Int8Blocks().rows(graph, index, name, table)


FORMS: dict[str, StoredForm] = {
    "fp32": Fp32(),
    "fp16": Fp16(),
    "int8b32": Int8Blocks(),
    "nbits8": NBits(accuracy=0),
    "nbits8a4": NBits(accuracy=4),
}


def half(values: Floats) -> NDArray[np.float16]:
    """Half precision, refusing values that it cannot hold."""
    rounded = values.astype(np.float16)
    if not np.isfinite(rounded).all():
        raise ValueError("a weight is too large for half precision")
    return rounded


def in_blocks(matrix: Floats) -> tuple[NDArray[np.int8], NDArray[np.float16]]:
    """Symmetric eight-bit blocks along the rows of a (rows, width) matrix, width a multiple of 32.

    Returns int8 of shape (rows, width / 32, 32) and their scales (rows, width / 32, 1). The
    scale is rounded to half precision first, so rounding it costs no accuracy of its own.
    """
    blocks = matrix.reshape(len(matrix), -1, BLOCK)
    scale = half(np.abs(blocks).max(axis=2, keepdims=True) / np.float32(127))
    divisor = np.where(scale > 0, scale, np.float16(1)).astype(np.float32)
    return np.clip(np.rint(blocks / divisor), -127, 127).astype(np.int8), scale
