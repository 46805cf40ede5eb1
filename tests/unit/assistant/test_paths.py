"""Absolute paths in a text, and what is none."""

import pytest

from app.assistant.gates.paths import REMOVED, absolute_paths, without_paths

ALONE = [
    "/home/anna/Pictures/2019/IMG_1.jpg", "/Users/anna/x", "/mnt/nas", "/etc/passwd", "/x/y", "/a/b/c/d", "/media/usb/../x",
    "/home//anna///x", "/.hidden/x", "/srv/$data/x", "/srv/@eaDir/x", "/~anna/x",
    "/日本/写真/x.jpg", "/srv/фото/лето", "/home/anna/", "/2019/06/a.jpg",
    "//nas/photos/x", "/home/anna/My Photos/IMG 1.jpg", "/home/anna/Summer of 2019/a.jpg",
    "/home/anna/Anna's pics/x.jpg", "/home/anna/a b c.jpeg",
    r"C:\Users\Anna\Pictures\x.jpg", "C:/Users/Anna/x.jpg", r"d:\x", r"D:\My Photos\Summer 2019\a b.jpg", r"C:\\Users\\Anna", "C:/(x)/y",
    r"\\nas\photos\2019\x.jpg", r"\\nas.local\photos", r"\\my-nas\c$", r"\\c$\x", r"\\?\C:\Users\Anna", r"\\nas/photos/x",
    "/home/anna/a long way, with (many) blanks. of 2019/in its name/x.jpg",
    r"C:\Users\a\OneDrive - Firma\Im Sommer in den Bergen mit Anna\x.jpg",
    "C\u200b:\\Users", "C:\u2060\\Users", "\\\u200b\\nas\\photos", "~\u200d/x", "/\u200bhome/anna", "/home\u200b/\u202eanna",
    "C\u202c:\\Users", "C\u2066:\\Users", "C\u200d:\\Users", "C\u00ad:\ufeff\\Users", "/((a/b", "/(a/((b", "/a/b.d/c",
    "/a/b.jpg/c", "/a/b.jpg.xmp",
    "/a/Summer 2019/06", "/a/b c d e f g/h.3fr", "/a/b c d e f g/h.ai", "/a/b c d e f g/h.m4v", "/a/b c d e f g/h.jpeg",
    "file:///home/anna/x.jpg", "FILE:///home/anna", "file:/home/anna", "file://server/share/x", r"file:\\C:\x", "file:///C:/x",
    "~/Pictures/x.jpg", "~/x", r"~\Pictures", "~alice/pics/x.jpg", "~alice/Pictures/2019", "~a.b-c/x.jpg", r"~alice\a\b\x.jpg",
    r"\Users\alice\x.jpg", r"\Users\alice", r"\Program Files (x86)\Candid", r"\photos\2019\x.jpg", r"\My Photos\x.jpg", r"\\Users\\alice",
    r"%USERPROFILE%\Pictures\a.jpg", r"%ProgramFiles(x86)%\x", "%home%/x", "$HOME/pics/a.jpg", "$HOME/Pictures/x", "${HOME}/x",
    r"${MY_PICTURES}\x", r"$env:OneDrive\x", "$XDG_PICTURES_DIR/x",
    "/home/alice/My Big Photos Of Two/x", "/home/alice/my big photos of two/x", r"C:\Photos Of All Of Our Trips\x",
    "／home／anna／x", "∕home∕anna", "⁄home⁄anna", "C:⁄x", "C：＼Users＼Anna", "＼＼nas＼photos",
]  # fmt: skip

ROOTS = ["home", "Users", "mnt", "media", "Volumes", "private", "root", "run", "storage", "tmp", "var", "etc", "opt", "srv", "usr"]


@pytest.mark.parametrize("path", ALONE)
def test_a_path_is_replaced_whole_wherever_it_stands(path: str) -> None:
    assert absolute_paths(path) == (path,)
    for before, behind in [
        ("", ""), ("It is in ", ", I think"), ("It is ", "."), ("(", ")"), ("[", "]"), ("path=", "; next"), ("see:", "!"), ("A ", "?"),
        ("‘", "’"), ("“", "”"), ('"', '"'), ("`", "`"), ("*", "*"), ("<b>", "</b>"), ("a\n", "\nb"), ("_", " x"),
        *(("A ", f"{each}x") for each in "<>\"“”`|*"), *(("A ", f"{each} x") for each in ".,;:!?)]}'’»…。、"),
        ("See ", " and 24/7"), ("See ", " and/or 3/4"), ("A dot.", ""),
    ]:  # fmt: skip
        assert without_paths(f"{before}{path}{behind}") == f"{before}{REMOVED}{behind}"


