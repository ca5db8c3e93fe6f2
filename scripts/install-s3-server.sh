#!/usr/bin/env bash
# Builds the S3 server that the storage tests run against: the Versity S3 Gateway (Apache-2.0), which
# enforces upload policies as S3 does. It is built with the Go toolchain and kept in a cache folder.
#
#   scripts/install-s3-server.sh          installs unless it is there; prints the path of the binary
#   scripts/install-s3-server.sh --path   prints the path and installs nothing
#
# Exit status: 0 installed, 3 no Go toolchain or its registry out of reach, 1 the build failed.
set -euo pipefail

module=github.com/versity/versitygw
version=v1.8.0

folder="${XDG_CACHE_HOME:-${HOME:-/tmp}/.cache}/plumbline/s3-server-$version"
binary="$folder/versitygw"

if [[ "${1:-}" == --path || -x "$binary" ]]; then
  echo "$binary"
  exit 0
fi

if ! command -v go >/dev/null; then
  echo 'The S3 server is built with the Go toolchain, which is not installed here.' >&2
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
(cd / && GOBIN="$unfinished" CGO_ENABLED=0 nice go install -trimpath -ldflags='-s -w' "$module/cmd/versitygw@$version") >&2
mv "$unfinished/versitygw" "$binary"
echo "$binary"
