"""Writes environment.yml for conda users from pyproject.toml and the lock file."""

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent
HEAD = """\
# For conda users: `conda env create -f environment.yml`. Written by `make lock`.
name: herna
channels:
  - conda-forge
dependencies:
  - python >=3.11,<3.14
  - pip
  - make
  - git
  - pip:
"""


def direct_dependencies():
    """The names that pyproject.toml asks for, runtime and development."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    wanted = project["dependencies"] + project["optional-dependencies"]["dev"]
    return sorted(re.split(r"[<>=!~ \[;]", line)[0].lower() for line in wanted)


def locked():
    """Exact versions by name, from the lock file."""
    pairs = re.findall(
        r"^([a-z0-9._-]+)(?:\[[^]]*\])?==(\S+)", (ROOT / "requirements.lock").read_text(), re.M
    )
    return {name.lower(): version for name, version in pairs}


def environment():
    versions = locked()
    pins = "".join(f"      - {name}=={versions[name]}\n" for name in direct_dependencies())
    return f"{HEAD}{pins}      - -e .\n"


if __name__ == "__main__":
    (ROOT / "environment.yml").write_text(environment())
