"""What the metadata blocks of one file say, as plain values under libexiv2's key names; nothing is judged here."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import reduce

import exiv2

from app.photos.extended_xmp import extended_packet
from app.photos.packets import danger, packet_bytes, packet_text, problem
from app.photos.precedence import LENS_MAKER_NOTE, WANTED, WANTED_STRUCTURES, XMP_EXTENSION
from app.photos.salvage import single_segments, stray_packets


@dataclass(frozen=True, slots=True)
class Blob:
    """Bytes of an EXIF value; `is_ascii` tells text from a byte array."""

    content: bytes
    is_ascii: bool


Numbers = tuple[tuple[int, int], ...]
"""Numerators and denominators, as stored."""
ExifValue = Blob | Numbers
XmpValue = tuple[str, ...]
"""Items of a bag or sequence, alternatives with the default language first, or one text."""


@dataclass(frozen=True, slots=True)
class RawMetadata:
    """Values by key, for example `Exif.Photo.FNumber`.

    `comments` are texts outside the three standards (PNG), by their own names. `told_in` is what comes before each source of a
    sidecar: `sidecar x.xmp · `.
    """

    exif: Mapping[str, ExifValue] = field(default_factory=dict)
    iptc: Mapping[str, tuple[bytes, ...]] = field(default_factory=dict)
    xmp: Mapping[str, XmpValue] = field(default_factory=dict)
    comments: Mapping[str, bytes] = field(default_factory=dict)
    little_endian: bool = True
    notes: tuple[str, ...] = ()
    told_in: str = ""

    def __contains__(self, key: object) -> bool:
        """Whether anything stands under a key."""
        return key in self.exif or key in self.xmp or key in self.iptc or key in self.comments


def silence_exiv2() -> None:
    """libexiv2 writes a line to stderr for every oddity of a file; once per process."""
    exiv2.LogMsg.setLevel(exiv2.LogMsg.Level.mute)


def read_raw(content: bytes, packet: bytes = b"", comments: Mapping[str, bytes] | None = None, exif: bytes = b"") -> RawMetadata:
    """The metadata of an image file in memory.

    `packet` and `exif` are the XMP and the EXIF that another reader found, for files in which libexiv2 finds none (GIF, some
    HEIC). What cannot be read is left out and noted; of a JPEG with a broken segment all other segments are read.
    """
    found, error = _read(content)
    if error:
        found = reduce(_joined, (_read(part)[0] for part in single_segments(content)), found)
        found = replace(found, notes=(f"Some metadata cannot be read ({error}).", *found.notes))
    others = (b"" if found.xmp else packet, *stray_packets(content))
    for each in filter(None, others):
        told, wrong = read_packet(packet_text(each.strip(b"\x00 \r\n\t")))
        found = replace(_joined(found, told), notes=found.notes or _packet_notes(wrong))
    if exif and not found.exif:
        found = _joined(found, replace(_read(exif.removeprefix(b"Exif\x00\x00"))[0], xmp={}))
    return replace(_with_extension(found, content), comments=comments or {})


def read_packet(text: str) -> tuple[RawMetadata, str]:
    """The XMP of a packet outside of a picture, and what is wrong with it, if anything."""
    wrong = danger(text)
    if wrong:
        return RawMetadata(), wrong
    found, error = _read(packet_bytes(text))
    wrong = problem(text) or "cannot be understood" if error or found.notes else ""
    return RawMetadata(xmp=found.xmp), wrong  # libexiv2 makes EXIF and IPTC up from a lone packet.


def _with_extension(found: RawMetadata, content: bytes) -> RawMetadata:
    """With the XMP that did not fit into the first packet of a JPEG."""
    packet, wrong = extended_packet(content, "".join(found.xmp.get(XMP_EXTENSION, ())))
    if packet:
        extension, broken = read_packet(packet_text(packet))
        found = replace(found, xmp={**extension.xmp, **found.xmp})
        wrong = f"The extended XMP {broken}; it was left out." if broken else ""
    return replace(found, notes=(*found.notes, wrong)) if wrong else found


def _read(content: bytes) -> tuple[RawMetadata, str]:
    """What libexiv2 finds, and the error at which it stopped, if any."""
    try:
        image = exiv2.ImageFactory.open(content)
    except exiv2.Exiv2Error as error:
        return RawMetadata(), _plain(error)
    try:
        image.readMetadata()
        wrong = ""
    except exiv2.Exiv2Error as error:
        wrong = _plain(error)
    found = _raw(image)
    # It keeps every namespace that it meets, and would be slower with each for all photos that come later.
    exiv2.XmpProperties.unregisterNs()
    return found, wrong


def _joined(one: RawMetadata, other: RawMetadata) -> RawMetadata:
    """What either says; where both do, the first."""
    return replace(one, exif={**other.exif, **one.exif}, iptc={**other.iptc, **one.iptc}, xmp={**other.xmp, **one.xmp})


def _raw(image: exiv2.Image) -> RawMetadata:
    xmp_data = image.xmpData()
    return RawMetadata(
        exif=_exif(image.exifData()),
        iptc=_iptc(image.iptcData()),
        xmp=_xmp(xmp_data),
        little_endian=image.byteOrder() != exiv2.ByteOrder.bigEndian,
        notes=_packet_notes(problem(image.xmpPacket().strip("\x00"))) if xmp_data.empty() and image.xmpPacket() else (),
    )


def _exif(entries: exiv2.ExifData) -> dict[str, ExifValue]:
    found: dict[str, ExifValue] = {}
    for entry in entries:
        key = entry.key()
        if key in found or key not in WANTED:
            continue
        value = (
            Blob(_named_lens(entry.print(entries)).encode(errors="surrogateescape"), True)
            if key in LENS_MAKER_NOTE
            else _exif_value(entry.value())
        )
        if value is not None:
            found[key] = value
    return found


def _exif_value(value: exiv2.Value) -> ExifValue | None:
    if isinstance(value, (exiv2.AsciiValue, exiv2.DataValue, exiv2.CommentValue)):
        return Blob(bytes(value.data()), isinstance(value, exiv2.AsciiValue))
    if isinstance(value, (exiv2.URationalValue, exiv2.RationalValue)):
        return tuple((numerator, denominator) for numerator, denominator in value)
    if isinstance(value, (exiv2.UShortValue, exiv2.ShortValue, exiv2.ULongValue, exiv2.LongValue)):
        return tuple((number, 1) for number in value)
    return None


def _iptc(entries: exiv2.IptcData) -> dict[str, tuple[bytes, ...]]:
    found: dict[str, list[bytes]] = {}
    for entry in entries:
        key = entry.key()
        if key in WANTED:
            found.setdefault(key, []).append(_iptc_bytes(entry.value()))
    return {key: tuple(values) for key, values in found.items()}


def _iptc_bytes(value: exiv2.Value) -> bytes:
    if isinstance(value, (exiv2.StringValue, exiv2.DataValue)):
        return bytes(value.data())
    # Where a time has no offset libexiv2 tells +00:00, and nobody can say any more which it was.
    return str(value).removesuffix("+00:00").encode()


def _xmp(entries: exiv2.XmpData) -> dict[str, XmpValue]:
    found: dict[str, XmpValue] = {}
    for entry in entries:
        key = entry.key()
        if key in WANTED or key.startswith(WANTED_STRUCTURES):
            found[key] = _xmp_value(entry.value())
    return found


def _xmp_value(value: exiv2.Value) -> XmpValue:
    if isinstance(value, exiv2.LangAltValue):
        texts = dict(value)
        default = texts.pop("x-default", "")
        return (default, *texts.values())
    if isinstance(value, exiv2.XmpArrayValue):
        return tuple(value.toString(item) for item in range(value.count()))
    return (str(value),)


def _named_lens(name: str) -> str:
    """The lens by the camera's maker note, as libexiv2 names it; empty if it is not sure."""
    is_doubtful = name.startswith("(") or "unknown" in name.lower() or " or " in name or "|" in name
    return "" if is_doubtful or name.lower() in {"n/a", "none", "manual lens", "no lens"} else name


def _packet_notes(wrong: str) -> tuple[str, ...]:
    return (f"The XMP packet {wrong}; it was left out.",) if wrong else ()


def _plain(error: exiv2.Exiv2Error) -> str:
    return str(error.args[-1]).strip().rstrip(".").lower() if error.args else "unknown error"
