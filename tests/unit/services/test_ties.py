"""The most of something where several have as many: all of them are named, and photos of all of them are shown."""

from collections import Counter
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

from app.bootstrap import Built
from app.domain.ids import PhotoId
from app.services.events import IndexSummary

TODAY = date(2024, 6, 1)
EACH = 14


@pytest.mark.parametrize("text", ["Which year has the most photos?", "Which tag do most photos have?"])
def test_photos_of_each_are_shown(
    text: str, built: Built, index: Callable[..., IndexSummary], make_photo: Callable[..., Path], photos: Path
) -> None:
    for number in range(EACH):
        make_photo(f"sea {number:02}.jpg", "", ("sea",), f"2018:06:14 10:{number:02}:30")
        make_photo(f"hill {number:02}.jpg", "", ("hill",), f"2020:06:14 10:{number:02}:30")
    make_photo("town.jpg", "", ("town",), "2021:06:14 10:00:00")
    index(photos)
    answer = built.use_cases.ask.ask(text, TODAY)
    said = " ".join(each.text for each in answer.lines)
    assert all(each in said for each in (("2018", "2020") if "year" in text else ("“sea”", "“hill”")))
    assert Counter(each.path.split("/")[-1].split()[0] for each in answer.cited) == {"sea": 6, "hill": 6}
    whole = list(map(PhotoId, built.use_cases.search.answering(answer.question, text).listed.tolist()))
    assert len(whole) == len(set(whole)) == 2 * EACH
    assert whole[: len(answer.cited)] == [each.photo.id for each in answer.cited if each.photo]
