"""Any replica may serve any request: real replicas, a real store, and no stickiness."""

import os
import re
import signal
import subprocess
import sys
from itertools import takewhile
from pathlib import Path
from random import Random

import httpx2
import pytest

from deploy.cluster.__main__ import DOWN_SECONDS
from deploy.cluster.balancers import NotInstalled, program
from deploy.cluster.installation import Installation
from tests.deploy.conftest import ANSWER_SECONDS
from tests.deploy.players import Players

ROOT = Path(__file__).resolve().parents[2]


def servers(installation: Installation) -> list[str]:
    return [installation.url, *(replica.url for replica in installation.replicas)]


@pytest.mark.parametrize("seed", range(6))
def test_a_game_goes_on_when_every_request_meets_another_replica(
    installation: Installation, client: httpx2.Client, seed: int
) -> None:
    players = Players(client, servers(installation), Random(seed))
    players.begin()
    players.play(most_commands=60)
    for server in servers(installation):
        told = client.get(f"{server}{players.path}").json()
        assert {**told, "events": None} == {**players.game, "events": None}, "all replicas tell the same"
    log = players.get(f"{players.path}/events?limit=1000")
    versions = [entry["version"] for entry in log["entries"]]
    assert versions == list(range(1, players.game["version"] + 1))


def test_create_on_the_first_join_on_the_second_move_on_the_third(
    installation: Installation, client: httpx2.Client
) -> None:
    first, second, third = (replica.url for replica in installation.replicas)
    body = {"seats": {"black": "open"}, "dice": {"mode": "scripted", "rolls": [[6, 3], [5, 4]]}}
    made = client.post(f"{first}/v1/games", json=body).json()
    path = made["game"]["links"]["self"]
    assert client.post(f"{second}{path}/seats", json={"seat": "black"}).status_code == 201
    token = {"Authorization": f"Bearer {made['tokens']['white']}"}
    assert client.post(f"{third}{path}/rolls", headers=token, json={}).status_code == 200
    moved = client.post(f"{first}{path}/moves", headers=token, json={"play": "hand/20"})
    assert moved.json()["version"] == 4
    assert client.get(f"{second}{path}").json()["version"] == 4


@pytest.mark.parametrize(
    "store",
    ["valkey", pytest.param("sentinel", marks=pytest.mark.slow), pytest.param("cluster", marks=pytest.mark.slow)],
)
def test_one_command_brings_it_up_and_another_takes_it_down(store: str, tmp_path: Path) -> None:
    try:
        program("nginx")
    except NotInstalled as error:
        pytest.skip(str(error))
    command = [sys.executable, "-m", "deploy.cluster"]
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    with subprocess.Popen(
        [*command, "up", "--store", store, "--replicas", "2"],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
    ) as up:
        try:
            told = "".join(takewhile(lambda line: not line.startswith("Ctrl-C"), up.stdout or ()))
            address = re.search(r"answers at (http://\S+)", told)
            assert address, told
            assert httpx2.get(f"{address[1]}/readyz", timeout=ANSWER_SECONDS).status_code == 200
            subprocess.run([*command, "down"], cwd=ROOT, env=environment, check=True, timeout=2 * DOWN_SECONDS)
            assert up.wait(ANSWER_SECONDS) == 0
        finally:
            up.terminate()
        for process in re.findall(r"process (\d+)", told):
            with pytest.raises(ProcessLookupError):
                os.kill(int(process), signal.SIG_DFL)
    assert [path.name for path in tmp_path.iterdir() if path.is_dir()] == []
