#!/usr/bin/env bash
# Finds Deno, or gets it from npm. Run: prints the path of a `deno` of at least 2.4. Sourced: defines `find_deno`, which
# leaves the path in $DENO.
# shellcheck source=toolchain/cache.sh
. "$(dirname "${BASH_SOURCE[0]}")/cache.sh"

PINNED_DENO=2.4.2
PINNED_DENO_LINUX_X64_SHA256=1d6580e813252f6b27a41d97d2e3725a408baa2e765a86e45f65b228d3e93ad6

# Deno reads its own list of authorities by default, which leaves out those of a company network.
export DENO_TLS_CA_STORE=${DENO_TLS_CA_STORE:-system}
export DENO_NO_UPDATE_CHECK=1
# Deno would add a trace of its own innards to every error in our code.
export RUST_BACKTRACE=0

# A small young generation takes a third less memory for an index, in the same time. A heap that begins larger is not collected as a whole within a
# short run. Natives are how the parser's machine code is kept (`compile_grammars.ts`). What V8's last compiler makes comes too late for a prompt or a refresh, and
# it takes the other processor from git and the sandbox: it begins ten times later, which a build of an index does not feel. A pattern is compiled to machine code
# when it has met a hundred short texts instead of one: most of them meet fewer (a text of a thousand characters has it compiled at once, as ever).
V8_FLAGS=--v8-flags=--min-semi-space-size=2,--max-semi-space-size=8,--initial-heap-size=64,--allow-natives-syntax,--invocation-count-for-turbofan=30000,--invocation-count-for-osr=10000,--regexp-tier-up-ticks=100

deno_version() { "$1" --version 2>/dev/null | sed -n 's/^deno \([0-9][0-9.]*\).*/\1/p'; }

# Whether a version string is 2.4 or newer.
is_recent() {
  local major=${1%%.*} rest=${1#*.}
  local minor=${rest%%.*}
  case "$major$minor" in '' | *[!0-9]*) return 1 ;; esac
  [ "$major" -gt 2 ] || { [ "$major" -eq 2 ] && [ "$minor" -ge 4 ]; }
}

# The name npm gives Deno's build for this machine.
npm_platform() {
  case "$(uname -s)/$(uname -m)" in
    Linux/x86_64) echo linux-x64-glibc ;;
    Linux/aarch64 | Linux/arm64) echo linux-arm64-glibc ;;
    Darwin/x86_64) echo darwin-x64 ;;
    Darwin/arm64) echo darwin-arm64 ;;
    *) return 1 ;;
  esac
}

# Sets DENO to the pinned Deno from npm, kept in the toolchain cache.
npm_deno() {
  local cache platform work archive binary
  cache=$(toolchain_cache) || exit 1
  DENO=$cache/deno-$PINNED_DENO/deno
  [ -x "$DENO" ] && return 0
  has npm || fail "found neither deno (2.4 or newer) nor npm on PATH" \
    "install Deno: https://docs.deno.com/runtime/getting_started/installation/" \
    "or install Node.js with npm, and this script gets Deno from there"
  platform=$(npm_platform) || fail "npm has no Deno for $(uname -s) on $(uname -m)" "install Deno 2.4 or newer and put it on PATH"
  say "Deno is not installed: getting deno $PINNED_DENO from npm (about 40 MB, once) …"
  work=$(mktemp -d "$cache/.deno.XXXXXX")
  binary=$work/package/deno
  archive=$(npm_pack "@deno/$platform@$PINNED_DENO" "$work") || {
    tail -n 3 "$work/npm.log" >&2
    rm -rf "$work"
    fail "npm could not download @deno/$platform@$PINNED_DENO" "check the network, or install Deno 2.4 or newer and put it on PATH" \
      "behind a company's proxy or registry: npm config set proxy URL, npm config set registry URL"
  }
  tar -xzf "$archive" -C "$work" package/deno
  if [ "$platform" = linux-x64-glibc ] && [ "$(sha256 <"$binary" | cut -d' ' -f1)" != "$PINNED_DENO_LINUX_X64_SHA256" ]; then
    rm -rf "$work"
    fail "the deno that npm delivered has the wrong checksum; it was not used" "install Deno 2.4 or newer yourself and put it on PATH"
  fi
  chmod 755 "$binary"
  if [ "$(deno_version "$binary")" != "$PINNED_DENO" ]; then
    rm -rf "$work"
    fail "npm's deno does not start on this machine (it needs glibc on Linux)" "install Deno 2.4 or newer and put it on PATH"
  fi
  mkdir -p "$(dirname "$DENO")"
  publish "$binary" "$DENO"
  rm -rf "$work"
}

find_deno() {
  local found
  if found=$(command -v deno) && is_recent "$(deno_version "$found")"; then
    DENO=$found
  else
    npm_deno
  fi
}

if [ "${BASH_SOURCE[0]}" = "$0" ]; then
  set -euo pipefail
  find_deno
  printf '%s\n' "$DENO"
fi
