"""The repository keeps its promises about itself: lock, version, make targets, imports. Knows no rule."""

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "service" / "acey_deucey"
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
LOCK = (ROOT / "requirements.lock").read_text("utf-8")
MAKEFILE = (ROOT / "Makefile").read_text("utf-8")

INDEX_ADDRESS = re.compile(
    r"https?://[^\s\"'<>)]*(?:pypi|pythonhosted|/simple\b)|--(?:extra-)?index-url|--find-[l]inks"
)
MACHINE_PATH = re.compile(r"(?<![\w.-])/(?:work|root|Users)/|(?<![\w.-])/home/(?!acey\b)\w")


def tracked_files() -> Iterator[Path]:
    """The text files that are or would be committed."""
    if not (ROOT / ".git").exists():
        pytest.skip("not a git checkout: which files are tracked is unknown")
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    paths = (ROOT / name for name in names.split("\0") if name)
    return (path for path in paths if path.is_file() and b"\0" not in path.read_bytes())


def faults(pattern: re.Pattern[str]) -> list[str]:
    return [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()[:120]}"
        for path in tracked_files()
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if pattern.search(line)
    ]


def locked() -> dict[str, list[tuple[str, int]]]:
    """Of each locked project by its canonical name: its versions, each with its number of hashes."""
    found: dict[str, list[tuple[str, int]]] = {}
    for entry in re.split(r"\n(?=\w)", LOCK):
        if match := re.match(r"([\w.-]+)==([\w.!+]+)", entry):
            name, version = canonicalize_name(match[1]), match[2]
            found.setdefault(name, []).append((version, entry.count("--hash=sha256:")))
    return found


def direct_requirements() -> list[Requirement]:
    extras: dict[str, list[str]] = PROJECT["optional-dependencies"]
    return [Requirement(text) for texts in (PROJECT["dependencies"], *extras.values()) for text in texts]


def imported_modules(path: Path) -> set[str]:
    """What the file imports, in full names; relative imports are refused by their leading dot."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            names.add("." * node.level + (node.module or ""))
    return names


def make(*arguments: str) -> str:
    done = subprocess.run(["make", *arguments], cwd=ROOT, check=True, capture_output=True, text=True, timeout=60)
    return done.stdout


def make_targets() -> list[str]:
    phony = re.search(r"^\.PHONY: (.*)$", MAKEFILE, re.MULTILINE)
    assert phony
    return phony[1].split()


def test_no_file_names_a_package_index() -> None:
    assert faults(INDEX_ADDRESS) == []


def test_no_file_names_a_path_of_somebodys_machine() -> None:
    assert faults(MACHINE_PATH) == []


def test_every_file_ends_with_one_newline() -> None:
    ends = {str(path.relative_to(ROOT)): path.read_bytes()[-2:] for path in tracked_files() if path.stat().st_size}
    assert [name for name, end in ends.items() if end[-1:] != b"\n" or end == b"\n\n"] == []


def test_the_newest_numbered_heading_of_the_changelog_is_the_version() -> None:
    headings = re.findall(r"^## \[(.+?)\](.*)$", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    assert headings
    assert [name for name, _ in headings[1:]].count("Unreleased") == 0, "Unreleased comes first"
    numbered = [(name, rest) for name, rest in headings if name != "Unreleased"]
    assert all(re.fullmatch(r" - \d{4}-\d\d-\d\d", rest) for _, rest in numbered)
    assert numbered == [] or numbered[0][0] == PROJECT["version"]


def test_every_direct_dependency_is_locked_at_a_version_it_allows() -> None:
    versions = {name: [version for version, _ in pins] for name, pins in locked().items()}
    for requirement in direct_requirements():
        pins = versions.get(canonicalize_name(requirement.name), [])
        assert pins, f"{requirement.name} is not locked: make lock"
        assert all(version in requirement.specifier for version in pins), f"{requirement}, locked {pins}"


def test_every_locked_version_has_hashes() -> None:
    assert [name for name, pins in locked().items() if not all(hashes for _, hashes in pins)] == []


def test_the_lock_holds_nothing_but_pins_hashes_and_comments() -> None:
    line = re.compile(r"|\s*#.*|[\w.-]+==[\w.!+]+( ; .+)? \\|    --hash=sha256:[0-9a-f]{64}( \\)?")
    assert [text for text in LOCK.splitlines() if not line.fullmatch(text)] == []


def test_the_lock_serves_every_python_that_the_project_allows() -> None:
    assert SpecifierSet(PROJECT["requires-python"]) == SpecifierSet(">=3.11")
    assert "sys.version_info < (3, 11)" in MAKEFILE


def test_make_without_a_target_lists_every_target_with_a_sentence() -> None:
    listed = dict(re.findall(r"^  make (\S+) +(\S.*)$", make(), re.MULTILINE))
    assert sorted(listed) == sorted(make_targets())
    assert [target for target, sentence in listed.items() if not re.fullmatch(r"[A-Z].*\.", sentence)] == []


def test_every_make_target_that_is_no_file_is_declared_so() -> None:
    assert sorted(re.findall(r"^([a-z][a-z-]*):(?!=)", MAKEFILE, re.MULTILINE)) == sorted(make_targets())


def test_ci_calls_the_test_command_of_the_readme() -> None:
    assert "make ci" in (ROOT / ".ci" / "run").read_text("utf-8")
    recipe = re.search(r"^ci:.*\n((?:\t.*\n)+)", MAKEFILE, re.MULTILINE)
    assert recipe
    assert recipe[1].startswith("\t$(MAKE) test\n")


def test_imports_go_one_way() -> None:
    command = [str(Path(sys.executable).with_name("lint-imports")), "--no-cache"]
    done = subprocess.run(command, cwd=ROOT, check=False, capture_output=True, text=True, timeout=240)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(
    "path", [PACKAGE / "errors.py", PACKAGE / "ports.py", PACKAGE / "rules"], ids=lambda path: path.name
)
def test_rules_and_ports_import_only_the_standard_library(path: Path) -> None:
    files = path.rglob("*.py") if path.is_dir() else [path]
    tops = {name.split(".")[0] for file in files for name in imported_modules(file)}
    assert tops - sys.stdlib_module_names - {"acey_deucey"} == set()


def test_importing_the_rules_loads_nothing_but_the_standard_library() -> None:
    program = "import sys; before = set(sys.modules); import acey_deucey.rules; print(*set(sys.modules) - before)"
    done = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True, timeout=60)
    loaded = {name.split(".")[0] for name in done.stdout.split()}
    assert loaded - sys.stdlib_module_names == {"acey_deucey"}


def test_only_the_settings_read_the_environment() -> None:
    readers = re.compile(r"\bos\.(?:environ|getenv)\b|\bfrom os import .*\b(?:environ|getenv)\b|\benvirons\b")
    found = {
        path.relative_to(PACKAGE).as_posix()
        for path in PACKAGE.rglob("*.py")
        if readers.search(path.read_text("utf-8"))
    }
    assert found <= {"config.py"}
