"""Names and values in every script: found again by other people's programs, in fonts that the file carries."""

import json
import re
import subprocess
from pathlib import Path

import pikepdf
import pypdfium2
import pytest

import documents
import validators
from ceremony import Ceremony, Refused
from envelopes import definition, signer
from scripts_of_the_world import NAMES, OF_TWO_DIRECTIONS
from service import countersign
from test_sign_command import changed_box, rendered, with_pem

# What pdftotext puts around text that runs from right to left.
DIRECTION_MARKS = dict.fromkeys(map(ord, "\u200e\u200f\u202a\u202b\u202c\f"))


def text_of(path: Path, *options: str) -> str:
    run = subprocess.run(["pdftotext", *options, path, "-"], capture_output=True, text=True, check=True)
    return run.stdout.translate(DIRECTION_MARKS)


def assert_text(path: Path, script: str, times: int) -> None:
    """The name is in the file's text as often as it should be, letter by letter in the order of reading."""
    parts = NAMES[script].split() if script in OF_TWO_DIRECTIONS else [NAMES[script]]
    text = text_of(path)
    for part in parts:
        # A number may also be a piece of an envelope's id or of a time.
        whole = f"(?<![0-9a-f:-]){part}(?![0-9a-f:-])" if part.isdigit() else re.escape(part)
        assert len(re.findall(whole, text)) == times, text


def fonts_of(path: Path) -> list[list[str]]:
    """Name, emb, sub and uni of each composite font."""
    lines = subprocess.run(["pdffonts", path], capture_output=True, text=True, check=True).stdout.splitlines()[2:]
    return [[line.split()[0], *line.split()[-5:-2]] for line in lines if " CID " in line]


def signed(name: str, folder: Path, files, *arguments: str) -> Path:
    given, made = folder / "in.pdf", folder / "out.pdf"
    given.write_bytes(documents.classic(1))
    run = countersign(
        "sign", given, "-o", made, "--signer", f"{name} <signer@example.com>", "--page", "1",
        "--rect", "72,400,300,60", *arguments, *with_pem(files),
    )
    assert run.returncode == 0, run.stderr
    return made


@pytest.mark.parametrize("script", NAMES)
def test_a_signers_name_is_text_in_an_embedded_part_of_a_font(script, signers, anchor, tmp_path):
    name = NAMES[script]
    made = signed(name, tmp_path, signers["p256"], "--reason", name)
    validators.assert_qpdf_finds_no_fault(made)
    validators.assert_pyhanko_accepts(made.read_bytes(), anchor, 1)
    validators.assert_pdfsig_accepts(made, anchor, 1)
    assert_text(made, script, times=2)
    fonts = fonts_of(made)
    assert fonts and all(flags == ["yes", "yes", "yes"] for _, *flags in fonts), fonts
    assert all("+" in font for font, *_ in fonts)
    # Signature with its certificates: some 17 KB of room. The rest is fonts.
    assert made.stat().st_size - (tmp_path / "in.pdf").stat().st_size < 60_000
    left, top, right, bottom = changed_box(tmp_path / "in.pdf", made, page=1)
    assert 71 <= left and right <= 373 and 399 <= top and bottom <= 461


# PDFium puts vowel signs of right-to-left text in another order.
@pytest.mark.parametrize("script", sorted(NAMES.keys() - {"arabic-vowelled", "hebrew-pointed"}))
def test_the_reader_in_chromium_finds_the_name_as_well(script, signers, tmp_path):
    document = pypdfium2.PdfDocument(signed(NAMES[script], tmp_path, signers["p256"]))
    document.init_forms()
    document[0].flatten()
    found = document[0].get_textpage().get_text_range()
    # In Thai it leaves spaces out.
    assert NAMES[script].replace(" ", "") in found.replace(" ", ""), found


@pytest.mark.parametrize("option", ["--signer", "--reason"])
def test_a_character_that_no_font_has_is_named(option, signers, tmp_path):
    given, made = tmp_path / "in.pdf", tmp_path / "out.pdf"
    given.write_bytes(documents.classic(1))
    texts = {"--signer": "Ada", "--reason": "Agreed"} | {option: "Ada \U00031350"}
    run = countersign(
        "sign", given, "-o", made, "--rect", "72,400,300,60", *sum(map(list, texts.items()), []), *with_pem(signers["p256"])
    )
    assert run.returncode == 1 and not made.exists()
    assert "“\U00031350” (U+31350)" in run.stderr and len(run.stderr.splitlines()) == 1


def test_a_name_within_winansi_is_in_an_embedded_font_too(signers, tmp_path):
    fonts = fonts_of(signed("Zoë Müller-Ångström", tmp_path, signers["p256"]))
    assert fonts and all(flags == ["yes", "yes", "yes"] for _, *flags in fonts)


def test_the_order_of_the_fonts_is_a_setting(signers, tmp_path):
    # The Latin words have a font of their own.
    plain = str(fonts_of(signed("Ελένη", tmp_path, signers["p256"])))
    chosen = str(fonts_of(signed("Ελένη", tmp_path, signers["p256"], "--fonts", "No Such Font,DejaVu Sans")))
    assert "NotoSans" in plain and "DejaVuSans" not in plain and "DejaVuSans" in chosen and "NotoSans" not in chosen


