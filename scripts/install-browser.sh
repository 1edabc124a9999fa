#!/bin/sh
# Installs Debian's Chromium for the browser tests where that takes no question:
# those tests are skipped by name on a machine without a browser.
command -v chromium >/dev/null && exit 0
command -v chromium-browser >/dev/null && exit 0
command -v google-chrome >/dev/null && exit 0
if ! command -v apt-get >/dev/null; then
  echo "no browser, and no apt-get to install one: its tests will be skipped"
  exit 0
fi
as_root=
if [ "$(id -u)" -ne 0 ]; then
  if ! sudo -n true 2>/dev/null; then
    echo "no browser, and no right to install one: its tests will be skipped"
    exit 0
  fi
  as_root="sudo -n"
fi
log=$(mktemp)
if ! { $as_root apt-get update &&
  $as_root env DEBIAN_FRONTEND=noninteractive \
    apt-get install --yes --no-install-recommends chromium; } >"$log" 2>&1 </dev/null; then
  tail -n 20 "$log"
  echo "the browser could not be installed: its tests will be skipped"
fi
rm -f "$log"
