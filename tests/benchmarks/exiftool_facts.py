"""The facts of files as exiftool reads them, by the order of sources in docs/metadata.md, in the columns of a table of truth.

This is written a second time from exiftool's names of tags and shares nothing with `app.photos`, so that the two can be compared.
"""

import json
import math
import re
import subprocess
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

Tags = Mapping[str, object]
"""What exiftool says of one file, by group and tag: `EXIF:Make`."""
Row = dict[str, str]

_ORIGINAL = (("EXIF:DateTimeOriginal", ""), ("XMP:DateTimeOriginal", ""), ("XMP:DateCreated", ""), ("IPTC:DateCreated", "IPTC:TimeCreated"))
_DIGITISED = (("EXIF:CreateDate", ""), ("XMP:DateTimeDigitized", ""), ("XMP:CreateDate", ""),
              ("IPTC:DigitalCreationDate", "IPTC:DigitalCreationTime"), ("PNG:CreationTime", ""))  # fmt: skip
_DETAILS = {"EXIF:DateTimeOriginal": ("EXIF:SubSecTimeOriginal", "EXIF:OffsetTimeOriginal"),
            "EXIF:CreateDate": ("EXIF:SubSecTimeDigitized", "EXIF:OffsetTimeDigitized")}  # fmt: skip
_MOMENT = re.compile(r"(\d{4})[:-](\d\d)[:-](\d\d)(?:[ T](\d\d:\d\d(?::\d\d)?)(\.\d+)?)?\s*(Z|[+-]\d\d:?\d\d)?")

_MEASURED = {
    "make": ("EXIF:Make", "XMP:Make"),
    "model": ("EXIF:Model", "EXIF:UniqueCameraModel", "XMP:Model"),
    "iso": ("EXIF:ISO", "EXIF:RecommendedExposureIndex", "EXIF:ISOSpeed", "EXIF:StandardOutputSensitivity", "XMP:ISO"),
    "fnumber": ("EXIF:FNumber", "XMP:FNumber", "EXIF:ApertureValue", "XMP:ApertureValue"),
    "shutter": ("EXIF:ExposureTime", "XMP:ExposureTime", "EXIF:ShutterSpeedValue", "XMP:ShutterSpeedValue"),
    "focal": ("EXIF:FocalLength", "XMP:FocalLength"),
    "orientation": ("EXIF:Orientation", "XMP:Orientation"),
    "serial": ("EXIF:SerialNumber", "EXIF:CameraSerialNumber", "XMP:SerialNumber", "XMP:CameraSerialNumber", "MakerNotes:SerialNumber"),
}
_LENS = ("EXIF:LensModel", "XMP:LensModel", "XMP:Lens", "MakerNotes:LensModel", "Composite:LensID", "MakerNotes:LensType")
_WRITTEN = {
    "lat": ("Composite:GPSLatitude", "XMP:GPSLatitude"),
    "lon": ("Composite:GPSLongitude", "XMP:GPSLongitude"),
    "alt": ("Composite:GPSAltitude", "EXIF:GPSAltitude", "XMP:GPSAltitude"),
    "title": ("XMP:Title", "XMP:Title-x-repair", "IPTC:ObjectName", "EXIF:XPTitle", "XMP:Headline", "IPTC:Headline", "PNG:Title"),
    "caption": ("XMP:Description", "IPTC:Caption-Abstract", "EXIF:ImageDescription", "EXIF:XPComment", "EXIF:UserComment",
                "XMP:UserComment", "EXIF:XPSubject", "PNG:Description"),
}  # fmt: skip
_PLACE = (("XMP:LocationCreatedSublocation", "XMP:Location", "IPTC:Sub-location"), ("XMP:LocationCreatedCity", "XMP:City", "IPTC:City"),
          ("XMP:LocationCreatedProvinceState", "XMP:State", "IPTC:Province-State"),
          ("XMP:LocationCreatedCountryName", "XMP:Country", "IPTC:Country-PrimaryLocationName"))  # fmt: skip
_KEYWORDS = {"XMP:HierarchicalSubject": "|", "XMP:TagsList": "/", "XMP:LastKeywordXMP": "/", "XMP:CatalogSets": "|", "XMP:Subject": "|",
             "IPTC:Keywords": "|", "EXIF:XPKeywords": ";"}  # fmt: skip
_PERCENT = ((99, 5), (75, 4), (50, 3), (25, 2), (1, 1), (0, 0))


