"""Takeout's JSON: what it says, and that nothing in it is too much."""

import contextlib
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.photos.takeout import read_description
from tests.property.test_photos_parsing import is_believable, is_clean

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
PLACE = st.dictionaries(st.sampled_from(["latitude", "longitude", "altitude"]), JSON | st.floats(-200, 200))
SAID = st.fixed_dictionaries(
    {},
    optional={
        "title": JSON,
        "description": JSON | st.text(),
        "photoTakenTime": JSON | st.fixed_dictionaries({"timestamp": JSON | st.integers().map(str)}),
        "geoData": JSON | PLACE,
        "geoDataExif": JSON | PLACE,
        "people": JSON | st.lists(st.fixed_dictionaries({"name": JSON | st.text()}), max_size=5),
        "favorited": JSON,
        "googlePhotosOrigin": JSON,
    },
)


@given(SAID)
def test_any_description_gives_facts_that_can_be_true(said: dict[str, object]) -> None:
    found = read_description(json.dumps(said).encode())
    if found is None:
        return
    facts = found.facts
    assert is_clean(found.title)
    assert facts.gps is None or is_believable(facts.gps.value)
    assert facts.caption is None or (facts.caption.value and is_clean(facts.caption.value))
    assert facts.people is None or all(name and is_clean(name) for name in facts.people.value)
    assert facts.favourite is None or facts.favourite.value is True
    assert found.taken is None or "1826-01-01" <= found.taken.value <= "2200-01-01T00:00:00"


@given(st.binary(max_size=200))
def test_any_bytes(content: bytes) -> None:
    with contextlib.suppress(ValueError):
        read_description(content)


@pytest.mark.parametrize("said", ["{}", "[]", "3", '"x"', '{"title": "a.jpg", "description": "x"}'])
def test_other_json_is_none_of_takeouts(said: str) -> None:
    assert read_description(said.encode()) is None


def test_a_position_that_was_corrected_comes_before_the_cameras() -> None:
    both = {"geoData": {"latitude": 1, "longitude": 2, "altitude": 0.0}, "geoDataExif": {"latitude": 3, "longitude": 4, "altitude": 5}}
    found = read_description(json.dumps(both).encode())
    assert found is not None
    assert found.facts.gps is not None
    assert (found.facts.gps.value.latitude, found.facts.gps.value.altitude) == (1, None)
    assert found.facts.gps.source == "Google Takeout JSON · geoData"


@pytest.mark.parametrize("said", [False, "true", 1, None])
def test_only_a_favourite_is_one(said: object) -> None:
    found = read_description(json.dumps({"photoTakenTime": {}, "favorited": said}).encode())
    assert found is not None
    assert found.facts.favourite is None
