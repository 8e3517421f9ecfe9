# Hindsight. `make solve` and `make test` are all that a newcomer needs.

HINDSIGHT = target/release/hindsight

.PHONY: solve test bench bench-6 build

# Builds, solves Pangki, verifies the table and shows the answer.
solve: build
	$(HINDSIGHT) solve pangki
	$(HINDSIGHT) verify pangki
	$(HINDSIGHT) query pangki

# Everything that must hold.
test:
	cargo fmt --check
	cargo clippy --all-targets --locked -- -D warnings
	RUSTDOCFLAGS="-D warnings" cargo doc --no-deps --locked --quiet
	cargo test --locked

# How long each job takes, beside a yardstick. Two threads, release build.
bench:
	cargo bench --locked --bench bench
	cargo bench --locked --bench endings

# The same for draughts endings of up to six pieces: minutes, and 5 GB of disk for each of the two games.
bench-6:
	cargo bench --locked --bench endings -- 6

build:
	cargo build --release --locked
