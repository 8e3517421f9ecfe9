# Hindsight. `make solve` and `make test` are all that a newcomer needs.

# Cargo's directory: CARGO_TARGET_DIR or `build.target-dir` may have set it.
TARGET = $(shell tools/target.sh)
HINDSIGHT = $(TARGET)/release/hindsight

# Runs a program of tools/.
TOOL = cargo run --release --locked --package hindsight-tools --bin

.PHONY: solve test deny capi install dist wheel test-mpi test-long fuzz fuzz-long bench bench-6 bench-chess bench-serve two-kings compare-chess solved embedded build

# Builds, solves Pangki, verifies the table and shows the answer.
solve: build
	$(HINDSIGHT) solve pangki
	$(HINDSIGHT) verify pangki
	$(HINDSIGHT) query pangki

# The features of all that is tested, so that it is compiled once.
TESTED = hindsight-program/syzygy $(addprefix hindsight-program/,$(FEATURES))

# Everything that must hold. FEATURES=mpi tests a program with MPI. The libraries are built as the tests need them, once.
test:
	cargo fmt --all --check
	cargo clippy --workspace --all-targets --locked --features "$(TESTED)" -- -D warnings
	RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps --locked --quiet --features "$(TESTED)"
	cargo build --workspace --lib --tests --examples --locked --features "$(TESTED)"
	# Two threads more than processors: many tests wait for a browser or a disk.
	RUST_TEST_THREADS=$$(( $$(nproc 2> /dev/null || echo 2) + 2 )) cargo test --workspace --locked --features "$(TESTED)"
	tools/python/test.sh "$(TARGET)/debug"

# Advisories, licences, names and sources of the dependencies. It needs a network and `cargo install cargo-deny`.
deny:
	cargo deny --workspace check

# The libraries for C, shared and static.
capi:
	cargo build --release --locked --package hindsight-capi

# The program, its manual pages and completions, and the libraries and the header for C, below PREFIX.
PREFIX = /usr/local
install: build capi
	tools/install.sh "$(DESTDIR)" "$(PREFIX)" "$(TARGET)"

# Packages of the program, the libraries and the Python package in target/dist.
dist:
	tools/dist/dist.sh

# The Python package: a wheel in target/wheels.
wheel:
	tools/python/wheel.sh

# A solve on several processes, with the MPI library of MPICC (mpicc if it is not set); says what is missing.
test-mpi:
	tools/mpi.sh
	cargo build --locked --package hindsight-program --features mpi --bin hindsight --example outside
	cargo test --locked --package hindsight-program --features mpi --test mpi -- --include-ignored

# What `make test` samples. Halma's rules against the plain ones on 300,000 positions, every entry of endings of four men of
# chess, its counts to the deepest published, and a million changed texts each for its positions and records, 100,000 for
# every other parser, and a million changed requests to the explorer; its pages in every look; a thousand positions of
# each game at every door; 20,000 changed tables with right checksums, 10,000 losses of power, and HINDSIGHT_KILLS killed
# solves, 500 if it is not set: minutes. Then games by the clock, HINDSIGHT_GAMES of them. Last, the unsafe code under Miri
# and threads under ThreadSanitizer, where a nightly tool chain is.
test-long:
	cargo test --locked --package hindsight-program --test suite -- long:: --ignored --nocapture
	tools/sanitize.sh

# Random changes of positions, records, lines of protocols, requests, tables and figures, for SECONDS each. `make test`
# does so for a second.
SECONDS = 20
fuzz:
	FUZZ_SECONDS=$(SECONDS) cargo test --locked --package hindsight-program --test suite -- fuzz:: --nocapture

# The same with libFuzzer and AddressSanitizer, where a nightly tool chain and cargo-fuzz are.
fuzz-long:
	tools/fuzz.sh $(SECONDS)

# How long each job takes, beside a yardstick. One thread and two, release build.
bench: build
	$(TOOL) bench
	$(TOOL) bench-endings

# The same for draughts endings of up to six pieces: ten minutes, and 5 GB of disk for each of the two games.
bench-6: build
	$(TOOL) bench-endings -- 6

# One ending of five men in chess with all that it leads to: 1.6 GB of disk.
bench-chess: build
	$(TOOL) bench-endings -- KRPvKR

# The explorer: its first page, single queries, and queries a second on four connections.
bench-serve: build
	$(TOOL) bench-serve

# Two kings against one, a thousand times: Triple Jump with the tables, and without them at 100 ms a move.
two-kings: build
	$(HINDSIGHT) solve checkers --pieces 4
	$(TOOL) two-kings -- data/tables 1000 triple-jump:depth=1
	$(TOOL) two-kings -- data/tables 1000 triple-jump:tables=off,time=100ms

# Chess tables of three and four men against Syzygy's and Gaviota's, which are fetched with pip: every position of three men by
# the program's answers, and every position of three and four men by the tables alone.
compare-chess: build
	$(HINDSIGHT) solve chess --pieces 4
	$(HINDSIGHT) solve chess --dtz --pieces 4
	python3 tools/compare_chess.py --rule50 --directory $(TARGET)/compare-chess
	$(TOOL) syzygy -- data/tables $(TARGET)/compare-chess/chess-*/data/syzygy/regular

# Makes the page of results from the figures in data/solved.
solved:
	$(TOOL) solved-readme > $(TARGET)/solved.md
	mv $(TARGET)/solved.md data/solved/README.md

# Makes the tables that are compiled into the program, in data/embedded: after a change of the rules, the numbering or the
# compression of these games. tests/library/embedded.rs makes them again and compares.
embedded: build
	rm -rf $(TARGET)/embedded
	$(HINDSIGHT) solve pangki --tables $(TARGET)/embedded
	$(HINDSIGHT) solve checkers --pieces 4 --tables $(TARGET)/embedded
	$(HINDSIGHT) solve losing-checkers --pieces 4 --tables $(TARGET)/embedded
	$(HINDSIGHT) solve chess --pieces 4 --tables $(TARGET)/embedded
	$(HINDSIGHT) compress pangki --depth --tables $(TARGET)/embedded --to $(TARGET)/embedded/results
	$(HINDSIGHT) compress checkers --wld --tables $(TARGET)/embedded --to $(TARGET)/embedded/results
	$(HINDSIGHT) compress losing-checkers --wld --tables $(TARGET)/embedded --to $(TARGET)/embedded/results
	$(HINDSIGHT) compress checkers --pieces 3 --depth --tables $(TARGET)/embedded --to $(TARGET)/embedded/results
	$(HINDSIGHT) compress losing-checkers --pieces 3 --depth --tables $(TARGET)/embedded --to $(TARGET)/embedded/results
	$(HINDSIGHT) compress chess --wld --tables $(TARGET)/embedded --to $(TARGET)/embedded/results
	cp $(TARGET)/embedded/results/*.table data/embedded

build:
	cargo build --release --locked
