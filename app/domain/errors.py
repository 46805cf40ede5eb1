"""The one tree of expected failures. Each carries one clear sentence: what, where, what to do.

AppError
├── PhotoUnreadable      one file cannot be read; becomes a `Skipped`
├── LibraryUnavailable   the catalogue cannot be opened or written
├── LibraryTooNew        it was written by a later version
├── ModelUnavailable     a model file is missing, altered or refused
├── FolderUnavailable    a folder that is not there or cannot be listed
├── WordsRefused         own words of a photo that cannot be kept as they are
├── MeasurementUnusable  a measurement of closeness from which no thresholds follow
├── ModelTrouble         a language model that did not answer: no connection, refused, overloaded …
├── BadFile              a file handed to a command that is not what it should be
└── Cancelled            the person stopped the work
"""


class AppError(Exception):
    """An expected failure; `str(error)` can be shown to a person as it is."""


class PhotoUnreadable(AppError):
    """One file cannot be read as a photo."""


class LibraryUnavailable(AppError):
    """The library cannot be opened, read or written."""


class LibraryTooNew(LibraryUnavailable):
    """The library was written by a later version of Candid."""


class ModelUnavailable(AppError):
    """A model file is missing, altered or not usable."""


class FolderUnavailable(AppError):
    """A folder that does not exist or cannot be listed."""


class ModelTrouble(AppError):
    """A language model gave no answer. `kind` is stable and says why, for choosing what to offer; `str(error)` is for the person."""

    def __init__(self, kind: str, sentence: str) -> None:
        super().__init__(sentence)
        self.kind = kind


class BadFile(AppError):
    """A file handed to a command that is not what it should be."""


class WordsRefused(AppError):
    """Own words of a photo that cannot be kept as they are: too long, too many, or without a name."""


class MeasurementUnusable(AppError):
    """A measurement that is not there any more, or whose bands leave no gap."""


class Cancelled(AppError):
    """The person stopped the work."""


class TrashRefused(AppError):
    """A file cannot be moved to the trash, or back from it; the message says which and why."""


class NotInTrash(TrashRefused):
    """What was to be put back does not lie in the trash any more, or not where a program finds it: trying again is of no use."""
