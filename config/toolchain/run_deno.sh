#!/usr/bin/env bash
# Runs deno on this project: `config/toolchain/run_deno.sh check main.ts`, `… test -A tests/guard`.
set -euo pipefail
# shellcheck source=config/toolchain/deno.sh
. "$(dirname "${BASH_SOURCE[0]}")/deno.sh"

find_deno
command=${1:-}
[ $# -eq 0 ] || shift
case $command in
  run | test) exec "$DENO" "$command" "$V8_FLAGS" --config "$PROJECT/deno.json" "$@" ;;
  bench | bundle | cache | check | compile | doc | info) exec "$DENO" "$command" --config "$PROJECT/deno.json" "$@" ;;
  *) exec "$DENO" ${command:+"$command"} "$@" ;;
esac
