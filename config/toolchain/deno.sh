#!/usr/bin/env bash
# Finds Deno, or gets it from npm. Run: prints the path of a `deno` of the version that is tested. Sourced: defines `find_deno`,
# which leaves the path in $DENO.
# shellcheck source=config/toolchain/cache.sh
. "$(dirname "${BASH_SOURCE[0]}")/cache.sh"

# The only version that the build and its tests were run with. `deno compile` takes a runtime of the same version, and the packer of the
# program's code knows how this one lays out its binaries.
PINNED_DENO=2.4.2

# Deno reads its own list of authorities by default, which leaves out those of a company network.
export DENO_TLS_CA_STORE=${DENO_TLS_CA_STORE:-system}
export DENO_NO_UPDATE_CHECK=1
# Deno would add a trace of its own innards to every error in our code.
export RUST_BACKTRACE=0

# A small young generation takes a third less memory for an index, in the same time. A heap that begins larger is not collected as a whole within a short run.
# What V8's optimizing compilers make comes too late for a prompt, and takes the other processor from git and the sandbox: the last begins ten times later, and there
# is none before it. Patterns are compiled to machine code at once: V8 would run each in bytecode first, over a whole file as a rule. Natives are how the parser's machine code is kept (`compile_grammars.ts`).
V8_FLAGS=--v8-flags=--min-semi-space-size=2,--max-semi-space-size=8,--initial-heap-size=64,--allow-natives-syntax,--no-maglev,--no-regexp-tier-up,--invocation-count-for-turbofan=30000,--invocation-count-for-osr=10000

deno_version() { "$1" --version 2>/dev/null | sed -n 's/^deno \([0-9][0-9.]*\).*/\1/p'; }

# Sets DENO to the pinned Deno from npm, kept in the toolchain cache.
npm_deno() {
  local cache package work archive binary
  cache=$(toolchain_cache) || exit 1
  DENO=$cache/deno-$PINNED_DENO/deno
  [ -x "$DENO" ] && return 0
  has npm || fail "found neither deno $PINNED_DENO nor npm on PATH" \
    "install Deno $PINNED_DENO: https://docs.deno.com/runtime/getting_started/installation/" \
    "or install Node.js with npm, and this script gets Deno from there"
  package=@deno/$(platform)$([ "$(uname -s)" != Linux ] || echo -glibc)@$PINNED_DENO
  known "deno-$PINNED_DENO" || fail "no checksum is known of npm's $package; it was not fetched" \
    "install Deno $PINNED_DENO yourself and put it on PATH, or set AUTO_TOOLS_UNVERIFIED=1"
  say "there is no Deno $PINNED_DENO on PATH: getting it from npm (about 40 MB, once) …"
  work=$(mktemp -d "$cache/.deno.XXXXXX")
  binary=$work/package/deno
  archive=$(npm_pack "$package" "$work") || {
    tail -n 3 "$work/npm.log" >&2
    rm -rf "$work"
    fail "npm could not download $package" "check the network, or install Deno $PINNED_DENO and put it on PATH" \
      "behind a company's proxy or registry: npm config set proxy URL, npm config set registry URL"
  }
  tar -xzf "$archive" -C "$work" package/deno
  chmod 755 "$binary"
  if ! verified "$binary" "deno-$PINNED_DENO"; then
    rm -rf "$work"
    fail "the deno that npm delivered has the wrong checksum; it was not used" "install Deno $PINNED_DENO yourself and put it on PATH"
  fi
  if [ "$(deno_version "$binary")" != "$PINNED_DENO" ]; then
    rm -rf "$work"
    fail "npm's deno does not start on this machine (it needs glibc on Linux)" "install Deno $PINNED_DENO and put it on PATH"
  fi
  mkdir -p "$(dirname "$DENO")"
  publish "$binary" "$DENO"
  rm -rf "$work"
}

find_deno() {
  if DENO=$(command -v deno) && [ "$(deno_version "$DENO")" = "$PINNED_DENO" ]; then return 0; fi
  npm_deno
}

if [ "${BASH_SOURCE[0]}" = "$0" ]; then
  set -euo pipefail
  find_deno
  printf '%s\n' "$DENO"
fi
