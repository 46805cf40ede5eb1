"""Small whole pictures of the formats that the sample library lacks."""

import io

import pillow_heif
from PIL import Image


def made_seeds() -> list[tuple[str, bytes]]:
    """Extension and content of one picture of each format that can be written here."""
    picture = Image.effect_mandelbrot((160, 120), (-2.2, -1.2, 0.8, 1.2), 60).convert("RGB")
    exif = Image.Exif()
    exif[0x0110], exif[0x0112] = "Model of a camera", 6
    made = [(f".{suffix}", _saved(picture, name, exif=exif)) for suffix, name in (("webp", "WEBP"), ("avif", "AVIF"), ("png", "PNG"))]
    made += [
        (f".{suffix}", _saved(picture, name)) for suffix, name in (("tif", "TIFF"), ("gif", "GIF"), ("bmp", "BMP"), ("jp2", "JPEG2000"))
    ]
    made.append((".jpg", _saved(picture, "JPEG", progressive=True, exif=exif)))
    made.append((".jpg", _saved(picture.convert("CMYK"), "JPEG")))
    made.append((".png", _saved(picture.convert("L").convert("I;16"), "PNG")))
    encoded = io.BytesIO()
    pillow_heif.from_pillow(picture).save(encoded, exif=exif.tobytes())
    made.append((".heic", encoded.getvalue()))
    return made


def _saved(picture: Image.Image, name: str, **options: object) -> bytes:
    encoded = io.BytesIO()
    picture.save(encoded, name, **options)
    return encoded.getvalue()
