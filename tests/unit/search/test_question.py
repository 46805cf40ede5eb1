"""Questions in everyday words: what is covered and comes to which photos, and what only names things that the library holds."""

from datetime import date

import pytest

from app.domain.query import Condition, Filter, FilterField, NumberRange
from app.domain.question import Aggregate, Dimension, Question
from app.search.question import understand
from app.search.search import SearchKind
from tests.unit.search.memory import MemoryLibrary, photo
from tests.unit.search.questioned import NAMES, PHOTOS, library

TODAY = date(2024, 6, 1)
ALL = set(PHOTOS)
DATED = ALL - {"curie"}

NONE, COUNT, MOST, VALUES = Aggregate.NONE, Aggregate.COUNT, Aggregate.MOST, Aggregate.VALUES
OLDEST, NEWEST = Aggregate.OLDEST, Aggregate.NEWEST


@pytest.fixture(scope="module")
def words() -> MemoryLibrary:
    return library()


def result(question: Question, words: MemoryLibrary) -> set[str]:
    return {NAMES[number] for number in words.satisfying(question.query.conditions).tolist()}


PHOTOS_ASKED_FOR: list[tuple[str, set[str]]] = [
    # Cameras and lenses
    ("photos taken with a Canon EOS 600D", {"night", "bear"}),
    ("show me pictures from the EOS 600D", {"night", "bear"}),
    ("Canon cameras", {"skagen", "night", "bear"}),
    ("which photos did I take with my Nikon?", {"arezzo", "siena"}),
    ("Canon or Nikon pictures", {"arezzo", "siena", "skagen", "night", "bear"}),
    ("photos not taken with a Canon", ALL - {"skagen", "night", "bear"}),
    ("what did I shoot with the iPhone?", {"phone"}),
    ("pictures taken with the EF-S18-55mm lens", {"scan"}),
    # Places
    ("photos from Italy", {"arezzo", "siena"}),
    ("Which photos were taken in Denmark?", {"skagen"}),
    ("pictures near Arezzo", {"arezzo"}),
    ("photos taken in Siena, Tuscany", {"siena"}),
    ("photos from Italy and Denmark", {"arezzo", "siena", "skagen"}),
    ("photos from Italy, Denmark or California", {"arezzo", "siena", "skagen", "phone"}),
    ("photos that are not from Italy", ALL - {"arezzo", "siena"}),
    ("do I have anything from Tuscany?", {"arezzo", "siena"}),
    ("was I in San Francisco?", {"phone"}),
    ("have I been to Italy?", {"arezzo", "siena"}),
    ("Siena pictures", {"siena"}),
    # What opens a question, and words for what was named before
    ("I'm trying to find pictures from Denmark", {"skagen"}),
    ("could you look for photos taken while in Siena?", {"siena"}),
    ("I'd love to see the photos we took somewhere around Arezzo", {"arezzo"}),
    ("I used to have a Nikon, can you find the photos taken with it?", {"arezzo", "siena"}),
    ("where's Wayne Smith? show me pictures of him", {"siena"}),
    ("what was taken on October 22, 2008?", {"arezzo"}),
    # Parts of the day, and company
    ("photos taken in the afternoon", {"arezzo", "skagen"}),
    ("pictures taken in the late evening", {"phone"}),
    ("harbour in the afternoon", {"arezzo", "skagen"}),
    ("harbour in the evening", set()),
    ("photos of Wayne with his wife", set()),
    # Two names in a row that no photo has together
    ("photos of the dog bridge", {"skagen", "siena", "night"}),
    # Tags and folders
    ("tagged harbour", {"arezzo", "skagen"}),
    ('photos tagged "at night"', {"night"}),
    ("pictures tagged dusk and bridge", {"siena"}),
    ("photos tagged dusk or bridge", {"arezzo", "siena", "night"}),
    ("photos NOT tagged USA", ALL - {"night", "bear"}),
    ("photos that are not tagged USA", ALL - {"night", "bear"}),
    ("everything with the tag dusk", {"arezzo", "siena"}),
    ("harbour", {"arezzo", "skagen"}),
    ("dogs", {"skagen"}),
    ("photos in the folder tuscany", {"arezzo", "siena"}),
    ("bridge at night", {"night"}),
    # People
    ("photos of Wayne", {"siena"}),
    ("find pictures of Balu the bear", {"bear"}),
    ("photos of Balu and Hugin", {"bear"}),
    ("photos of Balu or Marie Curie", {"bear", "curie"}),
    ("the raven called Hugin", {"bear"}),
    ("photos that show Pierre Curie", {"curie"}),
    ("Marie Curie's photos", {"curie"}),
    ("photos from Italy without Wayne", {"arezzo"}),
    # Stars
    ("photos with four stars or more", {"arezzo", "skagen", "bear"}),
    ("pictures rated 4 stars", {"arezzo", "bear"}),
    ("five-star photos", {"skagen"}),
    ("photos rated 3 or better", {"arezzo", "skagen", "night", "bear"}),
    ("photos with at most 3 stars", {"night"}),
    ("4 or 5 stars", {"arezzo", "skagen", "bear"}),
    ("unrated photos", {"siena", "curie", "phone", "scan"}),
    # Exposure
    ("f/2 or wider", {"skagen", "night"}),
    ("photos taken at f/2.8", {"siena"}),
    ("pictures with ISO 1600 or higher", {"skagen", "night"}),
    ("shots between ISO 100 and 800", {"siena"}),
    ("photos taken at 50 mm", {"skagen"}),
    ("photos with a focal length over 100 mm", {"night"}),
    ("exposures longer than a second", {"night"}),
    ("photos at 1/1000 or faster", {"skagen"}),
    # What is known, formats, shapes
    ("which photos have a GPS position?", {"arezzo", "siena", "night", "phone"}),
    ("geotagged pictures", {"arezzo", "siena", "night", "phone"}),
    ("photos without a place", {"night", "bear", "curie", "scan"}),
    ("which photos have no date?", {"curie"}),
    ("photos with neither a date nor a place", {"curie"}),
    ("photos without tags or a caption", {"phone"}),
    ("photos with tags and a title", {"bear"}),
    ("photos with no capture time", {"curie"}),
    ("untagged photos", {"curie", "phone", "scan"}),
    ("photos with named people but without tags", {"curie"}),
    ("photos where nobody is named", ALL - {"siena", "bear", "curie"}),
    ("rated pictures", {"arezzo", "skagen", "night", "bear"}),
    ("pictures with a caption", {"curie", "scan"}),
    ("HEIC photos", {"phone"}),
    ("PNG files", {"curie"}),
    ("raw files", set()),
    ("photos in portrait format", {"skagen", "bear"}),
    ("square photos", {"curie"}),
    ("portrait photos", {"skagen", "bear"}),
    ("photos that are not landscape", {"skagen", "bear", "curie"}),
    # Files
    ("portrait.png", {"curie"}),
    ("the file portrait", {"curie"}),
    ("photo called skagen", {"skagen"}),
    # Dates
    ("photos from 2008", {"arezzo", "siena"}),
    ("pictures taken in July 2005", {"skagen"}),
    ("photos taken on 28 July 2005", {"skagen"}),
    ("photos between 2004 and 2008", {"arezzo", "siena", "skagen"}),
    ("photos in October", {"arezzo", "siena"}),
    ("photos from 2003 or 2005", {"skagen", "scan"}),
    ("photos since 2015", {"night", "bear", "phone"}),
    ("photos from Christmas 2015", {"scan"}),
    ("photos taken on Christmas 2015", set()),
    ("photos taken on christmas eve", {"phone"}),
    ("photos from new year's eve", set()),
    ("pictures from the noughties", {"arezzo", "siena", "skagen", "scan"}),
    ("photos from July of any year", {"skagen", "bear"}),
    ("last year's photos", set()),
    ("Wayne's pictures from 2008", {"siena"}),
    # In other words
    ("could you please tell me which photos have a caption", {"curie", "scan"}),
    ("which photos did I label harbour?", {"arezzo", "skagen"}),
    ("pictures labelled dusk and keyworded bridge", {"siena"}),
    ("photos that carry the tag dusk", {"arezzo", "siena"}),
    ("what has Yosemite as a keyword?", {"bear"}),
    ("anything with bridge among its keywords", {"siena", "night"}),
    ("yosemite tag, show me all of them", {"bear"}),
    ("Is Wayne in any of my photos?", {"siena"}),
    ("which photos is Balu in?", {"bear"}),
    ("photos from the US", {"phone", "night", "bear"}),
    ("the canon 600d shots", {"night", "bear"}),
    ("pictures from our trip to Denmark", {"skagen"}),
    ("photos not far from Siena", {"siena"}),
    ("photos from Italy except Siena", {"arezzo"}),
    ("whatever has the caption Snow on the mountain", {"scan"}),
    ("the photo that has Snow on the mountain as its caption", {"scan"}),
    ("files starting with DSCN", {"arezzo", "siena"}),
    ("is there a file called scan.tif", {"scan"}),
    # Several at once
    ("Canon photos from Denmark in 2005 with four stars or more", {"skagen"}),
    ("Nikon pictures of Wayne from Italy", {"siena"}),
    ("photos from 2015 rated 4 stars except those tagged Yosemite", set()),
    ("images with coordinates tagged dusk at f/2.8", {"siena"}),
    ("photo with the caption: Snow on the mountain", {"scan"}),
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), PHOTOS_ASKED_FOR, ids=[text for text, _ in PHOTOS_ASKED_FOR])
def test_photos_that_are_asked_for(words: MemoryLibrary, text: str, expected: set[str]) -> None:
    question = understand(text, TODAY, words)
    assert question.covered, question.unknown
    assert (question.aggregate, question.of) == (Aggregate.NONE, None)
    assert result(question, words) == expected
    assert not question.unknown
    assert question.query.chips == question.understood != ()


