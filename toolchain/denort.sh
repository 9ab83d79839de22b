# shellcheck shell=bash
# Makes sure `deno compile` has its runtime, denort. Sourced, after deno.sh.
#
# Deno downloads denort from its own server; that is tried first. Where only npm is reached, one npm package carries a
# program compiled by Deno 2.4.2 for x86-64 Linux: the bytes before the end of its ELF image are that denort. The checksum
# is verified, and it goes with no other Deno.

DENORT_DONOR=@vltpkg/cli-linux-x64@0.0.0-18
DENORT_DONOR_FILE=package/vlt
DENORT_BYTES=85186368
DENORT_SHA256=2705685d7478610b98dcd43acecd457a19810146323041c8af8a88f7dd0b5e82
DENORT_SERVER=https://dl.deno.land/release-latest.txt
DENORT_DOWNLOAD_SECONDS=180
# Where that server does not answer, the compile below ends soon with the runtime that Deno has kept, or would wait for minutes.
DENORT_KEPT_SECONDS=15

# May set DENORT_BIN, and change DENO to the pinned one.
find_denort() {
  [ -n "${DENORT_BIN:-}" ] && return 0
  local cache ready seconds=$DENORT_DOWNLOAD_SECONDS
  cache=$(toolchain_cache) || exit 1
  ready=$cache/denort-$PINNED_DENO/denort
  # Compiling an empty program makes Deno fetch its runtime, or use the one it has.
  local work
  work=$(mktemp -d "$cache/.denort.XXXXXX")
  : >"$work/empty.js"
  if [ ! -x "$ready" ] || [ "$(deno_version "$DENO")" != "$PINNED_DENO" ]; then
    say "getting Deno's compile runtime …"
    denort_server_answers || seconds=$DENORT_KEPT_SECONDS
    if bounded "$seconds" "$DENO" compile -q --no-config --no-check -o "$work/empty" "$work/empty.js" \
      >"$work/log" 2>&1; then
      rm -rf "$work"
      return 0
    fi
    [ -x "$ready" ] || denort_from_npm "$work" "$ready"
  fi
  rm -rf "$work"
  [ "$(deno_version "$DENO")" = "$PINNED_DENO" ] || npm_deno
  export DENORT_BIN=$ready
}

# Whether Deno's download server answers, whatever it says.
denort_server_answers() {
  bounded 8 "$DENO" eval -q --no-config --no-lock \
    "await fetch('$DENORT_SERVER', { method: 'HEAD', signal: AbortSignal.timeout(6000) })" >/dev/null 2>&1
}

denort_from_npm() {
  local work=$1 ready=$2 archive
  if [ "$(npm_platform)" != linux-x64-glibc ] || ! has npm; then
    tail -n 5 "$work/log" >&2
    rm -rf "$work"
    fail "Deno could not download its compile runtime (denort) for $(uname -s) on $(uname -m)" \
      "reach Deno's download server once, or put a denort of the same version as deno into DENORT_BIN"
  fi
  say "Deno's download server cannot be reached: getting the runtime from npm (about 180 MB, once) …"
  archive=$(npm_pack "$DENORT_DONOR" "$work") || {
    tail -n 3 "$work/npm.log" >&2
    rm -rf "$work"
    fail "npm could not download $DENORT_DONOR, and Deno's download server cannot be reached" \
      "check the network, or put a denort of the same version as deno into DENORT_BIN"
  }
  tar -xzf "$archive" -C "$work" "$DENORT_DONOR_FILE"
  head -c "$DENORT_BYTES" "$work/$DENORT_DONOR_FILE" >"$work/denort"
  if [ "$(sha256 <"$work/denort" | cut -d' ' -f1)" != "$DENORT_SHA256" ]; then
    rm -rf "$work"
    fail "the runtime that npm delivered has the wrong checksum; it was not used" \
      "put a denort of the same version as deno into DENORT_BIN"
  fi
  mkdir -p "$(dirname "$ready")"
  publish "$work/denort" "$ready"
}
