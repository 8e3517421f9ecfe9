#!/usr/bin/env bash
# Installs Chromium and its driver, in which the explorer is tested, where that takes no question: as root, on Debian. Without
# them that test is skipped.
set -euo pipefail
command -v chromedriver > /dev/null && command -v chromium > /dev/null && exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get > /dev/null; then
    export DEBIAN_FRONTEND=noninteractive
    { apt-get -qq update && apt-get -qq install -y --no-install-recommends chromium chromium-driver; } > /dev/null 2>&1 ||
        echo "tools/browser.sh: Chromium could not be installed: the explorer is not tested in a browser" >&2
else
    echo "tools/browser.sh: no Chromium here: install chromium and chromium-driver to test the explorer in a browser" >&2
fi
