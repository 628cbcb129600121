"""`countersign serve --config FILE`: the file's keys are the command's options, and the command line counts first."""

import re
import subprocess

import pytest

from service import PROGRAM

# Options that are not settings of the service.
NO_KEYS = {"config", "print-config", "help", "version"}


def run(*words: str, folder) -> subprocess.CompletedProcess:
    return subprocess.run([PROGRAM, *words], cwd=folder, capture_output=True, text=True, timeout=60)


def refused(folder, text: str, *words: str) -> str:
    (folder / "serve.yaml").write_text(text)
    ended = run("serve", "--config", "serve.yaml", *words, folder=folder)
    assert ended.returncode == 64, ended
    return ended.stderr


def keys(text: str) -> set[str]:
    return set(re.findall(r"^# ([a-z-]+):(?: |$)", text, re.MULTILINE))


def test_every_option_is_a_key(tmp_path):
    helped = run("serve", "--help", folder=tmp_path).stdout
    options = set(re.findall(r"^ +(?:-h, )?--([a-z-]+)", helped, re.MULTILINE))
    options |= set(re.findall(r"/--([a-z-]+)", helped))
    settable = {name for name in options - NO_KEYS if not (name.startswith("no-") and name[3:] in options)}
    assert "port" in settable and "certify" in settable and "timestamp-url" in settable
    assert keys(run("serve", "--print-config", folder=tmp_path).stdout) == settable


def test_the_printed_file_says_nothing(tmp_path):
    printed = run("serve", "--print-config", folder=tmp_path)
    assert printed.returncode == 0
    assert "--data" in refused(tmp_path, printed.stdout)


def test_a_limit_of_an_operator_is_a_key(tmp_path):
    printed = run("serve", "--print-config", folder=tmp_path).stdout
    for line in ("waiting-calls: 500", "waiting-size: 384", "list-size: 32", "refresh-grace: 2592000", "sign-in-tries: 5",
                 "sign-in-window: 900", "history-limit: 16", "history-events: 20000", "clock-ahead: 86400",
                 "open-uploads: 500", "unused-upload-size: 2048", "link-renewals: 3", "resend-limit: 10",
                 "recipient-code-time: 600", "recipient-code-tries: 5", "recipient-codes: 5", "late-access-codes: 10",
                 "mail-attachment-limit: 5", "mail-per-address: 20", "smtp-connections: 4", "jobs-at-once: 16",
                 "jobs-per-kind: 6", "jobs-for-codes: 3", "mail-per-account: 5000", "mail-in-all: 50000",
                 "fetch-total: 100", "identity-wrong-codes: 100", "identity-network-days: 90", "identity-texts-in-all: 500",
                 "identity-guests: 60", "identity-guest-profile-limit: 8", "identity-openings: 30", "jobs-per-target: 4", "identity-key-days: 90", "identity-profile-limit: 128",
                 "sign-in-browser-days: 400", "identity-refreshes: 120", "identity-guest-days: 30"):
        assert f"# {line}\n" in printed, line
    for name in ("heavy-calls", "bulk-rows", "proxies"):
        assert re.search(f"^# {name}: ", printed, re.MULTILINE)
    told = refused(tmp_path, "data: data\nsign-in-tries: 0\n")
    assert "serve.yaml, line 2, key sign-in-tries" in told and "between 1 and 1000" in told
    told = refused(tmp_path, "data: data\nlist-size: 4096\n")
    assert "key list-size" in told and "1024 MB" in told
    told = refused(tmp_path, "data: data\nidentity-profile-limit: 257\n")
    assert "key identity-profile-limit" in told and "256 KB" in told


def test_a_key_is_held_to_the_rule_of_its_option(tmp_path):
    message = refused(tmp_path, "data: data\n\nport: 70000\n")
    assert "serve.yaml, line 3, key port" in message and "65535" in message


def test_the_command_line_counts_before_the_file(tmp_path):
    message = refused(tmp_path, "data: data\nport: 70000\n", "--port", "80000")
    assert "80000" in message and "serve.yaml" not in message
    # What is right in the file is not looked at where the command line says otherwise.
    message = refused(tmp_path, "data: data\nport: 70000\nproxies: 99\n", "--port", "0")
    assert "serve.yaml, line 3, key proxies" in message


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("data: data\nprot: 1\n", "serve.yaml, line 2: there is no key “prot”"),
        ("port: eighty\ndata: data\n", "serve.yaml, line 1, key port"),
        ("certify: perhaps\n", "serve.yaml, line 1: the key “certify” is either true or false"),
        ("proxies: [1, 2]\n", "serve.yaml, line 1: the key “proxies” needs one value"),
        ("config: other.yaml\n", "serve.yaml, line 1: there is no key “config”"),
        ("data: [\n", "serve.yaml, line"),
    ],
)
def test_what_cannot_be_meant_is_refused_with_file_line_and_key(tmp_path, text, words):
    message = refused(tmp_path, text)
    assert words in message
    assert len(message.strip().splitlines()) <= 4


def test_a_missing_file_is_named(tmp_path):
    ended = run("serve", "--config", "nowhere.yaml", folder=tmp_path)
    assert ended.returncode == 64 and "nowhere.yaml cannot be read" in ended.stderr
