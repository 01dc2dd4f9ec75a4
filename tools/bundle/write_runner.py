#!/usr/bin/env python3
"""write_runner.py ROOT BUILD TARGET: copies the programs and libraries of a build, and what its tests name of the
checkout, into a bundle, and writes TARGET/run-tests, a script that runs the tests as meson does."""
import json, os, shlex, shutil, sys
from pathlib import Path

root, build, target = sys.argv[1:]
lines = []

def copy(name, place):
    os.makedirs(os.path.dirname(os.path.join(target, place)), exist_ok=True)
    shutil.copy2(name, os.path.join(target, place))

def moved(word):
    """The word for a shell, with the folders of this machine replaced; a file of the checkout comes along."""
    head, sign, path = word.rpartition("=")
    if not path.startswith(root + "/"):
        return shlex.quote(word)
    path = os.path.relpath(path, build)
    if path.startswith("../../"):
        path = path[len("../../"):]
        if os.path.isfile(os.path.join(root, path)):
            copy(os.path.join(root, path), path)
    else:
        path = os.path.normpath(os.path.join("bin", path))
    return head + sign + '"$here"/' + shlex.quote(path)

for entry in json.load(open(build + "/meson-info/intro-targets.json")):
    for name in entry["filename"]:
        if entry["name"] == "cujit_core" and name.endswith(".so"):
            copy(name, os.path.join("lib", os.path.basename(name)))
        elif entry["type"] in ("executable", "shared module") or name.endswith("_cub.so"):
            copy(name, os.path.join("bin", os.path.relpath(name, build)))
tests = json.load(open(build + "/meson-info/intro-tests.json"))
for test in sorted(tests, key=lambda test: -test["priority"]):
    environment = [f"{name}={value}" for name, value in test["env"].items() if name != "LD_LIBRARY_PATH"]
    words = [moved(test["workdir"] or build), "env", *map(moved, environment), *map(moved, test["cmd"])]
    lines.append(" ".join(["run", shlex.quote(test["name"]), str(test["timeout"] or 3600), *words]))
runner = Path(target, "run-tests")
template = Path(__file__).with_name("run-tests.sh.in").read_text()
runner.write_text(template.replace("@TESTS@", "\n".join(lines)))
runner.chmod(0o755)
