"""The commands of the documents that these tests do not type, with the place where they are run, or why they are not."""

ELSEWHERE = {
    # Builds, from minutes to hours.
    "make demo": "builds the program and then runs `countersign demo`, which test_demo.py does",
    "make build": "builds the release program, which `make bench` measures",
    "make test": "is run by .ci/run, and runs this test",
    ".ci/run": "runs `make test`, and with it this test",
    "scripts/test": "is `make test`",
    "scripts/with-display swift test": "is the step `rooms` of `make test`",
    "scripts/with-postgresql swift test --filter LedgerTests": "is the step `postgresql` of `make test`",
    "swift test": "is the step `rooms` of `make test`",
    "swift test --package-path Server": "is the step `service` of `make test`",
    "swift build --package-path Server": "is the step `program` of `make test`",
    "swift build && scripts/check-apple": "is the step `apple` of `make test`",
    "scripts/check-apple": "is the step `apple` of `make test`",
    "scripts/check-rooms": "is the step `plan` of `make test`",
    "scripts/check-javascript": "is the step `javascript` of `make test`",
    "scripts/words": "writes what is made from the catalogs; the step `words` of `make test` runs it with --check",
    "scripts/embed-files": "writes Swift files; the step `embedded` of `make test` runs it with --check",
    "make check": "builds the tests of what has changed; `make test` runs each of them",
    "make docs": "is the step `documentation` of `make test`",
    "make format": "changes Swift files; .ci/run runs the same script with --check",
    "make format-check": "is run by .ci/run",
    "make races": "builds everything again with the thread sanitizer, before a release",
    "make bench": "measures, best on a machine that does nothing else; the README has its figures",
    "sudo useradd --system --home-dir /var/lib/countersign --shell /usr/sbin/nologin countersign": "changes the machine",
    "sudo install -d -m 0750 -g countersign /etc/countersign": "changes the machine",
    "sudo systemctl enable --now countersign": "changes the machine",
    "sudo -u countersign countersign account create --data /var/lib/countersign --name \"Example Ltd\" --email you@example.org":
        "is the README's command, as another user",
    "sudo -u countersign countersign backup --data /var/lib/countersign --to /var/lib/countersign-backup":
        "is typed as it stands in esignature-rest.md; this is another user's",
    "sudo -u postgres createuser countersign --pwprompt": "needs the machine's own server; postgresql.py makes clusters",
    "sudo -u postgres createdb countersign --owner countersign": "the same",
    # Programs of the repository's own build.
    "make fuzz MINUTES=10": "takes its minutes; FuzzTests tries some hundred such files",
    ".build/release/MutatePDF hostile": "belongs to the release build; ReadingLimitsTests opens the same files",
    ".build/release/MutatePDF replay FOLDER SEED NUMBER": "belongs to the release build, and to a crash of it",
    "swift run SignFromTerminal ENVELOPE-ID CLIENT-USER-ID": "is built by the step `rooms`; test_library.py tests what it calls",
    "swift run EmbeddedSigningDemo FILE": "is built by the step `rooms`; EmbeddedSigningDemoTests press its button",
    "swift run ProfileDemo": "is built by the step `rooms`; test_profile_demo.py uses it",
    "swift run SigningKiosk ENVELOPE-ID…": "is built by the step `rooms`; it wants people at a screen",
    "countersign verify signed.pdf --trust ca.pem": "is of a file signed on a device: VouchingTests makes such",
    # Runs of these tests.
    ".venv/bin/python -m pytest Interop": "is the step `Interop` of `make test`",
    ".venv/bin/python -m pytest Browser": "is the step `Browser` of `make test`",
    ".venv/bin/python -m pytest Browser -k decline": "is a part of the step `Browser` of `make test`",
    # Words of a report, not commands.
    "not checked": "stands in the report of `verify`",
    "Taken From Device": "stands in the audit events",
}
