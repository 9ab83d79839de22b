#!/usr/bin/env bash
# Builds the program: `toolchain/build.sh OUT` bundles the entry points and compiles them into one binary at OUT.
#
# The sources are copied first and everything is built from that copy, so nothing that lies around (node_modules, a
# package.json above) gets in, and an edit during the build cannot mix two states. Binaries are kept by the hash of all that
# goes into them: building the same again is a copy.
set -euo pipefail
# shellcheck source=toolchain/deno.sh
. "$(dirname "${BASH_SOURCE[0]}")/deno.sh"
# shellcheck source=toolchain/imports.sh
. "$PROJECT/toolchain/imports.sh"
# shellcheck source=toolchain/denort.sh
. "$PROJECT/toolchain/denort.sh"

KEPT_BUILDS=6
# What is bundled needs nothing from anywhere.
AS_BUNDLED=(--no-config --no-npm --no-remote)
[ -t 2 ] || export NO_COLOR=1
# The program drops what a command does not need, the network first, as its first act. It never has ffi.
PERMISSIONS="--allow-read --allow-write --allow-run --allow-env --allow-sys --allow-net"

# Prints a hash of all that decides what the binary is: the copied sources, these scripts, and the toolchain.
build_key() {
  (
    cd "$1"
    find . -type f | LC_ALL=C sort | tr '\n' '\0' >"$1.names"
    xargs -0 wc -c <"$1.names"
    xargs -0 cat <"$1.names"
    printf '%s\n' "$(deno_version "$DENO")" "$IMPORTS" "$(uname -sm)"
  ) | sha256 | cut -c1-32
}

copy_sources() {
  mkdir -p "$1/config"
  cp -R "$PROJECT/main.ts" "$PROJECT/deno.json" "$PROJECT/lib" "$PROJECT/toolchain" "$1/"
  cp -R "$PROJECT/config/npm-only" "$1/config/"
}

entry_points() { grep -v '^ *$' "$PROJECT/toolchain/entry_points"; }

# bundle SOURCE DIST: false when this Deno has no bundler or cannot get it. Broken sources end the build.
bundle() {
  local entries=()
  while IFS= read -r entry; do entries+=("$1/$entry"); done < <(entry_points)
  printf 'export const probe = 1;\n' >"$1.probe.ts"
  if ! bounded 60 "$DENO" bundle -q --no-config --no-lock -o "$1.probe.js" "$1.probe.ts" >"$1.log" 2>&1; then return 1; fi
  "$DENO" bundle -q --minify "${IMPORT_FLAGS[@]}" --code-splitting --outdir "$2" "${entries[@]}" >"$1.log" 2>&1 ||
    { cat "$1.log" >&2 && fail "the sources do not bundle (see above)"; }
}

# pack_grammars SOURCE DIR: the parser and its grammars, sealed, under a name that `deno compile` does not take for a module's.
pack_grammars() {
  # The packages are named in a module that is not run: `run` alone would not fetch them.
  if ! "$DENO" cache -q "${IMPORT_FLAGS[@]}" "$1/toolchain/pack_grammars.ts" >"$1.log" 2>&1 ||
    ! "$DENO" run -q --allow-read --allow-write "${IMPORT_FLAGS[@]}" "$1/toolchain/pack_grammars.ts" "$2" >"$1.log" 2>&1; then
    cat "$1.log" >&2
    fail "the parser's grammars could not be packed (see above)" "check the network: npm packages are needed once"
  fi
}

# compile_grammars SOURCE GRAMMARS WORK: puts beside packed grammars what V8 makes of them. Fails where that cannot be had.
compile_grammars() {
  local samples=$1/lib/codebase/syntax work=$3
  mkdir "$work"
  "$DENO" bundle -q --minify "${IMPORT_FLAGS[@]}" -o "$work/main.js" "$1/toolchain/code_cache/compile_grammars.ts"
  cp -R "$2" "$work/grammars"
  compile "$work.program" "$work/main.js" "${AS_BUNDLED[@]}" --include "$work"
  "$work.program" "$2" "$samples/outline_of.ts" "$samples/syntax_tree.ts" "$samples/outliner.ts"
}

# keep_compiled SOURCE DIST OUT CARRIED: makes OUT of a bundle, with its chunks as scripts and what V8 compiles of them as the program is tried; and CARRIED,
# which is to be put into the program, unless that is empty. Fails where that cannot be had.
keep_compiled() {
  local code=$1/toolchain/code_cache dist=$2 out=$3 scripts=$3.scripts trial=$3.trial compiled=$3.compiled entries=()
  while IFS= read -r entry; do entries+=("${entry%.ts}.js"); done < <(entry_points)
  build_script "$code/to_scripts.ts" "$dist" "$scripts"
  build_script "$code/pack_code.ts" "$scripts" "$compiled" "$dist/grammars" "$trial" "$4" "${entries[@]}"
  "$DENO" bundle -q --no-config --no-lock --minify -o "$trial/loader.js" "$code/recording_loader.ts"
  compile "$trial.program" "$trial/main.js" "${AS_BUNDLED[@]}" --include "$trial"
  carry "$code" "$trial.program" "$4"
  build_script "$code/record.ts" "$trial.program" "$1" "$compiled"
  build_script "$code/pack_code.ts" "$scripts" "$compiled" "$dist/grammars" "$out" "$4" "${entries[@]}"
  "$DENO" bundle -q --no-config --no-lock --minify -o "$out/loader.js" "$code/loader.ts"
}

