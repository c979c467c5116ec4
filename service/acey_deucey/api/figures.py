"""The figures that are kept of requests, moves and listeners; those of the store are in store/measured.py."""

from prometheus_client import Counter, Gauge, Histogram

REQUESTS = Counter("acey_requests_total", "Requests answered, by route and status.", ["route", "status"])
REQUEST_SECONDS = Histogram(
    "acey_request_seconds",
    "Time from request to answer, of a stream to its beginning.",
    ["route"],
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 30),
)
MOVES = Counter(
    "acey_moves_total",
    "Moves requests decided by the rules: accepted, or refused by the problem named.",
    ["ruleset", "outcome"],
)
LISTENERS = Gauge("acey_listeners", "Open event streams and waiting reads.", multiprocess_mode="livesum")
