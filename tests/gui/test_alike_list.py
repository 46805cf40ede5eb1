"""The list of groups by itself: how much is shown at once, what stays when others come, and what is told of checks."""

from dataclasses import replace

import pytest
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from app.domain.best import Alike, Suggestion, Why
from app.domain.ids import ContentHash, FolderId, PhotoId
from app.domain.match import Evidence
from app.domain.photo import FileStamp, Photo, PhotoFacts
from app.gui.alike import group_row, texts
from app.gui.alike.group_list import GroupList, first_groups
from app.gui.alike.group_row import GroupRow
from app.gui.jobs import Runner
from app.gui.theme import ThemeKeeper
from app.gui.thumbnails import Thumbnails
from app.services.groups import AlikeGroup, Members
from app.services.listing import Card

ROOTS = ("/photos",)


def card(number: int) -> Card:
    stamp, content = FileStamp(1_000_000, 0), ContentHash(str(number))
    photo = Photo(PhotoId(number), FolderId(1), f"/photos/{number}.jpg", stamp, content, "JPEG", 4000, 3000, PhotoFacts())
    return Card(photo, None, Evidence.FILTER, ())


def group(*numbers: int, keep: int | None = None) -> AlikeGroup:
    """Of these the first is suggested, or the one to keep, and all others may go."""
    kept = PhotoId(keep or numbers[0])
    spare = frozenset(PhotoId(each) for each in numbers) - {kept}
    return AlikeGroup(Alike.COPIES, tuple(map(card, numbers)), Suggestion(kept, Why.LARGER, spare))


def members(*sizes: int) -> tuple[Members, ...]:
    return tuple(tuple(PhotoId(each) for each in range(size)) for size in sizes)


@pytest.fixture
def listed(qapp: QApplication, qtbot: QtBot) -> GroupList:
    runner = Runner(qapp)
    made = GroupList(Thumbnails(lambda photo: None, runner, qapp), ThemeKeeper(qapp, "light", qapp))
    qtbot.addWidget(made)
    return made


def shown(listed: GroupList) -> list[tuple[int, ...]]:
    return [row.group.ids for row in listed.rows]


@pytest.mark.parametrize(
    ("sizes", "cards", "groups"),
    [((), 120, 0), ((2, 3), 120, 2), ((60, 60, 60), 120, 2), ((2,) * 40, 120, 30), ((5_000, 2), 63, 2), ((5_000, 2), 60, 1)],
)
def test_groups_are_shown_up_to_a_number_of_photos(sizes: tuple[int, ...], cards: int, groups: int) -> None:
    of_all = members(*sizes)
    assert first_groups(of_all, cards) == of_all[:groups]


def test_checking_all_and_none_is_told_once(listed: GroupList) -> None:
    listed.show_groups([group(1, 2, 3), group(4, 5, keep=5)], ROOTS)
    told: list[int] = []
    listed.toggled.connect(lambda: told.append(len(listed.going)))
    listed.check(GroupRow.check_spare)
    listed.rows[0].check_none()
    listed.check(GroupRow.check_none)
    assert told == [3, 1, 0]
    listed.rows[0].cards[1].check.setChecked(True)
    assert told == [3, 1, 0, 1]


def test_rows_whose_group_is_as_it_was_stay(listed: GroupList) -> None:
    listed.show_groups([group(1, 2), group(3, 4, 5), group(6, 7)], ROOTS)
    first, second, third = listed.rows
    listed.check(GroupRow.check_spare)
    listed.show_groups([group(3, 5), group(8, 9), group(6, 7)], ROOTS)
    assert shown(listed) == [(3, 5), (8, 9), (6, 7)]
    assert listed.rows[2] is third
    assert not {first, second}.intersection(listed.rows)
    assert listed.going == {5, 7}


def test_rows_are_seen_in_the_order_of_the_groups(listed: GroupList, qtbot: QtBot) -> None:
    listed.resize(600, 800)
    listed.show()
    listed.show_groups([group(1, 2), group(3, 4)], ROOTS)
    listed.show_groups([group(3, 4), group(5, 6), group(1, 2)], ROOTS)
    qtbot.waitUntil(lambda: listed.rows[1].y() > 0)
    assert sorted(listed.rows, key=lambda row: row.y()) == listed.rows


def test_what_is_known_otherwise_now_is_shown_so(listed: GroupList) -> None:
    listed.show_groups([group(1, 2)], ROOTS)
    listed.show_groups([group(1, 2, keep=2)], ROOTS)
    assert [each.note for each in listed.rows[0].cards] == ["", "Suggested: larger"]


def test_of_a_crowd_some_are_shown_and_the_suggested_one_always(listed: GroupList, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(group_row, "MOST_CARDS", 1)
    listed.show_groups([group(1, 2, 3, keep=3)], ROOTS)
    (row,) = listed.rows
    assert [each.card.photo.id for each in row.cards] == [1, 3]
    assert row.findChildren(QLabel)[0].text() == "3 photos, 3.0 MB; 2 of them are shown"


def test_a_suggestion_says_what_it_means(listed: GroupList) -> None:
    assert set(texts.WHY) == set(Why)
    more_said = replace(group(1, 2), suggested=Suggestion(PhotoId(1), Why.LARGER, frozenset()))
    listed.show_groups([more_said], ROOTS)
    kept, other = listed.rows[0].cards
    assert "It has more pixels." in kept.toolTip()
    assert (other.note, texts.SAID_MORE in other.toolTip()) == ("Has words of its own", True)
