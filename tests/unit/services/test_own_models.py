"""Models of the person's own are listed with what of them does not fit, and tried before they are used."""

import os
from pathlib import Path

import pytest

from app.domain.errors import ModelUnavailable
from app.services import own_models
from app.services.own_models import OwnModel, OwnModels
from tests.clip_pair import make_endless, make_pair


def test_without_a_folder_there_is_none(tmp_path: Path) -> None:
    assert OwnModels(tmp_path / "models").found() == ()


def test_each_folder_is_one_by_name(tmp_path: Path) -> None:
    make_pair(tmp_path / "zebra")
    make_pair(tmp_path / "ant")
    (tmp_path / "readme.txt").write_text("no model")
    (tmp_path / ".hidden").mkdir()
    assert OwnModels(tmp_path).found() == (OwnModel("ant"), OwnModel("zebra"))


def test_what_is_missing_is_said(tmp_path: Path) -> None:
    make_pair(tmp_path / "half")
    (tmp_path / "half" / "textual" / "model.onnx").unlink()
    (found,) = OwnModels(tmp_path).found()
    assert "has no textual/model.onnx" in found.refused


def test_a_model_is_tried(tmp_path: Path) -> None:
    make_pair(tmp_path / "good")
    OwnModels(tmp_path).check("good")
    make_pair(tmp_path / "odd", texts_dimension=5)
    with pytest.raises(ModelUnavailable, match="does not fit"):
        OwnModels(tmp_path).check("odd")


def test_one_entry_that_cannot_be_looked_at_does_not_hide_the_others(tmp_path: Path) -> None:
    make_pair(tmp_path / "ant")
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "nowhere").symlink_to(tmp_path / "gone")
    assert OwnModels(tmp_path).found() == (OwnModel("ant"),)


def test_one_that_may_not_be_looked_at_is_refused_and_does_not_hide_the_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make_pair(tmp_path / "ant")
    (tmp_path / "closed").mkdir()
    stat = Path.stat

    def refusing(path: Path, *, follow_symlinks: bool = True) -> os.stat_result:
        if "closed" in path.parts:
            raise PermissionError(13, "Permission denied", str(path))
        return stat(path, follow_symlinks=follow_symlinks)

    monkeypatch.setattr(Path, "stat", refusing)
    ant, closed = OwnModels(tmp_path).found()
    assert ant == OwnModel("ant")
    assert "cannot be read (Permission denied)" in closed.refused


def test_a_model_that_computes_without_end_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make_pair(tmp_path / "endless")
    make_endless(tmp_path / "endless" / "textual" / "model.onnx")
    monkeypatch.setattr(own_models, "TRIAL_SECONDS", 2.0)
    with pytest.raises(ModelUnavailable, match="took longer than 2 seconds"):
        OwnModels(tmp_path).check("endless")
