"""Packages of PyPI for a script, in a virtual environment of the build folder that is made once."""

import os
import pathlib
import subprocess
import sys
import venv

ROOT = pathlib.Path(__file__).resolve().parent.parent


def programs(name, *installs):
    """The folder of the environment's programs; each install has the words after `pip install`."""
    place = ROOT / ".build" / "python" / name
    made, wanted = place / "made", "\n".join(" ".join(map(str, words)) for words in installs)
    if not made.exists() or made.read_text() != wanted:
        venv.create(place, clear=True, with_pip=True)
        for words in installs:
            subprocess.run([place / "bin" / "python", "-m", "pip", "install", "--quiet",
                            "--disable-pip-version-check", *words], check=True)
        made.write_text(wanted)
    return place / "bin"


def enter(name, *installs):
    """Continues the calling script in the environment."""
    folder = ROOT / ".build" / "python" / name
    if pathlib.Path(sys.prefix) != folder:
        python = programs(name, *installs) / "python"
        os.execv(python, [python, *sys.argv])
