"""What pyHanko says about signatures that are to last, and such signatures made by it."""

import asyncio
import io
from pathlib import Path

from pyhanko.pdf_utils.incremental_writer import IncrementalPdfFileWriter
from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.sign import fields
from pyhanko.sign.ades.report import AdESPassed
from pyhanko.sign.signers import PdfSignatureMetadata, PdfSigner, SimpleSigner
from pyhanko.sign.timestamps import HTTPTimeStamper
from pyhanko.sign.validation import validate_pdf_signature, validate_pdf_timestamp
from pyhanko.sign.validation.ades import ades_lta_validation
from pyhanko.sign.validation.dss import DocumentSecurityStore
from pyhanko.sign.validation.policy_decl import (
    PdfSignatureValidationSpec,
    RevinfoOnlineFetchingRule,
    RevocationInfoGatheringSpec,
    SignatureValidationSpec,
)
from pyhanko_certvalidator import ValidationContext
from pyhanko_certvalidator.context import CertValidationPolicySpec
from pyhanko_certvalidator.policy_decl import REQUIRE_REVINFO, CertRevTrustPolicy
from pyhanko_certvalidator.registry import SimpleTrustManager

from authorities import PublicKeyInfrastructure
from validators import certificate


# `retroactive_revinfo` throughout: responders here answer within the second, but after the moment that is judged.


def signatures(data: bytes):
    return PdfFileReader(io.BytesIO(data)).embedded_regular_signatures


def assert_valid_online(data: bytes, anchor: Path, timestamped: bool) -> None:
    """Every signature holds, each certificate's status asked for where the certificate says."""
    for signature in signatures(data):
        context = ValidationContext(
            trust_roots=[certificate(anchor)], allow_fetching=True, revocation_mode="hard-fail",
            retroactive_revinfo=True,
        )
        status = validate_pdf_signature(signature, context)
        assert status.bottom_line, status.pretty_print_details()
        if timestamped:
            assert status.timestamp_validity is not None, status.summary()
            assert status.timestamp_validity.valid and status.timestamp_validity.trusted


def assert_valid_with_timestamps(data: bytes, *anchors: Path, others: list) -> None:
    """Every signature holds, and a trusted timestamp tells when it was made.

    `others` are certificates between the timestamp authority's and the anchors."""
    for signature in signatures(data):
        context = ValidationContext(trust_roots=[certificate(anchor) for anchor in anchors], other_certs=others, allow_fetching=False)
        status = validate_pdf_signature(signature, context)
        assert status.bottom_line, status.pretty_print_details()
        assert status.timestamp_validity is not None, status.summary()
        assert status.timestamp_validity.valid and status.timestamp_validity.trusted, status.summary()


def assert_valid_with_the_store(data: bytes, anchor: Path) -> None:
    """Every signature and timestamp holds without asking anybody: all is in the document security store."""
    reader = PdfFileReader(io.BytesIO(data))
    store = DocumentSecurityStore.read_dss(reader)
    for signature in reader.embedded_regular_signatures:
        context = store.as_validation_context(
            {
                "trust_roots": [certificate(anchor)], "allow_fetching": False, "revocation_mode": "hard-fail",
                "retroactive_revinfo": True,
            }
        )
        status = validate_pdf_signature(signature, context)
        assert status.bottom_line, status.pretty_print_details()
        assert status.timestamp_validity.trusted
        assert DocumentSecurityStore.sig_content_identifier(signature.pkcs7_content) in store.vri_entries
    for timestamp in reader.embedded_timestamp_signatures:
        context = store.as_validation_context(
            {
                "trust_roots": [certificate(anchor)], "allow_fetching": False, "revocation_mode": "hard-fail",
                "retroactive_revinfo": True,
            }
        )
        status = validate_pdf_timestamp(timestamp, context)
        assert status.valid and status.trusted, status.summary()


def long_term_result(data: bytes, anchor: Path, field: str | None = None, *others: Path):
    """The outcome of ETSI EN 319 102-1 §5.6.3 for one signature, with what is in the file alone."""
    policy = CertValidationPolicySpec(
        trust_manager=SimpleTrustManager.build([certificate(one) for one in (anchor, *others)]),
        revinfo_policy=CertRevTrustPolicy(revocation_checking_policy=REQUIRE_REVINFO),
    )
    spec = PdfSignatureValidationSpec(
        SignatureValidationSpec(
            cert_validation_policy=policy,
            revinfo_gathering_policy=RevocationInfoGatheringSpec(
                online_fetching_rule=RevinfoOnlineFetchingRule.LOCAL_ONLY
            ),
        )
    )
    chosen = [one for one in signatures(data) if field in (None, one.field_name)][0]
    return asyncio.run(ades_lta_validation(chosen, spec))


def assert_valid_for_the_long_term(data: bytes, anchor: Path) -> None:
    for signature in signatures(data):
        result = long_term_result(data, anchor, signature.field_name)
        assert result.ades_subindic == AdESPassed.OK, (result.ades_subindic, result.failure_msg)


def signed_by_pyhanko(
    data: bytes, infrastructure: PublicKeyInfrastructure, level: str, signer: str = "signer", clock: str = "clock"
) -> bytes:
    files = infrastructure.files(signer)
    key = SimpleSigner.load(
        str(files.key), str(infrastructure.write(signer)),
        ca_chain_files=[str(infrastructure.write("intermediate")), str(infrastructure.write("root"))],
    )
    context = ValidationContext(
        trust_roots=[certificate(infrastructure.anchor)], allow_fetching=True, revocation_mode="soft-fail",
        retroactive_revinfo=True,
        other_certs=[certificate(infrastructure.write("intermediate"))],
    )
    metadata = PdfSignatureMetadata(
        field_name="Theirs", md_algorithm="sha256", subfilter=fields.SigSeedSubFilter.PADES,
        validation_context=context if level in ("b-lt", "b-lta") else None,
        embed_validation_info=level in ("b-lt", "b-lta"), use_pades_lta=level == "b-lta",
    )
    timestamper = HTTPTimeStamper(infrastructure.clock(clock)) if level != "b-b" else None
    out = PdfSigner(metadata, key, timestamper=timestamper).sign_pdf(IncrementalPdfFileWriter(io.BytesIO(data)))
    return out.getvalue()
