"""Writes the planned facts into a picture as EXIF, IPTC and XMP through libexiv2."""

from __future__ import annotations

from pathlib import Path

import exiv2

from resources.plan.entry import Entry, Position

UTF8 = "\x1b%G"
IPTC = "Iptc.Application2."


def write_metadata(entry: Entry, path: Path, size: tuple[int, int]) -> None:
    """Write what the plan says of the entry; `size` is upright, in pixels. A GIF can hold XMP only."""
    exiv2.LogMsg.setLevel(exiv2.LogMsg.Level.mute)
    if path.suffix == ".gif":
        xmp = exiv2.XmpData()
        _write_blocks(entry, size, exiv2.ExifData(), exiv2.IptcData(), xmp)
        _embed_in_gif(xmp, path)
        return
    image = exiv2.ImageFactory.open(str(path))
    image.readMetadata()
    blocks = image.exifData(), image.iptcData(), image.xmpData()
    _write_blocks(entry, size, *blocks)
    if any(len(block) for block in blocks):
        image.writeMetadata()


def _write_blocks(entry: Entry, size: tuple[int, int], exif: exiv2.ExifData, iptc: exiv2.IptcData, xmp: exiv2.XmpData) -> None:
    _exif_camera(entry, exif)
    _exif_position(entry.position, exif)
    _time(entry, exif, iptc, xmp)
    _texts(entry, exif, iptc, xmp)
    _place(entry, iptc, xmp)
    _keywords(entry, exif, iptc, xmp)
    _people(entry, xmp, size)


def _embed_in_gif(xmp: exiv2.XmpData, path: Path) -> None:
    """Put the packet behind the global colour table as an application extension (XMP specification part 3, GIF)."""
    _, packet = exiv2.XmpParser.encode(xmp, exiv2.XmpParser.XmpFormatFlags.omitPacketWrapper)
    content = path.read_bytes()
    start = 13 + 3 * 2 ** ((content[10] & 7) + 1)
    trailer = bytes([1, *range(255, -1, -1), 0])
    path.write_bytes(content[:start] + b"!\xff\x0bXMP DataXMP" + packet.encode() + trailer + content[start:])


def _exif_camera(entry: Entry, exif: exiv2.ExifData) -> None:
    if entry.orientation != 1:
        exif["Exif.Image.Orientation"] = exiv2.UShortValue(entry.orientation)
    if entry.camera:
        exif["Exif.Image.Make"], exif["Exif.Image.Model"] = entry.camera.make, entry.camera.model
        if entry.camera.lens:
            exif["Exif.Photo.LensModel"] = entry.camera.lens
        if entry.camera.serial:
            exif["Exif.Photo.BodySerialNumber"] = entry.camera.serial
    if entry.exposure:
        exif["Exif.Photo.ISOSpeedRatings"] = exiv2.UShortValue(entry.exposure.iso)
        exif["Exif.Photo.FNumber"] = _ratio(entry.exposure.tenths, 10)
        exif["Exif.Photo.ExposureTime"] = _ratio(*entry.exposure.seconds)
        exif["Exif.Photo.FocalLength"] = _ratio(entry.exposure.millimetres, 1)


def _ratio(*parts: int) -> exiv2.URationalValue:
    return exiv2.URationalValue(list(zip(parts[::2], parts[1::2], strict=True)))


def _bytes(content: bytes) -> exiv2.DataValue:
    value = exiv2.DataValue(exiv2.TypeId.unsignedByte)
    value.read(" ".join(map(str, content)))
    return value


def _exif_position(position: Position | None, exif: exiv2.ExifData) -> None:
    if position is None:
        return
    exif["Exif.GPSInfo.GPSVersionID"] = _bytes(bytes([2, 3, 0, 0]))
    for name, value, letters in (("Latitude", position.latitude, "NS"), ("Longitude", position.longitude, "EW")):
        exif[f"Exif.GPSInfo.GPS{name}Ref"] = letters[value < 0]
        exif[f"Exif.GPSInfo.GPS{name}"] = _ratio(*_sexagesimal(abs(value)))
    if position.altitude is not None:
        exif["Exif.GPSInfo.GPSAltitudeRef"] = _bytes(bytes([position.altitude < 0]))
        exif["Exif.GPSInfo.GPSAltitude"] = _ratio(round(abs(position.altitude) * 10), 10)


def _sexagesimal(degrees: float) -> tuple[int, int, int, int, int, int]:
    """Degrees, minutes and seconds to a ten-thousandth (3 mm on the ground)."""
    ticks = round(degrees * 3600 * 10_000)
    return ticks // 36_000_000, 1, ticks // 600_000 % 60, 1, ticks % 600_000, 10_000


def _time(entry: Entry, exif: exiv2.ExifData, iptc: exiv2.IptcData, xmp: exiv2.XmpData) -> None:
    if not entry.taken or entry.time_block == "png":
        return
    if entry.time_block == "xmp":
        xmp["Xmp.photoshop.DateCreated"] = entry.taken + entry.offset
    elif entry.time_block == "iptc":
        iptc[f"{IPTC}DateCreated"] = entry.taken
    else:
        _exif_time(entry, exif)


