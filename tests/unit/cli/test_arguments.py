"""What can be typed."""

import pytest

from app.cli.arguments import Command, parse_arguments


def test_nothing_and_folders_mean_the_window() -> None:
    assert parse_arguments([]) == Command()
    assert parse_arguments(["/photos", "./search"]) == Command(folders=("/photos", "./search"))
    assert parse_arguments(["--", "index"]) == Command(folders=("index",))


@pytest.mark.parametrize(
    ("typed", "query"),
    [
        (["harbour"], "harbour"),
        (["fishing", "boats"], "fishing boats"),
        (["-dog"], "-dog"),
        (["-tag:sea", "boats", "--limit", "3"], "-tag:sea boats"),
        (["--library", "-odd", "--json", '"at night"'], '"at night"'),
        (["--", "--json"], "--json"),
    ],
)
def test_a_query_may_begin_with_a_hyphen(typed: list[str], query: str) -> None:
    assert parse_arguments(["search", *typed]).query == query


def test_options_are_read_wherever_they_stand() -> None:
    command = parse_arguments(["search", "boats", "--limit", "3", "--library=/l", "--json"])
    assert (command.limit, command.library, command.json) == (3, "/l", True)


def test_guesses_are_left_out_of_a_search_where_that_is_said() -> None:
    assert parse_arguments(["search", "boats"]).guesses
    command = parse_arguments(["search", "boats", "--no-guesses", "-dawn"])
    assert not command.guesses
    assert command.query == "boats -dawn"
    assert parse_arguments(["search", "--", "--no-guesses"]).query == "--no-guesses"


def test_how_much_a_look_counts_is_from_0_to_1() -> None:
    assert parse_arguments(["like", "a.jpg"]).by_look == 0.5
    assert parse_arguments(["like", "a.jpg", "--by-look", "1"]).by_look == 1
    for wrong in ("1.1", "-1", "nan", "x"):
        with pytest.raises(SystemExit):
            parse_arguments(["like", "a.jpg", f"--by-look={wrong}"])


def test_that_missing_photos_are_gone_is_said_of_folders_alone() -> None:
    assert parse_arguments(["index", "/photos", "--accept-missing"]).accept_missing
    assert not parse_arguments(["index", "/photos"]).accept_missing
    assert not parse_arguments(["index", "/photos", "--no-look"]).look
    assert parse_arguments(["index", "/photos"]).look
    with pytest.raises(SystemExit):
        parse_arguments(["status", "--accept-missing"])


@pytest.mark.parametrize(
    "typed",
    [
        ["search"],
        ["index"],
        ["search", "x", "--limit", "0"],
        ["info"],
        ["--wrong"],
        ["status", "--wrong"],
        ["search", "x", "--library"],
        ["search", "x", "--limit"],
        [""],
        ["index", ""],
        ["status", "--library", ""],
        ["info", ""],
        ["--", ""],
    ],
)
def test_wrong_usage_exits_with_two_and_one_line(typed: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        parse_arguments(typed)
    assert ended.value.code == 2
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize("typed", [["--help"], ["--version"], ["search", "--help"]])
def test_help_exits_with_zero(typed: list[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        parse_arguments(typed)
    assert ended.value.code == 0
