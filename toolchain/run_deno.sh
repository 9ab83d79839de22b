#!/usr/bin/env bash
# Runs deno with the import map that works on this machine: `toolchain/run_deno.sh check main.ts`, `… test -A tests/guard`.
set -euo pipefail
# shellcheck source=toolchain/deno.sh
. "$(dirname "${BASH_SOURCE[0]}")/deno.sh"
# shellcheck source=toolchain/imports.sh
. "$PROJECT/toolchain/imports.sh"

find_deno
case "${1:-}" in
  bench | bundle | cache | check | compile | doc | info | run | test)
    choose_imports
    import_flags "$PROJECT"
    command=$1
    shift
    case $command in
      run | test) exec "$DENO" "$command" "$V8_FLAGS" "${IMPORT_FLAGS[@]}" "$@" ;;
      *) exec "$DENO" "$command" "${IMPORT_FLAGS[@]}" "$@" ;;
    esac
    ;;
  *) exec "$DENO" "$@" ;;
esac
