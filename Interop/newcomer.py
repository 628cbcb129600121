"""Somebody who types what a document shows, in one window, and reads what comes."""

import os
import re
import shlex
import signal
import subprocess
import time
from pathlib import Path

PATIENCE = 60  # seconds until a command counts as one that never ends


class Newcomer:
    """A shell in a folder. What is begun in it - variables, functions, programs in the background - is there later."""

    def __init__(self, folder: Path, screen: Path):
        self.folder = folder
        self.screen = screen
        self.screen.touch()
        self._keyboard = screen.with_suffix(".typed")
        # Nothing of the tests' own environment is seen, least of all a `countersign` on the path.
        self._surroundings = {
            "PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": str(folder), "LANG": "C.UTF-8",
        }
        self._count = 0
        self._typed_at = 0
        # `pipefail`: a command that fails before a pipe has failed.
        self._shell = self._begin(["bash", "-o", "pipefail"], stdin=subprocess.PIPE)

    def _begin(self, command: list[str], **options) -> subprocess.Popen:
        with self.screen.open("ab") as shown:
            return subprocess.Popen(
                command, cwd=self.folder, env=self._surroundings, stdout=shown, stderr=shown, start_new_session=True,
                **options,
            )

    def types(self, text: str, answers: str = "") -> tuple[int, str]:
        """Types a command; `answers` are the lines typed while it runs. Gives exit status and what was shown."""
        self._count += 1
        self._keyboard.write_text(answers)
        shown = self._typed_at = self._end_of_screen
        line = f"{{\n{text}\n}} < {shlex.quote(str(self._keyboard))}\nprintf '<%d: %d>' {self._count} $?\n"
        self._shell.stdin.write(line.encode())
        self._shell.stdin.flush()
        ended = self._sees(rf"<{self._count}: (\d+)>", shown, self._shell)
        return int(ended[1]), ended.string[: ended.start()]

    def lets_run(self, text: str, sign: str) -> tuple[int, str]:
        """Types a command that runs on, waits until it shows `sign`, and presses Ctrl-C."""
        # A shell that is not a terminal's keeps Ctrl-C from its jobs, so the command gets a shell of its own.
        _, surroundings = self.types("export -p")
        shown = self._end_of_screen
        process = self._begin(["bash", "-c", f"{surroundings}\nexec {text}"], stdin=subprocess.DEVNULL)
        try:
            self._sees(sign, shown, process)
            process.send_signal(signal.SIGINT)
            return process.wait(timeout=PATIENCE), self._screen_since(shown)
        finally:
            process.kill()

    def waits_for(self, sign: str) -> None:
        """Reads on until `sign` stands below the command that was typed last."""
        self._sees(sign, self._typed_at, self._shell)

    @property
    def _end_of_screen(self) -> int:
        return self.screen.stat().st_size

    def _screen_since(self, start: int) -> str:
        return self.screen.read_bytes()[start:].decode(errors="replace")

    def _sees(self, sign: str, start: int, process: subprocess.Popen) -> re.Match:
        until = time.monotonic() + PATIENCE
        while True:
            ended = process.poll()
            if found := re.search(sign, self._screen_since(start)):
                return found
            shown = self._screen_since(start)[-3000:]
            assert ended is None, f"ended with {ended} before it showed {sign!r}:\n{shown}"
            assert time.monotonic() < until, f"after {PATIENCE} seconds there is no {sign!r}:\n{shown}"
            time.sleep(0.01)

    def leaves(self) -> None:
        """Closes the window; what still runs in it ends."""
        try:
            os.killpg(self._shell.pid, signal.SIGTERM)
        except ProcessLookupError:
            pass
        self._shell.stdin.close()
        self._shell.wait(timeout=PATIENCE)
