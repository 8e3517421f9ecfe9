#!/usr/bin/env bash
# Makes data/pictures/explorer-*.png again: each game of the explorer at 1280x900 and on a phone. It needs chromium, and the
# tables that the positions below are in.
set -euo pipefail
program=${1:-target/release/hindsight}
tables=${2:-data/tables}
address=$(mktemp)
"$program" serve --port 0 --tables "$tables" > "$address" 2> /dev/null &
trap 'kill $!; rm -f "$address"' EXIT
until [ -s "$address" ]; do sleep 0.2; done
shot() {
    chromium --headless=new --no-sandbox --disable-gpu --hide-scrollbars --window-size="$3" --virtual-time-budget=6000 \
        --screenshot="data/pictures/explorer-$1.png" "$(cat "$address")$2" > /dev/null 2>&1
    if command -v pngquant > /dev/null; then pngquant --force --ext .png 64 "data/pictures/explorer-$1.png"; fi
}
while read -r name path; do
    shot "$name" "$path" 1280,900
    shot "$name-phone" "$path" 390,800
done << 'END'
home
chess chess?position=8/8/8/8/2r5/8/2k5/K6Q+w+-+-+0+1
checkers checkers?position=W:W6,11:B3,K25
losing-checkers losing-checkers?position=W:WK5,K1:BK32
pangki pangki
tic-tac-toe tic-tac-toe
tigers-and-goats tigers-and-goats
halma halma
halma-packing halma-packing?position=.x.xxx/..xxx/.x.x/x.x/x./x
END
