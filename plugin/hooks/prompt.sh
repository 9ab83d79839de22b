#!/bin/sh
# Hands a prompt, or a subagent's start, to codex-auto. Silent where `codex-auto setup hook` has put the same hook into the settings,
# and after /auto-tools:off.
[ ! -e "${CLAUDE_PLUGIN_DATA:-/nonexistent}/off" ] || exit 0
! grep -qs context-inject-global.sh "${CLAUDE_CONFIG_DIR:-$HOME/.claude}/settings.json" || exit 0

if ! program=$(command -v codex-auto); then
  [ "${1-}" = subagent ] ||
    echo '{"systemMessage":"[Limits] orchestrator unavailable (codex-auto is not on PATH; npm install -g codex-auto, or /plugin disable auto-tools)"}'
  exit 0
fi
# npm's launcher is left out: the program lies beside or below it.
real=$(readlink -f "$program" 2>/dev/null)
case $real in
  */codex-auto.js)
    for beside in "${real%/*}"/node_modules/codex-auto-*/codex-auto "${real%/*}"/../codex-auto-*/codex-auto; do
      [ ! -x "$beside" ] || exec "$beside" hook
    done
    ;;
esac
exec "$program" hook
