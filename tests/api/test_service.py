"""Health, pages, and request ids."""

from typing import Any

import pytest
from acey_deucey.api.readiness import Readiness


def test_the_process_lives_even_when_the_store_does_not(client: Any, services: Any) -> None:
    services.store.check = lambda: ["The store does not answer."]
    assert client.get("/livez").status_code == 200
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json["type"]) == (503, "/problems/not-ready")
    assert answer.json["reasons"] == ["The store does not answer."]
    assert answer.headers["Retry-After"] == "1"


def test_it_is_ready_when_the_store_is(client: Any) -> None:
    assert client.get("/readyz").json == {"status": "ready"}


def test_a_flood_of_probes_asks_the_store_at_most_every_250_ms() -> None:
    asked: list[float] = []
    now = [0.0]

    class Store:
        def check(self) -> list[str]:
            asked.append(now[0])
            return []

    readiness = Readiness(Store(), lambda: now[0])  # type: ignore[arg-type]
    for tick in range(100):
        now[0] = tick / 100
        readiness.reasons()
    assert len(asked) == 4


def test_browsers_get_pages_that_load_nothing_from_elsewhere(client: Any) -> None:
    for path in ("/", "/docs", "/problems", "/problems/point-blocked"):
        page = client.get(path, headers={"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"})
        assert (page.status_code, page.mimetype) == (200, "text/html")
        assert "default-src 'none'" in page.headers["Content-Security-Policy"]
        for part in page.text.split('src="')[1:] + page.text.split('<link rel="stylesheet" href="')[1:]:
            name = part.partition('"')[0]
            assert client.get(name).status_code == 200


def test_programs_get_the_start_as_data(client: Any) -> None:
    answer = client.get("/", headers={"Accept": "application/json"})
    assert answer.json["links"]["docs"] == "/docs"


def test_the_start_shows_a_first_request_to_paste(client: Any) -> None:
    assert "curl -X POST http://localhost/v1/games" in client.get("/").text


@pytest.mark.parametrize(("given", "kept"), [("abc-1.2_Z", True), ("x" * 65, False), ("a b", False), ("", False)])
def test_a_proper_request_id_is_kept(client: Any, given: str, kept: bool) -> None:
    answer = client.get("/livez", headers={"X-Request-Id": given})
    assert (answer.headers["X-Request-Id"] == given) is kept
