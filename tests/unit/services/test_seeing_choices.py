"""What is chosen about looking is kept, how far it is is counted for what is chosen, and looking again forgets what was guessed."""

from pathlib import Path

import pytest

from app.bootstrap import Built
from app.config.paths import shipped
from app.config.seeing_settings import SeeingSettings
from app.domain.ids import ModelId, PhotoId
from app.domain.look import Guess, Look
from app.embedding.manifest import read_manifest
from app.library.looks import Looks
from app.services.looked_parts import LookedPart
from app.services.lookers import chosen
from app.services.own_models import OwnModels
from app.services.seeing_choices import UsedModel
from tests.unit.services.test_own_words import Index, ids  # noqa: F401 - the fixture


def test_what_is_chosen_is_kept_and_counted(built: Built, ids: list[PhotoId]) -> None:  # noqa: F811
    choices = built.use_cases.choose_seeing
    first = choices.standing()
    assert first.settings == SeeingSettings()
    assert (first.looked, first.all, first.troubled) == (0, len(ids), 0)
    assert [model.licence for model in first.models] == ["Apache-2.0", "Apache-2.0"]
    choices.choose(content=False)
    assert choices.standing().settings == SeeingSettings(content=False, faces=True)
    choices.choose(faces=False)
    assert choices.standing().looked == 0, "nothing is looked for, so nothing was"


def test_each_purpose_is_counted_for_itself_and_the_reader_of_text_is_named(built: Built, ids: list[PhotoId]) -> None:  # noqa: F811
    pytest.importorskip("rapidocr_onnxruntime")
    choices, manifest = built.use_cases.choose_seeing, read_manifest(shipped("models"))
    photo = built.catalogue.photos(ids[:1])[ids[0]]
    for model in (manifest.content.id, manifest.faces.id, ModelId("quality-1")):
        Looks(built.catalogue).store(model, [(photo.id, photo.content_hash, Look())])
    choices.choose(text=True)
    standing = choices.standing()
    assert standing.parts == (LookedPart("Guesses and faces", 1), LookedPart("Text", 0))
    assert (standing.looked, standing.all_looked) == (1, False)
    assert standing.models[-1] == UsedModel("Text in pictures", "rapidocr-onnxruntime, PP-OCRv4", "Apache-2.0")


def test_what_is_chosen_while_a_model_is_tried_is_kept(built: Built, monkeypatch: pytest.MonkeyPatch) -> None:
    choices = built.use_cases.choose_seeing
    monkeypatch.setattr(OwnModels, "check", lambda _, name: choices.choose(text=True, faces=name != "big"))
    choices.choose(model="big")
    assert choices.standing().settings == SeeingSettings(faces=False, text=True, model="big")


@pytest.mark.parametrize(
    ("settings", "purposes"),
    [
        (SeeingSettings(), ["Guesses and faces"]),
        (SeeingSettings(faces=False), ["Guesses"]),
        (SeeingSettings(content=False, text=True, model="big"), ["Faces", "Text", "Model “big”"]),
        (SeeingSettings(content=False, faces=False), []),
    ],
)
def test_what_is_looked_for_is_named_by_what_is_chosen(settings: SeeingSettings, purposes: list[str]) -> None:
    assert list(dict.fromkeys(making.purpose for making in chosen(settings, Path("shipped"), Path("own")))) == purposes


def test_looking_again_forgets_what_was_guessed_and_nothing_that_a_person_said(built: Built, ids: list[PhotoId]) -> None:  # noqa: F811
    choices, content = built.use_cases.choose_seeing, read_manifest(shipped("models")).content.id
    photo = built.catalogue.photos(ids[:1])[ids[0]]
    Looks(built.catalogue).store(content, [(photo.id, photo.content_hash, Look(guesses=(Guess("canoe", 0.9),)))])
    assert photo.id in built.use_cases.look.seen(ids)
    choices.look_again()
    assert built.use_cases.look.seen(ids) == {}
    assert choices.standing().looked == 0
