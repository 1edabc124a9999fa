#!/bin/sh
# Verifies the contracts of networks, in any CI with a shell.
#
#   sh verify.sh [NETWORK...]
#
# Run it in the folder of the project, which must contain alpha.lock.json (see
# "npx hardhat alpha verify --write-lock"). It never writes that file. It writes
# alpha-verify.xml (JUnit), alpha-verify.md and alpha-verify.json to $ALPHA_REPORTS
# (default: reports), and on GitHub also annotations and the summary of the step.
#
# Exit codes: 0 if everything is in order, 1 if something is proven wrong, 2 if the
# result is unknown, for example because a node did not respond. In that case, it is
# tried again, $ALPHA_ATTEMPTS times in all (default: 3), first after
# $ALPHA_RETRY_SECONDS (default: 30), then each time after twice as long.
#
# $ALPHA_LEVEL is presence, identity or wiring (default). ALPHA_LOCK=false verifies
# without the lock file, and ALPHA_STRICT=true fails on what is unidentified.
set -u

reports=${ALPHA_REPORTS:-reports}
level=${ALPHA_LEVEL:-wiring}
attempts=${ALPHA_ATTEMPTS:-3}
seconds=${ALPHA_RETRY_SECONDS:-30}
max_seconds=600

# The variables are inputs of the action, which runs this script, too.
refuse() {
  name=$1
  if [ -n "${GITHUB_ACTION_PATH:-}" ]; then
    name="The input $(printf %s "${name#ALPHA_}" | tr 'A-Z_' 'a-z-')"
  fi
  echo "Nothing was verified: $name must be $2." >&2
  exit 1
}

case $attempts in
  '' | 0* | *[!0-9]* | ???*) refuse ALPHA_ATTEMPTS "a number from 1 to 99" ;;
esac
case $seconds in
  '' | *[!0-9]* | ?????*) refuse ALPHA_RETRY_SECONDS "a number from 0 to 9999" ;;
esac
case $level in
  presence | identity | wiring) ;;
  *) refuse ALPHA_LEVEL "presence, identity or wiring" ;;
esac
options=
case ${ALPHA_LOCK:-true} in
  true) options=--lock ;;
  false) ;;
  *) refuse ALPHA_LOCK "true or false" ;;
esac
case ${ALPHA_STRICT:-false} in
  true) options="$options --strict" ;;
  false) ;;
  *) refuse ALPHA_STRICT "true or false" ;;
esac

# Hardhat shows an error as "Error …: the message", a blank line and, in CI, the stack
# trace. The message of an error that it did not expect follows a blank line.
escape=$(printf '\033')
messages() {
  sed "s/$escape\\[[0-9;]*m//g" "$reports/errors.txt"
}
error_message() {
  messages | sed -n '/^Error[^:]*: /,/^$/p' | sed '/^$/q' |
    sed '1s/^Error[^:]*: //' | tr '\n' ' '
}
cause() {
  for text in "$(error_message)" "$(messages | grep -m 1 'Error: ')" \
    "$(messages | grep -m 1 .)" "the command ended with exit code $code"; do
    if [ -n "$text" ]; then
      case $text in
        'Task "alpha" not found'*)
          text="hardhat-alpha-networks is not in the plugins of hardhat.config.ts. Add it." ;;
      esac
      printf '%s' "$text"
      return
    fi
  done
}

# Else the shell may end with 2, as for an unknown result.
if ! mkdir -p "$reports" ||
  ! (: > "$reports/summary.md" && : > "$reports/output.txt" && : > "$reports/errors.txt"); then
  echo "Nothing was verified: the folder $reports cannot be written." >&2
  exit 1
fi
outputs="junit:$reports/alpha-verify.xml,markdown:$reports/alpha-verify.md,json:$reports/alpha-verify.json"
summary=${GITHUB_STEP_SUMMARY:-}
if [ "${GITHUB_ACTIONS:-}" = true ]; then
  outputs="$outputs,github"
fi

attempt=1
while :; do
  # Reports of an earlier run must not be mistaken for those of this one.
  rm -f "$reports/alpha-verify.xml" "$reports/alpha-verify.md" \
    "$reports/alpha-verify.json"
  : > "$reports/summary.md"

  # $HARDHAT can be a command with arguments, such as "pnpm exec hardhat".
  # shellcheck disable=SC2086
  GITHUB_STEP_SUMMARY=${summary:+$reports/summary.md} \
    ${HARDHAT:-npx hardhat} alpha verify "$@" --level "$level" $options \
    --report "$outputs" > "$reports/output.txt" 2> "$reports/errors.txt"
  code=$?
  # The cause of an expected error is printed at the end, without its stack trace.
  messages | sed '/^Error[^:]*: /,$d' >&2

  if [ "$code" -ne 2 ] || [ "$attempt" -ge "$attempts" ]; then
    break
  fi
  echo "Attempt $attempt of $attempts: the result is unknown. The next attempt starts in $seconds s." >&2
  sleep "$seconds"
  attempt=$((attempt + 1))
  seconds=$((seconds * 2))
  if [ "$seconds" -gt "$max_seconds" ]; then
    seconds=$max_seconds
  fi
done

# Only the last attempt counts: its output, annotations and summary.
cat "$reports/output.txt"
if [ -n "$summary" ]; then
  cat "$reports/summary.md" >> "$summary"
fi

case $code in
  0) echo "The contracts were verified." >&2 ;;
  2)
    if [ -f "$reports/alpha-verify.json" ]; then
      echo "The result is unknown: see $reports." >&2
    else
      echo "The result is unknown: the command ended without a report." >&2
    fi
    ;;
  *)
    if [ -f "$reports/alpha-verify.json" ]; then
      # With an error, a report could not be written, whatever the result is.
      message=$(error_message)
      echo "${message:-Verification failed.} See $reports." >&2
    else
      echo "Nothing was verified: $(cause)" >&2
    fi
    ;;
esac
rm -f "$reports/output.txt" "$reports/errors.txt" "$reports/summary.md"
exit "$code"
