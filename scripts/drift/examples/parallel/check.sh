#!/bin/bash
# Checks a file, or standard input for -, in parallel blocks of lines: check.sh day.ndjson [arguments for merge]
set -euo pipefail
file=$1
shift
check=(paket-drift traffic - --partial)
if [ "$file" = - ]; then
  divide=(parallel --pipe --block "${BLOCK:-64M}")
else
  divide=(parallel --pipepart --arg-file "$file" --block "${BLOCK:--1}")
fi
# A block that fails stops all, because the report would look complete without it.
parts=$(mktemp)
trap 'rm -f "$parts"' EXIT
"${divide[@]}" --halt now,fail=1 "${check[@]}" > "$parts"
paket-drift merge "$parts" "$@"