def read_tags(folder: Path) -> dict[str, Tags]:
    """What exiftool says of every file below a folder, by path: numbers as stored, lenses by their names. Raises OSError without it."""
    numbers, names = _run(folder, "-n"), _run(folder, "-Lens*", "-Composite:Lens*", "-MakerNotes:Lens*")
    return {path: {**tags, **{key: value for key, value in names.get(path, {}).items() if "Lens" in key}} for path, tags in numbers.items()}


def row_of(path: str, embedded: Tags, sidecars: Sequence[Tags] = ()) -> Row:
    """The facts of one photo with its sidecars, the most trusted first."""
    written, measured = (*sidecars, embedded), (embedded, *sidecars)
    date, offset = _taken(embedded, sidecars)
    row = {"path": path, "date": date, "offset": offset, "keywords": _first_set(_keywords, written), "people": _first_set(_people, written)}
    row |= {field: _first(written, keys) for field, keys in _WRITTEN.items()}
    row |= {field: _first(measured, keys) for field, keys in _MEASURED.items()}
    row |= {"lens": _first(measured, _LENS), "rating": _rating(written), "place": next(filter(None, map(_place, written)), "")}
    return row


def _run(folder: Path, *options: str) -> dict[str, Tags]:
    command = ["exiftool", "-j", "-G", "-q", "-q", "-r", "-ext", "*", *options, str(folder)]
    told = subprocess.run(command, capture_output=True, check=False).stdout
    return {tags["SourceFile"]: tags for tags in json.loads(told or b"[]")}


def _first(files: Iterable[Tags], keys: Sequence[str]) -> str:
    values = (_words(tags.get(key)) for tags in files for key in keys)
    return next(filter(None, values), "")


def _words(value: object) -> str:
    return " ".join(str("" if value is None else value[0] if isinstance(value, list) and value else value).split())


def _taken(embedded: Tags, sidecars: Sequence[Tags]) -> tuple[str, str]:
    order = [(tags, keys) for rows in (_ORIGINAL, _DIGITISED) for tags in (*sidecars, embedded) for keys in rows]
    found = [moment for tags, keys in order if (moment := _moment(tags, keys))]
    if not found:
        return "", ""
    same = [each for each in found if each[0].startswith(found[0][0]) and len(found[0][0]) == len("2019-06-14")]
    return (same or found)[-1 if same and len(same[-1][0]) > len(same[0][0]) else 0]


def _moment(tags: Tags, keys: tuple[str, str]) -> tuple[str, str] | None:
    written = " ".join(filter(None, (_words(tags.get(key)) for key in keys if key)))
    found = _MOMENT.match(written)
    if not found or found[1] == "0000" or found[2] == "00":
        return None
    fraction, declared = (_words(tags.get(key)) for key in _DETAILS.get(keys[0], ("", "")))
    digits = found[5] or (f".{fraction}" if fraction.isdigit() else "")
    time = f"T{found[4]}{'' if len(found[4]) == 8 else ':00'}{digits}" if found[4] else ""
    offset = (declared or found[6] or "").replace("Z", "+00:00") if time else ""
    return f"{found[1]}-{found[2]}-{found[3]}{time}", offset


def _first_set(read: object, files: Iterable[Tags]) -> str:
    sets = ("|".join(dict.fromkeys(read(tags))) for tags in files) if callable(read) else ()
    return next(filter(None, sets), "")


def _listed(value: object) -> list[str]:
    return [str(each) for each in (value if isinstance(value, list) else [] if value is None else [value])]


def _keywords(tags: Tags) -> Iterator[str]:
    for key, separator in _KEYWORDS.items():
        for written in _listed(tags.get(key)):
            yield from (part.strip() for part in written.split(separator) if part.strip())


def _people(tags: Tags) -> Iterator[str]:
    yield from _listed(tags.get("XMP:PersonInImage"))
    names, kinds = _listed(tags.get("XMP:RegionName")), _listed(tags.get("XMP:RegionType"))
    yield from (name for name, kind in zip(names, kinds, strict=False) if kind.lower() == "face")
    yield from _listed(tags.get("XMP:RegionPersonDisplayName"))


def _rating(files: Iterable[Tags]) -> str:
    for tags in files:
        stars = _first([tags], ("XMP:Rating", "EXIF:Rating"))
        if stars:
            return str(max(-1, min(5, math.floor(float(stars) + 0.5))))
        percent = _first([tags], ("XMP:RatingPercent", "EXIF:RatingPercent"))
        if percent:
            return str(next(stars for least, stars in _PERCENT if float(percent) >= least))
    return ""


def _place(tags: Tags) -> str:
    names = {name.casefold(): name for keys in reversed(_PLACE) if (name := _first([tags], keys))}
    return ", ".join(reversed(list(names.values())))
