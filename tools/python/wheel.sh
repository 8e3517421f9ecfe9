#!/usr/bin/env bash
# Builds the wheel and the source distribution of the Python package: `wheel.sh [DIRECTORY]`, by default target/wheels.
set -euo pipefail
root="$(cd "$(dirname "$0")/../.." && pwd)"
work="$root/target/python"
out="${1:-$root/target/wheels}"
if [ ! -x "$work/maturin/bin/maturin" ]; then
    python3 -m venv "$work/maturin"
    "$work/maturin/bin/pip" install --quiet 'maturin>=1.9,<2'
fi
cd "$root/tools/python"
"$work/maturin/bin/maturin" sdist --out "$out"
"$work/maturin/bin/maturin" build --locked --out "$out"
