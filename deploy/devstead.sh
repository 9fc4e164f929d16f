#!/bin/sh
# The `devstead` command in the image, where packages are installed and the site is built. Elsewhere, scripts/bin.mjs.
set -eu

if ! [ -w "$DATA_DIR" ]; then
  echo "The volume at $DATA_DIR must belong to user $(id -u): chown -R $(id -u):$(id -g) FOLDER" >&2
  exit 1
fi
export INIT_CWD="$PWD"
cd /app
if [ "${1-}" = start ]; then exec node --max-semi-space-size=16 scripts/devstead.ts "$@"; fi
exec node scripts/devstead.ts "$@"
