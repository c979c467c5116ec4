"""Self-play fast enough to learn from, compiled by numba; nothing of it is loaded by the service."""
