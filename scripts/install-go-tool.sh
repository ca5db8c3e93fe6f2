#!/usr/bin/env bash
# Builds a pinned program with the Go toolchain and keeps it in a cache folder.
#
#   scripts/install-go-tool.sh FOLDER MODULE PACKAGE VERSION          installs unless it is there; prints its path
#   scripts/install-go-tool.sh FOLDER MODULE PACKAGE VERSION --path   prints the path and installs nothing
#
# Exit status: 0 installed, 3 no Go toolchain or its registry out of reach, 1 the build failed.
set -euo pipefail

name=$1 module=$2 package=$3 version=$4

folder="${XDG_CACHE_HOME:-${HOME:-/tmp}/.cache}/plumbline/$name-$version"
binary="$folder/$(basename "$package")"

if [[ "${5:-}" == --path || -x "$binary" ]]; then
  echo "$binary"
  exit 0
fi

if ! command -v go >/dev/null; then
  echo "$name is built with the Go toolchain, which is not installed here." >&2
  exit 3
fi
if ! (cd / && timeout 60 go list -m "$module@$version") >/dev/null; then
  echo 'The module proxy of the Go toolchain cannot be reached.' >&2
  exit 3
fi

mkdir -p "$folder"
unfinished="$(mktemp -d "$folder/build.XXXXXX")"
trap 'rm -rf "$unfinished"' EXIT
# Outside any module, so that the version named here is the one that is built, checked by checksum.
(cd / && GOBIN="$unfinished" CGO_ENABLED=0 nice go install -trimpath -ldflags='-s -w' "$package@$version") >&2
mv "$unfinished/$(basename "$package")" "$binary"
echo "$binary"
