"""Answers as Markdown and PDF: whole files with their pictures, in which nothing of a file or a reply becomes a link, heading or tag."""

import errno
import os
import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from functools import partial
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from PySide6.QtCore import QBuffer
from PySide6.QtGui import QPdfWriter, QTextBlock, QTextDocument, QTextFragment
from pytestqt.qtbot import QtBot

from app.assistant.answer import Answer, Citation, Line, Origin
from app.assistant.gates.verdict import REJECTION, rejection
from app.assistant.model import Usage
from app.domain.errors import AppError
from app.domain.evidence import AnswerMode, Closeness, EvidencePack
from app.domain.ids import LocalTime, PackId, PhotoId
from app.domain.photo import Fact, Photo, PhotoFacts
from app.domain.query import ParsedQuery
from app.domain.question import Question
from app.gui.chat import export
from app.gui.chat.export import escaped, to_markdown, write_markdown
from app.gui.chat.export_pdf import document_of, to_pdf, write_pdf
from app.gui.chat.export_words import Thumbnails, Turns
from app.gui.chat.harmless import one_line
from app.gui.chat.line_marks import FLAGGED
from app.gui.jobs import Runner
from tests.gui.looking import DrawnLook, photo

pytestmark = pytest.mark.usefixtures("qapp")
DAY = date(2026, 6, 14)
GITHUB = QTextDocument.MarkdownFeature.MarkdownDialectGitHub
SIGNS = st.sampled_from(list("\\`*_{}[]()<>#+-.!|&~=:;@$^/\"'?0123456789 \n\tabwxyz\u00a0\u202e\u2028\u0000é日"))
PIECES = st.sampled_from([
    "# ", "\n# ", "1. ", "1) ", "- ", "+ ", "> ", "    ", "```", "~~~", "---", "===", "***", "| a | b |\n|---|---|\n", "<b>", "</b>",
    "<!--", "<script>", "![x](y)", "[x](http://evil.test)", "[x]: http://evil.test", "[x]", "<http://evil.test>", "http://evil.test",
    "www.evil.test", "https://evil.test/a_b_c", "a@evil.test", "mailto:a@evil.test", "&lt;b&gt;", "&#60;", "$x$", "[ ] ", "- [x] ", "[^1]",
    "  \n", "\\\n",
])  # fmt: skip
HOSTILE = st.lists(SIGNS | PIECES, max_size=12).map("".join)


@pytest.fixture
def runner(qtbot: QtBot) -> Iterator[Runner]:
    runner = Runner()
    yield runner
    assert runner.wait_idle()


def taken(number: int, name: str) -> Photo:
    return photo(number, path=f"/photos/{name}", facts=PhotoFacts(taken=Fact(LocalTime("2019-06-15T10:00:00"), "EXIF")))


def answer(text: str = "Two boats.", *photos: Photo, rejected: bool = False) -> Answer:
    cited = tuple(Citation(PackId(f"P-{each.id}"), each.path, each) for each in photos)
    about = tuple(each.id for each in cited)
    lines = tuple(Line(text, origin, about, checked=origin is Origin.CANDID) for origin in Origin)
    return Answer(
        mode=AnswerMode.ADJACENT,
        closeness=Closeness(0.5, 0.1),
        understood=(),
        lines=(Line(REJECTION, Origin.CANDID),) if rejected else lines,
        checked=() if rejected else lines[:1],
        cited=cited,
        rejected=rejected,
        reasons=(rejection("claims", "wrong_value", "claim 2"),) if rejected else (),
        redactions=(),
        flags=(),
        pack=EvidencePack(AnswerMode.ADJACENT),
        question=Question(text, ParsedQuery(text)),
        why=text,
        usage=Usage(text, 10, 10, None),
    )


def fragments(document: QTextDocument) -> Iterator[tuple[QTextBlock, QTextFragment]]:
    block = document.begin()
    while block.isValid():
        step = block.begin()
        while not step.atEnd():
            yield block, step.fragment()
            step += 1
        block = block.next()


def read_markdown(text: str) -> QTextDocument:
    document = QTextDocument()
    document.setMarkdown(text, GITHUB)
    return document


def visible(text: str) -> str:
    return " ".join(text.replace("\u2060", "").split())


# Escaping