ASKED_OF_THEM: list[tuple[str, Aggregate, Dimension | None, set[str]]] = [
    ("how many photos were taken in 2015?", COUNT, None, {"night", "bear"}),
    ("How many photos did the Canon EOS 600D take in 2015?", COUNT, None, {"night", "bear"}),
    ("how many HEIC photos are there?", COUNT, None, {"phone"}),
    ("number of pictures from Italy", COUNT, None, {"arezzo", "siena"}),
    ("count the photos tagged USA", COUNT, None, {"night", "bear"}),
    ("how many photos do I have?", COUNT, None, ALL),
    ("how many portrait photos", COUNT, None, {"skagen", "bear"}),
    ("how many photos are square", COUNT, None, {"curie"}),
    ("how many photos in each year?", VALUES, Dimension.YEAR, ALL),
    ("number of photos from Italy per camera", VALUES, Dimension.CAMERA, {"arezzo", "siena"}),
    ("how many lenses did I use?", COUNT, Dimension.LENS, ALL),
    ("on which day did I take the most photos?", MOST, Dimension.DAY, ALL),
    ("on how many days did I take photos?", COUNT, Dimension.DAY, ALL),
    ("who is in my photos?", VALUES, Dimension.PERSON, ALL),
    ("who are the people in my library?", VALUES, Dimension.PERSON, ALL),
    ("which people are in my photos?", VALUES, Dimension.PERSON, ALL),
    ("where were my photos taken?", VALUES, Dimension.PLACE, ALL),
    ("how many did I take in Italy?", COUNT, None, {"arezzo", "siena"}),
    ("how many cameras did I use in 2008?", COUNT, Dimension.CAMERA, {"arezzo", "siena"}),
    ("how many people are in my photos?", COUNT, Dimension.PERSON, ALL),
    ("what is the oldest photo?", OLDEST, None, ALL),
    ("oldest", OLDEST, None, ALL),
    ("show me the first picture of Wayne", OLDEST, None, {"siena"}),
    ("What is the oldest photo (dates before 2004 ignored)?", OLDEST, None, ALL - {"scan"}),
    ("the most recent photo from Italy", NEWEST, None, {"arezzo", "siena"}),
    ("which is the latest Canon picture?", NEWEST, None, {"skagen", "night", "bear"}),
    ("when was the last photo of Balu taken?", NEWEST, Dimension.DAY, {"bear"}),
    ("when did I last visit Italy?", NEWEST, Dimension.DAY, {"arezzo", "siena"}),
    ("when was I in Italy?", VALUES, Dimension.DAY, {"arezzo", "siena"}),
    ("when did we visit Denmark?", VALUES, Dimension.DAY, {"skagen"}),
    ("when was IMG_5910 taken?", VALUES, Dimension.DAY, {"night"}),
    ("where was I in 2008?", VALUES, Dimension.PLACE, {"arezzo", "siena"}),
    ("where were the photos of Wayne taken?", VALUES, Dimension.PLACE, {"siena"}),
    ("where was DSCN0010.jpg taken?", VALUES, Dimension.PLACE, {"arezzo"}),
    ("who is in the photos from 2015?", VALUES, Dimension.PERSON, {"night", "bear"}),
    ("who did I photograph in Italy?", VALUES, Dimension.PERSON, {"arezzo", "siena"}),
    ("who was with me in Italy?", VALUES, Dimension.PERSON, {"arezzo", "siena"}),
    ("which camera took the most photos?", MOST, Dimension.CAMERA, ALL),
    ("which camera did I use most in 2015?", MOST, Dimension.CAMERA, {"night", "bear"}),
    ("in which year did I take the most photos?", MOST, Dimension.YEAR, ALL),
    ("who is in the most pictures?", MOST, Dimension.PERSON, ALL),
    ("where did I take the most photos?", MOST, Dimension.PLACE, ALL),
    ("what is my most used lens?", MOST, Dimension.LENS, ALL),
    ("which cameras did I use in Italy?", VALUES, Dimension.CAMERA, {"arezzo", "siena"}),
    ("which tags are there?", VALUES, Dimension.TAG, ALL),
    ("which people are in the photos tagged USA?", VALUES, Dimension.PERSON, {"night", "bear"}),
    ("how many of my photos are HEIC files?", COUNT, None, {"phone"}),
    ("who is shown in my photos?", VALUES, Dimension.PERSON, ALL),
    ("who appears in the most pictures?", MOST, Dimension.PERSON, ALL),
    ("the earliest picture? don't count anything dated before 2005", OLDEST, None, ALL - {"scan"}),
    ("which lens did I use for the photos from 2003?", VALUES, Dimension.LENS, {"scan"}),
    ("Could you tell me how many photos I took in 2008?", COUNT, None, {"arezzo", "siena"}),
    ("in 2008, how many photos did I take?", COUNT, None, {"arezzo", "siena"}),
    ("2008 photo count", COUNT, None, {"arezzo", "siena"}),
    ("Of all my photos, how many were taken with a Nikon?", COUNT, None, {"arezzo", "siena"}),
    ("How many countries have I been to?", COUNT, Dimension.COUNTRY, ALL),
    ("what is my busiest month?", MOST, Dimension.MONTH, ALL),
    ("list all people", VALUES, Dimension.PERSON, ALL),
    ("how often does Balu appear?", COUNT, None, {"bear"}),
    ("when did I stop using the Nikon?", NEWEST, Dimension.DAY, {"arezzo", "siena"}),
    ("What year was the trip to Italy?", VALUES, Dimension.YEAR, {"arezzo", "siena"}),
    ("what was skagen.jpg taken with", VALUES, Dimension.CAMERA, {"skagen"}),
    ("give me a breakdown by camera", VALUES, Dimension.CAMERA, ALL),
    ("which folders are there?", VALUES, Dimension.FOLDER, ALL),
    ("which folder has the most photos?", MOST, Dimension.FOLDER, ALL),
    ("how many folders do I have?", COUNT, Dimension.FOLDER, ALL),
    ("which country has the most photos?", MOST, Dimension.COUNTRY, ALL),
]  # fmt: skip


