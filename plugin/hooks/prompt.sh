#!/bin/sh
# Hands a prompt, or a subagent's start, to codex-auto: `prompt.sh [subagent|codex]`. Silent where `codex-auto setup hook` has put the
# same hook into the client's file, and after /auto-tools:off.
[ ! -e "${CLAUDE_PLUGIN_DATA:-/nonexistent}/off" ] || exit 0
if [ "${1-}" = codex ]; then
  set -- codex hook --client codex
  hooks=${CODEX_HOME:-$HOME/.codex}/hooks.json
else
  set -- "${1-}" hook
  hooks=${CLAUDE_CONFIG_DIR:-$HOME/.claude}/settings.json
fi
! grep -qs context-inject-global.sh "$hooks" || exit 0

if ! program=$(command -v codex-auto); then
  [ "$1" = subagent ] ||
    echo '{"systemMessage":"[Limits] orchestrator unavailable (codex-auto is not on PATH; npm install -g codex-auto, or take the plugin auto-tools out)"}'
  exit 0
fi
shift
# npm's launcher is left out: the program lies beside or below it.
real=$(readlink -f "$program" 2>/dev/null)
case $real in
  */codex-auto.js)
    for beside in "${real%/*}"/node_modules/codex-auto-*/codex-auto "${real%/*}"/../codex-auto-*/codex-auto; do
      [ ! -x "$beside" ] || exec "$beside" "$@"
    done
    ;;
esac
exec "$program" "$@"
