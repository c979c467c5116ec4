"""The files of deploy/ for Docker, Kubernetes and systemd hold to their schemas, and to one another."""

import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from acey_deucey.api.gunicorn_options import gunicorn_options
from acey_deucey.config import SETTINGS, load_settings

ROOT = Path(__file__).resolve().parents[2]
DEPLOY = ROOT / "deploy"
OVERLAYS = ("trial", "production")
KUBERNETES = "1.32"


@pytest.fixture(scope="module")
def yaml() -> Any:
    return pytest.importorskip("yaml", reason="PyYAML is not installed: make manifests installs it")


def rendered(overlay: str) -> str:
    kubectl = shutil.which("kubectl")
    if kubectl is None:
        pytest.skip("kubectl is not installed, so overlays cannot be put together")
    command = [kubectl, "kustomize", str(DEPLOY / "k8s" / "overlays" / overlay)]
    return subprocess.run(command, check=True, capture_output=True, text=True, timeout=60).stdout


def grace(text: str, pattern: str) -> int:
    found = re.search(pattern, text)
    assert found
    return int(found[1])


def objects(yaml: Any, text: str) -> list[dict[str, Any]]:
    return [one for one in yaml.safe_load_all(text) if one]


@pytest.mark.parametrize(
    "file", sorted((DEPLOY / "k8s").rglob("*.yaml")), ids=lambda file: f"{file.parent.name}/{file.name}"
)
def test_every_kubernetes_object_holds_to_its_schema(yaml: Any, file: Path) -> None:
    validation = pytest.importorskip(
        "kubernetes_validate", reason="kubernetes-validate is not installed: make manifests"
    )
    found = objects(yaml, file.read_text())
    assert found
    for one in found:
        if one["kind"] == "Kustomization":
            assert one["apiVersion"] == "kustomize.config.k8s.io/v1beta1"
        elif not (one["kind"] == "Deployment" and "selector" not in one["spec"]):  # the base's labels add it
            validation.validate(one, KUBERNETES, strict=True)


@pytest.mark.parametrize("overlay", OVERLAYS)
def test_every_overlay_renders_to_valid_objects(yaml: Any, overlay: str) -> None:
    validation = pytest.importorskip(
        "kubernetes_validate", reason="kubernetes-validate is not installed: make manifests"
    )
    found = objects(yaml, rendered(overlay))
    for one in found:
        validation.validate(one, KUBERNETES, strict=True)
    assert {"Deployment", "Service", "PodDisruptionBudget", "NetworkPolicy"} <= {one["kind"] for one in found}


