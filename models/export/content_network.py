"""EfficientNet-Lite (Tan and Le 2019; the Lite models of 2020) as an ONNX graph: pixels of views in, one logit a class out.

Batch normalisation is folded into the convolutions before them. Padding is TensorFlow's SAME, as the weights were trained with.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper
from onnx_graph import Graph

Floats = NDArray[np.float32]
EPSILON = 1e-3
CENTRE, SPREAD = 127.0, 128.0
CLASSES = 1000

# EfficientNet-B0's stages: how many blocks, and the stride of the first. All but the first and last stage grow with depth.
STAGES = ((1, 1), (2, 2), (2, 2), (3, 2), (3, 1), (4, 2), (1, 1))


class StoredConvolution(Protocol):
    """How the weights of a convolution or of the last layer are written."""

    def weights(self, graph: Graph, name: str, values: Floats) -> str:
        """Add the weights, (outputs, inputs, ...), and return the name of the float32 tensor that is used."""
        ...


@dataclass(frozen=True, slots=True)
class Single:
    """As published: the reference for the others."""

    def weights(self, graph: Graph, name: str, values: Floats) -> str:
        """One float32 constant."""
        return graph.constant(name, values)


@dataclass(frozen=True, slots=True)
class Half:
    """Stored in half precision, computed in single."""

    def weights(self, graph: Graph, name: str, values: Floats) -> str:
        """The Cast has only constant inputs, so onnxruntime does it once, at load."""
        return graph.to_float(graph.constant(name, values.astype(np.float16)))


@dataclass(frozen=True, slots=True)
class EightBits:
    """Eight bits a weight and one half-precision scale for each output channel, computed in single."""

    def weights(self, graph: Graph, name: str, values: Floats) -> str:
        """The expansion has only constant inputs, so onnxruntime does it once, at load."""
        stored, scale = rounded(values)
        whole = graph.to_float(graph.constant(name, stored))
        return graph.op("Mul", whole, graph.to_float(graph.constant(f"{name}.scale", scale)))


FORMS: dict[str, StoredConvolution] = {"fp32": Single(), "fp16": Half(), "int8c": EightBits()}


def rounded(values: Floats) -> tuple[NDArray[np.int8], NDArray[np.float16]]:
    """Symmetric eight-bit weights and the scale of each output, of a shape that multiplies them back."""
    axes = tuple(range(1, values.ndim))
    scale = (np.abs(values).max(axis=axes, keepdims=True) / np.float32(127)).astype(np.float16)
    # A channel whose scale half precision cannot hold is as good as zero.
    divisor = np.where(scale > 0, scale, np.float16(1)).astype(np.float32)
    return np.clip(np.rint(values / divisor), -127, 127).astype(np.int8), scale


def strides(deeper: float) -> Iterator[int]:
    """The stride of each block in order; `deeper` multiplies the repeats (1.0 for Lite0, 1.2 for Lite2)."""
    for number, (repeats, stride) in enumerate(STAGES):
        inner = 0 < number < len(STAGES) - 1
        for place in range(math.ceil(repeats * deeper) if inner else repeats):
            yield stride if place == 0 else 1


@dataclass(frozen=True, slots=True)
class LiteGraph:
    """Builds the graph, block by block, from weights under their published names."""

    weights: Mapping[str, Floats]
    form: StoredConvolution
    graph: Graph

    def convolution(self, x: str, name: str, norm: str, stride: int = 1, *, clipped: bool = True) -> str:
        """A convolution with its batch normalisation, and ReLU6 if `clipped`. One input a group is depthwise."""
        values, bias = folded(self.weights, name, norm)
        groups = len(values) if values.shape[1] == 1 else 1
        weights = self.form.weights(self.graph, f"{name}.weight", values)
        made = self.graph.op(
            "Conv", x, weights, self.graph.constant(f"{name}.bias", bias),
            auto_pad="SAME_UPPER", strides=[stride, stride], kernel_shape=list(values.shape[2:]), group=groups,
        )  # fmt: skip
        return self.graph.op("Clip", made, *self._six()) if clipped else made

    def _six(self) -> tuple[str, str]:
        for name, value in (("zero", 0.0), ("six", 6.0)):
            if name not in self.graph.constants:
                self.graph.constant(name, np.array(value, np.float32))
        return "zero", "six"

    def block(self, x: str, number: int, stride: int) -> str:
        """An inverted residual block: widen, filter each channel, narrow, add what came in where the shape allows."""
        at = f"_blocks.{number}"
        inner = x
        if f"{at}._expand_conv.weight" in self.weights:
            inner = self.convolution(inner, f"{at}._expand_conv", f"{at}._bn0")
        inner = self.convolution(inner, f"{at}._depthwise_conv", f"{at}._bn1", stride)
        inner = self.convolution(inner, f"{at}._project_conv", f"{at}._bn2", clipped=False)
        narrow = self.weights[f"{at}._project_conv.weight"]
        same = number > 0 and stride == 1 and len(narrow) == self.weights[f"{at}._expand_conv.weight"].shape[1]
        return self.graph.op("Add", inner, x) if same else inner

    def pixels(self) -> str:
        """Pixels (n, height, width, 3), 0 to 255, as channels about zero."""
        channels = self.graph.op("Transpose", self.graph.to_float("pixels"), perm=[0, 3, 1, 2])
        centred = self.graph.op("Sub", channels, self.graph.constant("centre", np.array(CENTRE, np.float32)))
        return self.graph.op("Div", centred, self.graph.constant("spread", np.array(SPREAD, np.float32)))

    def logits(self, x: str) -> str:
        """The mean over places, and the last layer."""
        mean = self.graph.op("Flatten", self.graph.op("GlobalAveragePool", x))
        weights = self.form.weights(self.graph, "_fc.weight", self.weights["_fc.weight"])
        bias = self.graph.constant("_fc.bias", self.weights["_fc.bias"])
        return self.graph.op("Gemm", mean, weights, bias, transB=1)


def folded(weights: Mapping[str, Floats], name: str, norm: str) -> tuple[Floats, Floats]:
    """A convolution's weights and bias with the batch normalisation after it folded in."""
    scale = weights[f"{norm}.weight"] / np.sqrt(weights[f"{norm}.running_var"] + np.float32(EPSILON))
    values = weights[f"{name}.weight"] * scale.reshape(-1, 1, 1, 1)
    return values, weights[f"{norm}.bias"] - weights[f"{norm}.running_mean"] * scale


def classifier(weights: Mapping[str, Floats], deeper: float, form: StoredConvolution) -> onnx.ModelProto:
    """The network for any number of views of one size: uint8 (n, side, side, 3) in, float32 (n, 1000) out."""
    made = LiteGraph(weights, form, Graph())
    x = made.convolution(made.pixels(), "_conv_stem", "_bn0", 2)
    for number, stride in enumerate(strides(deeper)):
        x = made.block(x, number, stride)
    made.logits(made.convolution(x, "_conv_head", "_bn1"))
    pixels = helper.make_tensor_value_info("pixels", TensorProto.UINT8, ["views", "height", "width", 3])
    logits = helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["views", CLASSES])
    return made.graph.model([pixels], logits, "candid models/export/content.py")
