"""The process `effigy rubicon --solve`: one line of JSON for each request and each answer."""

import json
import os
import shutil
import subprocess

VERSION = 1


class SolverError(Exception):
    """The solver did not answer, or answered that it did not understand."""


class Solver:
    """Drives one process. `effigy` is the program: by default that of the variable EFFIGY, or the one on the search path."""

    def __init__(self, effigy=None, library="effigy-rubicon"):
        effigy = effigy or os.environ.get("EFFIGY") or "effigy"
        program = effigy if os.access(effigy, os.X_OK) and os.path.sep in effigy else shutil.which(effigy)
        if program is None:
            raise SolverError(f"there is no program `{effigy}`: put effigy on the search path, or set EFFIGY")
        command = [program, "rubicon", "--solve"]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.schema = None
        self.asked = 0
        self.ask({"request": "hello", "version": VERSION, "library": library})

    def ask(self, request):
        """The answer to a request."""
        self.asked += 1
        try:
            self.process.stdin.write(json.dumps(request) + "\n")
            self.process.stdin.flush()
            line = self.process.stdout.readline()
        except OSError as cause:
            raise SolverError(f"effigy ended: {cause}") from cause
        if not line:
            raise SolverError(f"effigy ended with status {self.process.wait()} at a request `{request['request']}`")
        answer = json.loads(line)
        if answer.get("answer") == "error":
            raise SolverError(answer.get("message", line))
        if answer.get("answer") != request["request"]:
            raise SolverError(f"effigy answered {line.strip()} to a request `{request['request']}`")
        return answer

    def set_schema(self, schema):
        """Sends the tables, if they are not the ones that were sent last."""
        if schema != self.schema:
            self.ask(schema)
            self.schema = schema

    def feasible(self, variables, conditions, writes, scopes):
        """Whether conditions can hold together: yes, no or unknown."""
        request = {"request": "feasible", "variables": variables, "condition": conditions, "writes": writes, "scopes": scopes}
        try:
            return self.ask(request)["feasible"]
        except SolverError:
            if self.process.poll() is not None:
                raise
            return "unknown"

    def close(self):
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()