@given(HOSTILE)
@example("1. ")
@example("12.")
@example("+ x")
@example("- x")
@example("a@evil.test")
@example("- [ ] x")
@example("\n\n    code")
@example("www.evil.test")
def test_hostile_text_stays_text_wherever_it_stands(text: str) -> None:
    """Read by the parser that Qt brings along (md4c, GitHub's dialect)."""
    pictured = photo(1, path=f"/photos/{text.replace('/', '')}")
    markdown = to_markdown(
        [(text, answer(text, pictured)), (text, answer(text, rejected=True))], "answers_photos", {PhotoId(1): "1.jpg"}, DAY
    )
    document = read_markdown(markdown)
    headings = [block.text() for block, _ in fragments(document) if block.blockFormat().headingLevel() and block.text()]
    expected = {"Questions about photos", "Checked by Candid", "Photos", *(visible(f"{number}. {one_line(text)}") for number in (1, 2))}
    assert {visible(each) for each in headings} == expected
    images = {each.charFormat().toImageFormat().name() for _, each in fragments(document) if each.charFormat().isImageFormat()}
    assert images == {"answers_photos/1.jpg"}
    for block, each in fragments(document):
        assert not each.charFormat().isAnchor()
        assert not each.charFormat().fontFixedPitch()
        assert not each.charFormat().fontStrikeOut()
        assert block.blockFormat().property(block.blockFormat().Property.BlockQuoteLevel) in (None, 0)
        assert block.blockFormat().property(block.blockFormat().Property.BlockCodeFence) is None
    assert document.rootFrame().childFrames() == [], "no table"
    told = visible(document.toPlainText())
    for said in (
        f"Adjacent — {one_line(text)}".rstrip(" —"),
        f": {one_line(text)}",
        f"✓ {one_line(text)}",
    ):
        assert visible(said) in told


@given(HOSTILE)
def test_escaped_text_is_one_line_and_reads_as_it_was(text: str) -> None:
    line = escaped(text)
    assert "\n" not in line
    assert visible(read_markdown(f"x {line} x").toPlainText()) == visible(f"x {one_line(text)} x")


def test_no_character_turns_or_hides_anything() -> None:
    assert escaped("a\u202eb\u0000c") == "a\ufffdb\ufffdc"


# Markdown


def test_markdown_tells_all_of_an_answer() -> None:
    pictured, gone = taken(1, "boat_1.jpg"), taken(2, "gone.jpg")
    text = to_markdown([("how many boats?", answer("Two boats.", pictured, gone))], "my answers_photos", {PhotoId(1): "1.jpg"}, DAY)
    assert text.splitlines() == [
        "# Questions about photos", "",
        "*Made by Candid, 14 June 2026*", "",
        "## 1\\. how many boats?", "",
        "**Adjacent** — Two boats.", "",
        "- ✓ Two boats.",
        "- *In the model’s words, not checked · About a photo · boat\\_1.jpg · gone.jpg:* Two boats.",
        "- *In the model’s words, not checked · General knowledge · boat\\_1.jpg · gone.jpg:* Two boats.", "",
        "### Checked by Candid", "",
        "- ✓ Two boats.", "",
        "### Photos", "",
        "- ![boat\\_1.jpg, 15 June 2019](my%20answers_photos/1.jpg)  ",
        "  boat\\_1.jpg, 15 June 2019",
        "- gone.jpg, 15 June 2019", "",
        "*Answered by the model Two boats.. Candid checked the sentences marked ✓; the model’s words are not checked.*",
    ]  # fmt: skip


def test_a_discarded_answer_says_why() -> None:
    text = to_markdown([("boats?", answer(rejected=True))], "x", {}, DAY)
    assert "**Discarded**" in text
    assert REJECTION in text
    assert "- What the photo says is another." in text


def test_the_file_and_its_pictures_are_written(tmp_path: Path, runner: Runner) -> None:
    look = DrawnLook(3)
    photos = [taken(number, f"{number}.jpg") for number in (1, 2, 3)]
    turns: Turns = [("boats?", answer("Boats.", *photos)), ("and these?", answer("Yes.", photos[0]))]
    path = tmp_path / "my answers.md"
    assert done(runner, write_markdown, turns, path, look.thumbnail) == ""
    assert sorted(each.name for each in (tmp_path / "my answers_photos").iterdir()) == ["1.jpg", "2.jpg"], "each once"
    assert (tmp_path / "my answers_photos" / "1.jpg").read_bytes() == look.thumbnail(photos[0])
    text = path.read_text("utf-8")
    assert text.count("](my%20answers_photos/1.jpg)") == 2
    assert "/3.jpg)" not in text, "what cannot be read has no picture"
    assert not list(tmp_path.glob(".candid*"))


def test_without_pictures_there_is_no_folder(tmp_path: Path, runner: Runner) -> None:
    assert done(runner, write_markdown, [("boats?", answer())], tmp_path / "a.md", DrawnLook().thumbnail) == ""
    assert [each.name for each in tmp_path.iterdir()] == ["a.md"]


def done(runner: Runner, write: object, turns: Turns, path: Path | str, thumbnail: Thumbnails) -> str:
    """Write in a job; what went wrong, as the person is told."""
    assert callable(write)
    told: list[str] = []

    def failed(error: AppError) -> None:
        told.append(str(error))

    runner.run(partial(write, turns, str(path), thumbnail, DAY), lambda _: told.append(""), failed)
    assert runner.wait_idle()
    assert len(told) == 1
    return told[0]


