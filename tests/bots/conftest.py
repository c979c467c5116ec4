"""Where each worker of a run keeps what numba compiles. It knows nothing of what is compiled.

Two processes that fill one cache at once may each find the other's code under a name of their own; and on a new machine
all workers of a run begin by compiling.
"""

import os
from pathlib import Path

CACHE = Path(__file__).parents[2] / ".pytest_cache" / "numba"

if worker := os.environ.get("PYTEST_XDIST_WORKER"):
    os.environ["NUMBA_CACHE_DIR"] = str(CACHE / worker)
