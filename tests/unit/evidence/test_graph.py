"""When each relation holds, on both sides of every boundary. The numbers stand here as they are meant, not as the code has them."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from app.domain.evidence import PackPhoto, Relation
from app.domain.photo import NAMED_POSITION, Fact, PhotoFacts, Position
from app.evidence.nodes import metres
from tests.unit.evidence.made import graph, holds, photo, shared_by

NOON = "2019-06-14T12:00:00"
PARIS, SYDNEY = (48.8584, 2.2945), (-33.8568, 151.2153)


def north(distance: float) -> tuple[float, float]:
    """The point on the zero meridian that is exactly this many metres from (0, 0), as the graph measures."""
    low, high = 0.0, 1.0
    while metres(Position(0, 0), Position((low + high) / 2, 0)) != distance:
        middle = (low + high) / 2
        low, high = (middle, high) if metres(Position(0, 0), Position(middle, 0)) < distance else (low, middle)
    return (low + high) / 2, 0.0


class TestCamera:
    def test_make_and_model_as_people_say_them(self) -> None:
        one = photo("a", make="NIKON CORPORATION", model="NIKON D70")
        other = photo("b", model="NIKON D70")
        assert shared_by(Relation.SAME_CAMERA, one, other) == {"NIKON D70"}

    def test_another_model_or_make(self) -> None:
        assert not holds(Relation.SAME_CAMERA, photo("a", make="NIKON", model="D70"), photo("b", make="NIKON", model="D80"))
        assert not holds(Relation.SAME_CAMERA, photo("a", make="Apple", model="One"), photo("b", make="Asus", model="One"))

    @pytest.mark.parametrize("unknown", [None, "", "  "])
    def test_a_make_alone_is_no_camera(self, unknown: str | None) -> None:
        assert not holds(Relation.SAME_CAMERA, photo("a", make="NIKON", model=unknown), photo("b", make="NIKON", model=unknown))

    def test_two_bodies_of_one_model(self) -> None:
        assert not holds(Relation.SAME_CAMERA, photo("a", model="D70", serial="1"), photo("b", model="D70", serial="2"))
        assert holds(Relation.SAME_CAMERA, photo("a", model="D70", serial="1"), photo("b", model="D70", serial="1"))

    @pytest.mark.parametrize("unknown", [None, "", " "])
    def test_an_unknown_serial_number_tells_nothing(self, unknown: str | None) -> None:
        assert holds(Relation.SAME_CAMERA, photo("a", model="D70", serial="1"), photo("b", model="D70", serial=unknown))
        assert holds(Relation.SAME_CAMERA, photo("a", model="D70", serial=unknown), photo("b", model="D70", serial="1"))

    def test_it_does_not_pass_from_pair_to_pair(self) -> None:
        made = graph(photo("a", model="D70", serial="1"), photo("b", model="D70"), photo("c", model="D70", serial="2"))
        assert made.common_values(Relation.SAME_CAMERA, ["a", "b"]) == frozenset({"D70"})
        assert made.common_values(Relation.SAME_CAMERA, ["b", "c"]) == frozenset({"D70"})
        assert made.common_values(Relation.SAME_CAMERA, ["a", "b", "c"]) is None


@pytest.mark.parametrize(
    ("relation", "made"),
    [
        (Relation.SAME_LENS, lambda pack_id, text: photo(pack_id, lens=text)),
        (Relation.SAME_FOLDER, lambda pack_id, text: photo(pack_id, folder=text)),
        (Relation.SAME_PLACE, lambda pack_id, text: photo(pack_id, place=text)),
    ],
)
class TestEqualTexts:
    def test_equal(self, relation: Relation, made: Callable[..., PackPhoto]) -> None:
        assert shared_by(relation, made("a", "Moab, Utah"), made("b", "Moab, Utah")) == {"Moab, Utah"}

    @pytest.mark.parametrize("other", ["moab, utah", "Moab, Utah ", "Moab", "", None])
    def test_not_equal(self, relation: Relation, made: Callable[..., PackPhoto], other: str | None) -> None:
        assert shared_by(relation, made("a", "Moab, Utah"), made("b", other)) is None

    @pytest.mark.parametrize("unknown", [None, "", " "])
    def test_unknown(self, relation: Relation, made: Callable[..., PackPhoto], unknown: str | None) -> None:
        assert shared_by(relation, made("a", unknown), made("b", unknown)) is None


class TestDay:
    def test_the_local_date_counts(self) -> None:
        london = photo("a", taken="2019-01-01T00:15:00", offset="+00:00")
        sydney = photo("b", taken="2019-01-01T23:59:59.5", offset="+11:00")
        assert shared_by(Relation.SAME_DAY, london, sydney) == {"2019-01-01"}

    def test_a_date_alone_is_a_day(self) -> None:
        assert shared_by(Relation.SAME_DAY, photo("a", taken="2019-06-14"), photo("b", taken=NOON)) == {"2019-06-14"}

    def test_a_second_can_lie_between_two_days(self) -> None:
        assert not holds(Relation.SAME_DAY, photo("a", taken="2019-06-14T23:59:59"), photo("b", taken="2019-06-15T00:00:00"))

    @pytest.mark.parametrize("unknown", [None, "nonsense"])
    def test_no_date_is_guessed(self, unknown: str | None) -> None:
        assert not holds(Relation.SAME_DAY, photo("a", taken=unknown), photo("b", taken=unknown))
        assert not holds(Relation.SAME_DAY, photo("a", taken=NOON), photo("b", taken=unknown))


class TestEvent:
    @pytest.mark.parametrize(("taken", "joined"), [(NOON, True), ("2019-06-14T18:00:00", True), ("2019-06-14T18:00:00.000000001", False)])
    def test_six_hours(self, taken: str, joined: bool) -> None:
        assert holds(Relation.SAME_EVENT, photo("a", taken=NOON), photo("b", taken=taken)) is joined
        assert holds(Relation.SAME_EVENT, photo("b", taken=taken), photo("a", taken=NOON)) is joined

    def test_by_utc_where_both_offsets_are_known(self) -> None:
        noon = photo("a", taken=NOON, offset="+00:00")
        assert not holds(Relation.SAME_EVENT, noon, photo("b", taken=NOON, offset="+11:00"))
        assert holds(Relation.SAME_EVENT, noon, photo("b", taken="2019-06-14T23:00:00", offset="+11:00"))
        assert holds(Relation.SAME_EVENT, noon, photo("b", taken=NOON))

    def test_ten_kilometres(self) -> None:
        start, end = photo("a", taken=NOON, at=(0, 0)), north(10_000)
        assert holds(Relation.SAME_EVENT, start, photo("b", taken=NOON, at=end))
        assert not holds(Relation.SAME_EVENT, start, photo("b", taken=NOON, at=(end[0] + 1e-9, 0)))

    def test_a_position_that_is_not_known_parts_nobody(self) -> None:
        assert holds(Relation.SAME_EVENT, photo("a", taken=NOON, at=PARIS), photo("b", taken=NOON))
        assert holds(Relation.SAME_EVENT, photo("a", taken=NOON), photo("b", taken=NOON, at=PARIS))
        assert not holds(Relation.SAME_EVENT, photo("a", taken=NOON, at=PARIS), photo("b", taken=NOON, at=SYDNEY))

    @pytest.mark.parametrize("vague", [None, "2019-06-14"])
    def test_a_date_alone_is_too_vague(self, vague: str | None) -> None:
        assert not holds(Relation.SAME_EVENT, photo("a", taken=NOON), photo("b", taken=vague))
        assert not holds(Relation.SAME_EVENT, photo("a", taken=vague), photo("b", taken=NOON))
        assert not holds(Relation.SAME_EVENT, photo("a", taken=vague), photo("b", taken=vague))


class TestBurst:
    @pytest.mark.parametrize(("taken", "joined"), [(NOON, True), ("2019-06-14T12:00:03", True), ("2019-06-14T12:00:03.000000001", False)])
    def test_three_seconds(self, taken: str, joined: bool) -> None:
        assert holds(Relation.BURST, photo("a", model="D70", taken=NOON), photo("b", model="D70", taken=taken)) is joined
        assert holds(Relation.BURST, photo("b", model="D70", taken=taken), photo("a", model="D70", taken=NOON)) is joined

    def test_one_camera(self) -> None:
        assert not holds(Relation.BURST, photo("a", model="D70", taken=NOON), photo("b", model="D80", taken=NOON))
        assert not holds(Relation.BURST, photo("a", taken=NOON), photo("b", taken=NOON))
        assert not holds(Relation.BURST, photo("a", model="D70", serial="1", taken=NOON), photo("b", model="D70", serial="2", taken=NOON))

    def test_by_utc_where_both_offsets_are_known(self) -> None:
        first = photo("a", model="D70", taken=NOON, offset="+00:00")
        assert not holds(Relation.BURST, first, photo("b", model="D70", taken=NOON, offset="+01:00"))
        assert holds(Relation.BURST, first, photo("b", model="D70", taken="2019-06-14T13:00:01", offset="+01:00"))

    def test_a_date_alone_is_too_vague(self) -> None:
        assert not holds(Relation.BURST, photo("a", model="D70", taken="2019-06-14"), photo("b", model="D70", taken="2019-06-14"))

    @pytest.mark.parametrize(
        ("first", "second"),
        [
            ({"content": "c"}, {"content": "c"}),
            ({"look": "ff00"}, {"look": "FF00"}),
            ({"path": "/one/IMG_1.jpg"}, {"path": "/two/img_1.JPG"}),
            ({"path": "/one/IMG_1.jpg"}, {"path": "/one/IMG_1-edited.jpg"}),
            ({"path": "/one/IMG_1.jpg"}, {"path": "/one/IMG_1.CR2"}),
        ],
    )
    def test_one_picture_twice_is_no_burst(self, first: dict[str, Any], second: dict[str, Any]) -> None:
        one = photo("a", model="D70", taken=NOON, **first)
        copy = photo("b", model="D70", taken="2019-06-14T12:00:00.5", **second)
        assert not holds(Relation.BURST, one, copy)
        assert not holds(Relation.BURST, copy, one)
        later = photo("b", model="D70", taken="2019-06-14T12:00:01", **second)
        assert holds(Relation.BURST, one, later)

    def test_two_pictures_of_one_second(self) -> None:
        one = photo("a", model="D70", taken=NOON, content="c", look="ff00")
        assert holds(Relation.BURST, one, photo("b", model="D70", taken=NOON, content="d", look="ff01"))
        assert holds(Relation.BURST, one, photo("b", model="D70", taken=NOON, content="d", look="ff0000"))
        assert holds(Relation.BURST, one, photo("b", model="D70", taken=NOON))
        assert holds(Relation.BURST, photo("a", model="D70", taken=NOON, path=""), photo("b", model="D70", taken=NOON, path=""))
        assert holds(Relation.BURST, photo("a", model="D70", taken=NOON, path=""), photo("b", model="D70", taken=NOON, path="b.jpg"))


def _located(at: tuple[float, float]) -> PhotoFacts:
    return PhotoFacts(gps=Fact(Position(*at), "EXIF GPS"), place=Fact("France", NAMED_POSITION))


class TestPlace:
    def test_two_hundred_metres(self) -> None:
        start, end = photo("a", at=(0, 0)), north(200)
        assert shared_by(Relation.SAME_PLACE, start, photo("b", at=end)) == {"within 200 m"}
        assert shared_by(Relation.SAME_PLACE, start, photo("b", at=(end[0] + 1e-9, 0))) is None

    def test_a_position_that_is_not_known_is_nowhere(self) -> None:
        assert not holds(Relation.SAME_PLACE, photo("a", at=(0, 0)), photo("b"))
        assert not holds(Relation.SAME_PLACE, photo("a"), photo("b", at=(0, 0)))

    def test_near_and_named(self) -> None:
        one, other = photo("a", at=PARIS, place="Paris"), photo("b", at=PARIS, place="Paris")
        assert shared_by(Relation.SAME_PLACE, one, other) == {"within 200 m", "Paris"}
        assert shared_by(Relation.SAME_PLACE, one, photo("b", at=PARIS, place="France")) == {"within 200 m"}
        assert shared_by(Relation.SAME_PLACE, one, photo("b", place="Paris")) == {"Paris"}

    def test_a_name_made_from_the_position_joins_nothing(self) -> None:
        """All of a country may be called by its name alone: the positions tell how near two photos are."""
        paris, nearby, sydney = (replace(photo(str(row), at=at), facts=_located(at)) for row, at in enumerate((PARIS, PARIS, SYDNEY)))
        assert shared_by(Relation.SAME_PLACE, paris, nearby) == {"within 200 m"}
        assert shared_by(Relation.SAME_PLACE, paris, sydney) is None
        assert shared_by(Relation.SAME_PLACE, sydney, photo("b", place="France")) is None

    @pytest.mark.parametrize("place", ["within 200 m", "Within  200 M", " within 200 m\n"])
    def test_no_file_can_say_that_it_is_near(self, place: str) -> None:
        assert shared_by(Relation.SAME_PLACE, photo("a", place=place, at=PARIS), photo("b", place=place, at=SYDNEY)) is None

    def test_some_are_near_and_some_named_alike_but_nothing_is_common(self) -> None:
        photos = photo("a", at=PARIS, place="Paris"), photo("b", at=PARIS, place="France"), photo("c", place="France")
        assert shared_by(Relation.SAME_PLACE, *photos[:2]) == {"within 200 m"}
        assert shared_by(Relation.SAME_PLACE, *photos[1:]) == {"France"}
        assert shared_by(Relation.SAME_PLACE, *photos) is None
        both = photo("a", at=PARIS, place="France"), photo("b", at=PARIS, place="Gaul"), photo("c", at=PARIS, place="France")
        assert shared_by(Relation.SAME_PLACE, *both) == {"within 200 m"}


class TestDistance:
    @pytest.mark.parametrize(
        ("first", "second", "expected"),
        [
            ((0, 0), (90, 0), 10_007_557.2),
            ((0, 0), (0, 90), 10_007_557.2),
            ((0, 0), (0, 180), 20_015_114.4),
            ((-90, 0), (90, 120), 20_015_114.4),
            ((60, 10), (60, 12), 111_190.8),
            ((51.5034468, -0.1233065), (-33.8519826, 151.2177301), 16_992_994),
            ((0, 179.9), (0, -179.9), 22_239.0),
        ],
    )
    def test_known_distances(self, first: tuple[float, float], second: tuple[float, float], expected: float) -> None:
        assert metres(Position(*first), Position(*second)) == pytest.approx(expected, rel=1e-7, abs=0.1)
        assert metres(Position(*second), Position(*first)) == pytest.approx(expected, rel=1e-7, abs=0.1)

    def test_the_other_side_of_the_earth_can_be_measured(self) -> None:
        assert metres(Position(55.6452, -103.0), Position(-55.6452, 77.0)) == pytest.approx(20_015_114.4)
        for step in range(200):
            latitude = -89 + step * 0.89
            assert metres(Position(latitude, 10.1 + step), Position(-latitude, step - 169.9)) == pytest.approx(20_015_114.4)


@pytest.mark.parametrize("relation", [Relation.SHARES_TAG, Relation.SAME_PERSON])
class TestNames:
    def made(self, relation: Relation, pack_id: str, *names: str) -> PackPhoto:
        return photo(pack_id, tags=names) if relation is Relation.SHARES_TAG else photo(pack_id, people=names)

    def shared(self, relation: Relation, *several: tuple[str, ...]) -> set[str] | None:
        return shared_by(relation, *(self.made(relation, pack_id, *names) for pack_id, names in zip("abcd", several, strict=False)))

    def test_every_shared_name_is_a_value(self, relation: Relation) -> None:
        assert self.shared(relation, ("Anna", "Ben", "Cy"), ("Cy", "Anna", "Di")) == {"Anna", "Cy"}
        assert self.shared(relation, ("Anna",), ("Ben",)) is None

    def test_both_spellings_are_values(self, relation: Relation) -> None:
        assert self.shared(relation, ("Anna", "STRASSE"), ("anna", "Straße")) == {"Anna", "anna", "STRASSE", "Straße"}
        assert self.shared(relation, ("Anna", "ANNA"), ("anna",)) == {"Anna", "ANNA", "anna"}

    def test_a_part_of_a_name_is_another_name(self, relation: Relation) -> None:
        assert self.shared(relation, ("Ann",), ("Anna",)) is None
        assert self.shared(relation, ("Anna ",), ("Anna",)) is None

    def test_a_name_common_to_all(self, relation: Relation) -> None:
        assert self.shared(relation, ("Anna", "Ben"), ("Ben", "Cy"), ("Cy", "Ben")) == {"Ben"}
        assert self.shared(relation, ("Anna", "Ben"), ("Ben", "Cy"), ("Cy", "Anna")) is None

    def test_three_spellings_are_one_name(self, relation: Relation) -> None:
        assert self.shared(relation, ("Anna", "x"), ("anna", "y"), ("ANNA", "x")) == {"Anna", "anna", "ANNA"}

    def test_one_pair_without(self, relation: Relation) -> None:
        assert self.shared(relation, ("Anna",), ("Anna", "Ben"), ("Ben",)) is None

    @pytest.mark.parametrize("names", [(), ("",), (" ",)])
    def test_no_names(self, relation: Relation, names: tuple[str, ...]) -> None:
        assert self.shared(relation, names, names) is None

    def test_unknown(self, relation: Relation) -> None:
        assert not holds(relation, photo("a"), photo("b"))
        assert not holds(relation, photo("a", tags=("x",), people=("x",)), photo("b"))


class TestLooks:
    @pytest.mark.parametrize(
        ("first", "second", "joined"),
        [
            ("0" * 16, "0" * 16, True),
            ("0" * 16, "f0f0" + "0" * 12, True),
            ("0" * 16, "f0f1" + "0" * 12, False),
            ("8" + "0" * 15, "7" + "0" * 13 + "0f", True),
            ("8" + "0" * 15, "7" + "0" * 13 + "1f", False),
            ("0" * 64, "f" * 8 + "0" * 56, True),
            ("0" * 64, "f" * 8 + "1" + "0" * 55, False),
            ("00", "01", True),
            ("00", "03", False),
            ("abcd", "ABCD", True),
            ("0" * 16, "0" * 17, False),
            ("0" * 16, "0" * 64, False),
        ],
    )
    def test_eight_bits_of_sixty_four(self, first: str, second: str, joined: bool) -> None:
        assert holds(Relation.NEAR_DUPLICATE, photo("a", look=first), photo("b", look=second)) is joined
        assert holds(Relation.NEAR_DUPLICATE, photo("a", look=second), photo("b", look=first)) is joined

    @pytest.mark.parametrize("unknown", [None, ""])
    def test_unknown(self, unknown: str | None) -> None:
        assert not holds(Relation.NEAR_DUPLICATE, photo("a", look=unknown), photo("b", look=unknown))
        assert not holds(Relation.NEAR_DUPLICATE, photo("a", look="00"), photo("b", look=unknown))
        assert not holds(Relation.NEAR_DUPLICATE, photo("a", look=unknown), photo("b", look="00"))

    def test_what_is_no_hash_is_refused(self) -> None:
        with pytest.raises(ValueError, match="invalid literal"):
            graph(photo("a", look="no hash"))

    def test_identical_bytes(self) -> None:
        assert shared_by(Relation.IDENTICAL_FILE, photo("a", content="c"), photo("b", content="c")) == set()
        assert not holds(Relation.IDENTICAL_FILE, photo("a", content="c"), photo("b", content="d"))

    @pytest.mark.parametrize("unknown", [None, ""])
    def test_unknown_bytes(self, unknown: str | None) -> None:
        assert not holds(Relation.IDENTICAL_FILE, photo("a", content=unknown), photo("b", content=unknown))
        assert not holds(Relation.IDENTICAL_FILE, photo("a", content="c"), photo("b", content=unknown))


class TestVariants:
    def test_raw_and_jpeg(self) -> None:
        raw = photo("a", path="/x/IMG_1.CR2", folder="x", taken=NOON)
        assert shared_by(Relation.VARIANT_OF, raw, photo("b", path="/x/IMG_1.jpg", folder="x", taken=NOON)) == set()

    def test_an_edited_copy(self) -> None:
        assert holds(
            Relation.VARIANT_OF,
            photo("a", path="/x/IMG_1.jpg", folder="x", taken="2019-06-14T12:00:00.25"),
            photo("b", path="/x/IMG_1-edited.jpg", folder="x", taken=NOON),
        )

    def test_the_time_is_compared_in_utc_where_it_can_be(self) -> None:
        raw = photo("a", path="/x/IMG_1.CR2", folder="x", taken=NOON, offset="+02:00")
        assert holds(Relation.VARIANT_OF, raw, photo("b", path="/x/IMG_1.jpg", folder="x", taken="2019-06-14T10:00:00", offset="+00:00"))
        assert not holds(Relation.VARIANT_OF, raw, photo("b", path="/x/IMG_1.jpg", folder="x", taken=NOON, offset="+00:00"))

    @pytest.mark.parametrize(
        ("path", "folder", "taken"),
        [
            ("/x/IMG_2.jpg", "x", NOON),
            ("/x/IMG_1.jpg", "y", NOON),
            ("/x/IMG_1.jpg", None, NOON),
            ("/x/IMG_1.jpg", "x", None),
            ("/x/IMG_1.jpg", "x", "2019-06-14"),
            ("/x/IMG_1.jpg", "x", "2019-06-14T12:00:01"),
            ("", "x", NOON),
        ],
    )
    def test_another_name_folder_or_time(self, path: str, folder: str | None, taken: str | None) -> None:
        raw = photo("a", path="/x/IMG_1.CR2", folder="x", taken=NOON)
        assert not holds(Relation.VARIANT_OF, raw, photo("b", path=path, folder=folder, taken=taken))
        assert not holds(Relation.VARIANT_OF, photo("b", path=path, folder=folder, taken=taken), raw)

    def test_dates_alone_are_no_capture_time(self) -> None:
        raw = photo("a", path="/x/IMG_1.CR2", folder="x", taken="2019-06-14")
        assert not holds(Relation.VARIANT_OF, raw, photo("b", path="/x/IMG_1.jpg", folder="x", taken="2019-06-14"))

    def test_one_shot_in_two_formats_needs_one_camera(self) -> None:
        heif = photo("a", path="/x/IMG_1.HIF", folder="x", taken=NOON, model="EOS R5")
        assert holds(Relation.VARIANT_OF, heif, photo("b", path="/x/IMG_1.JPG", folder="x", taken=NOON, model="EOS R5"))
        assert not holds(Relation.VARIANT_OF, heif, photo("b", path="/x/IMG_1.JPG", folder="x", taken=NOON, model="iPhone"))
        assert not holds(Relation.VARIANT_OF, heif, photo("b", path="/x/IMG_1.JPG", folder="x", taken=NOON))

    def test_unknown_folders_are_not_one_folder(self) -> None:
        assert not holds(Relation.VARIANT_OF, photo("a", path="/x/IMG_1.CR2", taken=NOON), photo("b", path="/x/IMG_1.jpg", taken=NOON))


def test_the_boundary_points_are_exact() -> None:
    for distance in (200.0, 10_000.0):
        latitude = north(distance)[0]
        assert metres(Position(0, 0), Position(latitude, 0)) == distance
        assert metres(Position(0, 0), Position(latitude - 1e-9, 0)) < distance < metres(Position(0, 0), Position(latitude + 1e-9, 0))
