"""The written order of precedence: for each fact the files that may tell of it and the places where it may stand, the most trusted first.

Keys are libexiv2's. Nothing else in this room decides which of two sources wins. docs/metadata.md says why.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum


class Origin(StrEnum):
    """Which file tells."""

    SIDECAR = "XMP sidecar"
    TAKEOUT = "Google Takeout JSON"
    EMBEDDED = "the photo itself"


WRITTEN = (Origin.SIDECAR, Origin.EMBEDDED)
"""What a person says or corrects: where a program keeps its words beside the photo, there are the latest."""
MEASURED = (Origin.EMBEDDED, Origin.SIDECAR)
"""What the camera knows best."""

ORIGINS: Mapping[str, tuple[Origin, ...]] = {
    "title": WRITTEN,
    "caption": (Origin.SIDECAR, Origin.TAKEOUT, Origin.EMBEDDED),
    "tags": WRITTEN,
    "people": WRITTEN,
    "rating": WRITTEN,
    "favourite": (Origin.TAKEOUT,),
    "place": WRITTEN,
    "gps": (*WRITTEN, Origin.TAKEOUT),
    "make": MEASURED,
    "model": MEASURED,
    "lens": MEASURED,
    "iso": MEASURED,
    "aperture": MEASURED,
    "shutter": MEASURED,
    "focal_length": MEASURED,
    "serial": MEASURED,
    "orientation": MEASURED,
}
"""By fact which files are asked, in this order; the first that says something wins. Capture time and offset go by `TIMES`.

People of Takeout are added to the others: Google keeps its own and never sees theirs.
"""
ORIGINS_OF_RAW: Mapping[str, tuple[Origin, ...]] = {**ORIGINS, "orientation": WRITTEN}
"""The same for camera RAW, which programs turn by their sidecar alone."""


@dataclass(frozen=True, slots=True)
class TimeKeys:
    """Where a capture time stands, and beside it its fraction of a second, its UTC offset, its time of day."""

    moment: str
    fraction: str = ""
    offset: str = ""
    time_of_day: str = ""


ORIGINAL = (
    TimeKeys("Exif.Photo.DateTimeOriginal", "Exif.Photo.SubSecTimeOriginal", "Exif.Photo.OffsetTimeOriginal"),
    TimeKeys("Exif.Image.DateTimeOriginal"),
    TimeKeys("Xmp.exif.DateTimeOriginal", "Xmp.exif.SubSecTimeOriginal", "Xmp.exif.OffsetTimeOriginal"),
    TimeKeys("Xmp.photoshop.DateCreated"),
    TimeKeys("Xmp.iptc.DateCreated"),
    TimeKeys("Iptc.Application2.DateCreated", time_of_day="Iptc.Application2.TimeCreated"),
)
"""When the picture was taken."""
DIGITISED = (
    TimeKeys("Exif.Photo.DateTimeDigitized", "Exif.Photo.SubSecTimeDigitized", "Exif.Photo.OffsetTimeDigitized"),
    TimeKeys("Xmp.exif.DateTimeDigitized"),
    TimeKeys("Xmp.xmp.CreateDate"),
    TimeKeys("Iptc.Application2.DigitizationDate", time_of_day="Iptc.Application2.DigitizationTime"),
    TimeKeys("PNG Creation Time"),
)
"""When it became a file, which counts where nothing says when it was taken. Never when the file was changed."""
TIMES = (
    (Origin.SIDECAR, ORIGINAL),
    (Origin.EMBEDDED, ORIGINAL),
    (Origin.SIDECAR, DIGITISED),
    (Origin.EMBEDDED, DIGITISED),
)
"""Which time is believed first. After all of these comes Takeout's, which is an instant in UTC and no local time."""

