#!/usr/bin/env bash
# Installs what `make build capi` has built: `install.sh DESTDIR PREFIX [DIRECTORY]`. DESTDIR may be empty; DIRECTORY is
# cargo's, by default the one that it uses.
set -euo pipefail
cd "$(dirname "$0")/.."
prefix="${2:?expected a prefix such as /usr/local}"
to="$1$prefix"
built="${3:-$(tools/target.sh)}"
hindsight="$built/release/hindsight"
version="$("$hindsight" --version | sed -n '1s/^[^ ]* \([^ ]*\).*/\1/p')"

install -D -m 755 "$hindsight" "$to/bin/hindsight"
install -D -m 755 "$built/release/libhindsight.so" "$to/lib/libhindsight.so.0"
ln -sf libhindsight.so.0 "$to/lib/libhindsight.so"
install -D -m 644 "$built/release/libhindsight.a" "$to/lib/libhindsight.a"
install -D -m 644 src/capi/hindsight.h "$to/include/hindsight.h"
install -d "$to/lib/pkgconfig" "$to/share/man/man1" "$to/share/bash-completion/completions" \
    "$to/share/zsh/site-functions" "$to/share/fish/vendor_completions.d"
sed -e "s|@PREFIX@|$prefix|" -e "s|@VERSION@|$version|" tools/c/hindsight.pc.in > "$to/lib/pkgconfig/hindsight.pc"
"$hindsight" man > "$to/share/man/man1/hindsight.1"
for command in $("$hindsight" --help | sed -n '/^Commands:/,/^Options:/s/^  \([a-z]\+\) .*/\1/p' | grep -v '^help$'); do
    "$hindsight" man "$command" > "$to/share/man/man1/hindsight-$command.1"
done
"$hindsight" completions bash > "$to/share/bash-completion/completions/hindsight"
"$hindsight" completions zsh > "$to/share/zsh/site-functions/_hindsight"
"$hindsight" completions fish > "$to/share/fish/vendor_completions.d/hindsight.fish"
