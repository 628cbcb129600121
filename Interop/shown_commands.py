"""The commands that the documents show, cut out of their text."""

import os
import re
import subprocess
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from service import ROOT

# README.md first: what the other documents begin with is there after it.
DOCUMENTS = [
    ROOT / "README.md",
    *sorted((ROOT / "docs").glob("*.md")),
    ROOT / "CONTRIBUTING.md",
    *sorted(ROOT.glob("[!.]*/README.md")),
    *sorted(ROOT.glob("[!.]*/[!.]*/README.md")),
    *sorted(ROOT.glob("Sources/*/*.docc/*.md")),
]

BLOCK = re.compile(
    r"^```(?P<kind>.*)\n(?P<fenced>(?:.*\n)*?)^```$"
    r"|(?<=\n\n)(?P<indented>(?:    .*\n|\n(?=    ))+)",
    re.M,
)
SPAN = re.compile(r"(?<!`)`([^`]+)`(?!`)")
# `serve --certify` stands for `countersign serve --certify`.
OWN = r"demo|serve|check|backup|restore|data|sign|fields|verify|renew|account|sample|mail|jobs|connect|apikey|app|application|identity|words"
NAMED = re.compile(rf"countersign (?:{OWN})(?: [a-z]+(?:-[a-z]+)*)*(?: --[a-z0-9-]+)*")
OPTION = re.compile(r"(?<![\w-])--[a-z][a-z0-9-]*")


@dataclass(frozen=True)
class Command:
    document: str
    line: int
    text: str
    # What the document shows below the command, where it has a prompt.
    shown: str = ""
    # The command stands alone on its line or lines, or with others in a block; not in a sentence.
    in_block: bool = True

    @property
    def key(self) -> str:
        """The text without a remark after it, on one line."""
        return " ".join(re.sub(r"\s{2,}# .*", "", re.sub(r"\\\n\s*", "", self.text)).split())

    @property
    def is_only_named(self) -> bool:
        """Nothing could be typed: the command, and perhaps an option, is spoken of."""
        return not self.in_block and NAMED.fullmatch(self.text) is not None

    def __str__(self) -> str:
        return f"{self.document}:{self.line}: {self.text}"


#: Kinds of fenced blocks that are shown, not typed.
NOT_TYPED = ("swift", "json", "text", "python", "html", "yaml", "ini", "caddy", "nginx")


@cache
def commands() -> list[Command]:
    """Every command of every document, in the order of the text."""
    return [command for path in DOCUMENTS for command in _cut(path)]


def _cut(path: Path) -> list[Command]:
    name, text = str(path.relative_to(ROOT)), path.read_text(encoding="utf-8")
    found: list[tuple[int, Command]] = []
    for block in BLOCK.finditer(text):
        inside = block["indented"] if block["fenced"] is None else block["fenced"]
        if not (block["kind"] or "").startswith(NOT_TYPED) and not _is_list_of_folders(inside):
            start = block.start("indented" if block["fenced"] is None else "fenced")
            indent = 4 if block["fenced"] is None else 0
            lines = [line[indent:] for line in inside.split("\n")]
            found += [(start, command) for command in _commands(name, text.count("\n", 0, start) + 1, lines)]
    for start, line, span in _spans(text):
        if (words := _typed_in_a_sentence(span)) is not None:
            found.append((start, Command(name, line, words, in_block=False)))
    return [command for _, command in sorted(found, key=lambda one: one[0])]


def options() -> list[tuple[str, str]]:
    """Every option that a sentence names by itself, with its place."""
    return [
        (f"{path.relative_to(ROOT)}:{line}", option)
        for path in DOCUMENTS
        for _, line, span in _spans(path.read_text(encoding="utf-8"))
        for option in OPTION.findall(span)
        if span.startswith("--")
    ]


def _spans(text: str) -> list[tuple[int, int, str]]:
    """The spans of code in the sentences: where each begins, in which line, and its text."""
    prose = BLOCK.sub(lambda block: re.sub(r"[^\n]", " ", block.group()), text)
    return [
        (span.start(), prose.count("\n", 0, span.start()) + 1, " ".join(span[1].split()))
        for span in SPAN.finditer(prose)
    ]


def _is_list_of_folders(text: str) -> bool:
    return text.split()[0].endswith("/")


def _typed_in_a_sentence(text: str) -> str | None:
    """The command in a span of code: one of our scripts, or several words that begin with a possible program name."""
    first, *others = text.split()
    if re.fullmatch(OWN, first) and others:
        return f"countersign {text}"
    if others:
        # `GET /health` is a request.
        return text if re.fullmatch(r"(?![A-Z]+$)[\w.][\w./=-]*", first) else None
    script = ROOT / first.lstrip("/")
    # What a build has made is spoken of, not typed.
    is_script = "/" in first and ".build/" not in first and script.is_file() and os.access(script, os.X_OK)
    return text if is_script else None


def _commands(document: str, start: int, lines: list[str]) -> list[Command]:
    """The single commands of a block: each is as few lines as bash takes for complete."""
    found: list[Command] = []
    if any(line.startswith("$ ") for line in lines):
        for number, line in enumerate(lines):
            if line.startswith("$ "):
                answer = []
                for below in lines[number + 1 :]:
                    if below.startswith("$ "):
                        break
                    answer.append(below)
                found.append(Command(document, start + number, line[2:], "\n".join(answer).strip()))
        return found
    begun: list[str] = []
    for number, line in enumerate(lines):
        if not begun and (not line.strip() or line.lstrip().startswith("#")):
            continue
        begun.append(line)
        if _is_complete("\n".join(begun)):
            found.append(Command(document, start + number - len(begun) + 1, "\n".join(begun)))
            begun = []
    assert not begun, f"{document}:{start}: bash finds no end of: {begun[0]}"
    return found


def _is_complete(text: str) -> bool:
    read = subprocess.run(["bash", "-n"], input=text + "\n", text=True, capture_output=True)
    # A text in the command that has no end yet is only warned of.
    return read.returncode == 0 and not read.stderr and not text.endswith("\\")
