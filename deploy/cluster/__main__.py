"""``python -m deploy.cluster up|down``: one installation on this machine, until Ctrl-C or ``down``."""

import argparse
import fcntl
import os
import signal
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from time import sleep
from typing import TextIO

from deploy.cluster.balancers import BALANCERS, NotInstalled
from deploy.cluster.installation import Installation, running
from deploy.cluster.processes import POLL_SECONDS, DoesNotStart
from deploy.cluster.stores import STORES

# Held with a lock by the process that runs the installation, whose id it holds.
HOLDER = Path(tempfile.gettempdir()) / f"acey-cluster-{os.getuid()}.pid"

DOWN_SECONDS = 120.0


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="deploy.cluster", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    up = commands.add_parser("up", help="start, print the address, and run until stopped")
    up.add_argument("--balancer", choices=BALANCERS, default="nginx")
    up.add_argument("--store", choices=tuple(STORES), default="valkey")
    up.add_argument("--replicas", type=int, choices=range(1, 65), default=3, metavar="N")
    up.add_argument("--port", type=int, default=0, help="of the load balancer; 0 takes a free one")
    commands.add_parser("down", help="stop the one that runs")
    asked = parser.parse_args()
    try:
        _up(asked) if asked.command == "up" else _down()
    except (NotInstalled, DoesNotStart) as error:
        sys.exit(f"cluster: {error}")


def _up(asked: argparse.Namespace) -> None:
    with HOLDER.open("a+") as holder:
        if not _is_free(holder):
            sys.exit("cluster: one is running already: make cluster-down stops it")
        holder.truncate(0)
        holder.write(str(os.getpid()))
        holder.flush()
        for sign in (signal.SIGINT, signal.SIGTERM):
            signal.signal(sign, _end)
        with suppress(KeyboardInterrupt), running(asked.balancer, asked.store, asked.replicas, asked.port) as it:
            print(_told(asked, it), flush=True)
            while True:
                signal.pause()


def _told(asked: argparse.Namespace, it: Installation) -> str:
    """The addresses, and the processes for those who want to see what happens when one is killed."""
    replicas = "\n".join(f"  {one.name:10} {one.url}  process {one.pid}" for one in it.replicas)
    nodes = "\n".join(f"  {node.name:10} port {node.port}  process {node.pid}" for node in it.store.nodes)
    return (
        f"acey-deucey answers at {it.url}\n  {asked.balancer:10} process {it.balancer.pid}\n{replicas}\n{nodes}\n"
        f"  store      {it.store.url}\nCtrl-C or make cluster-down stops all of it."
    )


def _end(sign: int, _: object) -> None:
    """Leave in order, once: who asks again must not interrupt that."""
    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, signal.SIG_IGN)
    raise KeyboardInterrupt


def _down() -> None:
    with HOLDER.open("a+") as holder:
        if _is_free(holder):
            sys.exit("cluster: none is running")
        holder.seek(0)
        os.kill(int(holder.read()), signal.SIGTERM)
        for _ in range(int(DOWN_SECONDS / POLL_SECONDS)):
            if _is_free(holder):
                return
            sleep(POLL_SECONDS)
    sys.exit("cluster: it does not stop")


def _is_free(holder: TextIO) -> bool:
    try:
        fcntl.flock(holder, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


if __name__ == "__main__":
    main()
