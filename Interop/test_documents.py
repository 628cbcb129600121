"""What the documents show works as it stands there, typed back to back in a fresh folder."""

import json
import re
import socket
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from authorities import PublicKeyInfrastructure
from ceremony import Ceremony, event_of
from delivery_reports import report
from elsewhere import ELSEWHERE
from newcomer import Newcomer
from postgresql import Cluster, address
from service import PROGRAM, ROOT, countersign, free_port
from shown_commands import DOCUMENTS, OPTION, Command, commands, options
from tls_mail_server import MailServer

# What the newcomer has when the first command is typed: the program where `make demo` has built it.
BUILT = "Server/.build/debug/countersign"

# Where `countersign serve` listens. Commands get another `--port` only where something on this machine has that one.
USUAL_PORT = 8080

# Commands that begin so are typed.
TYPED = (
    "countersign ", "export PATH=", "kill %1", "curl ", "cat > ", "echo ", "field() ", "base=", "auth=", "envelope=",
    "hub=", "key=", "json=", "code=", "begun=", "user=", "data=", "secret=", "users=",
    "make help", "python3 check.py ", "chmod ", "mv ", "openssl ",
)

# What a document leaves to the reader, and what it is here; {clock} and the like are the stand-ins of `stand_ins`.
STANDS_FOR = {
    "docs/difference-policy.md": {"FILE": "signed.pdf", "DIR": "pictures"},
    "docs/signatures-that-last.md": {
        "http://tsa.example.org": "{clock}",
        "http://second.example.org": "{second_clock}",
        "/var/lib/countersign": "var/lib/countersign",
    },
    "docs/esignature-rest.md": {
        "fields FILE": "fields contract.pdf",
        "--data data KEY": '--data data "$(field app.json integrationKey)"',
        "--data DIR --account ID": '--data data --account "$(field account.json accountId)"',
    },
    "docs/operating.md": {
        '--to "postgresql://countersign@db.example.org/countersign?sslmode=verify-full"': '--to "{second_database}"',
        "postgresql://countersign@db.example.org/countersign?sslmode=verify-full": "{database}",
    },
    "docs/sending.md": {"smtps://mail.example.com": "{mail} --smtp-trust {mail_trust}"},
    "CONTRIBUTING.md": {"make help": "make -C {clone} help"},
    "Tests/Vectors/README.md": {
        "check.py": "{clone}/Tests/Vectors/check.py", "history.json": "{clone}/Tests/Vectors/history.json",
    },
}

# Files that a document says the reader has: a key and certificates.
BROUGHT = {
    "docs/esignature-rest.md": {
        "fullchain.pem": lambda authorities: authorities.files("signer").certificates,
        "privkey.pem": lambda authorities: authorities.files("signer").key,
    },
    "docs/signatures-that-last.md": {
        "key.pem": lambda authorities: authorities.files("signer").key,
        "chain.pem": lambda authorities: authorities.files("signer").certificates,
        "root.pem": lambda authorities: authorities.anchor,
        "anchors/root.pem": lambda authorities: authorities.anchor,
    },
}

# What a person types while a command runs.
ANSWERS = {"countersign account password --data data --email grace@example.org": "correct horse battery staple\n"}


@dataclass(frozen=True)
class Outcome:
    """How a command ends: 0 unless said otherwise here, and what it shows and leaves."""

    status: int = 0
    shows: str = ""
    leaves: tuple[str, ...] = ()
    # The document's sentence on it, as an expression; the groups `status` and `words` are held to.
    promise: str = ""