MAKE = ("Exif.Image.Make", "Xmp.tiff.Make")
MODEL = ("Exif.Image.Model", "Exif.Image.UniqueCameraModel", "Xmp.tiff.Model")
LENS_MAKER_NOTE = ("Exif.Canon.LensModel", "Exif.CanonCs.LensType", "Exif.OlympusEq.LensModel", "Exif.OlympusEq.LensType",
                   "Exif.NikonLd1.LensIDNumber", "Exif.NikonLd2.LensIDNumber", "Exif.NikonLd3.LensIDNumber", "Exif.NikonLd4.LensIDNumber",
                   "Exif.Panasonic.LensType", "Exif.Pentax.LensType", "Exif.PentaxDng.LensType", "Exif.Samsung2.LensType",
                   "Exif.Sony1.LensID", "Exif.Sony2.LensID", "Exif.SonyMinolta.LensID")  # fmt: skip
"""Mostly numbers, which libexiv2 names; only names that it is sure of are taken."""
LENS = ("Exif.Photo.LensModel", "Xmp.exifEX.LensModel", "Xmp.aux.Lens", *LENS_MAKER_NOTE)

SERIAL_MAKER_NOTE = ("Exif.Canon.SerialNumber", "Exif.Nikon3.SerialNumber", "Exif.OlympusEq.SerialNumber")
SERIAL = ("Exif.Photo.BodySerialNumber", "Exif.Image.CameraSerialNumber", "Xmp.exifEX.BodySerialNumber", "Xmp.aux.SerialNumber",
          "Xmp.MicrosoftPhoto.CameraSerialNumber", *SERIAL_MAKER_NOTE)  # fmt: skip
"""Of the camera's body, never of the lens."""

ISO = ("Exif.Photo.ISOSpeedRatings", "Exif.Image.ISOSpeedRatings", "Exif.Photo.RecommendedExposureIndex", "Exif.Photo.ISOSpeed",
       "Exif.Photo.StandardOutputSensitivity", "Xmp.exifEX.PhotographicSensitivity", "Xmp.exif.ISOSpeedRatings")  # fmt: skip
APERTURE = ("Exif.Photo.FNumber", "Exif.Image.FNumber", "Xmp.exif.FNumber")
APERTURE_APEX = ("Exif.Photo.ApertureValue", "Xmp.exif.ApertureValue")
SHUTTER = ("Exif.Photo.ExposureTime", "Exif.Image.ExposureTime", "Xmp.exif.ExposureTime")
SHUTTER_APEX = ("Exif.Photo.ShutterSpeedValue", "Xmp.exif.ShutterSpeedValue")
FOCAL_LENGTH = ("Exif.Photo.FocalLength", "Exif.Image.FocalLength", "Xmp.exif.FocalLength")

ORIENTATION = ("Exif.Image.Orientation", "Xmp.tiff.Orientation")
GPS_EXIF = {name: f"Exif.GPSInfo.GPS{name}" for name in ("Latitude", "LatitudeRef", "Longitude", "LongitudeRef", "Altitude", "AltitudeRef")}
GPS_XMP = {name: f"Xmp.exif.GPS{name}" for name in ("Latitude", "LatitudeRef", "Longitude", "LongitudeRef", "Altitude", "AltitudeRef")}


def _created(name: str) -> tuple[str, ...]:
    """Where the picture was taken (IPTC Extension), under both prefixes that libexiv2 uses for its inner names."""
    return tuple(f"Xmp.iptcExt.LocationCreated[1]/{prefix}:{name}" for prefix in ("Iptc4xmpExt", "iptcExt"))


PLACE = (
    (*_created("Sublocation"), "Xmp.iptc.Location", "Iptc.Application2.SubLocation"),
    (*_created("City"), "Xmp.photoshop.City", "Iptc.Application2.City"),
    (*_created("ProvinceState"), "Xmp.photoshop.State", "Iptc.Application2.ProvinceState"),
    (*_created("CountryName"), "Xmp.photoshop.Country", "Iptc.Application2.CountryName"),
)
"""From the smallest to the largest, each by the first source that names it."""

TITLE = ("Xmp.dc.title", "Iptc.Application2.ObjectName", "Exif.Image.XPTitle", "Xmp.photoshop.Headline", "Iptc.Application2.Headline",
         "PNG Title")  # fmt: skip
