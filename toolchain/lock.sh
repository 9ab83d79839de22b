#!/usr/bin/env bash
# Rewrites config/npm-only/deno.lock after an npm package was added or moved to another version in the two import maps.
set -euo pipefail
# shellcheck source=toolchain/deno.sh
. "$(dirname "${BASH_SOURCE[0]}")/deno.sh"

find_deno
cd "$PROJECT"
scratch=$(mktemp -d "${TMPDIR:-/tmp}/auto-tools-lock.XXXXXX")
trap 'rm -rf "$scratch"' EXIT
# Every name that the project may import, whether or not a file does so today.
sed -nE 's/.*"([^"]*)": "(npm|jsr):.*/import "\1";/p' deno.json >"$scratch/all.ts"
find main.ts lib tests toolchain config "$scratch/all.ts" -name '*.ts' -not -path 'tests/fixtures/*' -print0 |
  xargs -0 "$DENO" cache --quiet --config deno.json --import-map=config/npm-only/import_map.json \
    --lock="$scratch/deno.lock" --frozen=false
cp "$scratch/deno.lock" config/npm-only/deno.lock
say "wrote config/npm-only/deno.lock"
