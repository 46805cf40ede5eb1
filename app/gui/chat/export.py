"""Answers as Markdown with their pictures beside it. Whatever stands in names, captions and replies stays text."""

import contextlib
import itertools
import os
import re
from collections.abc import Iterator, Mapping
from datetime import date
from urllib.parse import quote

from app.assistant.answer import Answer
from app.domain.ids import PhotoId
from app.gui.chat.export_words import (
    TITLE,
    Thumbnails,
    Turns,
    answered_by,
    caption,
    label,
    made_by,
    not_exported,
    pictures_of,
    reasons,
)  # fmt: skip
from app.gui.chat.harmless import one_line
from app.gui.chat.line_marks import CHECK, Marks, marks_of
from app.services.whole_file import check_place, write_whole

_SIGNS = re.compile(r"[\\`*_{}\[\]()<>#+!|&~=:$^-]|(?<=www)\.|(?<=\d)\.(?=\s|$)", re.IGNORECASE)
"""What Markdown (CommonMark 0.31, GitHub's additions) may read as more than a sign; a backslash before it takes that away (section 2.4)."""
_APART = "\u2060"
"""GitHub makes links of addresses of mail, escaped or not: a word joiner, which nobody sees, keeps them from being one."""


def escaped(text: str) -> str:
    """Text from anywhere on one line of Markdown, as text."""
    return _SIGNS.sub(r"\\\g<0>", one_line(text)).replace("@", f"\\@{_APART}")


def to_markdown(turns: Turns, folder_name: str, thumbnails: Mapping[PhotoId, str], made_on: date) -> str:
    """All turns as one text. `thumbnails` are the names of the pictures in the folder `folder_name`, which stands beside the file."""
    parts = [f"# {TITLE}", f"*{made_by(made_on)}*"]
    for number, (question, answer) in enumerate(turns, 1):
        parts += [f"## {number}\\. {escaped(question)}", *_answer(answer, folder_name, thumbnails)]
    return "\n\n".join(parts) + "\n"


def write_markdown(turns: Turns, path: str, thumbnail: Thumbnails, made_on: date) -> None:
    """Write the file, and where there are pictures a new folder with them beside it: `answers.md`, `answers_photos`.

    For a job: makes thumbnails. Raises `NotExported`; then no file and no new folder is left.
    """
    pictures = pictures_of(turns, thumbnail)
    names = {photo_id: f"{number}.jpg" for number, photo_id in enumerate(pictures, 1)}
    try:
        check_place(path)
        with _new_folder(f"{os.path.splitext(path)[0]}_photos", {names[each]: jpeg for each, jpeg in pictures.items()}) as folder:
            text = to_markdown(turns, os.path.basename(folder), names, made_on)
            write_whole(path, text.encode("utf-8", "replace"))
    except (OSError, ValueError) as error:
        raise not_exported(path, error) from error


@contextlib.contextmanager
def _new_folder(wanted: str, files: Mapping[str, bytes]) -> Iterator[str]:
    """A folder that was not there before with these files, if there are any; taken away again where what follows fails."""
    folder = _made_anew(wanted) if files else wanted
    try:
        for name, content in files.items():
            with open(os.path.join(folder, name), "xb") as file:
                file.write(content)
        yield folder
    except BaseException:
        if files:
            _take_away(folder, files)
        raise


def _made_anew(wanted: str) -> str:
    """`answers_photos`, or `answers_photos 2` where that is somebody's already: nothing is ever written into what was there."""
    for folder in itertools.chain([wanted], (f"{wanted} {number}" for number in itertools.count(2))):
        with contextlib.suppress(FileExistsError):
            os.mkdir(folder)
            return folder
    raise FileExistsError(wanted)


def _take_away(folder: str, files: Mapping[str, bytes]) -> None:
    for name in files:
        with contextlib.suppress(OSError):
            os.unlink(os.path.join(folder, name))
    with contextlib.suppress(OSError):
        os.rmdir(folder)


def _answer(answer: Answer, folder_name: str, thumbnails: Mapping[PhotoId, str]) -> Iterator[str]:
    yield f"**{label(answer)}**" + (f" — {escaped(answer.why)}" if answer.why else "")
    yield from _list((escaped(each) for each in reasons(answer)), "")
    yield from _list((_line(marks_of(answer, each)) for each in answer.lines), "")
    yield from _list((f"{CHECK} {escaped(each.text)}" for each in answer.checked), "### Checked by Candid")
    yield from _list(_photos(answer, folder_name, thumbnails), "### Photos")
    yield f"*{escaped(answered_by(answer))}*"


def _list(items: Iterator[str], heading: str) -> Iterator[str]:
    lines = "\n".join(f"- {each}" for each in items)
    if lines:
        yield from (part for part in (heading, lines) if part)


def _line(marks: Marks) -> str:
    """A line behind its marks."""
    return f"*{escaped(marks.before)}:* {escaped(marks.text)}" if marks.warned else escaped(marks.written)


def _photos(answer: Answer, folder_name: str, thumbnails: Mapping[PhotoId, str]) -> Iterator[str]:
    for each in answer.cited:
        name = escaped(caption(each))
        picture = thumbnails.get(each.photo.id) if each.photo else None
        yield f"![{name}]({quote(os.fsencode(folder_name))}/{quote(picture)})  \n  {name}" if picture else name