CAPTION = ("Xmp.dc.description", "Iptc.Application2.Caption", "Exif.Image.ImageDescription", "Exif.Image.XPComment",
           "Exif.Photo.UserComment", "Xmp.exif.UserComment", "Exif.Image.XPSubject", "PNG Description")  # fmt: skip

TAGS_HIERARCHICAL = {"Xmp.lr.hierarchicalSubject": "|", "Xmp.digiKam.TagsList": "/", "Xmp.MicrosoftPhoto.LastKeywordXMP": "/",
                     "Xmp.mediapro.CatalogSets": "|"}  # fmt: skip
"""Keyword paths and what separates their parts. All of these and all flat ones are merged."""
TAGS_FLAT = ("Xmp.dc.subject", "Iptc.Application2.Keywords", "Exif.Image.XPKeywords")
TAGS_OF_PROGRAMS = frozenset({"darktable"})
"""Under these darktable notes by itself what it did with a photo, as `darktable|exported|jpeg`; nobody said it."""

PEOPLE = ("Xmp.iptcExt.PersonInImage",)
FACES = "Xmp.mwg-rs.Regions/mwg-rs:RegionList"
FACES_APPLIED_TO = "Xmp.mwg-rs.Regions/mwg-rs:AppliedToDimensions/stDim:"
FACES_MICROSOFT = "Xmp.MP.RegionInfo/MPRI:Regions"

RATING = ("Xmp.xmp.Rating", "Exif.Image.Rating")
RATING_PERCENT = ("Xmp.MicrosoftPhoto.Rating", "Exif.Image.RatingPercent")
REJECTED = {"Xmp.digiKam.PickLabel": 1, "Xmp.xmpDM.pick": -1}
"""Flags of their own and the number by which they reject a photo; they count where it has no stars."""

IPTC_CHARSET = "Iptc.Envelope.CharacterSet"
XMP_EXTENSION = "Xmp.xmpNote.HasExtendedXMP"
SIDECAR_FOR = "Xmp.photoshop.SidecarForExtension"
"""The extension of the file that a sidecar tells of."""

WANTED = frozenset({
    *(key for keys in (*ORIGINAL, *DIGITISED) for key in (keys.moment, keys.fraction, keys.offset, keys.time_of_day) if key),
    *MAKE, *MODEL, *LENS, *SERIAL, *ISO, *APERTURE, *APERTURE_APEX, *SHUTTER, *SHUTTER_APEX, *FOCAL_LENGTH, *ORIENTATION,
    *GPS_EXIF.values(), *GPS_XMP.values(), *(key for keys in PLACE for key in keys), *TITLE, *CAPTION,
    *TAGS_HIERARCHICAL, *TAGS_FLAT, *PEOPLE, *RATING, *RATING_PERCENT, *REJECTED, IPTC_CHARSET, XMP_EXTENSION, SIDECAR_FOR,
})  # fmt: skip
"""Every key that is read; all others of a file are passed over."""
WANTED_STRUCTURES = (FACES + "[", FACES_APPLIED_TO, FACES_MICROSOFT + "[")

_IPTC_NAMES = {"Caption": "Caption-Abstract", "SubLocation": "Sub-location", "ProvinceState": "Province-State",
               "CountryName": "Country-PrimaryLocationName", "DigitizationDate": "DigitalCreationDate"}  # fmt: skip
_XMP_PREFIXES = {"iptc": "Iptc4xmpCore", "iptcExt": "Iptc4xmpExt"}


def label(key: str) -> str:
    """What people call a key: `EXIF DateTimeOriginal`, `XMP dc:subject`, `IPTC Keywords`."""
    standard, _, rest = key.partition(".")
    group, _, name = rest.partition(".")
    if standard == "Exif":
        return f"maker note {name}" if key in (*LENS_MAKER_NOTE, *SERIAL_MAKER_NOTE) else f"EXIF {name}"
    if standard == "Iptc":
        return f"IPTC {_IPTC_NAMES.get(name, name)}"
    return f"XMP {_XMP_PREFIXES.get(group, group)}:{name.partition('[')[0].partition('/')[0]}" if standard == "Xmp" else key
