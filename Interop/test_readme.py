"""Commands of the README typed twice, wrongly, or together with another."""

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

from service import PROGRAM, Service, countersign


def test_a_file_that_is_there_is_left_alone_or_said_to_be_replaced(tmp_path: Path):
    contract, signed = tmp_path / "contract.pdf", tmp_path / "signed.pdf"
    assert countersign("sample", contract).returncode == 0
    again = countersign("sample", contract)
    assert again.returncode == 1 and "already exists" in again.stderr
    sign = ["sign", contract, "-o", signed, "--signer", "Ada Lovelace <ada@example.org>"]
    once, twice = countersign(*sign), countersign(*sign)
    assert once.returncode == 0 and "replaced" not in once.stdout, once
    assert twice.returncode == 0 and "It replaced another file of that name." in twice.stdout, twice


def test_the_service_and_the_first_account_may_begin_at_once(folder: Path):
    # Fifty passed by hand; each costs seconds.
    for number in range(int(os.environ.get("BEGINNINGS", "12"))):
        data = folder / f"race-{number}"
        service = subprocess.Popen(
            [PROGRAM, "serve", "--data", data, "--port", "0"], text=True, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE)
        try:
            account = subprocess.run(
                [PROGRAM, "account", "create", "--data", data, "--name", "Grace", "--email", "grace@example.org"],
                text=True, capture_output=True, timeout=60)
            assert account.returncode == 0, f"{number}: {account.stderr}"
            assert "Countersign serves" in service.stdout.readline(), number
        finally:
            service.terminate()
            _, complaints = service.communicate(timeout=60)
        assert service.returncode == 0, f"{number}: {complaints}"
        shutil.rmtree(data)


def test_tokens_are_listed_made_and_taken_back(folder: Path):
    def account(*arguments: str) -> subprocess.CompletedProcess:
        return subprocess.run([PROGRAM, "account", *arguments, "--data", folder / "tokens"], text=True, capture_output=True)

    assert account("create", "--name", "Grace", "--email", "grace@example.org").returncode == 0
    made = account("token", "create", "--email", "grace@example.org", "--name", "nightly", "--days", "30")
    assert made.returncode == 0 and len(made.stdout.strip()) == 43
    listed = account("token", "list")
    assert "“nightly”" in listed.stdout and "never used, ends 20" in listed.stdout
    assert made.stdout.strip() not in listed.stdout
    (line,) = [line for line in listed.stdout.splitlines() if "nightly" in line]
    revoked = account("token", "revoke", line.split()[0])
    assert revoked.returncode == 0 and "Revoked" in revoked.stdout
    assert "nightly" not in account("token", "list").stdout
    unknown = account("token", "revoke", "00000000")
    assert unknown.returncode == 1 and "There is no token 00000000" in unknown.stderr


def test_users_are_listed_added_and_removed(folder: Path):
    def account(*arguments: str) -> subprocess.CompletedProcess:
        return subprocess.run(
            [PROGRAM, "account", *arguments, "--data", folder / "users"], text=True, capture_output=True,
            input="correct horse battery staple\n")

    for words in [
        ("user", "list"), ("token", "list"), ("token", "create", "--email", "grace@example.org"), ("disclosure",),
        ("app", "--name", "App", "--redirect", "com.example.app:/done"),
        ("password", "--email", "grace@example.org"),
    ]:
        mistyped = account(*words)
        assert mistyped.returncode == 1 and "there is no data of Countersign here" in mistyped.stderr, mistyped
        assert mistyped.stderr.count("\n") == 1 and not (folder / "users").exists()
    service = Service(folder / "users")
    service.start()
    assert service.stop() == 0
    assert account("user", "list").stdout == "There are no users.\n"
    early = account("user", "add", "--name", "Bo", "--email", "bo@example.org")
    assert early.returncode == 1 and "There is no account yet" in early.stderr
    assert account("create", "--name", "Grace", "--email", "grace@example.org").returncode == 0
    added = account("user", "add", "--name", "Bo", "--email", "bo@example.org", "--json")
    assert added.returncode == 0, added.stderr
    bo = json.loads(added.stdout)
    assert bo["email"] == "bo@example.org" and bo["accountName"] == "Grace"
    shown = account("user", "list").stdout
    assert "no users" not in shown and f"{bo['userId']}  Bo <bo@example.org>" in shown
    assert account("token", "create", "--email", "bo@example.org").returncode == 0
    assert "Removed the user" in account("user", "remove", bo["userId"]).stdout
    assert "bo@example.org" not in account("user", "list").stdout + account("token", "list").stdout
    (grace,) = json.loads(account("user", "list", "--json").stdout)
    last = account("user", "remove", grace["userId"])
    assert last.returncode == 1 and "is the only one of the account" in last.stderr


def test_what_is_no_command_is_named_with_the_one_that_was_meant():
    for words, sentence in [
        (["verfy", "a.pdf"], "There is no command “verfy”; did you mean verify?"),
        (["account", "tokens"], "There is no command “tokens”; did you mean token?"),
        (["account", "token", "lst"], "There is no command “lst”; did you mean list?"),
        (["sing"], "There is no command “sing”; did you mean sign?"),
        (["quux"], "There is no command “quux”: there are demo, serve, sign, verify"),
    ]:
        run = subprocess.run([PROGRAM, *words], text=True, capture_output=True)
        assert run.returncode == 64 and sentence in run.stderr, (words, run.stderr)
    version = subprocess.run([PROGRAM, "--version"], text=True, capture_output=True)
    assert version.returncode == 0 and re.match(r"\d+\.\d+\.\d+", version.stdout)
