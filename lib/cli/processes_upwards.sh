# Prints a line for its parent and each process above: its id, its program's file, its name and its arguments. The runtime lets us read
# nothing below /proc. Elsewhere than on Linux: its id and its arguments.
p=$PPID
if [ "$1" = linux ]; then
  while [ "$p" -gt 1 ] && read -r stat <"/proc/$p/stat"; do
    name=${stat#*(}
    printf '%s\t%s\t%s\t' "$p" "$(readlink "/proc/$p/exe")" "${name%)*}"
    tr '\0\n\t' '\t  ' <"/proc/$p/cmdline"
    echo
    set -- ${stat##*) }
    p=$2
  done
else
  while [ "$p" -gt 1 ]; do
    printf '%s\t%s\n' "$p" "$(ps -wwo args= -p "$p" | tr ' ' '\t')"
    p=$(ps -o ppid= -p "$p")
  done
fi
