"""All use cases of one library, as the window and the terminal get them."""

from dataclasses import dataclass

from app.library.rescue import Rescued
from app.services.ask import AskPhotos
from app.services.connect import ConnectModel
from app.services.folders import ManageFolders
from app.services.index_in_turn import IndexInTurn
from app.services.look import LookAtPhotos
from app.services.measure import MeasureCloseness
from app.services.notices import Notices
from app.services.own_words import DescribePhotos
from app.services.search_photos import SearchPhotos
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
    notices: Notices
    rescued: Rescued | None = None
    """What was saved of a damaged library at this start."""
    read_only: bool = False
