"""What of the evidence may leave the machine."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Sharing:
    """The person's switches. Paths, serial numbers, hashes and coordinates have none: they never leave.

    `file_names` covers the names of folders as well, `captions` titles as well, `places` what positions are named after as well.
    `thumbnails` sends small pictures of the photos beside their facts.
    """

    places: bool = True
    people: bool = False
    captions: bool = True
    tags: bool = True
    file_names: bool = False
    thumbnails: bool = False
