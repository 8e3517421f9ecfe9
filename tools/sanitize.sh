#!/usr/bin/env bash
# Runs the unsafe code under Miri, and a solve and searches on several threads under ThreadSanitizer. Both need a nightly
# tool chain: `rustup toolchain install nightly --component miri,rust-src`.
set -euo pipefail
cd "$(dirname "$0")/.."

skip() {
    echo "************************************************************"
    echo "SKIPPED: $1"
    echo "************************************************************"
}

has() { rustup component list --toolchain nightly 2>/dev/null | grep -q "^$1.*(installed)"; }

# Miri maps no files: the tests of memory, of instructions and of the transposition table.
if has miri && has rust-src; then
    echo "== Miri, Stacked Borrows and Tree Borrows"
    for borrows in "" "-Zmiri-tree-borrows"; do
        # Four cases of each property take a minute.
        PROPTEST_CASES=4 MIRIFLAGS="-Zmiri-disable-isolation $borrows" RUSTFLAGS="-C target-cpu=x86-64-v3" \
            CARGO_TARGET_DIR=target/miri cargo +nightly miri test --locked --lib --no-default-features -- \
            util::mapped util::instructions search::transposition
    done
else
    skip "Miri, which needs the components miri and rust-src of a nightly tool chain"
fi

# All that is linked is compiled with the sanitizer.
if has rust-src; then
    echo "== ThreadSanitizer"
    RUSTFLAGS="-Zsanitizer=thread -C target-cpu=x86-64" CARGO_TARGET_DIR=target/tsan CARGO_PROFILE_DEV_OPT_LEVEL=2 \
        TSAN_OPTIONS="halt_on_error=1" \
        cargo +nightly test --locked --lib --no-default-features -Zbuild-std --target x86_64-unknown-linux-gnu -- \
        util:: search:: players::maim solve:: values:: --skip a_search_stops_soon
else
    skip "ThreadSanitizer, which needs the component rust-src of a nightly tool chain"
fi
