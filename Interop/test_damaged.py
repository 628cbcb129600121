"""Damaged files: readable, and signed only after `--repair` has written them anew."""

import re

import pytest

import documents
import validators
from service import countersign
from test_sign_command import ADA, with_pem


def wrong_startxref(data: bytes) -> bytes:
    head, tail = data.rsplit(b"startxref", 1)
    return head + b"startxref" + re.sub(rb"\d+", b"17", tail, count=1)


def without_table(data: bytes) -> bytes:
    return data[: data.rindex(b"xref\n0")]


def moved(data: bytes) -> bytes:
    return data[:9] + b"% added by a gateway\n" + data[9:]


DAMAGES = {
    "startxref": (wrong_startxref, documents.STRUCTURES),
    "moved": (moved, documents.STRUCTURES),
    "cut": (without_table, {"table": documents.classic}),
}
CASES = [(damage, structure) for damage, (_, structures) in DAMAGES.items() for structure in structures]


@pytest.mark.parametrize(("damage", "structure"), CASES, ids=lambda value: value)
def test_a_damaged_file_is_refused_and_repaired_on_request(damage, structure, signers, anchor, tmp_path):
    harm, structures = DAMAGES[damage]
    given, made = tmp_path / "in.pdf", tmp_path / "out.pdf"
    given.write_bytes(harm(structures[structure]()))
    arguments = ["--page", "1", "--rect", "72,72,200,60", "--signer", ADA, *with_pem(signers["p256"])]
    run = countersign("sign", given, "-o", made, *arguments)
    assert run.returncode == 1 and "--repair" in run.stderr, run
    assert not made.exists()
    run = countersign("sign", given, "-o", made, "--repair", *arguments)
    assert run.returncode == 0, run.stderr
    assert "rewritten" in run.stdout
    validators.assert_qpdf_finds_no_fault(made)
    validators.assert_pyhanko_accepts(made.read_bytes(), anchor, 1)
    validators.assert_pdfsig_accepts(made, anchor, 1)
    assert countersign("verify", made, "--trust", anchor).returncode == 0


def test_a_signed_file_that_was_damaged_is_not_valid(signers, anchor, tmp_path):
    given, made = tmp_path / "in.pdf", tmp_path / "out.pdf"
    given.write_bytes(documents.classic())
    assert countersign("sign", given, "-o", made, "--signer", ADA, *with_pem(signers["p256"])).returncode == 0
    made.write_bytes(made.read_bytes() + b"startxref\n5\n%%EOF\n")
    verified = countersign("verify", made, "--trust", anchor)
    assert verified.returncode in (1, 3) and "rebuilt" in verified.stdout, verified


def test_an_xfa_form_is_refused_and_loses_that_part_on_request(signers, anchor, tmp_path):
    import io

    import pikepdf

    given, made, out = tmp_path / "in.pdf", tmp_path / "out.pdf", io.BytesIO()
    with pikepdf.open(io.BytesIO(documents.with_form())) as document:
        document.Root.AcroForm.XFA = pikepdf.Array(["template", document.make_stream(b"<template/>")])
        document.save(out)
    given.write_bytes(out.getvalue())
    arguments = ["--signer", ADA, *with_pem(signers["p256"])]
    run = countersign("sign", given, "-o", made, *arguments)
    assert run.returncode == 1 and "XFA" in run.stderr and "--drop-xfa" in run.stderr, run
    run = countersign("sign", given, "-o", made, "--drop-xfa", *arguments)
    assert run.returncode == 0, run.stderr
    validators.assert_qpdf_finds_no_fault(made)
    validators.assert_pyhanko_accepts(made.read_bytes(), anchor, 1)
    with pikepdf.open(made) as document:
        assert "/XFA" not in document.Root.AcroForm