@pytest.mark.parametrize(("text", "aggregate", "of", "expected"), ASKED_OF_THEM, ids=[each[0] for each in ASKED_OF_THEM])
def test_what_is_asked_of_them(words: MemoryLibrary, text: str, aggregate: Aggregate, of: Dimension | None, expected: set[str]) -> None:
    question = understand(text, TODAY, words)
    assert question.covered, question.unknown
    assert (question.aggregate, question.of) == (aggregate, of)
    assert result(question, words) == expected


@pytest.mark.parametrize(
    ("text", "portrayed"),
    [
        ("what is the caption of scan.tif?", ["scan"]), ("what aperture was used in skagen.jpg", ["skagen"]),
        ("what shutter speed and aperture did I use for skagen.jpg?", ["skagen"]),
        ("what are the settings of IMG_5910.jpg", ["night"]), ("what rating does wild-1.jpg have", ["bear"]),
        ("tell me something about skagen.jpg", ["skagen"]), ("the coordinates of DSCN0010.jpg", ["arezzo"]),
        ("when was skagen.jpg taken", []), ("skagen.jpg", []),
    ],
)  # fmt: skip
def test_a_file_that_is_asked_for_what_is_known_of_it_is_pointed_at(words: MemoryLibrary, text: str, portrayed: list[str]) -> None:
    question = understand(text, TODAY, words)
    assert question.covered, question.unknown
    assert [NAMES[number] for number in question.about] == portrayed


