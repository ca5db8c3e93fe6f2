#!/usr/bin/env bash
# Builds oasdiff (Apache-2.0), which compares OpenAPI documents and names the changes that break clients.
# Options and exit status are those of install-go-tool.sh.
set -euo pipefail

module=github.com/oasdiff/oasdiff
exec bash "$(dirname "$0")/install-go-tool.sh" oasdiff "$module" "$module" v1.35.0 "$@"
