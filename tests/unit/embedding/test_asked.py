"""Questions are embedded once, and questions to looks by the sentence model."""

import numpy as np

from app.domain.ids import ModelId
from app.embedding.asked import AmongSentences, LastAsked
from tests.unit.search.memory import ConceptEmbedder


def test_the_last_question_is_embedded_once() -> None:
    model = ConceptEmbedder()
    asked = LastAsked(model)
    first = asked.embed(["dog"])
    assert np.array_equal(asked.embed(["dog"]), first)
    assert np.array_equal(asked.embed(["cat"]), ConceptEmbedder().embed(["cat"]))
    assert np.array_equal(asked.embed(["dog", "cat"])[:1], first)
    assert model.asked == ["dog", "cat", "dog", "cat"]
    assert (asked.model_id, asked.dimension) == (model.model_id, model.dimension)


def test_looks_among_sentences_are_asked_in_the_space_of_sentences() -> None:
    query = AmongSentences(ModelId("content"), ConceptEmbedder())
    assert query.model_id == "content"
    assert np.array_equal(query.embed(["dog"]), ConceptEmbedder().embed(["dog"]))
