"""The files for hosts and contributors say what is true: commands, settings, versions and folders exist."""

from __future__ import annotations

import configparser
import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import msgspec
import pytest

from branchline.cli._verbs import VERBS
from branchline.server.settings import PREFIX, Settings

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
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


@pytest.mark.parametrize("name", ["Caddyfile", "nginx.conf"])
def test_proxies_lead_to_the_default_port_and_close_their_braces(name: str) -> None:
    text = (DEPLOY / name).read_text(encoding="utf-8")
    assert f"127.0.0.1:{Settings().port}" in text
    assert text.count("{") == text.count("}") > 0
    if name == "nginx.conf":
        assert "Upgrade" in text
        assert "X-Forwarded-For" in text
        lines = [line.split("#")[0].strip() for line in text.splitlines()]
        assert all(not line or line[-1] in ";{}" for line in lines)


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
    assert users[-1] not in ("root", "0")
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


def test_what_the_image_copies_is_what_a_build_needs() -> None:
    allowed = {
        line[1:] for line in (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines() if line[:1] == "!"
    }
    needed = {"src", "web", "hatch_build.py", "pyproject.toml", PROJECT["readme"], *PROJECT["license-files"]}
    assert needed <= allowed


def test_compose_uses_variables_and_volumes_that_exist() -> None:
    text = (ROOT / "compose.yaml").read_text(encoding="utf-8")
    assert all(known(name) for name in re.findall(r"^\s+(BRANCHLINE_\w+):", text, re.MULTILINE))
    declared = set(re.findall(r"^  (\w+):$", text.partition("\nvolumes:")[2], re.MULTILINE))
    used = set(re.findall(r'"(\w+):/', text))
    assert used == declared
    assert "\t" not in text


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
