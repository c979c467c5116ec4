"""What the tests of faults do, wait for and tell again and again; it knows no fault."""

import httpx2

from deploy.cluster.replicas import Replica, status_of
from deploy.cluster.stores import Node
from tests.faults.ledger import ANSWER_SECONDS, SETTLE_SECONDS, Json, Ledger
from tests.store.servers import wait_until


def get(url: str) -> httpx2.Response:
    return httpx2.get(url, timeout=ANSWER_SECONDS)


def post(url: str, body: Json) -> httpx2.Response:
    return httpx2.post(url, json=body, timeout=ANSWER_SECONDS)


def urls(replicas: list[Replica]) -> list[str]:
    return [replica.url for replica in replicas]


def told(ledger: Ledger) -> str:
    again = f"{ledger.repeated:,} sent again, {ledger.replayed:,} of them had been done"
    return f"{ledger.acknowledged:,} commands acknowledged, {again}"


def lost_of(lost: int) -> str:
    return f"{lost:,} lost" if lost else "none lost"


def restart(node: Node) -> None:
    node.kill()
    node.start()
    node.wait_until(node.answers)


def await_more(ledger: Ledger, commands: int = 60) -> None:
    """Until that many more commands were acknowledged."""
    enough = ledger.acknowledged + commands
    wait_until(lambda: ledger.acknowledged >= enough or bool(ledger.odd), SETTLE_SECONDS)


def await_refusals(ledger: Ledger) -> None:
    """Until the store has refused a command, and not just been silent."""
    wait_until(lambda: 503 in ledger.statuses, SETTLE_SECONDS)


def let_log(node: Node) -> None:
    """Let no more writes in, and wait until the log has all those that were answered.

    While it calls for the disk, as it does once a second with everysec, a server answers before it writes to its log.
    """
    node.ask("CLIENT", "PAUSE", str(int(SETTLE_SECONDS * 1000)), "WRITE")
    with node.client() as client:
        wait_until(lambda: client.info("persistence")["aof_buffer_length"] == 0, SETTLE_SECONDS)


def await_reads(replica: Replica, ledger: Ledger) -> None:
    """Until a game is shown: at once, unless the store happens to be silent."""
    game = next(iter(ledger.told))
    wait_until(lambda: status_of(f"{replica.url}/v1/games/{game}") == 200)
