#!/usr/bin/env bash
# Fuzzes each target with libFuzzer and AddressSanitizer: fuzz.sh [SECONDS of each target].
# Needs a nightly tool chain with rust-src, a C++ compiler, and `cargo install cargo-fuzz`.
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=${1:-600}
rustup toolchain list 2>/dev/null | grep -q nightly || { echo "SKIPPED: libFuzzer needs a nightly tool chain: rustup toolchain install nightly"; exit 0; }
cargo +nightly fuzz --version >/dev/null 2>&1 || { echo "SKIPPED: libFuzzer needs cargo-fuzz: cargo install cargo-fuzz"; exit 0; }
for target in positions records uci http tables figures; do
    echo "== $target for $seconds s"
    mkdir -p "target/fuzz/$target"
    # New inputs go to the first folder; the committed corpus is read.
    cargo +nightly fuzz run --fuzz-dir tests/fuzz/libfuzzer --target-dir target/libfuzzer "$target" \
        "target/fuzz/$target" "tests/fuzz/corpus/$target" -- -max_total_time="$seconds" -timeout=20 -rss_limit_mb=4096 -max_len=16384
done