# What goes wrong


@pytest.mark.parametrize("write", [write_markdown, write_pdf])
def test_a_place_that_cannot_be_written_is_told(tmp_path: Path, runner: Runner, write: object) -> None:
    turns: Turns = [("boats?", answer("Boats.", taken(1, "1.jpg")))]
    for path in (tmp_path / "no folder" / "a.x", tmp_path, tmp_path / ("n" * 300)):
        said = done(runner, write, turns, path, DrawnLook().thumbnail)
        assert re.fullmatch(r"The answers cannot be written to “.*”: [^.]+\. Choose another place\.", said)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("write", [write_markdown, write_pdf])
def test_a_full_disk_leaves_nothing_behind(tmp_path: Path, runner: Runner, write: object) -> None:
    if not os.path.exists("/dev/full"):
        pytest.skip("needs a device that is always full")
    (tmp_path / "a.x").symlink_to("/dev/full")
    said = done(runner, write, [("boats?", answer("Boats.", taken(1, "1.jpg")))], tmp_path / "a.x", DrawnLook().thumbnail)
    assert "No space left on device" in said
    assert [each.name for each in tmp_path.iterdir()] == ["a.x"]


def test_nothing_that_was_there_is_written_over(tmp_path: Path, runner: Runner) -> None:
    own = tmp_path / "trip_photos"
    own.mkdir()
    (own / "1.jpg").write_bytes(b"somebody's own")
    turns: Turns = [("boats?", answer("Boats.", taken(1, "1.jpg")))]
    for number in (2, 3):
        assert done(runner, write_markdown, turns, tmp_path / "trip.md", DrawnLook().thumbnail) == ""
        assert f"](trip_photos%20{number}/1.jpg)" in (tmp_path / "trip.md").read_text("utf-8")
        assert (tmp_path / f"trip_photos {number}" / "1.jpg").read_bytes() == DrawnLook().thumbnail(taken(1, "1.jpg"))
    assert [(each.name, each.read_bytes()) for each in own.iterdir()] == [("1.jpg", b"somebody's own")]


def test_pictures_that_cannot_be_written_leave_the_text_before(tmp_path: Path, runner: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(path: str, content: bytes) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), path)

    (tmp_path / "a.md").write_text("before")
    monkeypatch.setattr(export, "write_whole", full)
    assert done(runner, write_markdown, [("boats?", answer("Boats.", taken(1, "1.jpg")))], tmp_path / "a.md", DrawnLook().thumbnail)
    assert (tmp_path / "a.md").read_text() == "before"
    assert [each.name for each in tmp_path.iterdir()] == ["a.md"], "the new folder is taken away again"


def test_what_nobody_checked_is_told_in_both_formats() -> None:
    doubtful = replace(answer("Same camera\nas the others.", taken(1, "1.jpg")), why="")
    lines = (doubtful.lines[0], replace(doubtful.lines[1], flags=("Same camera",)))
    turns: Turns = [("boats?", replace(doubtful, lines=lines))]
    told = ["In the model’s words, not checked · About a photo · 1.jpg", FLAGGED.rstrip("."), "the model’s words are not checked"]
    markdown = read_markdown(to_markdown(turns, "x", {}, DAY)).toPlainText()
    pdf = document_of(turns, {}, DAY, QPdfWriter(QBuffer())).toPlainText()
    for each in told:
        assert each in visible(markdown)
        assert each in visible(pdf)
    assert "checked by Candid." not in markdown + pdf


# PDF


def pages(pdf: bytes) -> int:
    return len(re.findall(rb"/Type /Page\b", pdf))


def test_a_pdf_is_written_in_a_job(tmp_path: Path, runner: Runner) -> None:
    turns: Turns = [(f"question {number}", answer("Boats.", *(taken(each, f"{each}.jpg") for each in range(1, 9)))) for number in range(6)]
    assert done(runner, write_pdf, turns, tmp_path / "a.pdf", DrawnLook(2).thumbnail) == ""
    pdf = (tmp_path / "a.pdf").read_bytes()
    assert pdf.startswith(b"%PDF-")
    assert pages(pdf) >= 4
    assert pdf.count(b"/Subtype /Image") >= 7, "each picture, and none of the photo that cannot be read"


@given(HOSTILE)
def test_no_text_is_a_link_in_a_pdf(text: str) -> None:
    pdf = to_pdf([(text, answer(text))], {}, DAY)
    assert pages(pdf) >= 1
    assert b"/URI" not in pdf
    assert b"/Link" not in pdf


def test_a_picture_that_is_none_costs_nothing_but_itself() -> None:
    assert pages(to_pdf([("boats?", answer("Boats.", taken(1, "1.jpg")))], {PhotoId(1): b"no JPEG"}, DAY)) == 1
