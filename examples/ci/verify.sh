#!/bin/sh
# Verifies the contracts of networks, in any CI with a shell.
#
#   sh verify.sh [NETWORK...]
#
# Run it in the folder of the project, which must contain alpha.lock.json (see
# "npx hardhat alpha verify --level wiring --write-lock"). It writes alpha-verify.xml (JUnit),
# alpha-verify.md and alpha-verify.json to $ALPHA_REPORTS (default: reports).
#
# Exit codes: 0 if everything is in order, 1 if something is proven wrong, 2 if the
# result is unknown, for example because a node did not respond. Retry in that case.
set -u

reports=${ALPHA_REPORTS:-reports}
level=${ALPHA_LEVEL:-wiring}
mkdir -p "$reports" || exit 1
# Reports of an earlier run must not be mistaken for those of this one.
rm -f "$reports/alpha-verify.xml" "$reports/alpha-verify.md" \
  "$reports/alpha-verify.json"

# $HARDHAT can be a command with arguments, such as "pnpm exec hardhat".
# shellcheck disable=SC2086
${HARDHAT:-npx hardhat} alpha verify "$@" --level "$level" --lock \
  --report "junit:$reports/alpha-verify.xml,markdown:$reports/alpha-verify.md,json:$reports/alpha-verify.json"
code=$?

case $code in
  0) echo "The contracts were verified." >&2 ;;
  2) echo "The result is unknown: see $reports." >&2 ;;
  *)
    if [ -f "$reports/alpha-verify.json" ]; then
      echo "Verification failed: see $reports." >&2
    else
      echo "Nothing was verified: see the error above." >&2
    fi
    ;;
esac
exit "$code"
