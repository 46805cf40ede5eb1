"""Pictures that tests make for themselves."""

import numpy as np
from PIL import Image


def scene(seed: int, size: tuple[int, int] = (320, 240)) -> Image.Image:
    """A picture of its own for every seed: soft patches of colours, with a perceptual hash that survives other sizes and qualities."""
    coarse = np.random.default_rng(seed).integers(0, 256, (12, 16, 3), dtype=np.uint8)
    return Image.fromarray(coarse).resize(size, Image.Resampling.BICUBIC)
