"""The written order of precedence: for each fact the places where it may stand, the most trusted first.

Keys are libexiv2's. Nothing else in this room decides which of two sources wins. Sidecars will join here.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TimeKeys:
    """Where a capture time stands, and beside it its fraction of a second, its UTC offset, its time of day."""

    moment: str
    fraction: str = ""
    offset: str = ""
    time_of_day: str = ""


TAKEN = (
    TimeKeys("Exif.Photo.DateTimeOriginal", "Exif.Photo.SubSecTimeOriginal", "Exif.Photo.OffsetTimeOriginal"),
    TimeKeys("Xmp.exif.DateTimeOriginal"),
    TimeKeys("Xmp.photoshop.DateCreated"),
    TimeKeys("Iptc.Application2.DateCreated", time_of_day="Iptc.Application2.TimeCreated"),
    TimeKeys("Exif.Photo.DateTimeDigitized", "Exif.Photo.SubSecTimeDigitized", "Exif.Photo.OffsetTimeDigitized"),
    TimeKeys("Xmp.exif.DateTimeDigitized"),
    TimeKeys("Xmp.xmp.CreateDate"),
    TimeKeys("Iptc.Application2.DigitizationDate", time_of_day="Iptc.Application2.DigitizationTime"),
    TimeKeys("PNG Creation Time"),
)
"""When the picture was taken; if that is not said, when it was digitised. Never when the file was changed."""

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

ISO = ("Exif.Photo.ISOSpeedRatings", "Exif.Photo.RecommendedExposureIndex", "Exif.Photo.ISOSpeed", "Exif.Photo.StandardOutputSensitivity",
       "Xmp.exifEX.PhotographicSensitivity", "Xmp.exif.ISOSpeedRatings")  # fmt: skip
APERTURE = ("Exif.Photo.FNumber", "Xmp.exif.FNumber")
APERTURE_APEX = ("Exif.Photo.ApertureValue", "Xmp.exif.ApertureValue")
SHUTTER = ("Exif.Photo.ExposureTime", "Xmp.exif.ExposureTime")
SHUTTER_APEX = ("Exif.Photo.ShutterSpeedValue", "Xmp.exif.ShutterSpeedValue")
FOCAL_LENGTH = ("Exif.Photo.FocalLength", "Xmp.exif.FocalLength")

ORIENTATION = ("Exif.Image.Orientation", "Xmp.tiff.Orientation")
GPS_EXIF = {name: f"Exif.GPSInfo.GPS{name}" for name in ("Latitude", "LatitudeRef", "Longitude", "LongitudeRef", "Altitude", "AltitudeRef")}
GPS_XMP = {name: f"Xmp.exif.GPS{name}" for name in ("Latitude", "Longitude", "Altitude", "AltitudeRef")}


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

PEOPLE = ("Xmp.iptcExt.PersonInImage",)
FACES = "Xmp.mwg-rs.Regions/mwg-rs:RegionList"
FACES_MICROSOFT = "Xmp.MP.RegionInfo/MPRI:Regions"

RATING = ("Xmp.xmp.Rating", "Exif.Image.Rating")
RATING_PERCENT = ("Xmp.MicrosoftPhoto.Rating", "Exif.Image.RatingPercent")

IPTC_CHARSET = "Iptc.Envelope.CharacterSet"
XMP_EXTENSION = "Xmp.xmpNote.HasExtendedXMP"

WANTED = frozenset({
    *(key for keys in TAKEN for key in (keys.moment, keys.fraction, keys.offset, keys.time_of_day) if key),
    *MAKE, *MODEL, *LENS, *SERIAL, *ISO, *APERTURE, *APERTURE_APEX, *SHUTTER, *SHUTTER_APEX, *FOCAL_LENGTH, *ORIENTATION,
    *GPS_EXIF.values(), *GPS_XMP.values(), *(key for keys in PLACE for key in keys), *TITLE, *CAPTION,
    *TAGS_HIERARCHICAL, *TAGS_FLAT, *PEOPLE, *RATING, *RATING_PERCENT, IPTC_CHARSET, XMP_EXTENSION,
})  # fmt: skip
"""Every key that is read; all others of a file are passed over."""
WANTED_STRUCTURES = (FACES + "[", FACES_MICROSOFT + "[")

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
