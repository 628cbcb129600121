"""`countersign mail list|show`, and how `serve` refuses options of mail that cannot work."""

import json

import pytest

from service import countersign

MESSAGE = """\
Return-Path: <bounces+e1@example.com>
Date: Mon, 21 Sep 2026 14:13:20 +0000
From: "Countersign" <sign@example.com>
To: =?UTF-8?B?xb1vZmll?= <zofie@example.org>
Subject: =?UTF-8?B?U21sb3V2YSDEjS4gNw==?=
Message-ID: <e1.7@example.com>
Auto-Submitted: auto-generated
MIME-Version: 1.0
Content-Type: multipart/alternative; boundary="=_alternative_e17"

--=_alternative_e17
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: quoted-printable

Review and sign:
https://sign.example.com/l/3q2-7wEAAQAB_8k4nWm2Zs5Yd1vTgXhUuQ3q2-7wEAAQAB=
_8k4?a=3D1

\x1b[2J=1B[2J=E2=80=AE
--=_alternative_e17
Content-Type: text/html; charset=utf-8
Content-Transfer-Encoding: quoted-printable

<p>Review and sign</p>
--=_alternative_e17--
"""


@pytest.fixture
def data(tmp_path):
    folder = tmp_path / "data"
    made = countersign("account", "create", "--data", folder, "--name", "Ada", "--email", "ada@example.com")
    assert made.returncode == 0, made
    return folder


def test_a_service_that_wrote_no_message_has_none(data):
    assert countersign("mail", "list", "--data", data).stdout == "There are no messages.\n"
    none = countersign("mail", "show", "--data", data)
    assert none.returncode == 1 and none.stderr == "countersign: There are no messages.\n"
    nobody = countersign("mail", "show", "--data", data, "--to", "ada@example.org")
    assert nobody.returncode == 1 and "There is no message to ada@example.org" in nobody.stderr, nobody


def test_messages_are_listed_and_shown(data):
    (data / "mail").mkdir()
    name = "20260921T141320.000Z-e1.7.eml"
    (data / "mail" / name).write_bytes(MESSAGE.replace("\n", "\r\n").encode())
    listed = json.loads(countersign("mail", "list", "--data", data, "--json").stdout)
    assert listed == [{
        "name": name, "date": "Mon, 21 Sep 2026 14:13:20 +0000", "to": "Žofie <zofie@example.org>",
        "subject": "Smlouva č. 7",
    }]
    shown = countersign("mail", "show", "--data", data).stdout
    assert "https://sign.example.com/l/3q2-7wEAAQAB_8k4nWm2Zs5Yd1vTgXhUuQ3q2-7wEAAQAB_8k4?a=1" in shown.splitlines()
    # A message does not command the terminal.
    assert "\x1b" not in shown and "\u202e" not in shown
    assert countersign("mail", "show", "--data", data, name[:-4]).stdout == shown
    assert countersign("mail", "show", "--data", data, "--html").stdout == "<p>Review and sign</p>\n"
    assert countersign("mail", "show", "--data", data, "--raw").stdout.startswith("Return-Path: <bounces+e1@")
    later = MESSAGE.replace("<zofie@example.org>", "<ada@example.org>").replace("Review and sign", "Everyone has signed")
    (data / "mail" / "20260922T141320.000Z-e1.8.eml").write_bytes(later.replace("\n", "\r\n").encode())
    assert "Everyone has signed" in countersign("mail", "show", "--data", data).stdout
    assert countersign("mail", "show", "--data", data, "--to", "Zofie@example.org").stdout == shown
    (only,) = json.loads(countersign("mail", "list", "--data", data, "--to", "zofie@example.org", "--json").stdout)
    assert only["name"] == name
    both = countersign("mail", "show", "--data", data, name, "--to", "zofie@example.org")
    assert both.returncode == 64 and "not both" in both.stderr, both
    missing = countersign("mail", "show", "--data", data, "../countersign.sqlite")
    assert missing.returncode == 1 and "There is no message" in missing.stderr


@pytest.mark.parametrize(("options", "said"), [
    (["--smtp", "http://mail.example.org"], "--smtp: “http://mail.example.org” is not a usable mail server."),
    (["--smtp", "smtp://sign:s3cret@mail.example.org"], "User and password do not belong in the address"),
    (["--smtp", "smtp://mail.example.org?starttls=no"], "Without TLS, only a server on 127.0.0.1"),
    (["--smtp-user", "sign"], "are for --smtp, which is missing."),
    (["--smtp", "smtps://mail.example.org", "--mail-from", "a@example.org, b@example.org"], "more than one"),
    (["--return-address", "bounces@example.org"], "is not a return address such as bounces+{id}@example.org."),
    (["--mail-attachment-limit", "1025"], "--mail-attachment-limit 1025 is not between 0 and 1024 MB."),
    (["--mail-size-limit", "0"], "--mail-size-limit 0 is not between 1 and 1024 MB."),
])
def test_options_that_cannot_work_are_refused(tmp_path, options, said):
    if "--smtp" in options and "--mail-from" not in options:
        options = [*options, "--mail-from", "Example <sign@example.com>"]
    run = countersign("serve", "--data", tmp_path / "data", "--port", "0", *options)
    assert run.returncode == 64 and said in run.stderr and "s3cret" not in run.stderr, run
    assert not (tmp_path / "data").exists()
