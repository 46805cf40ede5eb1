"""All use cases of one library, as the window and the terminal get them."""

from dataclasses import dataclass, replace

from app.library.rescue import Rescued
from app.services.ask import AskPhotos
from app.services.connect import ConnectModel
from app.services.folders import ManageFolders
from app.services.groups import FindGroups
from app.services.index_in_turn import IndexInTurn
from app.services.look import LookAtPhotos
from app.services.measure import MeasureCloseness
from app.services.notices import Notices
from app.services.own_words import DescribePhotos
from app.services.search_photos import SearchPhotos
from app.services.seeing import SeePhotos
from app.services.seeing_choices import SeeingChoices
from app.services.trash import TrashPhotos
from app.services.watch_folders import WatchFolders


@dataclass(frozen=True, slots=True)
class UseCases:
    """What a person can do with a library."""

    index: IndexInTurn
    search: SearchPhotos
    look: LookAtPhotos
    folders: ManageFolders
    watch: WatchFolders
    ask: AskPhotos
    measure: MeasureCloseness
    connect: ConnectModel
    describe: DescribePhotos
    see: SeePhotos
    choose_seeing: SeeingChoices
    alike: FindGroups
    trash: TrashPhotos
    notices: Notices
    rescued: Rescued | None = None
    """What was saved of a damaged library at this start."""
    read_only: str | None = None
    """Why nothing can be changed; None where it can."""


def only_reading(use_cases: UseCases, why: str) -> UseCases:
    """The same use cases, of which none changes the library any more."""
    use_cases.folders.refuse_changes(why)
    return replace(use_cases, read_only=why)
