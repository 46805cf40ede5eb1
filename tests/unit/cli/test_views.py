"""What is told of a run."""

from app.cli.views import card_line, card_object, index_text, search_object, search_text
from app.domain.match import Evidence
from app.services.events import IndexSummary
from app.services.listing import Listing
from tests.gui.looking import card


def test_photos_that_are_out_of_reach_are_told_with_what_to_do_about_them() -> None:
    away = index_text(IndexSummary(0, 0, 0, (), 0.5, unavailable=3))
    assert "3 out of reach" in away
    assert "candid index FOLDER --accept-missing" in away
    assert "--accept-missing" not in index_text(IndexSummary(1, 1, 0, (), 0.5, gone=3))


def test_guesses_that_are_hidden_are_counted() -> None:
    assert search_text(Listing("boat", hidden=1), (), ()) == "1 guess hidden; without --no-guesses they are listed."
    assert "23 guesses hidden" in search_text(Listing("boat", hidden=23), (), ())
    assert search_object(Listing("boat", hidden=23), (), ())["guesses_hidden"] == 23
    assert "hidden" not in search_text(Listing("boat"), (), ())


def test_a_look_is_called_so_for_people_and_as_it_always_was_for_programs() -> None:
    seen = card(1, 40, Evidence.CONTENT)
    assert " look " in card_line(seen)
    assert "content" not in card_line(seen)
    assert card_object(seen, ())["evidence"] == "content"
