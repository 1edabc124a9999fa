#!/bin/sh
# Installs Chromium for the browser tests, on Debian and if that needs no password.
# Without a browser, these tests are skipped.
command -v chromium >/dev/null && exit 0
command -v chromium-browser >/dev/null && exit 0
command -v google-chrome >/dev/null && exit 0
if ! command -v apt-get >/dev/null; then
  echo "There is no browser, and no apt-get to install one: the browser tests are skipped."
  exit 0
fi
as_root=
if [ "$(id -u)" -ne 0 ]; then
  if ! sudo -n true 2>/dev/null; then
    echo "There is no browser, and no permission to install one: the browser tests are skipped."
    exit 0
  fi
  as_root="sudo -n"
fi
log=$(mktemp)
if ! { $as_root apt-get update &&
  $as_root env DEBIAN_FRONTEND=noninteractive \
    apt-get install --yes --no-install-recommends chromium; } >"$log" 2>&1 </dev/null; then
  tail -n 20 "$log"
  echo "Could not install Chromium: the browser tests are skipped."
fi
rm -f "$log"