def test_the_forms_of_ideographs_are_a_setting(signers, tmp_path):
    japanese = rendered(signed("直骨", tmp_path, signers["p256"]), 1)
    chinese = rendered(signed("直骨", tmp_path, signers["p256"], "--han-forms", "zh-Hans"), 1)
    assert japanese.tobytes() != chinese.tobytes()


@pytest.mark.parametrize("script", NAMES)
def test_a_ceremony_in_any_script_gives_files_with_that_text(script, account, service, tmp_path):
    name = NAMES[script]
    person = signer() | {"name": name}
    envelope = account.create(definition([documents.classic()], [person]))
    ceremony = Ceremony(account.recipient_view(envelope, person))
    ceremony.consent()
    adopted = ceremony.adopt_typed("signature", name)
    assert ceremony.session["signature"]["path"] == adopted["path"]
    ceremony.adopt_typed("initials", name[0])
    for tab in ceremony.tabs("text"):
        ceremony.fill(tab, name)
    for tab in ceremony.tabs("checkbox"):
        ceremony.fill(tab, "true")
    ceremony.finish()
    sealed = tmp_path / "sealed.pdf"
    sealed.write_bytes(account.document(envelope, "1"))
    certificate = tmp_path / "certificate.pdf"
    certificate.write_bytes(account.document(envelope, "certificate"))
    for path, signatures in ((sealed, 2), (certificate, 1)):
        validators.assert_qpdf_finds_no_fault(path)
        # pyHanko does not look at certificates whose names have two directions (RFC 3454 §6).
        if script == "mixed":
            validators.assert_pdfsig_accepts(path, service.authority, signatures)
        else:
            validators.assert_pyhanko_accepts(path.read_bytes(), service.authority, signatures)
        assert all(flags == ["yes", "yes", "yes"] for _, *flags in fonts_of(path)) and fonts_of(path)
    # The name stands in the field of the full name, in the one that was filled in by hand and below the signature.
    assert_text(sealed, script, times=3)
    for word in name.split():
        assert word in text_of(certificate), text_of(certificate)
    run = countersign("verify", sealed, "--trust", service.authority)
    assert run.returncode == 0, run.stdout + run.stderr


def test_a_typed_signature_with_a_character_that_no_font_has_is_refused(account):
    person = signer()
    envelope = account.create(definition([documents.classic()], [person]))
    ceremony = Ceremony(account.recipient_view(envelope, person))
    ceremony.consent()
    with pytest.raises(Refused) as refused:
        ceremony.adopt_typed("signature", "Ann \U00031350")
    assert refused.value.status == 422 and "“\U00031350” (U+31350)" in refused.value.message


CATALOGS = Path(__file__).parent.parent / "Sources/Words/Catalogs"


@pytest.mark.parametrize("tag", sorted(path.stem for path in CATALOGS.glob("*.json")))
def test_a_certificate_in_every_language_is_accepted_and_read_by_other_programs(tag, account, service, tmp_path):
    person = signer() | {"name": "Ada Bee", "emailNotification": {"supportedLanguage": tag}}
    envelope = account.create(definition([documents.classic()], [person]))
    ceremony = Ceremony(account.recipient_view(envelope, person))
    ceremony.http.headers["Countersign-Time-Zone"] = "Asia/Kolkata"
    ceremony.consent()
    ceremony.adopt_typed("signature", "Ada Bee")
    ceremony.adopt_typed("initials", "AB")
    for tab in ceremony.tabs("text"):
        ceremony.fill(tab, "Hoorn")
    for tab in ceremony.tabs("checkbox"):
        ceremony.fill(tab, "true")
    ceremony.finish()
    certificate = tmp_path / "certificate.pdf"
    certificate.write_bytes(account.document(envelope, "certificate"))
    validators.assert_qpdf_finds_no_fault(certificate)
    validators.assert_pyhanko_accepts(certificate.read_bytes(), service.authority, 1)
    validators.assert_pdfsig_accepts(certificate, service.authority, 1)
    words = json.loads((CATALOGS / f"{tag}.json").read_text("utf-8"))["certificate"]
    found = text_of(certificate).split()
    for key in ("title", "status", "section.history", "historyIntroduction", "label.identified"):
        # Lines of two directions have their words in another order, and Chinese and Japanese have no spaces.
        wanted = ["".join(words[key].split())]
        if tag in ("ar", "he"):
            wanted = [word for word in words[key].split() if not re.search("[A-Za-z]", word)]
        whole = found if tag in ("ar", "he") else "".join(found)
        for word in wanted:
            assert word.strip(".,:،") in whole or any(word.strip(".,:،") in part for part in found), (key, word)
    assert "UTC+05:30" in text_of(certificate) and "Asia/Kolkata" in text_of(certificate)
    with pikepdf.open(certificate) as file:
        assert str(file.Root.Lang) == tag
