"""Asking, measuring and checking as processes: labels, evidence files, verdicts, and one clear line for what cannot be done."""

import json
from pathlib import Path
from typing import Any

import pytest

from app.config.paths import shipped
from tests.end2end.test_terminal import answer, candid


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sample library, indexed."""
    place = tmp_path_factory.mktemp("library")
    answer(candid("index", shipped("resources") / "sample", "--library", place, "--json", "--no-look"))
    return place


def reply(**parts: Any) -> str:
    return json.dumps({"answer": [], "cited_photo_ids": [], "claims": [], **parts})


def test_an_answer_has_its_label_and_its_photos(library: Path) -> None:
    told = answer(candid("ask", "fishing boats in a harbour", "--library", library, "--json"))
    assert told["mode"] == "sourced"
    assert told["rejected"] is False
    assert told["closeness"] > 0.5
    assert told["cited"]
    assert all(Path(each["path"]).is_file() for each in told["cited"])
    assert set(told["verified"]) <= set(told["answer"])
    plain = candid("ask", "fishing boats in a harbour", "--library", library)
    assert plain.stdout.startswith("Sourced:")
    assert "0." not in plain.stdout


def test_an_open_question_cites_nothing(library: Path) -> None:
    told = answer(candid("ask", "how do I renew my passport", "--library", library, "--json"))
    assert (told["mode"], told["cited"], told["verified"]) == ("open", [], [])


def test_a_saved_pack_can_be_audited(library: Path, tmp_path: Path) -> None:
    pack, said = tmp_path / "pack.json", tmp_path / "reply.json"
    told = answer(candid("ask", "fishing boats in a harbour", "--library", library, "--save-pack", pack, "--json"))
    first = told["cited"][0]["id"]
    saved = json.loads(pack.read_text())
    assert [each["id"] for each in saved["photos"]][: len(told["cited"])] == [each["id"] for each in told["cited"]]
    said.write_text(
        reply(answer=[{"kind": "prose", "text": "Boats at rest.", "photo_id": first, "origin": "library"}], cited_photo_ids=[first])
    )
    assert answer(candid("check", "--pack", pack, "--reply", said, "--json")) == {
        "accepted": True,
        "reasons": [],
        "flags": [],
        "redactions": [],
    }
    said.write_text(reply(answer=[{"kind": "claim", "ref": 0}], claims=[{"kind": "found", "photo_ids": ["P-0A0A"]}]))
    verdict = answer(candid("check", "--pack", pack, "--reply", said, "--json"))
    assert verdict["accepted"] is False
    assert {"gate", "code", "detail"} == set(verdict["reasons"][0])
    assert "unknown_photo" in {each["code"] for each in verdict["reasons"]}


def test_flags_and_redactions_are_told(library: Path, tmp_path: Path) -> None:
    pack, said = tmp_path / "pack.json", tmp_path / "reply.json"
    first = answer(candid("ask", "boats", "--library", library, "--save-pack", pack, "--json"))["cited"][0]["id"]
    text = "Taken seconds after the previous photo, from /home/anna/pictures/boats.jpg."
    said.write_text(reply(answer=[{"kind": "prose", "text": text, "photo_id": first, "origin": "library"}]))
    verdict = answer(candid("check", "--pack", pack, "--reply", said, "--json"))
    assert verdict["accepted"] is True
    assert [each["code"] for each in verdict["flags"]] == ["RR-011"]
    assert [each["path"] for each in verdict["redactions"]] == ["/home/anna/pictures/boats.jpg"]
    assert "statement 0 names a relationship" in candid("check", "--pack", pack, "--reply", said).stdout


@pytest.mark.parametrize(
    ("pack", "said", "line"),
    [
        (None, "{}", "cannot be read"),
        ("{", "{}", "not JSON"),
        ('{"mode": "sourced", "photos": 3, "library": {}}', "{}", "photos"),
        ('{"mode": "sourced", "photos": [], "library": {}}', None, "cannot be read"),
    ],
)
def test_files_that_are_none_fail_with_one_line(tmp_path: Path, pack: str | None, said: str | None, line: str) -> None:
    for name, content in (("pack", pack), ("reply", said)):
        if content is not None:
            (tmp_path / name).write_text(content)
    done = candid("check", "--pack", tmp_path / "pack", "--reply", tmp_path / "reply", "--json")
    assert (done.returncode, done.stdout) == (1, "")
    assert len(done.stderr.splitlines()) == 1
    assert line in done.stderr


def test_a_reply_that_is_none_is_a_verdict(tmp_path: Path) -> None:
    (tmp_path / "pack").write_text('{"mode": "sourced", "photos": [], "library": {}}')
    (tmp_path / "reply").write_bytes(b"I am sorry, I cannot help with that. \xff")
    verdict = answer(candid("check", "--pack", tmp_path / "pack", "--reply", tmp_path / "reply", "--json"))
    assert [(each["gate"], each["code"]) for each in verdict["reasons"]] == [("schema", "not_json")]


def test_measuring_tells_bands_and_draws_them(library: Path, tmp_path: Path) -> None:
    on, off = tmp_path / "on.txt", tmp_path / "off.txt"
    captions = ("boats in a harbour", "a mountain above clouds", "a street at night", "a cat", "a bridge over a river")
    on.write_text("\n".join(f"{each} number {number}" for each in captions for number in range(5)))
    off.write_text("\n".join(f"how do I file form {number} with the tax office" for number in range(25)))
    plot = tmp_path / "bands.png"
    done = candid("measure", "--library", library, "--on", on, "--off", off, "--plot", plot, "--json")
    told = answer(done)
    assert "measuring" in done.stderr
    assert len(told["on"]["questions"]) == len(told["off"]["questions"]) == 25
    assert plot.read_bytes().startswith(b"\x89PNG")
    assert told["applied"] is False
    if told["thresholds"]:
        again = answer(candid("measure", "--library", library, "--on", on, "--off", off, "--apply", "--json"))
        assert again["applied"] is True
        assert again["in_use"] == again["thresholds"]


def test_a_list_that_cannot_be_read_fails_with_one_line(library: Path, tmp_path: Path) -> None:
    (tmp_path / "bad").write_bytes(b"\xff\xfe\x00")
    for name in ("bad", "missing"):
        done = candid("measure", "--library", library, "--on", tmp_path / name, "--json")
        assert (done.returncode, done.stdout, len(done.stderr.splitlines())) == (1, "", 1)


def test_an_empty_library_says_so(tmp_path: Path) -> None:
    assert "no photos in this library yet" in candid("ask", "boats", "--library", tmp_path).stdout
    done = candid("measure", "--library", tmp_path)
    assert done.returncode == 1
    assert "no photos" in done.stderr


def test_the_demo_ends_with_an_answer() -> None:
    told = answer(candid("demo", "--json"))
    assert told["ask"]["mode"] == "sourced"
    assert told["ask"]["cited"]


@pytest.mark.parametrize("typed", [["ask"], ["ask", " "], ["check", "--pack", "x"], ["measure", "--limit", "3"], ["ask", "x", "--library"]])
def test_wrong_usage_is_told(typed: list[str]) -> None:
    done = candid(*typed)
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1


def test_what_was_measured_is_listed_and_given_up(library: Path) -> None:
    listed = answer(candid("measure", "--history", "--library", library, "--json"))
    assert listed["in_use"].keys() == {"adjacent", "strong"}
    shipped = answer(candid("measure", "--shipped", "--library", library, "--json"))
    assert shipped["in_use"] == {"adjacent": 0.45, "strong": 0.5}
    assert not any(each["applied"] for each in shipped["history"])


def test_an_empty_list_is_no_list(library: Path, tmp_path: Path) -> None:
    (tmp_path / "on.txt").write_text("\n \n")
    done = candid("measure", "--on", tmp_path / "on.txt", "--library", library)
    assert done.returncode == 1
    assert "holds no question" in done.stderr
