"""What the documents place on the sample stands where the sample has room for it, not across its text."""

import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

from service import ROOT, countersign
from shown_commands import DOCUMENTS

# Width and height of the tabs that give none (TabDefaults.swift).
SIZES = {
    "signHereTabs": (120, 36), "initialHereTabs": (48, 36), "dateSignedTabs": (90, 18), "fullNameTabs": (160, 18),
    "textTabs": (160, 18), "checkboxTabs": (16, 16), "listTabs": (160, 18),
    "SignHere": (120, 36), "DateSignedTab": (90, 18), "TextTab": (160, 18),
}
TAB = re.compile(r'"(\w+Tabs)": \[\{(.*?)\}', re.S)
NUMBER = re.compile(r'"(pageNumber|xPosition|yPosition|width|height)": "([\d.]+)"')
OPTION = re.compile(r"--rect ([\d.]+),([\d.]+),([\d.]+),([\d.]+)")
RECT = re.compile(r"page: (\d+), rect: PageRect\(x: ([\d.]+), y: ([\d.]+), width: ([\d.]+), height: ([\d.]+)\)")
DRAFTED = re.compile(r'(SignHere|DateSignedTab|TextTab)\(document: "1", page: (\d+), x: ([\d.]+), y: ([\d.]+)')

SOURCES = [
    *DOCUMENTS, ROOT / "Sources/Countersign/Composing/EnvelopeDraft.swift",
    ROOT / "Server/Sources/countersign/SampleCommand.swift",
]


@dataclass(frozen=True)
class Place:
    source: str
    page: int
    left: float
    top: float
    width: float
    height: float

    def covers(self, word: "Place") -> bool:
        # The boxes of words are higher than their letters.
        return (
            self.page == word.page
            and self.left < word.left + word.width and word.left < self.left + self.width
            and self.top < word.top + word.height - 2 and word.top + 2 < self.top + self.height)


def places() -> list[Place]:
    found: list[Place] = []
    for path in SOURCES:
        name, text = str(path.relative_to(ROOT)), path.read_text(encoding="utf-8")
        for kind, members in TAB.findall(text):
            # Examples with “…” for what they leave out are no places.
            given = {key: float(value) for key, value in NUMBER.findall(members)}
            if "xPosition" in given:
                width, height = SIZES[kind]
                found.append(Place(
                    f"{name} {kind}", int(given["pageNumber"]), given["xPosition"], given["yPosition"],
                    given.get("width", width), given.get("height", height)))
        # `sign` takes the last page by default.
        found += [Place(f"{name} --rect", 3, *map(float, numbers)) for numbers in OPTION.findall(text)]
        found += [Place(f"{name} PageRect", int(page), *map(float, rest)) for page, *rest in RECT.findall(text)]
        found += [
            Place(f"{name} {kind}", int(page), float(left), float(top), *SIZES[kind])
            for kind, page, left, top in DRAFTED.findall(text)]
    return found


@pytest.fixture(scope="module")
def words(tmp_path_factory) -> list[tuple[str, Place]]:
    """The words of the sample."""
    file = tmp_path_factory.mktemp("sample") / "sample.pdf"
    assert countersign("sample", file).returncode == 0
    shown = subprocess.run(["pdftotext", "-bbox", file, "-"], text=True, capture_output=True, check=True).stdout
    found: list[tuple[str, Place]] = []
    for number, page in enumerate(shown.split("<page ")[1:], start=1):
        for *box, word in re.findall(
                r'<word xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">(.*?)</word>', page):
            left, top, right, bottom = map(float, box)
            found.append((word, Place("", number, left, top, right - left, bottom - top)))
    return found


def test_every_place_is_found():
    sources = [place.source for place in places()]
    for source, count in [
        ("README.md --rect", 1), ("Server/Sources/countersign/SampleCommand.swift --rect", 1), ("README.md PageRect", 2), ("README.md signHereTabs", 1),
        ("docs/sending.md signHereTabs", 2), ("docs/sending.md listTabs", 1),
        ("Sources/Countersign/Countersign.docc/SignADocumentInFiveMinutes.md SignHere", 2),
        ("Sources/Countersign/Composing/EnvelopeDraft.swift SignHere", 1),
    ]:
        assert sources.count(source) == count, (source, sources)


def test_nothing_stands_across_the_samples_text(words):
    assert {place.page for _, place in words} == {1, 2, 3}
    across = [(place, word) for place in places() for word, box in words if place.covers(box)]
    assert not across, across


def test_no_place_covers_another_of_its_kind_of_example():
    for path in {place.source.rsplit(" ", 1)[0] for place in places()}:
        tabs = [place for place in places() if place.source.startswith(f"{path} ") and place.source.endswith("Tabs")]
        overlaps = [(one, other) for one in tabs for other in tabs if one is not other and one.covers(other)]
        assert not overlaps, overlaps
