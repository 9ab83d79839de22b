# shellcheck shell=bash
# Decides where `@std/*` comes from: JSR, or the adapters in config/npm-only where JSR cannot be reached. Sourced, after
# deno.sh.
#
# choose_imports sets IMPORTS to `jsr` or `npm-only`. AUTO_TOOLS_NPM_ONLY=1 chooses npm-only without asking. The answer is kept
# for a day.

JSR_PROBE_SECONDS=10

choose_imports() {
  local cache answer
  cache=$(toolchain_cache) || exit 1
  answer=$cache/imports-$(grep "jsr:" "$PROJECT/deno.json" | sha256 | cut -c1-12)
  if [ -n "${AUTO_TOOLS_NPM_ONLY:-}" ] && [ "$AUTO_TOOLS_NPM_ONLY" != 0 ]; then
    IMPORTS=npm-only
  elif [ -n "$(find "$answer" -mtime -1 2>/dev/null)" ]; then
    IMPORTS=$(cat "$answer")
  else
    ask_jsr "$cache"
    printf '%s\n' "$IMPORTS" >"$answer.$$" && mv -f "$answer.$$" "$answer"
  fi
}

# import_flags ROOT: sets IMPORT_FLAGS to the flags with which check, test, run, bundle and compile resolve the imports of a
# project (or a copy of it) at ROOT.
import_flags() {
  IMPORT_FLAGS=(--config "$1/deno.json")
  if [ "$IMPORTS" = npm-only ]; then
    IMPORT_FLAGS+=(--import-map "$1/config/npm-only/import_map.json" --lock="$1/config/npm-only/deno.lock" --frozen)
  fi
}

# Loads a module that imports every jsr: entry of deno.json.
ask_jsr() {
  local work
  work=$(mktemp -d "$1/.jsr.XXXXXX")
  sed -n 's/.*"\(jsr:[^"]*\)".*/import "\1";/p' "$PROJECT/deno.json" >"$work/probe.ts"
  if bounded "$JSR_PROBE_SECONDS" "$DENO" cache -q --no-config --no-lock "$work/probe.ts" >/dev/null 2>&1; then
    IMPORTS=jsr
  else
    IMPORTS=npm-only
    say "JSR cannot be reached: using the npm packages of config/npm-only for @std/*"
  fi
  rm -rf "$work"
}
