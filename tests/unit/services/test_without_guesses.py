"""A result without guesses: what only its look lists is left out and counted, and every other bar stays as it was."""

import numpy as np

from app.domain.ids import PassageId, PhotoId
from app.domain.match import LookPart, MatchedPhoto, MeaningPart, RankedPhoto
from app.services.listing import Listing

SAID = MatchedPhoto(RankedPhoto(PhotoId(1), 0, 1, meaning=MeaningPart(PassageId(1), 0.8, 1), look=LookPart(0.5)), 62)
SEEN, SEEN_AS_WELL = (MatchedPhoto(RankedPhoto(PhotoId(each), 0, 0.5, look=LookPart(0.5)), 11) for each in (2, 3))


def test_guesses_are_left_out_and_counted_and_bars_stay() -> None:
    whole = Listing("dog", matches=(SAID, SEEN, SEEN_AS_WELL), behind=np.array([[7, 1], [8, 2]]), as_one=True)
    rest = whole.without_guesses()
    assert (whole.counted().guesses, whole.hidden) == (2, 0)
    assert whole.counted().without_guesses().guesses == 0
    assert rest.matches == (SAID,)
    assert (rest.guesses, rest.hidden, rest.query, rest.as_one) == (0, 2, "dog", True)
    assert rest.behind.tolist() == [[7, 1]]
    assert rest.all_ids.tolist() == [1, 7]


def test_nothing_is_left_of_guesses_alone() -> None:
    rest = Listing("dog", matches=(SEEN,)).without_guesses()
    assert (len(rest), rest.hidden) == (0, 1)
    assert len(rest.all_ids) == 0


def test_lists_without_a_guess_and_photos_that_are_like_one_stay() -> None:
    for listing in (
        Listing("dog", matches=(SAID,)),
        Listing(listed=np.array([2, 3])),
        Listing(matches=(SAID, SEEN), like=PhotoId(1), heading="More like"),
    ):
        assert listing.without_guesses() is listing
        assert listing.counted().guesses == 0
