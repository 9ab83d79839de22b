#!/bin/sh
# Hands a prompt of Claude Code or Codex to codex-auto, which takes the place of this shell. Reaching the end of this script
# therefore means that codex-auto could not be started: the prompt then goes on without context, and [Limits] says so.

# The absolute path that `codex-auto setup` writes here; empty in a checkout.
binary=''

unavailable() {
  client=claude format=hook previous=''
  for argument in "$@"; do
    case "$previous $argument" in
      '--client codex' | *' --client=codex') client=codex ;;
      '--format json' | *' --format=json') format=json ;;
      '--format text' | *' --format=text') format=text ;;
    esac
    previous=$argument
  done
  limit='[Limits] orchestrator unavailable (codex-auto is missing or cannot be run; install it again)'
  case "$format $client" in
    text*) printf '%s\n' "$limit" ;;
    # Codex would make an empty context a message of its own.
    'hook codex') printf '{"systemMessage":"%s"}\n' "$limit" ;;
    *) printf '{"hookSpecificOutput":{"hookEventName":"UserPromptSubmit","additionalContext":""},"systemMessage":"%s"}\n' "$limit" ;;
  esac
  [ "$format" = hook ] && exit 0
  exit 10
}

# A program that exists and cannot be run ends dash at once, with the trap, and bash only without `execfail`.
trap 'unavailable "$@"' EXIT
[ -z "${BASH_VERSION-}" ] || shopt -s execfail

# A program is not started in a folder that is gone; where to look, the payload says.
[ -n "$PWD" ] && cd "$PWD" 2>/dev/null || cd /

case $0 in
  */*) here=${0%/*} ;;
  *) here=. ;;
esac
start() {
  program=$1
  shift
  [ -f "$program" ] && [ -x "$program" ] && exec "$program" hook "$@"
}
start "$binary" "$@"
start "$here/codex-auto" "$@"
command -v codex-auto >/dev/null 2>&1 && exec codex-auto hook "$@"
start "$here/../../../bin/codex-auto" "$@"
