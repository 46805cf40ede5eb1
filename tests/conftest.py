"""What every test shares: the photos and texts beside the checkout, where they are."""

import os
from pathlib import Path

import pytest

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

SHARED = Path(__file__).resolve().parents[2] / "shared"


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of real photos and texts; the test is skipped, visibly, where there is none."""
    if not SHARED.is_dir():
        pytest.skip("needs the photos and texts in ../shared")
    return SHARED