OUTCOMES = {
    "countersign sample contract.pdf": Outcome(shows="(--rect 72,492,240,56)", leaves=("contract.pdf",)),
    "countersign verify signed.pdf": Outcome(
        3, "Ada Lovelace", promise=r'so `verify` answers "(?P<words>.*?)" and exits with (?P<status>\d)'),
    'curl -sS --fail-with-body -H "$auth" "$envelope" | python3 -m json.tool': Outcome(
        promise=r'# (?P<words>"status": "completed")'),
    'curl -sS --fail -H "$auth" "$envelope/documents/certificate" -o certificate.pdf': Outcome(
        leaves=("certificate.pdf",)),
    'curl -sS --fail-with-body -H "$auth" "$envelope/audit_events" | python3 -m json.tool': Outcome(
        shows='"auditEvents"'),
    "countersign verify signed.pdf --trust data/authority/ca.pem": Outcome(
        shows="valid: every signature is intact and trusted", promise=r'`verify` answers "(?P<words>valid)"'),
    "countersign verify --compare-pages FILE": Outcome(3),
    "countersign verify --pictures DIR FILE": Outcome(3),
    "countersign backup --data data --to backup": Outcome(leaves=("backup/countersign.sqlite", "backup/secrets.key")),
    "countersign restore --from backup --data restored": Outcome(shows="the database are in restored, with"),
    "countersign renew signed.pdf --timestamp-url http://tsa.example.org --trust root.pem": Outcome(
        shows="Nothing needs doing", promise=r"for more than 90 days \(`--within DAYS`\), nothing is done"),
    "countersign verify signed.pdf --trust anchors/ --online": Outcome(shows="B-LTA"),
    "make help": Outcome(shows="make test"),
    "countersign mail list --data office": Outcome(shows="Consulting agreement"),
    "countersign fields contract.pdf --picture page.png": Outcome(
        shows="contract.pdf: 3 pages, no form fields.", leaves=("page.png",)),
    "countersign jobs list --data office": Outcome(shows="timer"),
    'countersign connect list --data office --account "$(field sender.json accountId)"': Outcome(
        shows="The account has no webhooks."),
    "countersign app show --data data KEY": Outcome(shows="grace@example.org"),
    "countersign account notices --data office --email grace@example.org --viewed": Outcome(shows="viewed"),
    "countersign data copy --data data --to "
    '"postgresql://countersign@db.example.org/countersign?sslmode=verify-full"': Outcome(shows="Both sides agree."),
    "countersign mail bounce --data office returned.eml": Outcome(shows="The message was not delivered"),
}


@pytest.fixture(scope="module")
def desk(tmp_path_factory) -> Path:
    """A fresh folder with the program where `make demo` has built it, and nothing else."""
    made = tmp_path_factory.mktemp("documents") / "countersign"
    (made / BUILT).parent.mkdir(parents=True)
    (made / BUILT).symlink_to(PROGRAM)
    return made


@pytest.fixture(scope="module")
def newcomer(desk: Path):
    person = Newcomer(desk, desk.parent / "screen")
    yield person
    person.leaves()


@pytest.fixture(scope="module")
def port():
    seat = socket.socket()
    try:
        # Kept to the end. It is not the service's address, so it keeps away only other runs of these tests.
        seat.bind(("127.0.0.2", USUAL_PORT))
        with socket.socket() as listener:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind(("127.0.0.1", USUAL_PORT))
        found = USUAL_PORT
    except OSError:
        found = free_port()
    yield found
    seat.close()


@pytest.fixture(scope="module")
def mail_server(authority, tmp_path_factory) -> Iterator[MailServer]:
    files = authority.issue_for_host("localhost").write(tmp_path_factory.mktemp("mail"), "server")
    server = MailServer(files, "sign@example.com", "correct horse battery staple")
    yield server
    server.close()


@pytest.fixture(scope="module")
def stand_ins(
    infrastructure: PublicKeyInfrastructure, mail_server: MailServer, anchor: Path, cluster: Cluster
) -> dict[str, str]:
    return {
        "database": address(cluster),
        "second_database": address(cluster).replace("///countersign?", "///postgres?"),
        "clock": infrastructure.clock(), "second_clock": infrastructure.clock("second-clock"), "clone": str(ROOT),
        "mail": mail_server.url, "mail_trust": str(anchor),
    }


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    made = Cluster()
    try:
        yield made.make()
    finally:
        made.remove()


def is_typed(command: Command) -> bool:
    return command.text.startswith(TYPED) and command.key not in ELSEWHERE and not command.is_only_named


def test_every_command_is_typed_here_or_stands_on_the_list():
    unknown = [
        str(one) for one in commands()
        if not is_typed(one) and not one.is_only_named and one.key not in ELSEWHERE
    ]
    assert not unknown, "neither typed nor on the list of what is run elsewhere:\n" + "\n".join(unknown)


def test_the_tables_name_only_what_stands_in_the_documents():
    keys = {one.key for one in commands()}
    gone = [key for key in [*ELSEWHERE, *OUTCOMES, *ANSWERS] if key not in keys]
    assert not gone, f"no longer in any document: {gone}"
    for document, fragments in STANDS_FOR.items():
        for fragment in fragments:
            assert any(fragment in one.text for one in commands() if one.document == document), (document, fragment)
    for document, files in BROUGHT.items():
        typed = [one.text for one in commands() if one.document == document]
        for file in files:
            assert any(file.split("/")[0] in text for text in typed), (document, file)


