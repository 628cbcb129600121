"""Sentences for translators and back, and a service with an operator's own."""

import json
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest
import requests

from service import ROOT, Service, countersign

NAMESPACE = "urn:oasis:names:tc:xliff:document:2.0"
CATALOGS = ROOT / "Sources/Words/Catalogs"
ElementTree.register_namespace("", NAMESPACE)


def export(language: str, *options: object) -> ElementTree.Element:
    run = countersign("words", "export", language, *options)
    assert run.returncode == 0, run.stderr
    return ElementTree.fromstring(run.stdout)


def unit(file: ElementTree.Element, name: str) -> ElementTree.Element:
    return file.find(f".//{{{NAMESPACE}}}unit[@id='{name}']")


def part(file: ElementTree.Element, name: str, kind: str) -> ElementTree.Element:
    return unit(file, name).find(f".//{{{NAMESPACE}}}{kind}")


def write(file: ElementTree.Element, path: Path) -> Path:
    path.write_bytes(ElementTree.tostring(file, encoding="utf-8", xml_declaration=True))
    return path


@pytest.mark.parametrize("language", sorted(file.stem for file in CATALOGS.glob("*.json")))
def test_a_language_is_exported_as_its_catalog_has_it(language):
    catalog, file = json.loads((CATALOGS / f"{language}.json").read_text("utf-8")), export(language)
    assert file.get("version") == "2.1" and (file.get("srcLang"), file.get("trgLang")) == ("en", language)
    found = {}
    for one in file.iter(f"{{{NAMESPACE}}}unit"):
        data = {item.get("id"): item.text for item in one.iter(f"{{{NAMESPACE}}}data")}
        target = one.find(f".//{{{NAMESPACE}}}target")
        text = (target.text or "") + "".join(data[code.get("dataRef")] + (code.tail or "") for code in target)
        found[one.get("id")] = text
        codes = [code.get("id") for code in target]
        assert len(codes) == len(set(codes)), one.get("id")
    wanted = {}
    # Nobody words anew what people agree to, nor what devices write in documents.
    for section in catalog.keys() - {"made", "glossary", "translated", "disclosure", "paper"}:
        for key, entry in catalog[section].items():
            forms = {"": entry} if isinstance(entry, str) else {f":{form}": text for form, text in entry.items()}
            wanted |= {f"{section}.{key}{form}": text for form, text in forms.items()}
    assert found == wanted


def test_a_translation_becomes_the_operators_own_and_comes_back(tmp_path):
    words, file = tmp_path / "words", export("de")
    part(file, "links.goOn", "target").text = "Los & weiter"
    run = countersign("words", "import", write(file, tmp_path / "de.xlf"), "--words", words)
    assert run.returncode == 0 and "has 1 sentences of your own" in run.stdout, run
    assert json.loads((words / "de.json").read_text("utf-8")) == {
        "links": {"goOn": "Los & weiter"}, "english": {"links": {"goOn": "Go on"}}}
    again = export("de", "--words", words)
    assert part(again, "links.goOn", "target").text == "Los & weiter"
    assert part(again, "links.goOn", "segment").get("state") == "final"
    assert part(again, "links.review", "segment").get("state") == "translated"
    # The English of then is no longer that of now.
    changed = json.loads((words / "de.json").read_text("utf-8")) | {"english": {"links": {"goOn": "Continue"}}}
    (words / "de.json").write_text(json.dumps(changed), "utf-8")
    assert part(export("de", "--words", words), "links.goOn", "segment").get("state") == "initial"


def test_every_mistake_of_a_translation_is_named_and_nothing_is_written(tmp_path):
    words, file = tmp_path / "words", export("ru")
    target = part(file, "links.signUntil", "target")
    target.remove(target[0])
    part(file, "links.goOn", "target").text = ""
    file[0].remove(unit(file, "links.pages:many"))
    run = countersign("words", "import", write(file, tmp_path / "ru.xlf"), "--words", words)
    assert run.returncode == 1 and not words.exists()
    assert [line.removeprefix("countersign: ") for line in run.stderr.splitlines()] == [
        "links, goOn: The sentence is empty.",
        "links, pages: The sentence has the plural forms one, few, other, and needs one, few, many, other.",
        "links, signUntil: The sentence has lost {date}.",
    ]


