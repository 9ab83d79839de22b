#!/usr/bin/env bash
# Builds the program: `config/toolchain/build.sh OUT` bundles the entry points and compiles them into one binary at OUT.
#
# The sources are copied first and everything is built from that copy, so nothing that lies around (node_modules, a
# package.json above) gets in, and an edit during the build cannot mix two states. Binaries are kept by the hash of all that
# goes into them: building the same again is a copy.
set -euo pipefail
# shellcheck source=config/toolchain/deno.sh
. "$(dirname "${BASH_SOURCE[0]}")/deno.sh"
# shellcheck source=config/toolchain/denort.sh
. "$PROJECT/config/toolchain/denort.sh"

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
    printf '%s\n' "$PINNED_DENO" "$(uname -sm)"
  ) | sha256 | cut -c1-32
}

copy_sources() {
  mkdir "$1"
  local commit
  (cd "$PROJECT" && cp -R "${SOURCES[@]}" "$1/")
  commit=$(source_commit)
  [ -z "$commit" ] || printf '%s\n' "$commit" >"$1/lib/contract/commit.txt"
}

entry_points() { grep -v '^ *$' "$PROJECT/config/toolchain/entry_points"; }

# What `deno bundle` runs, by Deno's version.
ESBUILD=esbuild-0.25.5

# fetch SOURCE: gets the packages of deno.lock and the bundler into Deno's cache, and holds them to what is known of them.
fetch() {
  local dir unpacked bundler machine
  machine=$(platform)
  dir=$("$DENO" info --no-config --json | sed -n 's/.*"denoDir": *"\(.*\)".*/\1/p' | head -n 1)
  bundler=$dir/dl/$ESBUILD/esbuild-$machine
  # The packages with the grammars are named in a module that is not bundled.
  if ! "$DENO" cache -q --config "$1/deno.json" "$1/main.ts" "$1/config/toolchain/pack_grammars.ts" >"$1.log" 2>&1 ||
    ! { [ -f "$bundler" ] || "$DENO" cache -q --no-config --no-lock "npm:@esbuild/$machine@${ESBUILD#esbuild-}" >"$1.log" 2>&1; }; then
    cat "$1.log" >&2
    fail "npm packages could not be had (see above)" "check the network: they are needed once" \
      "where deno.lock is out of date: deno task lock"
  fi
  build_script "$1/config/toolchain/packages.ts" "$dir" "$1/deno.lock" "$1/config/toolchain/packages.sha256" ||
    fail "npm packages are not what they were when they were locked (see above)" "delete $dir/npm and build again"
  if [ ! -f "$bundler" ]; then
    unpacked=$(find "$dir/npm" -path "*/@esbuild/$machine/${ESBUILD#esbuild-}/bin/esbuild" | head -n 1)
    mkdir -p "$dir/dl/$ESBUILD"
    publish "$unpacked" "$bundler"
  fi
  verified "$bundler" "$ESBUILD" || fail "$bundler has the wrong checksum; it was not used" "delete it and build again"
}

# bundle FLAG…
bundle() { "$DENO" bundle -q --minify "$@"; }

# bundle_sources SOURCE DIST
bundle_sources() {
  local entries=()
  while IFS= read -r entry; do entries+=("$entry"); done < <(entry_points)
  # The names of chunks hold a hash of paths as they are given.
  (cd "$1" && bundle --config deno.json --code-splitting --outdir "$2" "${entries[@]}") >"$1.log" 2>&1 ||
    { cat "$1.log" >&2 && fail "the sources do not bundle (see above)"; }
}

# pack_grammars SOURCE DIR: the parser and its grammars, sealed, under a name that `deno compile` does not take for a module's.
pack_grammars() {
  "$DENO" run -q --allow-read --allow-write --config "$1/deno.json" "$1/config/toolchain/pack_grammars.ts" "$2" >"$1.log" 2>&1 ||
    { cat "$1.log" >&2 && fail "the parser's grammars could not be packed (see above)"; }
}

# What V8 compiles is for one set of its flags; a program that is compiled as ours tells the hash of these.
# write_flags SOURCE WORK: leaves it in WORK.flags.
write_flags() {
  mkdir "$2"
  bundle --no-config --no-lock -o "$2/main.js" "$1/config/toolchain/code_cache/flags.ts"
  compile "$2.program" "$2/main.js" "${AS_BUNDLED[@]}"
  "$2.program" "$2.flags"
}

