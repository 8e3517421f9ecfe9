#!/usr/bin/env bash
# Tests the Python package with the module and the program in a directory of cargo's: `test.sh target/debug`.
set -euo pipefail
root="$(cd "$(dirname "$0")/../.." && pwd)"
built="$(realpath "${1:?expected the directory with the module and the program}")"
work="$root/target/python"

skip() {
    echo "PYTHON NOT TESTED: $1" >&2
    exit 0
}

python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || skip "Python 3.11 or later is not installed"
if [ ! -x "$work/venv/bin/pytest" ]; then
    python3 -m venv "$work/venv" || skip "python3 -m venv failed"
    "$work/venv/bin/pip" install --quiet numpy 'pytest>=8' 'chess>=1.11' || skip "numpy, pytest and chess cannot be installed"
    # Not on every platform: its test is skipped without it.
    "$work/venv/bin/pip" install --quiet open_spiel || echo "OpenSpiel is not tested: it cannot be installed" >&2
fi
rm -rf "$work/package"
mkdir -p "$work/package"
cp -r "$root/tools/python/hindsight" "$root/tools/python/tests" "$work/package"
cp "$built/lib_hindsight.so" "$work/package/hindsight/_hindsight.abi3.so"
cd "$work/package"
HINDSIGHT_PROGRAM="$built/hindsight" PYTHONPATH="$work/package" "$work/venv/bin/pytest" -q -p no:cacheprovider tests