@pytest.mark.parametrize(
    "text",
    [
        "Open 24/7, and/or f/2.8 at 1/250 s, n/a, w/o, km/h/s, he/she/they, before/after/between.",
        "On 14/06/2019 or 2019/06/14 or /2019/06, 1/2/3 and 16/9, mm/dd/yyyy; 5/5!",
        "a / b / c, 1/ 2/ x, f /2.8 / 1/250, and /or/ that, the A /B/ test, /ˈkændɪd/, /home, /home/, /tmp and /var",
        "https://example.com/home/anna/x and http://localhost:8000/home/anna are links",
        "https://a.org/?p=/home/anna/x, ftp://a.org/b/c and FTPS://a.org/b/c too",
        "(HTTPS://example.com/home/anna)",
        "км/ч и/или муж/жена/дети, 父/母/子",
        r"LaTeX \\ and \alpha\beta, \frac{a}{b}, me:/ fine, ~5/10, ~f/2.8, ~/ and ~ / x, C: and C:\ and C:/",
        "// comment here, and //comment",
        "photos/2019/x.jpg, ./photos, ../photos",
        "~he/she/they, ~km/h/s, ~half/full. ~alice and ~alice/, $USD/EUR, $5/kg, $HOMER/x, 5%/6%/x, %a/b%, $HOME and %USERPROFILE%",
        r"\sum\limits and \left\langle x\right\rangle. \Users and \Usersx\y",
        "https://a.org/a,b/c;d/e and http://a.org/x|y/z",
        "profile:/ x, file: x",
        "",
    ],
)
def test_ordinary_text_stays(text: str) -> None:
    assert absolute_paths(text) == ()
    assert without_paths(text) == text


@pytest.mark.parametrize(
    ("text", "paths", "left"),
    [
        ("Both /a/x.jpg and /b/y.jpg.", ("/a/x.jpg", "/b/y.jpg"), "Both [path removed] and [path removed]."),
        ("/home/anna and /home/ben and/or text", ("/home/anna", "/home/ben"), "[path removed] and [path removed] and/or text"),
        ("/home/a/x.jpg is nice and 3/4 of it", ("/home/a/x.jpg",), "[path removed] is nice and 3/4 of it"),
        ("/home/a/x and 3/4 of it", ("/home/a/x",), "[path removed] and 3/4 of it"),
        ("/home/a/x and/or y", ("/home/a/x",), "[path removed] and/or y"),
        ("/home/a/x.jpg or y/z", ("/home/a/x.jpg",), "[path removed] or y/z"),
        ("/home/a/x.html or y/z", ("/home/a/x.html",), "[path removed] or y/z"),
        ("/home/a/x.ai or y/z", ("/home/a/x.ai",), "[path removed] or y/z"),
        ("/home/a/notes and then I went.", ("/home/a/notes",), "[path removed] and then I went."),
        ("https://a.b/c /home/x/y", ("/home/x/y",), "https://a.b/c [path removed]"),
        ("https:///home/anna/x", ("///home/anna/x",), "https:[path removed]"),
        ("smb://nas/photos/x", ("//nas/photos/x",), "smb:[path removed]"),
        ("“/Volumes/Photo Disk”", ("/Volumes/Photo Disk",), "“[path removed]”"),
        ("“/a/b c d e f” and “g”", ("/a/b c d e f",), "“[path removed]” and “g”"),
        ("`C:\\Program Files` is", ("C:\\Program Files",), "`[path removed]` is"),
        ('"/a/b c', ("/a/b",), '"[path removed] c'),
        ("/a/b... and", ("/a/b",), "[path removed]... and"),
        ("\u200b/home/anna", ("/home/anna",), "\u200b[path removed]"),
        ("場所は/home/anna/写真/x.jpgです。", ("/home/anna/写真/x.jpg",), "場所は[path removed]です。"),
        ("場所はC:\\写真\\x.jpgです。", ("C:\\写真\\x.jpg",), "場所は[path removed]です。"),
        ("가/Users/a。", ("/Users/a",), "가[path removed]。"),
        ("x/home/anna/y", (), "x/home/anna/y"),
        ("/a/x.jpg and y and z and w and v/b.jpg", ("/a/x.jpg",), "[path removed] and y and z and w and v/b.jpg"),
        ("/a/b and c and d and e and f/g.jpegs", ("/a/b",), "[path removed] and c and d and e and f/g.jpegs"),
        ("/a/b and c and d and e and f/2.50 m", ("/a/b",), "[path removed] and c and d and e and f/2.50 m"),
        ("/a/b and c and d and e and f/g.5 m", ("/a/b",), "[path removed] and c and d and e and f/g.5 m"),
        ("/(((a/b", (), "/(((a/b"),
        ("/a/b c d e f/g.jpg and h i/j.jpg", ("/a/b c d e f/g.jpg",), "[path removed] and h i/j.jpg"),
        ("https://x,/home/alice/pic.jpg", ("/home/alice/pic.jpg",), "https://x,[path removed]"),
        ("https://a.org/b;/home/alice/pic.jpg", ("/home/alice/pic.jpg",), "https://a.org/b;[path removed]"),
        ("https://a.org/b|C:\\x, d", ("C:\\x",), "https://a.org/b|[path removed], d"),
        ("https:// /home/x", ("/home/x",), "https:// [path removed]"),
        ("`/a/b c” d` and", ("/a/b c",), "`[path removed]” d` and"),
        ("./x/y and (./x/y)", (), "./x/y and (./x/y)"),
        ("W./x/y", ("/x/y",), "W.[path removed]"),
        ("/a/b, c/d", ("/a/b",), "[path removed], c/d"),
        ("/a/b; c/d", ("/a/b",), "[path removed]; c/d"),
        ("/a/b: c/d", ("/a/b",), "[path removed]: c/d"),
        ("/a/b? c/d", ("/a/b",), "[path removed]? c/d"),
        ("/a/b 10/12 c", ("/a/b",), "[path removed] 10/12 c"),
        ('<a href="https://a.org/b">/home/x</a>', ("/home/x",), '<a href="https://a.org/b">[path removed]</a>'),
        ("<https://a.org>/home/x", ("/home/x",), "<https://a.org>[path removed]"),
        ("`https://a.org`/home/x", ("/home/x",), "`https://a.org`[path removed]"),
        ("https://a.org<b>/home/x", ("/home/x",), "https://a.org<b>[path removed]"),
        ('"/a/b c d e f" and', ("/a/b c d e f",), '"[path removed]" and'),
        ("`/a/b c d e f` and", ("/a/b c d e f",), "`[path removed]` and"),
        ('"/a/b c\nd" and', ("/a/b",), '"[path removed] c\nd" and'),
        ('"/a/b c“ d" and', ("/a/b",), '"[path removed] c“ d" and'),
        ("/home/anna. See docs/y.jpg.", ("/home/anna",), "[path removed]. See docs/y.jpg."),
        ("/home/anna! See docs/y.jpg.", ("/home/anna",), "[path removed]! See docs/y.jpg."),
        ("/home/anna and docs/y.jpg.", ("/home/anna and docs/y.jpg",), "[path removed]."),
        ("/home/anna, see\ndocs/y.jpg", ("/home/anna",), "[path removed], see\ndocs/y.jpg"),
        ("/a/b " + "x " * 160 + "c/d.jpg", ("/a/b",), "[path removed] " + "x " * 160 + "c/d.jpg"),
        ("/a/b " + "x " * 140 + "c/d.jpg", ("/a/b " + "x " * 140 + "c/d.jpg",), "[path removed]"),
    ],
)
def test_what_is_left_around_paths(text: str, paths: tuple[str, ...], left: str) -> None:
    assert absolute_paths(text) == paths
    assert without_paths(text) == left


