"""A small builder for ONNX graphs: operators in, one checked model file out.

It knows operators and constants, and nothing about any particular network.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, ValueInfoProto, helper, numpy_helper

OPSET = 20  # the first one with Gelu
CONTRIB = "com.microsoft"  # onnxruntime's own operators


@dataclass(slots=True)
class Graph:
    """Nodes and constants in the order in which they were added; names are derived from that order."""

    nodes: list[onnx.NodeProto] = field(default_factory=list)
    constants: dict[str, onnx.TensorProto] = field(default_factory=dict)

    def op(self, kind: str, *inputs: str, domain: str = "", **attributes: Any) -> str:
        """Add an operator with one output and return that output's name."""
        output = f"{kind}_{len(self.nodes)}"
        node = helper.make_node(kind, list(inputs), [output], output, domain=domain, **attributes)
        self.nodes.append(node)
        return output

    def constant(self, name: str, values: NDArray[np.generic]) -> str:
        """Store an array under a name; a name may be stored only once."""
        if name in self.constants:
            raise ValueError(f"the constant {name} is already stored")
        self.constants[name] = numpy_helper.from_array(np.ascontiguousarray(values), name)
        return name

    def numbers(self, *values: int) -> str:
        """Store a short int64 list (shapes, axes) once, whoever asks for it."""
        name = "numbers_" + "_".join(str(value) for value in values)
        if name not in self.constants:
            self.constant(name, np.array(values, np.int64))
        return name

    def to_float(self, name: str) -> str:
        """Cast to float32."""
        return self.op("Cast", name, to=TensorProto.FLOAT)

    def model(self, inputs: Sequence[ValueInfoProto], output: ValueInfoProto, produced_by: str) -> onnx.ModelProto:
        """The checked model whose single output is the last operator's.

        Raises ``onnx.checker.ValidationError`` for a graph that is not well-formed.
        """
        self.nodes[-1].output[0] = output.name
        graph = helper.make_graph(self.nodes, "candid", list(inputs), [output], list(self.constants.values()))
        imports = [helper.make_opsetid("", OPSET)]
        if any(node.domain == CONTRIB for node in self.nodes):
            imports.append(helper.make_opsetid(CONTRIB, 1))
        made = helper.make_model(graph, opset_imports=imports, producer_name=produced_by, ir_version=9)
        onnx.checker.check_model(made)
        return made