def test_what_is_run_elsewhere_is_there():
    for key in ELSEWHERE:
        first, *others = key.split()
        if first == "make":
            run = subprocess.run(["make", "-n", *others], cwd=ROOT, text=True, capture_output=True)
            assert run.returncode == 0, run.stderr
        elif first.startswith(("scripts/", ".ci/")):
            assert (ROOT / first).is_file(), key
        elif others[:1] == ["run"]:
            assert f'"{others[1]}"' in (ROOT / "Package.swift").read_text(), key


def help_of(*words: str) -> str:
    """The help of a command and of all below it."""
    text = countersign(*words, "--help").stdout
    below = re.findall(r"^  ([a-z]+)  ", text.partition("SUBCOMMANDS:")[2], re.M)
    return text + "".join(help_of(*words, name) for name in below)


def test_every_option_that_is_named_is_one_of_the_program():
    known = set(OPTION.findall(help_of()))
    unknown = [(place, option) for place, option in options() if option not in known]
    assert not unknown, unknown


def test_every_command_that_is_named_is_one_of_the_program():
    for command in {one.text for one in commands() if one.is_only_named}:
        words = [word for word in command.split()[1:] if not word.startswith("--")]
        run = countersign(*words, "--help")
        assert run.returncode == 0 and f"USAGE: countersign {' '.join(words)}" in run.stdout, command
        for option in OPTION.findall(command):
            assert re.search(rf"^  .*{option}\b", run.stdout, re.M), f"{command}: {run.stdout}"


def test_every_command_works_when_they_are_typed_back_to_back(
        newcomer, desk, port, infrastructure, stand_ins, mail_server):
    for path in DOCUMENTS:
        document = str(path.relative_to(ROOT))
        for file, source in BROUGHT.get(document, {}).items():
            (desk / file).parent.mkdir(exist_ok=True)
            (desk / file).write_bytes(source(infrastructure).read_bytes())
        text = " ".join(path.read_text(encoding="utf-8").split())
        for command in commands():
            if command.document == document and is_typed(command):
                if "returned.eml" in command.text:
                    to = mail_server.received[0].mail_from
                    (desk / "returned.eml").write_bytes(report(to, "ada@example.org"))
                try_out(command, text, newcomer, desk, on_port(in_place(command, stand_ins), port))
    assert_nothing_is_ignored(desk)
    mailed, notice = mail_server.received
    assert mailed.rcpt_tos == ["ada@example.org"] and re.fullmatch(r"bounces\+\w{26}@example\.com", mailed.mail_from)
    assert notice.rcpt_tos == ["grace@example.org"] and b"550 5.1.1 no such mailbox" in notice.content
    assert b'"Grace Hopper via Example Ltd" <sign@example.com>' in mailed.content
    assert b"\r\nhttps://sign.example.com/open/" in mailed.content


def test_a_wait_for_the_service_says_nothing_while_nothing_answers(tmp_path: Path):
    waits = [one.text for one in commands() if one.text.endswith("/health")]
    assert len(waits) == 4 and all(f":{USUAL_PORT}/" in wait and "--retry 20" in wait for wait in waits), waits
    for wait in set(waits):
        typed = wait.replace(f":{USUAL_PORT}/", f":{free_port()}/").replace("--retry 20", "--retry 1")
        run = subprocess.run(["bash", "-c", typed], text=True, capture_output=True)
        assert (run.returncode, run.stdout, run.stderr) == (7, "", ""), run


def test_nothing_is_asked_of_a_service_before_the_wait_for_it():
    waiting: Command | None = None
    for command in commands():
        if command.key.startswith("countersign serve") and command.key.endswith("&"):
            waiting = command
        elif command.key.startswith("kill %1") or command.text.endswith("/health"):
            waiting = None
        else:
            assert waiting is None or "curl " not in command.text, f"{command}\nfollows without a wait\n{waiting}"


