"""What ``effigy explore --ray`` starts: lines of JSON on standard input and output (docs/ray.md)."""

import argparse
import json
import os
import socket
import sys
import threading


from . import record

#: An address that is a file: one worker walks, and how long each leaf took is written there.
RECORD = "record:"


def main():
    arguments = parse()
    # Ray and its workers print: standard output is for lines of JSON alone.
    out = os.fdopen(os.dup(1), "w", buffering=1)
    os.dup2(2, 1)

    def say(**line):
        out.write(json.dumps(line, separators=(",", ":")) + "\n")

    start = sys.stdin.readline()
    parts = json.loads(sys.stdin.readline())["parts"]
    stopped = threading.Event()
    threading.Thread(target=lambda: (sys.stdin.read(), stopped.set()), daemon=True).start()
    try:
        run(arguments, start, parts, stopped, say)
    except ModuleNotFoundError:
        say(error=f"Python at {sys.executable} has no Ray: pip install ray")
    except Exception as error:  # noqa: BLE001: whatever it is, the other side has to know.
        say(error=f"{type(error).__name__}: {error}")


def run(arguments, start, parts, stopped, say):
    if arguments.address.startswith(RECORD):
        for commit in record.run(arguments.effigy, start, parts, stopped, arguments.address[len(RECORD) :]):
            say(commit=commit)
        say(done=0)
        return

    import ray

    from . import cluster, pool, process

    answers(arguments.address)
    # A node needs Effigy, but not this package.
    for module in (cluster, pool, process):
        ray.cloudpickle.register_pickle_by_value(module)
    ray.init(address=arguments.address, log_to_driver=False, logging_level="error")
    try:
        running = cluster.Cluster(arguments.effigy, start, parts, arguments.workers)
        for commit in running.commits(stopped.is_set):
            say(commit=commit)
            say(open=running.open)
        say(note=str(running.use))
        say(done=running.given_up)
    finally:
        ray.shutdown()


def answers(address):
    """Fails where nobody listens at HOST:PORT: Ray itself tries for minutes."""
    host, _, port = address.rpartition(":")
    if host and "/" not in host and port.isdigit():
        socket.create_connection((host, int(port)), timeout=5).close()


def parse():
    parser = argparse.ArgumentParser(prog="effigy_ray", description=__doc__)
    parser.add_argument("--address", required=True, help="of the cluster: HOST:PORT, auto, local; or record:FILE")
    parser.add_argument("--effigy", required=True, help="the program; nodes without it look for `effigy`")
    parser.add_argument("--workers", type=int, help="at most so many [default: one a CPU]")
    return parser.parse_args()


if __name__ == "__main__":
    main()
