"""Where numba keeps what it compiles for the tests. It knows nothing of what is compiled.

Two processes that fill one cache at once may each find the other's code under a name of their own; and on a new machine
all workers of a run begin by compiling.
"""

import os
from pathlib import Path

ROOT = Path(__file__).parents[2]
WORKER = os.environ.get("PYTEST_XDIST_WORKER", "alone")

os.environ.setdefault("NUMBA_CACHE_DIR", str(ROOT / ".pytest_cache" / f"numba-{WORKER}"))
