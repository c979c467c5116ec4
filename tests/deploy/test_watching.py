"""What operators see: figures of all workers, a line of JSON for each request, alerts and a dashboard that fit them."""

import json
import os
import re
import signal
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import httpx2
import pytest
from acey_deucey.api import figures
from prometheus_client import Counter, Gauge, Histogram
from prometheus_client.parser import text_string_to_metric_families

from deploy.cluster.installation import Installation
from tests.deploy.conftest import ANSWER_SECONDS, installed
from tests.deploy.players import Players
from tests.store.servers import wait_until

DEPLOY = Path(__file__).resolve().parents[2] / "deploy"
TRACE = "4bf92f3577b34da6a3ce929d0e0e4736"
PARENT = "00f067aa0ba902b7"


@pytest.fixture(scope="module")
def watched() -> Iterator[Installation]:
    """One replica of two worker processes that logs each request."""
    with installed("nginx", replicas=1, settings={"ACEY_WORKERS": "2", "ACEY_LOG_LEVEL": "info"}) as it:
        yield it


def figures_of(
    installation: Installation, client: httpx2.Client
) -> dict[tuple[str, frozenset[tuple[str, str]]], float]:
    answer = client.get(f"{installation.replicas[0].url}/metrics")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/plain")
    return {
        (sample.name, frozenset(sample.labels.items())): sample.value
        for family in text_string_to_metric_families(answer.text)
        for sample in family.samples
    }


def figure(found: dict[tuple[str, frozenset[tuple[str, str]]], float], name: str, **labels: str) -> float:
    return found.get((name, frozenset(labels.items())), 0.0)


def test_the_figures_are_those_of_all_workers(watched: Installation, client: httpx2.Client) -> None:
    before = figures_of(watched, client)
    for _ in range(40):  # a connection each, so that both workers get some
        httpx2.get(f"{watched.replicas[0].url}/v1/rulesets", timeout=ANSWER_SECONDS)
    after = figures_of(watched, client)
    labels = {"route": "list_rulesets", "status": "200"}
    assert figure(after, "acey_requests_total", **labels) - figure(before, "acey_requests_total", **labels) == 40
    assert figure(after, "acey_request_seconds_count", route="list_rulesets") >= 40


def open_files(process: int) -> Iterator[Path]:
    for handle in Path(f"/proc/{process}/fd").iterdir():
        with suppress(FileNotFoundError):  # closed meanwhile
            yield handle.readlink()


def test_what_was_counted_stays_when_workers_are_replaced_and_leaves_no_more_files(
    watched: Installation, client: httpx2.Client
) -> None:
    replica = watched.replicas[0]
    labels = {"route": "livez", "status": "200"}
    client.get(f"{replica.url}/livez")
    before = figure(figures_of(watched, client), "acey_requests_total", **labels)
    [folder] = {file.parent for file in open_files(replica.workers()[0]) if file.suffix == ".db"}
    for _ in range(3):
        old = set(replica.workers())
        os.kill(min(old), signal.SIGKILL)
        wait_until(lambda old=old: len(set(replica.workers()) - old) == 1 and len(replica.workers()) == 2)  # type: ignore[misc]
    wait_until(replica.is_ready)
    for _ in range(20):
        httpx2.get(f"{replica.url}/livez", timeout=ANSWER_SECONDS)
    assert figure(figures_of(watched, client), "acey_requests_total", **labels) == before + 20
    assert len({file.name.rpartition("_")[2] for file in folder.glob("*.db")}) <= 3, (
        "a leaving worker may overlap its heir"
    )


