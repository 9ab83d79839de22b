#!/bin/sh
# Switches prompts off, or on again: `switch.sh FOLDER`, where the plugin's hook looks for the file.
if [ -e "$1/off" ]; then
  rm "$1/off" && echo 'auto-tools is on again: prompts get their context'
else
  mkdir -p "$1" && : >"$1/off" && echo 'auto-tools is off, in all folders; /auto-tools:off again switches it on'
fi
grep -qs context-inject-global.sh "${CLAUDE_CONFIG_DIR:-$HOME/.claude}/settings.json" &&
  echo 'The hook of "codex-auto setup hook" goes on by itself: "codex-auto setup remove" takes it out.'
exit 0