@pytest.mark.parametrize("root", ROOTS)
@pytest.mark.parametrize("before", ["は", "ア", "㐀", "写", "鿿", "가", "한", "힣"])
def test_behind_a_script_without_blanks_the_usual_roots_begin_a_path(root: str, before: str) -> None:
    assert absolute_paths(f"{before}/{root}/x") == (f"/{root}/x",)
    assert absolute_paths(f"{before}/{root}") == absolute_paths(f"é/{root}/x") == absolute_paths(f"{before}/house/x") == ()


@pytest.mark.parametrize("root", ROOTS)
@pytest.mark.parametrize("stop", ["<", ">", '"', "“", "”", "`", "|", "*", "\n", ". And ", "!  And ", "? And "])
def test_a_path_does_not_run_on_behind_a_stop(root: str, stop: str) -> None:
    """Though there is a file's name farther on."""
    rest = f"{stop}by the way and round about/x.jpg"
    assert without_paths(f"In /{root}/anna{rest}") == f"In {REMOVED}{rest}"


@pytest.mark.parametrize(
    "unit",
    [
        "/",
        "/a",
        "/a ",
        " a",
        ". ",
        "\\",
        "C:\\a ",
        "a:/",
        "~/",
        "/a/b c d ",
        '"/a/b',
        "and/or ",
        ")",
        "/.)/",
        "http://",
        "\\a",
        "\\a b",
        "\\Users\\",
        "~ab/c ",
        "~ab/c",
        "~ab/Pics/",
        "%a%/",
        "%a",
        "$HOME/",
        "http://x,",
        ",/a/b",
        "/a b c d e ",
    ],
)
def test_long_text_of_what_may_be_a_path(unit: str) -> None:
    """Would not end in our time if it were searched by trying every way to read it."""
    for start in ("", "/a/b", "C:\\", "“/a/b"):
        text = (start + unit * 2000)[:2000]
        assert without_paths(text).count(REMOVED) == len(absolute_paths(text))
