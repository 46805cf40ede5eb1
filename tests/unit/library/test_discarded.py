"""The log of discarded replies is small, whole, and its owner's alone."""

import os
import stat
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.errors import LibraryUnavailable
from app.library.discarded import LONGEST_KEPT, MOST_KEPT, DiscardedReplies, DiscardedReply

REPLY = DiscardedReply("2026-06-01T10:00:00", "Who is it?", "claude", "sourced", (("claims", "wrong_count", "99"),), "It is\nAnna.")


@pytest.fixture
def log(tmp_path: Path) -> DiscardedReplies:
    """An empty one."""
    return DiscardedReplies(tmp_path / "discarded.jsonl")


def test_the_last_come_first_and_no_more_than_are_kept(log: DiscardedReplies, tmp_path: Path) -> None:
    assert log.all() == ()
    replies = [replace(REPLY, question=str(number)) for number in range(MOST_KEPT + 3)]
    for each in replies:
        log.add(each)
    assert log.all() == tuple(reversed(replies[3:]))
    assert len((tmp_path / "discarded.jsonl").read_bytes().splitlines()) == MOST_KEPT


@given(st.text(st.characters(codec="utf-8")), st.lists(st.tuples(*[st.text(st.characters(codec="utf-8"))] * 3), max_size=3))
def test_any_text_comes_back(tmp_path_factory: pytest.TempPathFactory, text: str, reasons: list[tuple[str, str, str]]) -> None:
    log = DiscardedReplies(tmp_path_factory.mktemp("log") / "discarded.jsonl")
    reply = DiscardedReply(text, text, text, text, tuple(reasons), text)
    log.add(reply)
    log.add(REPLY)
    assert log.all() == (REPLY, reply)


def test_halves_of_characters_do_not_lose_the_reply(log: DiscardedReplies) -> None:
    log.add(replace(REPLY, question="a\ud800b", text="\udcff"))
    assert [(each.question, each.text) for each in log.all()] == [("a?b", "?")]


def test_it_is_for_the_owners_eyes_alone(log: DiscardedReplies, tmp_path: Path) -> None:
    log.add(REPLY)
    assert stat.S_IMODE((tmp_path / "discarded.jsonl").stat().st_mode) == 0o600
    assert os.listdir(tmp_path) == ["discarded.jsonl"]


def test_long_texts_are_cut_visibly(log: DiscardedReplies, tmp_path: Path) -> None:
    long = "é" * (LONGEST_KEPT + 1234)
    for _ in range(MOST_KEPT + 1):
        log.add(replace(REPLY, question=long, text=long, reasons=(("claims", "wrong_count", long),) * 3))
    kept = log.all()[0]
    for text in (kept.question, kept.text, kept.reasons[0][2]):
        assert text == "é" * LONGEST_KEPT + "\n[cut here: 1,234 characters more]"
    assert (tmp_path / "discarded.jsonl").stat().st_size < MOST_KEPT * 6 * 2 * LONGEST_KEPT


@pytest.mark.parametrize("damage", [b"{", b"\xff\x00", b"[]", b'{"at": 1}', b"null", b'{"at": "\xe2\x80\xa8"}', b"[" * 100_000])
def test_damaged_lines_are_left_out(log: DiscardedReplies, tmp_path: Path, damage: bytes) -> None:
    log.add(REPLY)
    path = tmp_path / "discarded.jsonl"
    path.write_bytes(damage + b"\n" + path.read_bytes() + damage)
    assert log.all() == (REPLY,)
    other = replace(REPLY, question="What now?")
    log.add(other)
    assert log.all() == (other, REPLY)


def test_two_writers_do_no_harm(tmp_path: Path) -> None:
    logs = [DiscardedReplies(tmp_path / "discarded.jsonl") for _ in range(2)]
    replies = [replace(REPLY, question=str(number), text="x" * 5000) for number in range(60)]
    with ThreadPoolExecutor(2) as pool:
        for future in [pool.submit(logs[number % 2].add, reply) for number, reply in enumerate(replies)]:
            future.result()
    logs[0].add(REPLY)
    kept = logs[1].all()
    assert kept[0] == REPLY
    assert set(kept) <= {REPLY, *replies}
    assert len((tmp_path / "discarded.jsonl").read_bytes().splitlines()) == len(kept)
    assert os.listdir(tmp_path) == ["discarded.jsonl"]


def _full(*given: object) -> None:
    raise OSError(28, "No space left on device")


@pytest.mark.parametrize("broken", ["os.replace", "os.open"])
def test_a_full_disk_is_no_error_and_takes_nothing(
    log: DiscardedReplies, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, broken: str
) -> None:
    log.add(REPLY)
    with monkeypatch.context() as patch:
        patch.setattr(broken, _full)
        log.add(replace(REPLY, question="Who else?"))
    assert log.all() == (REPLY,)
    assert os.listdir(tmp_path) == ["discarded.jsonl"]


def test_a_folder_that_is_not_there_is_no_error(tmp_path: Path) -> None:
    DiscardedReplies(tmp_path / "gone" / "discarded.jsonl").add(REPLY)


def test_all_are_erased(log: DiscardedReplies, tmp_path: Path) -> None:
    log.clear()
    log.add(REPLY)
    log.clear()
    assert log.all() == ()
    assert os.listdir(tmp_path) == []


def test_a_reply_from_before_all_was_erased_is_not_kept(log: DiscardedReplies) -> None:
    before = log.cleared
    log.add(REPLY, before)
    assert log.all() == (REPLY,)
    log.clear()
    log.add(REPLY, before)
    assert log.all() == ()
    log.add(REPLY, log.cleared)
    assert log.all() == (REPLY,)


@pytest.mark.parametrize("ends", ["add", "clear"])
def test_what_a_killed_program_left_behind_goes_away(log: DiscardedReplies, tmp_path: Path, ends: str) -> None:
    other = [tmp_path / name for name in (".other.jsonl-0a.part", "discarded.jsonl-0a.part")]
    for each in (tmp_path / ".discarded.jsonl-0123456789abcdef.part", tmp_path / ".discarded.jsonl-1.part", *other):
        each.write_text("private words")
    log.add(REPLY) if ends == "add" else log.clear()
    assert sorted(os.listdir(tmp_path)) == sorted([*(each.name for each in other), *(["discarded.jsonl"] if ends == "add" else [])])


def test_what_cannot_be_erased_is_said(tmp_path: Path) -> None:
    (tmp_path / "discarded.jsonl").mkdir()
    with pytest.raises(LibraryUnavailable, match="could not be erased"):
        DiscardedReplies(tmp_path / "discarded.jsonl").clear()
