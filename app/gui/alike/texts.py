"""What the page of duplicates and bursts says, as text."""

import os
from collections.abc import Iterator, Sequence

from app.domain.best import Alike, Why
from app.domain.photo import Photo
from app.domain.written import safe_line
from app.gui.formatting import count, file_name, file_size, time_left
from app.services.groups import AlikeGroup, Looking
from app.services.trash import Trashed, TrashPlan

TITLE = "Duplicates and bursts"
NAMES = {Alike.IDENTICAL: "Identical files", Alike.COPIES: "Near copies", Alike.BURST: "Bursts"}
EXPLAINED = {
    Alike.IDENTICAL: "The same file at several places, byte for byte.",
    Alike.COPIES: "Pictures that look nearly the same: smaller, recompressed, brighter, sharpened, grey, or cut or turned a little. "
    "It is a guess, so look at them: pages, receipts and screenshots of one layout may look so too.",
    Alike.BURST: "Pictures by one camera, two seconds apart at most, that look alike, in the order in which they were taken.",
}
EMPTY = {
    Alike.IDENTICAL: "No file of your library is there twice.",
    Alike.COPIES: "No two pictures of your library look nearly the same.",
    Alike.BURST: "There are no bursts in your library. Photos without a time to the second, or without a known camera, are in none.",
}
SEARCHING = {
    Alike.IDENTICAL: "Looking for identical files",
    Alike.BURST: "Looking for bursts",
    Alike.COPIES: "Looking for near copies",
}
STILL_MOVING = "Photos are being moved to the trash: wait until that is done, or stop it, and undo it then."
WAITING = "Moving to the trash when the folders have been read…"
UNDOABLE = "Undo, at the foot of the window or by Ctrl+Z, brings this back as long as Candid is open; after that the system's trash does."
STOPPED = "Stopped before the end: look again to see what is alike."
WHY = {
    Why.SAID: "More was said of it: a heart, stars, tags, people, a title or a caption.",
    Why.NOT_REJECTED: "It was not rejected.",
    Why.LARGER: "It has more pixels.",
    Why.SHARPER: "It is sharper than the others.",
    Why.LESS_CLIPPED: "Less of it is quite black or quite white.",
    Why.ORIGINAL: "It is the camera’s own format (RAW), or has it beside it.",
    Why.LESS_COMPRESSED: "Its file is larger for the same number of pixels.",
    Why.MORE_FACTS: "More is known of it: when, where or by which camera it was taken.",
    Why.VERSIONS: "It has other versions beside it: RAW, or edited.",
    Why.KNOWN_FIRST: "The files are the same in every byte; Candid met this one first.",
    Why.FIRST: "They are equal in all that is compared.",
}
"""What each reason for a suggestion means."""
OTHER_TIME = "It was taken at another time, so it may be another picture, and is not checked with the others."
SAID_MORE = "It has stars, a heart, tags or words which the suggested one has not, so it is not checked with the others."
STATUS = "Duplicates and bursts of the whole library"
MOST_NAMES = 8
"""Names in a question; more are counted."""


def searching_text(looking: Looking) -> str:
    """What is being looked for, and how far that is."""
    if not looking.total:
        return f"{SEARCHING[looking.kind]}…"
    parts = (f"{SEARCHING[looking.kind]}: {looking.done:,} of {count(looking.total, 'photo')}", time_left(looking.seconds_left))
    return ", ".join(filter(None, parts))


def tab_text(kind: Alike, groups: int) -> str:
    """`Near copies (12)`."""
    return f"{NAMES[kind]} ({groups:,})"


def alone_text(photo: Photo) -> str:
    """That a photo has no near copies."""
    return f"Candid knows no near copy of “{safe_line(file_name(photo.path))}”, and no file that is identical with it."