def test_the_readmes_commands_for_the_service_may_be_pasted_at_once(tmp_path):
    shown = [one for one in commands() if one.document == "README.md" and is_typed(one)]
    first = next(number for number, one in enumerate(shown) if one.key.startswith("countersign serve"))
    last = next(number for number, one in enumerate(shown) if one.text.startswith('echo "Open within'))
    (fetching,) = [one for one in shown if one.key.endswith("-o certificate.pdf")]
    port = free_port()
    desk = tmp_path / "desk"
    desk.mkdir()
    assert countersign("sample", desk / "contract.pdf").returncode == 0
    person = Newcomer(desk, tmp_path / "screen")
    try:
        person.types(f"export PATH={PROGRAM.parent}:$PATH")
        status, seen = person.types("\n".join(on_port(one.text, port) for one in shown[first : last + 1]))
        assert status == 0 and "Traceback" not in seen, seen
        # Nobody has signed: there is no certificate yet, and none is left.
        status, seen = person.types(fetching.text)
        assert status == 22 and not (desk / "certificate.pdf").exists(), seen
        signs_in_a_browser(json.loads((desk / "view.json").read_text())["url"])
        assert person.types(fetching.text)[0] == 0 and (desk / "certificate.pdf").read_bytes().startswith(b"%PDF")
    finally:
        person.leaves()


def try_out(command: Command, document: str, newcomer: Newcomer, desk: Path, typed: str) -> None:
    if command.key.startswith(("countersign mail", "countersign jobs")):
        waits_for_messages(desk / re.search(r"--data (\w+)", command.key)[1])
    serves = command.key.startswith("countersign serve") and "--print-config" not in command.key
    if serves and not command.key.endswith("&"):
        status, shown = newcomer.lets_run(typed, "Countersign serves .*")
    else:
        status, shown = newcomer.types(typed, ANSWERS.get(command.key, ""))
    if command.key.endswith("&"):
        newcomer.waits_for("Countersign serves")
    outcome = OUTCOMES.get(command.key, Outcome())
    assert status == outcome.status, f"{command}\ntyped as: {typed}\nended with {status}:\n{shown}"
    assert outcome.shows in shown, f"{command}\nshowed:\n{shown}"
    for file in outcome.leaves:
        assert (desk / file).stat().st_size > 0, f"{command}\nleft no {file}"
    if outcome.promise:
        promised = re.search(outcome.promise, document)
        assert promised, f"{command.document} does not say any more: {outcome.promise}"
        words = promised.groupdict()
        assert words.get("words", "") in " ".join(shown.split()), f"{command}\nshowed:\n{shown}"
        assert words.get("status", str(status)) == str(status), command
    if command.text.startswith('echo "Open within five minutes'):
        signs_in_a_browser(shown.split()[-1])
    if command.key.startswith("countersign mail show --data office --to"):
        reads_a_message(shown, command.key.split()[-1])
    if command.key == "kill %1":
        status, shown = newcomer.types("wait %1")
        assert status == 0, f"the service ended with {status}:\n{shown}"
    if command.shown:
        assert shown.strip() == command.shown, command


def in_place(command: Command, stand_ins: dict[str, str]) -> str:
    """The command with what the table has for what the document leaves to the reader."""
    text = command.text
    for fragment, value in STANDS_FOR.get(command.document, {}).items():
        text = text.replace(fragment, value.format_map(stand_ins))
    return text


def on_port(text: str, port: int) -> str:
    if port == USUAL_PORT:
        return text
    if not text.startswith("countersign serve"):
        return text.replace(f"http://127.0.0.1:{USUAL_PORT}/", f"http://127.0.0.1:{port}/")
    bare = text.replace(f" --port {USUAL_PORT}", "")
    return bare.replace("countersign serve", f"countersign serve --port {port}", 1)


def assert_nothing_is_ignored(desk: Path) -> None:
    for answer in ("created.json", "sent.json"):
        assert "warnings" not in json.loads((desk / answer).read_text()), answer


def waits_for_messages(data: Path) -> None:
    """A person types more slowly than the service works."""
    until = time.monotonic() + 30
    while any(job["kind"] not in ("timer", "cleaning") for job in json.loads(
            countersign("jobs", "list", "--data", data, "--json").stdout)):
        assert time.monotonic() < until, countersign("jobs", "list", "--data", data).stdout
        time.sleep(0.1)


def reads_a_message(shown: str, address: str) -> None:
    assert f"<{address}>" in shown, shown
    if "Review and sign:" in shown:
        (link,) = re.findall(r"^http://\S+/open/\S+$", shown, re.M)
        page = Ceremony(link, "POST")
        name = {"ada@example.org": "Ada Lovelace", "charles@example.org": "Charles Babbage"}[address]
        assert event_of(page.complete(name)) == "signing_complete"
    else:
        assert "Everyone has signed" in shown and "Consulting agreement.pdf" in shown, shown


def signs_in_a_browser(url: str) -> None:
    back = Ceremony(url).complete("Ada Lovelace")
    assert back.startswith("https://example.org/done") and event_of(back) == "signing_complete", back
