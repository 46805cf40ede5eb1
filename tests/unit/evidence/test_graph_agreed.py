"""What leaves the machine is told as related only where what stays does not refute it."""

from dataclasses import replace

from app.domain.evidence import AnswerMode, EvidencePack, PackPhoto, Relation
from app.domain.ids import LocalTime, PackId
from app.domain.photo import Fact, PhotoFacts
from app.domain.sharing import Sharing
from app.evidence.graph import AgreedGraph, relate
from app.evidence.reduce import reduced

FIRST, SECOND = PackId("P-7K2Q"), PackId("P-3M8X")


def camera(serial: str) -> PhotoFacts:
    return PhotoFacts(make=Fact("Canon", "EXIF"), model=Fact("Canon EOS 600D", "EXIF"), serial=Fact(serial, "EXIF"))


def agreed(*facts: PhotoFacts) -> AgreedGraph:
    pack = EvidencePack(AnswerMode.SOURCED, tuple(PackPhoto(each, "", told) for each, told in zip((FIRST, SECOND), facts, strict=True)))
    return AgreedGraph(relate(reduced(pack, Sharing())), relate(pack))


def test_two_bodies_of_one_model_are_not_told_as_one_camera() -> None:
    assert agreed(camera("1"), camera("2")).common_values(Relation.SAME_CAMERA, (FIRST, SECOND)) is None
    assert agreed(camera("1"), camera("1")).common_values(Relation.SAME_CAMERA, (FIRST, SECOND))


def test_what_stays_adds_nothing() -> None:
    told = replace(camera("1"), model=None, make=None)
    assert agreed(told, told).common_values(Relation.SAME_CAMERA, (FIRST, SECOND)) is None
    people = PhotoFacts(people=Fact(("Anna",), "XMP"))
    assert agreed(people, people).common_values(Relation.SAME_PERSON, (FIRST, SECOND)) is None


def test_a_folder_is_told_by_its_own_name_and_compared_by_its_whole_one() -> None:
    def told(first: str, second: str) -> AgreedGraph:
        folders = (PackPhoto(each, "", PhotoFacts(), Fact(folder, "folder")) for each, folder in ((FIRST, first), (SECOND, second)))
        pack = EvidencePack(AnswerMode.SOURCED, tuple(folders))
        return AgreedGraph(relate(reduced(pack, Sharing(file_names=True))), relate(pack))

    assert told("2019/Harbour", "2019/Harbour").common_values(Relation.SAME_FOLDER, (FIRST, SECOND)) == frozenset({"Harbour"})
    assert told("2019/Harbour", "2020/Harbour").common_values(Relation.SAME_FOLDER, (FIRST, SECOND)) is None


def test_a_relation_without_values_holds_in_its_order() -> None:
    early, late = (PhotoFacts(taken=Fact(LocalTime(day), "EXIF")) for day in ("2019-06-14T10:00:00", "2019-06-17T10:00:00"))
    assert agreed(early, late).common_values(Relation.BEFORE, (FIRST, SECOND)) == frozenset()
    assert agreed(early, late).common_values(Relation.BEFORE, (SECOND, FIRST)) is None