def test_nothing_outside_a_translation_is_read(tmp_path):
    (tmp_path / "secret").write_text("secret")
    evil = tmp_path / "evil.xlf"
    evil.write_text(f'<!DOCTYPE x [<!ENTITY a SYSTEM "file://{tmp_path}/secret">]><xliff>&a;</xliff>')
    run = countersign("words", "import", evil, "--words", tmp_path / "words")
    assert run.returncode == 1 and "document type" in run.stderr and run.stderr.count("\n") == 1
    unknown = countersign("words", "export", "tlh")
    assert unknown.returncode == 64 and "does not speak “tlh”" in unknown.stderr


@pytest.fixture
def words(tmp_path) -> Path:
    folder = tmp_path / "words"
    folder.mkdir()
    return folder


def page_words(base: str, language: str) -> tuple[str, str]:
    """The name and the content of the file of sentences that the sign-in page loads."""
    page = requests.get(f"{base}/web_app", headers={"Accept-Language": language}, timeout=10).text
    name = page.split('<script src="')[1].split('"')[0]
    return name, requests.get(f"{base}/{name}", timeout=10).text


def test_a_service_says_the_operators_own_sentences_and_the_others(tmp_path, words):
    (words / "de.json").write_text(json.dumps({
        "links": {"unknownTitle": "Den Link kennen wir nicht"}, "signin": {"noscript": "Ohne Skript geht es nicht <hier>"}}))
    names = {}
    for options in ([], ["--words", str(words)]):
        service = Service(tmp_path / f"data{len(options)}", *options)
        service.start()
        try:
            def title(language: str) -> str:
                answer = requests.get(f"{service.base}/open/x", headers={"Accept-Language": language}, timeout=10)
                return answer.text.split("<h1>")[1].split("</h1>")[0]

            catalog = json.loads((CATALOGS / "de.json").read_text("utf-8"))
            assert title("de") == ("Den Link kennen wir nicht" if options else catalog["links"]["unknownTitle"])
            assert title("en") == "This link is not valid"
            name, script = page_words(service.base, "de")
            names[len(options)] = name
            assert ("Ohne Skript" in script) == bool(options)
            page = requests.get(f"{service.base}/web_app", headers={"Accept-Language": "de"}, timeout=10).text
            assert ("Ohne Skript geht es nicht &lt;hier&gt;" in page) == bool(options)
            # The file of a service with other words comes as it is here, and is not kept.
            if options:
                other = requests.get(f"{service.base}/{names[0]}", timeout=10)
                assert other.text == script and "immutable" not in other.headers["Cache-Control"]
        finally:
            assert service.stop() == 0
    assert names[0] != names[2]


def test_a_service_with_words_that_cannot_be_used_names_each_mistake_and_does_not_start(tmp_path, words):
    (words / "de.json").write_text(json.dumps({"links": {"goOn": "", "gone": "x"}}))
    (words / "he.json").write_text("{")
    (words / "tlh.json").write_text("{}")
    (words / "README").write_text("not looked at")
    run = countersign("serve", "--data", tmp_path / "data", "--port", "0", "--words", words)
    assert run.returncode == 1 and not (tmp_path / "data").exists()
    assert [line.removeprefix("countersign: ") for line in run.stderr.splitlines()] == [
        "de.json: links, goOn: The sentence is empty.", "de.json: links, gone: There is no such sentence.",
        "he.json: It is not a JSON object of sections.",
        "tlh.json: Countersign speaks no language of this name; see --words in the help.",
    ]
    missing = countersign("serve", "--data", tmp_path / "data", "--port", "0", "--words", tmp_path / "nothing")
    assert missing.returncode == 1 and "nothing cannot be read" in missing.stderr


def test_an_account_has_a_language_for_people_of_whom_none_is_known(tmp_path):
    data = tmp_path / "data"
    assert countersign("account", "create", "--data", data, "--name", "A", "--email", "a@example.com").returncode == 0
    shown = countersign("account", "mail", "--data", data)
    assert "language     en" in shown.stdout, shown
    assert "language     de" in countersign("account", "mail", "--data", data, "--language", "de").stdout
    assert "language     de" in countersign("account", "mail", "--data", data, "--from-name", "X").stdout
    refused = countersign("account", "mail", "--data", data, "--language", "tlh")
    assert refused.returncode == 64 and "tlh" in refused.stderr and "zh-Hant" in refused.stderr