# compile_grammars SOURCE GRAMMARS FLAGS: puts beside packed grammars what V8 makes of them, after a tenth of the work that it waits for by itself. Fails where that
# cannot be had.
compile_grammars() {
  local samples=$1/lib/codebase/syntax
  same_each_time "$DENO" run -q --config "$1/deno.json" --no-check --allow-all "$V8_FLAGS,--wasm-sync-tier-up,--wasm-tiering-budget=1300000,--single-threaded" \
    "$1/config/toolchain/code_cache/compile_grammars.ts" "$2" "$3" "$samples/outline_of.ts" "$samples/syntax_tree.ts" "$samples/outliner.ts"
}

# keep_compiled SOURCE DIST OUT CARRIED FLAGS: makes OUT of a bundle, with its chunks as scripts and what V8 compiles of them; and CARRIED, which is to be put
# into the program, unless that is empty. Fails where that cannot be had.
keep_compiled() {
  local code=$1/config/toolchain/code_cache dist=$2 out=$3 scripts=$3.scripts compiled=$3.compiled entries=()
  while IFS= read -r entry; do entries+=("${entry%.ts}.js"); done < <(entry_points)
  build_script "$code/to_scripts.ts" "$dist" "$scripts"
  build_script "$V8_FLAGS,--no-lazy" "$code/compile_code.ts" "$scripts" "$compiled" "$5"
  build_script "$code/pack_code.ts" "$scripts" "$compiled" "$dist/grammars" "$out" "$4" "${entries[@]}"
  bundle --no-config --no-lock -o "$out/loader.js" "$code/loader.ts"
}

# same_each_time COMMAND…: at the same addresses, where the system can, and without what memory held before: gaps in machine code keep it.
same_each_time() {
  local place=()
  ! has setarch || place=(setarch -R)
  MALLOC_PERTURB_=255 ${place[@]+"${place[@]}"} "$@"
}

# carry CODE PROGRAM PACK: puts a pack into a program, if there is one.
carry() { [ -z "$3" ] || build_script "$1/carry.ts" "$2" "$3"; }

build_script() { "$DENO" run -q --no-config --no-lock --no-check --allow-all "$@"; }

# compile OUT MAIN FLAGS…
compile() {
  local out=$1 main=$2
  shift 2
  # A compiled program holds the times of what it carries.
  find "$(dirname "$main")" -exec touch -t 200001010000 {} +
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
  fetch "$source"
  bundle_sources "$source" "$work/dist"
  pack_grammars "$source" "$work/dist/grammars"
  say "compiling …"
  attempt "$work/log" write_flags "$source" "$work/flags"
  attempt "$work/log" compile_grammars "$source" "$work/dist/grammars" "$work/flags.flags"
  if [ "$failed" != 0 ]; then
    second_best=yes
    say "the parser cannot be kept compiled (see above): a refresh of the index will take 100 ms more"
  fi
  # Elsewhere a program is no ELF file.
  local carried=
  [ "$(uname -s)" != Linux ] || carried=$work/carried.pack
  attempt "$work/log" keep_compiled "$source" "$work/dist" "$work/program" "$carried" "$work/flags.flags"
  if [ "$failed" != 0 ]; then
    second_best=yes
    say "the program's code cannot be kept compiled (see above): it will start about 50 ms slower"
    rm -rf "$work/program"
    mv "$work/dist" "$work/program"
    carried=
  fi
  compile "$out" "$work/program/main.js" "${AS_BUNDLED[@]}" --include "$work/program"
  carry "$source/config/toolchain/code_cache" "$out" "$carried"
}

# Deletes all but the newest builds.
prune() {
  local old
  # Names are hashes: safe to read from ls.
  # shellcheck disable=SC2012
  ls -t "$1" | tail -n +$((KEPT_BUILDS + 1)) | while IFS= read -r old; do rm -f "$1/$old"; done
}

main() {
  [ $# -eq 1 ] && [ -n "$1" ] || { printf 'usage: config/toolchain/build.sh OUT\n' >&2 && exit 2; }
  local out=$1 cache builds key
  [ ! -d "$out" ] || fail "$out is a folder" "name the file to build"
  cache=$(toolchain_cache)
  builds=$cache/builds
  passing=
  scratch=$(mktemp -d "${TMPDIR:-/tmp}/auto-tools-build.XXXXXX")
  trap 'rm -rf "$scratch" "$passing"' EXIT
  # An installation keeps nothing that was not there before, Deno's packages included.
  if [ "${AUTO_TOOLS_KEEP:-}" = no ] && [ -z "$(ls -A "$cache")" ]; then
    passing=$cache
    export DENO_DIR=$cache/packages
  fi
  mkdir -p "$builds" "$(dirname "$out")"
  find_deno
  copy_sources "$scratch/source"
  key=$(build_key "$scratch/source")
  if [ -x "$builds/$key" ] && publish "$builds/$key" "$out"; then
    touch "$builds/$key" 2>/dev/null || true
    say "nothing changed since the last build"
    return 0
  fi
  say "building with deno $PINNED_DENO …"
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
