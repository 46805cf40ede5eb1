"""What a picture looks like in 256 bits, so that near copies can be told from different pictures: PDQ.

Its bits are the signs of 16 x 16 low frequencies against their median (Facebook, "The TMK+PDQF Video-Hashing Algorithm and
the PDQ Image-Hashing Algorithm", 2019). Runs in worker processes only. `tests/benchmarks/near_copies.py` measures it.
"""

import numpy as np
import pdqhash
from PIL import Image

_SIDE = 64
"""Pixels that PDQ looks at. Scaled down here: its own filter takes six times as long and is less true to small pictures."""
_LEAST_QUALITY, _FULL_QUALITY = 50, 100
"""PDQ's measure of structure; its authors advise against hashes below 50. All blank pictures, and all skies, would be alike."""
_LEAST_CONTRAST = 16.0
"""Standard deviation of grey levels that a picture without full structure needs. Text cards of one layout have neither, and would be
alike whatever is written on them; of 508 photos one in a hundred lacks the first, and none both."""


def perceptual_hash(image: Image.Image) -> str | None:
    """64 hex digits for an upright RGB picture of any size; None for one without enough structure."""
    grey = _averaged(_thinned(image, 4 * _SIDE), 2 * _SIDE).convert("L").resize((_SIDE, _SIDE), Image.Resampling.HAMMING)
    bits, quality = pdqhash.compute(np.asarray(grey.convert("RGB")))
    return np.packbits(bits.astype(np.uint8)).tobytes().hex() if _tells(quality, grey) else None


def _tells(quality: int, grey: Image.Image) -> bool:
    return quality >= _FULL_QUALITY or (quality >= _LEAST_QUALITY and float(np.asarray(grey).std()) >= _LEAST_CONTRAST)


def _thinned(image: Image.Image, side: int) -> Image.Image:
    """Every n-th pixel where there are n times as many as `side`: a third of the cost, and nothing that the average below would show."""
    step = max(image.size) // side
    return image.resize((max(1, image.width // step), max(1, image.height // step)), Image.Resampling.NEAREST) if step > 1 else image


def _averaged(image: Image.Image, side: int) -> Image.Image:
    return image.reduce(max(1, max(image.size) // side))
