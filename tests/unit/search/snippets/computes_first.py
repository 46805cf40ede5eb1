from collections.abc import Sequence

from app.domain.match import RankedPhoto
from app.search.percentage import compute_match_percentages


def bars_of(ranked: Sequence[RankedPhoto]) -> list[str]:
    return [f"{matched.match_percentage} % of best" for matched in compute_match_percentages(ranked)]