def test_of_many_files_of_one_name_none_is_pointed_at() -> None:
    words = MemoryLibrary([photo(name="a.jpg", folder=f"folder {number}") for number in range(4)])
    question = understand("what is the caption of a.jpg", TODAY, words)
    assert question.covered
    assert question.about == ()


WORLD_KNOWLEDGE = """
what is Italy
what is the caption of Italy
what are the settings of Denmark
tell me something about Italy
trip to Italy
what was shot in Italy
what was made in Denmark
what was taken from Italy in 2008
what was taken in Italy in 2008
where is Italy? show me pictures of it
photos taken with it
photos of him
I used to have a Canon
I gave five stars to Italy
how many countries are there
how many people are there
which country is the biggest
what is the aperture
where can I see Marie Curie
what types of bridges are there
is anything in Denmark
is everything from Italy made in Denmark
how often does dusk appear
something about Italy
which cities are in Denmark
is Wayne in Italy
what is the capital of Denmark
who was Marie Curie
who is Pierre Curie
where is San Francisco
where is Denmark
how old is Yosemite
how tall is the bridge in San Francisco
tell me about Marie Curie
what did Marie Curie discover
when did Marie Curie die
when was Marie Curie born
where did Marie Curie live in Italy
was Marie Curie in Denmark
when was Marie Curie in Italy
which year was Marie Curie in Italy
how many photos did Marie Curie take
what photos did Pierre Curie take
is Siena in Italy
is Arezzo in Denmark
are there bears in Yosemite
do bears live in Yosemite
how do bears hibernate
how many people live in Denmark
how many people are in Denmark
how many people were in San Francisco in 2015
how many bridges are in San Francisco
how many dogs are there in Italy
how many cameras does Canon make
how many cameras did Canon make in 2008
how many photos can a Canon EOS 600D take
how many photos fit on a Canon EOS 600D
how much does a Canon camera cost
which camera is best for Yosemite
which is better, Canon or Nikon
which country has the most people
which place has the most dogs
what is the newest Canon camera
what is the oldest bridge in Italy
the oldest bridge
what is the most used camera
what is the most common tag game
what does GPS stand for
what does ISO 1600 mean
what is ISO 1600
what is f/2
what is f/2 or wider
what is a photo
what is a landscape photo
what is a HEIC file
what was the first photo ever taken
who took the first photo
who invented the photograph
why are photos geotagged
how do I take photos at night
where can I take photos in Italy
should I take photos in Denmark
can you take photos in Yosemite
where was Wayne captured
when was San Francisco taken
when was Siena captured
who was captured in Denmark in 2015
when was the bridge in Siena built
when was Siena founded
who founded San Francisco
who lives in Denmark
who was in Italy in 2008
what happened in 2005
who was president in 2005
what language is spoken in Denmark
what time is it in San Francisco
what time zone is Denmark in
how far is Denmark from Italy
San Francisco to Yosemite
hotels in San Francisco
five-star hotels in Italy
weather in Denmark in July
the best dogs of 2015
define dusk
what's in Italy
what is from Denmark
whats on in Yosemite
what is dusk
list all countries of Italy
describe Yosemite at night
explain f/2
write a poem about the harbour
translate harbour into Danish
movies from 2005
why did we go to Italy
where am I
when should we visit Italy
when will I be in Denmark
where do dogs come from
Marie Curie in Denmark
the winter of 1944
Yosemite in 2005
""".strip().splitlines()


