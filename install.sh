#!/usr/bin/env bash
# Builds codex-auto and installs it. Needs git, bash, and Deno or npm; what it fetches goes to the toolchain cache.
set -euo pipefail

usage() {
  cat <<'USAGE'
usage: ./install.sh [--local] [--with-hook] [--try "PROMPT"]
       ./install.sh [--local] --uninstall

  (nothing)        builds and installs /usr/local/bin/codex-auto
  --local          installs bin/codex-auto in this folder instead
  --with-hook      also puts the hook into Claude Code, and into Codex where it is installed
  --try "PROMPT"   then shows the context that codex-auto finds for PROMPT in this repository
  --uninstall      takes this program's hooks out, moves MCP servers back and removes it; hooks and gateways that start
                   another codex-auto stay with that one
  --help           this text

AUTO_TOOLS_PREFIX names another place than /usr/local. Running this twice changes nothing.
USAGE
}

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)
# shellcheck source=config/toolchain/cache.sh
. "$here/config/toolchain/cache.sh"

if [ -t 1 ] && [ -z "${NO_COLOR:-}" ]; then bold=$(printf '\033[1m') plain=$(printf '\033[0m'); else bold='' plain=''; fi

wrong_usage() {
  printf 'install.sh: %s\n' "$1" >&2
  usage >&2
  exit 2
}

target=${AUTO_TOOLS_PREFIX:-/usr/local}/bin/codex-auto
scope=global
hook=no
uninstall=no
trial=
while [ $# -gt 0 ]; do
  case $1 in
    --local) scope=local target=$here/bin/codex-auto ;;
    --with-hook) hook=yes ;;
    --uninstall) uninstall=yes ;;
    --try) [ $# -gt 1 ] && [ -n "$2" ] || wrong_usage '--try needs a prompt' && trial=$2 && shift ;;
    --help | -h) usage && exit 0 ;;
    *) wrong_usage "unknown argument: $1" ;;
  esac
  shift
done
case $target in /*) ;; *) target=$PWD/$target ;; esac
[ "$uninstall" = no ] || [ "$hook$trial" = no ] || wrong_usage '--uninstall goes with --local only'

# Under sudo, all but putting the program in its place belongs to the person who called sudo: their home, their hooks, and no
# files of root's in their cache.
as_person() {
  if [ "$(id -u)" -eq 0 ] && [ -n "${SUDO_USER:-}" ] && [ "$SUDO_USER" != root ]; then sudo -u "$SUDO_USER" -H "$@"
  else "$@"
  fi
}

# The folder is writable, or can be made.
check_writable() {
  local dir
  dir=$(dirname "$target")
  while [ ! -e "$dir" ]; do dir=$(dirname "$dir"); done
  [ -d "$dir" ] && [ -w "$dir" ] && return 0
  if [ "$scope" = local ]; then fail "cannot write to $dir" "make this folder writable"; fi
  fail "cannot write to $dir" "install for this folder only: ./install.sh --local" "or for everybody: sudo ./install.sh"
}

# Only a plain file is something this script has put there.
check_ours() {
  if [ -L "$target" ] || { [ -e "$target" ] && [ ! -f "$target" ]; }; then
    fail "$target is not a plain file, so this script did not put it there; left as it is" "move it away and run this again"
  fi
}

put_in_place() {
  if cmp -s "$1" "$target"; then
    printf '%s is up to date\n' "$target"
    return 0
  fi
  mkdir -p "$(dirname "$target")"
  publish "$1" "$target"
  printf '%sinstalled %s%s\n' "$bold" "$target" "$plain"
}

# A plan needs no repository, no client and no network: if this fails, nothing will work.
smoke_check() {
  local answer
  answer=$(cd "$here" && as_person "$target" --dry-run ping </dev/null) || fail "the installed program does not run: $target"
  case $answer in
    *'"schema_version"'*) ;;
    *) fail "the installed program gave no envelope: $target --dry-run ping" ;;
  esac
}

try_it() {
  printf '\n%s$ codex-auto context "%s"%s\n' "$bold" "$trial" "$plain"
  cd "$here"
  # Read by the `time` keyword.
  # shellcheck disable=SC2034
  TIMEFORMAT='(%R s)'
  time as_person "$target" context "$trial" --format text </dev/null
}

say_how_to_go_on() {
  if [ "$hook" = no ]; then printf 'next: %s setup hook   (or ./install.sh --with-hook)\n' "$target"; fi
  [ "$scope" = global ] || return 0
  local found
  found=$(command -v codex-auto || true)
  case $found in
    "$target") ;;
    # The shell that reads it is the one that fills in PATH.
    # shellcheck disable=SC2016
    '') printf 'note: PATH finds no codex-auto; add its folder: export PATH="%s:$PATH"\n' "$(dirname "$target")" ;;
    *) printf 'note: PATH finds %s first; remove that one, or put %s before its folder\n' "$found" "$(dirname "$target")" ;;
  esac
}

install_program() {
  check_ours
  check_writable
  scratch=$(as_person mktemp -d "${TMPDIR:-/tmp}/auto-tools-install.XXXXXX")
  trap 'rm -rf "$scratch"' EXIT
  as_person "$here/config/toolchain/build.sh" "$scratch/codex-auto"
  put_in_place "$scratch/codex-auto"
  smoke_check
  if [ "$hook" = yes ]; then as_person "$target" setup hook </dev/null; fi
  say_how_to_go_on
  if [ -n "$trial" ]; then try_it; fi
}

uninstall_program() {
  if [ ! -e "$target" ] && [ ! -L "$target" ]; then
    printf 'nothing to remove: there is no %s\n' "$target"
    return 0
  fi
  check_ours
  check_writable
  # The program goes last: a hook that names a missing program would be left behind.
  as_person "$target" setup remove </dev/null ||
    fail "the hooks could not be taken out, or the MCP servers moved back, so the program was left in place" "see above; then run this again"
  rm -f "$target"
  if [ "$scope" = local ]; then rmdir "$here/bin" 2>/dev/null || true; fi
  printf '%sremoved %s%s\n' "$bold" "$target" "$plain"
}

if [ "$uninstall" = yes ]; then uninstall_program; else install_program; fi
