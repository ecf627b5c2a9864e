#!/bin/sh
# worker.sh <partition>: reads one partition of a topic, up to its end at the time of the start.
# Batches begin at fixed offsets, which are the names of the parts, so that a batch that is read again after a crash replaces its part.
# Needs kcat and paket-drift. PARTS is a folder that all workers share.
set -eu
partition=$1
: "${BROKERS:=localhost:9092}" "${TOPIC:=exchanges}" "${PARTS:=parts}" "${BATCH:=100000}"

mkdir -p "$PARTS"
work=$(mktemp -d "$PARTS/.work-XXXXXX")
trap 'rm -rf "$work"' EXIT
# A signal alone ends a shell without its EXIT, and the batch is customers' data.
trap 'exit 130' INT
trap 'exit 143' TERM
end="$PARTS/$partition.end"
if [ ! -s "$end" ]; then
  kcat -Q -b "$BROKERS" -t "$TOPIC:$partition:-1" >"$work/said"
  sed -n 's/.*offset \([0-9][0-9]*\)$/\1/p' "$work/said" >"$work/end"
  [ -s "$work/end" ] || { echo "$BROKERS does not say where partition $partition of $TOPIC ends" >&2; exit 2; }
  # The first worker of a partition sets its end.
  ln "$work/end" "$end" 2>/dev/null || [ -s "$end" ]
fi
from=0
while [ "$from" -lt "$(cat "$end")" ]; do
  to=$((from + BATCH))
  [ "$to" -le "$(cat "$end")" ] || to=$(cat "$end")
  part="$PARTS/$partition-$from.part"
  if [ ! -e "$part" ]; then
    kcat -C -q -e -b "$BROKERS" -t "$TOPIC" -p "$partition" -o "$from" -c "$((to - from))" -f '%o %s\n' >"$work/batch"
    # If offsets are missing, kcat reads beyond the batch.
    awk -v to="$to" '$1 < to { sub(/^[0-9]+ /, ""); print }' "$work/batch" >"$work/lines"
    paket-drift traffic - --partial <"$work/lines" >"$work/part"
    mv "$work/part" "$part"
  fi
  from=$to
done