def group_text(group: AlikeGroup, cards: int) -> str:
    """`3 photos, 12.4 MB`: how much one group is, and where not all of it is shown, how many cards are."""
    kind = "file" if group.kind is Alike.IDENTICAL else "photo"
    text = f"{count(len(group.cards), kind)}, {file_size(sum(card.photo.stamp.size for card in group.cards))}"
    return text if cards == len(group.cards) else f"{text}; {cards:,} of them are shown"


def move_text(number: int) -> str:
    """What the button says."""
    return f"Move {count(number, 'photo')} to the trash…" if number else "Move to the trash…"


def question_heading(plan: TrashPlan) -> str:
    """What is asked."""
    return f"Move {count(len(plan.going), 'photo')} ({file_size(plan.size)}) to the trash?"


def question_told(plan: TrashPlan) -> str:
    """What that means: what goes with them, what would be lost, what stays, and how it is taken back."""
    return "\n\n".join(_told(plan))


def _told(plan: TrashPlan) -> Iterator[str]:
    if plan.last:
        names = _names([f"“{safe_line(name)}”" for name in plan.last])
        yield f"Nothing remains of {names}: every copy that the library knows would go."
    if plan.unlisted:
        number = len(plan.unlisted)
        are = "is a version that is not in the list and goes" if number == 1 else "are versions that are not in the list and go"
        yield f"{number:,} of them {are} along: {_names([f'“{safe_line(name)}”' for name in plan.unlisted])}."
    beside = [safe_line(os.path.basename(one.path)) for each in plan.going for one in each.beside]
    if beside:
        yield f"With them {'goes' if len(beside) == 1 else 'go'} what belongs to nothing else: {_names(beside)}."
    if plan.refused:
        yield "\n".join([f"{count(len(plan.refused), 'photo stays', 'photos stay')}:", *_few(plan.refused)])
    yield UNDOABLE if plan.undoable else "Candid cannot undo this: the files can be put back in the system's trash."


def going_texts(plan: TrashPlan) -> tuple[str, ...]:
    """Every photo that would go, with its folder, as copies often have one name, and its size."""
    paths = ((each, os.path.join(folder_below(each.photo.path, plan.roots), os.path.basename(each.photo.path))) for each in plan.going)
    return tuple(f"{safe_line(path)} ({file_size(each.photo.stamp.size)})" for each, path in paths)


def folder_below(path: str, roots: Sequence[str]) -> str:
    """The folder of a file from the added folder on that holds it; the last one where none does."""
    folder = os.path.dirname(path)
    around = [root for root in roots if path.startswith(os.path.join(root, ""))]
    start = os.path.dirname(max(around, key=len)) if around else os.path.dirname(folder)
    return os.path.relpath(folder, start)


def _names(names: Sequence[str]) -> str:
    more = len(names) - MOST_NAMES
    return ", ".join(names) if more <= 0 else f"{', '.join(names[:MOST_NAMES])} and {more:,} more"


def _few(sentences: Sequence[str]) -> list[str]:
    more = len(sentences) - MOST_NAMES
    return list(sentences) if more <= 0 else [*sentences[:MOST_NAMES], f"… and {more:,} more"]


def trashed_text(trashed: Trashed) -> str:
    """What was done."""
    said = [f"{count(len(trashed.thrown), 'photo')} moved to the trash."] if trashed.thrown else ["Nothing was moved to the trash."]
    if trashed.thrown:
        them = "it" if len(trashed.thrown) == 1 else "them"
        said.append(f"Ctrl+Z brings {them} back." if trashed.undoable else "They can be put back in the system's trash.")
    return " ".join([*said, *_few(trashed.refused)])


def moving_text(trashed: Trashed) -> str:
    """`moving 3 photos to the trash`: what can be undone."""
    return f"moving {count(len(trashed.thrown), 'photo')} to the trash"


def restored_text(restored: Trashed) -> str:
    """What was put back."""
    said = [f"{count(len(restored.thrown), 'photo')} put back."] if restored.thrown else ["Nothing could be put back."]
    return " ".join([*said, *_few(restored.refused)])