# carry CODE PROGRAM PACK: puts a pack into a program, if there is one.
carry() { [ -z "$3" ] || build_script "$1/carry.ts" "$2" "$3"; }

build_script() { "$DENO" run -q --no-config --no-lock --no-check --allow-all "$@"; }

# compile OUT MAIN FLAGS…
compile() {
  local out=$1 main=$2
  shift 2
  # Without a code cache: Deno would keep it in the shared temp folder, where another user could plant one.
  # shellcheck disable=SC2086
  "$DENO" compile -q --no-check --no-code-cache --unstable-worker-options --no-prompt "$V8_FLAGS" $PERMISSIONS "$@" -o "$out" "$main" ||
    fail "deno compile failed (see above)" \
      "check the network (npm packages are needed once) and the room on the disk"
}

# attempt LOG COMMAND…: leaves in $failed how it ended, and says why it did not end well. In a shell of its own, which the first failure ends. (Behind
# an `if` it would go on.)
attempt() {
  local log=$1
  shift
  set +e
  (set -e; "$@") >"$log" 2>&1
  failed=$?
  set -e
  [ "$failed" = 0 ] || sed 's/^/  /' "$log" | head -n 5 >&2
}

build() {
  local work=$1 out=$2 source=$1/source
  import_flags "$source"
  if bundle "$source" "$work/dist"; then
    pack_grammars "$source" "$work/dist/grammars"
    say "compiling …"
    attempt "$work/log" compile_grammars "$source" "$work/dist/grammars" "$work/compiler"
    if [ "$failed" != 0 ]; then
      second_best=yes
      say "the parser cannot be kept compiled (see above): a refresh of the index will take 100 ms more"
    fi
    # Elsewhere a program is no ELF file.
    local carried=
    [ "$(uname -s)" != Linux ] || carried=$work/carried.pack
    attempt "$work/log" keep_compiled "$source" "$work/dist" "$work/program" "$carried"
    if [ "$failed" != 0 ]; then
      second_best=yes
      say "the program's code cannot be kept compiled (see above): it will start about 50 ms slower"
      rm -rf "$work/program"
      mv "$work/dist" "$work/program"
      carried=
    fi
    compile "$out" "$work/program/main.js" "${AS_BUNDLED[@]}" --include "$work/program"
    carry "$source/toolchain/code_cache" "$out" "$carried"
  else
    second_best=yes
    say "Deno's bundler cannot be had: compiling without it (the program then starts about 30 ms slower and is 45 MB larger)"
    local includes=()
    while IFS= read -r entry; do includes+=(--include "$source/$entry"); done < <(entry_points)
    compile "$out" "$source/main.ts" "${IMPORT_FLAGS[@]}" "${includes[@]}"
  fi
}

# Deletes all but the newest builds.
prune() {
  local old
  # Names are hashes: safe to read from ls.
  # shellcheck disable=SC2012
  ls -t "$1" | tail -n +$((KEPT_BUILDS + 1)) | while IFS= read -r old; do rm -f "$1/$old"; done
}

main() {
  [ $# -eq 1 ] && [ -n "$1" ] || { printf 'usage: toolchain/build.sh OUT\n' >&2 && exit 2; }
  local out=$1 cache builds key
  [ ! -d "$out" ] || fail "$out is a folder" "name the file to build"
  cache=$(toolchain_cache)
  builds=$cache/builds
  mkdir -p "$builds" "$(dirname "$out")"
  find_deno
  choose_imports
  scratch=$(mktemp -d "${TMPDIR:-/tmp}/auto-tools-build.XXXXXX")
  trap 'rm -rf "$scratch"' EXIT
  copy_sources "$scratch/source"
  key=$(build_key "$scratch/source")
  if [ -x "$builds/$key" ] && publish "$builds/$key" "$out"; then
    touch "$builds/$key" 2>/dev/null || true
    say "nothing changed since the last build"
    return 0
  fi
  say "building with deno $(deno_version "$DENO") ($IMPORTS) …"
  find_denort
  second_best=no
  build "$scratch" "$scratch/codex-auto"
  # What came out slower than it could is not copied another time: what was missing may be there by then.
  [ "$second_best" = yes ] || publish "$scratch/codex-auto" "$builds/$key"
  publish "$scratch/codex-auto" "$out"
  prune "$builds"
  say "built"
}

main "$@"