def test_the_compose_file_holds_to_its_schema() -> None:
    pytest.importorskip("check_jsonschema", reason="check-jsonschema is not installed: make manifests")
    command = [
        sys.executable,
        "-m",
        "check_jsonschema",
        "--builtin-schema",
        "vendor.compose-spec",
        str(DEPLOY / "compose.yaml"),
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stdout


def test_the_compose_file_names_only_what_is_there(yaml: Any) -> None:
    compose = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    for name, service in compose["services"].items():
        for volume in service.get("volumes", ()):
            source = volume.partition(":")[0]
            assert source in compose["volumes"] or (DEPLOY / source).is_file(), (name, volume)
        for kind in ("secrets", "configs"):
            for one in service.get(kind, ()):
                assert (one if isinstance(one, str) else one["source"]) in compose[kind], (name, one)
        image = service.get("image", "")
        assert re.search(r":\d+\.\d+\.\d+", image), f"{name}: an image has an exact tag, not {image}"
        assert service.get("read_only"), f"{name} has a file system that it can write to"


def test_compose_runs_nginx_with_each_of_its_files(yaml: Any) -> None:
    compose = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    nginx = compose["services"]["nginx"]
    there = {Path(volume.split(":")[1]).name for volume in nginx["volumes"]} | {
        Path(one["target"]).name for one in nginx["configs"]
    }
    assert there == {file.name for file in (DEPLOY / "nginx").glob("*.conf")}


def test_the_secrets_script_makes_each_secret_once_and_prints_none(yaml: Any, tmp_path: Path) -> None:
    shutil.copytree(DEPLOY, tmp_path / "deploy", ignore=shutil.ignore_patterns("secrets"))
    script = ["sh", str(tmp_path / "deploy" / "make-secrets.sh")]
    done = subprocess.run(script, check=True, capture_output=True, text=True, timeout=60)
    assert done.stdout == done.stderr == ""
    compose = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    made = {f"./secrets/{file.name}" for file in (tmp_path / "deploy" / "secrets").iterdir()}
    assert made == {one["file"] for one in compose["secrets"].values()}
    assert "put-the-sha256" not in (tmp_path / "deploy" / "secrets" / "users.acl").read_text()
    before = (tmp_path / "deploy" / "secrets" / "secret-keys").read_text()
    assert subprocess.run(script, check=False, capture_output=True, timeout=60).returncode != 0
    assert (tmp_path / "deploy" / "secrets" / "secret-keys").read_text() == before


def test_whoever_stops_a_replica_waits_longer_than_it_drains(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ACEY_STORE_URL", "memory://")
    drain = gunicorn_options(load_settings())["graceful_timeout"]
    deployment = (DEPLOY / "k8s" / "base" / "deployment.yaml").read_text()
    assert grace(deployment, r"terminationGracePeriodSeconds: (\d+)") > drain + grace(deployment, r'\[sleep, "(\d+)"\]')
    assert grace((DEPLOY / "compose.yaml").read_text(), r"stop_grace_period: (\d+)s") > drain
    assert grace((DEPLOY / "systemd" / "acey@.service").read_text(), r"TimeoutStopSec=(\d+)") > drain


def test_every_setting_that_deploy_names_exists() -> None:
    known = {setting.name for setting in SETTINGS}
    known |= {f"{name}_FILE" for name in known} | {"ACEY_BIND", "ACEY_RATE"}
    for file in DEPLOY.rglob("*"):
        if file.suffix in {".yaml", ".env", ".service", ".cfg", ".conf"} or file.name == "Dockerfile":
            assert set(re.findall(r"\bACEY_[A-Z_]+\b", file.read_text())) <= known, file


def test_the_systemd_units_verify(tmp_path: Path) -> None:
    analyze = shutil.which("systemd-analyze")
    if analyze is None:
        pytest.skip("systemd-analyze is not installed")
    for kind in ("service", "socket"):
        text = (DEPLOY / "systemd" / f"acey@.{kind}").read_text()
        (tmp_path / f"acey@8001.{kind}").write_text(text.replace("/opt/acey/bin/gunicorn", "/bin/true"))
    units = [str(tmp_path / f"acey@8001.{kind}") for kind in ("service", "socket")]
    done = subprocess.run(
        [analyze, "verify", "--man=no", *units], capture_output=True, text=True, check=False, timeout=60
    )
    if "Failed to" in done.stderr and done.returncode:
        pytest.skip(f"systemd-analyze does not work here: {done.stderr.strip()[:200]}")
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""


@pytest.mark.slow
def test_the_image_s_installation_serves_without_an_installer(tmp_path: Path) -> None:
    """The Dockerfile's build step in a clean folder, from just the files that it copies."""
    source, target = tmp_path / "src", tmp_path / "acey"
    stage = (DEPLOY / "Dockerfile").read_text().split("\nFROM")[1]
    for *files, to in (line.split() for line in re.findall(r"^COPY (.+)$", stage, re.MULTILINE)):
        for file in files:
            into = source / (file if to == "./" else to)
            into.parent.mkdir(parents=True, exist_ok=True)
            (shutil.copytree if (ROOT / file).is_dir() else shutil.copy)(ROOT / file, into)
    build = re.search(r"^RUN (sh deploy/image/build\.sh) /opt/acey$", stage, re.MULTILINE)
    assert build
    subprocess.run([*build[1].split(), str(target)], cwd=source, check=True, timeout=600)
    program = (
        "import importlib.util as u, acey_deucey.wsgi; assert not u.find_spec('pip'); assert not u.find_spec('pytest')"
    )
    environment = {"ACEY_STORE_URL": "redis://127.0.0.1:1", "ACEY_SECRET_KEYS": "only for this test and never used"}
    subprocess.run(
        [str(target / "bin" / "python"), "-c", program], env=environment, cwd=tmp_path, check=True, timeout=60
    )
    check = [
        str(target / "bin" / "gunicorn"),
        "--check-config",
        "--config",
        str(DEPLOY / "gunicorn.conf.py"),
        "acey_deucey.wsgi:app",
    ]
    subprocess.run(check, env=environment, cwd=tmp_path, check=True, timeout=60)
