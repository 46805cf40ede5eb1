"""Any picture that Pillow decodes as 8-bit sRGB: 16-bit and floating point scaled, transparency over white, colour profiles applied."""

import io
from functools import lru_cache

from PIL import Image, ImageCms

_WIDE = frozenset({"I", "F", "I;16", "I;16L", "I;16B", "I;16N"})
_TRANSPARENT = frozenset({"LA", "La", "PA", "RGBA", "RGBa"})
_PROFILED_MODES = frozenset({"RGB", "L", "CMYK"})


def flat_rgb(image: Image.Image, size: tuple[int, int], profile: bytes | None) -> Image.Image:
    """A loaded picture at `size` (not larger than its own) as RGB."""
    narrow = _narrow(image)
    small = _resized(narrow, size)
    if small.mode in _TRANSPARENT:
        return _over_white(small)
    return _converted(small, profile)


def _narrow(image: Image.Image) -> Image.Image:
    """Palettes and bits as colours, wide numbers as 8 bits, so that the rest may interpolate."""
    if image.mode in _WIDE:
        return _scaled(image)
    if image.mode == "P" or "transparency" in image.info:
        return image.convert("RGBA" if "transparency" in image.info else "RGB")
    if image.mode == "1":
        return image.convert("L")
    return image.convert("RGBA") if image.mode == "PA" else image


def _scaled(image: Image.Image) -> Image.Image:
    """Grey of 16 bits by its full range; other numbers by the range that their largest value suggests."""
    wide = image if image.mode == "F" else image.convert("I")
    low, high = wide.getextrema()
    if not (isinstance(low, (int, float)) and isinstance(high, (int, float))):
        raise TypeError("a picture of one band has one pair of extremes")
    is_16_bit = image.mode.startswith("I;16") or (image.mode == "I" and 255 < high <= 65_535)
    top = 65_535.0 if is_16_bit else next((step for step in (1.0, 255.0, 65_535.0) if high <= step), float(high))
    if image.mode == "I" and high <= 255:
        top = 255.0
    return wide.convert("F").point(lambda value: value * (255.0 / top) + 0.0).convert("L")


def _resized(image: Image.Image, size: tuple[int, int]) -> Image.Image:
    if image.size == size:
        return image
    if image.mode in ("RGBA", "LA"):  # Pillow premultiplies while it resizes, so that hidden colours do not bleed.
        return image.resize(size, Image.Resampling.BICUBIC, reducing_gap=3.0)
    return image.resize(size, Image.Resampling.BICUBIC, reducing_gap=3.0)


def _over_white(image: Image.Image) -> Image.Image:
    transparent = image.convert("RGBA")
    ground = Image.new("RGBA", image.size, "white")
    return Image.alpha_composite(ground, transparent).convert("RGB")


def _converted(image: Image.Image, profile: bytes | None) -> Image.Image:
    transform = _to_srgb(profile, image.mode) if profile and image.mode in _PROFILED_MODES else None
    if transform is None:
        return image if image.mode == "RGB" else image.convert("RGB")
    applied = ImageCms.applyTransform(image, transform)
    return applied if applied is not None else image.convert("RGB")


@lru_cache(maxsize=16)
def _to_srgb(profile: bytes, mode: str) -> ImageCms.ImageCmsTransform | None:
    """The transform of an embedded profile to sRGB, or None where it is sRGB already or cannot be used."""
    try:
        source = ImageCms.ImageCmsProfile(io.BytesIO(profile))
        if "sRGB" in ImageCms.getProfileDescription(source):
            return None
        return ImageCms.buildTransform(source, _srgb(), mode, "RGB", ImageCms.Intent.RELATIVE_COLORIMETRIC)
    except (ImageCms.PyCMSError, OSError, ValueError, TypeError):
        return None


@lru_cache(maxsize=1)
def _srgb() -> ImageCms.ImageCmsProfile:
    return ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB"))
