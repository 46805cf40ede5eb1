"""Making an evidence pack of photos and library facts. Ids are drawn elsewhere and handed in."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice

from app.domain.evidence import AnswerMode, EvidencePack, LibraryFact, PackPhoto
from app.domain.ids import FolderId, PackId
from app.domain.photo import Fact, Photo, PhotoFacts, Tag
from app.evidence.folder_texts import folder_texts

MOST_PHOTOS = 12
"""As many as fit on a screen beside an answer, and in a prompt beside their facts."""

ID_LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's base32: without I, L, O and U, which are taken for other signs, or spell words."""

PACK_ID = re.compile(rf"[PR]-(?=.*[0-9])(?=.*[A-Z])[{ID_LETTERS}]{{4}}")
"""The whole of an id: P for a photo, R for a result, then four signs with a digit and a letter among them: no word, and no number."""


def make_pack(
    mode: AnswerMode,
    photos: Sequence[Photo],
    folders: Mapping[FolderId, str],
    library: Mapping[str, LibraryFact],
    ids: Iterator[PackId],
    set_id: PackId | None = None,
) -> EvidencePack:
    """The pack of the first `MOST_PHOTOS` photos, each with the next of `ids`; nothing at all where the mode is open.

    `folders` are the paths of the added folders, `set_id` stands for the whole result that `library` is about.
    Raises ValueError if too few ids come, or one that comes twice or is none.
    """
    if mode is AnswerMode.OPEN:
        return EvidencePack(mode)
    packed = photos[:MOST_PHOTOS]
    drawn = list(islice(ids, len(packed)))
    _check_ids(drawn if set_id is None else [*drawn, set_id])
    texts = folder_texts(packed, folders)
    each = zip(packed, drawn, strict=True)
    return EvidencePack(mode, tuple(_packed(photo, pack_id, texts.get(photo.id)) for photo, pack_id in each), dict(library), set_id)


def _packed(photo: Photo, pack_id: PackId, folder: str | None) -> PackPhoto:
    return PackPhoto(
        pack_id,
        photo.path,
        _with_plain_tags(photo.facts),
        None if folder is None else Fact(folder, "folder"),
        photo.content_hash,
        photo.perceptual_hash,
    )


def _with_plain_tags(facts: PhotoFacts) -> PhotoFacts:
    """Tags by their own names, each once, as `candid info` gives them; of their parents an answer says nothing."""
    if not facts.tags:
        return facts
    names = dict.fromkeys(tag.name for tag in facts.tags.value)
    return replace(facts, tags=Fact(tuple(map(Tag, names)), facts.tags.source))


def _check_ids(drawn: Sequence[PackId]) -> None:
    strange = [each for each in drawn if not PACK_ID.fullmatch(each)]
    if strange or len(set(drawn)) < len(drawn):
        raise ValueError(f"ids of a pack are unique and like P-7K2Q, not {drawn}")
