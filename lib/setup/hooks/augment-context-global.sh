#!/bin/sh
# The older name of context-inject-global.sh, for settings that still use it.
case $0 in
  */*) here=${0%/*} ;;
  *) here=. ;;
esac
exec "$here/context-inject-global.sh" "$@"
