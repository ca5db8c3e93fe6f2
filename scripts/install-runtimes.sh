#!/usr/bin/env bash
# Installs pinned releases of Deno and Bun, on which the client of the API is tested, and keeps them in a cache folder.
#
#   scripts/install-runtimes.sh          installs unless they are there; prints the folder of the programs
#   scripts/install-runtimes.sh --path   prints the folder and installs nothing
#
# Exit status: 0 installed, 3 the package registry cannot be reached or has none for this machine.
set -euo pipefail

deno=2.9.6 bun=1.4.5

folder="${XDG_CACHE_HOME:-${HOME:-/tmp}/.cache}/plumbline/runtimes-deno-$deno-bun-$bun"
programs="$folder/node_modules/.bin"

if [[ "${1:-}" != --path && ! -x "$programs/bun" ]]; then
  mkdir -p "$folder"
  if ! (cd "$folder" && timeout 120 npm install --prefix "$folder" --no-save --no-audit --no-fund \
    "deno@$deno" "bun@$bun") >&2; then
    echo 'Deno and Bun cannot be installed here.' >&2
    exit 3
  fi
fi
echo "$programs"
