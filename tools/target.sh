#!/usr/bin/env bash
# Prints the target directory of cargo, which CARGO_TARGET_DIR or `build.target-dir` may have set.
set -euo pipefail
cd "$(dirname "$0")/.."
cargo metadata --no-deps --offline --format-version 1 | sed 's/.*"target_directory":"\([^"]*\)".*/\1/'
