import pytest

from app.library.fold import fold, placed_tokens, tokens


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("Café", "cafe"),
        ("Cafe\u0301", "cafe"),
        ("Đorđe Łódź Ærø", "dorde lodz aero"),
        ("Straße", "strasse"),
        ("Œuvre ﬁn", "oeuvre fin"),
        ("Αθήνα", "αθηνα"),
        ("ΟΔΟΣ", "οδοσ"),
        ("İstanbul ılık", "istanbul ilik"),
        ("ＮＩＫＯＮ", "nikon"),
        ("ガラス ｶﾞﾗｽ", "ガラス ガラス"),
        ("कि की", "कि की"),
        ("dog’s", "dog's"),
        ("  two\n words\0 ", "two words"),
        ("bad\udcff.jpg", "bad\ufffd.jpg"),
        ("new\u23celine.jpg", "new line.jpg"),
    ],
)
def test_folding_removes_what_people_do_not_type(text: str, folded: str) -> None:
    assert fold(text) == folded


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Fishing boats, Rhône-Alpes", ["fishing", "boats", "rhone", "alpes"]),
        ("the dog's tail and the dogs’ tails", ["the", "dog", "tail", "and", "the", "dogs", "tails"]),
        ("IMG_0142.JPG", ["img", "0142", "jpg"]),
        ("c++ \0 * AND NEAR(", ["c", "and", "near"]),
        ("写真とcat", ["写", "真", "と", "cat"]),
        ("사진", ["사", "진"]),
        ("हिन्दी", ["हिन्दी"]),
        ("🐈 a🐾b", ["🐈", "a", "🐾", "b"]),
        ("ガラスビン", ["ガ", "ラ", "ス", "ビ", "ン"]),
        ("new\u23celine.jpg", ["new", "line", "jpg"]),
        ("", []),
        ("?! \ud800", []),
    ],
)
def test_tokens_are_words_and_lone_characters_of_unspaced_scripts(text: str, expected: list[str]) -> None:
    assert tokens(text) == expected


@pytest.mark.parametrize(
    ("text", "cut"),
    [
        ("The dog's IMG_01.jpg", ["The", "dog", "IMG", "01", "jpg"]),
        ("Smørrebrød ‒ Cafe\u0301’s ½", ["Smørrebrød", "Cafe\u0301", "½", "½"]),
        ("“写真集”と…", ["写", "真", "集", "と"]),
        ("한글 \u1112\u1161\u11ab ｶﾞﾗｽ", ["한", "글", "\u1112\u1161\u11ab", "ｶﾞ", "ﾗ", "ｽ"]),
        ("हिन्दी 🐾", ["हिन्दी", "🐾"]),
    ],
)
def test_placed_tokens_say_where_each_came_from(text: str, cut: list[str]) -> None:
    placed = placed_tokens(text)
    assert [text[start:stop] for _, start, stop in placed] == cut
    assert [word for word, _, _ in placed] == tokens(text)
