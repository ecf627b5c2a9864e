#!/bin/bash
# Checks a file, or standard input for -, in blocks of lines side by side: check.sh day.ndjson [words for merge]
set -euo pipefail
file=$1
shift
check=(paket-drift traffic - --partial)
if [ "$file" = - ]; then
  divide=(parallel --pipe --block "${BLOCK:-64M}")
else
  divide=(parallel --pipepart --arg-file "$file" --block "${BLOCK:--1}")
fi
# A block that fails ends all: without it the report would be of a part and look whole.
parts=$(mktemp)
trap 'rm -f "$parts"' EXIT
"${divide[@]}" --halt now,fail=1 "${check[@]}" > "$parts"
paket-drift merge "$parts" "$@"
