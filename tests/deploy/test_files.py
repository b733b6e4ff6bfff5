"""The files for hosts and contributors say what is true: commands, settings, versions and folders exist."""

from __future__ import annotations

import configparser
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import crossplane
import msgspec
import pytest
import yaml

from branchline.cli._verbs import VERBS
from branchline.server.settings import PREFIX, Settings
from tools import container

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
HADOLINT = shutil.which("hadolint", path=str(Path(sys.executable).parent))
OTHER_VARIABLES = {"BRANCHLINE_CACHE"}
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def known(variable: str) -> bool:
    return variable in OTHER_VARIABLES or variable.removeprefix(PREFIX).lower() in Settings.__struct_fields__


class Unit(configparser.RawConfigParser):
    """A systemd unit, in which a key may be repeated."""

    def __init__(self, text: str) -> None:
        super().__init__(strict=False, interpolation=None)
        self.optionxform = str  # type: ignore[assignment]
        self.read_string(text)


def test_the_unit_starts_a_command_with_settings_that_exist() -> None:
    text = (DEPLOY / "branchline.service").read_text(encoding="utf-8")
    unit = Unit(text)
    assert unit["Service"]["ExecStart"].split()[1] in VERBS
    variables = re.findall(r"^Environment=(\w+)=", text, re.MULTILINE)
    assert variables
    assert [name for name in variables if not known(name)] == []
    assert unit["Service"]["Restart"] == "always"
    assert unit["Service"]["ProtectSystem"] == "strict"
    database = re.search(r"BRANCHLINE_DATABASE=(\S+)", text)
    assert database
    assert database[1].startswith(f"/var/lib/{unit['Service']['StateDirectory']}/")
    assert "MemoryDenyWriteExecute=" not in text  # compiled code could not run


def test_nginx_leads_to_the_default_port_with_the_headers_of_sockets(tmp_path: Path) -> None:
    whole = tmp_path / "nginx.conf"
    whole.write_text(f"events {{}}\nhttp {{ include {DEPLOY / 'nginx.conf'}; }}\n", encoding="utf-8")
    parsed = crossplane.parse(str(whole), strict=True)  # every directive in its place, with its arguments
    entries = {"default", ""}  # of the map, which are no directives
    assert [fault for fault in parsed["errors"] if not any(f'"{entry}"' in fault["error"] for entry in entries)] == []
    secure = [block for block in parsed["config"][1]["parsed"] if block["directive"] == "server"][-1]
    assert ["443", "ssl", "http2"] in [line["args"] for line in secure["block"]]
    (location,) = [line["block"] for line in secure["block"] if line["directive"] == "location"]
    lines = [(line["directive"], *line["args"]) for line in location]
    assert ("proxy_pass", f"http://127.0.0.1:{Settings().port}") in lines
    headers = {line[1] for line in lines if line[0] == "proxy_set_header"}
    assert headers == {"Host", "X-Forwarded-For", "X-Forwarded-Proto", "Upgrade", "Connection"}


def test_caddy_leads_to_the_default_port() -> None:
    text = (DEPLOY / "Caddyfile").read_text(encoding="utf-8")
    assert f"reverse_proxy 127.0.0.1:{Settings().port}" in text
    assert text.count("{") == text.count("}") == 1


@pytest.mark.skipif(shutil.which("caddy") is None, reason="Caddy is not installed")
def test_caddy_finds_no_fault_in_its_file() -> None:
    words = ["caddy", "validate", "--adapter", "caddyfile", "--config", str(DEPLOY / "Caddyfile")]
    assert subprocess.run(words, capture_output=True, check=False).returncode == 0


def test_the_tutorial_shows_the_whole_caddyfile() -> None:
    page = (ROOT / "docs" / "tutorials" / "host-a-site.md").read_text(encoding="utf-8")
    assert (DEPLOY / "Caddyfile").read_text(encoding="utf-8") in page


# ---- the image ---------------------------------------------------------------------------------

INSTRUCTIONS = {"FROM", "WORKDIR", "COPY", "RUN", "USER", "ENV", "VOLUME", "EXPOSE", "HEALTHCHECK", "CMD"}


