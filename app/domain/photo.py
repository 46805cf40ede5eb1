"""A photo and its facts: what one file says of itself, each fact with its source."""

from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from enum import StrEnum
from typing import Generic, TypeVar

from app.domain.ids import ContentHash, FolderId, LocalTime, PhotoId
from app.domain.look import FaceRegion

T = TypeVar("T")

NAMED_POSITION = "GPS position, named by GeoNames"
"""The source of a place that nobody wrote: a position is known, and this is what lies there."""


@dataclass(frozen=True, slots=True)
class Fact(Generic[T]):
    """A value and where it was read, for example `EXIF DateTimeOriginal`."""

    value: T
    source: str


@dataclass(frozen=True, slots=True)
class Position:
    """WGS 84 position: latitude and longitude in degrees, altitude in metres above sea level if known."""

    latitude: float
    longitude: float
    altitude: float | None = None


@dataclass(frozen=True, slots=True)
class Tag:
    """A keyword with its parents, outermost first: `Tag("Italy", ("Places",))`."""

    name: str
    parents: tuple[str, ...] = ()

    @property
    def path(self) -> str:
        """The whole hierarchy, as `Places/Italy`."""
        return "/".join((*self.parents, self.name))


@dataclass(frozen=True, slots=True)
class PhotoFacts:
    """What is known about one photo. A fact that is not known is None; nothing is guessed.

    Units: `aperture` is the f-number, `shutter` the exposure time in seconds, `focal_length` in millimetres,
    `offset` the UTC offset as `+02:00`, `rating` -1 (rejected) or 0 to 5, `orientation` EXIF's 1 to 8, `serial` the camera body's number.
    """

    taken: Fact[LocalTime] | None = None
    offset: Fact[str] | None = None
    make: Fact[str] | None = None
    model: Fact[str] | None = None
    lens: Fact[str] | None = None
    iso: Fact[int] | None = None
    aperture: Fact[float] | None = None
    shutter: Fact[float] | None = None
    focal_length: Fact[float] | None = None
    gps: Fact[Position] | None = None
    place: Fact[str] | None = None
    title: Fact[str] | None = None
    caption: Fact[str] | None = None
    tags: Fact[tuple[Tag, ...]] | None = None
    people: Fact[tuple[str, ...]] | None = None
    rating: Fact[int] | None = None
    favourite: Fact[bool] | None = None
    orientation: Fact[int] | None = None
    serial: Fact[str] | None = None

    def known(self) -> Iterator[tuple[str, Fact[object]]]:
        """The names and facts that are known, in the order of their declaration."""
        for each in fields(self):
            fact = getattr(self, each.name)
            if fact is not None:
                yield each.name, fact


@dataclass(frozen=True, slots=True)
class FileStamp:
    """What the file system says of a file; equal stamps mean that it need not be read again.

    `sidecars` is a digest of the names, sizes and times of the files beside it that tell of it; empty where there are none.
    """

    size: int
    modified_ns: int
    sidecars: str = ""


@dataclass(frozen=True, slots=True)
class FoundFile:
    """A file that may be a photo or a video. `path` is text as the OS gives it (surrogateescape).

    `sidecars` are the paths of the files beside it that tell of it, the most trusted first.
    """

    path: str
    stamp: FileStamp
    sidecars: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Skipped:
    """A file or folder that costs nothing but itself, and why, in one sentence.

    `stamp` is that of the content which the reason is about. None: not a verdict about the content, tried again at the next scan.
    """

    path: str
    reason: str
    stamp: FileStamp | None = None


@dataclass(frozen=True, slots=True)
class Video:
    """A video file among the photos: known and counted, not searched.

    `content_identifier` is what Apple writes into both parts of a Live Photo; `taken` the local capture time where the file
    says it, else UTC's.
    """

    path: str
    stamp: FileStamp
    content_identifier: str | None = None
    taken: LocalTime | None = None


@dataclass(frozen=True, slots=True)
class ReadPhoto:
    """One file, read. `width` and `height` are pixels as shown upright; `thumbnail` is an encoded JPEG.

    `notes` are sentences about what could not be read although the picture could. `perceptual_hash` is hex, four bits
    a digit, near another's where the pictures look alike; None for a picture without structure. `content_identifier` is
    what Apple writes into both parts of a Live Photo. `regions` are faces that other programs have marked.
    """

    path: str
    stamp: FileStamp
    content_hash: ContentHash
    format: str
    width: int
    height: int
    facts: PhotoFacts
    thumbnail: bytes = field(repr=False)
    notes: tuple[str, ...] = ()
    perceptual_hash: str | None = None
    content_identifier: str | None = None
    regions: tuple[FaceRegion, ...] = ()


@dataclass(frozen=True, slots=True)
class Picture:
    """Upright pixels, `rgb` being height rows of width x 3 bytes; `full_width` and `full_height` are the photo's own."""

    width: int
    height: int
    rgb: bytes = field(repr=False)
    full_width: int
    full_height: int


class PhotoState(StrEnum):
    """Whether a photo's file is where it was: `unavailable` may come back, `gone` was deleted or moved out of sight."""

    PRESENT = "present"
    UNAVAILABLE = "unavailable"
    GONE = "gone"


@dataclass(frozen=True, slots=True)
class Photo:
    """A photo as the library holds it.

    `facts` are what the file says, with the person's own words over it; `said` is what the file says by itself, where that differs.
    `stack` is the photo that stands for this one and its versions (itself, where it is the one); None for a photo by itself.
    """

    id: PhotoId
    folder_id: FolderId
    path: str
    stamp: FileStamp
    content_hash: ContentHash
    format: str
    width: int
    height: int
    facts: PhotoFacts
    state: PhotoState = PhotoState.PRESENT
    notes: tuple[str, ...] = ()
    perceptual_hash: str | None = None
    content_identifier: str | None = None
    stack: PhotoId | None = None
    said: PhotoFacts | None = None
    regions: tuple[FaceRegion, ...] = ()


@dataclass(frozen=True, slots=True)
class Folder:
    """A folder that the person added, with the number of its photos. `available` is false while it cannot be reached."""

    id: FolderId
    path: str
    photos: int
    skipped: int
    available: bool
