#!/usr/bin/env bash
# Builds the S3 server that the storage tests run against: the Versity S3 Gateway (Apache-2.0), which
# enforces upload policies as S3 does. Options and exit status are those of install-go-tool.sh.
set -euo pipefail

module=github.com/versity/versitygw
exec bash "$(dirname "$0")/install-go-tool.sh" s3-server "$module" "$module/cmd/versitygw" v1.8.0 "$@"
