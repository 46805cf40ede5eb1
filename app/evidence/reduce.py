"""What of a pack may leave the machine."""

from app.domain.evidence import EvidencePack
from app.domain.sharing import Sharing


def reduced(pack: EvidencePack, sharing: Sharing) -> EvidencePack:
    """The pack without what may not leave; graph, prompt and gates see nothing else of it."""
    raise NotImplementedError
