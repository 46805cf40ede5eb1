"""What a picture looks like in 256 bits, so that near copies can be told from different pictures: PDQ.

Its bits are the signs of 16 x 16 low frequencies against their median (Facebook, "The TMK+PDQF Video-Hashing Algorithm and
the PDQ Image-Hashing Algorithm", 2019). Runs in worker processes only.
"""

import numpy as np
import pdqhash
from PIL import Image

_SIDE = 64
"""Pixels that PDQ looks at. Scaled down here: its own filter takes six times as long and is less true to small pictures."""
_LEAST_QUALITY = 50
"""PDQ's measure of structure, 0 to 100; its authors advise against hashes below. All blank pictures, and all skies, would be alike."""


def perceptual_hash(image: Image.Image) -> str | None:
    """64 hex digits for an upright RGB picture of any size; None for one without enough structure."""
    twice_as_large = image.reduce(max(1, max(image.size) // (2 * _SIDE)))
    grey = twice_as_large.convert("L").resize((_SIDE, _SIDE), Image.Resampling.HAMMING)
    bits, quality = pdqhash.compute(np.asarray(grey.convert("RGB")))
    return np.packbits(bits.astype(np.uint8)).tobytes().hex() if quality >= _LEAST_QUALITY else None
