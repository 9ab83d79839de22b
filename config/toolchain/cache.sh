# shellcheck shell=bash
# Where the toolchain keeps what it fetches and builds, and how it says what it does. Sourced, never run.
#
# Nothing here touches the repository: everything goes to ${XDG_CACHE_HOME:-~/.cache}/auto-tools/toolchain, or to the folder
# that AUTO_TOOLS_TOOLCHAIN names. Files appear there whole (written beside, then renamed), so two builds at once cannot hurt
# each other.

PROJECT=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd -P)

# What a program is made of.
SOURCES=(main.ts deno.json deno.lock lib config)

program_version() { sed -n 's/^export const VERSION = "\(.*\)";$/\1/p' "$PROJECT/lib/contract/version.ts"; }

# The commit that changed the sources last, so that builds of one source are one program; with `-dirty` where they are not as committed.
# Nothing where this is no checkout.
source_commit() {
  has git && [ "$(git -C "$PROJECT" rev-parse --show-toplevel 2>/dev/null)" = "$PROJECT" ] || return 0
  (
    cd "$PROJECT"
    git log -1 --format=%H -- "${SOURCES[@]}" 2>/dev/null | cut -c1-12 | tr -d '\n' || true
    [ -z "$(git --no-optional-locks status --porcelain -- "${SOURCES[@]}")" ] || printf -- '-dirty'
  )
}

say() { printf 'auto-tools: %s\n' "$*" >&2; }

# fail MESSAGE [REMEDY…]: each on its own line, then out with 1.
fail() {
  printf 'auto-tools: error: %s\n' "$1" >&2
  shift
  for remedy in "$@"; do printf '  %s\n' "$remedy" >&2; done
  exit 1
}

has() { command -v "$1" >/dev/null 2>&1; }

toolchain_cache() {
  local dir=${AUTO_TOOLS_TOOLCHAIN:-}
  if [ -z "$dir" ]; then
    [ -n "${XDG_CACHE_HOME:-}${HOME:-}" ] || fail "neither HOME nor XDG_CACHE_HOME is set" "set one: the toolchain is kept there"
    dir=${XDG_CACHE_HOME:-$HOME/.cache}/auto-tools/toolchain
  fi
  (umask 077 && mkdir -p "$dir") || fail "cannot create $dir" "make it writable, or set XDG_CACHE_HOME to a folder that is"
  # What lies there is run: nobody else may have put it there.
  [ -O "$dir" ] && [ -z "$(find "$dir" -maxdepth 0 \( -perm -002 -o -perm -020 \))" ] ||
    fail "$dir belongs to another user, or can be written by others" "set XDG_CACHE_HOME or AUTO_TOOLS_TOOLCHAIN to a folder that is yours alone"
  printf '%s\n' "$dir"
}

# The name of this machine in config/toolchain/checksums.
platform() {
  case "$(uname -s)/$(uname -m)" in
    Linux/x86_64) echo linux-x64 ;;
    Linux/aarch64 | Linux/arm64) echo linux-arm64 ;;
    Darwin/x86_64) echo darwin-x64 ;;
    Darwin/arm64) echo darwin-arm64 ;;
    *) fail "nothing is built for $(uname -s) on $(uname -m)" ;;
  esac
}

# known NAME: whether a checksum of a program is known for this machine, or the user does without.
known() { [ -n "$(checksum_of "$1")" ] || [ "${AUTO_TOOLS_UNVERIFIED:-}" = 1 ]; }

# verified FILE NAME: whether a file is the program that config/toolchain/checksums knows by that name.
verified() {
  local sum
  sum=$(checksum_of "$2")
  if [ -z "$sum" ]; then known "$2"; else [ "$(sha256 <"$1" | cut -c1-64)" = "$sum" ]; fi
}

checksum_of() { sed -n "s/^\([0-9a-f]*\)  $1 $(platform)\$/\1/p" "$PROJECT/config/toolchain/checksums"; }

# sha256 of the given files, one `HASH  NAME` line each; of stdin without arguments.
sha256() {
  if has sha256sum; then sha256sum "$@"
  elif has shasum; then shasum -a 256 "$@"
  else fail "no program to compute sha256 checksums" "install coreutils (sha256sum) or perl (shasum)"
  fi
}

# publish FILE TARGET: puts FILE at TARGET in one step, also across file systems.
publish() {
  local beside
  beside=$(mktemp "$(dirname "$2")/.publish.XXXXXX") || fail "cannot write to $(dirname "$2")"
  if cp "$1" "$beside" && chmod 755 "$beside" && mv -f "$beside" "$2"; then return 0; fi
  rm -f "$beside"
  fail "cannot write $2" "check that its folder is writable and the disk is not full"
}

# bounded SECONDS COMMAND…: as COMMAND, but killed after SECONDS (macOS has no `timeout`).
bounded() {
  local end=$((SECONDS + $1)) pid
  shift
  "$@" &
  pid=$!
  while [ "$SECONDS" -le "$end" ] && kill -0 "$pid" 2>/dev/null; do sleep 0.1; done
  if kill -0 "$pid" 2>/dev/null; then kill "$pid" 2>/dev/null || true; fi
  wait "$pid"
}

# npm_pack PACKAGE@VERSION DIR: downloads the package's archive into DIR and prints its path. Runs none of its scripts;
# npm checks the archive against the registry's checksum, and says in DIR/npm.log why it could not get it. It is asked first
# whether it reaches the package at all: a download is tried again and again, for a minute where there is no network. npm keeps nothing of it.
npm_pack() {
  local name
  local -x npm_config_cache=$2/npm-cache
  (cd "$2" && bounded 12 npm view --loglevel=error --fetch-retries=0 --fetch-timeout=10000 "$1" name) >/dev/null 2>"$2/npm.log" || return 1
  name=$(cd "$2" && npm pack --loglevel=error --fetch-retry-mintimeout=1000 --fetch-retry-maxtimeout=10000 --ignore-scripts "$1" \
    2>"$2/npm.log" | tail -n 1) || true
  [ -n "$name" ] && [ -f "$2/$name" ] || return 1
  printf '%s\n' "$2/$name"
}