def test_moves_refusals_replays_and_conflicts_are_counted(watched: Installation, client: httpx2.Client) -> None:
    players = Players(client, [watched.url], Random(4))
    before = figures_of(watched, client)
    players.begin()
    while players.game["turn"]["awaits"] != "move":
        players.step()
    token = {"Authorization": f"Bearer {players.tokens[players.game['turn']['player']]}"}
    refused = client.post(f"{watched.url}{players.path}/moves", json={"play": "6/off"}, headers=token)
    key = {"Idempotency-Key": "twice"}
    body = {"play": players.game["legal"]["steps"][0]["text"]}
    for _ in range(2):
        assert client.post(f"{watched.url}{players.path}/moves", json=body, headers=token | key).status_code == 200
    after = figures_of(watched, client)

    def gained(name: str, **labels: str) -> float:
        return figure(after, name, **labels) - figure(before, name, **labels)

    slug = refused.json()["type"].removeprefix("/problems/")
    assert gained("acey_moves_total", ruleset="american", outcome=slug) == 1
    assert gained("acey_moves_total", ruleset="american", outcome="accepted") == 1
    assert gained("acey_replays_total") >= 1
    assert gained("acey_store_seconds_count", command="save") >= 3
    assert figure(after, "acey_listeners") == 0


def test_each_request_is_a_line_of_json_with_its_id_and_trace(watched: Installation, client: httpx2.Client) -> None:
    headers = {"X-Request-Id": "of-the-caller-1", "traceparent": f"00-{TRACE}-{PARENT}-01"}
    answer = client.get(f"{watched.url}/v1/rulesets", headers=headers)
    assert answer.headers["x-request-id"] == "of-the-caller-1"
    lines = [json.loads(line) for line in watched.replicas[0].log.read_text().splitlines() if line.startswith("{")]
    [line] = [line for line in lines if line["request_id"] == "of-the-caller-1"]
    assert (line["path"], line["status"], line["trace_id"], line["parent_id"]) == ("/v1/rulesets", 200, TRACE, PARENT)


@pytest.mark.parametrize(
    "given",
    ["", "nonsense", f"00-{TRACE.upper()}-{PARENT}-01", f"00-{'0' * 32}-{PARENT}-01", f"ff-{TRACE}-{PARENT}-01"],
)
def test_what_is_no_trace_is_not_logged(watched: Installation, client: httpx2.Client, given: str) -> None:
    name = f"without-{abs(hash(given))}"
    client.get(f"{watched.url}/livez", headers={"X-Request-Id": name, "traceparent": given})
    [line] = [line for line in watched.replicas[0].log.read_text().splitlines() if name in line]
    assert "trace_id" not in json.loads(line)


def test_no_token_or_key_is_in_the_log(watched: Installation, client: httpx2.Client) -> None:
    players = Players(client, [watched.url], Random(5))
    players.begin()
    players.play(most_commands=6)
    client.get(f"{watched.url}{players.path}", headers={"Authorization": f"Bearer {players.tokens['white']}x"})
    told = watched.replicas[0].log.read_text()
    assert not any(token in told for token in players.tokens.values())
    assert "Bearer" not in told


def known_names() -> set[str]:
    names = set()
    for metric in vars(figures).values():
        if isinstance(metric, Counter | Gauge | Histogram):
            endings = {Counter: ["_total"], Gauge: [""]}.get(type(metric), ["_bucket", "_count", "_sum"])
            names |= {family.name + ending for family in metric.describe() for ending in endings}
    return names


def expressions(value: Any) -> Iterator[str]:
    """Each PromQL expression of a dashboard or of rules."""
    if isinstance(value, dict):
        for name, inner in value.items():
            if name == "expr":
                yield inner
            else:
                yield from expressions(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from expressions(inner)


def test_alerts_and_dashboard_ask_for_figures_that_exist() -> None:
    yaml = pytest.importorskip("yaml", reason="PyYAML is not installed: make manifests")
    told = {
        "alerts": yaml.safe_load((DEPLOY / "prometheus" / "alerts.yaml").read_text()),
        "dashboard": json.loads((DEPLOY / "grafana" / "dashboard.json").read_text()),
    }
    for name, content in told.items():
        found = list(expressions(content))
        assert len(found) > 6, name
        for expression in found:
            assert set(re.findall(r"\bacey_\w+", expression)) <= known_names(), expression
