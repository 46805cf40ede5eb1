"""The match percentage: how a photo compares with the best one of the same search. This is its only maker."""

import math
from collections.abc import Sequence

from app.domain.match import MatchedPhoto, RankedPhoto


def compute_match_percentages(ranked: Sequence[RankedPhoto]) -> tuple[MatchedPhoto, ...]:
    """`max(1, floor(score / top * 100 + 0.5))` for each photo, over the whole result before any limit cuts it, in the given order.

    Empty in, empty out; the top is 100. Raises ValueError on a score that is not finite or is negative.
    """
    scores = [photo.final_score for photo in ranked]
    if not all(math.isfinite(score) and score >= 0 for score in scores):
        raise ValueError("a score must be finite and not negative")
    top = max(scores, default=0.0)
    return tuple(MatchedPhoto(photo, _percentage(score, top)) for photo, score in zip(ranked, scores, strict=True))


def _percentage(score: float, top: float) -> int:
    """Where every score is zero, all are equally good: 100."""
    return max(1, math.floor(score / top * 100 + 0.5)) if top > 0 else 100
