#!/usr/bin/env bash
# Writes deno.lock and config/toolchain/packages.sha256 anew after an npm package was added or moved to another version in deno.json. Packages are
# fetched into an empty cache, and npm's word on their integrity is what the lock holds: look at the difference before you commit it.
set -euo pipefail
# shellcheck source=config/toolchain/deno.sh
. "$(dirname "${BASH_SOURCE[0]}")/deno.sh"

find_deno
cd "$PROJECT"
scratch=$(mktemp -d "${TMPDIR:-/tmp}/auto-tools-lock.XXXXXX")
trap 'rm -rf "$scratch"' EXIT
export DENO_DIR=$scratch/deno
rm -f deno.lock
find main.ts lib tests config/toolchain -name '*.ts' -not -path 'tests/fixtures/*' -print0 |
  xargs -0 "$DENO" cache --quiet --reload --config deno.json --frozen=false
"$DENO" run -q --no-config --no-lock --allow-read --allow-write config/toolchain/packages.ts "$DENO_DIR" deno.lock config/toolchain/packages.sha256 --write
say "wrote deno.lock and config/toolchain/packages.sha256"
