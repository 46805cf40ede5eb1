"""A recorded session of 25 questions over the real photos, without a model: label, lines and photos, checked against the truth."""

import csv
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import pytest

from app.assistant.answer import Answer
from app.assistant.openings import COPIES_APART
from app.bootstrap import Built, build
from app.domain.ids import PhotoId
from app.domain.question import Scope
from app.embedding.sentence import SentenceModel
from app.photos.workers import WorkerReader
from app.search.cannot import CHANGES_NOTHING, TELLS_NO_WEATHER
from app.services.conversation import Conversation
from tests.indexed import CopyOf

pytestmark = pytest.mark.shared

DAY = date(2024, 6, 1)
Row = dict[str, str]
Holds = Callable[[Row], bool]

ADJACENT = "Nothing here covers this directly; the closest follow."
OTTER = (
    "North American river otter (Lontra canadensis). Another is swimming in the background. There were several in this exhibit, with two "
    "viewing positions, one overlooking the land (where this was taken from), and the other a view through glass of the surface of the "
    "water and underwater."
)


def nothing(_row: Row) -> bool:
    return False


def everything(_row: Row) -> bool:
    return True


def dated(start: str) -> Holds:
    return lambda row: row["date"].startswith(start)


def named(*names: str) -> Holds:
    return lambda row: Path(row["path"]).name in names


def tagged(tag: str) -> Holds:
    return lambda row: tag in row["keywords"]


def both(*conditions: Holds) -> Holds:
    return lambda row: all(each(row) for each in conditions)


def in_denmark(row: Row) -> bool:
    return row["country"] == "Denmark"


def at_skagen(row: Row) -> bool:
    return "Skagen" in row["near_city"]


@dataclass(frozen=True)
class Asked:
    """A question, what is answered, and which photos the answer must rest on, by the truth files. `whole`: cites all of them."""

    text: str
    lines: tuple[str, ...]
    truth: Holds
    mode: str = "sourced"
    whole: bool = True