@pytest.mark.parametrize("text", WORLD_KNOWLEDGE)
def test_world_knowledge_is_not_covered_by_names_of_the_library(words: MemoryLibrary, text: str) -> None:
    question = understand(text, TODAY, words)
    assert not question.covered
    assert question.aggregate is Aggregate.NONE


@pytest.mark.parametrize(
    "text",
    ["", "?", "the", "where is it", "are there any", "do I have anything", "what do we have", "all of them", "\0", "-", "is this one"],
)
def test_without_a_content_word_nothing_is_covered(words: MemoryLibrary, text: str) -> None:
    assert not understand(text, TODAY, words).covered


def test_words_of_captions_alone_are_not_covered(words: MemoryLibrary) -> None:
    question = understand("photos of a mountain", TODAY, words)
    assert not question.covered
    assert question.unknown == ("mountain",)


def test_what_is_not_covered_is_what_the_search_box_makes_of_it(words: MemoryLibrary) -> None:
    question = understand("what is the capital of Denmark", TODAY, words)
    assert [term.text for (term,) in question.query.groups] == ["capital", "Denmark"]
    assert not question.query.conditions
    assert question.unknown == ("capital",)


def test_attributes_filter_beside_unknown_words_where_photos_are_asked_for(words: MemoryLibrary) -> None:
    question = understand("photos of a red bridge at f/2 or wider from 2015 not tagged Yosemite", TODAY, words)
    assert not question.covered
    assert [term.text for (term,) in question.query.groups] == ["red", "bridge"]
    assert Condition((Filter(FilterField.APERTURE, NumberRange(None, 2.0)),)) in question.query.conditions
    assert result(question, words) == {"night"}
    assert {"aperture: f/2 or wider", "not: tag: Yosemite", "date: 2015"} <= {chip.label for chip in question.query.chips}


