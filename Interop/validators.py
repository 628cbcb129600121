"""What other people's programs say about a PDF: pyHanko, Poppler's pdfsig and qpdf."""

import io
import re
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

from asn1crypto import pem, x509
from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.sign.diff_analysis import DEFAULT_DIFF_POLICY, ModificationLevel, StandardDiffPolicy
from pyhanko.sign.diff_analysis.form_rules_api import FormUpdatingRule
from pyhanko.sign.diff_analysis.rules.form_field_rules import (
    GenericFieldModificationRule,
    SigFieldCreationRule,
    SigFieldModificationRule,
)
from pyhanko.sign.validation import SignatureCoverageLevel, validate_pdf_signature
from pyhanko_certvalidator import ValidationContext


def certificate(path: Path) -> x509.Certificate:
    data = path.read_bytes()
    return x509.Certificate.load(pem.unarmor(data)[2] if pem.detect(data) else data)


@dataclass
class Judgement:
    """pyHanko's view of one signature."""

    field: str
    intact: bool
    valid: bool
    trusted: bool
    accepted: bool
    covers_whole_file: bool
    covers_revision: bool
    changes_later: ModificationLevel
    permitted: bool
    reason: str
    sub_filter: str
    digest: str
    signed_attributes: set[str]
    subject: str


# PyHanko's own policy, but for one thing: like Acrobat it takes a signature that is seen in a field of its own for
# signing, after a certification as well.
VISIBLE_AFTER_CERTIFICATION = StandardDiffPolicy(
    DEFAULT_DIFF_POLICY.global_rules,
    FormUpdatingRule(
        [
            SigFieldCreationRule(allow_new_visible_after_certify=True),
            SigFieldModificationRule(),
            GenericFieldModificationRule(),
        ]
    ),
)


def pyhanko(data: bytes, *anchors: Path, policy: StandardDiffPolicy = DEFAULT_DIFF_POLICY) -> list[Judgement]:
    """Every signature of the file, oldest first, judged with `anchors` as the only trust anchors."""
    judgements = []
    # In its strict mode pyHanko does not look at signatures in hybrid files at all.
    reader = PdfFileReader(io.BytesIO(data), strict=b"/XRefStm" not in data)
    for signature in reader.embedded_regular_signatures:
        context = ValidationContext(trust_roots=[certificate(anchor) for anchor in anchors], allow_fetching=False)
        status = validate_pdf_signature(signature, context, diff_policy=policy)
        judgements.append(
            Judgement(
                field=signature.field_name,
                intact=status.intact,
                valid=status.valid,
                trusted=status.trusted,
                accepted=status.bottom_line,
                covers_whole_file=status.coverage == SignatureCoverageLevel.ENTIRE_FILE,
                covers_revision=status.coverage >= SignatureCoverageLevel.ENTIRE_REVISION,
                changes_later=status.modification_level,
                permitted=status.docmdp_ok,
                reason=str(status.diff_result),
                sub_filter=str(signature.sig_object["/SubFilter"]),
                digest=status.md_algorithm,
                signed_attributes={attribute["type"].native for attribute in signature.signer_info["signed_attrs"]},
                subject=signature.signer_cert.subject.native["common_name"],
            )
        )
    return judgements


def assert_pyhanko_accepts(data: bytes, anchor: Path, signatures: int, digest: str = "sha256") -> list[Judgement]:
    """Each of the expected number of signatures is valid, trusted and PAdES; the last covers the whole file."""
    judgements = pyhanko(data, anchor)
    assert len(judgements) == signatures
    for judgement in judgements:
        assert judgement.intact and judgement.valid and judgement.trusted, judgement
        assert judgement.accepted, judgement
        assert judgement.covers_revision, judgement
        assert judgement.sub_filter == "/ETSI.CAdES.detached", judgement
        assert judgement.digest == digest, judgement
        # ETSI EN 319 142-1 §6.3: the signing certificate is referred to, the signing time is not in the attributes.
        assert "signing_certificate_v2" in judgement.signed_attributes, judgement
        assert "signing_time" not in judgement.signed_attributes, judgement
    if judgements:
        assert judgements[-1].covers_whole_file, judgements[-1]
    return judgements


@dataclass
class Verdict:
    """pdfsig's view of one signature."""

    field: str
    signer: str
    kind: str
    signature: str
    certificate: str
    whole: bool


def trust_store(anchors: list[Path], folder: Path) -> Path:
    """An NSS database that trusts `anchors` for signatures; pdfsig knows no other kind."""
    subprocess.run(["certutil", "-N", "-d", f"sql:{folder}", "--empty-password"], check=True)
    for number, anchor in enumerate(anchors):
        subprocess.run(
            ["certutil", "-A", "-d", f"sql:{folder}", "-n", f"anchor {number}", "-t", "CT,C,C", "-i", str(anchor)],
            check=True,
        )
    return folder


def pdfsig(path: Path, *anchors: Path) -> list[Verdict]:
    with tempfile.TemporaryDirectory() as folder:
        trust_store(list(anchors), Path(folder))
        run = subprocess.run(
            ["pdfsig", "-nssdir", folder, str(path)], capture_output=True, text=True, timeout=60
        )
    verdicts = []
    for block in re.split(r"^Signature #\d+:$", run.stdout, flags=re.MULTILINE)[1:]:

        def value(label: str) -> str:
            found = re.search(rf"^\s+- {label}: (.*)$", block, flags=re.MULTILINE)
            return found.group(1).strip() if found else ""

        verdicts.append(
            Verdict(
                field=value("Signature Field Name"),
                signer=value("Signer Certificate Common Name"),
                kind=value("Signature Type"),
                signature=value("Signature Validation"),
                certificate=value("Certificate Validation"),
                whole="- Total document signed" in block,
            )
        )
    return verdicts


def assert_pdfsig_accepts(path: Path, anchor: Path, signatures: int) -> list[Verdict]:
    verdicts = pdfsig(path, anchor)
    assert len(verdicts) == signatures
    for verdict in verdicts:
        assert verdict.signature == "Signature is Valid.", verdict
        assert verdict.certificate == "Certificate is Trusted.", verdict
        assert verdict.kind == "ETSI.CAdES.detached", verdict
    if verdicts:
        assert any(verdict.whole for verdict in verdicts), verdicts
    return verdicts


def assert_qpdf_finds_no_fault(path: Path) -> None:
    run = subprocess.run(["qpdf", "--check", str(path)], capture_output=True, text=True, timeout=60)
    # Status 3 means warnings: those are faults too.
    assert run.returncode == 0, run.stdout + run.stderr