LONG_NAME = "its  a along directory name. with special caracters(_.-.,-.,) 1234 56789 űáéú őóüö"
SESSION = (
    Asked("How many photos do I have from 2015?", ("24 photos match.",), dated("2015"), whole=False),
    Asked(
        "and in 2019?",
        ("4 photos match.", "“newyear_london.jpg”, “newyear_sydney.jpg”, “IMG_2682.heic” and “Reconyx HF2 Pro Covert.jpg” were found for "
"this question.",),
        dated("2019"),
    ),
    Asked(
        "where were they taken?",
        ("1 of the 4 photos that match has the place “Kirribilli, Sydney, New South Wales, Australien”, 1 “Ralston, Nebraska, United "
"States” and 1 “South Bank, St James's, England, Storbritannien”.",),
        dated("2019"),
    ),
    Asked(
        "what is the oldest photo?",
        (
            "“FujiFilm DS-7 (3).jpg” was found for this question.",
            "“FujiFilm DS-7 (3).jpg” was taken on 20 December 1996, 18:32.",
        ),
        dated("1996-12-20T18:32"),
    ),
    Asked(
        "and the newest?",
        (
            "“UTC-20240413-203430-Auckland.jpg” was found for this question.",
            "“UTC-20240413-203430-Auckland.jpg” was taken on 14 April 2024, 08:34.",
        ),
        dated("2024-04-14T08:34"),
    ),
    Asked(
        "where was that?",
        ("“UTC-20240413-203430-Auckland.jpg” has the place “Newton, Arch Hill, Auckland, New Zealand”.",),
        dated("2024-04-14T08:34"),
    ),
    Asked(
        "which camera took the most photos?",
        ("25 of the 146 photos in your library were taken with “Canon EOS 600D”.",),
        lambda row: row["model"] == "Canon EOS 600D",
        whole=False,
    ),
    Asked(
        "show photos tagged Yosemite",
        ("6 photos match.", "“IMG_6220.jpg”, “IMG_6253.jpg”, “IMG_6263.jpg”, “IMG_6296.jpg”, “IMG_6297.jpg” and “IMG_6368.jpg” were taken "
"on the same day, 12 June 2015.",),
        both(tagged("Yosemite"), dated("2015-06-12")),
    ),
    Asked(
        "which has the highest rating?",
        ("3 photos match.", "“IMG_6220.jpg”, “IMG_6263.jpg” and “IMG_6368.jpg” were taken on the same day, 12 June 2015.",),
        both(tagged("Yosemite"), lambda row: row["rating"] == "4"),
    ),
    Asked(
        "are they a burst?",
        (
            "No two of these photos were taken in a burst: with the same camera model within 3 seconds of each other.",
            "“IMG_6220.jpg” was taken on 12 June 2015, 12:42.",
            "“IMG_6263.jpg” was taken on 12 June 2015, 14:02.",
            "“IMG_6368.jpg” was taken on 12 June 2015, 18:10.",
        ),
        both(tagged("Yosemite"), lambda row: row["rating"] == "4"),
    ),
    Asked(
        "compare IMG_6296.jpg and IMG_6297.jpg",
        (
            "“IMG_6296.jpg” and “IMG_6297.jpg” were taken on the same day, 12 June 2015; at the same place, “California, United States”, "
            "within 200 m of each other; with the same camera model, “Canon EOS 600D”; with the same lens model, “EF-S15-85mm f/3.5-5.6 IS "
            "USM”; share the tags “USA” and “Yosemite”; and are in the same folder, “library/roadtrip”.",
            "“IMG_6296.jpg” was taken before “IMG_6297.jpg”.",
            "“IMG_6296.jpg” was taken on 12 June 2015, 14:47, at f/10, with an exposure of 1/250 s, at a focal length of 35 mm, and is "
            "tagged “USA” and “Yosemite”.",
            "“IMG_6297.jpg” was taken on 12 June 2015, 14:48, at f/9, with an exposure of 1/320 s, at a focal length of 85 mm, is tagged "
            "“Alvin the Squirrel”, “USA” and “Yosemite”, and is marked as showing “Alvin the Squirrel”.",
        ),
        both(named("IMG_6296.jpg", "IMG_6297.jpg"), dated("2015-06-12")),
    ),
    Asked(
        "which one is older?",
        (
            "“IMG_6296.jpg” was taken before “IMG_6297.jpg”.",
            "“IMG_6296.jpg” was taken on 12 June 2015, 14:47.",
            "“IMG_6297.jpg” was taken on 12 June 2015, 14:48.",
        ),
        lambda row: row["date"].startswith(("2015-06-12T14:47", "2015-06-12T14:48")),
    ),
    Asked(
        "what else was taken that day?",
        (
            "5 other photos were taken on the same day.",
            "“IMG_6296.jpg”, “IMG_6297.jpg”, “IMG_5910.jpg”, “IMG_6220.jpg”, “IMG_6253.jpg” and “IMG_6263.jpg” were taken "
"on the same day, "
            "12 June 2015.",
        ),
        dated("2015-06-12"),
    ),
    Asked(
        "do I have any duplicates?",
        (
            "No two of these photos are identical, byte for byte.",
            "There are 4 groups of photos that look nearly the same.",
            "“big_ben.jpg”, “big_ben_no_tsoffset_but_gps_utc.jpg” and “big_ben_only_time.jpg” look nearly the same.",
            "“roadtrip/IMG_8824.jpg” and “subdirectory/IMG_8824.jpg” look nearly the same.",
            f"“roadtrip/IMG_8943.jpg” and “{LONG_NAME}/IMG_8943.jpg” look nearly the same.",
            "“sydney_opera_house.jpg” and “sydney_opera_house_no_tsoffset_but_gps_utc.jpg” look nearly the same.",
            COPIES_APART,
        ),
        lambda row: any(name in row["path"] for name in ("big_ben", "IMG_8824", "IMG_8943", "sydney_opera_house")),
    ),
    Asked(
        "which of these are in the dupl folder?",
        ("2 photos match.", "“sydney_opera_house.jpg” and “big_ben_only_time.jpg” were found for this question.",),
        lambda row: "/dupl/" in row["path"],
    ),
    Asked("delete them", (CHANGES_NOTHING,), nothing, "open"),
    Asked("photos from Denmark", ("9 photos match.",), in_denmark),
    Asked(
        "not the ones from Skagen",
        ("5 photos match.", "“donna_2.jpg”, “blackie.jpg”, “new_wave_2.jpg”, “spiff.jpg” and “spiff_2.jpg” were found for this question.",),
        lambda row: in_denmark(row) and not at_skagen(row),
    ),
    Asked(
        "an otter swimming",
        (
            "1 photo matches the question’s words and filters.",
            "“oakland-zoo-otters.jpg” was found for this question.",
            f"“oakland-zoo-otters.jpg” has the caption “{OTTER}”.",
        ),
        lambda row: "otter" in row["caption"],
    ),
    Asked(
        "a train crossing a bridge",
        (
            ADJACENT,
            "No photo is named or described with “train” or “crossing”.",
            "“high-trestle-trail.jpg” was found for this question.",
            "“high-trestle-trail.jpg” has the caption “The High Trestle Trail Bridge over the Des Moines River Valley "
"between Woodward and "
            "Madrid in Central Iowa, United States.”.",
        ),
        lambda row: "Bridge over the Des Moines River" in row["caption"],
        "adjacent",
    ),
    Asked(
        "how do I renew my passport?",
        ("Candid found nothing in your photos that comes near to this question: none of them is named or described with "
"“renew” or “passport”. Ask in other words, or search for what the photos show.",),
        nothing,
        "open",
    ),
    Asked("what's the weather like in Utah", (TELLS_NO_WEATHER,), nothing, "open"),
)  # fmt: skip

