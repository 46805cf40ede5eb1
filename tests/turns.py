"""In which order files of tests are begun when several processes share them: what takes longest first, so that all end together."""

from collections import Counter

import pytest

LONGEST = (
    "tests/end2end/test_bundle.py",
    "tests/gui/test_chat_injected.py",
    "tests/end2end/test_terminal.py",
    "tests/gui/test_chat_redteam.py",
    "tests/end2end/test_questions.py",
    "tests/unit/library/test_passage_matrix.py",
    "tests/contracts/test_vectors.py",
    "tests/gui/test_folders.py",
    "tests/end2end/test_conversations.py",
    "tests/property/test_library_steps.py",
    "tests/property/test_pack.py",
    "tests/property/test_own_words.py",
    "tests/end2end/test_session.py",
    "tests/end2end/test_wheel.py",
    "tests/gui/test_chat_consent.py",
    "tests/gui/test_chat_server.py",
    "tests/gui/test_chat_asking.py",
    "tests/faults/test_durability.py",
    "tests/gui/test_chat_permission.py",
    "tests/gui/test_looking_pass.py",
    "tests/gui/test_own_words.py",
    "tests/unit/services/test_seeing.py",
    "tests/gui/test_watching.py",
    "tests/end2end/test_looks.py",
    "tests/end2end/test_asking.py",
    "tests/end2end/test_question_patterns.py",
    "tests/end2end/test_places.py",
    "tests/end2end/test_truth.py",
    "tests/gui/test_alike.py",
    "tests/unit/photos/test_workers.py",
    "tests/property/test_search_question.py",
    "tests/unit/library/test_rescue.py",
    "tests/end2end/test_own_model.py",
    "tests/gui/test_single_instance.py",
    "tests/gui/test_first_path.py",
    "tests/gui/test_library_news.py",
)
"""Files of 10 seconds and more, the longest first (`--durations=60`); the others follow by their number of tests."""


def take_longest_first(items: list[pytest.Item]) -> None:
    """Sort by files, each file's own tests staying as they are."""
    places = {file: place for place, file in enumerate(LONGEST)}
    counts = Counter(map(_file, items))
    items.sort(key=lambda item: (places.get(_file(item), len(places)), -counts[_file(item)]))


def _file(item: pytest.Item) -> str:
    return item.nodeid.partition("::")[0]
