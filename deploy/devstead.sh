#!/bin/sh
# The `devstead` command in the image, where packages are installed and the site is built. Elsewhere, scripts/bin.mjs.
set -eu

if ! [ -w "$DATA_DIR" ]; then
  echo "The volume at $DATA_DIR must belong to user $(id -u): chown -R $(id -u):$(id -g) FOLDER" >&2
  exit 1
fi
export INIT_CWD="$PWD"
cd /app
# As in scripts/run.mjs and scripts/lean-flags.mjs.
export MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=32768 MALLOC_TRIM_THRESHOLD_=131072
case "${1-}" in
  start) flags='--max-semi-space-size=8 --heap-growing-percent=50 --expose-gc --import=file:///app/scripts/built-modules.mjs' ;;
  import | backup) flags='--max-semi-space-size=4 --heap-growing-percent=25 --import=file:///app/scripts/built-modules.mjs' ;;
  *) flags='--import=file:///app/scripts/built-modules.mjs' ;;
esac
# shellcheck disable=SC2086 # one word per flag
exec node $flags scripts/devstead.ts "$@"
