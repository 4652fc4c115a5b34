"""Renews the JavaScript libraries of the studio, from npm packages to one minified file each.

Run `python tools/vendor.py` after changing a version in `studio/static/vendor/vendor.toml`. It
needs npm; those who use kickabout need neither npm nor a network, as the files are committed.
"""

import json
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
from pathlib import Path
from typing import Any

VENDOR = Path(__file__).parents[1] / "src/kickabout/studio/static/vendor"
LICENSES = ("LICENSE", "LICENCE", "LICENSE.md", "LICENCE.md")
# dockview-core injects its style sheet by a script; ours is a file, as for all other styles.
INJECTED = re.compile(r'\.textContent = ("(?:[^"\\]|\\.)*");')


def main() -> None:
    table = tomllib.loads((VENDOR / "vendor.toml").read_text(encoding="utf-8"))
    with tempfile.TemporaryDirectory() as folder:
        for name, entry in table["libraries"].items():
            package = unpacked(f"{name}@{entry['version']}", Path(folder))
            renew(package, name, entry, table["esbuild"])
            print(f"{name} {entry['version']}")  # noqa: T201 (a script for people)


def unpacked(package: str, folder: Path) -> Path:
    """Return the folder of a package that was fetched by npm."""
    packed = subprocess.run(
        ["npm", "pack", package, "--silent"], cwd=folder, check=True, capture_output=True, text=True
    )
    archive = folder / packed.stdout.strip().splitlines()[-1]
    target = folder / archive.stem
    with tarfile.open(archive) as content:
        content.extractall(target, filter="data")
    return target / "package"


def renew(package: Path, name: str, entry: dict[str, Any], esbuild: str) -> None:
    """Write a library's modules, style sheets and license."""
    for source, target in entry["files"].items():
        minify(package / source, VENDOR / target, esbuild)
    if "styles_in" in entry:
        styles = injected_styles((package / entry["styles_in"]).read_text(encoding="utf-8"))
        written = package / f"{name}.css"
        written.write_text(styles, encoding="utf-8")
        minify(written, VENDOR / f"{name}.min.css", esbuild)
    found = next(package / one for one in LICENSES if (package / one).exists())
    shutil.copyfile(found, VENDOR / f"{name}.LICENSE")


def minify(source: Path, target: Path, esbuild: str) -> None:
    """Bundle a file with all that it imports, as an ES module or a style sheet."""
    options = ["--bundle", "--minify", "--legal-comments=inline", "--log-level=error"]
    if source.suffix != ".css":
        options.append("--format=esm")
    command = ["npx", "--yes", f"esbuild@{esbuild}", str(source), *options, f"--outfile={target}"]
    subprocess.run(command, cwd=source.parent, check=True)


def injected_styles(script: str) -> str:
    """Return the style sheet that a script puts into the page."""
    found = INJECTED.search(script)
    if found is None:
        sys.exit("no style sheet was found in the script; has the package another form now?")
    styles: str = json.loads(found[1].replace("\\'", "'"))
    return styles


if __name__ == "__main__":
    main()