SCENES = """
photos of people skiing
photos with people on a beach
photos of a person with a hat
photos of someone riding a horse
show me pictures of people eating pizza
photos of a group of people standing in a field
photos of a clock showing time
photos of a stop sign with a title
photos of a couch with tags
a man with stars on his shirt
photos of three stars on a flag
photos of three stars
photos with people
photos of a man with his wife on a beach
photos of a deer in landscape
a wall with square pictures
""".strip().splitlines()


@pytest.mark.parametrize("text", SCENES)
def test_ordinary_words_of_a_scene_do_not_filter(words: MemoryLibrary, text: str) -> None:
    question = understand(text, TODAY, words)
    assert not question.covered
    assert not question.query.conditions
    assert (question.aggregate, question.of) == (Aggregate.NONE, None)


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("photos of a couch without a caption", "without a caption"), ("geotagged photos of a couch", "with a GPS position"),
        ("photos rated 5 stars of a couch", "rating: 5"), ("five-star photos of a couch", "rating: 5"),
        ("photos of a couch with four stars or more", "rating: at least 4"), ("vertical photos of a couch", "shape: portrait"),
    ],
)  # fmt: skip
def test_what_is_certain_filters_beside_a_scene(words: MemoryLibrary, text: str, label: str) -> None:
    question = understand(text, TODAY, words)
    assert not question.covered
    assert len(question.query.conditions) == 1
    assert [term.text for (term,) in question.query.groups] == ["couch"]
    assert label in {chip.label for chip in question.query.chips}


