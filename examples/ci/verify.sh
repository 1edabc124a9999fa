#!/bin/sh
# Verifies the networks' contracts, for any CI that runs a shell.
#
#   sh verify.sh [NETWORK...]
#
# Run it in the project's folder, where alpha.lock.json is: every change since
# "npx hardhat alpha verify --write-lock" wrote it fails. What it finds is in
# $ALPHA_REPORTS (default: reports): alpha-verify.xml (JUnit), alpha-verify.md
# and alpha-verify.json.
#
# It exits with 0 if everything holds, with 1 if something is proven wrong, and
# with 2 if it could not be determined, which is worth another try.
set -u

reports=${ALPHA_REPORTS:-reports}
level=${ALPHA_LEVEL:-wiring}
mkdir -p "$reports" || exit 1
# Reports of an earlier run would be taken for this one's.
rm -f "$reports/alpha-verify.xml" "$reports/alpha-verify.md" \
  "$reports/alpha-verify.json"

# $HARDHAT may be a command with arguments, such as "pnpm exec hardhat".
# shellcheck disable=SC2086
${HARDHAT:-npx hardhat} alpha verify "$@" --level "$level" --lock \
  --report "junit:$reports/alpha-verify.xml,markdown:$reports/alpha-verify.md,json:$reports/alpha-verify.json"
code=$?

case $code in
  0) echo "Everything holds." >&2 ;;
  2) echo "It could not be determined whether everything holds." >&2 ;;
  *)
    if [ -f "$reports/alpha-verify.json" ]; then
      echo "Something is proven wrong: see $reports." >&2
    else
      echo "Nothing was verified: see the error above." >&2
    fi
    ;;
esac
exit "$code"
