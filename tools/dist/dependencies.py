#!/usr/bin/env python3
"""The crates that the program is built of, from `cargo metadata`: their licences, and a bill of materials.

    tools/dist/dependencies.py licences > data/licences.txt
    tools/dist/dependencies.py sbom > hindsight.cdx.json

Both are the same on every machine: the crates are those of Linux on x86-64 and on aarch64, in the order of their names.
"""

import json
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
PLATFORMS = ["x86_64-unknown-linux-gnu", "aarch64-unknown-linux-gnu"]
LICENCE_FILES = ("licen", "copying", "unlicense", "notice", "copyright")


def crates():
    """The crates below the program, without those that only its tests and build scripts use."""
    found = {}
    for platform in PLATFORMS:
        command = ["cargo", "metadata", "--format-version", "1", "--locked", "--filter-platform", platform]
        metadata = json.loads(subprocess.run(command, cwd=ROOT, check=True, capture_output=True).stdout)
        packages = {package["id"]: package for package in metadata["packages"]}
        nodes = {node["id"]: node for node in metadata["resolve"]["nodes"]}
        (root,) = (package["id"] for package in metadata["packages"] if package["name"] == "hindsight-program")
        open_, seen = [root], {root}
        while open_:
            for needed in nodes[open_.pop()]["deps"]:
                normal = any(kind["kind"] is None for kind in needed["dep_kinds"])
                if normal and needed["pkg"] not in seen:
                    seen.add(needed["pkg"])
                    open_.append(needed["pkg"])
        found |= {(packages[id]["name"], packages[id]["version"]): packages[id] for id in seen if packages[id]["source"]}
    return [found[key] for key in sorted(found)]


def licence_texts(package):
    """The texts of the licences in the directory of a crate."""
    directory = pathlib.Path(package["manifest_path"]).parent
    files = sorted(path for path in directory.iterdir() if path.is_file())
    texts = [path for path in files if path.name.lower().startswith(LICENCE_FILES)]
    if package["license_file"] and directory / package["license_file"] not in texts:
        texts.append(directory / package["license_file"])
    return ["\n".join(line.rstrip() for line in path.read_text("utf-8").strip().splitlines()) for path in texts]


def licences():
    """The licence of each crate, and each text once, with the crates that have it."""
    all_crates = crates()
    yield "Hindsight is under the licence MIT. The program has the crates below, each under a licence of its own."
    yield ""
    for package in all_crates:
        yield f"{package['name']} {package['version']}: {package['license'] or 'see below'}"
    # Texts that differ in their white space alone are one.
    by_words = {}
    for package in all_crates:
        for text in licence_texts(package):
            by_words.setdefault(" ".join(text.split()), (text, []))[1].append(package["name"])
    for text, names in sorted(by_words.values(), key=lambda entry: entry[1]):
        yield ""
        yield "-" * 100
        yield ", ".join(dict.fromkeys(names))
        yield "-" * 100
        yield ""
        yield text


def sbom():
    """A bill of materials: CycloneDX 1.5."""
    version = next(line for line in (ROOT / "Cargo.toml").read_text().splitlines() if line.startswith("version"))
    version = version.split('"')[1]

    def component(package):
        purl = f"pkg:cargo/{package['name']}@{package['version']}"
        licence = (package["license"] or "").replace("/", " OR ")
        return {
            "type": "library",
            "bom-ref": purl,
            "name": package["name"],
            "version": package["version"],
            "purl": purl,
            **({"licenses": [{"expression": licence}]} if licence else {}),
        }

    bill = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {
            "component": {
                "type": "application",
                "bom-ref": "hindsight",
                "name": "hindsight",
                "version": version,
                "licenses": [{"expression": "MIT"}],
            }
        },
        "components": [component(package) for package in crates()],
    }
    yield json.dumps(bill, indent=1)


def main():
    wanted = {"licences": licences, "sbom": sbom}.get(" ".join(sys.argv[1:]))
    if wanted is None:
        sys.exit("expected `licences` or `sbom`")
    print("\n".join(wanted()))


if __name__ == "__main__":
    main()