SIX = "“DSCN0010.jpg”, “DSCN0012.jpg”, “DSCN0021.jpg”, “DSCN0025.jpg”, “DSCN0027.jpg” and “DSCN0029.jpg”"
TUSCAN = (
    "“DSCN0010.jpg”, “DSCN0012.jpg”, “DSCN0021.jpg”, “DSCN0025.jpg”, “DSCN0027.jpg”, “DSCN0029.jpg”, "
    "“DSCN0038.jpg”, “DSCN0040.jpg” and "
    "“DSCN0042.jpg”"
)
OF_A_SELECTION = (
    Asked(
        "when were these taken?",
        (
            "9 photos match.",
            "The earliest of the photos that match was taken on 22 October 2008, 16:28 and the latest on 22 October 2008, 17:00.",
        ),
        dated("2008-10-22"),
    ),
    Asked(
        "which of them belong together?",
        (
            "There is 1 group of photos that were taken within 6 hours of each other.",
            f"{SIX} were taken within 6 hours of each other, as their clocks and time zones tell.",
        ),
        dated("2008-10-22"),
    ),
    Asked(
        "what camera was that",
        ("All 9 photos that match were taken with “NIKON COOLPIX P6000”.",),
        lambda row: row["model"] == "COOLPIX P6000",
    ),
)


@pytest.fixture(scope="module")
def built(shared: Path, copy_of: CopyOf, embedder: SentenceModel, reader: WorkerReader) -> Iterator[Built]:
    """The photos of one library, whose facts the truth files tell."""
    with build(copy_of(shared / "photos" / "library")[0], embedder, reader) as library:
        yield library


@pytest.fixture(scope="module")
def rows(built: Built, shared: Path) -> tuple[Row, ...]:
    """The truth of every photo that Candid reads."""
    with (shared / "photos" / "truth" / "library_metadata.tsv").open(encoding="utf-8", newline="") as table:
        every = tuple(csv.DictReader(table, delimiter="\t"))
    return tuple(row for row in every if built.catalogue.by_path(str(shared / "photos" / row["path"])))


def checked(answer: Answer, asked: Asked, rows: tuple[Row, ...], shared: Path) -> None:
    """The answer is as recorded, and the photos that it rests on are those of the truth files."""
    assert (answer.mode.value, tuple(line.text for line in answer.lines)) == (asked.mode, asked.lines), asked.text
    assert not answer.rejected
    assert answer.why.endswith(".")
    cited = {str(Path(each.path).relative_to(shared / "photos")) for each in answer.cited}
    true = {row["path"] for row in rows if asked.truth(row)}
    assert cited <= true, asked.text
    assert cited == true or not asked.whole, asked.text
    counted = [int(each.text.split()[0]) for each in answer.lines[:1] if "photos match" in each.text and asked.whole]
    assert counted in ([], [len(true)]), asked.text


def test_25_questions_in_a_row(built: Built, rows: tuple[Row, ...], shared: Path) -> None:
    conversation = Conversation()
    for asked in SESSION:
        checked(built.use_cases.ask.ask(asked.text, DAY, conversation), asked, rows, shared)
    selected = [
        photo for photo in built.catalogue.photos(map(PhotoId, built.catalogue.browse().tolist())).values() if "/tuscany/" in photo.path
    ]
    of_these = Conversation(Scope(f"{len(selected)} selected photos", tuple(photo.id for photo in selected)))
    for asked in OF_A_SELECTION:
        answer = built.use_cases.ask.ask(asked.text, DAY, of_these)
        checked(answer, asked, rows, shared)
        assert {each.path for each in answer.cited} <= {photo.path for photo in selected}
    assert len(SESSION) + len(OF_A_SELECTION) == 25


def test_numbers_are_those_of_the_truth(rows: tuple[Row, ...]) -> None:
    """What the recorded lines count and no citation shows."""
    assert sum(map(dated("2015"), rows)) == 24
    assert sum(row["model"] == "Canon EOS 600D" for row in rows) == 25
    assert min(row["date"] for row in rows if row["date"])[:16] == "1996-12-20T18:32"
    assert max(row["date"] for row in rows if row["date"])[:16] == "2024-04-14T08:34"
