"""An ``effigy worker`` process."""

import json
import os
import shutil
import subprocess
import threading


class WorkerDied(Exception):
    """The process ended before it answered."""


class NotStarted(WorkerDied):
    """There is no process: what it was to do has no part in that."""


class Process:
    """Drives one ``effigy worker`` by lines of JSON."""

    def __init__(self, effigy, start):
        """``start`` is the line that names the program."""
        program = effigy if os.access(effigy, os.X_OK) else shutil.which("effigy")
        if program is None:
            raise NotStarted(f"this node has neither {effigy} nor `effigy` on its search path")
        self._sending = threading.Lock()
        try:
            self._process = subprocess.Popen(
                [program, "worker"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
            )
            self._send(start)
            self._answer("ready")
        except (OSError, WorkerDied) as cause:
            raise NotStarted(str(cause)) from cause

    @property
    def is_alive(self):
        return self._process.poll() is None

    def explore(self, parts, **limits):
        """What became of these parts of the tree, under limits as docs/ray.md names them."""
        self._send(json.dumps({"explore": {"parts": parts, **limits}}))
        return self._answer("commit")

    def split(self):
        """Asks for what is not walked yet. Any thread may call it. A worker that is dead has nothing to give, which the
        order that it was at work on says."""
        try:
            self._send('"split"')
        except WorkerDied:
            pass

    def _send(self, line):
        try:
            with self._sending:
                self._process.stdin.write(line.rstrip("\n") + "\n")
                self._process.stdin.flush()
        except OSError as cause:
            raise WorkerDied(str(cause)) from cause

    def end(self):
        """Ends the process, whatever it is at."""
        self._process.kill()
        self._process.communicate()

    def _answer(self, kind):
        line = self._process.stdout.readline()
        if not line.endswith("\n"):
            raise WorkerDied(f"effigy worker ended with status {self._process.wait()}")
        answer = json.loads(line)
        if kind not in answer:
            raise WorkerDied(str(answer.get("error", answer)))
        return answer[kind]
