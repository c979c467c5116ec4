"""Where there is no chromium, the tests in a browser are left out, and say so."""

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_tests_that_need_a_browser_are_skipped_with_one_line_that_says_how_to_have_it(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "tests/board/test_start_page.py"]
    nothing_on_it = {**os.environ, "PATH": str(tmp_path)}
    done = subprocess.run(command, cwd=ROOT, env=nothing_on_it, check=True, capture_output=True, text=True, timeout=240)
    [told] = [line for line in done.stdout.splitlines() if "chromium" in line]
    assert re.fullmatch(r"\d+ skipped: no chromium here: apt-get install chromium, and the board is tested in it", told)
