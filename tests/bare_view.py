"""The least that a view with a store can be, to measure the service against: Flask, orjson, one HGET, one EVALSHA."""

import os
from typing import Any

import orjson
import redis
from flask import Flask, Response, request

SCRIPT = """
redis.call('HSET', KEYS[1], 'v', ARGV[1], 's', ARGV[2])
redis.call('EXPIRE', KEYS[1], 1000)
return 1
"""
STATE = b"x" * 450
ANSWER = {"game": {f"field{number}": list(range(12)) for number in range(34)}}

app = Flask(__name__, static_folder=None)
_store: redis.Redis = redis.Redis.from_url(os.environ["ACEY_STORE_URL"])
_save: Any = _store.register_script(SCRIPT)


@app.post("/v1/games/<game_id>/moves")
def moves(game_id: str) -> Response:
    orjson.loads(request.get_data())
    version = int(_store.hget(f"bare:{game_id}", "v") or 0)
    _save(keys=[f"bare:{game_id}"], args=[version + 1, STATE])
    return Response(orjson.dumps(ANSWER), content_type="application/json", headers={"ETag": f'"{version}"'})


@app.get("/readyz")
def ready() -> Response:
    return Response(status=200)