@pytest.mark.parametrize(
    ("text", "order", "of"),
    [
        ("newest photo of a surfer", NEWEST, None), ("show me the oldest photo of a surfer", OLDEST, None),
        ("what is the oldest surfer photo?", OLDEST, None), ("when was the last photo of a surfer taken?", NEWEST, Dimension.DAY),
        ("photo of the oldest surfer", NONE, None), ("the last surfer picture", NONE, None), ("what is the oldest surfer", NONE, None),
    ],
)  # fmt: skip
def test_order_is_kept_beside_words_of_captions(words: MemoryLibrary, text: str, order: Aggregate, of: Dimension | None) -> None:
    question = understand(text, TODAY, words)
    assert not question.covered
    assert (question.aggregate, question.of) == (order, of)
    assert ([term.text for (term,) in question.query.groups] == ["surfer"]) is (order is not NONE)


def test_a_tag_that_is_a_shape_as_well_is_meant() -> None:
    words = MemoryLibrary([photo(tag="Landscape"), photo(name="portrait.jpg")])
    assert understand("landscape photos", TODAY, words).query.chips[0].label == "tag: landscape"
    assert understand("portrait photos", TODAY, words).query.chips[0].label != "name: portrait"


def test_attributes_do_not_filter_where_something_else_is_asked(words: MemoryLibrary) -> None:
    assert not understand("what does ISO 1600 mean", TODAY, words).query.conditions


def test_filters_of_the_search_box_are_understood_too(words: MemoryLibrary) -> None:
    question = understand("photos tag:harbour -camera:canon iso:<=100", TODAY, words)
    assert question.covered
    assert result(question, words) == {"arezzo"}


def test_the_query_gives_the_complete_result_both_ways(words: MemoryLibrary) -> None:
    everything = understand("what is the oldest photo?", TODAY, words)
    outcome = words.search().run(everything.query)
    assert outcome.kind is SearchKind.LISTED
    assert sorted(outcome.listed.tolist()) == words.satisfying(everything.query.conditions).tolist() == list(NAMES)


def test_chips_say_what_was_understood(words: MemoryLibrary) -> None:
    question = understand("How many photos of Wayne without a caption, in Italy?", TODAY, words)
    text = question.text
    assert [(chip.label, text[chip.start : chip.end]) for chip in question.understood] == [
        ("how many photos", "How many"),
        ("person: Wayne", "Wayne"),
        ("without a caption", "without a caption"),
        ("place: Italy", "Italy"),
    ]


def test_names_decide_only_as_the_library_has_them() -> None:
    words = MemoryLibrary([photo(tag="Paris"), photo(place="Porto, Portugal")])
    assert understand("photos from Paris", TODAY, words).covered
    assert understand("photos from Portugal", TODAY, words).covered
    assert not understand("photos from Rome", TODAY, words).covered
    assert not understand("photos from Port", TODAY, words).covered
