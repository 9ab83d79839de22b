#!/usr/bin/env bash
# Installs codex-auto: of a release where one of these sources is reached, else built. A build needs bash, and Deno or npm.
set -euo pipefail

usage() {
  cat <<'USAGE'
usage: ./install.sh [--local] [--build] [--keep] [--with-hook] [--try "PROMPT"]
       ./install.sh [--local] --uninstall

  (nothing)        installs /usr/local/bin/codex-auto: the released program where this is a clone of a GitHub repository at a released tag and that is
                   reached within seconds, checked against the release's SHA256SUMS; else it is built here
  --local          installs bin/codex-auto in this folder instead
  --build          builds it even where there is a release
  --keep           keeps what a first build fetches and makes (500 MB) for the next one and for tests/run
  --with-hook      also puts the hook into Claude Code, and into Codex where it is installed
  --try "PROMPT"   then shows the context that codex-auto finds for PROMPT in this repository
  --uninstall      takes this program's hooks out, moves MCP servers back and removes it; hooks and gateways that start
                   another codex-auto stay with that one
  --help           this text

AUTO_TOOLS_PREFIX names another place than /usr/local, AUTO_TOOLS_RELEASE the folder or URL of a release to take. Running this twice changes nothing.
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
build=no
keep=no
uninstall=no
trial=
while [ $# -gt 0 ]; do
  case $1 in
    --local) scope=local target=$here/bin/codex-auto ;;
    --build) build=yes ;;
    --keep) keep=yes ;;
    --with-hook) hook=yes ;;
    --uninstall) uninstall=yes ;;
    --try) [ $# -gt 1 ] && [ -n "$2" ] || wrong_usage '--try needs a prompt' && trial=$2 && shift ;;
    --help | -h) usage && exit 0 ;;
    *) wrong_usage "unknown argument: $1" ;;
  esac
  shift
done
case $target in /*) ;; *) target=$PWD/$target ;; esac
[ "$uninstall" = no ] || [ "$hook$build$keep$trial" = nonono ] || wrong_usage '--uninstall goes with --local only'

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
  local found
  found=$(command -v codex-auto || true)
  [ "$scope" = global ] || [ "$found" = '' ] || return 0
  case $found in
    "$target") ;;
    # The shell that reads it is the one that fills in PATH.
    # shellcheck disable=SC2016
    '') printf 'note: PATH finds no codex-auto; add its folder: export PATH="%s:$PATH"\n' "$(dirname "$target")" ;;
    *) printf 'note: PATH finds %s first; remove that one, or put %s before its folder\n' "$found" "$(dirname "$target")" ;;
  esac
}

# Whether the program in place is of these sources, as they are committed.
is_current() {
  local commit
  [ "$build" = no ] && [ -x "$target" ] || return 1
  commit=$(source_commit)
  case $commit in '' | *-dirty) return 1 ;; esac
  case $(as_person "$target" --version 2>/dev/null </dev/null) in "codex-auto $(program_version) ($commit, "*) ;; *) return 1 ;; esac
}

# Prints where the release of exactly these sources should be.
release_place() {
  local repository tag
  if [ -n "${AUTO_TOOLS_RELEASE:-}" ]; then
    case $AUTO_TOOLS_RELEASE in /*) printf 'file://' ;; esac
    printf '%s\n' "$AUTO_TOOLS_RELEASE"
    return
  fi
  has git || return 1
  repository=$(git -C "$here" remote get-url origin 2>/dev/null | sed -n -E 's#^(https://|git@|ssh://git@)github\.com[:/]([^/]+/[^/]+)$#\2#p')
  [ -n "$repository" ] || return 1
  tag=v$(program_version)
  case $(source_commit) in *-dirty) return 1 ;; esac
  (cd "$here" && git diff --quiet "refs/tags/$tag" HEAD -- "${SOURCES[@]}" 2>/dev/null) || return 1
  printf 'https://github.com/%s/releases/download/%s\n' "${repository%.git}" "$tag"
}

# download URL FILE SECONDS: false where it is not reached, or too slow.
download() {
  if has curl; then curl -fsSL --proto-redir =https --connect-timeout 5 --speed-time 10 --speed-limit 10000 --max-time "$3" -o "$2" "$1" 2>/dev/null
  elif has wget; then bounded "$3" wget -q -t 1 -T 5 -O "$2" "$1"
  else return 1
  fi
}

# get_release OUT: the program of the release of these sources. What is there and is not what its checksum says ends the installation.
get_release() {
  local place file sum
  [ "$build" = no ] && place=$(release_place) || return 1
  file=codex-auto-$(platform)-$(program_version).tgz || return 1
  download "$place/SHA256SUMS" "$scratch/SHA256SUMS" 10 || { say "no release is reached at $place: building" && return 1; }
  sum=$(sed -n "s/^\([0-9a-f]\{64\}\)  $file\$/\1/p" "$scratch/SHA256SUMS")
  [ -n "$sum" ] || { say "the release at $place has no $file: building" && return 1; }
  say "getting $file from $place …"
  download "$place/$file" "$scratch/$file" 600 || { say "it did not arrive: building" && return 1; }
  [ "$(sha256 <"$scratch/$file" | cut -c1-64)" = "$sum" ] ||
    fail "$file has the wrong checksum; it was not used" "try again, or build it: ./install.sh --build"
  tar -xzf "$scratch/$file" -C "$scratch" package/codex-auto
  mv "$scratch/package/codex-auto" "$1"
}

install_program() {
  check_ours
  check_writable
  scratch=$(as_person mktemp -d "${TMPDIR:-/tmp}/auto-tools-install.XXXXXX")
  trap 'rm -rf "$scratch"' EXIT
  if is_current; then printf '%s is up to date\n' "$target"
  else
    get_release "$scratch/codex-auto" ||
      as_person env AUTO_TOOLS_KEEP="$keep" "$here/config/toolchain/build.sh" "$scratch/codex-auto"
    put_in_place "$scratch/codex-auto"
  fi
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