def _exif_time(entry: Entry, exif: exiv2.ExifData) -> None:
    exif["Exif.Photo.ExifVersion"] = exiv2.DataValue(b"0232")
    whole, _, fraction = entry.taken.partition(".")
    exif["Exif.Photo.DateTimeOriginal"] = whole.replace("-", ":").replace("T", " ")
    if fraction:
        exif["Exif.Photo.SubSecTimeOriginal"] = fraction
    if entry.offset:
        exif["Exif.Photo.OffsetTimeOriginal"] = entry.offset


def _texts(entry: Entry, exif: exiv2.ExifData, iptc: exiv2.IptcData, xmp: exiv2.XmpData) -> None:
    if entry.title and entry.caption_block != "png":
        xmp["Xmp.dc.title"] = _alternatives(entry.title, {})
    if not entry.caption:
        return
    if entry.caption_block == "xmp":
        xmp["Xmp.dc.description"] = _alternatives(entry.caption, entry.translations)
    elif entry.caption_block == "exif":
        exif["Exif.Image.ImageDescription"] = entry.caption
    elif entry.caption_block.startswith("iptc"):
        _add_iptc(iptc, "Caption", entry.caption, _charset(entry))


def _alternatives(text: str, translations: dict[str, str]) -> exiv2.LangAltValue:
    value = exiv2.LangAltValue()
    for language, words in {"x-default": text, **translations}.items():
        value.read(f'lang="{language}" {words}')
    return value


def _charset(entry: Entry) -> str:
    return "latin-1" if "iptc latin-1" in (entry.caption_block, entry.keyword_block) else "utf-8"


def _add_iptc(iptc: exiv2.IptcData, name: str, text: str, charset: str) -> None:
    """Add one field. UTF-8 is declared in the envelope; Latin-1 is left undeclared, as old programs did."""
    if charset == "utf-8":
        iptc["Iptc.Envelope.CharacterSet"] = UTF8
    iptc.add(exiv2.IptcKey(IPTC + name), exiv2.DataValue(text.encode(charset)))


def _place(entry: Entry, iptc: exiv2.IptcData, xmp: exiv2.XmpData) -> None:
    place = entry.place
    if place is None:
        return
    names = (("SubLocation", place.spot), ("City", place.city), ("ProvinceState", place.state), ("CountryName", place.country))
    keys = dict(
        zip(
            ("SubLocation", "City", "ProvinceState", "CountryName"),
            ("iptc.Location", "photoshop.City", "photoshop.State", "photoshop.Country"),
            strict=True,
        )
    )
    for name, text in names:
        if text and place.block == "xmp":
            xmp[f"Xmp.{keys[name]}"] = text
        elif text:
            _add_iptc(iptc, name, text, _charset(entry))


def _keywords(entry: Entry, exif: exiv2.ExifData, iptc: exiv2.IptcData, xmp: exiv2.XmpData) -> None:
    leaves = tuple(path.replace("|", "/").rpartition("/")[2] for path in entry.tree)
    flat = tuple(dict.fromkeys((*entry.keywords, *leaves)))
    if entry.keyword_block == "windows":
        exif["Exif.Image.XPKeywords"] = _bytes(";".join(flat).encode("utf-16-le") + b"\0\0")
    elif entry.keyword_block == "xmp" and flat:
        xmp["Xmp.dc.subject"] = list(flat)
    else:
        for word in flat:
            _add_iptc(iptc, "Keywords", word, _charset(entry))
    if entry.tree:
        xmp["Xmp.lr.hierarchicalSubject" if entry.tree_block == "lightroom" else "Xmp.digiKam.TagsList"] = list(entry.tree)
    if entry.rating is not None:
        xmp["Xmp.xmp.Rating"] = str(entry.rating)


def _people(entry: Entry, xmp: exiv2.XmpData, size: tuple[int, int]) -> None:
    if entry.people:
        xmp["Xmp.iptcExt.PersonInImage"] = list(entry.people)
    if not entry.faces:
        return
    regions = "Xmp.mwg-rs.Regions"
    structure, bag = exiv2.XmpTextValue(), exiv2.XmpTextValue()
    structure.setXmpStruct()
    bag.setXmpArrayType(exiv2.XmpValue.XmpArrayType.xaBag)
    xmp.add(exiv2.XmpKey(regions), structure)
    for name, value in (("w", str(size[0])), ("h", str(size[1])), ("unit", "pixel")):
        xmp[f"{regions}/mwg-rs:AppliedToDimensions/stDim:{name}"] = value
    xmp.add(exiv2.XmpKey(f"{regions}/mwg-rs:RegionList"), bag)
    for number, face in enumerate(entry.faces, 1):
        region = f"{regions}/mwg-rs:RegionList[{number}]/mwg-rs:"
        xmp[f"{region}Name"], xmp[f"{region}Type"] = face.name, "Face"
        for name, share in (("x", face.x), ("y", face.y), ("w", face.w), ("h", face.h)):
            xmp[f"{region}Area/stArea:{name}"] = f"{share:.4f}"
        xmp[f"{region}Area/stArea:unit"] = "normalized"
