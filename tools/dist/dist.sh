#!/usr/bin/env bash
# Packages of the program and the libraries in target/dist: an archive, a Debian package, the Python wheel and its sources, a
# bill of materials, and checksums. Two runs on one commit make the same bytes.
set -euo pipefail
cd "$(dirname "$0")/../.."
root="$PWD"
out="$root/target/dist"
build="$root/target/dist-build"

export SOURCE_DATE_EPOCH="${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}"
# No path of this machine is in what is built, and no instruction that another processor lacks: the program chooses at run time.
export RUSTFLAGS="--remap-path-prefix=$root=. --remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}=cargo"
export CARGO_TARGET_DIR="$build" TZ=UTC LC_ALL=C
umask 022

version="$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)"
machine="$(uname -m)"
name="hindsight-$version-$machine-linux"
rm -rf "$out"
mkdir -p "$out"

cargo build --release --locked
cargo build --release --locked --package hindsight-capi
stage="$build/stage"
rm -rf "$stage"
tools/install.sh "$stage" /usr "$build"
strip --strip-unneeded "$stage/usr/bin/hindsight" "$stage/usr/lib/libhindsight.so.0"
strip --strip-debug --enable-deterministic-archives "$stage/usr/lib/libhindsight.a"
docs="$stage/usr/share/doc/hindsight"
install -d "$docs"
install -m 644 README.md CHANGELOG.md LICENSE data/licences.txt "$docs"
install -m 644 LICENSE "$docs/copyright"
find "$stage" -exec touch --no-dereference --date "@$SOURCE_DATE_EPOCH" {} +

# The archive is unpacked into any directory, such as /usr/local.
tar --create --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner \
    --transform "s|^\./usr|$name|" --directory "$stage" ./usr | gzip --no-name --best > "$out/$name.tar.gz"

# The Debian package needs the C library alone.
case "$machine" in x86_64) debian=amd64 ;; aarch64) debian=arm64 ;; *) debian="$machine" ;; esac
install -d "$stage/DEBIAN"
needs="$(objdump -T "$stage/usr/bin/hindsight" "$stage/usr/lib/libhindsight.so" | grep -o 'GLIBC_2\.[0-9]*' | sort -uV | tail -n 1)"
cat > "$stage/DEBIAN/control" <<CONTROL
Package: hindsight
Version: $version
Architecture: $debian
Maintainer: The Hindsight authors
Installed-Size: $(du --summarize --apparent-size --block-size=1K "$stage/usr" | cut -f 1)
Depends: libc6 (>= ${needs#GLIBC_}), libgcc-s1
Section: games
Priority: optional
Description: solves board games backwards, and looks up positions
 Solves games and endgames by retrograde analysis, writes the exact values into
 tables, and answers for positions, in a terminal, in a browser and from C.
CONTROL
touch --date "@$SOURCE_DATE_EPOCH" "$stage/DEBIAN" "$stage/DEBIAN/control"
dpkg-deb --root-owner-group -Zxz --build "$stage" "$out/hindsight_${version}_$debian.deb" > /dev/null
rm -rf "$stage/DEBIAN"

CARGO_TARGET_DIR="$build/python" tools/python/wheel.sh "$out"
tools/dist/dependencies.py sbom > "$out/hindsight-$version.cdx.json"
cd "$out"
sha256sum -- * > SHA256SUMS
cat SHA256SUMS
