"""Signatures made by other people's programs: pyHanko and podofosign."""

import io
import subprocess
from pathlib import Path

from pyhanko.pdf_utils import generic
from pyhanko.pdf_utils.incremental_writer import IncrementalPdfFileWriter
from pyhanko.sign import fields
from pyhanko.sign.signers import PdfSignatureMetadata, PdfSigner, SimpleSigner

from identities import Files


def signed_by_pyhanko(
    data: bytes, files: Files, field: str = "Theirs", pades: bool = True, certified: int | None = None,
    digest: str = "sha256", pss: bool = False,
) -> bytes:
    """`certified` is the level of a certification: 1, 2 or 3."""
    signer = SimpleSigner.load(str(files.key), str(files.certificates), prefer_pss=pss)
    metadata = PdfSignatureMetadata(
        field_name=field,
        md_algorithm=digest,
        certify=certified is not None,
        docmdp_permissions=fields.MDPPerm(certified or 2),
        subfilter=fields.SigSeedSubFilter.PADES if pades else fields.SigSeedSubFilter.ADOBE_PKCS7_DETACHED,
    )
    return PdfSigner(metadata, signer).sign_pdf(IncrementalPdfFileWriter(io.BytesIO(data))).getvalue()


def signed_by_podofo(data: bytes, files: Files, folder: Path) -> bytes:
    """podofosign puts two SignerInfos, of the same signer, into its one SignedData."""
    source, target = folder / "podofo-in.pdf", folder / "podofo-out.pdf"
    source.write_bytes(data)
    subprocess.run(
        ["podofosign", "-in", source, "-out", target, "-cert", files.certificates, "-pkey", files.key],
        check=True, capture_output=True,
    )
    return target.read_bytes()


def with_page_content_changed(data: bytes) -> bytes:
    """An incremental update that replaces what the first page shows; every byte before it stays."""
    writer = IncrementalPdfFileWriter(io.BytesIO(data))
    page = writer.root["/Pages"]["/Kids"][0]
    page[generic.NameObject("/Contents")] = writer.add_object(
        generic.StreamObject(stream_data=b"BT /F1 14 Tf 72 700 Td (I owe you a million.) Tj ET")
    )
    writer.update_container(page)
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()