def instructions() -> list[tuple[str, str]]:
    text = (ROOT / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", " ")
    lines = [line.strip() for line in text.splitlines() if line.strip() and not line.startswith("#")]
    return [(line.split()[0], line.partition(" ")[2].strip()) for line in lines]


def test_the_image_is_built_of_known_instructions_for_a_tested_python() -> None:
    found = instructions()
    assert {word for word, _ in found} <= INSTRUCTIONS
    images = [rest.split()[0] for word, rest in found if word == "FROM"]
    versions = {image.partition(":")[2].removesuffix("-slim") for image in images}
    classifiers = {line.rpartition(" ")[2] for line in PROJECT["classifiers"] if "Python :: 3." in line}
    assert versions <= classifiers, "an image without a version, or of one that is not tested"


def test_the_image_runs_as_an_ordinary_user_with_settings_that_exist() -> None:
    found = instructions()
    users = [rest for word, rest in found if word == "USER"]
    assert users
    assert int(users[-1]) > 0  # a number, so that a cluster can see that it is not root
    assert any(f"--uid {users[-1]} " in rest for word, rest in found if word == "RUN")
    last_root_step = max(
        place for place, (word, rest) in enumerate(found) if "useradd" in rest or "pip install" in rest
    )
    assert last_root_step < max(place for place, (word, _) in enumerate(found) if word == "USER")
    variables = [name for word, rest in found if word == "ENV" for name in re.findall(r"(\w+)=", rest)]
    assert [name for name in variables if not known(name)] == []
    assert ("EXPOSE", str(Settings().port)) in found
    (command,) = [msgspec.json.decode(rest) for word, rest in found if word == "CMD"]
    assert command[0] in PROJECT["scripts"]
    assert command[1] in VERBS
    assert any(word == "HEALTHCHECK" and "/readyz" in rest for word, rest in found)


@pytest.mark.skipif(HADOLINT is None, reason="hadolint has no wheel for this system")
def test_hadolint_finds_no_fault_in_the_dockerfile() -> None:
    done = subprocess.run([str(HADOLINT), "--no-color", str(ROOT / "Dockerfile")], capture_output=True, check=False)
    assert done.stdout.decode() == ""
    assert done.returncode == 0


def test_what_the_image_copies_is_what_a_build_needs(tmp_path: Path) -> None:
    for name in ("src/package/__pycache__", "web/src", "web/node_modules", "docs", "tests"):
        (tmp_path / name).mkdir(parents=True)
        (tmp_path / name / "file").touch()
    allowed = re.findall(r"^!(.+)$", (ROOT / ".dockerignore").read_text(encoding="utf-8"), re.MULTILINE)
    for name in allowed:
        if (ROOT / name).is_file():
            (tmp_path / name).touch()
    shutil.copyfile(ROOT / ".dockerignore", tmp_path / ".dockerignore")
    container.copy_context(tmp_path / "context", tmp_path)
    copied = {path.relative_to(tmp_path / "context").as_posix() for path in (tmp_path / "context").rglob("*")}
    needed = {"hatch_build.py", "pyproject.toml", "requirements.lock", PROJECT["readme"], *PROJECT["license-files"]}
    assert copied >= {"src/package", "web/src/file", "docs/file", *needed}
    assert not any("node_modules" in name or "__pycache__" in name or "tests" in name for name in copied)


def test_the_container_is_tried_with_the_paths_of_its_folder(tmp_path: Path) -> None:
    tried = container.Container(tmp_path, (ROOT / "Dockerfile").read_text(encoding="utf-8"))
    assert [stage[0].word for stage in (tried.build, tried.image)] == ["FROM", "FROM"]
    assert tried.here("--prefix /install x/data /data/games.db") == (
        f"--prefix {tmp_path}/install x/data {tmp_path}/data/games.db"
    )


def test_compose_has_services_volumes_and_settings_that_exist() -> None:
    described = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))
    services = described["services"]
    used = {volume.partition(":")[0] for service in services.values() for volume in service.get("volumes", [])}
    assert used == set(described["volumes"])
    server, database = services["server"], services["database"]
    assert [name for name in server["environment"] if not known(name)] == []
    assert set(server["depends_on"]) <= set(services)
    assert "healthcheck" in database  # the server waits until the database is healthy
    assert server["read_only"] is True
    cache = dict(word.split("=", 1) for step in instructions() if step[0] == "ENV" for word in step[1].split())
    assert f"cache:{cache['BRANCHLINE_CACHE']}" in server["volumes"]
    assert server["environment"]["BRANCHLINE_DATABASE"].endswith("@database/branchline")


# ---- for contributors --------------------------------------------------------------------------


def test_the_citation_has_the_version_and_its_date() -> None:
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    version, date = (
        re.search(r"^version: (\S+)", citation, re.MULTILINE),
        re.search(r'^date-released: "(\S+)"', citation, re.MULTILINE),
    )
    assert version
    assert date
    assert version[1] == PROJECT["version"]
    assert f"## {version[1]} - {date[1]}" in changelog


def test_the_places_of_first_issues_exist() -> None:
    page = (ROOT / "docs" / "project" / "good-first-issues.md").read_text(encoding="utf-8")
    places = re.findall(r"`((?:src|web|tests|docs)/[^`]+)`", page)
    assert len(places) > 5
    assert [place for place in places if not (ROOT / place).exists()] == []


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not installed")
def test_systemd_finds_no_fault_in_the_unit(tmp_path: Path) -> None:
    text = (DEPLOY / "branchline.service").read_text(encoding="utf-8")
    text = re.sub(r"^(User|Group)=.*$", r"\1=root", text, flags=re.MULTILINE)  # who exists here
    (tmp_path / "branchline.service").write_text(text.replace("/opt/branchline/bin/branchline", "/bin/true"))
    done = subprocess.run(
        ["systemd-analyze", "verify", str(tmp_path / "branchline.service")], capture_output=True, text=True, check=False
    )
    faults = [line for line in done.stderr.splitlines() if "branchline.service" in line]
    assert faults == []
