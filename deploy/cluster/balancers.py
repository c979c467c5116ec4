"""nginx or HAProxy before the replicas, with the very files of deploy/, but for those that say where things are."""

import os
import shutil
from collections.abc import Sequence
from pathlib import Path

from deploy.cluster.processes import Process, bare_environment
from deploy.cluster.replicas import Replica, status_of

DEPLOY = Path(__file__).resolve().parents[1]
UNLIMITED = "1000000"
BALANCERS = ("nginx", "haproxy")


class NotInstalled(Exception):
    """A program that the installation needs is not on this machine."""


class Balancer(Process):
    """A load balancer; ``url`` goes through it to any replica."""

    def __init__(self, name: str, folder: Path, port: int, command: list[str], environment: dict[str, str]) -> None:
        self.url = f"http://127.0.0.1:{port}"
        super().__init__(name, folder, command, environment)

    def is_ready(self) -> bool:
        """Whether a request comes through to a replica that is ready."""
        return status_of(f"{self.url}/readyz") == 200


def program(name: str) -> str:
    """Where a program is.

    :raises NotInstalled: nowhere.
    """
    found = shutil.which(name, path=f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/local/sbin")
    if found is None:
        raise NotInstalled(f"{name} is not installed: apt-get install {name}")
    return found


def nginx(folder: Path, port: int, replicas: Sequence[Replica], limited: bool = False) -> Balancer:
    """nginx with deploy/nginx; ``limited`` counts the requests of this machine too."""
    for file in (DEPLOY / "nginx").glob("*.conf"):
        shutil.copy(file, folder)
    user = "user root;\n" if os.geteuid() == 0 else ""
    (folder / "process.conf").write_text(f"{user}worker_processes 1;\npid nginx.pid;\ndaemon off;\n")
    (folder / "listen.conf").write_text(f"listen 127.0.0.1:{port};\n")
    servers = "".join(f"    server 127.0.0.1:{replica.port} max_fails=0;\n" for replica in replicas)
    scratch = "".join(
        f"{kind}_temp_path {folder / kind};\n" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    (folder / "replicas.conf").write_text(
        f"upstream acey {{\n    hash $acey_affinity consistent;\n{servers}    keepalive 64;\n}}\n"
        f"geo $acey_limited {{\n    default {int(limited)};\n}}\n{scratch}"
    )
    command = [program("nginx"), "-e", "stderr", "-p", str(folder), "-c", str(folder / "nginx.conf")]
    return Balancer("nginx", folder, port, command, bare_environment())


def haproxy(folder: Path, port: int, replicas: Sequence[Replica], limited: bool = False) -> Balancer:
    """HAProxy with deploy/haproxy; ``limited`` counts the requests of this machine too."""
    servers = "".join(f"    server {replica.name} 127.0.0.1:{replica.port}\n" for replica in replicas)
    (folder / "replicas.cfg").write_text(f"backend acey from replicas\n{servers}")
    files = ["-f", str(DEPLOY / "haproxy" / "haproxy.cfg"), "-f", str(folder / "replicas.cfg")]
    environment = {**bare_environment(), "ACEY_BIND": f"127.0.0.1:{port}"}
    if not limited:
        environment["ACEY_RATE"] = UNLIMITED
    return Balancer("haproxy", folder, port, [program("haproxy"), "-db", *files], environment)
