#!/bin/sh
# One of several workers on a Redis stream: takes a batch, checks it, and stores its part of the report. Ends when all entries are acknowledged.
# Needs redis-cli 7, jq and paket-drift. REDIS_URL; the default is the Redis of this machine.
set -eu
: "${STREAM:=exchanges}" "${GROUP:=drift}" "${FIELD:=exchange}" "${PARTS:=drift-parts}"
# Entries per batch; after IDLE_MS another worker may take a batch; how long to wait for new entries.
: "${BATCH:=5000}" "${IDLE_MS:=600000}" "${WAIT_MS:=5000}"

me="$(hostname)-$$"
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# A signal alone ends a shell without its EXIT, and the batch is customers' data.
trap 'exit 130' INT
trap 'exit 143' TERM
redis() { redis-cli ${REDIS_URL:+-u "$REDIS_URL"} -e --json "$@"; }

redis XGROUP CREATE "$STREAM" "$GROUP" 0 MKSTREAM >"$work/out" 2>&1 || grep -q BUSYGROUP "$work/out" || { cat "$work/out" >&2; exit 2; }
while :; do
  # First entries that another worker took and did not acknowledge, then new ones.
  redis XAUTOCLAIM "$STREAM" "$GROUP" "$me" "$IDLE_MS" 0 COUNT "$BATCH" >"$work/out"
  jq -c '.[1][]' "$work/out" >"$work/batch"
  if [ ! -s "$work/batch" ]; then
    redis XREADGROUP GROUP "$GROUP" "$me" COUNT "$BATCH" BLOCK "$WAIT_MS" STREAMS "$STREAM" '>' >"$work/out"
    jq -c 'values | .[][]' "$work/out" >"$work/batch"
  fi
  if [ ! -s "$work/batch" ]; then
    # Pending entries of other workers may become free.
    redis XPENDING "$STREAM" "$GROUP" >"$work/out"
    [ "$(jq '.[0]' "$work/out")" = 0 ] && exit 0
    sleep 0.2
    continue
  fi
  jq -r --arg field "$FIELD" '.[1] | (index($field) // error("an entry has no field " + $field)) as $at | .[$at + 1]' "$work/batch" >"$work/lines"
  paket-drift traffic - --partial <"$work/lines" >"$work/part"
  # Atomic, and only if this worker still owns the whole batch.
  # shellcheck disable=SC2046 # one argument per id
  redis -x EVAL "$(cat "$here/hand-in.lua")" 2 "$STREAM" "$PARTS" "$GROUP" "$me" $(jq -r '.[0]' "$work/batch") <"$work/part" >"$work/out"
  [ "$(cat "$work/out")" = 1 ] || echo "$me: a batch had been given to another worker; this one's part is dropped" >&2
done
