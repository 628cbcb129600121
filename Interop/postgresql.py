"""PostgreSQL clusters in temporary folders, reached through sockets in them: a primary, and a standby that follows it."""

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path

PROGRAMS = max(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda folder: float(folder.parent.name), default=None)
ROLE = "countersign"


def run(program: str, *arguments: str | Path) -> str:
    """Runs one of PostgreSQL's programs as its own user: it refuses to run as root."""
    command = [str(PROGRAMS / program), *map(str, arguments)]
    if os.geteuid() == 0:
        command = ["setpriv", "--reuid", "postgres", "--regid", "postgres", "--clear-groups", *command]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, cwd="/", stdin=subprocess.DEVNULL)
    assert done.returncode == 0, f"{program}: {done.stdout}{done.stderr}"
    return done.stdout


class Cluster:
    """A server with a database of its own."""

    def __init__(self) -> None:
        # Below /tmp, because a socket's path is short, and its user has to get there.
        self.folder = Path(tempfile.mkdtemp(prefix="countersign-postgresql-", dir="/tmp"))
        if os.geteuid() == 0:
            owner = pwd.getpwnam("postgres")
            os.chown(self.folder, owner.pw_uid, owner.pw_gid)
        self.folder.chmod(0o755)
        self.data = self.folder / "data"

    def make(self) -> "Cluster":
        run("initdb", "--pgdata", self.data, "--username", ROLE, "--auth", "trust", "--encoding", "UTF8", "--no-locale",
            "--no-sync")
        self.start()
        run("createdb", "--host", self.folder, "--username", ROLE, "countersign")
        return self

    def start(self) -> None:
        run("pg_ctl", "start", "--pgdata", self.data, "--wait", "--timeout", "120", "--silent", "--log",
            self.folder / "log", "--options", f"-k {self.folder} -c listen_addresses='' -c max_connections=100")

    def follow(self, primary: "Cluster") -> "Cluster":
        """Becomes the standby of a primary, which acknowledges nothing from now on that the standby does not have."""
        run("pg_basebackup", "--host", primary.folder, "--username", ROLE, "--pgdata", self.data, "--write-recovery-conf",
            "--checkpoint", "fast")
        self.start()
        primary.sql("ALTER SYSTEM SET synchronous_standby_names = '*'")
        primary.sql("SELECT pg_reload_conf()")
        until = time.monotonic() + 60
        while primary.sql("SELECT sync_state FROM pg_stat_replication") not in ("sync", "quorum"):
            assert time.monotonic() < until, "the standby does not follow"
            time.sleep(0.05)
        return self

    def promote(self) -> None:
        run("pg_ctl", "promote", "--pgdata", self.data, "--wait", "--silent")

    def sql(self, statement: str) -> str:
        return run("psql", "--host", self.folder, "--username", ROLE, "--dbname", "countersign", "--no-align",
                   "--tuples-only", "--no-psqlrc", "--command", statement).strip()

    def kill(self) -> None:
        """SIGKILL: the server gets no chance to finish anything."""
        pid = int((self.data / "postmaster.pid").read_text().splitlines()[0])
        os.kill(pid, signal.SIGKILL)

    def remove(self) -> None:
        if (self.data / "postmaster.pid").exists():
            try:
                run("pg_ctl", "stop", "--pgdata", self.data, "--mode", "immediate", "--silent")
            except AssertionError:
                pass  # It was killed.
        shutil.rmtree(self.folder, ignore_errors=True)


def address(*clusters: Cluster) -> str:
    """The address of a database whose server is one of these."""
    hosts = ",".join(str(cluster.folder) for cluster in clusters)
    return f"postgresql:///countersign?host={hosts}&user={ROLE}"


def histories(cluster: Cluster) -> dict[str, list[bytes]]:
    """The events of each envelope, as they are stored."""
    found: dict[str, list[bytes]] = {}
    rows = cluster.sql('SELECT "envelopeID", encode(body, \'hex\') FROM event ORDER BY "envelopeID", sequence')
    for row in rows.splitlines():
        envelope, body = row.split("|")
        found.setdefault(envelope, []).append(bytes.fromhex(body))
    return found


def blob(cluster: Cluster, digest: str) -> bytes:
    return bytes.fromhex(cluster.sql(f"SELECT encode(bytes, 'hex') FROM \"blobBytes\" WHERE hash = '{digest}'"))
