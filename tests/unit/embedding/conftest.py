"""The shipped sentence model, loaded once for all tests of this room."""

from pathlib import Path

import pytest

from app.embedding.sentence import SentenceModel


@pytest.fixture(scope="session")
def models() -> Path:
    """The models folder of the checkout."""
    return Path(__file__).parents[3] / "models"


@pytest.fixture(scope="session")
def model(models: Path) -> SentenceModel:
    """The shipped model."""
    return SentenceModel(models)
