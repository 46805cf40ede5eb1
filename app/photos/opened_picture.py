"""One picture of any format, opened: what it is, what it says, how large it is, and its pixels when they are asked for.

Runs in worker processes only: everything here parses untrusted bytes.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from PIL import Image

from app.domain.errors import PhotoUnreadable
from app.domain.file_names import RAW_EXTENSIONS
from app.photos import pixels
from app.photos.formats import extension_of, refused_content
from app.photos.pixels import Decoded
from app.photos.raw import RawMetadata, read_raw
from app.photos.raw_content import is_tiff, raw_format
from app.photos.raw_previews import open_raw

_COMMON_NAMES = {"JPEG2000": "JP2"}
"""Names that people use where Pillow has another."""
_GIF_XMP = b"\x21\xff\x0bXMP DataXMP"
_GIF_XMP_END = b"\x01\xff\xfe\xfd"
_PNG_TEXTS = ("Title", "Description", "Creation Time")


class OpenedPicture(Protocol):
    """A picture whose header was read. An `orientation` is EXIF's, of all that is known of the photo; None if nothing is."""

    @property
    def format(self) -> str:
        """The format's name, decided by the content."""

    @property
    def exif(self) -> bytes:
        """The block of EXIF or the TIFF that holds its directories; empty if there is none."""

    def metadata(self) -> RawMetadata:
        """What the file says of the picture."""

    def upright_size(self, orientation: int | None) -> tuple[int, int]:
        """Width and height of the whole picture as shown upright."""

    def decode(self, orientation: int | None, longest_side: int) -> Decoded:
        """Upright, 8-bit sRGB, no side longer than `longest_side`, never enlarged. Raises `PhotoUnreadable`."""


def open_picture(content: bytes, name: str) -> OpenedPicture:
    """The picture in the content of a file. The name helps only where the content leaves it open. Raises `PhotoUnreadable`."""
    extension = extension_of(name)
    raw = raw_format(content, extension)
    if raw:
        return open_raw(content, raw)
    if extension not in RAW_EXTENSIONS or refused_content(content[:512]):
        return _PlainPicture(pixels.opened(content), content)
    return _named_raw(content, extension.upper())


def _named_raw(content: bytes, name: str) -> OpenedPicture:
    """What only its name calls RAW: an ordinary picture, or one of the old formats that cannot be told from a TIFF."""
    if is_tiff(content):
        try:
            return open_raw(content, name)
        except PhotoUnreadable:
            return _PlainPicture(pixels.opened(content), content)
    try:
        return _PlainPicture(pixels.opened(content), content)
    except PhotoUnreadable:
        return open_raw(content, name)


@dataclass(frozen=True, slots=True)
class _PlainPicture:
    """A picture that Pillow decodes."""

    image: Image.Image
    content: bytes = field(repr=False)

    @property
    def format(self) -> str:
        return _COMMON_NAMES.get(self.image.format or "", self.image.format or "")

    @property
    def exif(self) -> bytes:
        block = self.image.info.get("exif")
        return block if isinstance(block, bytes) else b""

    def metadata(self) -> RawMetadata:
        return read_raw(self.content, self._packet(), self._comments(), self.exif)

    def upright_size(self, orientation: int | None) -> tuple[int, int]:
        return pixels.upright_size(self.image, orientation or 1)

    def decode(self, orientation: int | None, longest_side: int) -> Decoded:
        return pixels.decode(self.image, self.content, orientation or 1, longest_side)

    def _packet(self) -> bytes:
        """The XMP that Pillow finds, or that of a GIF, where nobody looks for it: up to its magic trailer (XMP part 3, 1.1.2)."""
        if self.format == "GIF":
            start = self.content.find(_GIF_XMP) + len(_GIF_XMP)
            return self.content[start : self.content.find(_GIF_XMP_END, start)] if start >= len(_GIF_XMP) else b""
        packet = self.image.info.get("xmp", b"")
        return packet if isinstance(packet, bytes) else b""

    def _comments(self) -> Mapping[str, bytes]:
        texts = self.image.info if self.format == "PNG" else {}
        return {f"PNG {name}": str(texts[name]).encode() for name in _PNG_TEXTS if name in texts}
